"""Hand-overs of a game-turn, counted (parent 3.6): where the match waits for one side, and for the other no more."""

from __future__ import annotations

from itertools import islice

import pytest

from service.engine.attendance import Attend
from service.engine.hexes import Hex
from service.engine.orders import Done, Order
from service.games.korsun.printed.scenario import AGREED, SECOND_COMBATS
from service.games.korsun.printed.units import Barrage
from service.games.korsun.sections.attacks import DeclareAttack
from service.games.korsun.sections.breakthrough import AttackByBreakthrough
from service.games.korsun.sections.closing_plans import PlanClosing
from service.games.korsun.sections.plans import PlanAir, PlanSupply
from tests.games.korsun.table import Table, new_match, position

ATTACKS = 2
"""So many attacks each side declares, with plans that answer for them."""
AIR = ("German air",)
CLOSING, SUPPLY = ("Soviet closing",), ("German closing", "German supply")


def played(
    table: Table, standing: tuple[str, ...], plans: tuple[str, ...], *, first: str = "", planned: bool = True,
    turn: int = 17,
) -> int:  # fmt: skip
    """The hand-overs of a game-turn, in which both sides attack; sides that are `standing` are not asked.

    `first`: who speaks first where both are waited for; else whoever has spoken last. `planned`: attacks are.
    """
    for seat in standing:
        table.order(seat, Attend(attendance="standing"))
    hand_overs, last, alone = 0, "", ""
    while table.truth.turn <= turn:
        waiting = table.waiting
        if len(waiting) == 1:
            hand_overs += waiting[0] != alone and table.truth.turn == turn
            alone = waiting[0]
        last = next(seat for seat in (first, last, waiting[0]) if seat in waiting)
        table.order(last, *orders(table, last, plans, planned=planned), Done())
    return hand_overs


def orders(table: Table, seat: str, plans: tuple[str, ...], *, planned: bool) -> list[Order]:
    """Attacks, with the plans that a side lays beside them; that for the air with C, or together with that for C."""
    declaring = table.heading == "a-combat-declaration-segment"
    found = attacks(table, seat, planned=planned) if declaring else []
    if declaring and f"{seat} closing" in plans:
        found.append(PlanClosing())
    if declaring and f"{seat} supply" in plans:
        found.append(PlanSupply())
    with_c = "German supply" not in plans and "German" not in table.picture(seat).attendance
    if f"{seat} air" in plans and (table.truth.steps.get(seat) == "1-supply-marker-phase" if with_c else declaring):
        found.append(PlanAir())
    return found


def attacks(table: Table, seat: str, *, planned: bool) -> list[Order]:
    """Attacks on the first hexes that can be attacked, none by the same unit."""
    busy: set[str] = set()
    found: list[Order] = []
    for option in islice(DeclareAttack.offers(table.picture(seat)), ATTACKS):
        units = tuple(id for id in option.subjects if id not in busy)
        busy.update(units)
        if units:
            found.append(DeclareAttack(hex=option.fixed["hex"], units=units, planned=planned))
    return found


@pytest.mark.parametrize(
    ("standing", "plans", "hand_overs"),
    [
        ((), AIR, 6), ((), (), 8),
        ((), AIR + CLOSING, 4),
        ((), AIR + CLOSING + SUPPLY, 2),
        (("German",), AIR, 4),
        (("German",), AIR + SUPPLY, 2),
        (("Soviet",), AIR, 4),
        (("Soviet",), (*AIR, "Soviet closing"), 2),
        (("Soviet", "German"), AIR, 2),
    ],
)  # fmt: skip
def test_the_hand_overs_of_a_game_turn(standing: tuple[str, ...], plans: tuple[str, ...], hand_overs: int):
    """As the table of parent 3.6 has them; two more where Stage D is asked, and the other side closes C last."""
    assert played(new_match(dice=(3, 4) * 400), standing, plans) == hand_overs


def test_without_a_plan_for_the_air_it_takes_six_where_the_german_side_closes_stage_c_last():
    """It goes on into Stage D with the word that closes its C."""
    assert played(new_match(dice=(3, 4) * 400), (), (), first="Soviet") == 6


def test_where_everything_is_asked_a_combat_takes_up_to_six_more():
    """No plan, no line: six, and for each combat as often as its items change hands (the last row of parent 3.6).

    These have no engineers and no ground for No Retreat, at which nobody is asked then.
    """
    table = new_match(dice=(3, 4) * 400, options=dict.fromkeys(AGREED, "asked"))
    assert played(table, (), (), first="Soviet", planned=False) == 22 <= 6 + 6 * 2 * ATTACKS


@pytest.mark.parametrize("asked", [(), (SECOND_COMBATS,)])
def test_a_combat_by_breakthrough_takes_two_more_where_its_defender_is_asked(asked: tuple[str, ...]):
    """The Soviet sitting from E4D on is cut in two by the German answers."""
    table = position(
        "22GTB at 0610 breakthrough", "DG332 at 0711", heading="E breakthrough", scenario="korsun-intro", options=asked,
        by_purpose={"KOR-CBT-32": [1]},
    )  # fmt: skip
    order = AttackByBreakthrough(hex="0711", units=("22GTB",))
    hand_overs, last = 0, "Soviet"
    table.order("so", order, Done())
    while table.truth.phasing == "Soviet":
        hand_overs += table.waiting[0] != last
        last = table.waiting[0]
        table.done(last)
    assert hand_overs == 2 * len(asked)


def test_where_pieces_of_a_barrage_come_back_is_asked_within_a_sitting_of_their_owner():
    """With two regiments in its hex the Soviet side can choose, with one it cannot: as many hand-overs either way."""
    counted = []
    for in_its_hex in (("204", "206"), ("204",)):
        table = position(
            "AB1 holding", "AB2 holding", "AB3 holding", *(f"{id} at 2111" for id in in_its_hex), "208 at 1911",
            "R544 at 1811", "marker XI at 1810 sp 3", "marker 4GA at 2112 sp 3", heading="D", scenario="korsun-intro",
            turn=9, soviet={"barrages": {"BAR": Barrage(hex=Hex("2111"))}}, dice=(3, 4) * 200,
        )  # fmt: skip
        table.done_until("a-barrage-unit-deployment-segment")
        assert bool(table.options("so", "bring-back")) == (len(in_its_hex) == 2)
        counted.append(played(table, (), AIR + CLOSING, turn=9))
    assert counted[0] == counted[1]
