"""Intelligence reports: what a unit's level obliges its owner to tell, and how long that stands (NDC-REP-01 to 20)."""

from __future__ import annotations

import pytest

from service.engine.orders import Done
from service.games.ndc.known.reports import MovementSighted, UnitLocated
from service.games.ndc.sections.modes import ChangeMode
from service.games.ndc.sections.reveal import Reveal
from tests.games.ndc.fighting import attack, battle, resolved
from tests.games.ndc.sighted import FIRE, GUNS, WEST, move, next_segment, paths, raised, seen
from tests.positions import Table, position

# ---- each level


@pytest.mark.rule("NDC-REP-01")
def test_the_enemys_view_of_a_unit_follows_from_its_level_alone():
    """Five battalions stand in a row: nothing; nothing; a hex; a hex and a type; everything but the number."""
    hexes = ("1802", "1806", "1809", "1813", "1804")
    units = [f"su X-{level} armor at {hex} attack to 3 level {level}" for level, hex in enumerate(hexes)]
    table = position(*units).done("su")
    shown = [seen(table, "us", hex) for hex in hexes]
    assert shown[:2] == [[], []]
    [[two], [three], [four]] = shown[2:]
    assert (two.hexes, two.type, two.designation, two.mode, two.to) == (("1809",), None, None, None, None)
    assert (three.hexes, three.type, three.designation, three.mode, three.to) == (("1813",), "armor", None, None, None)
    assert (four.hexes, four.type, four.designation, four.mode, four.to) == (
        ("1804",),
        "armor",
        "Unit X-4",
        "attack",
        3,
    )
    assert "level" not in repr(four).replace("level=None", "")
    assert [table.believes("su", f"X-{level}").level for level in range(5)] == [0, 1, 2, 3, 4]


@pytest.mark.rule("NDC-REP-02", "NDC-REP-12")
def test_a_change_of_what_was_revealed_is_declared():
    """A level-4 defender holds its hex and loses a T/O level: the next letter to the attacker says that 3 are left."""
    table = battle(defender="level 4", die=5)
    assert [contact.to for contact in table.contacts_at("su", "0902")] == [4]
    resolved(attack(table))
    assert (table.unit("U-I1").hex, table.unit("U-I1").to) == ("0902", 3)
    told = [report for report in table.letter("su") if isinstance(report, UnitLocated)]
    assert [(report.designation, report.to) for report in told] == [("1st Mechanized Battalion", 3)]
    assert [contact.to for contact in table.contacts_at("su", "0902")] == [3]


def test_what_was_told_and_has_not_changed_is_not_told_again():
    """Letter after letter the level-4 battalion stands as it stood: no report, and the sighting keeps its date."""
    table = position("su S-I1 at 1804 defend level 4", GUNS)
    for _ in range(2):
        table.order("su", FIRE, Done())
        assert [report for report in table.letter("us") if isinstance(report, UnitLocated)] == []
        next_segment(table)
    table.done("su").done_until("movement-segment").done("us").done_until("movement-segment").done("su")
    assert table.truth.turn == 2 and [seen.turn for seen in table.contacts_at("us", "1804")] == [1]


@pytest.mark.rule("NDC-REP-03")
def test_at_level_none_a_unit_might_as_well_not_exist():
    """It moves five hexes: log and picture of the enemy are those of the world without it."""
    worlds = []
    for unit in (["su S-I1 at 1804 attack"], []):
        table = position(*unit, GUNS, "us U-I1 at 0404 dug-in")
        table.order("su", *[move("S-I1", *WEST, "1404", "1304") for _ in unit], FIRE, Done())
        next_segment(table).done("su")
        worlds.append((repr(table.logs["US"]), repr(table.picture("us"))))
    assert worlds[0] == worlds[1]


@pytest.mark.rule("NDC-REP-04")
def test_at_level_1_movement_is_told_and_standing_is_not():
    table = position("su S-I1 at 1804 attack level 1", "su S-A1 at 1813 attack level 1", "us U-I1 at 0404 dug-in")
    assert table.picture("us").contacts == {}
    table.order("su", move("S-I1", *WEST), Done())
    assert paths(table, "us") == [WEST]
    [sighting] = table.picture("us").contacts.values()
    assert (sighting.hexes, sighting.known) == (("1504",), False)
    assert (sighting.type, sighting.designation, sighting.mode, sighting.to) == (None, None, None, None)


@pytest.mark.rule("NDC-REP-05", "NDC-REP-14")
def test_a_column_at_level_1_looks_like_one_unit_on_the_move():
    """Each hex of the road is told once, and nobody counts those who follow the first."""
    names = ("S-RC", "S-I1", "S-I2", "S-I3")
    column = [
        f"su {name} at {hex} attack level 1" for name, hex in zip(names, ("1804", "1904", "1905", "1803"), strict=True)
    ]
    table = position(*column)
    table.order(
        "su", move("S-RC", *WEST, "1404"), move("S-I1", "1804", *WEST), move("S-I2", "1804", "1704", "1604"),
        move("S-I3", "1704"), Done(),
    )  # fmt: skip
    assert sorted(hex for path in paths(table, "us") for hex in path) == ["1404", "1504", "1604", "1704", "1804"]
    assert paths(table, "us")[0] == (*WEST, "1404")
    alone = position("su S-RC at 1804 attack level 1", "su S-I1 at 1903 attack level 1")
    alone.order("su", move("S-RC", *WEST, "1404"), Done())
    assert paths(alone, "us") == paths(table, "us")[:1]


@pytest.mark.rule("NDC-REP-05")
def test_of_a_follower_that_leaves_the_road_only_the_hexes_that_it_alone_entered_are_told():
    table = position("su S-I1 at 1804 attack level 1", "su S-I2 at 1803 attack level 1")
    table.order("su", move("S-I1", *WEST), move("S-I2", "1704", "1604", "1505"), Done())
    assert paths(table, "us") == [("1505",), WEST]


@pytest.mark.rule("NDC-REP-05")
def test_the_exception_holds_over_all_segments_of_the_phase_and_behind_an_unreported_leader():
    """The lead unit is at level None, so nobody hears of it; a follower in its tracks is not told either."""
    table = position("su S-I1 at 1804 attack", "su S-I2 at 1803 attack level 1", GUNS, "us U-I1 at 1505 march")
    table.order("su", move("S-I1", *WEST), FIRE, Done())
    # An enemy comes to light, so that going to 1504 or 1604 is not a move held back.
    table.order("us", Reveal(unit="U-I1", items=("hex", "type", "mode")))
    next_segment(table)
    table.order("su", move("S-I2", "1704", "1604"), Done())
    assert table.unit("S-I2").hex == "1604" and table.told("us", MovementSighted) == []


def test_the_next_phase_begins_with_no_hex_entered():
    table = position("su S-I1 at 1804 attack level 1", GUNS, "us U-I1 at 0404 dug-in")
    table.order("su", move("S-I1", "1704"), Done()).done("su").done_until("movement-segment")
    table.done("us").done_until("movement-segment")
    table.truth.units["S-I1"].level = 1
    table.order("su", move("S-I1", "1804"), Done())
    table.done("su").done_until("movement-segment")
    table.done("us").done_until("movement-segment")
    table.truth.units["S-I1"].level = 1
    table.order("su", move("S-I1", "1704"), Done())
    assert paths(table, "us") == [("1704",)]


@pytest.mark.rule("NDC-REP-06")
def test_at_level_2_an_unidentified_unit_stands_in_its_hex():
    table = raised(2)
    [enemy] = seen(table, "us", "1804")
    assert enemy.known and (enemy.type, enemy.designation, enemy.mode, enemy.to) == (None, None, None, None)
    assert [report.because for report in table.letter("us") if isinstance(report, UnitLocated)] == ["intelligence"]


@pytest.mark.rule("NDC-REP-07", "NDC-REP-09", "NDC-REP-13")
@pytest.mark.parametrize("level", [2, 3, 4])
def test_from_level_2_on_every_hex_entered_is_told_also_behind_friends(level: int):
    """The contact goes with the unit, under its handle, and keeps what was known of it."""
    table = position("su S-RC at 1904 attack", f"su S-I1 at 1804 attack level {level}")
    [before] = table.contacts_at("us", "1804")
    table.order("su", move("S-RC", "1804", *WEST, "1404"), move("S-I1", *WEST), Done())
    [report] = [report for report in table.letter("us") if isinstance(report, MovementSighted)]
    assert (report.path, report.handle) == (WEST, before.handle)
    [after] = table.contacts_at("us", "1504")
    assert (after.type, after.designation) == (before.type, before.designation)
    assert (before.type, before.designation) == {
        2: (None, None), 3: ("infantry", None), 4: ("infantry", "1st Battalion, 1st Regiment"),
    }[level]  # fmt: skip
    assert not after.known, "a movement report alone does not make it known in the hex where it ends"


@pytest.mark.rule("NDC-REP-08", "NDC-REP-09")
def test_at_level_3_type_and_hex_are_told():
    table = raised(3, "su S-A1 at 1804 attack")
    assert table.unit("S-A1").level == 3
    [enemy] = seen(table, "us", "1804")
    assert (enemy.type, enemy.designation, enemy.mode, enemy.to) == ("armor", None, None, None)
    assert [less.type for less in seen(raised(2, "su S-A1 at 1804 attack"), "us", "1804")] == [None]


def at_level_4(unit: str) -> Table:
    """Tactical intelligence finds out all of a unit, by an enemy next to it and a die of 6."""
    return position(
        unit, "us U-I1 at 1705 dug-in", heading="search", by_purpose={"NDC-SEA-01": [6]},
    ).done("su")  # fmt: skip


@pytest.mark.rule("NDC-REP-10", "NDC-REP-12", "NDC-REP-13")
def test_at_level_4_designation_mode_and_strength_are_told():
    table = at_level_4("su S-A1 at 1804 attack to 3")
    [enemy] = seen(table, "us", "1804")
    assert (enemy.designation, enemy.type, enemy.mode, enemy.to) == (
        "Tank Battalion, 1st Regiment", "armor", "attack", 3,
    )  # fmt: skip
    [less] = seen(raised(3, "su S-A1 at 1804 attack to 3"), "us", "1804")
    assert (less.designation, less.mode, less.to) == (None, None, None), "at level 3 none of it is"


@pytest.mark.rule("NDC-REP-12")
def test_below_level_4_the_strength_stays_secret():
    table = position("su S-I1 at 1804 attack to 3 level 3", "su S-I2 at 1813 attack to 3 level 4").done("su")
    assert [enemy.to for hex in ("1804", "1813") for enemy in seen(table, "us", hex)] == [None, 3]


@pytest.mark.rule("NDC-REP-11")
def test_a_change_of_mode_at_level_4_is_told():
    """Of two units that dig in, the enemy hears only of the one at level 4."""
    table = position(
        "su S-I1 at 1804 defend level 4", "su S-I2 at 1806 defend level 3", "su S-1R at 1904 deployed",
        "su S-DIV at 2008 deployed", heading="modes",
    )  # fmt: skip
    assert [enemy.mode for enemy in seen(table, "us", "1804")] == ["defend"]
    table.order("su", ChangeMode(unit="S-I1", mode="dug-in"), ChangeMode(unit="S-I2", mode="dug-in"), Done())
    assert [enemy.mode for enemy in seen(table, "us", "1804")] == ["defend"]
    table.done("su")
    assert [enemy.mode for enemy in seen(table, "us", "1804")] == ["dug-in"]
    assert [report.mode for report in table.letter("us") if isinstance(report, UnitLocated)] == ["dug-in"]
    assert [enemy.mode for enemy in seen(table, "us", "1806")] == [None]


# ---- double and triple zones


@pytest.mark.rule("NDC-REP-18")
@pytest.mark.parametrize("level", [2, 3])
def test_a_unit_in_triple_zone_looks_like_three(level: int):
    """Three contacts in three hexes, with three handles and no word of a zone."""
    table = position(f"us U-R1 at 1505 spread 1405 spread 1406 defend level {level}", phasing="us").done("us")
    contacts = list(table.picture("su").contacts.values())
    assert sorted(contact.hexes for contact in contacts) == [("1405",), ("1406",), ("1505",)]
    assert len({contact.handle for contact in contacts}) == 3
    assert {contact.type for contact in contacts} == {"recon" if level == 3 else None}
    assert {contact.zone for contact in contacts} == {None}


@pytest.mark.rule("NDC-REP-18")
@pytest.mark.parametrize("level", [0, 3])
def test_a_unit_spread_over_a_zone_goes_on_looking_like_two_when_its_owner_reveals_it(level: int):
    """Its base hex with what they tell of it, and another unit of the type that they tell."""
    table = position(f"us U-R1 at 1505 spread 1405 defend level {level}", phasing="us")
    table.order("us", Reveal(unit="U-R1", items=("hex", "type", "mode")), Done())
    contacts = [(c.hexes, c.type, c.mode, c.zone) for c in table.picture("su").contacts.values()]
    assert sorted(contacts) == [(("1405",), "recon", None, None), (("1505",), "recon", "defend", None)]


@pytest.mark.rule("NDC-ZOC-06")
def test_one_hex_found_by_rule_does_not_betray_the_others():
    """A column is stopped by the hex next to it: that one shows, as a single unit."""
    table = position("su S-I1 at 1804 attack level 2", "us U-R1 at 1406 spread 1505 defend")
    table.order("su", move("S-I1", *WEST), Done())
    assert [contact.hexes for contact in table.picture("su").contacts.values()] == [("1505",)]


@pytest.mark.rule("NDC-REP-19")
def test_at_level_4_the_three_turn_out_to_be_one():
    """One contact remains, with its three hexes and its zone mode."""
    table = position(
        "us U-R1 at 1505 spread 1405 spread 1406 defend level 3", "su S-RC at 1605 attack",
        heading="search", phasing="us", by_purpose={"NDC-SEA-01": [6]},
    )  # fmt: skip
    assert len(table.picture("su").contacts) == 3 and table.unit("U-R1").level == 4
    table.done("us")
    [enemy] = seen(table, "su", "1505")
    assert len(table.picture("su").contacts) == 1
    assert sorted(enemy.hexes) == ["1405", "1406", "1505"]
    assert (enemy.zone, enemy.designation) == ("triple", "1st Cavalry Squadron")
