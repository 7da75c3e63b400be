"""Stage C: supply markers, points, supply of units, artillery, drops (KOR-SUP-01 to 24)."""

from __future__ import annotations

import pytest

from service.engine import umpire
from service.engine.hexes import Hex
from service.engine.orders import Done
from service.games.korsun.game import KORSUN
from service.games.korsun.known.reports import Thrown
from service.games.korsun.known.supply import distances, isolated, received, road_ways, supplied
from service.games.korsun.printed.reading import SIDES
from service.games.korsun.sections.markers import EndIsolation, PlaceMarker
from service.games.korsun.sections.supply import DropToUnits, ExtendSupply, Resupply
from tests.games.korsun.table import Table, opened, position

XXXXII = "marker XXXXII at 0907"


def stage(*things: str, **entries: object) -> Table:
    """Stage C of the introductory scenario, game-turn 9, with one unit of each side far from the others."""
    return position(*things, heading="C", scenario="korsun-intro", turn=9, **entries)  # type: ignore[arg-type]


def at(table: Table, side: str, step: str) -> Table:
    """A side alone goes on to a step of Stage C."""
    for _ in range(8):
        if table.truth.steps.get(side, "").startswith(step):
            return table
        table.order(side, Done())
    raise AssertionError(f"{side} never came to {step}")


@pytest.mark.rule("KOR-SUP-01")
def test_stage_c_is_taken_step_by_step_in_order():
    table = stage("ART188 at 0907 low", "21 at 0510 oos1", XXXXII)
    assert table.refused("German", Resupply(unit="ART188")).rule == "KOR-SUP-20"
    steps = [table.truth.steps["Soviet"][0]]
    while "Soviet" in table.truth.steps:
        table.order("Soviet", Done())
        steps += [table.truth.steps["Soviet"][0]] if "Soviet" in table.truth.steps else []
    assert steps == ["1", "2", "4", "5", "6"]


@pytest.mark.rule("KOR-SUP-02")
def test_each_side_is_told_of_its_own_stage_alone():
    table = stage("DG112 at 0705", "21 at 0510", XXXXII, "marker 27A at 0505")
    length = table.truth.log_lengths["Soviet"]
    at(table.order("German", PlaceMarker(command="XXXXII", hex="0808")), "German", "5").order("German", Done())
    assert table.truth.log_lengths["Soviet"] == length and table.truth.steps["Soviet"][0] == "1"
    assert table.refused("Soviet", PlaceMarker(command="XXXXII", hex="0807")).rule == "KOR-SUP-04"


@pytest.mark.rule("KOR-SUP-02")
@pytest.mark.parametrize(
    ("first", "marker", "elsewhere", "hex", "watcher", "who"),
    [("German", "XXXXII", "0907", "0811", "42 at 0711", "R245"),
     ("Soviet", "27A", "0505", "0610", "DG332 at 0711", "42")],
)  # fmt: skip
def test_a_marker_deployed_beside_the_enemy_is_seen_when_both_sides_have_closed_the_stage(
    first: str, marker: str, elsewhere: str, hex: str, watcher: str, who: str
):
    table = stage(f"{who} at {hex}", watcher, "DG112 at 0705", "21 at 0206", f"marker {marker} at {elsewhere}")
    other = "Soviet" if first == "German" else "German"
    before = len(table.logs[other])
    table.order(first, PlaceMarker(command=marker, hex=hex))
    while first in table.truth.steps:
        table.order(first, Done())
    seen = table.contact(other, hex)
    assert seen is not None and not seen.marker and len(table.logs[other]) == before
    assert table.truth.steps[other].startswith("1")
    while other in table.truth.steps:
        table.order(other, Done())
    seen = table.contact(other, hex)
    assert seen is not None and seen.marker


@pytest.mark.rule("KOR-SUP-03")
def test_markers_that_can_be_deployed_show_their_front_and_lose_what_they_kept():
    table = stage("DG112 at 0705", "21 at 0510", "marker XXXXII at 0907 sp 3")
    sdm = table.picture("German").sdms["XXXXII"]
    assert (sdm.front, sdm.sp) == (True, 0)


@pytest.mark.rule("KOR-SUP-04")
def test_a_marker_is_deployed_on_a_road_hex_alone():
    table = stage("DG112 at 0705", "21 at 0510", XXXXII)
    assert table.refused("German", PlaceMarker(command="XXXXII", hex="0906")).rule == "KOR-SUP-04"
    table.order("German", PlaceMarker(command="XXXXII", hex="0808"))
    assert table.truth.sdms["XXXXII"].hex == "0808"


@pytest.mark.rule("KOR-SUP-05")
def test_an_open_road_links_a_marker_to_its_own_source():
    """By 1307 and 1607 a road leads to the source of others; what counts is 0818."""
    known = stage("R245 at 0914", "AL1 at 0809", "20GTB at 0813", "22GTB at 1115", "STUG905 at 1114", XXXXII)
    assert known.refused("German", PlaceMarker(command="XXXXII", hex="0907")).rule == "KOR-SUP-05"
    unknown = stage("DG112 at 0705", "20GTB at 0813", "22GTB at 1115", XXXXII)
    unknown.order("German", PlaceMarker(command="XXXXII", hex="0907"))
    sdm = unknown.truth.sdms["XXXXII"]
    assert sdm.hex == "0915", "it gets as far as the road is open and free of zones of control"
    assert unknown.picture("German").sdms["XXXXII"] == sdm


@pytest.mark.rule("KOR-SUP-05")
@pytest.mark.parametrize(
    ("friends", "hex"),
    [((), "0812"), (("R245 at 0811", "PI188 at 0810"), "0907"), (("ART188 at 0811", "ART172 at 0810"), "0916")],
)
def test_a_road_is_barred_by_a_zone_of_control_unless_a_combat_unit_of_ours_stands_there(
    friends: tuple[str, ...], hex: str
):
    """42 in 0911 controls 0810 and 0811 of road A; 21 bars the way round by Zvenyhora. Guns see it,
    and open no road: the way round is tried."""
    things = ("42 at 0911", "21 at 1115", "DG112 at 1206", "marker XXXXII at 0907", *friends)
    table = stage(*things).done("ge")
    assert table.truth.sdms["XXXXII"].hex == hex


@pytest.mark.rule("KOR-SUP-06", "KOR-SUP-08")
def test_a_deployed_marker_receives_what_is_printed_on_it_and_is_turned_to_its_back():
    table = at(stage("DG112 at 0705", "21 at 0510", "marker XXXXVII at 1615"), "German", "4")
    sdm = table.truth.sdms["XXXXVII"]
    assert (sdm.sp, sdm.front) == (5, False)


@pytest.mark.rule("KOR-SUP-07", "KOR-SUP-09")
@pytest.mark.parametrize(("ground", "points"), [("frozen", 4), ("mud", 3)])
def test_a_marker_loses_a_point_for_each_further_increment_of_its_road(ground: str, points: int):
    """0907 lies 13 road hexes from G1: three increments of 6, or four of 4."""
    table = at(stage("DG112 at 0705", "21 at 0510", XXXXII, ground=ground), "German", "4")
    assert table.truth.sdms["XXXXII"].sp == points


@pytest.mark.rule("KOR-SUP-10", "KOR-SUP-11")
@pytest.mark.parametrize(("ground", "state"), [("frozen", "in"), ("mud", "oos1")])
def test_a_unit_within_the_range_of_its_marker_is_in_supply(ground: str, state: str):
    table = at(stage("PI188 at 0702", "21 at 0510", XXXXII, ground=ground), "German", "4")
    assert table.picture("German").own["PI188"].supply == state


@pytest.mark.rule("KOR-SUP-11")
def test_each_command_has_a_marker_of_its_own_and_no_other_serves_it():
    """Both stand by the marker of XI; that of XXXXII stands at the far end of the map."""
    units = ("DG112 at 1408", "R105 at 1408", "ART188 at 1408 low", "ART172 at 1408 low", "21 at 0110")
    table = at(stage(*units, "marker XXXXII at 0818", "marker XI at 1607"), "German", "5")
    assert [table.unit(id).supply for id in ("DG112", "R105", "ART188", "ART172")] == ["oos1", "in", "oos1", "in"]
    points = table.truth.sdms["XI"].sp
    assert table.refused("German", Resupply(unit="ART188")).rule == "KOR-SUP-20"
    table.order("German", Resupply(unit="ART172"))
    assert table.truth.sdms["XI"].sp == points - 1


@pytest.mark.rule("KOR-SUP-12", "KOR-SUP-13", "KOR-SUP-14")
def test_supply_takes_markers_off_and_puts_the_first_on_and_leaves_others_as_they_are():
    units = ("PI188 at 0702 oos2", "DG112 at 0701", "DG255 at 0601 oos1", "DG332 at 0501 oos2", "21 at 0110")
    table = at(stage(*units, XXXXII), "German", "4")
    own = table.truth.units
    assert [own[unit].supply for unit in ("PI188", "DG112", "DG255", "DG332")] == ["in", "oos1", "oos1", "oos2"]


@pytest.mark.rule("KOR-SUP-10")
def test_who_entered_the_game_turn_oos1_and_was_not_helped_is_oos2_at_the_end_of_stage_d():
    table = stage("DG112 at 0701", "DG255 at 0601 oos1", "21 at 0110", XXXXII)
    table.done_until("b-movement-segment")
    assert [table.truth.units[unit].supply for unit in ("DG112", "DG255")] == ["oos1", "oos2"]


@pytest.mark.rule("KOR-SUP-15")
def test_a_point_puts_a_commands_units_of_one_hex_in_supply():
    table = stage("DG112 at 0601", "PI188 at 0601", "DG255 at 0501 oos1", "21 at 0110", XXXXII)
    at(table, "German", "4")
    table.truth.sdms["XXXXII"].sp = table.picture("German").sdms["XXXXII"].sp = 1
    table.order("German", ExtendSupply(command="XXXXII", hex="0601"))
    assert [table.unit(id).supply for id in ("DG112", "PI188", "DG255")] == ["in", "in", "oos1"]
    assert table.unit("DG112").extended and table.truth.sdms["XXXXII"].sp == 0
    assert table.refused("German", ExtendSupply(command="XXXXII", hex="0501")).rule == "KOR-SUP-15"


@pytest.mark.rule("KOR-SUP-16")
def test_extended_supply_reaches_twice_the_increment():
    table = at(stage("DG112 at 0302", "DG255 at 0301", "21 at 0110", XXXXII, ground="mud"), "German", "4")
    assert table.refused("German", ExtendSupply(command="XXXXII", hex="0301")).rule == "KOR-SUP-16"
    assert table.order("German", ExtendSupply(command="XXXXII", hex="0302")).unit("DG112").supply == "in"


@pytest.mark.rule("KOR-SUP-17")
def test_extended_supply_brings_no_ammunition():
    table = at(stage("ART188 at 0601 low", "21 at 0110", XXXXII), "German", "4")
    table.order("German", ExtendSupply(command="XXXXII", hex="0601"), Done())
    assert table.refused("German", Resupply(unit="ART188")).rule == "KOR-SUP-17"


@pytest.mark.rule("KOR-SUP-20", "KOR-SUP-21")
def test_artillery_is_resupplied_in_supply_and_within_the_increment():
    out = at(stage("ART188 at 0601 low", "21 at 0110", XXXXII), "German", "5")
    assert out.refused("German", Resupply(unit="ART188")).rule == "KOR-SUP-20"
    near = at(stage("ART188 at 0702 low", "21 at 0110", XXXXII), "German", "5")
    assert near.order("German", Resupply(unit="ART188")).unit("ART188").ammo == 2
    near.truth.units["ART188"].ammo = near.picture("German").own["ART188"].ammo = 1
    near.truth.units["ART188"].hex = near.picture("German").own["ART188"].hex = "0701"
    assert near.refused("German", Resupply(unit="ART188")).rule == "KOR-SUP-21"


@pytest.mark.rule("KOR-SUP-22")
@pytest.mark.parametrize("points", [1, 2])
def test_a_level_costs_what_is_printed_on_the_piece(points: int):
    table = at(stage("WERF54 at 0914 low", "21 at 0110", "marker III at 0915"), "German", "5")
    table.truth.sdms["III"].sp = table.picture("German").sdms["III"].sp = points
    if points < 2:
        assert table.refused("German", Resupply(unit="WERF54")).rule == "KOR-SUP-22"
    else:
        table.order("German", Resupply(unit="WERF54"))
        assert (table.unit("WERF54").ammo, table.truth.sdms["III"].sp) == (2, 0)


@pytest.mark.rule("KOR-SUP-23")
@pytest.mark.parametrize(("was", "becomes"), [("low", 2), ("out", 1)])
def test_a_level_of_ammunition_is_raised_at_a_time(was: str, becomes: int):
    table = at(stage(f"ART188 at 0907 {was}", "21 at 0110", XXXXII), "German", "5")
    assert table.order("German", Resupply(unit="ART188")).unit("ART188").ammo == becomes


@pytest.mark.rule("KOR-SUP-24")
def test_each_front_drops_supply_once_on_a_hex_of_its_units():
    table = stage("21 at 1113 oos1", "42 at 1310 oos1", "204 at 2417 oos1", "DG112 at 0907", dice=())
    at(table, "Soviet", "6")
    table.dice.by_purpose = {"KOR-SUP-24": [4, 2]}
    assert table.refused("Soviet", DropToUnits(front="1UF", hex="2417")).rule == "KOR-SUP-24"
    table.order("Soviet", DropToUnits(front="1UF", hex="1113"))
    assert table.refused("Soviet", DropToUnits(front="1UF", hex="1310")).rule == "KOR-SUP-24"
    table.order("Soviet", DropToUnits(front="2UF", hex="2417"))
    assert [table.unit(id).supply for id in ("21", "42", "204")] == ["in", "oos1", "oos1"]
    assert len(table.told("so", Thrown)) == 2 and not table.told("ge", Thrown)


def test_an_isolated_korps_has_its_own_marker_again_when_its_road_is_open():
    things = ("R105 at 1008", "42 at 1312", "marker XI at 1106 cut isolated", "marker KORSUN at 1206 sp 2")
    table = position(*things, heading="C", isolated=["XI"])
    assert not table.truth.sdms["XI"].front
    table.order("German", EndIsolation(command="XI"))
    assert table.truth.sdms["XI"].front and table.truth.public.isolated == []
    assert table.picture("so").public.isolated == ["XI"], "it is told when Stage C is over"
    shut = position(*things, "21 at 0811", "DG112 at 0810", "86 at 1308", "R124 at 1307", heading="C", isolated=["XI"])
    assert shut.refused("German", EndIsolation(command="XI")).rule == "KOR-GEV-05"


OUT_AT_START = {
    ("korsun-first", "frozen"): set(), ("korsun-first", "mud"): set(),
    ("korsun-intro", "frozen"): set(),
    ("korsun-intro", "mud"): {
        "DG332", "R245", "PI188", "R266", "R544", "11PZ", "AL2", "42", "86", "21", "204", "206", "208", "ENG27",
        "AB1", "AB2", "AB3",
    },
    ("korsun-full", "frozen"): set(),
    ("korsun-full", "mud"): {"66PG", "R546", "86", "936", "99G", "7G", "16G"},
}  # fmt: skip


@pytest.mark.parametrize(("scenario", "ground"), OUT_AT_START, ids=lambda one: one)
def test_who_is_in_supply_at_the_start_is_as_the_scenarios_were_checked(scenario: str, ground: str):
    state = opened(scenario)
    state.public.ground = ground  # type: ignore[assignment]
    out = set()
    for side in SIDES:
        field = state.field(side)
        found = supplied(field, state.of(side).values(), distances(field))
        out |= {unit for unit, within in found.items() if not within}
    assert out == OUT_AT_START[scenario, ground]


@pytest.mark.parametrize(
    ("command", "road", "frozen", "mud"),
    [("XXXXII", 13, 4, 3), ("XI", 12, 4, 3), ("XXXXVII", 7, 5, 4), ("27A", 6, 4, 3), ("6TA", 4, 3, 3),
     ("4GA", 7, 3, 3), ("5GTA", 3, 3, 3)],
)  # fmt: skip
def test_road_and_points_of_each_marker_are_as_the_scenario_was_checked(command: str, road: int, frozen: int, mud: int):
    state = opened("korsun-intro")
    marker = state.rules.markers[command]
    field = state.field(marker.side)
    found = road_ways(field, state.rules.sources[marker.source])[state.sdms[command].hex]  # type: ignore[index]
    assert found.cost == road
    assert received(marker.sp, road, marker.inc_frozen) == frozen and received(marker.sp, road, marker.inc_mud) == mud


def test_the_pocket_of_the_first_evening_is_isolated():
    state = opened("korsun-first")
    field = state.field("German")
    pocket = [unit.hex for id, unit in field.own.items() if state.rules.counters[id].command == "XI"]
    assert all(isolated(field, hex) for hex in pocket if hex is not None) and not isolated(field, Hex("0813"))


def test_artillery_resupply_passes_for_who_has_another_step_and_nothing_to_resupply():
    """The Soviet side is asked for drops in any case, the German one for ammunition: each has a last word."""
    resupply, drops = "5-artillery-resupply-phase", "6-soviet-air-drop-supply-phase"
    for guns, soviet in (((), drops), (("ART480 at 0811 low",), resupply)):
        table = position("42 at 0811", *guns, "DG112 at 0907", "marker 27A at 0811 sp 3", heading="C")
        for seat in ("Soviet", "German"):
            umpire.play(KORSUN, table.truth, seat, [Done()], table.dice, strict=True)
        assert table.truth.steps == {"Soviet": soviet, "German": resupply}
