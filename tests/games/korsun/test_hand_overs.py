"""Hand-overs of a game-turn, counted (parent 3.6): where the match waits for one side, and for the other no more."""

from __future__ import annotations

from itertools import islice

import pytest

from service.engine.attendance import Attend
from service.engine.orders import Done, Order
from service.games.korsun.sections.attacks import DeclareAttack
from service.games.korsun.sections.plans import PlanAir, PlanClosing, PlanSupply
from tests.games.korsun.table import Table, new_match

ATTACKS = 2
"""So many attacks each side declares, with plans that answer for them."""
AIR = ("German air",)
CLOSING, SUPPLY = ("Soviet closing",), ("German closing", "German supply")


def played(table: Table, standing: tuple[str, ...], plans: tuple[str, ...]) -> int:
    """The hand-overs of the second game-turn, in which both sides attack; sides that are `standing` are not asked."""
    for seat in standing:
        table.order(seat, Attend(attendance="standing"))
    sittings, last = 0, ""
    while table.truth.turn < 18:
        waiting = table.waiting
        seat = last if last in waiting else waiting[0]
        sittings += seat != last and table.truth.turn == 17
        last = seat
        table.order(seat, *orders(table, seat, plans), Done())
    return sittings


def orders(table: Table, seat: str, plans: tuple[str, ...]) -> list[Order]:
    """Attacks, with the plans that a side lays beside them; that for the air with C, or together with that for C."""
    declaring = table.heading == "a-combat-declaration-segment"
    found = attacks(table, seat) if declaring else []
    if declaring and f"{seat} closing" in plans:
        found.append(PlanClosing())
    if declaring and f"{seat} supply" in plans:
        found.append(PlanSupply())
    with_c = "German supply" not in plans and "German" not in table.picture(seat).attendance
    if f"{seat} air" in plans and (table.truth.steps.get(seat) == "1-supply-marker-phase" if with_c else declaring):
        found.append(PlanAir())
    return found


def attacks(table: Table, seat: str) -> list[Order]:
    """Attacks on the first hexes that can be attacked, none by the same unit."""
    busy: set[str] = set()
    found: list[Order] = []
    for option in islice(DeclareAttack.offers(table.picture(seat)), ATTACKS):
        units = tuple(id for id in option.subjects if id not in busy)
        busy.update(units)
        if units:
            found.append(DeclareAttack(hex=option.fixed["hex"], units=units, planned=True))
    return found


SOAK = pytest.mark.soak


@pytest.mark.parametrize(
    ("standing", "plans", "hand_overs"),
    [
        ((), AIR, 6), ((), (), 8),
        pytest.param((), AIR + CLOSING, 4, marks=SOAK),
        ((), AIR + CLOSING + SUPPLY, 2),
        pytest.param(("German",), AIR, 4, marks=SOAK),
        pytest.param(("German",), AIR + SUPPLY, 2, marks=SOAK),
        pytest.param(("Soviet",), AIR, 4, marks=SOAK),
        pytest.param(("Soviet",), (*AIR, "Soviet closing"), 2, marks=SOAK),
        (("Soviet", "German"), AIR, 2),
    ],
)  # fmt: skip
def test_the_hand_overs_of_a_game_turn(standing: tuple[str, ...], plans: tuple[str, ...], hand_overs: int):
    """As the table of parent 3.6 has them, and two more where nothing was planned for Stage D."""
    assert played(new_match(dice=(3, 4) * 400), standing, plans) == hand_overs
