"""Counter-battery fire and interdiction (NDC-CBF-01 to 11)."""

from __future__ import annotations

import pytest

from service.engine.orders import Done, Order
from service.games.ndc.known.reports import (
    CombatResolved,
    EnemyLost,
    EnemyRetreated,
    FireDeclared,
    FireResolved,
    MarkerPlaced,
)
from service.games.ndc.sections.declare import CounterBattery, DeclareGroundCombat, Interdict
from service.games.ndc.sections.defence import Defend, Retreat
from service.games.ndc.sections.movement import Move
from tests.games.ndc.fighting import resolved, sheet, stock
from tests.positions import Table, position

FIRE = "NDC-CBF-08 counter-battery fire"
ARTILLERY = "su S-1R at 0602 deployed"  # 4 artillery points


def scene(*units: str, die: int = 3, target: str = "us U-1B at 0902 deployed", **given: object) -> Table:
    """The regiment's guns, and a brigade headquarters within their range."""
    return position(ARTILLERY, target, *units, phasing="su", by_purpose={FIRE: [die]}, **given)  # type: ignore[arg-type]


def fire(table: Table, *orders: Order) -> Table:
    return table.order("su", *(orders or (CounterBattery(target="0902", csps=3),)), Done())


@pytest.mark.rule("NDC-CBF-01")
def test_fires_are_declared_with_the_combats_and_worked_in_their_order():
    table = scene("su S-A1 at 0802 attack", "us U-I1 at 0803 defend")
    table.order(
        "su", DeclareGroundCombat(unit="S-A1", target="0803", type="probe"), CounterBattery(target="0902", csps=2),
        Interdict(target="1002", csps=2), Done(),
    )  # fmt: skip
    kinds = [combat.kind for combat in table.truth.combats]
    resolved(table)
    assert kinds == ["ground", "counter-battery", "interdiction"]
    assert [report.number for report in table.told("us", FireResolved)] == [2, 3]
    assert [report.number for report in table.told("su", FireResolved)] == [2, 3]


@pytest.mark.rule("NDC-CBF-01")
def test_a_fire_that_is_declared_before_a_ground_combat_is_worked_before_it():
    """The staff is displaced out of the hex that the tanks then take."""
    table = scene(
        "su S-A1 at 0802 attack", "su S-2R at 0503 deployed", die=6, target="us U-1B at 0902 deployed level 4"
    )
    attack = DeclareGroundCombat(unit="S-A1", target="0902", type="assault")
    table.order("su", CounterBattery(target="0902", csps=2), attack, Done())
    resolved(table.order("us", Retreat(hex="1002"), Done()))
    assert [report.outcome for report in table.told("su", CombatResolved)] == ["no-contact"]
    assert table.unit("S-A1").hex == "0902"


@pytest.mark.rule("NDC-CBF-01")
@pytest.mark.parametrize("heading", ["intelligence", "assets", "modes", "housekeeping"])
def test_no_other_phase_takes_them(heading: str):
    table = position(ARTILLERY, phasing="su", heading=heading)
    for order in (CounterBattery(target="0902", csps=2), Interdict(target="0902", csps=2)):
        assert table.refused("su", order).rule == "NDC-CBF-01"


@pytest.mark.rule("NDC-CBF-02")
@pytest.mark.parametrize(("csps", "suppressed", "loss"), [(1, False, 0), (2, True, 0), (3, True, 0), (4, True, 1)])
def test_each_csp_counts_double_on_the_fire_table(csps: int, suppressed: bool, loss: int):
    """Die 4 at a headquarters of level 2: nothing for 2 points, suppressed for 4 and 6, for 8 displaced as well.

    Displaced it has no way out: in column 08 and around it stand known enemies, so it loses a level instead.
    """
    around = [f"su X-{n} infantry at {hex} attack known" for n, hex in enumerate(("0801", "1001", "0903"))]
    table = scene(*around, die=4, target="us U-1B at 0902 deployed level 2")
    resolved(fire(table, CounterBattery(target="0902", csps=csps)))
    assert table.unit("U-1B").suppressed == suppressed
    assert table.unit("U-1B").to == 4 - loss


@pytest.mark.parametrize(("level", "suppressed"), [(0, False), (1, True)])
def test_the_less_the_target_is_known_the_less_the_fire_does(level: int, suppressed: bool):
    """A 5 with six points: 2 against a staff at level None, 3 against one at level 1."""
    table = scene(die=5, target=f"us U-1B at 0902 deployed level {level}")
    assert resolved(fire(table)).unit("U-1B").suppressed == suppressed


def test_an_interdiction_has_three_markers_at_most():
    table = fire(scene("su S-2R at 0503 deployed"), Interdict(target="0703", csps=8))
    assert [marker.strength for marker in table.truth.markers] == [3]


@pytest.mark.rule("NDC-CBF-03")
@pytest.mark.parametrize(("csps", "markers"), [(2, 1), (3, 2), (4, 2)])
def test_each_csp_counts_double_for_the_markers_of_an_interdiction(csps: int, markers: int):
    table = fire(scene(), Interdict(target="0703", csps=csps))
    assert [marker.strength for marker in table.truth.markers] == [markers]
    assert "at least 2 CSPs; you ordered 1" in scene().refused("su", Interdict(target="0703", csps=1)).reason


@pytest.mark.rule("NDC-CBF-04")
def test_a_csp_serves_once_in_barrage_and_once_in_counter_battery():
    table = scene("su S-A1 at 0802 attack")
    barrage = [DeclareGroundCombat(unit="S-A1", target="0803", type="probe", barrage=n) for n in (4, 5)]
    table.order("su", CounterBattery(target="0902", csps=4))
    assert table.refused("su", barrage[1]).rule == "NDC-GCD-06"
    table.order("su", barrage[0])
    for account in (table.picture("su").account, table.done("su").truth.accounts["Soviet"]):
        assert (account.support_used, account.counter_used) == ({"S-1R": 4}, {"S-1R": 4})


@pytest.mark.rule("NDC-CBF-04")
def test_no_csp_serves_twice_in_either_of_the_two_groups():
    table = scene("su S-A1 at 0802 attack", "su S-I1 at 0801 attack")
    table.order("su", CounterBattery(target="0902", csps=3))
    table.order("su", DeclareGroundCombat(unit="S-A1", target="0803", type="probe", barrage=2))
    again = DeclareGroundCombat(unit="S-I1", target="0902", type="probe", barrage=3)
    assert "You asked for 3 CSPs at 0902; 2 are left in range" in table.refused("su", again).reason
    assert (
        "You asked for 2 CSPs at 0902; 1 is left" in table.refused("su", CounterBattery(target="0902", csps=2)).reason
    )


@pytest.mark.rule("NDC-CBF-04")
def test_what_was_fired_in_the_own_phase_is_back_for_the_final_protective_fire_of_the_next_and_serves_once_in_it():
    """All four of the regiment's CSPs go into a barrage; in the enemy's phase they are there for one of two attacks."""
    table = scene("su S-A1 at 0802 attack", "us U-A1 at 0702 attack", "us U-I2 at 0703 attack", dice=[5] * 6)
    resolved(fire(table, DeclareGroundCombat(unit="S-A1", target="0803", type="probe", barrage=4)))
    table.done_until("housekeeping-phase").done("su").done_until("movement-segment")
    attacks = [DeclareGroundCombat(unit=unit, target="0802", type="probe") for unit in ("U-A1", "U-I2")]
    table.order("us", *attacks, Done()).order("su", Defend(fire=3), Done())
    assert "You asked for 2 CSPs at 0703; 1 is left in range" in table.refused("su", Defend(fire=2)).reason


@pytest.mark.rule("NDC-CBF-05")
def test_counter_battery_and_interdiction_take_different_csps():
    table = scene().order("su", CounterBattery(target="0902", csps=2))
    refusal = table.refused("su", Interdict(target="0703", csps=3))
    assert refusal.rule == "NDC-CBF-11"
    assert "You asked for 3 CSPs at 0703; 2 are left in range" in refusal.reason
    table.order("su", Interdict(target="0703", csps=2))


@pytest.mark.rule("NDC-CBF-05")
def test_an_interdiction_draws_on_the_regiment_that_has_not_fired_counter_battery():
    table = scene("su S-2R at 0503 deployed")
    table.order("su", CounterBattery(target="0902", csps=4, hqs=("S-1R",)), Interdict(target="0703", csps=2))
    for account in (table.picture("su").account, table.done("su").truth.accounts["Soviet"]):
        assert (account.counter_used, account.support_used) == ({"S-1R": 4, "S-2R": 2}, {})


def test_both_accounts_are_full_again_in_the_next_phase_but_not_in_the_next_segment():
    table = resolved(fire(scene(), CounterBattery(target="0902", csps=4)))
    assert "are left in range" in table.refused("su", CounterBattery(target="0902", csps=1)).reason
    table.done_until("housekeeping-phase").done("su").done_until("housekeeping-phase").done("us")
    table.done_until("movement-segment")
    table.order("su", CounterBattery(target="0902", csps=4))


@pytest.mark.rule("NDC-CBF-06", "NDC-CBF-07")
def test_counter_battery_fire_is_declared_by_its_hex_and_its_csps_undoubled():
    table = scene()
    assert table.refused("su", CounterBattery(target="2016", csps=2)).rule == "NDC-CBF-06"
    assert table.refused("su", CounterBattery(target="9902", csps=2)).rule == "NDC-CBF-06"
    for csps in (0, 5):
        assert table.refused("su", CounterBattery(target="0902", csps=csps)).rule == "NDC-CBF-07"
    [report] = fire(table, CounterBattery(target="0902", csps=2)).told("us", FireDeclared)
    assert (report.fire.kind, report.fire.target, report.fire.csps) == ("counter-battery", "0902", 2)
    assert [worked.csps for worked in resolved(table).told("su", FireResolved)] == [2]


def test_a_regiment_fires_eight_hexes_far_a_division_twelve_and_aircraft_to_every_hex_of_the_map():
    for order in (CounterBattery, Interdict):
        assert scene().refused("su", order(target="1502", csps=2)).rule in ("NDC-CBF-06", "NDC-CBF-10")
        scene().order("su", order(target="1402", csps=2))
        scene("su S-DIV at 0602 deployed").order("su", order(target="1802", csps=2))
        flown = stock(scene(), "su", air=2)
        flown.order("su", order(target="2016", csps=2))
        assert "There is no hex '9902'" in flown.refused("su", order(target="9902", csps=2)).reason


@pytest.mark.rule("NDC-CBF-08")
def test_nothing_happens_to_the_target_before_the_combat_resolution_segment():
    table = scene(die=6, target="us U-1B at 0902 deployed level 4")
    table.order("su", CounterBattery(target="0902", csps=3))
    assert (table.unit("U-1B").suppressed, table.unit("U-1B").hex) == (False, "0902")
    table.done("su")
    assert table.unit("U-1B").suppressed
    assert table.heading == "retreat"


@pytest.mark.rule("NDC-CBF-08")
def test_the_owner_chooses_where_his_headquarters_is_displaced_to():
    """Die 6, level 2, six points: displaced with a loss of 1; not next to the known enemy in 1101."""
    table = fire(scene("su S-I1 at 1101 attack known", die=6, target="us U-1B at 0902 deployed level 2"))
    assert table.picture("us").retreating is not None
    assert "0801 or 0802 or 0901 or 0903" in table.refused("us", Retreat(hex="1001")).reason
    resolved(table.order("us", Retreat(hex="0903"), Done()))
    assert (table.unit("U-1B").hex, table.unit("U-1B").to) == ("0903", 3)
    assert table.believes("us", "U-1B").hex == "0903"


@pytest.mark.rule("NDC-CBF-09")
def test_of_a_target_of_level_two_the_new_hex_is_told_and_not_its_loss():
    table = fire(scene(die=6, target="us U-1B at 0902 deployed level 2")).order("us", Retreat(hex="0903"), Done())
    resolved(table)
    assert [report.path for report in table.told("su", EnemyRetreated)] == [("0903",)]
    assert table.told("su", EnemyLost) == []
    [contact] = table.contacts_at("su", "0903")
    assert (contact.known, contact.to, contact.type) == (True, None, None)
    assert "suppressed" not in repr(table.letter("su"))


@pytest.mark.rule("NDC-CBF-09")
def test_of_a_target_of_level_four_the_loss_is_told_too():
    table = fire(scene(die=4, target="us U-1B at 0902 deployed level 4")).order("us", Retreat(hex="0903"), Done())
    resolved(table)
    [contact] = table.contacts_at("su", "0903")
    assert contact.to == 3
    assert [(lost.steps, lost.eliminated) for lost in table.told("su", EnemyLost)] == [(1, False)]


@pytest.mark.rule("NDC-CBF-09")
def test_fire_on_an_unseen_target_reads_like_fire_on_an_empty_hex():
    """At level None the six counts as three: with four CSPs suppressed. An empty hex tells no less."""
    hit = resolved(fire(scene(die=6), CounterBattery(target="0902", csps=4)))
    assert hit.unit("U-1B").suppressed
    empty = resolved(fire(scene(die=6, target="us U-1B at 1502 deployed"), CounterBattery(target="0902", csps=4)))
    assert not empty.unit("U-1B").suppressed
    assert hit.logs["Soviet"] == empty.logs["Soviet"]


def test_a_displaced_unseen_target_is_told_of_as_little():
    hit = resolved(fire(scene("su S-2R at 0503 deployed", "su S-DIV at 0502 deployed", die=6), CounterBattery(
        target="0902", csps=8)))  # fmt: skip
    assert hit.unit("U-1B").hex != "0902"
    empty = resolved(fire(scene("su S-2R at 0503 deployed", "su S-DIV at 0502 deployed",
        target="us U-1B at 1502 deployed"), CounterBattery(target="0902", csps=8)))  # fmt: skip
    assert hit.logs["Soviet"] == empty.logs["Soviet"]


@pytest.mark.rule("NDC-CBF-10", "NDC-CBF-11")
def test_an_interdiction_is_declared_by_hex_and_csps_and_lies_on_both_maps():
    table = scene()
    assert table.refused("su", Interdict(target="2016", csps=2)).rule == "NDC-CBF-10"
    for csps in (1, 5):
        assert table.refused("su", Interdict(target="0703", csps=csps)).rule == "NDC-CBF-11"
    fire(table, Interdict(target="0703", csps=2))
    [report] = table.told("us", FireDeclared)
    assert (report.fire.kind, report.fire.target, report.fire.csps) == ("interdiction", "0703", 2)
    for side in ("us", "su"):
        marker = table.picture(side).marker("interdiction", "0703")
        assert marker is not None
        assert marker.strength == 1
    assert len(table.told("us", MarkerPlaced)) == len(resolved(table).told("su", MarkerPlaced)) == 1


def test_who_enters_an_interdicted_hex_may_lose_a_level():
    """Two markers: the battalion that drives into the hex in the enemy's next turn loses on a 2, not on a 3."""
    for die, left in ((2, 3), (3, 4)):
        table = scene("us U-I1 at 0702 attack")
        table.dice.by_purpose["NDC-CBF-10"] = [die]
        resolved(fire(table, Interdict(target="0703", csps=3))).done_until("housekeeping-phase").done("su")
        table.done_until("movement-segment").order("us", Move(unit="U-I1", path=("0703",)), Done())
        assert table.unit("U-I1").to == left


def test_in_march_mode_one_is_hit_the_more_easily():
    """One marker: a 2 is a 1 for a column."""
    for mode, left in (("march", 3), ("attack", 4)):
        table = scene(f"us U-I1 at 0702 {mode}")
        table.dice.by_purpose["NDC-CBF-10"] = [2]
        resolved(fire(table, Interdict(target="0703", csps=2))).done_until("housekeeping-phase").done("su")
        table.done_until("movement-segment").order("us", Move(unit="U-I1", path=("0703",)), Done())
        assert table.unit("U-I1").to == left


@pytest.mark.parametrize(("die", "hit"), [(1, 2), (2, 0)])
def test_a_division_commander_may_be_hit_with_his_headquarters(die: int, hit: int):
    """Displaced with a loss of a level; parent 3.20: on a 1 they are hit."""
    table = stock(scene(die=6, target="us U-1B at 0902 deployed level 2"), "us", commander="U-1B")
    table.dice.by_purpose["NDC-ATM-10 division commander of US under fire"] = [die]
    resolved(fire(table))
    assert (table.unit("U-1B").to, table.truth.accounts["US"].commander_hit) == (3, hit)


@pytest.mark.parametrize(("unit", "hit"), [("U-1B", 2), ("U-I1", 0)])
def test_on_the_march_through_an_interdiction_only_a_headquarters_puts_him_at_risk(unit: str, hit: int):
    """Parent 3.20: with a battalion they are hit in combat, with a headquarters by any fire."""
    table = stock(scene(f"us {unit} at 0702 march", target="us U-2B at 1902 deployed"), "us", commander=unit)
    table.dice.by_purpose |= {"NDC-CBF-10": [2], "NDC-ATM-10 division commander of US under fire": [1]}
    resolved(fire(table, Interdict(target="0703", csps=3))).done_until("housekeeping-phase").done("su")
    table.done_until("movement-segment").order("us", Move(unit=unit, path=("0703",)), Done())
    assert (table.unit(unit).to, table.truth.accounts["US"].commander_hit) == (3, hit)


def test_who_is_displaced_runs_no_gauntlet():
    """A 5 with six points displaces without a loss; the unseen riflemen in 1101 control 1001, which costs nothing."""
    table = fire(scene("su S-I1 at 1101 attack", die=5, target="us U-1B at 0902 deployed level 2"))
    table.order("us", Retreat(hex="1001"), Done())
    assert (table.unit("U-1B").hex, table.unit("U-1B").to) == ("1001", 4)


@pytest.mark.rule("NDC-CBF-09")
@pytest.mark.parametrize(("level", "told"), [(2, [True]), (1, [True]), (0, [])])
def test_the_end_of_a_headquarters_by_fire_is_told_like_any_end(level: int, told: list[bool]):
    """Shut in by known enemies it loses its last level; at level None, though revealed, that is not told (3.7)."""
    around = [f"su X-{n} infantry at {hex} attack known" for n, hex in enumerate(("0801", "1001", "0903"))]
    target = f"us U-1B at 0902 deployed to 1 level {level} known"
    table = resolved(fire(scene("su S-2R at 0503 deployed", *around, die=6, target=target), CounterBattery(
        target="0902", csps=8)))  # fmt: skip
    assert "U-1B" not in table.truth.units
    assert [report.eliminated for report in table.told("su", EnemyLost)] == told


def test_fire_at_a_hex_without_artillery_does_nothing():
    table = resolved(fire(scene("us U-I1 at 0802 defend"), CounterBattery(target="0802", csps=4)))
    assert table.unit("U-I1").to == 4
    assert table.rolls(FIRE) == []
    assert sheet(table).defender is None


@pytest.mark.rule("NDC-CBF-09")
def test_the_displacement_of_a_revealed_target_of_level_none_is_not_told():
    """Its owner once revealed it in 0902; until they withdraw that, the picture holds it there."""
    target = "us U-1B at 0902 deployed known"
    table = scene("su S-2R at 0503 deployed", die=6, target=target)
    resolved(fire(table, CounterBattery(target="0902", csps=8)))
    assert table.unit("U-1B").hex != "0902"
    assert table.told("su", EnemyRetreated) == []
    assert [contact.known for contact in table.contacts_at("su", "0902")] == [True]
