"""No Retreat (12.14, KOR-CBT-14): where and by whom it is declared, and what it costs."""

from __future__ import annotations

from typing import Any

import pytest

from service.engine.orders import Done
from service.games.korsun.known.lines import AddNoRetreatLine
from service.games.korsun.known.reports import CombatFought
from service.games.korsun.sections.attacks import DeclareAttack
from service.games.korsun.sections.breakthrough import AttackByBreakthrough
from service.games.korsun.sections.support import HoldGround
from tests.games.korsun.table import Table, position
from tests.games.korsun.test_combat import attack, combat, fought, resolved

COMERS = ("42", "22GTB", "20GTB")
STORM = ("42 at 0610", "22GTB at 0610", "20GTB at 0611", "DG332 at 0711")
"""1:1 against an improved position in the open, and 2:1 after the shifts."""


def asked(table: Table) -> bool:
    """Whether the defender is asked for No Retreat before the combat is fought."""
    heard = []
    while not table.told("so", CombatFought):
        heard.append(table.heading)
        table.done(table.waiting[0])
    return "no-retreat" in heard


@pytest.mark.rule("KOR-CBT-14")
@pytest.mark.parametrize(("declared", "lost", "order", "hex"), [(False, 1, "", ""), (True, 2, "disorganized", "0711")])
def test_whoever_stands_is_disorganized_by_a_result_that_disorganizes_nobody(
    declared: bool, lost: int, order: str, hex: str
):
    """-/1R1: a step, and one more for the hex that is not retreated."""
    table = combat(*STORM, improved=["0711"], by_purpose={"KOR-CBT-32": [5]})
    attack(table, "so", "0711", *COMERS, planned=True, supported=(), advance=()).done_until("no-retreat")
    table.order("ge", *[HoldGround()] * declared, Done())
    came, unit = fought(table), table.unit("DG332")
    assert (came.result, came.losses, unit.lost, unit.order) == ("-/1R1", {"DG332": lost}, lost, order)
    assert (unit.hex == "0711") is declared and came.retreated == (() if declared else ("DG332",))


@pytest.mark.rule("KOR-CBT-14")
def test_three_hexes_that_are_not_retreated_cost_two_steps_more():
    """-/2DR3B on five steps in an improved position: four are lost, nobody advances, and a B is for nobody."""
    table = combat(
        "20GTB at 1111", "22GTB at 1111", "9MB at 1111", "8GTB at 1311", "80TB at 1311", "7GMR at 1311",
        "DG332 at 1211", "R544 at 1211", "marker 6TA at 1012 sp 4", "marker 5GTA at 1412 sp 4", improved=["1211"],
        by_purpose={"KOR-CBT-32": [6]},
    )  # fmt: skip
    attack(table, "so", "1211", "20GTB", "22GTB", "9MB", "8GTB", "80TB", "7GMR", planned=True)
    table.done_until("no-retreat").order("ge", HoldGround(), Done())
    came = fought(table)
    assert (came.final, came.result, sum(came.losses.values())) == ("5:1", "-/2DR3B", 4)
    assert (table.unit("DG332").hex, table.unit("DG332").order) == ("1211", "disorganized")
    assert not came.advanced and not came.breakthrough


@pytest.mark.rule("KOR-CBT-14")
@pytest.mark.parametrize(
    ("hex", "things", "entries", "stands"),
    [
        ("0711", ("DG332 at 0711",), {}, False),
        ("0711", ("DG332 at 0711",), {"improved": ["0711"]}, True),
        ("0710", ("DG332 at 0710",), {}, True),  # balka
        ("0711", ("DG332 at 0711 disorganized",), {"improved": ["0711"]}, False),
        ("0711", ("DG332 at 0711 disorganized", "DG255 at 0711"), {"improved": ["0711"]}, True),
    ],
)  # fmt: skip
def test_ground_is_held_under_cover_by_who_is_in_order(
    hex: str, things: tuple[str, ...], entries: dict[str, Any], stands: bool
):
    """By the line for every hex, which in a breakthrough combat answers for a side that is present too."""
    table = position(
        "22GTB at 0610 breakthrough", *things, heading="E breakthrough", scenario="korsun-intro",
        by_purpose={"KOR-CBT-32": [1]}, **entries,
    )  # fmt: skip
    table.order("ge", AddNoRetreatLine()).order("so", AttackByBreakthrough(hex=hex, units=("22GTB",)))
    assert table.truth.attacks[0].no_retreat is stands


def test_in_the_open_a_defender_who_is_asked_at_whom_to_fire_cannot_declare_it():
    """Where everything is asked its last item is opened for armor that has a choice of targets."""
    table = combat(*STORM[1:3], "SSPZ at 0711", options=("combat_decisions",), by_purpose={"KOR-CBT-31": [1] * 4})
    table.order("so", DeclareAttack(hex="0711", units=("22GTB", "20GTB")), Done()).done_until("no-retreat")
    assert table.waiting == ["German"]
    refused = table.refused("ge", HoldGround())
    assert refused.rule == "KOR-CBT-14" and str(refused.reason).endswith("this is clear.")
    assert not table.options("ge", "no-retreat")


def test_the_attacker_cannot_declare_it():
    table = combat(*STORM, improved=["0711"], by_purpose={"KOR-CBT-32": [1]})
    attack(table, "so", "0711", *COMERS, planned=True, supported=()).done_until("no-retreat")
    assert table.refused("so", HoldGround()).rule == "KOR-CBT-14" and not table.options("so", "no-retreat")
    assert not table.truth.present.no_retreat and table.options("ge", "no-retreat")


@pytest.mark.parametrize(
    ("breakout", "more", "may"),
    [(11, (), False), (10, (), True), (0, (), True), (11, ("110PG at 1607",), True)],
)  # fmt: skip
def test_after_a_declared_breakout_units_of_the_pocket_cannot_hold_their_ground(
    breakout: int, more: tuple[str, ...], may: bool
):
    """16.4: in the Soviet turn that follows, in a town; a unit of a Korps outside may, and all that stand with it."""
    table = combat(
        "1243 at 1707", "R105 at 1607", *more, game_turn=12, isolated=["XI"], breakout=breakout,
        by_purpose={"KOR-CBT-32": [1]},
    )  # fmt: skip
    attack(table, "so", "1607", "1243", planned=True, supported=())
    assert asked(table.done("so")) is may
    assert resolved(table).result
