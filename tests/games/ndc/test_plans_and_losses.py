"""What befalls a unit on its ordered move, and what that does to what was ordered after it in the same segment.

US interdiction lies on the ways: three T/O markers, a loss of one level on a die of 1 to 3. The regiment's staff in
0602 has 4 artillery points, the division's 6 in 0402.
"""

from __future__ import annotations

from typing import Any

import pytest

from service.engine.orders import Done
from service.games.ndc.known.reports import (
    AttackDeclared,
    CombatResolved,
    CommanderUsed,
    FireDeclared,
    OwnUnitGone,
    SegmentOpened,
    SupportLost,
)
from service.games.ndc.printed.units import Marker
from service.games.ndc.sections.declare import CounterBattery, DeclareGroundCombat, Interdict
from service.games.ndc.sections.movement import Enter, Finish, Move
from tests.games.ndc.fighting import battle, resolved, sheet, stock
from tests.positions import Table, position, said

ON_THE_MOVE = Move(unit="S-1R", path=("0702",))
"""The regiment's staff goes through the interdiction."""
ATTACK = DeclareGroundCombat(unit="S-A1", target="0902", type="probe", barrage=4, hqs=("S-1R",))


def interdicted(table: Table, *hexes: str) -> Table:
    """US interdiction of three T/O markers lies in these hexes, and both know it."""
    for markers in (table.truth.markers, table.picture("us").markers, table.picture("su").markers):
        markers += [Marker(kind="interdiction", hex=hex, side="US", strength=3) for hex in hexes]
    return table


def through_fire(to: int = 4, *units: str, die: int = 1, staff: str = "", **given: Any) -> Table:
    """The staff, at this T/O level, is about to move through the interdiction in 0702."""
    hqs = (f"su S-1R at 0602 deployed to {to} {staff}", "su S-DIV at 0402 deployed", "us U-DIV at 1302 deployed")
    return interdicted(battle(*units, hqs=hqs, more_dice={"NDC-CBF-10": [die] * 4}, **given), "0702")


def declared(table: Table) -> AttackDeclared:
    return table.told("us", AttackDeclared)[-1]


# ---- movers


def test_the_attack_of_a_battalion_that_falls_on_its_way_is_cancelled_and_its_support_is_free_again():
    table = interdicted(battle("su S-I1 at 0602 attack to 1", more_dice={"NDC-CBF-10": [1]}), "0702")
    order = DeclareGroundCombat(unit="S-I1", target="0803", type="assault", barrage=3)
    further = (Move(unit="S-I1", path=("0702",)), Move(unit="S-I1", path=("0703",)), Finish(unit="S-I1"))
    table.order("su", *further, order, Done())
    assert "S-I1" not in table.truth.units
    resolved(table)
    assert [report.outcome for report in table.told("su", CombatResolved)] == ["cancelled"]
    assert table.truth.accounts["Soviet"].support_used == {}
    assert table.picture("su").account.support_used == {}
    assert [gone.unit for gone in table.told("su", OwnUnitGone)] == ["S-I1"]


def test_who_followed_in_its_tracks_goes_on():
    """The one behind it was ordered into the hex where the first was to stand: there is room for it now."""
    table = position(
        "su S-I1 at 0702 attack to 1", "su S-I2 at 0602 attack", by_purpose={"NDC-CBF-10": [1, 6]}, phasing="su"
    )
    interdicted(table, "0703").order("su", Move(unit="S-I1", path=("0703",)), Move(unit="S-I2", path=("0702",)), Done())
    assert "S-I1" not in table.truth.units
    assert table.unit("S-I2").hex == "0702"


def test_a_forced_march_that_ends_in_an_interdiction_is_reckoned_for_nobody():
    table = position("su S-I1 at 0702 march to 1 fatigue 2", by_purpose={"NDC-CBF-10": [1]}, phasing="su")
    for unit in (table.unit("S-I1"), table.believes("su", "S-I1")):
        unit.forced = True
    interdicted(table, "0703").order("su", Move(unit="S-I1", path=("0703",)), Done())
    table.done_until("housekeeping-phase")
    assert table.rolls("NDC-MOD-01 forced march") == []


def test_a_reinforcement_that_falls_as_it_enters_makes_no_further_move():
    table = position("su S-A3 at 2008 attack to 1 arrives 1", by_purpose={"NDC-CBF-10": [1]}, phasing="su")
    for unit in (table.unit("S-A3"), table.believes("su", "S-A3")):
        unit.hex, unit.started = None, None
    interdicted(table, "2008")
    table.order("su", Enter(unit="S-A3", hex="2008", mode="attack"), Move(unit="S-A3", path=("1908",)), Done())
    assert "S-A3" not in table.truth.units
    assert "S-A3" not in table.done_until("housekeeping-phase").picture("su").own


# ---- the guns of a staff that was hurt, lost or stopped


@pytest.mark.rule("NDC-GCD-06")
@pytest.mark.parametrize(("to", "csps"), [(4, 3), (2, 1), (1, 0)])
def test_a_staff_that_was_hit_on_its_way_fires_no_more_than_it_still_can(to: int, csps: int):
    """Of 4 CSPs ordered; what it could not fire is not spent, and its owner reads it with the resolution letter."""
    table = through_fire(to)
    ordered = min(4, to)
    table.order("su", ON_THE_MOVE, replaced(barrage=ordered), Done())
    assert declared(table).attack.barrage == csps
    assert table.told("su", SupportLost) == []
    resolved(table)
    assert table.truth.accounts["Soviet"].support_used == ({"S-1R": csps} if csps else {})
    assert table.picture("su").account == table.truth.accounts["Soviet"]
    [lost] = table.told("su", SupportLost)
    assert (lost.target, lost.ordered, lost.csps) == ("0902", ordered, csps)
    assert table.told("us", SupportLost) == []


def replaced(**entries: Any) -> DeclareGroundCombat:
    return DeclareGroundCombat(**{"unit": "S-A1", "target": "0902", "type": "probe", "hqs": ("S-1R",), **entries})


@pytest.mark.rule("NDC-GCD-06")
def test_a_staff_that_came_through_fires_all_that_was_ordered():
    table = through_fire(die=6).order("su", ON_THE_MOVE, ATTACK, Done())
    assert declared(table).attack.barrage == 4
    assert resolved(table).told("su", SupportLost) == []


def test_with_too_few_guns_left_no_chemical_shells_are_fired():
    table = stock(through_fire(2), "su", released=True)
    table.order("su", ON_THE_MOVE, replaced(barrage=2, chemical=True, persistent=True), Done())
    assert (declared(table).attack.chemical, declared(table).attack.persistent) == (False, False)
    resolved(table)
    assert table.truth.accounts["Soviet"].chemical_uses == 0
    assert [marker.kind for marker in table.truth.markers] == ["interdiction"]
    assert "no chemical shells" in said(table.told("su", SupportLost)[0])


def test_the_signals_of_a_staff_that_fell_jam_nobody_and_the_stock_never_falls_below_none():
    table = stock(through_fire(1, staff="parent S-DIV"), "su", ew_points=2)
    signals = table.unit("S-DIV").assets[-1:]
    for units in (table.truth.units, table.picture("su").own):
        units["S-1R"].assets, units["S-DIV"].assets = [*units["S-1R"].assets, *signals], units["S-DIV"].assets[:-1]
    table.order("su", ON_THE_MOVE, replaced(ew=2, hqs=()), Done())
    assert declared(table).attack.ew_attacks == 0
    resolved(table)
    assert table.truth.accounts["Soviet"].ew_points == 0
    assert table.unit("U-I1").ew == 0
    [lost] = table.told("su", SupportLost)
    assert (lost.ew_ordered, lost.ew) == (2, 0)
    assert said(lost) == "Combat 1, on 0902: none of the 2 EW attacks ordered could be made."


@pytest.mark.rule("NDC-MOV-05")
def test_counter_battery_fire_of_guns_that_are_lost_comes_to_nothing_and_the_phase_goes_on():
    table = through_fire(1, "us U-1B at 1102 deployed level 4")
    table.order("su", ON_THE_MOVE, CounterBattery(target="1102", csps=1, hqs=("S-1R",)), Done())
    assert [report.fire.csps for report in table.told("us", FireDeclared)] == [0]
    resolved(table)
    assert table.rolls("NDC-CBF-08") == []
    assert table.truth.accounts["Soviet"].counter_used == {}
    assert [report.segment for report in table.told("su", SegmentOpened)] == [1, 2]
    assert "none of the 1 CSP ordered could fire" in said(table.told("su", SupportLost)[0])


@pytest.mark.parametrize(("to", "ordered", "strength"), [(4, 4, 2), (3, 3, 1), (2, 2, None)])
def test_an_interdiction_is_as_strong_as_the_guns_that_are_left_on_both_maps(
    to: int, ordered: int, strength: int | None
):
    """Of 4 CSPs 3 still make two markers, of 3 the 2 that are left one; a single one lays nothing."""
    table = through_fire(to)
    table.order("su", ON_THE_MOVE, Interdict(target="1002", csps=ordered, hqs=("S-1R",)), Done())
    resolved(table)
    for markers in (table.truth.markers, table.picture("su").markers, table.picture("us").markers):
        assert [mark.strength for mark in markers if mark.hex == "1002"] == ([] if strength is None else [strength])


def test_guns_that_were_stopped_out_of_range_do_not_fire():
    """In 1704 they would reach Waldau in 0904, 8 hexes off; a hidden squadron there stops them in 1804."""
    table = position(
        "su S-1R at 1904 deployed", "us U-R1 at 1704 march", "us U-1B at 0904 deployed level 4", phasing="su"
    )
    fire = CounterBattery(target="0904", csps=3)
    table.order("su", Move(unit="S-1R", path=("1804", "1704")), fire, Done())
    assert table.unit("S-1R").hex == "1804"
    resolved(table)
    assert table.rolls("NDC-CBF-08") == []
    [lost] = table.told("su", SupportLost)
    assert said(lost) == "Combat 1, on 0904: none of the 3 CSPs ordered could fire."


# ---- the division commander


def test_a_commander_whose_staff_fell_on_its_way_leads_nobody_and_goes_hit_to_the_next():
    table = stock(through_fire(1), "su", commander="S-1R")
    table.order("su", ON_THE_MOVE, replaced(command=True, hqs=()), Done())
    resolved(table)
    account = table.truth.accounts["Soviet"]
    assert (account.commander, account.commander_hit, account.commander_uses) == ("S-DIV", 2, 0)
    assert table.picture("su").account == account
    assert table.told("su", CommanderUsed) == []
    assert sheet(table).lines["NDC-ATM-10"] == 0


# ---- assets


def test_assets_that_were_sent_to_a_staff_are_lost_with_it():
    from service.games.ndc.sections.assets import TransferAsset

    table = position(
        "su S-1R at 0602 deployed to 1", "su S-DIV at 0402 deployed", heading="assets", phasing="su",
        by_purpose={"NDC-CBF-10": [1]},
    )  # fmt: skip
    stock(table, "su", air=4)
    table.order("su", TransferAsset(source="S-DIV", to="S-1R", assets=("S-DIV/air-1",)), Done())
    interdicted(table.done_until("movement-segment"), "0702").order("su", ON_THE_MOVE, Done())
    assert "S-1R" not in table.truth.units
    assert table.truth.accounts["Soviet"].air == 2
    assert table.unit("S-DIV").points("air") == 2


def test_level_and_sectors_stand_though_the_staff_whose_points_set_them_is_lost():
    table = through_fire(1)
    for account in (table.truth.accounts["Soviet"], table.picture("su").account):
        account.level, account.sectors = 3, ("B1", "C1")
    table.order("su", ON_THE_MOVE, Done()).done_until("housekeeping-phase")
    assert (table.truth.accounts["Soviet"].level, table.truth.accounts["Soviet"].sectors) == (3, ("B1", "C1"))
