"""Intelligence reports: what a unit's level obliges its owner to tell, and how long that stands (NDC-REP-01 to 20)."""

from __future__ import annotations

from typing import Any

import pytest

from service.engine.orders import Done, Order
from service.games.ndc.game import NDC
from service.games.ndc.known.reports import ContactWithdrawn, EnemyLost, MovementSighted, UnitLocated
from service.games.ndc.printed.units import Marker
from service.games.ndc.sections.declare import CounterBattery, DeclareGroundCombat
from service.games.ndc.sections.defence import Retreat
from service.games.ndc.sections.intelligence import AllotIntelligence
from service.games.ndc.sections.modes import ChangeMode, ChangeZone
from service.games.ndc.sections.movement import Move
from service.games.ndc.sections.reveal import Reveal
from tests.games.ndc.fighting import attack, battle, resolved
from tests.positions import Table, position

GUNS = "su S-1R at 1904 deployed"
FIRE = CounterBattery(target="1609", csps=1)
"""A combat that touches nobody, so that the phase goes on."""
WEST = ("1704", "1604", "1504")
"""Three hexes along the northern road, from 1804."""


def move(unit: str, *path: str) -> Move:
    return Move(unit=unit, path=path)


def next_segment(table: Table) -> Table:
    return table.done("us").done_until("movement-segment")


def paths(table: Table, side: str) -> list[tuple[str, ...]]:
    """The movements told in a side's last letter."""
    return [report.path for report in table.letter(side) if isinstance(report, MovementSighted)]


def seen(table: Table, side: str, hex: str) -> list[Any]:
    """What a side's view shows in a hex."""
    view: Any = NDC.view(table.picture(side))
    return [enemy for enemy in view.contacts if hex in enemy.hexes]


def raised(level: int, unit: str = "su S-I1 at 1804 attack") -> Table:
    """A unit that the search of its own turn has found out to this level; its next letter has gone.

    A US searcher of level 3, with a die that gives the level by table 5.7: no modifier applies in clear ground.
    """
    return position(
        unit, GUNS, heading="search", searched={"us": (3, ("D1",))},
        by_purpose={"NDC-SEA-02 search of Soviet at 1804": [{1: 2, 2: 4, 3: 6}[level]]},
    ).done("su")  # fmt: skip


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


# ---- free reveals


@pytest.mark.rule("NDC-REP-15")
def test_a_player_may_reveal_more_with_the_values_that_are_true_when_the_letter_goes():
    """Hex and type of a unit that the enemy knows nothing of; it moves before the letter goes out."""
    table = position("su S-A1 at 1804 attack to 3", GUNS)
    refusal = table.refused("su", Reveal(unit="S-A1", items=("hex", "strength")))  # type: ignore[arg-type]
    assert refusal.rule == "NDC-REP-15"
    table.order("su", Reveal(unit="S-A1", items=("hex", "type")), move("S-A1", *WEST))
    assert table.picture("us").contacts == {}
    table.done("su")
    [enemy] = seen(table, "us", "1504")
    assert enemy.known and (enemy.type, enemy.designation, enemy.mode, enemy.to) == ("armor", None, None, None)
    assert len(table.picture("us").contacts) == 1


@pytest.mark.rule("NDC-REP-15")
def test_a_reveal_is_good_for_one_letter():
    """Told where it stands, the unit goes on unseen; the next letter does not say where to."""
    table = position("su S-A1 at 1804 attack", GUNS)
    table.order("su", Reveal(unit="S-A1", items=("hex",)), FIRE, Done())
    assert [enemy.known for enemy in seen(table, "us", "1804")] == [True]
    table.done("us").done_until("movement-segment").done("su").done_until("movement-segment").done("us")
    table.done_until("movement-segment").order("su", move("S-A1", *WEST), Done())
    assert [report for report in table.letter("us") if isinstance(report, UnitLocated)] == []
    assert seen(table, "us", "1504") == []


@pytest.mark.rule("NDC-REP-16")
def test_a_revealed_unit_blocks_the_ground_that_it_controls():
    """The US battalion in 1505 lets the other side know where it is, in its own turn: the road past it is closed."""
    past = move("S-I1", *WEST)
    for told in (True, False):
        table = position("su S-I1 at 1804 attack level 1", "us U-I1 at 1505 dug-in", phasing="us")
        table.order("us", *[Reveal(unit="U-I1", items=("hex",))][:told], Done()).done("us")
        table.done_until("movement-segment")
        assert table.waiting == ["Soviet"]
        if told:
            refusal = table.refused("su", past)
            assert (refusal.rule, "1604" in refusal.reason) == ("NDC-ZOC-01", True)
        else:
            assert table.order("su", past, Done()).unit("S-I1").hex == "1504"


@pytest.mark.rule("NDC-REP-17")
def test_a_reveal_leaves_the_level_as_it_is_also_in_combat():
    """A defender at level None that has told its hex counts as None among the resolver's modifiers."""
    table = position("su S-I1 at 1604 attack", "us U-I1 at 1505 dug-in", GUNS)
    table.order("su", FIRE, Done()).order("us", Reveal(unit="U-I1", items=("hex", "type", "to")))
    next_segment(table)
    assert seen(table, "su", "1505")[0].known and table.unit("U-I1").level == 0
    table.order("su", DeclareGroundCombat(unit="S-I1", target="1505", type="probe"), Done())
    table.done("us")
    assert table.truth.combats[0].resolver_lines["NDC-DFM-02"] == 0


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
    """Its base hex with what he tells of it, and another unit of the type that he tells."""
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


# ---- what was told stands until it is told otherwise


@pytest.mark.rule("NDC-REP-20")
def test_a_revealed_unit_that_moves_off_unseen_stays_in_the_picture_until_its_owners_letter():
    """Then its hex is withdrawn, and where it is now is not told."""
    table = position("su S-I1 at 1804 attack known", GUNS, "us U-I1 at 1604 attack")
    before = repr((table.picture("us").contacts, table.options("us")))
    table.order("su", move("S-I1", "1805"))
    assert repr((table.picture("us").contacts, table.options("us"))) == before
    table.done("su")
    [report] = [report for report in table.letter("us") if isinstance(report, ContactWithdrawn)]
    [contact] = table.picture("us").contacts.values()
    assert (report.items, report.hexes, report.handle) == (("hex",), ("1804",), contact.handle)
    assert contact.hexes == ("1804",) and not contact.known
    assert "1804" not in table.picture("us").known_enemies() and "1805" not in repr(table.logs["US"])


@pytest.mark.rule("NDC-REP-20")
def test_a_defender_that_retreated_unseen_is_withdrawn_only_in_its_owners_turn():
    """At level None it is beaten out of its hex by a probe: the attacker's picture keeps it there till then."""
    table = position(
        "su S-A1 at 1604 attack", GUNS, "su S-DIV at 2008 deployed", "us U-I1 at 1505 attack known",
        by_purpose={"NDC-RES-13": [10], "NDC-DFM-16": [3]},
    )  # fmt: skip
    table.order("su", DeclareGroundCombat(unit="S-A1", target="1505", type="probe"), Done())
    table.done_until("movement-segment")
    assert table.unit("U-I1").hex != "1505" and table.waiting == ["Soviet"]
    assert [contact.known for contact in table.contacts_at("su", "1505")] == [True]
    table.done("su", "su").done_until("movement-segment")
    assert table.waiting == ["US"]
    assert [contact.known for contact in table.contacts_at("su", "1505")] == [True]
    table.done("us")
    assert [contact.known for contact in table.contacts_at("su", "1505")] == [False]
    [report] = [report for report in table.letter("su") if isinstance(report, ContactWithdrawn)]
    assert (report.items, report.hexes) == (("hex",), ("1505",))


@pytest.mark.rule("NDC-REP-20")
def test_what_was_freely_told_is_withdrawn_item_by_item():
    """Mode and hex were told; the unit digs in: its mode is withdrawn, the new one is not told, and its hex stands."""
    table = position("su S-I1 at 1804 defend", "su S-1R at 1904 deployed", "su S-DIV at 2008 deployed", heading="modes")
    table.order("su", Reveal(unit="S-I1", items=("hex", "mode"))).done("su", "su")
    assert [enemy.mode for enemy in seen(table, "us", "1804")] == ["defend"]
    table.done("su").done_until("movement-segment").done("us")
    table.done_until("mode-change-and-forced-march-designation-phase")
    table.order("su", ChangeMode(unit="S-I1", mode="attack"), Done())
    assert [enemy.mode for enemy in seen(table, "us", "1804")] == ["defend"]
    table.done("su")
    [enemy] = seen(table, "us", "1804")
    assert enemy.mode is None and enemy.known
    assert [report.items for report in table.letter("us") if isinstance(report, ContactWithdrawn)] == [("mode",)]


def revealed_before_the_attack(defender: str, die: int) -> Table:
    """The defender, at level None, has told the hex and the strength; the attacker is in his second segment."""
    table = battle(defender=defender, die=die, more_dice={"NDC-SEA-01": [1]})
    table.order("us", Reveal(unit="U-I1", items=("hex", "to"))).order("su", CounterBattery(target="0610", csps=1))
    return resolved(table.done("su"))


@pytest.mark.rule("NDC-REP-20")
def test_a_revealed_unit_that_was_destroyed_unseen_is_withdrawn_in_its_owners_turn():
    """Nothing is told of the end of a unit at level None; its T/O level, told freely, goes with its hex."""
    table = revealed_before_the_attack("to 1", die=10)
    assert [(contact.known, contact.to) for contact in table.contacts_at("su", "0902")] == [(True, 1)]
    resolved(attack(table, type="probe"))
    assert "U-I1" not in table.truth.units
    assert [contact.known for contact in table.contacts_at("su", "0902")] == [True]
    table.done("su").done_until("movement-segment")
    assert [contact.known for contact in table.contacts_at("su", "0902")] == [True]
    table.done("us")
    assert [contact.known for contact in table.contacts_at("su", "0902")] == [False]


@pytest.mark.rule("NDC-REP-20")
def test_a_strength_that_was_freely_told_is_withdrawn_when_it_has_fallen():
    """At level None the battalion keeps its hex and loses a T/O level: the old figure goes, no new one comes."""
    table = revealed_before_the_attack("dug-in", die=8)
    resolved(attack(table))
    assert (table.unit("U-I1").hex, table.unit("U-I1").to) == ("0902", 3)
    assert [contact.to for contact in table.contacts_at("su", "0902")] == [4]
    table.done("su").done_until("movement-segment").done("us")
    assert [(contact.known, contact.to) for contact in table.contacts_at("su", "0902")] == [(True, None)]


@pytest.mark.rule("NDC-REP-20")
def test_a_zone_mode_told_at_level_4_is_withdrawn_when_the_unit_has_spread_unseen():
    """Followed to 1704 as one unit in single zone, it is out of sight there when it spreads."""
    table = position("su S-I1 at 1804 defend level 4", "su S-1R at 1904 deployed", "su S-DIV at 2008 deployed")
    table.order("su", move("S-I1", "1704"), Done())
    table.done_until("movement-segment").done("us").done_until("mode-change-and-forced-march-designation-phase")
    table.order("su", ChangeZone(unit="S-I1", stay="1704", further=("1705",)), Done())
    assert [contact.zone for contact in table.contacts_at("us", "1704")] == ["single"]
    table.done("su")
    assert [contact.zone for contact in table.contacts_at("us", "1704")] == [None]
    assert "zone" in [item for report in table.letter("us") for item in getattr(report, "items", ())]


@pytest.mark.rule("NDC-SEC-01")
def test_an_old_sighting_does_not_betray_what_became_of_the_unit_unseen():
    """Followed to 1704 and lost from sight there, it dies in gas at level None: the sighting stays, with its date."""
    worlds = []
    for path in (("1604",), ("1804",)):
        table = position("su S-I1 at 1804 attack to 1 level 2", by_purpose={"NDC-GCD-08": [1]})
        table.order("su", move("S-I1", "1704"), Done())
        table.done_until("movement-segment").done("us").done_until("movement-segment")
        for markers in (table.truth.markers, table.picture("su").markers):
            markers.append(Marker(kind="gas", hex="1604", side="US"))
        table.order("su", move("S-I1", *path), Done())
        assert ("S-I1" in table.truth.units) == (path == ("1804",))
        assert [(contact.known, contact.turn) for contact in table.contacts_at("us", "1704")] == [(False, 1)]
        worlds.append((repr(table.letter("us")), repr(table.picture("us").contacts)))
    assert worlds[0] == worlds[1]


def test_an_own_unit_in_the_hex_ends_what_was_told_of_it():
    """A stale sighting on the road is gone when the column has driven through; it was no obstacle."""
    table = position("us U-I1 at 1604 attack level 1", "su S-I1 at 1804 attack", phasing="us", turn=1)
    table.order("us", move("U-I1", "1504", "1404"), Done())
    assert [contact.known for contact in table.contacts_at("su", "1404")] == [False]
    table.done("us").done_until("movement-segment")
    assert [contact.turn for contact in table.contacts_at("su", "1404")] == [1], (
        "sightings grow old, they do not vanish"
    )
    table.truth.units["U-I1"].hex = "0404"
    table.order("su", move("S-I1", *WEST, "1404"), Done())
    assert table.unit("S-I1").hex == "1404" and table.contacts_at("su", "1404") == []


# ---- handles


def test_a_unit_found_again_after_it_was_lost_from_sight_gets_a_new_handle():
    """Followed to 1704 at level 2, it goes away and comes back unseen: found there again it is another contact."""
    table = position(
        "su S-I1 at 1804 attack level 2", "us U-DIV at 0508 deployed",
        by_purpose={"NDC-SEA-02": [1], "NDC-MAC-03": [5], "NDC-WEA-01": [3, 3]},
    )  # fmt: skip
    table.order("su", move("S-I1", "1704"), Done())
    [first] = table.picture("us").contacts
    table.done("su").order("us", AllotIntelligence(air=0, signal=3, coverage=1, sectors=("D1",)), Done())
    table.done_until("housekeeping-phase").done("us").done_until("movement-segment")
    table.order("su", move("S-I1", "1804", "1704"), Done())
    assert table.unit("S-I1").level == 2
    [second] = table.contacts_at("us", "1704")
    assert second.known and second.handle != first


def test_a_staff_that_was_shelled_out_of_its_hex_and_back_unseen_is_another_contact_when_it_is_found_there():
    """It was last seen driving into 0902, which tells nothing of who has come there since."""
    table = position(
        "us U-1B at 0903 deployed level 2", "su S-DIV at 0402 deployed", "su S-1R at 0602 deployed",
        "su S-2R at 0502 deployed", phasing="us",
        by_purpose={"NDC-CBF-08": [6, 6], "NDC-SEA-02": [6], "NDC-WEA-01": [3, 3]},
    )  # fmt: skip
    table.order("us", move("U-1B", "0902"), Done())
    [first] = table.contacts_at("su", "0902")
    table.done_until("intelligence-phase")
    table.order("su", AllotIntelligence(air=0, signal=4, coverage=1, sectors=("B1",)), Done())
    table.done_until("movement-segment").order(
        "su", CounterBattery(target="0902", csps=6, hqs=("S-DIV",)),
        CounterBattery(target="1002", csps=8, hqs=("S-1R", "S-2R")), Done(),
    )  # fmt: skip
    for hex in ("1002", "0902"):
        table.done_until("retreat").order("us", Retreat(hex=hex), Done())
    assert [(c.handle, c.known) for c in table.contacts_at("su", "0902")] == [(first.handle, False)]
    table.done_until("movement-segment").done("su").done_until("movement-segment").done("us")
    assert (table.unit("U-1B").hex, table.unit("U-1B").level) == ("0902", 2)
    [second] = table.contacts_at("su", "0902")
    assert second.known and second.handle != first.handle


def test_two_units_that_went_the_same_way_are_told_in_an_order_without_ids():
    """Renaming inner ids and turning round the order of rows changes nothing for the enemy."""
    logs = []
    for names in (("X-1", "X-2"), ("X-9", "X-0")):
        units = [f"su {names[0]} armor at 1804 attack level 2", f"su {names[1]} infantry at 1813 attack level 2"]
        table = position(*(units if names[0] == "X-1" else reversed(units)))
        for unit in table.truth.units.values():
            unit.designation = "One" if unit.type == "armor" else "Two"
        orders: list[Order] = [move(names[0], "1704"), move(names[1], "1713")]
        table.order("su", *(orders if names[0] == "X-1" else reversed(orders)), Done())
        logs.append(repr(table.logs["US"]))
    assert logs[0] == logs[1]


def test_a_unit_that_a_reported_move_destroys_is_told_as_lost():
    """A level-2 battalion with one T/O level left drives into gas (parent 3.7)."""
    table = position("su S-I1 at 1804 attack to 1 level 2", by_purpose={"NDC-GCD-08": [1]})
    for markers in (table.truth.markers, table.picture("su").markers):
        markers.append(Marker(kind="gas", hex="1604", side="US"))
    table.order("su", move("S-I1", *WEST), Done())
    assert paths(table, "us") == [("1704", "1604")]
    assert [report.eliminated for report in table.letter("us") if isinstance(report, EnemyLost)] == [True]
    assert table.picture("us").contacts == {} and "S-I1" not in table.picture("su").own
