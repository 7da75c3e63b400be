"""The attacker's thirteen lines (NDC-ATM-01 to 14), as their own breakdown shows them."""

from __future__ import annotations

from typing import Any

import pytest

from service.engine.orders import Done
from service.games.ndc.known.reports import AttackDeclared, CommanderUsed
from service.games.ndc.sections.declare import DeclareGroundCombat
from service.games.ndc.sections.movement import Move
from tests.games.ndc.fighting import answer, attack, battle, breakdown, resolved, sheet, stock
from tests.positions import Table, position

COMMANDER = "NDC-ATM-10 division commander of Soviet for"


def lines(attacker: str = "", *units: str, **given: Any) -> dict[str, int]:
    """The breakdown of the tank battalion's attack on 0902."""
    return breakdown(resolved(attack(battle(*units, attacker=attacker, **given))))


@pytest.mark.rule("NDC-ATM-01")
def test_attack_strength_is_added():
    """Tanks in Attack mode have 12, in Defend mode 5; riflemen 10; at T/O 3 one less, at T/O 2 three less."""
    assert lines()["NDC-ATM-01"] == 12
    assert lines("defend")["NDC-ATM-01"] == 5
    assert lines("to 3")["NDC-ATM-01"] == 11
    assert lines("to 2")["NDC-ATM-01"] == 9
    rifles = position("su S-I1 at 0802 attack", "us U-I1 at 0902 defend", phasing="su")
    assert breakdown(resolved(attack(rifles, unit="S-I1")))["NDC-ATM-01"] == 10


@pytest.mark.rule("NDC-ATM-02")
@pytest.mark.parametrize(("level", "line"), [(0, 2), (1, 1), (2, 0), (3, -2), (4, -3)])
def test_the_attackers_intelligence_level(level: int, line: int):
    assert lines(f"level {level}")["NDC-ATM-02"] == line


@pytest.mark.rule("NDC-ATM-02")
def test_the_level_is_that_after_the_reset_of_a_unit_that_has_moved():
    """At level 3 in 0703 the tanks drive to 0802, where nothing stops them; unsearched, they attack at level None."""
    table = position("su S-A1 at 0703 attack level 3", "us U-I1 at 0902 march", phasing="su")
    order = DeclareGroundCombat(unit="S-A1", target="0902", type="assault")
    table.order("su", Move(unit="S-A1", path=("0802",)), order, Done())
    assert breakdown(resolved(table))["NDC-ATM-02"] == 2


@pytest.mark.rule("NDC-ATM-03")
@pytest.mark.parametrize(
    ("attacker", "target", "line"),
    [
        ("su S-A1 at 0802 attack", "0902", 0),
        ("su S-I1 at 1003 attack", "0903", 1),  # from a hill down into the open
        ("su S-A1 at 0706 attack", "0606", -4),  # tanks across the Silber, into rough
        ("su S-I1 at 0706 attack", "0606", -2),  # across the Silber
        ("su S-A1 at 0708 attack", "0608", -1),  # over the bridge of the Silber
        ("su S-I1 at 1304 attack", "1204", -3),  # over the bridge of the Erle
        ("su S-A1 at 1304 attack", "1204", -4),  # and into a town with tanks
        ("su S-I1 at 1303 attack", "1202", -5),  # across the Erle where there is no bridge
        ("su S-I1 at 0503 attack", "0603", 0),  # from a hill onto a hill
    ],
)
def test_the_attackers_terrain_is_the_sum_of_what_applies(attacker: str, target: str, line: int):
    unit = attacker.split()[1]
    table = position(attacker, f"us U-I2 at {target} defend", phasing="su")
    assert breakdown(resolved(attack(table, unit=unit, target=target)))["NDC-ATM-03"] == line


@pytest.mark.rule("NDC-ATM-04")
@pytest.mark.parametrize("to", [4, 2, 1])
def test_the_attackers_to_level_is_added(to: int):
    assert lines(f"to {to}")["NDC-ATM-04"] == to


@pytest.mark.rule("NDC-ATM-05")
def test_each_other_battalion_next_to_the_attacked_hex_adds_two():
    """Riflemen in 0801 and 1001 count; those in March mode, those farther off and headquarters do not."""
    friends = ("su S-I1 at 0801 attack", "su S-I2 at 1001 defend")
    assert lines("", *friends)["NDC-ATM-05"] == 4
    others = ("su S-I3 at 1002 march", "su S-I4 at 0803 attack", "su S-2R at 0901 deployed")
    assert lines("", *friends, *others)["NDC-ATM-05"] == 4


@pytest.mark.rule("NDC-ATM-05")
def test_a_spread_friend_counts_by_any_of_its_hexes():
    """Its base hex 0701 is not next to 0902, its further hex 0801 is."""
    assert lines("", "su S-I2 at 0701 defend spread 0801")["NDC-ATM-05"] == 2


def test_friends_next_to_other_hexes_of_a_spread_defender_do_not_count():
    assert lines("", "su S-I1 at 1101 attack", defender="spread 1001")["NDC-ATM-05"] == 0


@pytest.mark.rule("NDC-ATM-06")
def test_an_attacker_out_of_command_loses_eight():
    assert lines()["NDC-ATM-06"] == 0
    assert lines(hqs=("su S-1R at 0216 deployed", "su S-DIV at 0402 deployed"))["NDC-ATM-06"] == -8
    assert lines(hqs=("su S-DIV at 0402 deployed",))["NDC-ATM-06"] == -8


@pytest.mark.rule("NDC-ATM-06")
@pytest.mark.parametrize(("words", "line"), [("", 0), ("ew 1", -8)])
def test_jamming_of_his_headquarters_may_put_him_out_of_command(words: str, line: int):
    """A regiment commands 5 hexes, as far as from 0302 to 0802; one less for each EW level."""
    assert lines(hqs=(f"su S-1R at 0302 deployed {words}", "su S-DIV at 0402 deployed"))["NDC-ATM-06"] == line


@pytest.mark.rule("NDC-ATM-07")
def test_an_attack_from_a_hex_entered_in_this_phase_is_unprepared():
    table = position("su S-A1 at 0703 attack", "su S-I1 at 0801 attack", "us U-I1 at 0902 defend", phasing="su")
    moved = DeclareGroundCombat(unit="S-A1", target="0902", type="assault")
    stood = DeclareGroundCombat(unit="S-I1", target="0902", type="assault")
    table.order("su", Move(unit="S-A1", path=("0802",)), moved, stood, Done())
    assert sheet(table, 1).lines["NDC-ATM-07"] == -2
    assert sheet(table, 2).lines["NDC-ATM-07"] == 0


@pytest.mark.rule("NDC-ATM-07")
def test_an_attack_from_a_hex_that_was_taken_by_advance_is_unprepared():
    """The tanks stood in 0802, overrun 0902 and go on from there."""
    table = resolved(attack(battle("us U-I2 at 1001 defend", attacker="leadership 12", die=9)))
    assert sheet(table).lines["NDC-ATM-07"] == 0
    attack(table, target="1001")
    assert sheet(table, 2).lines["NDC-ATM-07"] == -2


@pytest.mark.rule("NDC-ATM-08")
@pytest.mark.parametrize(("fatigue", "line"), [(0, 0), (1, -2), (2, -5), (3, -8)])
def test_the_attackers_fatigue(fatigue: int, line: int):
    assert lines(f"fatigue {fatigue}")["NDC-ATM-08"] == line


@pytest.mark.rule("NDC-ATM-09")
@pytest.mark.parametrize(
    ("weather", "line"),
    [((), 0), (("fog",), 1), (("precipitation",), 2), (("night",), 1), (("night", "precipitation"), 3)],
)
def test_every_condition_of_the_weather_adds(weather: tuple[str, ...], line: int):
    assert lines(weather=weather)["NDC-ATM-09"] == line


def with_commander(host: str, *dice: int) -> Table:
    """The Soviet division commander (rating 1) is with a unit, and their dice fall so."""
    table = battle("su S-I1 at 0801 attack", "su S-2R at 0503 deployed", more_dice={COMMANDER: list(dice)})
    return stock(table, "su", commander=host)


@pytest.mark.rule("NDC-ATM-10")
@pytest.mark.parametrize(
    ("die", "result", "line"), [(6, "C", 5), (5, "L", 3), (4, "L", 3), (2, "P", 1), (1, "none", 0)]
)
def test_the_division_commander_with_the_regiment(die: int, result: str, line: int):
    table = resolved(attack(with_commander("S-1R", die), command=True))
    assert breakdown(table)["NDC-ATM-10"] == line
    assert breakdown(table)["NDC-ATM-11"] == 0
    assert [report.result for report in table.told("su", CommanderUsed)] == [result]
    assert table.told("us", CommanderUsed) == []


def test_with_a_headquarters_he_commands_twice_a_phase_and_only_for_its_units():
    table = with_commander("S-1R", 6, 6)
    orders = [
        DeclareGroundCombat(unit=unit, target=target, type="probe", command=True)
        for unit, target in (("S-A1", "0902"), ("S-I1", "0902"))
    ]
    table.order("su", *orders)
    assert table.picture("su").account.commander_uses == 2
    third = DeclareGroundCombat(unit="S-A1", target="0902", type="probe", command=True)
    assert (
        "has led 2 combats in this phase"
        in stock(with_commander("S-1R"), "su", commander_uses=2).refused("su", third).reason
    )
    strange = with_commander("S-2R", 6)
    assert "cannot use command" in strange.refused("su", orders[0]).reason
    assert table.truth.rules.sides["Soviet"].commander_rating == 1


@pytest.mark.rule("NDC-ATM-11")
@pytest.mark.parametrize(("die", "line"), [(6, 10), (5, 6), (2, 2), (1, 0)])
def test_the_division_commander_with_the_attacking_unit(die: int, line: int):
    table = resolved(attack(with_commander("S-A1", die), command=True))
    assert breakdown(table)["NDC-ATM-11"] == line
    assert breakdown(table)["NDC-ATM-10"] == 0


def test_his_uses_are_counted_anew_in_the_phase_of_either_player():
    """Twice in their own phase, and then for the same battalion in the enemy's."""
    table = stock(battle("us U-A1 at 0702 attack"), "su", commander="S-1R", commander_uses=2)
    table.done_until("housekeeping-phase").done("su").done_until("movement-segment")
    answer(attack(table, unit="U-A1", target="0802"), command=True)
    assert table.picture("su").account.commander_uses == 1


def test_with_a_battalion_he_commands_once_and_that_battalion_alone():
    table = with_commander("S-A1", 6)
    other = DeclareGroundCombat(unit="S-I1", target="0902", type="probe", command=True)
    assert table.refused("su", other).rule == "NDC-ATM-10"
    again = stock(with_commander("S-A1", 6), "su", commander_uses=1)
    assert "has led 1 combat in this phase" in again.refused("su", DeclareGroundCombat(
        unit="S-A1", target="0902", type="probe", command=True)).reason  # fmt: skip


def test_a_commander_who_was_hit_commands_nobody():
    table = stock(with_commander("S-1R", 6), "su", commander_hit=2)
    order = DeclareGroundCombat(unit="S-A1", target="0902", type="probe", command=True)
    assert "out of action for 2 more Mode Change Phases" in table.refused("su", order).reason


def test_from_a_headquarters_he_commands_only_units_in_command_of_it():
    """The regiment's staff in 0202 is 6 hexes from the tanks, one more than it commands."""
    table = stock(battle(hqs=("su S-1R at 0202 deployed", "su S-DIV at 0402 deployed")), "su", commander="S-1R")
    order = DeclareGroundCombat(unit="S-A1", target="0902", type="probe", command=True)
    assert "cannot use command" in table.refused("su", order).reason


def test_a_battalion_directly_under_division_has_no_subordinate_rating():
    table = position("su S-RC at 0802 attack", "us U-I1 at 0902 defend", "su S-DIV at 0402 deployed rating 2")
    assert breakdown(resolved(attack(table, unit="S-RC")))["NDC-ATM-12"] == 0


@pytest.mark.rule("NDC-ATM-12")
def test_the_subordinate_commanders_rating_counts_in_command():
    assert lines(hqs=("su S-1R at 0602 deployed rating 2", "su S-DIV at 0402 deployed"))["NDC-ATM-12"] == 2
    assert lines(hqs=("su S-1R at 0216 deployed rating 2", "su S-DIV at 0214 deployed"))["NDC-ATM-12"] == 0
    assert lines(hqs=("su S-1R at 0602 deployed rating 2", "su S-DIV at 2016 deployed"))["NDC-ATM-12"] == 0


@pytest.mark.rule("NDC-ATM-13")
@pytest.mark.parametrize("leadership", [0, 1, 2])
def test_the_battalion_leadership_is_added(leadership: int):
    assert lines(f"leadership {leadership}")["NDC-ATM-13"] == leadership


@pytest.mark.rule("NDC-ATM-14", "NDC-DFM-17")
@pytest.mark.parametrize(("attacker", "defender", "entries"), [(4, 0, (-3, 0)), (0, 4, (2, 4)), (3, 3, (-2, 3))])
def test_no_third_table_is_used_for_surprise(attacker: int, defender: int, entries: tuple[int, int]):
    """Attacker at level 4, defender at None: -3 and 0, and nothing else in the sum; nor the other way round."""
    table = resolved(attack(battle(attacker=f"level {attacker}", defender=f"level {defender}")))
    combat = sheet(table)
    assert (combat.lines["NDC-ATM-02"], combat.resolver_lines["NDC-DFM-02"]) == entries
    assert list(combat.lines) == [f"NDC-ATM-{n:02}" for n in range(1, 14)]
    assert list(combat.resolver_lines) == [f"NDC-DFM-{n:02}" for n in range(1, 17)]
    assert combat.differential == sum(combat.lines.values()) + sum(combat.resolver_lines.values())
    assert table.told("us", AttackDeclared)[-1].attack.total == sum(combat.lines.values())
