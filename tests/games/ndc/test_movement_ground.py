"""What the ground, hidden units, crowds and entry hexes make of a move (NDC-MOV, parent 3.12 to 3.18, 3.37, 3.38)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.engine.orders import Done
from service.games.ndc.known.reach import allowance
from service.games.ndc.known.reports import (
    CombatResolved,
    MovementStopped,
)
from service.games.ndc.printed.units import Marker
from service.games.ndc.sections.declare import DeclareGroundCombat
from service.games.ndc.sections.movement import Enter, Move
from tests.games.ndc.moving import FIRE, GUNS, WEST, move, next_segment, reachable
from tests.positions import position

# ---- what the chart makes of a step (parent 3.12, 3.16 to 3.18)


@pytest.mark.parametrize(
    ("unit", "path", "weather", "cost"),
    [
        ("su S-I1 at 1804 attack", ("1704",), (), 2),
        ("su S-I1 at 1808 attack", ("1708",), (), 2),
        ("su S-I1 at 1808 march", ("1708",), (), 1),
        ("su S-I1 at 1804 attack", ("1803",), (), 3),
        ("su S-I1 at 1804 attack", ("1803",), ("precipitation",), 4),
        ("su S-I1 at 1804 attack", ("1704",), ("precipitation",), 2),
        ("us U-I1 at 0711 attack", ("0611",), (), 9),
    ],
)  # fmt: skip
def test_what_a_hex_costs(unit: str, path: tuple[str, ...], weather: tuple[str, ...], cost: int):
    side, name = unit.split()[:2]
    table = position(unit, phasing=side, weather=weather)
    assert reachable(table, side, name)[path[-1]] == cost
    table.order(side, Move(unit=name, path=path), Done())
    assert table.unit(name).spent == cost


def test_night_takes_points_and_a_forced_march_gives_half_as_many_again():
    table = position("su S-I1 at 1804 attack", "su S-I2 at 1808 march", weather=("night",))
    picture, unit = table.picture("su"), table.believes("su", "S-I1")
    assert allowance(picture, unit) == 13
    unit.forced = True
    assert allowance(picture, unit) == 19


def test_with_nothing_spent_one_hex_may_be_entered_for_the_whole_allowance():
    """A Defend unit has 6 points, and a wooded ridge costs 8."""
    table = position("su S-I1 at 1505 defend", "su S-I2 at 1604 defend")
    table.order("su", move("S-I1", "1506"), Done())
    assert (table.unit("S-I1").hex, table.unit("S-I1").spent) == ("1506", 6)


def test_interdiction_and_gas_cost_points_and_levels():
    """Two T/O markers cost 4 points and a level on a die of 2, gas 3 points and a level on a die of 2."""
    table = position("su S-I1 at 1804 attack", by_purpose={"NDC-CBF-10": [2], "NDC-GCD-08": [2]})
    markers = [
        Marker(kind="interdiction", hex="1704", side="US", strength=2),
        Marker(kind="gas", hex="1604", side="US"),
    ]
    table.truth.markers += markers
    table.picture("su").markers += [Marker(kind=m.kind, hex=m.hex, side=m.side, strength=m.strength) for m in markers]
    table.order("su", move("S-I1", "1704", "1604"), Done())
    assert (table.unit("S-I1").spent, table.unit("S-I1").to) == (2 + 4 + 2 + 3, 2)
    assert table.believes("su", "S-I1").to == 2, "its owner hears of it when the phase closes"


def test_markers_are_not_used_up_by_those_who_drive_through_them():
    """One that shrank would tell of an unseen unit: its owner reads what they read in the world without that unit."""
    worlds = []
    for path in (("1704", "1604"), ("1803", "1802")):
        table = position("su S-I1 at 1804 attack", "us U-I1 at 0404 dug-in", GUNS, by_purpose={"NDC-": [6, 6]})
        markers = (
            Marker(kind="interdiction", hex="1704", side="US", strength=2),
            Marker(kind="gas", hex="1604", side="US"),
        )
        for map in (table.truth.markers, table.picture("su").markers, table.picture("us").markers):
            map.extend(replace(marker) for marker in markers)
        table.order("su", move("S-I1", *path), FIRE, Done())
        assert table.unit("S-I1").hex == path[-1] and tuple(table.truth.markers) == markers
        worlds.append((repr(table.picture("us")), repr(table.logs["US"])))
    assert worlds[0] == worlds[1]


def test_a_major_river_without_a_bridge_is_crossed_from_the_starting_hex_for_the_whole_allowance():
    """Infantry in Attack mode that begins its phase at the Erle; not when it has come up to it, and never armor."""
    table = position(
        "su S-I1 at 1303 attack", "su S-I2 at 1404 attack", "su S-A1 at 1305 attack", "su S-I3 at 1306 defend"
    )
    assert table.refused("su", move("S-I1", "1203", "1103")).rule == "NDC-MOV-07"
    assert "major river" in table.refused("su", move("S-I2", "1305", "1205")).reason
    assert "major river" in table.refused("su", move("S-A1", "1205")).reason
    assert "major river" in table.refused("su", move("S-I3", "1206")).reason
    table.order("su", move("S-I1", "1203"), Done())
    assert (table.unit("S-I1").hex, table.unit("S-I1").spent) == ("1203", 16)


# ---- contact with hidden units (parent 3.15)


@pytest.mark.parametrize(("level", "enemy"), [(1, "dug-in"), (2, "march")])
def test_a_path_that_ends_on_a_hidden_enemy_stops_before_him(level: int, enemy: str):
    """Both sides learn of each other's hex; the mover goes no farther in the phase."""
    table = position(f"su S-I1 at 1804 attack level {level}", f"us U-I1 at 1504 {enemy}", GUNS)
    table.order("su", move("S-I1", *WEST), FIRE, Done())
    assert table.unit("S-I1").hex == "1604" and table.believes("su", "S-I1").hex == "1504"
    assert [contact.known for contact in table.contacts_at("us", "1604")] == [True]
    assert table.contacts_at("su", "1504") == []
    next_segment(table)
    assert table.believes("su", "S-I1").hex == "1604"
    assert [contact.known for contact in table.contacts_at("su", "1504")] == [True]
    assert table.refused("su", move("S-I1", "1704")).rule == "NDC-ZOC-07"


@pytest.mark.rule("NDC-ZOC-08")
def test_an_unnoticed_mover_passes_through_a_hidden_unit():
    table = position("su S-I1 at 1804 attack level 1", "us U-I1 at 1604 dug-in")
    table.order("su", move("S-I1", *WEST), Done())
    assert table.unit("S-I1").hex == "1504" and table.picture("su").contacts == {}


def test_a_mover_that_would_come_to_stand_on_an_enemy_it_passed_stays_farther_back():
    """Hidden enemies in the last hex and in the one before it: it ends where nobody is."""
    table = position("su S-I1 at 1804 attack level 1", "us U-I1 at 1604 dug-in", "us U-I2 at 1504 dug-in")
    table.order("su", move("S-I1", *WEST), Done())
    assert table.unit("S-I1").hex == "1704"
    assert [c.hexes for c in table.picture("su").contacts.values()] == [("1504",)]


# ---- stacking (parent 3.13)


def test_no_move_may_by_its_owners_knowledge_end_on_a_friend_but_it_may_pass_through():
    table = position("su S-I1 at 1804 attack", "su S-I2 at 1704 attack", "su S-TR at 1604 deployed")
    refusal = table.refused("su", move("S-I1", "1704"))
    assert "S-I2" in refusal.reason
    table.order("su", move("S-I1", "1704", "1604"), Done())
    assert table.unit("S-I1").hex == table.unit("S-TR").hex == "1604"


def test_a_unit_ends_short_of_a_friend_that_was_stopped_in_its_way():
    """The first was ordered to clear the hex and met an enemy; the second ends in the hex before."""
    table = position("su S-I1 at 1704 attack", "su S-I2 at 1904 attack", "us U-I1 at 1604 dug-in", GUNS)
    table.order("su", move("S-I1", "1604"), move("S-I2", "1804", "1704"), FIRE, Done())
    assert (table.unit("S-I1").hex, table.unit("S-I2").hex) == ("1704", "1804")
    assert table.unit("S-I2").spent == 2
    next_segment(table)
    stops = [(r.unit, r.hex, r.why) for r in table.told("su", MovementStopped)]
    assert stops == [("S-I1", "1704", "contact"), ("S-I2", "1804", "friends in the way")]
    assert reachable(table, "su", "S-I2"), "nobody stopped it for the phase"


def test_a_unit_that_came_short_of_its_attack_may_move_in_the_next_segment():
    """Friends were in its way, so its attack is cancelled, and nothing else holds it."""
    table = position("su S-I1 at 1704 attack", "su S-I2 at 1904 attack", "us U-I1 at 1604 dug-in")
    attack = DeclareGroundCombat(unit="S-I2", target="1603", type="probe")
    table.order("su", move("S-I1", "1604"), move("S-I2", "1804", "1704"), attack, Done())
    next_segment(table)
    assert [report.outcome for report in table.told("su", CombatResolved)] == ["cancelled"]
    assert reachable(table, "su", "S-I2") and not table.believes("su", "S-I2").finished


def test_a_further_order_to_a_unit_that_came_short_has_no_effect():
    table = position("su S-I1 at 1704 attack", "su S-I2 at 1904 attack", "us U-I1 at 1604 dug-in")
    table.order("su", move("S-I1", "1604"), move("S-I2", "1804", "1704"), move("S-I2", "1705"), Done())
    assert table.unit("S-I2").hex == "1804"


# ---- reinforcements (parent 3.37)


def test_a_reinforcement_enters_and_moves_on():
    """By the autobahn that ends in 2008, for 1 point in March mode; its move on is taken in the same segment."""
    table = position("su S-A3 arrives 2", turn=2)
    assert [o.fields["hex"].places for o in table.options("su", "enter")] == [("2008",)]  # type: ignore[union-attr]
    table.order("su", Enter(unit="S-A3", hex="2008", mode="march"), move("S-A3", "1908", "1808"), Done())
    unit = table.unit("S-A3")
    assert (unit.hex, unit.mode, unit.spent) == ("1808", "march", 3)


def test_a_reinforcement_does_not_come_early_nor_in_a_later_segment():
    table = position("su S-A3 arrives 2", turn=1)
    assert "turn 2" in table.refused("su", Enter(unit="S-A3", hex="2008", mode="march")).reason
    table = position("su S-A3 arrives 2", GUNS, turn=3)
    table.order("su", FIRE, Done())
    next_segment(table)
    assert "segment 2" in table.refused("su", Enter(unit="S-A3", hex="2008", mode="march")).reason


def test_a_blocked_reinforcement_comes_in_beside():
    """An own battalion stands on the entry hex: the nearest free edge hexes are offered instead."""
    table = position("su S-A3 arrives 2", "su S-I1 at 2008 attack", turn=2)
    assert table.refused("su", Enter(unit="S-A3", hex="2008", mode="attack")).rule == "NDC-MOV-01"
    table.order("su", Enter(unit="S-A3", hex="2007", mode="attack"), Done())
    assert (table.unit("S-A3").hex, table.unit("S-A3").mode) == ("2007", "attack")


def test_a_hidden_enemy_on_the_entry_hex_keeps_a_reinforcement_off_the_map():
    """Its owner believes it arrived until the phase closes; then they know who is in the way."""
    table = position("su S-A3 arrives 2", "su S-I1 at 1802 attack", "us U-I1 at 2008 dug-in", turn=2)
    table.order("su", Enter(unit="S-A3", hex="2008", mode="march"), move("S-A3", "1908"))
    assert table.believes("su", "S-A3").hex == "1908"
    table.done("su")
    assert table.unit("S-A3").hex is None and table.believes("su", "S-A3").hex is None
    assert [contact.known for contact in table.contacts_at("su", "2008")] == [True]


# ---- objectives (parent 3.38)


def test_an_objective_changes_hands_when_a_segment_ends_with_a_battalion_in_it():
    table = position("su S-I1 at 1704 attack", "su S-I2 at 1708 attack", GUNS)
    table.order("su", move("S-I1", "1604"), move("S-I2", "1608", "1508"), Done())
    assert (table.truth.control["1604"], table.truth.control["1608"]) == ("Soviet", "US")
