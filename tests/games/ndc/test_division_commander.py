"""Whom the division commander serves from a headquarters: its units, if it is not the division's own, and itself."""

from __future__ import annotations

import pytest

from service.engine.attendance import Attend
from service.engine.orders import Done
from service.engine.seats import STANDING
from service.games.ndc.known.lines import SetStandingOrders
from service.games.ndc.known.reports import CommanderUsed
from service.games.ndc.sections.declare import DeclareGroundCombat
from service.games.ndc.sections.defence import Defend
from tests.games.ndc.fighting import answer, attack, battle, defence, resolved, sheet, stock
from tests.positions import Table, position

OWN_HQ = "the division's own headquarters, and leads no other unit there"


def commands_offered(table: Table, side: str, kind: str) -> set[object]:
    """What the options of one kind of order say of the use of command."""
    return {value for option in table.options(side, kind) for value in option.fields["command"].values}  # type: ignore[union-attr]


def test_from_the_divisions_own_headquarters_no_attack_is_commanded():
    """The reconnaissance battalion is directly under division and in its command; the regiment's tanks are not."""
    table = position("su S-RC at 0802 attack", "us U-I1 at 0902 defend", "su S-DIV at 0402 deployed")
    stock(table, "su", commander="S-DIV")
    order = DeclareGroundCombat(unit="S-RC", target="0902", type="probe", command=True)
    refusal = table.refused("su", order)
    assert refusal.rule == "NDC-ATM-10"
    assert OWN_HQ in refusal.reason
    assert commands_offered(table, "su", "declare-ground-combat") == {False}


def test_from_the_divisions_own_headquarters_no_other_units_defence_is_commanded():
    """Neither by an answer nor by standing orders, though the battalion is under it and in its range."""
    table = stock(battle(defender="parent U-DIV"), "us", commander="U-DIV")
    attack(table)
    refusal = table.refused("us", Defend(command=True))
    assert refusal.rule == "NDC-DFM-12"
    assert OWN_HQ in refusal.reason
    assert commands_offered(table, "us", "defend") == {False}
    away = stock(battle(defender="parent U-DIV"), "us", commander="U-DIV")
    attack(away.order("us", SetStandingOrders(command=True), Attend(attendance=STANDING)))
    assert sheet(away).answered
    assert not sheet(away).fire_command
    assert away.told("us", CommanderUsed) == []


def headquarters_attacked(hq: str, die: int = 5) -> Table:
    """A US headquarters alone in 0902, with the division commander (rating 2), attacked by tanks from 0802."""
    others = [line for line in ("us U-1B at 1202 deployed", "us U-DIV at 1302 deployed") if hq not in line]
    table = position(
        "su S-A1 at 0802 attack", "su S-A2 at 0903 attack", "su S-1R at 0602 deployed", "su S-DIV at 0402 deployed",
        f"us {hq} at 0902 deployed", *others, by_purpose={"NDC-DFM-12": [die, die], "NDC-RES-13": [1, 1]},
    )  # fmt: skip
    return stock(table, "us", commander=hq)


@pytest.mark.rule("NDC-DFM-13")
@pytest.mark.parametrize("hq", ["U-1B", "U-DIV"])
@pytest.mark.parametrize(("die", "line"), [(5, -10), (3, -6), (1, -2)])
def test_a_headquarters_that_has_to_defend_itself_is_served_like_any_defending_unit(hq: str, die: int, line: int):
    table = resolved(answer(attack(headquarters_attacked(hq, die)), command=True))
    assert sheet(table).defender == hq
    assert defence(sheet(table))["NDC-DFM-13"] == line
    assert defence(sheet(table))["NDC-DFM-12"] == 0


def test_it_is_served_once_a_phase():
    table = headquarters_attacked("U-1B")
    orders = [
        DeclareGroundCombat(unit="S-A1", target="0902", type="probe"),
        DeclareGroundCombat(unit="S-A2", target="0902", type="probe"),
    ]
    table.order("su", *orders, Done())
    answer(table, command=True).done_until("defence")
    assert "has led 1 combat in this phase" in table.refused("us", Defend(command=True)).reason


@pytest.mark.rule("NDC-DFM-12")
def test_a_battalion_in_the_hex_defends_and_is_served_through_its_headquarters():
    table = stock(battle(hqs=("us U-1B at 0902 deployed",), more_dice={"NDC-DFM-12": [5]}), "us", commander="U-1B")
    resolved(answer(attack(table), command=True))
    assert defence(sheet(table))["NDC-DFM-12"] == -5
    assert defence(sheet(table))["NDC-DFM-13"] == 0
