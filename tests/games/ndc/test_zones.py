"""Zones of control, of enemies that are known and of those that are not (NDC-ZOC-01 to 09, parent 3.14).

The road runs west from 1804 through 1704, 1604 and 1504; a US battalion in 1505 controls 1604 and 1504.
"""

from __future__ import annotations

import pytest

from service.engine.hexes import adjacent
from service.engine.orders import Done
from service.games.ndc.known.reach import destinations
from service.games.ndc.known.reports import CombatResolved, MovementSighted, MovementStopped, UnitLocated
from service.games.ndc.printed.units import Marker
from service.games.ndc.sections.declare import CounterBattery, DeclareGroundCombat
from service.games.ndc.sections.defence import Defend
from service.games.ndc.sections.movement import Move
from service.games.ndc.sections.reveal import Reveal
from tests.positions import Table, position

GUNS = "su S-1R at 1904 deployed"
FIRE = CounterBattery(target="1609", csps=1)
"""A combat that touches nobody, so that the phase goes on."""
WEST = Move(unit="S-I1", path=("1704", "1604", "1504"))


def next_segment(table: Table) -> Table:
    return table.done("us").done_until("movement-segment")


def stopped(mover_level: int = 2, *others: str, enemy: str = "us U-I1 at 1505 dug-in level 1") -> Table:
    """A column on the road, and beside it an enemy of whom its owner knows nothing."""
    return position(f"su S-I1 at 1804 attack level {mover_level}", enemy, GUNS, *others)


# ---- known enemies


@pytest.mark.rule("NDC-ZOC-01")
def test_a_unit_must_stop_in_the_zone_of_control_of_a_known_enemy():
    """A path that goes on from there is refused and names the hex; one that ends there is taken, attack or none."""
    for attack in ([], [DeclareGroundCombat(unit="S-I1", target="1505", type="probe")]):
        table = position("su S-I1 at 1804 attack", "us U-I1 at 1505 dug-in level 2", "us U-1B at 1205 deployed")
        for beyond in ("1603", "1504"):
            refusal = table.refused("su", Move(unit="S-I1", path=("1704", "1604", beyond)))
            assert refusal.rule == "NDC-ZOC-01" and "in 1604 and has to stop" in refusal.reason
        table.order("su", Move(unit="S-I1", path=("1704", "1604")), *attack, Done())
        assert table.unit("S-I1").hex == "1604"


def test_it_stays_there_as_long_as_the_enemy_does():
    """It has points left in the next segment, and the enemy is still known beside it."""
    table = position("su S-I1 at 1804 attack", "us U-I1 at 1505 dug-in known", GUNS)
    table.order("su", Move(unit="S-I1", path=("1704", "1604")), FIRE, Done())
    refusal = next_segment(table).refused("su", Move(unit="S-I1", path=("1704",)))
    assert refusal.rule == "NDC-ZOC-01" and table.believes("su", "S-I1").spent == 4
    assert destinations(table.picture("su"), "S-I1") == []


def test_it_goes_on_when_an_attack_has_found_the_enemy_gone():
    table = position("su S-I1 at 1804 attack", "su S-I2 at 1605 attack", "us U-I1 at 1505 dug-in known", GUNS)
    table.truth.units["U-I1"].hex = "0404"
    probe = DeclareGroundCombat(unit="S-I2", target="1505", type="probe")
    table.order("su", Move(unit="S-I1", path=("1704", "1604")), probe, Done())
    next_segment(table).order("su", Move(unit="S-I1", path=("1504",)), Done())
    assert table.unit("S-I1").hex == "1504"


def test_every_way_that_is_offered_ends_in_the_first_hex_under_known_control():
    table = position("su S-I1 at 1804 attack", "su S-I2 at 1604 attack", "us U-I1 at 1505 dug-in known")
    ways = [way.path for unit in ("S-I1", "S-I2") for way in destinations(table.picture("su"), unit)]
    assert {hex for way in ways for hex in way[:-1] if adjacent(hex, "1505")} == set()
    assert sum(adjacent(way[-1], "1505") for way in ways) > 3
    from_the_zone = {way[-1] for way in ways if adjacent(way[0], "1604") and len(way) == 1}
    assert from_the_zone.isdisjoint({"1504", "1605"}) and "1704" in from_the_zone


@pytest.mark.parametrize(
    ("enemy", "path"),
    [
        ("us U-1B at 1505 deployed level 3", WEST.path),
        ("us U-I1 at 1505 march level 4", WEST.path),
        ("us U-I1 at 1205 dug-in known", ("1405", "1305", "1304")),
    ],
    ids=["headquarters", "in march mode", "across the river"],
)
def test_a_known_enemy_that_controls_nothing_stops_nobody(enemy: str, path: tuple[str, ...]):
    table = position(f"su S-I1 at {'1505' if path[0] == '1405' else '1804'} attack", enemy)
    table.order("su", Move(unit="S-I1", path=path), Done())
    assert table.unit("S-I1").hex == path[-1]


def test_an_enemy_seen_on_the_move_is_no_known_enemy_where_he_was_last_seen():
    table = position("us U-I1 at 1405 attack level 1", "su S-I1 at 1804 attack", phasing="us")
    table.order("us", Move(unit="U-I1", path=("1505",)), Done()).done("us").done_until("movement-segment")
    assert [contact.known for contact in table.contacts_at("su", "1505")] == [False]
    table.order("su", WEST, Done())
    assert table.unit("S-I1").hex == "1504"


def test_leaving_a_known_zone_costs_three_points_and_does_not_lead_into_another_hex_under_control():
    table = position("su S-I1 at 1604 attack", "us U-I1 at 1505 dug-in known")
    assert table.refused("su", Move(unit="S-I1", path=("1504",))).rule == "NDC-ZOC-01"
    table.order("su", Move(unit="S-I1", path=("1704",)), Done())
    assert table.unit("S-I1").spent == 3 + 2


@pytest.mark.rule("NDC-ZOC-01")
def test_a_known_unit_controls_for_its_enemy_what_it_has_secretly_left():
    """By the mover's picture the battalion is in 1505; that it has gone changes no word of the refusal."""
    words = []
    for hex in ("1505", "0404"):
        table = position("su S-I1 at 1804 attack", "us U-I1 at 1505 dug-in known")
        table.truth.units["U-I1"].hex = hex
        words.append(str(table.refused("su", Move(unit="S-I1", path=("1704", "1604", "1603")))))
    assert words[0] == words[1]


# ---- enemies of whom the mover's owner knows nothing


@pytest.mark.rule("NDC-ZOC-02")
def test_a_unit_that_is_noticed_stops_in_the_zone_of_a_hidden_enemy():
    """The enemy reads the path as far as the stop; its owner goes on seeing it where they ordered it."""
    table = stopped().order("su", WEST)
    table.order("su", Move(unit="S-I1", path=("1404",)), FIRE, Done())
    assert table.unit("S-I1").hex == "1604" and table.unit("S-I1").spent == 4
    assert [r.path for r in table.letter("us") if isinstance(r, MovementSighted)] == [("1704", "1604")]
    assert table.believes("su", "S-I1").hex == "1404"
    next_segment(table)
    assert table.believes("su", "S-I1").hex == "1604" and table.believes("su", "S-I1").spent == 4


@pytest.mark.parametrize(
    ("enemy", "path"),
    [
        ("us U-I1 at 1505 march", ("1704", "1604", "1504")),
        ("us U-1B at 1505 deployed", ("1704", "1604", "1504")),
        ("us U-I1 at 1205 dug-in", ("1405", "1305", "1304")),
    ],
    ids=["in march mode", "headquarters", "across the river"],
)
def test_there_is_no_stop_where_there_is_no_zone_of_control(enemy: str, path: tuple[str, ...]):
    start = "1505" if path[0] == "1405" else "1804"
    table = position(f"su S-I1 at {start} attack level 4", enemy)
    table.order("su", Move(unit="S-I1", path=path), Done())
    assert table.unit("S-I1").hex == path[-1] and table.told("su", MovementStopped) == []


@pytest.mark.rule("NDC-ZOC-02", "NDC-ZOC-06")
def test_a_unit_spread_over_a_zone_stops_from_every_hex():
    table = stopped(enemy="us U-R1 at 1406 spread 1505 defend")
    table.order("su", WEST, Done())
    assert table.unit("S-I1").hex == "1604" and [c.hexes for c in table.contacts_at("su", "1505")] == [("1505",)]


@pytest.mark.rule("NDC-ZOC-03")
@pytest.mark.parametrize("mover", [0, 1, 2, 3])
@pytest.mark.parametrize("enemy", [0, 1])
def test_who_is_stopped_is_a_matter_of_both_levels_as_it_moves(mover: int, enemy: int):
    """At level 2 or more a mover is noticed by enemies of level None and 1; its own level is reset only afterwards."""
    table = stopped(mover, enemy=f"us U-I1 at 1505 dug-in level {enemy}")
    table.order("su", WEST, Done())
    assert table.unit("S-I1").hex == ("1604" if mover >= 2 else "1504")
    assert table.unit("S-I1").level == 0


def test_who_truly_stands_where_an_enemy_is_known_makes_no_difference_to_the_mover():
    """They stop beside 1505 for the enemy they know there, and are not told that another battalion has relieved it."""
    worlds = []
    for relieved in (False, True):
        table = position(
            "su S-I1 at 1804 attack level 2", "us U-I1 at 1505 dug-in known", "us U-I2 at 0404 dug-in", GUNS
        )
        for units in (table.truth.units, table.picture("us").own):
            if relieved:
                units["U-I1"].hex, units["U-I2"].hex = "0405", "1505"
        table.order("su", Move(unit="S-I1", path=("1704", "1604")), FIRE, Done())
        next_segment(table)
        assert table.unit("S-I1").hex == "1604" and not table.unit("S-I1").stopped
        worlds.append((repr(table.logs["Soviet"]), repr(table.picture("su"))))
    assert worlds[0] == worlds[1]


@pytest.mark.rule("NDC-ZOC-02")
def test_a_headquarters_known_in_a_hex_does_not_hide_the_battalion_beside_it():
    """The mover's owner expects no control from an HQ: the battalion that nobody told them of surprises them."""
    table = position("su S-I1 at 1804 attack level 2", "us U-1B at 1505 deployed level 3", "us U-I1 at 1505 dug-in")
    table.order("su", WEST, Done())
    assert table.unit("S-I1").hex == "1604" and table.unit("S-I1").stopped
    assert sorted(str(contact.type) for contact in table.contacts_at("su", "1505")) == ["HQ", "None"]


@pytest.mark.rule("NDC-ZOC-04", "NDC-ZOC-06")
def test_the_resolution_letter_tells_who_was_stopped_and_by_whom():
    """Unit and hex of the stop, and an unidentified enemy where the control came from; their level stays as it was."""
    table = stopped().order("su", WEST, FIRE, Done())
    assert table.told("su", MovementStopped) == [] and table.picture("su").contacts == {}
    next_segment(table)
    letter = table.letter("su")
    assert [(r.unit, r.hex, r.why) for r in letter if isinstance(r, MovementStopped)] == [
        ("S-I1", "1604", "zone of control")
    ]
    [located] = [r for r in letter if isinstance(r, UnitLocated)]
    assert (located.hexes, located.type, located.designation, located.mode) == (("1505",), None, None, None)
    assert [contact.known for contact in table.contacts_at("su", "1505")] == [True]
    assert table.unit("U-I1").level == 1


@pytest.mark.parametrize("enemy", ["us U-I1 at 1505 dug-in", "us U-I1 at 1504 march"], ids=["control", "contact"])
def test_nothing_shows_of_a_stop_until_the_resolution_letter(enemy: str):
    """Log, picture, options and ways of the mover's owner are those of the world in which the road was clear."""
    worlds = []
    for line in (enemy, "us U-I1 at 0404 dug-in"):
        table = stopped(enemy=line).order("su", WEST, FIRE, Done())
        assert table.waiting == ["US"] and table.heading == "send-the-results"
        worlds.append(repr((table.logs["Soviet"], table.picture("su"), table.options("su"))))
    assert worlds[0] == worlds[1]
    assert table.unit("S-I1").hex == "1504"


@pytest.mark.rule("NDC-ZOC-06")
@pytest.mark.parametrize(("die", "hex"), [(1, "1505"), (2, "1605")])
def test_of_several_hidden_enemies_one_is_drawn(die: int, hex: str):
    table = position(
        "su S-I1 at 1804 attack level 2", "us U-I1 at 1505 dug-in", "us U-I2 at 1605 dug-in",
        by_purpose={"NDC-ZOC-06": [die]},
    )  # fmt: skip
    table.order("su", WEST, Done())
    assert [contact.hexes for contact in table.picture("su").contacts.values()] == [(hex,)]


@pytest.mark.rule("NDC-ZOC-05")
def test_an_attack_declared_from_beyond_the_stop_is_cancelled():
    """It was to fight from 1504 with 3 CSPs: the attack is struck and the points are there again."""
    table = stopped()
    attack = DeclareGroundCombat(unit="S-I1", target="1603", type="assault", barrage=3)
    table.order("su", WEST, attack, Done())
    assert table.picture("su").account.support_used == {"S-1R": 3}
    next_segment(table)
    assert [(r.origin, r.outcome) for r in table.told("su", CombatResolved)] == [("1504", "cancelled")]
    assert table.picture("su").account.support_used in ({}, {"S-1R": 0})
    assert not table.believes("su", "S-I1").attacked
    again = DeclareGroundCombat(unit="S-I1", target="1505", type="probe", barrage=4)
    table.order("su", again)


@pytest.mark.rule("NDC-ZOC-05")
def test_what_the_defender_committed_to_a_cancelled_attack_is_his_again():
    table = stopped(2, "us U-1B at 1004 deployed", "us U-2B at 1603 deployed")
    attack = DeclareGroundCombat(unit="S-I1", target="1603", type="assault")
    table.order("su", WEST, attack, FIRE, Done()).order("us", Defend(fire=2))
    assert table.picture("us").account.support_used == {"U-1B": 2}
    table.done("us")
    assert table.picture("us").account.support_used in ({}, {"U-1B": 0}) and table.waiting == ["US"]


def test_an_attack_declared_from_the_very_hex_of_the_stop_stands():
    table = stopped()
    attack = DeclareGroundCombat(unit="S-I1", target="1505", type="probe")
    table.order("su", Move(unit="S-I1", path=("1704", "1604")), attack, Done())
    next_segment(table)
    assert [r.outcome != "cancelled" for r in table.told("su", CombatResolved)] == [True]


@pytest.mark.rule("NDC-ZOC-07")
def test_a_stopped_unit_moves_no_further_in_the_phase_but_may_attack():
    # By every other rule it might: out of the zone, and into it again by another hex, which is no move held back.
    around = Move(unit="S-I1", path=("1705", "1605"))
    table = stopped().order("su", WEST, FIRE, Done())
    next_segment(table)
    refusal = table.refused("su", around)
    assert refusal.rule == "NDC-ZOC-07" and "1604" in refusal.reason
    assert not [option for option in table.options("su", "move") if "S-I1" in option.subjects]
    table.order("su", FIRE, Done())
    assert next_segment(table).refused("su", around).rule == "NDC-ZOC-07"
    table.order("su", DeclareGroundCombat(unit="S-I1", target="1505", type="probe"))


def test_in_its_next_phase_a_unit_that_was_stopped_moves_on():
    table = stopped().order("su", WEST, Done()).done("su").done_until("movement-segment")
    table.done("us").done_until("movement-segment").order("su", Move(unit="S-I1", path=("1704",)), Done())
    assert table.unit("S-I1").hex == "1704"


@pytest.mark.rule("NDC-ZOC-08")
@pytest.mark.parametrize("level", [0, 1])
def test_a_unit_that_is_not_noticed_passes_by_a_hidden_enemy(level: int):
    table = stopped(level).order("su", WEST, Done())
    assert table.unit("S-I1").hex == "1504" and not table.unit("S-I1").stopped


def test_a_revealed_enemy_stops_even_him_who_is_not_noticed():
    table = stopped(0).order("us", Reveal(unit="U-I1", items=("hex",)))
    table.order("su", FIRE, Done())
    assert next_segment(table).refused("su", WEST).rule == "NDC-ZOC-01"


@pytest.mark.rule("NDC-ZOC-09")
@pytest.mark.parametrize("level", [0, 1])
def test_of_a_passage_unnoticed_neither_player_is_told(level: int):
    """Log and picture of both are those of the world in which the battalion stood far away."""
    worlds = []
    for hex in ("1505", "0404"):
        table = position(f"su S-I1 at 1804 attack level {level}", f"us U-I1 at {hex} dug-in", GUNS)
        table.order("su", WEST, FIRE, Done())
        next_segment(table).done("su")
        del table.picture("us").own["U-I1"]
        worlds.append((repr(table.logs), repr(table.picture("su")), repr(table.picture("us"))))
    assert worlds[0] == worlds[1]


# ---- what limits a zone of control (parent 3.14, 3.29)


def test_a_breakthrough_marker_lifts_the_control_of_its_hex():
    table = position("su S-I1 at 1804 attack level 2", "us U-I1 at 1505 dug-in", "us U-I2 at 1603 dug-in known")
    for markers in (table.truth.markers, table.picture("su").markers):
        markers += [Marker(kind="breakthrough", hex=hex, side="Soviet") for hex in ("1704", "1604")]
    table.order("su", Move(unit="S-I1", path=("1704", "1604", "1605")), Done())
    assert table.unit("S-I1").hex == "1605"


def test_a_defender_that_has_been_engaged_controls_only_those_that_engaged_it():
    """The probe holds it where it is: the column passes by it, where before the fight it had to stop."""
    table = position(
        "su S-I1 at 1804 attack level 2", "su S-I2 at 1605 attack", "us U-I1 at 1505 dug-in known",
        by_purpose={"NDC-RES-13": [9]},
    )  # fmt: skip
    past = Move(unit="S-I1", path=(*WEST.path, "1404", "1304"))
    assert table.refused("su", past).rule == "NDC-ZOC-01"
    table.order("su", DeclareGroundCombat(unit="S-I2", target="1505", type="probe"), Done())
    next_segment(table)
    [contact] = table.contacts_at("su", "1505")
    assert contact.engaged and table.unit("U-I1").engaged
    table.order("su", past, Done())
    assert table.unit("S-I1").hex == "1304"


def test_a_fixed_enemy_does_not_control_the_hex_of_a_unit_that_fought_another():
    """One battalion holds the enemy in 1505, another has driven off the one in 1504: the column passes through it."""
    table = position(
        "su S-I1 at 1804 attack", "su S-I2 at 1605 attack", "su S-I3 at 1604 attack", "us U-I1 at 1505 dug-in known",
        "us U-R1 at 1504 march to 3 level 2", by_purpose={"NDC-RES-13": [9, 10]},
    )  # fmt: skip
    table.order(
        "su", DeclareGroundCombat(unit="S-I2", target="1505", type="probe"),
        DeclareGroundCombat(unit="S-I3", target="1504", type="probe"), Done(),
    )  # fmt: skip
    table.done_until("movement-segment")
    assert table.believes("su", "S-I3").engaged and table.contacts_at("su", "1504") == []
    table.order("su", WEST, Done())
    assert table.unit("S-I1").hex == "1504"
