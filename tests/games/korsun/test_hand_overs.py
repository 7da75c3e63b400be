"""Hand-overs of a game-turn, counted (parent 3.6): where the match waits for one side, and for the other no more."""

from __future__ import annotations

import pytest

from service.engine.attendance import Attend
from service.engine.orders import Done, Order
from service.games.korsun.sections.attacks import DeclareAttack
from tests.games.korsun.table import Table, new_match

ATTACKS = 2
"""So many attacks each side declares, with plans that answer for them."""


def played(table: Table, *standing: str) -> tuple[int, int]:
    """The hand-overs of the second game-turn, in which both sides attack; sides that are `standing` are not asked.

    Apart from the others: those to a sitting of the Stage of German air supply, and back from it.
    """
    for seat in standing:
        table.order(seat, Attend(attendance="standing"))
    sittings, of_air_supply, last = 0, 0, ""
    while table.truth.turn < 18:
        waiting = table.waiting
        seat = last if last in waiting else waiting[0]
        if seat != last and table.truth.turn == 17:
            sittings += 1
            of_air_supply += 2 * ("d-german-air-supply-stage" in table.address)
        last = seat
        table.order(seat, *attacks(table, seat), Done())
    return sittings - of_air_supply, of_air_supply


def attacks(table: Table, seat: str) -> list[Order]:
    """Attacks on the first hexes that can be attacked, none by the same unit."""
    busy: set[str] = set()
    found: list[Order] = []
    for option in table.options(seat, "declare-attack")[:ATTACKS]:
        units = tuple(id for id in option.subjects if id not in busy)
        busy.update(units)
        if units:
            found.append(DeclareAttack(hex=option.fixed["hex"], units=units, planned=True))
    return found


@pytest.mark.parametrize(
    ("standing", "hand_overs", "of_air_supply"),
    [
        ((), 6, 2), (("Soviet", "German"), 2, 2),
        pytest.param(("German",), 4, 2, marks=pytest.mark.soak),
        pytest.param(("Soviet",), 4, 0, marks=pytest.mark.soak),
    ],
)  # fmt: skip
def test_the_hand_overs_of_a_game_turn(standing: tuple[str, ...], hand_overs: int, of_air_supply: int):
    """As parent 3.6 has them, but for two of the Stage of German air supply, of which nothing can be planned in C.

    With the Soviet side on standing orders that stage is reached from the German player-turn without a word of theirs.
    """
    assert played(new_match(dice=(3, 4) * 400), *standing) == (hand_overs, of_air_supply)
