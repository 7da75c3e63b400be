"""The map: hexes, sides and vertices as places, what each side is, and where the ice lies."""

from __future__ import annotations

from collections import Counter

import pytest

from service.engine.places import Place
from service.games.campaign1776.game import DATA
from service.games.campaign1776.printed.facts import scenario_facts
from service.games.campaign1776.printed.lettered import (
    adjacent,
    beside,
    coordinates,
    corners,
    distance,
    ends,
    is_side,
    meet,
    named,
    row_letters,
    row_number,
    side,
)
from service.games.campaign1776.printed.scenario import scenario
from service.games.campaign1776.printed.waterways import port_place
from tests.games.campaign1776.printed_data import FIXTURE, board, spoil, tables, water

EXAMPLES = (
    "FF30/GG31", "MM35/NN35", "A12/B13", "D14/E14", "DDD29/EEE29", "AAA43/BBB44", "FFF48/FFF49", "RRR50/RRR51",
    "RRR51/SSS51", "HH31/II31", "ZZ40/AAA41", "OO32/PP33", "OO33/PP33", "OO33/PP34",
)  # fmt: skip


# ---- names


def test_rows_are_lettered_three_times_from_the_south():
    assert [row_letters(row) for row in (1, 26, 27, 52, 53, 78)] == ["A", "Z", "AA", "ZZ", "AAA", "ZZZ"]
    assert all(row_number(row_letters(row)) == row for row in range(1, 79))
    assert coordinates(Place("AAA43")) == (53, 43) and named(53, 43) == "AAA43"


@pytest.mark.parametrize("name", ["AB43", "AAAA4", "A0", "A100", "aaa43", "43", "AAA", "AAA043", ""])
def test_what_is_no_hex_has_no_coordinates(name: str):
    with pytest.raises(ValueError, match="is not a hex"):
        coordinates(Place(name))


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_sides_that_the_rules_name_join_two_neighbours(example: str):
    a, b = beside(Place(example))
    assert adjacent(a, b) and side(a, b) == side(b, a) == example


def test_six_hexes_adjoin_one_in_the_middle_clockwise():
    assert board().neighbours(Place("GGG40")) == ("HHH41", "GGG41", "FFF40", "FFF39", "GGG39", "HHH40")
    assert distance(Place("GGG40"), Place("HHH41")) == distance(Place("GGG40"), Place("FFF39")) == 1
    assert distance(Place("GGG40"), Place("HHH39")) == 2 and distance(Place("OO32"), Place("QQ33")) == 2


def test_a_side_runs_between_two_vertices_and_a_hex_has_six():
    first, second = ends(Place("AAA43/BBB44"))
    assert first | second == {coordinates(Place(hex)) for hex in ("AAA43", "BBB44", "AAA44", "BBB43")}
    six = corners(Place("AAA43"))
    assert len(six) == 6 and {first, second} <= six
    assert meet(Place("AAA43/BBB44"), Place("BBB43/BBB44")) and not meet(Place("AAA43/BBB44"), Place("ZZ42/AAA43"))
    assert not meet(Place("AAA43/BBB44"), Place("AAA43/BBB44")), "a side does not meet itself"


def test_the_two_sides_of_an_edge_hex_share_the_vertex_off_the_map():
    assert meet(Place("EEE29:W"), Place("DDD28/EEE29")) and meet(Place("EEE29:W"), Place("EEE29/FFF29"))


# ---- what is drawn


def test_the_northern_theatre_has_as_many_hexes_of_each_kind_as_were_drawn():
    drawn = Counter(terrain.name for terrain in board().terrain.values())
    assert len(board().terrain) == 923
    assert drawn == {
        "clear": 221, "forest": 327, "rough": 48, "mountain": 58, "swamp": 8, "inland_water": 9, "inshore_water": 3,
        "sea_lane": 249,
    }  # fmt: skip


def test_there_are_22_strategic_towns_besides_quebec_and_montreal():
    assert {area: len(towns) for area, towns in board().strategic_towns.items()} == {"N": 11, "M": 11, "C": 2}


@pytest.mark.rule("C76-MAP-01")
def test_class_3_is_river_and_lake_or_coastal_and_nothing_else():
    classes = {board().sides.get(one) for one in board().class_3}
    assert classes == {"river/lake", "coastal"}
    lake, river = Place("III37/III38"), Place("WW37/WW38")
    assert board().sides.get(lake) == board().sides.get(river)
    assert water().takes_bateaus(lake) and water().takes_bateaus(river)


@pytest.mark.rule("C76-MAP-02")
def test_what_a_side_is_the_file_says_alone():
    assert board().sides.get(Place("CCC43/CCC44")) == "class_1"
    drawn = "{name: Thames, class: 1, sides"
    other = spoil("maps/northern-theatre", drawn, drawn.replace("1", "2"))
    assert board(data=other).sides.get(Place("CCC43/CCC44")) == "class_2"
    assert board().sides.get(Place("GGG40/GGG41")) is None


@pytest.mark.rule("C76-MAP-05")
def test_what_a_side_is_in_a_match_its_own_version_of_the_map_says():
    """A match that was opened with another map goes on by it, whatever the shipped one has."""
    drawn = "{name: Thames, class: 1, sides"
    other = spoil("maps/northern-theatre", drawn, drawn.replace("1", "2"))
    told = [scenario_facts(scenario(data, "northern-war"))["sides"]["CCC43/CCC44"] for data in (DATA.id, other)]
    assert told == ["class_1", "class_2"]


@pytest.mark.rule("C76-MAP-03")
@pytest.mark.parametrize(("example", "map"), [("MM35/NN35", "northern-theatre"), *(
    (one, FIXTURE) for one in ("FF30/GG31", "A12/B13", "D14/E14"))])  # fmt: skip
def test_four_doubtful_sides_are_river_or_lake(example: str, map: str):
    assert board(map).sides.get(Place(example)) == "river/lake" and water(map).takes_bateaus(Place(example))


@pytest.mark.rule("C76-MAP-08")
def test_nothing_runs_along_a_sea_lane():
    lanes = board().sea_lanes
    assert lanes and not [one for one in board().sides if lanes.intersection(beside(one))]
    assert Place("AAA43/AAA44") not in water() and Place("AAA44") in water()


@pytest.mark.rule("C76-MAP-12", "C76-MAP-13")
def test_every_land_hex_lies_in_one_area_and_three_on_the_border_in_the_middle_states():
    assert board().area.keys() == board().land
    assert {board().area[Place(hex)] for hex in ("MMM35", "NNN37", "OOO39")} == {"M"}


@pytest.mark.rule("C76-MAP-14")
def test_the_st_lawrence_is_the_border_west_of_them():
    areas = [tuple(board().area.get(hex) for hex in beside(one)) for one, river in board().rivers.items()
             if river == "St Lawrence" and coordinates(beside(one)[0])[0] < row_number("MMM")
             and all(hex in board().land for hex in beside(one)) and len(beside(one)) == 2]  # fmt: skip
    assert areas and all(set(pair) <= {"C", "M"} for pair in areas)
    assert (board().area[Place("LLL34")], board().area[Place("LLL33")]) == ("M", "C")


@pytest.mark.rule("C76-PBM-06")
def test_a_coast_hex_is_entered_where_it_has_land_and_not_else():
    assert {"FFF48", "FFF49", "BBB44"} <= board().land
    assert not {"GGG49", "III47", "YY39", "AAA44"} & board().land


# ---- ports and places


@pytest.mark.rule("C76-PRT-02", "C76-PRT-03")
def test_a_fleet_is_in_a_sea_lane_on_a_side_in_a_port_or_in_a_box():
    ground = scenario(DATA.id, "northern-war").ground
    assert {Place("AAA44"), Place("III46/III47"), Place("port Boston"), Place("north box")} <= set(ground.places)
    for port in board().ports.values():
        assert port.entrance in board().class_3 and port.entrance != port_place(port.name)
        assert ground.at(port.entrance) != ground.at(port_place(port.name)) != ground.at(port.hex)
        assert water().is_port(port_place(port.name)) and not water().is_port(port.entrance), "at sea"
        assert len(water().beside(port.entrance)) > 1, "and a fleet goes on from there"
    assert ground.parse("iii47/III46") == "III46/III47" and ground.parse("new york") == "port New York"


@pytest.mark.rule("C76-PRT-04")
def test_a_port_is_entered_and_left_by_its_entrance_alone():
    for port in board().ports.values():
        assert water().beside(port_place(port.name)) == (port.entrance,)
    assert port_place("New York") not in water().beside(Place("WW37/WW38"))


def test_the_ground_is_whole_and_draws_a_side_between_its_hexes():
    ground = scenario(DATA.id, "northern-war").ground
    assert list(ground.faults()) == []
    (x, y), (u, v) = ground.at(Place("III46")), ground.at(Place("III47"))
    assert ground.at(Place("III46/III47")) == pytest.approx(((x + u) / 2, (y + v) / 2))
    assert len(ground.corners(Place("III46"))) == 6 and ground.corners(Place("III46/III47")) == ()
    shared = {(round(x, 6), round(y, 6)) for x, y in ground.corners(Place("III46"))}
    assert len(shared & {(round(x, 6), round(y, 6)) for x, y in ground.corners(Place("III47"))}) == 2
    north, south = ground.at(Place("ZZZ44")), ground.at(Place("LL30"))
    assert north[1] < south[1], "the map's north is up"
    assert not is_side(Place("III46"))


# ---- the ice


@pytest.mark.rule("C76-WIN-03")
def test_rivers_and_lakes_of_the_north_freeze_and_no_coast_does():
    winter = tables().winter
    assert all(winter.frozen(board(), Place(one)) for one in ("WW37/WW38", "DDD37/EEE38", "DDD29/EEE29", "ZZ40/AAA41"))
    assert winter.frozen(board(), Place("OOO37/OOO38")) and winter.frozen(board(), Place("III37/III38"))
    assert all(winter.frozen(board(), one) for one in board().class_3 if ":" in one), "on the edge of the map too"
    assert not any(winter.frozen(board(), one) for one, kind in board().sides.items() if kind == "coastal")
    assert not any(winter.frozen(board(), one) for one in board().sides
                   if all(board().area.get(hex) == "S" for hex in beside(one)))  # fmt: skip


@pytest.mark.rule("C76-WIN-08")
def test_the_border_of_the_south_freezes_down_to_delaware_bay():
    winter = tables().winter
    assert winter.frozen(board(), Place("OO32/PP33")) and winter.frozen(board(), Place("OO33/PP33"))
    bay = ("OO33/PP34", "OO33/OO34", "NN33/OO34", "NN34/OO34", "MM34/NN34", "MM35/NN35")
    assert not any(winter.frozen(board(), Place(one)) for one in bay)
