"""What an attack is likely to come to is said before it is ordered, by what its owner knows (KOR-CBT-15 to 30)."""

from __future__ import annotations

from typing import Any

import pytest

from service.engine.odds import Odds
from service.engine.orders import Order
from service.engine.sentences import plain_text
from service.games.korsun.game import KORSUN
from service.games.korsun.known.strengths import reckon
from service.games.korsun.sections.attacks import DeclareAttack
from service.games.korsun.sections.breakthrough import AttackByBreakthrough, AttackFromReserve, BreakThrough
from service.games.korsun.sections.forecast import expected, faces, supplied
from service.games.korsun.sections.support import PaySupply
from tests.games.korsun.table import Table, position
from tests.games.korsun.test_combat import FIVE, WORKED, combat, resolved
from tests.games.korsun.test_decisions import COMERS, STORM


def forecast(table: Table, side: str, order: Order) -> Odds:
    assert KORSUN.odds is not None
    found = KORSUN.odds(table.picture(side), order)
    assert found is not None
    return found


def said(table: Table, side: str, order: Order) -> tuple[str, ...]:
    return tuple(map(plain_text, forecast(table, side, order).outlook))


@pytest.mark.rule("KOR-CBT-20", "KOR-CBT-21")
def test_the_worked_example_is_foretold_before_it_is_ordered():
    """4:1 and three columns to the right, as it comes out where both pay and nobody fires (parent 25.6)."""
    table = combat(*WORKED)
    order = DeclareAttack(hex="0711", units=FIVE, planned=True)
    found = forecast(table, "so", order)
    assert (found.figure, found.value) == ("4:1, shifts", 3)
    assert [(plain_text(line.name), line.figure, line.rule) for line in found.bill.lines] == [
        ("Soviet division", "+1", "KOR-CBT-24"), ("Combined arms", "+1", "KOR-CBT-25"),
        ("Armor superiority", "+1", "KOR-CBT-26"), ("the enemy's air and artillery", "", ""),
    ]  # fmt: skip
    assert said(table, "so", order) == (
        "7:1: the hex falls on 1 to 6, and no roll costs you a step.",
        "A die of 1 to 6: d/1DR1, -/1DR2, -/2DR2, -/2DR2B, -/2DR3B, -/3DR3B.",
        "26 against 6, if both sides pay supply, you as far as your points go.",
        "If they pay no supply, 8:1: the hex falls on 1 to 6, and no roll costs you a step.",
    )  # fmt: skip
    asked = forecast(table, "so", DeclareAttack(hex="0711", units=FIVE))
    assert plain_text(asked.bill.pending[0].name) == "your artillery"


TOWN = ("8GTB at 1711", "ENG27 at 1711", "204 at 1812", "110PG at 1712 lost 1", "STUG905 at 1712")
HILL = ("204 at 1911", "206 at 1911", "208 at 1911", "R544 at 1811")


@pytest.mark.parametrize("pays", [True, False])
@pytest.mark.parametrize(
    ("things", "hex", "plan", "entries"),
    [
        (STORM, "0711", {"units": COMERS}, {}), (STORM, "0711", {"units": COMERS}, {"ground": "mud"}),
        ((*STORM, "DG255 at 0510"), "0711", {"units": COMERS}, {}),
        (STORM, "0711", {"units": COMERS, "missions": 1}, {"soviet": {"missions": {"1UF": 2, "2UF": 0}}}),
        (STORM, "0711", {"units": COMERS}, {"improved": ["0711"]}),
        (WORKED, "0711", {"units": FIVE, "artillery": ("ART480",)}, {}),
        (WORKED, "0711", {"units": FIVE, "supported": ("27A",)}, {}),
        (TOWN, "1712", {"units": ("8GTB", "ENG27", "204"), "engineers": ("ENG27",)}, {}),
        (TOWN, "1712", {"units": ("8GTB", "204")}, {}), (HILL, "1811", {"units": ("204", "206", "208")}, {}),
        (("86 at 0611 oos2", "DG332 at 0711 disorganized"), "0711", {"units": ("86",)}, {}),
        (("42 at 0610 extended", "DG332 at 0711", "marker 27A at 0505 sp 4"), "0711", {"units": ("42",)}, {}),
        (("42 at 0610", "DG332 at 0711", "marker 27A at 0505 sp 0"), "0711", {"units": ("42",)}, {}),
        (("42 at 0610 regroup", "ART188 at 0711"), "0711", {"units": ("42",)}, {}),
    ],
)  # fmt: skip
def test_what_is_foretold_comes_out_where_the_enemy_adds_nothing_of_its_own(
    things: tuple[str, ...], hex: str, plan: dict[str, Any], entries: dict[str, Any], pays: bool
):
    """Strengths, column and each shift, with their supply paid and without."""
    table = combat(*things, "marker XI at 1610 sp 9", by_purpose={"KOR-CBT-31": [1] * 4, "KOR-CBT-32": [1]}, **entries)
    order = DeclareAttack(hex=hex, planned=True, **plan)
    there = table.contact("so", hex)
    assert there is not None
    fight = expected(table.picture("so"), order.attack(0, "Soviet"), order.plan, there)
    table.order("so", order).done("so").done_until("the-defender-s-supported-commands")
    if pays:
        commands = {table.truth.rules.counters[unit.id].command for unit in table.truth.at(hex, "German")}
        able = [command for command in sorted(commands) if table.truth.sdms[command].sp]
        table.order("ge", *[PaySupply(commands=(command,)) for command in able])
    came = resolved(table)
    paid = bool(table.truth.attack(1).supported.get("German"))
    sums = reckon(supplied(fight) if paid else fight)
    assert (sums.attack, sums.defense, sums.initial, sums.final) == (
        came.attack, came.defense, came.initial, came.final,
    )  # fmt: skip
    assert (dict(sums.shifts), sums.applied) == (dict(came.shifts), came.applied)


@pytest.mark.rule("KOR-CBT-30")
@pytest.mark.parametrize(("found", "shift"), [(False, None), (True, -2)])
def test_a_forecast_counts_a_minefield_that_was_found_and_no_other(found: bool, shift: int | None):
    table = combat("86 at 0611", "DG332 at 0711", turn="F", soviet={"mines": ["0611"]})
    if found:
        table.picture("ge").mines = ["0611"]
    lines = forecast(table, "ge", DeclareAttack(hex="0611", units=("DG332",))).bill.lines
    assert {line.rule: line.value for line in lines}.get("KOR-CBT-30") == shift


@pytest.mark.rule("KOR-CBT-18")
def test_a_forecast_halves_for_a_zone_until_its_hex_is_attacked_too():
    table = combat("86 at 0610", "42 at 0709", "DG332 at 0711", "DG255 at 0710")
    order = DeclareAttack(hex="0711", units=("86",), planned=True)
    assert said(table, "so", order)[2].startswith("1 against 6,")
    table.order("so", DeclareAttack(hex="0710", units=("42",), planned=True))
    assert said(table, "so", order)[2].startswith("2 against 6,")


def test_a_barrage_on_the_hex_is_counted_and_leaves_its_units_unsupported():
    table = combat("86 at 0611", "DG332 at 0711", soviet={"effects": {"0711": 2}})
    found = forecast(table, "so", DeclareAttack(hex="0711", units=("86",), planned=True))
    assert found.bill.lines[0].value == 2 and len(found.outlook) == 3
    assert plain_text(found.outlook[2]).startswith("2 against 9/2,")


def test_cover_and_armor_that_fires_first_are_said_too():
    things = ("20GTB at 0611", "42 at 0611", "STUG905 at 0711")
    table = combat(*things, improved=["0711"])
    order = DeclareAttack(hex="0711", units=("20GTB", "42"), planned=True)
    first, *_, last = said(table, "so", order)
    assert "the hex falls on 6 unless they declare No Retreat, and you lose steps on 1 to 4" in first
    assert last == "Armor fires first, without effect on the odds: yours and theirs."


@pytest.mark.parametrize("kind", [AttackByBreakthrough, AttackFromReserve])
def test_second_combats_are_foretold_too(kind: type[Order]):
    state = "breakthrough" if kind is AttackByBreakthrough else "reserve"
    table = position(
        f"22GTB at 0610 {state}", "DG332 at 0711", "marker 6TA at 0409 sp 1", heading="E breakthrough",
        scenario="korsun-intro", by_purpose={"KOR-CBT-32": [1]},
    )  # fmt: skip
    order: Any = kind(hex="0711", units=("22GTB",))  # type: ignore[call-arg]
    assert said(table, "so", order)[2].startswith("7 against 6,")


def test_nothing_is_foretold_of_other_orders_nor_of_who_is_not_known():
    table = combat("20GTB at 0611 breakthrough", "DG332 at 0711")
    assert KORSUN.odds is not None
    for order in (
        BreakThrough(unit="20GTB", hex="0612"), DeclareAttack(hex="0510", units=("20GTB",)),
        DeclareAttack(hex="0711", units=("DG332",)),
    ):  # fmt: skip
        assert KORSUN.odds(table.picture("so"), order) is None
    assert (faces([6]), faces([1, 2, 3, 6])) == ("6", "1 to 3 and 6")
