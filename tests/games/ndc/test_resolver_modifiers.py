"""The resolver's sixteen lines (NDC-DFM-01 to 17), as their sheet has them."""

from __future__ import annotations

from typing import Any

import pytest

from service.engine.orders import Done
from service.games.ndc.known.reports import CommanderUsed
from service.games.ndc.sections.declare import DeclareGroundCombat
from service.games.ndc.sections.defence import Defend
from tests.games.ndc.fighting import HQS, answer, attack, battle, defence, resolved, sheet, stock
from tests.positions import Table, position

COMMANDER = "NDC-DFM-12 division commander of US"


def lines(defender: str = "", *units: str, **given: Any) -> dict[str, int]:
    """The resolver's lines for the battalion in 0902."""
    return defence(sheet(resolved(attack(battle(*units, defender=defender, **given)))))


@pytest.mark.rule("NDC-DFM-01")
@pytest.mark.parametrize(
    ("words", "line"),
    [("", -10), ("dug-in", -13), ("march", -2), ("to 2", -7), ("spread 1001", -8), ("to 1 march", -1)],
)
def test_defence_strength_is_subtracted(words: str, line: int):
    """The differential falls by as much as the strength rises."""
    found = resolved(attack(battle(defender=words)))
    assert defence(sheet(found))["NDC-DFM-01"] == line


@pytest.mark.rule("NDC-DFM-01")
def test_a_stronger_defender_lowers_the_differential():
    dug_in, defend = (sheet(resolved(attack(battle(defender=words)))).differential for words in ("dug-in", "defend"))
    assert (dug_in, defend) == (-1, 2)


@pytest.mark.rule("NDC-DFM-02")
@pytest.mark.parametrize("level", [0, 1, 2, 3, 4])
def test_the_defenders_intelligence_level(level: int):
    assert lines(f"level {level}")["NDC-DFM-02"] == level


@pytest.mark.rule("NDC-DFM-03")
@pytest.mark.parametrize(
    ("hex", "line"), [("0902", 0), ("0503", -2), ("1003", -2), ("0606", -4), ("0904", -3), ("0508", -4), ("1006", -2)]
)
def test_the_terrain_of_the_defended_hex(hex: str, line: int):
    """Clear, hill, hill, rough, town, city, hill; the attacker stands north of it."""
    north = f"{hex[:2]}{int(hex[2:]) - 1:02}"
    table = position(f"su S-I1 at {north} attack", f"us U-I1 at {hex} defend", phasing="su")
    assert defence(sheet(resolved(attack(table, unit="S-I1", target=hex))))["NDC-DFM-03"] == line


def test_of_a_spread_defender_the_terrain_of_the_attacked_hex_counts():
    """The battalion's base is in the town 0904, the attack comes on the clear hex 0903."""
    table = position("su S-I1 at 0902 attack", "us U-I1 at 0904 defend spread 0903", phasing="su")
    found = sheet(resolved(attack(table, unit="S-I1", target="0903")))
    assert found.defender == "U-I1"
    assert defence(found)["NDC-DFM-03"] == 0


@pytest.mark.rule("NDC-DFM-04")
@pytest.mark.parametrize("to", [4, 3, 1])
def test_the_defenders_to_level_counts_against_the_attacker(to: int):
    assert lines(f"to {to}")["NDC-DFM-04"] == -to


@pytest.mark.rule("NDC-DFM-05")
def test_each_other_battalion_next_to_the_attacker_takes_one():
    """In 0803 and 0702 they count; in March mode, or farther off in 0704, they do not."""
    assert lines("", "us U-I2 at 0803 defend", "us U-A1 at 0702 attack")["NDC-DFM-05"] == -2
    assert lines("", "us U-I2 at 0803 march", "us U-A1 at 0704 attack", "us U-2B at 0903 deployed")["NDC-DFM-05"] == 0


@pytest.mark.rule("NDC-DFM-05")
def test_a_spread_battalion_beside_the_attacker_counts_by_any_of_its_hexes():
    """Its base hex 0603 is not next to 0802, its further hex 0703 is."""
    assert lines("", "us U-I2 at 0603 defend spread 0703")["NDC-DFM-05"] == -1


@pytest.mark.rule("NDC-DFM-06")
def test_a_defender_out_of_command_gives_four():
    assert lines()["NDC-DFM-06"] == 0
    assert lines(hqs=("us U-1B at 2016 deployed",))["NDC-DFM-06"] == 4
    assert lines(hqs=("us U-DIV at 1302 deployed",))["NDC-DFM-06"] == 4
    jammed = tuple(line + (" ew 3" if "U-1B" in line else "") for line in HQS)
    assert lines(hqs=jammed)["NDC-DFM-06"] == 0
    far = tuple(line.replace("1202", "1402") + (" ew 3" if "U-1B" in line else "") for line in HQS)
    assert lines(hqs=far)["NDC-DFM-06"] == 4


@pytest.mark.rule("NDC-DFM-07")
@pytest.mark.parametrize("fatigue", [0, 1, 2, 3])
def test_the_defenders_fatigue(fatigue: int):
    assert lines(f"fatigue {fatigue}")["NDC-DFM-07"] == fatigue


# ---- chemical weapons


def gassed(phasing: str, uses: int) -> int:
    """The line of the attacker's chemicals when their side has used them so often before."""
    if phasing == "su":
        table = battle()
    else:
        table = position("us U-A1 at 0802 attack", "su S-I1 at 0902 defend", *HQS, phasing="us")
    stock(table, phasing, released=True, chemical_uses=uses)
    attack(table, unit="S-A1" if phasing == "su" else "U-A1", barrage=2, chemical=True)
    return defence(sheet(resolved(table)))["NDC-DFM-08"]


@pytest.mark.rule("NDC-DFM-08")
def test_the_ladder_of_the_attackers_chemicals():
    assert [gassed("su", uses) for uses in range(4)] == [5, 3, 1, 1]
    assert [gassed("us", uses) for uses in range(3)] == [2, 1, 1]
    assert lines()["NDC-DFM-08"] == 0


def gas_answered(side: str, uses: int) -> int:
    """The line of the defender's chemicals."""
    if side == "us":
        table = attack(stock(battle(), side, released=True, chemical_uses=uses))
    else:
        table = position("us U-A1 at 0802 attack", "su S-I1 at 0902 defend", *HQS, phasing="us")
        attack(stock(table, side, released=True, chemical_uses=uses), unit="U-A1")
    return defence(sheet(resolved(answer(table, fire=2, chemical=True))))["NDC-DFM-09"]


@pytest.mark.rule("NDC-DFM-09")
def test_the_ladder_of_the_defenders_chemicals():
    assert [gas_answered("su", uses) for uses in range(4)] == [-3, -2, -1, -1]
    assert [gas_answered("us", uses) for uses in range(3)] == [-2, -1, -1]
    assert lines()["NDC-DFM-09"] == 0


@pytest.mark.rule("NDC-DFM-09")
def test_a_use_in_attack_counts_for_the_next_in_defence():
    """The Soviets gas once in their own turn and once in the enemy's: the second is their second use."""
    table = stock(battle("us U-A1 at 0903 attack", die=5), "su", released=True)
    resolved(attack(table, barrage=2, chemical=True)).done_until("intelligence-phase").done_until("movement-segment")
    stock(table, "su", released=True)
    attack(table, unit="U-A1", target="0802")
    resolved(answer(table, fire=2, chemical=True))
    assert defence(sheet(table))["NDC-DFM-09"] == -2


# ---- electronic warfare


@pytest.mark.rule("NDC-DFM-10")
@pytest.mark.parametrize(("ew", "line"), [(0, 0), (1, -5), (2, -6), (3, -8)])
def test_the_attackers_ew_level(ew: int, line: int):
    assert lines(attacker=f"ew {ew}")["NDC-DFM-10"] == line


@pytest.mark.rule("NDC-DFM-11")
@pytest.mark.parametrize(("ew", "line"), [(0, 0), (1, 2), (2, 3), (3, 4)])
def test_the_defenders_ew_level(ew: int, line: int):
    assert lines(f"ew {ew}")["NDC-DFM-11"] == line


@pytest.mark.rule("NDC-DFM-11")
def test_jamming_in_this_combat_counts_in_it():
    table = stock(battle(more_dice={"NDC-RES-05": [5]}), "su", ew_points=1)
    assert defence(sheet(resolved(attack(table, ew=1))))["NDC-DFM-11"] == 2


# ---- command


def commanded(host: str, die: int) -> Table:
    """The US division commander (rating 2) is with a unit and uses command for the battalion in 0902."""
    table = stock(battle(more_dice={COMMANDER: [die]}), "us", commander=host)
    return resolved(answer(attack(table), command=True))


@pytest.mark.rule("NDC-DFM-12")
@pytest.mark.parametrize(("die", "result", "line"), [(5, "C", -5), (3, "L", -3), (1, "P", -1)])
def test_the_defenders_division_commander_with_the_brigade(die: int, result: str, line: int):
    table = commanded("U-1B", die)
    assert defence(sheet(table))["NDC-DFM-12"] == line
    assert defence(sheet(table))["NDC-DFM-13"] == 0
    assert [report.result for report in table.told("us", CommanderUsed)] == [result]
    assert table.told("su", CommanderUsed) == []


@pytest.mark.rule("NDC-DFM-13")
@pytest.mark.parametrize(("die", "line"), [(5, -10), (3, -6), (1, -2)])
def test_the_defenders_division_commander_with_the_battalion(die: int, line: int):
    table = commanded("U-I1", die)
    assert defence(sheet(table))["NDC-DFM-13"] == line
    assert defence(sheet(table))["NDC-DFM-12"] == 0


def test_he_cannot_command_for_another_brigade_or_battalion_nor_for_an_empty_hex():
    table = attack(stock(battle("us U-2B at 1103 deployed"), "us", commander="U-2B"))
    assert table.refused("us", Defend(command=True)).rule == "NDC-DFM-12"
    empty = attack(stock(battle(), "us", commander="U-1B", ew_points=1), target="0903")
    assert "cannot use command at 0903" in empty.refused("us", Defend(command=True)).reason
    elsewhere = attack(stock(battle("us U-A1 at 1102 defend"), "us", commander="U-A1"))
    assert "cannot use command at 0902" in elsewhere.refused("us", Defend(command=True)).reason


@pytest.mark.rule("NDC-DFM-12")
def test_with_the_brigade_he_commands_twice_a_phase():
    """Two attacks, both answered with command; the account has no third."""
    table = stock(battle("su S-I1 at 0801 attack", more_dice={COMMANDER: [5, 5]}), "us", commander="U-1B")
    orders = [DeclareGroundCombat(unit=unit, target="0902", type="probe") for unit in ("S-A1", "S-I1")]
    answer(answer(table.order("su", *orders, Done()), command=True), command=True)
    assert [defence(sheet(table, number))["NDC-DFM-12"] for number in (1, 2)] == [-5, -5]
    spent = attack(stock(battle(), "us", commander="U-1B", commander_uses=2))
    assert "has led 2 combats in this phase" in spent.refused("us", Defend(command=True)).reason


def test_a_rating_counts_in_command_of_an_hq_that_its_division_reaches():
    """The brigade commands 6 hexes, the division 12."""
    assert lines(hqs=("us U-1B at 1602 deployed", "us U-DIV at 1302 deployed"))["NDC-DFM-14"] == 0
    assert lines(hqs=("us U-1B at 0704 deployed", "us U-DIV at 2008 deployed"))["NDC-DFM-14"] == 0
    table = position("su S-I1 at 0802 attack", "us U-R1 at 0902 attack", "us U-DIV at 1302 deployed rating 2")
    assert defence(sheet(resolved(attack(table, unit="S-I1"))))["NDC-DFM-14"] == 0


@pytest.mark.rule("NDC-DFM-14")
def test_the_rating_of_the_defenders_brigade_is_subtracted():
    assert lines()["NDC-DFM-14"] == -2
    assert lines(hqs=("us U-1B at 2016 deployed",))["NDC-DFM-14"] == 0


@pytest.mark.rule("NDC-DFM-15")
@pytest.mark.parametrize("leadership", [0, 1, 3])
def test_the_leadership_of_the_defending_battalion_is_subtracted(leadership: int):
    found = sheet(resolved(attack(battle(defender=f"leadership {leadership}"))))
    assert defence(found)["NDC-DFM-15"] == -leadership
    assert found.lines["NDC-ATM-13"] == 1


@pytest.mark.rule("NDC-DFM-14")
def test_a_headquarters_alone_defends_with_its_own_rating_and_no_leadership():
    table = position(
        "su S-I1 at 0903 attack", "us U-1B at 1002 deployed", "us U-2B at 1002 deployed to 3", phasing="su"
    )
    found = sheet(resolved(attack(table, unit="S-I1", target="1002")))
    assert found.defender == "U-1B"
    assert defence(found)["NDC-DFM-14"] == -2
    assert defence(found)["NDC-DFM-15"] == 0


# ---- fire


@pytest.mark.rule("NDC-DFM-16")
@pytest.mark.parametrize(
    ("barrage", "fire", "die", "level", "line"),
    [
        (5, 2, 3, 2, 2),
        (5, 2, 5, 2, 3),
        (5, 2, 3, 0, 1),  # unobserved: the die is 2
        (5, 2, 4, 4, 3),  # observed: the die is 5
        (0, 3, 3, 2, -2),
        (8, 0, 6, 2, 6),
        (2, 2, 6, 2, 0),
    ],
)
def test_the_balance_of_fires_is_looked_up_on_table_8_7(barrage: int, fire: int, die: int, level: int, line: int):
    table = attack(battle(defender=f"level {level}", support=die), barrage=barrage)
    assert defence(sheet(resolved(answer(table, fire=fire))))["NDC-DFM-16"] == line


@pytest.mark.rule("NDC-DFM-17")
def test_every_line_of_both_lists_is_logged_once_and_nothing_else_counts():
    """Two combats of quite different circumstances: 13 lines and 16, and their sum is the differential."""
    table = stock(
        battle("su S-I1 at 0801 attack fatigue 2", weather=("night", "fog"), die=1), "su", ew_points=2, released=True
    )
    orders = [
        DeclareGroundCombat(unit="S-A1", target="0902", type="probe", barrage=4, chemical=True, ew=2),
        DeclareGroundCombat(unit="S-I1", target="0902", type="assault"),
    ]
    resolved(table.order("su", *orders, Done()))
    for number in (1, 2):
        combat = sheet(table, number)
        assert (len(combat.lines), len(combat.resolver_lines)) == (13, 16)
        assert combat.differential == sum(combat.lines.values()) + sum(combat.resolver_lines.values())
