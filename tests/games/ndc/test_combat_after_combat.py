"""What one combat does to what was declared, planned or answered for the next: by each pair that can meet.

In 0802 stand the tanks S-A1, in 0902 a mechanized battalion; with leadership 12 a 9 on the die of table 11.93 overruns
it by two hexes, with leadership 5 a 7 drives it back by one with a loss of 1 (see `fighting`).
"""

from __future__ import annotations

from typing import Any

import pytest

from service.engine.orders import Done, Order
from service.games.ndc.known.lines import AddAttackLine, AddRetreatLine, SetStandingOrders
from service.games.ndc.known.reports import CombatResolved, CommanderUsed, EnemyRetreated, MovementStopped, UnitLocated
from service.games.ndc.printed.units import Marker
from service.games.ndc.sections.assets import Reassign
from service.games.ndc.sections.declare import CounterBattery, DeclareGroundCombat
from service.games.ndc.sections.defence import Defend, Retreat
from service.games.ndc.sections.housekeeping import Recombine
from service.games.ndc.sections.modes import ChangeMode
from service.games.ndc.sections.movement import Move
from service.games.ndc.sections.reveal import Reveal
from service.games.ndc.truth.zones import exerting
from tests.games.ndc.fighting import RESULT, RETREAT, battle, defence, leaving, resolved, sheet, stock
from tests.positions import Table, position

ONE_HEX: dict[str, Any] = {"attacker": "leadership 5"}
TWO_HEXES: dict[str, Any] = {"attacker": "leadership 12"}
ONE_BACK, OVERRUN, NOTHING = 7, 9, 5
OUTCOMES = "no-contact", "resolved", "overrun"
FIRE = "NDC-CBF-08 counter-battery fire"
MODE_PHASE = "mode-change-and-forced-march-designation-phase"
FAR_GUNS = ("su S-1R at 0602 deployed", "su S-DIV at 0402 deployed")


def against(target: str, unit: str = "S-A1", type: str = "assault", **entries: Any) -> DeclareGroundCombat:
    return DeclareGroundCombat(unit=unit, target=target, type=type, **entries)  # type: ignore[arg-type]


def in_turn(table: Table, *orders: Order, dice: tuple[int, ...] = ()) -> Table:
    """Several combats are declared and the segment closed; the dice are those of table 11.93, one a combat."""
    if dice:
        table.dice.by_purpose[RESULT] = list(dice)
    return table.order("su", *orders, Done())


def outcomes(table: Table) -> list[str]:
    return [report.outcome for report in table.told("su", CombatResolved)]


# ---- a declared combat, and a defender who has gone or come


@pytest.mark.rule("NDC-GCD-01")
def test_who_retreats_into_the_target_of_the_next_combat_fights_there_again():
    """The first attack drives it from 0902 to 1002, on which the second was declared, at a loss of two levels."""
    table = battle("su S-A2 at 1102 attack", **ONE_HEX)
    in_turn(table, against("0902"), against("1002", "S-A2"), dice=(ONE_BACK, NOTHING))
    table.done("us").order("us", Retreat(hex="1002"), Done())
    resolved(table)
    assert outcomes(table) == ["resolved", "resolved"]
    assert sheet(table, 2).defender == "U-I1"
    assert defence(sheet(table, 2))["NDC-DFM-04"] == -2, "one by the table, one in the zone of the tanks in 1102"
    assert table.unit("U-I1").hex == "1002"
    assert [contact.known for contact in table.contacts_at("su", "1002")] == [True]


def test_a_hex_whose_defender_fell_is_found_empty_by_the_next_attack():
    """A probe eliminates the battalion and stays where it is; the assault after it moves in at no loss."""
    table = battle("su S-A2 at 0903 attack", defender="to 1", **ONE_HEX)
    in_turn(table, against("0902", type="probe"), against("0902", "S-A2"), dice=(9,))
    resolved(table)
    assert "U-I1" not in table.truth.units
    assert outcomes(table) == ["resolved", "no-contact"]
    assert (table.unit("S-A2").hex, table.unit("S-A2").to) == ("0902", 4)


@pytest.mark.rule("NDC-GCD-01", "NDC-RES-16")
def test_a_hex_that_a_friend_has_taken_is_not_entered_by_the_next_assault():
    table = battle("su S-A2 at 0903 attack", **ONE_HEX)
    in_turn(table, against("0902"), against("0902", "S-A2"), dice=(ONE_BACK,))
    resolved(table)
    assert outcomes(table) == ["resolved", "no-contact"]
    assert (table.unit("S-A1").hex, table.unit("S-A2").hex) == ("0902", "0903")
    assert not result_of(table, 2).advanced


def result_of(table: Table, number: int) -> CombatResolved:
    return next(report for report in table.told("su", CombatResolved) if report.number == number)


@pytest.mark.rule("NDC-GCD-01")
def test_a_unit_driven_from_one_hex_of_its_zone_is_met_in_no_other():
    table = battle("su S-A2 at 0903 attack", defender="spread 1003 leadership 0", **TWO_HEXES)
    in_turn(table, against("0902"), against("1003", "S-A2"), dice=(OVERRUN,))
    table.done("us")
    while table.heading == "retreat":
        hexes = table.options("us", "retreat")[0].fields["hex"].places  # type: ignore[union-attr]
        table.order("us", Retreat(hex=next(hex for hex in hexes if hex != "1003")), Done())
    resolved(table)
    assert outcomes(table) == ["overrun", "no-contact"]
    assert table.unit("S-A2").hex == "1003"


# ---- how the defender stands


def test_who_was_driven_out_of_his_holes_fights_the_next_combat_without_them():
    """Dug-in it may stand fast before the first attack; it goes, and is in Defend mode when the second strikes it."""
    table = battle("su S-A2 at 1102 attack leadership 15 parent S-DIV", defender="dug-in", attacker="leadership 15")
    in_turn(table, against("0902"), against("1002", "S-A2"), dice=(2, 3))
    table.done("us")
    assert len(table.options("us", "stand-fast")) == 1
    table.order("us", Retreat(hex="1002"), Done()).done_until("defence").done("us")
    lines, unit = defence(sheet(table, 2)), table.unit("U-I1")
    printed = table.truth.tables.strength(unit.profile, "defend", sheet(table, 2).before["U-I1"])
    assert (unit.mode, lines["NDC-DFM-01"]) == ("defend", -printed.defence)
    assert table.heading == "retreat"
    assert table.options("us", "stand-fast") == []


@pytest.mark.rule("NDC-DFM-11")
def test_jamming_of_the_first_attack_lies_on_the_defender_in_the_second():
    table = battle("su S-A2 at 0903 attack", more_dice={"NDC-RES-05": [5]})
    stock(table, "su", ew_points=1)
    in_turn(table, against("0902", type="probe", ew=1), against("0902", "S-A2", "probe"), dice=(NOTHING, NOTHING))
    resolved(table)
    assert [defence(sheet(table, number))["NDC-DFM-11"] for number in (1, 2)] == [2, 2]


@pytest.mark.rule("NDC-DFM-06")
def test_a_unit_whose_headquarters_is_jammed_out_of_reach_is_out_of_command():
    """The brigade in 0307 commands the battalion 6 hexes off, until an attack on it from 0206 jams it."""
    table = battle(
        "su S-A2 at 0206 attack parent S-DIV", hqs=("su S-1R at 0602 deployed", "su S-DIV at 0402 deployed",
        "us U-1B at 0307 deployed rating 2", "us U-DIV at 1302 deployed"), more_dice={"NDC-RES-05": [5]},
    )  # fmt: skip
    assert table.truth.units["U-1B"].hex == "0307"
    stock(table, "su", ew_points=1)
    in_turn(table, against("0307", "S-A2", "probe", ew=1), against("0902", type="probe"), dice=(1, NOTHING))
    resolved(table)
    assert table.unit("U-1B").ew == 1 and table.unit("U-1B").hex == "0307"
    assert defence(sheet(table, 2))["NDC-DFM-06"] == 4
    assert defence(sheet(table, 2))["NDC-DFM-14"] == 0


@pytest.mark.rule("NDC-DFM-06")
def test_a_unit_whose_headquarters_has_fallen_to_fire_is_out_of_command():
    table = battle(
        hqs=(*FAR_GUNS, "us U-1B at 1001 deployed rating 2 to 1 level 4", "us U-DIV at 1302 deployed"),
        more_dice={FIRE: [6]},
    )  # fmt: skip
    in_turn(table, CounterBattery(target="1001", csps=8), against("0902", type="probe"), dice=(NOTHING,))
    resolved(table)
    assert "U-1B" not in table.truth.units
    assert defence(sheet(table, 2))["NDC-DFM-06"] == 4
    assert defence(sheet(table, 2))["NDC-DFM-14"] == 0


def test_a_defender_held_by_one_attack_and_driven_off_by_the_next_is_held_no_more():
    """Engaged with the tanks in 0802 it controls their hex alone; back in 1002 it controls what is around it."""
    table = battle("su S-A2 at 0903 attack leadership 5 parent S-1R", more_dice={RETREAT: [1, 1]})
    in_turn(table, against("0902", type="probe"), against("0902", "S-A2", "probe"), dice=(NOTHING, 10))
    resolved(table)
    unit = table.unit("U-I1")
    assert unit.hex != "0902" and not unit.engaged
    assert table.truth.engagements == []
    beside = next(h for h in table.truth.rules.board.grid.neighbours(unit.hex) if not table.truth.units_at(h))
    assert [one.id for one in exerting(table.truth, beside, "Soviet")] == ["U-I1"]


# ---- what supports the defence


def test_guns_that_were_suppressed_give_half_their_fire_in_the_next_combat():
    """The brigade's three points are one; present or on standing orders, no more is fired."""
    for away in (False, True):
        table = battle(hqs=(*FAR_GUNS, "us U-1B at 1102 deployed level 4"), more_dice={FIRE: [3]})
        if away:
            leaving(table, SetStandingOrders(fire=3))
        in_turn(table, CounterBattery(target="1102", csps=3), against("0902", type="probe"), dice=(NOTHING,))
        if not away:
            table.done_until("defence")
            assert table.unit("U-1B").suppressed
            assert "You asked for 3 CSPs at 0802; 1 is left" in table.refused("us", Defend(fire=3)).reason
            table.order("us", Defend(fire=1))
        resolved(table)
        assert table.truth.accounts["US"].support_used == {"U-1B": 1}


def test_the_fire_of_a_headquarters_that_has_fallen_is_answered_with_by_nobody():
    table = battle(hqs=(*FAR_GUNS, "us U-1B at 1102 deployed level 4 to 1"), more_dice={FIRE: [6]})
    leaving(table, AddAttackLine(fire=3, ew=1))
    in_turn(table, CounterBattery(target="1102", csps=8), against("0902", type="probe"), dice=(NOTHING,))
    assert "U-1B" not in table.truth.units
    assert result_of(table, 2).fire == 0
    assert table.truth.accounts["US"].support_used == {}


def test_signal_points_go_with_their_headquarters_and_never_below_none():
    table = battle(hqs=(*FAR_GUNS, "us U-1B at 1102 deployed level 4 to 1"), more_dice={FIRE: [6]})
    stock(table, "us", ew_points=0)
    in_turn(table, CounterBattery(target="1102", csps=8), against("0902", type="probe"), dice=(NOTHING,))
    resolved(table)
    assert table.truth.accounts["US"].ew_points == 0


@pytest.mark.parametrize("away", [False, True])
def test_a_commander_hit_in_the_first_combat_leads_in_no_second(away: bool):
    table = battle(
        "su S-A2 at 0903 attack",
        more_dice={"NDC-ATM-10 division commander of US under fire": [1], "NDC-DFM-12": [5]},
    )  # fmt: skip
    stock(table, "us", commander="U-I1")
    if away:
        leaving(table, AddAttackLine(command=False, his_total=19, type="assault"), SetStandingOrders(command=True))
    in_turn(table, against("0902"), against("0902", "S-A2", "probe"), dice=(6, NOTHING))
    if not away:
        table.done("us").done_until("defence")
        assert "out of action for 2 more Mode Change Phases" in table.refused("us", Defend(command=True)).reason
    resolved(table)
    assert table.truth.accounts["US"].commander_hit == 2
    assert table.told("us", CommanderUsed) == []


@pytest.mark.rule("NDC-DFM-12")
def test_a_commander_who_was_displaced_with_his_headquarters_serves_from_where_it_now_is():
    """The brigade in 1002 goes one hex on; they lead by standing orders from there."""
    table = battle(
        hqs=(*FAR_GUNS, "us U-1B at 1002 deployed level 4", "us U-DIV at 1302 deployed"),
        more_dice={FIRE: [4], "NDC-DFM-12": [5]},
    )  # fmt: skip
    stock(table, "us", commander="U-1B")
    leaving(table, SetStandingOrders(command=True))
    in_turn(table, CounterBattery(target="1002", csps=3), against("0902", type="probe"), dice=(NOTHING,))
    assert table.unit("U-1B").hex != "1002"
    assert defence(sheet(table, 2))["NDC-DFM-12"] == -5


# ---- ways out


def test_of_two_hexes_ordered_the_second_is_no_more_where_the_unit_falls_in_the_first():
    """It has one level left after the overrun, and gas lies where it goes."""
    table = battle(defender="to 3", more_dice={"NDC-GCD-08": [1]}, **TWO_HEXES)
    for markers in (table.truth.markers, table.picture("us").markers, table.picture("su").markers):
        markers.append(Marker(kind="gas", hex="1002", side="Soviet"))
    in_turn(table, against("0902"), dice=(OVERRUN,))
    table.done("us").order("us", Retreat(hex="1002"), Retreat(hex="1102"), Done())
    assert "U-I1" not in table.truth.units
    assert sheet(table).paths == {"U-I1": ("1002",)}
    assert table.heading == "send-the-results"
    assert table.picture("us").retreating is None


def test_a_line_that_leads_to_headquarters_leads_to_the_next_one_where_its_own_has_fallen():
    """The brigade in 1001 falls to fire; the division's staff in 0905 is left, and 1002 is nearer to it."""
    table = battle(
        hqs=(*FAR_GUNS, "us U-1B at 1001 deployed level 4 to 1", "us U-DIV at 1105 deployed"),
        more_dice={FIRE: [6]}, **ONE_HEX,
    )  # fmt: skip
    leaving(table, AddRetreatLine(to="hq"))
    in_turn(table, CounterBattery(target="1001", csps=8), against("0902"), dice=(ONE_BACK,))
    assert "U-1B" not in table.truth.units
    assert sheet(table, 2).paths["U-I1"][0] == "1002"


def test_lines_for_a_battalion_that_has_fallen_rest_and_the_others_act():
    table = battle("us U-I2 at 1002 dug-in", "su S-A2 at 1102 attack parent S-DIV", defender="to 1", **ONE_HEX)
    leaving(table, AddAttackLine(unit="U-I1", fire=3), AddAttackLine(fire=1), AddRetreatLine(unit="U-I1", to="hq"))
    in_turn(table, against("0902", type="probe"), against("1002", "S-A2", "probe"), dice=(9, NOTHING))
    assert "U-I1" not in table.truth.units
    assert [result_of(table, number).fire for number in (1, 2)] == [3, 1]


def together(first: int, second: int, *others: str) -> Table:
    """Both detachments of a battalion stand in 0902, with so many T/O levels."""
    table = battle(f"us U-I2 at 0902 defend to {second}", *others, defender=f"to {first}", attacker="leadership 0")
    for units in (table.truth.units, table.picture("us").own):
        for unit in ("U-I1", "U-I2"):
            units[unit].detached_from = "U-I9"
    return table


def test_where_a_detachment_falls_without_a_retreat_the_other_holds_the_hex():
    """1/1 eliminates the one that defends; no retreat is called for, so the other and the staff stay, as they are."""
    table = together(1, 1, "us U-2B at 0902 deployed")
    resolved(in_turn(table, against("0902"), dice=(5,)))
    assert "U-I1" not in table.truth.units
    assert sheet(table).retreat_hexes == 0
    assert (table.unit("U-I2").hex, table.unit("U-I2").to) == ("0902", 1)
    assert table.unit("U-2B").hex == "0902"
    assert table.unit("S-A1").hex == "0802"


# ---- what waits for a letter


@pytest.mark.rule("NDC-REP-15")
@pytest.mark.parametrize("falls", [False, True])
def test_a_word_that_waits_for_the_letter_is_true_when_it_goes(falls: bool):
    """The hex of a battalion, revealed before it was driven back, is told as it then is; of one that fell, nothing."""
    table = battle(defender="to 1" if falls else "", **ONE_HEX)
    in_turn(table, against("0902", type="probe"), dice=(9 if falls else 10,))
    table.order("us", Reveal(unit="U-I1", items=("hex", "type")))
    resolved(table)
    told = [report.hexes for report in table.told("su", UnitLocated) if report.because == "revealed"]
    assert told == ([] if falls else [(table.unit("U-I1").hex,)])
    assert falls or table.unit("U-I1").hex != "0902"


def stopped_by_a_zone(die: int, to: int = 4) -> Table:
    """A column is stopped at 1604 by a squadron spread over 1505 and 1405; tanks attack 1405 in the same segment."""
    table = position(
        "su S-I1 at 1804 attack level 2", "su S-A1 at 1305 attack leadership 12 parent S-DIV",
        "su S-DIV at 1808 deployed", f"us U-R1 at 1505 spread 1405 defend to {to} leadership 0",
        by_purpose={RESULT: [die], "NDC-RES-11": [1] * 9},
    )  # fmt: skip
    table.order("su", Move(unit="S-I1", path=("1704", "1604", "1504")), against("1405"), Done())
    assert table.unit("S-I1").hex == "1604"
    return resolved(table)


@pytest.mark.rule("NDC-ZOC-06")
@pytest.mark.parametrize("die", [OVERRUN, 1], ids=["driven off", "holds"])
def test_who_stopped_a_unit_is_declared_where_he_did_though_he_has_since_been_driven_off(die: int):
    """Their retreat is told to nobody: that their hex is declared or not must not tell it either."""
    table = stopped_by_a_zone(die)
    assert (table.unit("U-R1").hexes == ("1505", "1405")) == (die == 1)
    assert [(stop.unit, stop.hex) for stop in table.told("su", MovementStopped)] == [("S-I1", "1604")]
    assert [contact.known for contact in table.contacts_at("su", "1505")] == [True]
    assert table.told("su", EnemyRetreated) == []


@pytest.mark.rule("NDC-REP-20")
def test_what_no_longer_holds_of_it_is_withdrawn_with_his_next_letter():
    table = stopped_by_a_zone(OVERRUN)
    table.done_until("housekeeping-phase").done("su").done_until("movement-segment").done("us")
    assert [contact.known for contact in table.contacts_at("su", "1505")] == [False]


# ---- a hex that was taken


def test_nobody_is_offered_a_way_into_a_hex_of_which_he_was_told_that_an_assault_took_it():
    """The first assault finds nobody in 1002 and occupies it; the second drives the battalion from 0902."""
    table = battle("su S-A2 at 1102 attack parent S-DIV", **ONE_HEX)
    in_turn(table, against("1002", "S-A2"), against("0902"), dice=(ONE_BACK,))
    assert table.unit("S-A2").hex == "1002"
    assert [contact.known for contact in table.contacts_at("us", "1002")] == [True]
    table.done_until("defence").done("us")
    assert table.unit("U-I1").hex == "0901", "the one hex that is left is taken without a question"


# ---- sealed ways, and whom one meets on them


@pytest.mark.rule("NDC-RES-11")
def test_a_way_that_is_barred_at_its_first_hex_is_chosen_anew():
    """By 1001 to 1101: a hidden battalion is in 1001, so the rest of the way is no way."""
    table = battle("su S-I1 at 1001 march", **TWO_HEXES)
    in_turn(table, against("0902"), dice=(OVERRUN,))
    table.done("us").order("us", Retreat(hex="1001"), Retreat(hex="1101"), Done())
    assert table.heading == "retreat"
    assert table.unit("U-I1").hex == "0902"
    assert table.options("us", "retreat")[0].fields["hex"].places == ("0901", "1002")  # type: ignore[union-attr]
    assert [contact.known for contact in table.contacts_at("us", "1001")] == [True]


@pytest.mark.rule("NDC-ZOC-06")
def test_who_stopped_a_unit_is_declared_where_he_did_though_he_has_since_fallen_unseen():
    table = stopped_by_a_zone(OVERRUN, to=2)
    assert "U-R1" not in table.truth.units
    assert [contact.known for contact in table.contacts_at("su", "1505")] == [True]


@pytest.mark.parametrize("die", [6, 1], ids=["displaced", "unhurt"])
def test_a_staff_that_a_column_ran_into_is_declared_where_it_was_though_fire_has_displaced_it(die: int):
    """Of a hidden staff nothing is told of what the fire did: so nothing may be missing from the contact either."""
    table = position(
        "su S-I1 at 1804 attack level 2", "su S-1R at 1904 deployed", "su S-2R at 1905 deployed",
        "us U-1B at 1604 deployed", by_purpose={FIRE: [die], "NDC-RES-11": [1]},
    )  # fmt: skip
    fire = CounterBattery(target="1604", csps=8)
    resolved(table.order("su", Move(unit="S-I1", path=("1704", "1604", "1504")), fire, Done()))
    assert (table.unit("U-1B").hex == "1604") == (die == 1)
    assert [contact.known for contact in table.contacts_at("su", "1604")] == [True]


# ---- what its owner may do with what is left, in their own turn


def us_turn(table: Table, heading: str) -> Table:
    """On to this phase of the US turn."""
    resolved(table).done_until("housekeeping-phase").done("su")
    return table.done_until(heading)


def test_a_battalion_that_was_driven_back_may_dig_in_for_it_has_not_moved_in_a_phase_of_its_own():
    table = us_turn(in_turn(battle(**ONE_HEX), against("0902", type="probe"), dice=(10,)), MODE_PHASE)
    assert table.unit("U-I1").hex != "0902"
    table.order("us", ChangeMode(unit="U-I1", mode="dug-in"))
    assert table.unit("U-I1").mode == "dug-in"


def test_of_a_battalion_one_of_whose_detachments_has_fallen_nothing_is_recombined():
    table = us_turn(in_turn(together(1, 1), against("0902"), dice=(5,)), "housekeeping-phase")
    assert "U-I1" not in table.truth.units
    refusal = table.refused("us", Recombine(unit="U-I9", hex="0902"))
    assert refusal.rule == "NDC-HSK-08"
    assert "You have 1 detachment of the battalion 'U-I9'" in refusal.reason


def test_a_battalion_whose_headquarters_has_fallen_may_come_under_another():
    table = battle(
        hqs=(*FAR_GUNS, "us U-1B at 1001 deployed level 4 to 1", "us U-2B at 1002 deployed"), more_dice={FIRE: [6]}
    )
    us_turn(in_turn(table, CounterBattery(target="1001", csps=8)), "asset-transfer-phase")
    assert "U-1B" not in table.truth.units
    table.order("us", Reassign(unit="U-I1", to="U-2B"))
    assert table.unit("U-I1").parent == "U-2B"
