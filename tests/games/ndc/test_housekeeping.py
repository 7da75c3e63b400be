"""Housekeeping (NDC-HSK-01 to 06, 09), with ammunition and fatigue."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from service.engine.events import Told
from service.engine.orders import Done
from service.games.ndc.known.reports import EnemyLost, MarkersRemoved, OwnUnitReported
from service.games.ndc.printed.units import Marker, Unit
from service.games.ndc.sections.declare import CounterBattery, DeclareGroundCombat, Interdict
from service.games.ndc.sections.modes import ForceMarch
from service.games.ndc.sections.movement import Move
from service.games.ndc.truth.state import Engagement
from tests.positions import SIDES, Table, position

HQS = ("us U-DIV HQ at 0508 deployed", "us U-1B HQ at 0904 deployed")


def note(table: Table, unit: str, **entries: Any) -> None:
    """Write into a unit's counter, true and believed, what earlier turns would have left there."""
    for there in (table.truth.units[unit], table.picture(table.truth.units[unit].side).own[unit]):
        for name, value in entries.items():
            setattr(there, name, value)


def lay(table: Table, *markers: Marker) -> None:
    """Markers on both maps, from earlier segments."""
    for there in (table.truth, *table.truth.pictures.values()):
        there.markers = [*there.markers, *deepcopy(markers)]


def markers(table: Table, side: str) -> set[tuple[str, str]]:
    return {(marker.kind, marker.side) for marker in table.picture(side).markers}


def moving(*units: str, phasing: str = "us", **settings: Any) -> Table:
    return position(*HQS, *units, "su S-I9 infantry at 1903 attack", phasing=phasing, **settings)


# ---- ammunition


@pytest.mark.rule("NDC-HSK-01")
def test_an_hq_that_fired_all_it_had_may_run_low_and_only_its_owner_knows():
    table = position(
        *HQS, "us U-A1 at 1103 attack", "su S-I1 at 1104 attack level 2", phasing="us", by_purpose={"NDC-HSK-01": [1]}
    )
    table.order("us", DeclareGroundCombat(unit="U-A1", target="1104", type="probe", barrage=3, hqs=("U-1B",)), Done())
    table.done_until("movement-segment")
    before = repr(table.picture("su").contacts)
    table.done("us")

    assert table.heading == "housekeeping-phase"
    assert [roll.purpose for roll in table.rolls("NDC-HSK-01")] == ["NDC-HSK-01 ammunition of US at 0904"]
    assert table.unit("U-1B").ammo_low and table.believes("us", "U-1B").ammo_low
    assert repr(table.picture("su").contacts) == before
    assert "ammo_low=True" not in repr(table.logs["Soviet"])
    assert table.truth.accounts["US"].fired == {}


@pytest.mark.rule("NDC-HSK-01")
@pytest.mark.parametrize(("uses", "low_on"), [(2, 0), (3, 1), (5, 1), (6, 2), (9, 3), (12, 3)])
def test_the_more_uses_the_likelier_it_runs_low(uses: int, low_on: int):
    """Fewer uses than its 3 points: no test. Else low on 1, at twice as many on 1-2, at three times on 1-3."""
    for die in range(1, 7):
        table = moving(by_purpose={"NDC-HSK-01": [die]})
        for account in (table.truth.accounts["US"], table.picture("us").account):
            account.fired = {"U-1B": uses}
        table.done("us")
        assert table.unit("U-1B").ammo_low == (die <= low_on)
        assert len(table.rolls("NDC-HSK-01")) == (low_on > 0)


@pytest.mark.rule("NDC-HSK-01")
def test_every_kind_of_fire_uses_ammunition():
    """Two of its three points in a barrage, and one of them again in counter-battery fire."""
    table = position(
        *HQS, "us U-A1 at 1103 attack", "su S-I1 at 1104 attack level 2", phasing="us", by_purpose={"NDC-HSK-01": [1]}
    )
    barrage = DeclareGroundCombat(unit="U-A1", target="1104", type="probe", barrage=2, hqs=("U-1B",))
    table.order("us", barrage, CounterBattery(target="1304", csps=1, hqs=("U-1B",)), Done())
    assert table.truth.accounts["US"].fired == {"U-1B": 3}
    table.done_until("movement-segment").done("us")
    assert table.unit("U-1B").ammo_low


def test_low_ammunition_lasts_until_the_owner_s_next_housekeeping():
    table = moving()
    note(table, "U-1B", ammo_low=True)
    table.done("us")
    assert not table.unit("U-1B").ammo_low
    assert not table.believes("us", "U-1B").ammo_low


# ---- markers


@pytest.mark.rule("NDC-HSK-02")
@pytest.mark.parametrize("owner", ["US", "Soviet"])
def test_breakthrough_markers_go_whoever_owns_them(owner: str):
    table = moving()
    lay(table, Marker(kind="breakthrough", hex="1105", side=owner))
    assert markers(table, "su") == {("breakthrough", owner)}
    table.done("us")
    assert table.truth.markers == []
    assert markers(table, "us") == markers(table, "su") == set()


@pytest.mark.rule("NDC-HSK-03")
def test_an_interdiction_lies_through_the_enemy_s_turn():
    table = position(
        *HQS, "us U-A1 at 1103 attack", "su S-I1 at 1805 attack", phasing="us", by_purpose={"NDC-": [6] * 20}
    )
    table.order("us", Interdict(target="1404", csps=2), Done())
    table.done_until("movement-segment").done("us")
    assert table.heading == "housekeeping-phase"
    assert markers(table, "us") == markers(table, "su") == {("interdiction", "US")}
    table.done("us").done_until("movement-segment")
    assert ("interdiction", "US") in markers(table, "su"), "it is in force in the enemy's turn"
    table.done("su")
    assert table.heading == "housekeeping-phase" and table.truth.phasing == "Soviet"
    assert table.truth.markers == []
    assert markers(table, "us") == markers(table, "su") == set()


@pytest.mark.rule("NDC-HSK-04")
def test_gas_goes_in_the_housekeeping_of_the_side_that_did_not_lay_it():
    """Laid by Final Protective Fire it goes with the turn; laid by the phasing side's barrage it stays for the next."""
    table = moving()
    lay(table, Marker(kind="gas", hex="1105", side="Soviet"), Marker(kind="gas", hex="1205", side="US"))
    table.done("us")
    assert markers(table, "us") == markers(table, "su") == {("gas", "US")}
    assert [marker.side for marker in table.truth.markers] == ["US"]
    table.done("us").done_until("housekeeping-phase")
    assert markers(table, "us") == markers(table, "su") == set()


@pytest.mark.rule("NDC-HSK-05")
def test_jamming_ends_for_units_of_both_sides():
    table = moving("us U-A1 at 1006 attack ew 2", "su S-I1 at 1805 attack ew 2")
    table.done("us")
    assert (table.unit("U-A1").ew, table.unit("S-I1").ew) == (0, 0)
    assert (table.believes("us", "U-A1").ew, table.believes("su", "S-I1").ew) == (0, 0)


@pytest.mark.rule("NDC-HSK-06")
def test_nobody_is_engaged_after_housekeeping():
    table = moving("us U-A1 at 1006 attack", "su S-I1 at 1007 attack known")
    table.truth.engagements = [Engagement(attacker="U-A1", defender="S-I1")]
    note(table, "U-A1", engaged=True)
    note(table, "S-I1", engaged=True)
    [contact] = table.contacts_at("us", "1007")
    contact.engaged = True
    table.done("us")
    assert not table.unit("U-A1").engaged and not table.unit("S-I1").engaged
    assert not table.believes("us", "U-A1").engaged and not table.believes("su", "S-I1").engaged
    assert table.truth.engagements == []
    assert not contact.engaged


@pytest.mark.rule("NDC-HSK-09")
def test_ammunition_then_markers_then_what_the_owner_orders_then_the_other_side_s_turn():
    table = moving("us U-A1 at 1006 attack ew 1", by_purpose={"NDC-HSK-01": [1]})
    for account in (table.truth.accounts["US"], table.picture("us").account):
        account.fired = {"U-1B": 3}
    table.done("us")
    told = [event.report for event in table.journal if isinstance(event, Told) and event.seat == "US"]
    low = next(i for i, r in enumerate(told) if isinstance(r, OwnUnitReported) and "ammo_low" in r.changed)
    removed = next(i for i, r in enumerate(told) if isinstance(r, MarkersRemoved))
    jammed = next(i for i, r in enumerate(told) if isinstance(r, OwnUnitReported) and "ew" in r.changed)
    assert low < removed < jammed
    assert (table.heading, table.waiting) == ("housekeeping-phase", ["US"])
    table.done("us")
    assert table.address.startswith("game-turns/game-turn/first-player-turn/")
    assert table.truth.turn == 2


def test_suppression_lasts_to_the_end_of_the_owner_s_next_housekeeping():
    table = moving()
    note(table, "U-1B", suppressed=True)
    table.done("us")
    assert table.unit("U-1B").suppressed
    table.done("us")
    assert not table.unit("U-1B").suppressed and not table.believes("us", "U-1B").suppressed


# ---- fatigue


def fatigue_after(unit: str, die: int = 1, **before: Any) -> int:
    table = moving(unit, by_purpose={"NDC-HSK-09": [die], "NDC-MOD-01": [6]})
    note(table, unit.split()[1], **before)
    table.done("us")
    told: Unit = table.believes("us", unit.split()[1])
    assert told.fatigue == table.unit(told.id).fatigue
    assert (told.fights, told.attacks, told.marched, told.forced) == (0, 0, False, False)
    return told.fatigue


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"forced": True, "marched": True}, 2),
        ({"attacks": 1, "fights": 1}, 2),
        ({"fights": 2}, 2),
        ({"forced": True, "attacks": 1, "fights": 1}, 3),
        ({"fights": 1}, 1),
        ({}, 0),
    ],
)
def test_who_marches_hard_or_fights_grows_tired_and_who_rests_recovers(before: dict[str, Any], after: int):
    assert fatigue_after("us U-A1 at 1006 attack fatigue 1", **before) == after


@pytest.mark.parametrize(("die", "after"), [(3, 2), (4, 1)])
def test_who_moved_without_a_fight_recovers_on_a_good_die(die: int, after: int):
    assert fatigue_after("us U-A1 at 1006 attack fatigue 2", die, marched=True) == after


def test_fatigue_stays_between_f0_and_f3():
    assert fatigue_after("us U-A1 at 1006 attack fatigue 3", attacks=1, fights=3) == 3
    assert fatigue_after("us U-A1 at 1006 attack fatigue 0") == 0


def test_persistent_gas_tires_who_stands_in_it_at_its_owner_s_housekeeping():
    table = moving("us U-A1 at 1006 attack", "us U-I1 at 1005 attack")
    lay(table, Marker(kind="gas", hex="1006", side="Soviet"))
    table.done("us")
    assert (table.unit("U-A1").fatigue, table.unit("U-I1").fatigue) == (1, 0)


@pytest.mark.parametrize(("die", "lost"), [(1, 1), (2, 0)])
def test_a_forced_march_of_a_worn_unit_may_cost_it_a_level(die: int, lost: int):
    """Designated at F2: a die at Housekeeping, on 1 a T/O level is lost. Nothing of it reaches the enemy."""
    table = position(
        *HQS, "us U-A1 at 1006 attack fatigue 2", "us U-I1 at 0804 attack fatigue 1", "su S-I1 at 1903 attack",
        heading="modes", phasing="us", by_purpose={"NDC-MOD-01": [die]},
    )  # fmt: skip
    table.order("us", ForceMarch(unit="U-A1"), ForceMarch(unit="U-I1"), Done())
    table.order("us", Move(unit="U-I1", path=("0704",)), Done())
    assert table.heading == "housekeeping-phase"
    assert len(table.rolls("NDC-MOD-01")) == 1
    assert (table.unit("U-A1").to, table.unit("U-A1").fatigue) == (4 - lost, 3)
    assert table.truth.losses["US"] == lost
    assert (table.unit("U-I1").to, table.unit("U-I1").fatigue) == (4, 2)
    assert table.picture("su").contacts == {}
    assert SIDES["us"] == table.truth.phasing


@pytest.mark.parametrize(("words", "told"), [("level 2", [True]), ("known", [])])
def test_the_end_of_a_seen_battalion_by_its_forced_march_is_told_at_once(words: str, told: list[bool]):
    """Parent 3.7: like any T/O loss, so not of one that is at level None, though it was revealed."""
    table = moving(f"us U-A1 at 1006 attack to 1 fatigue 2 {words}", by_purpose={"NDC-MOD-01": [1]})
    note(table, "U-A1", forced=True, marched=True)
    table.done("us")
    assert "U-A1" not in table.truth.units and "U-A1" not in table.picture("us").own
    assert [report.eliminated for report in table.told("su", EnemyLost)] == told
    assert len(table.contacts_at("su", "1006")) == 1 - len(told)
