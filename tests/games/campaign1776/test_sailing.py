"""Ways over water: distances between ports and to the edge of the map, gaps, edges, and the closed ports of winter."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.engine.paths import cheapest
from service.engine.places import Place
from service.engine.sentences import plain_text
from service.games.campaign1776.game import CAMPAIGN1776, DATA
from service.games.campaign1776.printed.scenario import scenario
from service.games.campaign1776.printed.waterways import Waterways, port_place
from service.games.campaign1776.sections.sailing import Sail
from tests.games.campaign1776.printed_data import board, tables, water
from tests.games.campaign1776.table import position

GOALS = ("Falmouth", "Portsmouth", "Boston", "Newport", "New London", "New Haven", "New York", "Philadelphia",
         "Wilmington", "north", "east", "south")  # fmt: skip
SAILING = {
    "Falmouth":     (0, 3, 7, 16, 19, 23, 25, 40, 38, 13, 8, 32),
    "Portsmouth":   (3, 0, 6, 15, 18, 22, 24, 39, 37, 14, 7, 31),
    "Boston":       (7, 6, 0, 13, 16, 20, 22, 37, 35, 18, 7, 29),
    "Newport":      (16, 15, 13, 0, 5, 9, 11, 27, 25, 25, 5, 19),
    "New London":   (19, 18, 16, 5, 0, 4, 12, 28, 26, 28, 7, 20),
    "New Haven":    (23, 22, 20, 9, 4, 0, 10, 30, 28, 32, 11, 22),
    "New York":     (25, 24, 22, 11, 12, 10, 0, 20, 18, 33, 9, 12),
    "Philadelphia": (40, 39, 37, 27, 28, 30, 20, 0, 2, 48, 17, 14),
    "Wilmington":   (38, 37, 35, 25, 26, 28, 18, 2, 0, 46, 15, 12),
}  # fmt: skip
"""Points from entrance to entrance, and from entrance to the nearest exit of a coast, as they were reckoned twice."""
CLOSED = {"Quebec", "New London", "New Haven", "New York", "Philadelphia", "Wilmington"}


def goals(name: str) -> tuple[Place, ...]:
    ports, exits = board().ports, board().exits
    return (ports[name].entrance,) if name in ports else exits[name]  # type: ignore[index]


@pytest.mark.parametrize("port", SAILING)
def test_the_99_sailing_figures_are_those_of_the_map(port: str):
    ways = {way.node: way.cost for way in water().ways(board().ports[port].entrance)}
    assert tuple(min(ways[there] for there in goals(name)) for name in GOALS) == SAILING[port]


def test_quebec_lies_up_a_river_of_its_own():
    assert water().distance(board().ports["Quebec"].entrance, board().st_lawrence) == 4
    assert water().distance(board().ports["Quebec"].entrance, board().ports["Boston"].entrance) is None


@pytest.mark.rule("C76-PBM-04")
def test_it_costs_two_points_more_to_go_off_the_map_by_the_st_lawrence():
    sea, river, north = scenario(DATA.id, "northern-war").water, Place("ZZZ44/ZZZ45"), Place("north box")
    assert sea.cost(river, north) == sea.cost(north, river) == 3
    assert {sea.cost(lane, north) for lane in sea.beside(north) if lane in board().sea_lanes} == {1}


def test_a_ship_goes_up_the_hudson_to_albany_in_fifteen_steps():
    assert water().distance(board().ports["New York"].entrance, Place("DDD37/DDD38")) == 15


@pytest.mark.rule("C76-MAP-06")
def test_a_coastal_side_may_lie_between_two_land_hexes():
    coast = Place("AAA43/BBB44")
    assert water().cost(Place("AAA44"), coast) == tables().naval.costs.class_3_hexside == 1
    assert board().sides.get(coast) == board().sides.get(Place("FFF48/FFF49")) == "coastal"
    assert {"AAA43", "BBB44"} <= board().land


@pytest.mark.rule("C76-MAP-09")
@pytest.mark.parametrize(("a", "b"), [
    ("RRR50/RRR51", "RRR51/SSS51"), ("AAA43/BBB44", "AAA43/BBB43"), ("AAA43/BBB44", "BBB43/BBB44"),
])  # fmt: skip
def test_there_is_no_step_across_a_gap_but_a_way_round_by_sea(a: str, b: str):
    assert Place(b) not in water().beside(Place(a)) and Place(a) not in water().beside(Place(b))
    with pytest.raises(KeyError):
        water().cost(Place(a), Place(b))
    assert water().distance(Place(a), Place(b)) > 1


@pytest.mark.rule("C76-MAP-11")
def test_four_sides_on_the_edge_of_the_map_are_used_like_any_other():
    edge = {one for one in board().class_3 if ":" in one}
    assert edge == {"CCC28:W", "EEE29:W", "GGG30:W", "III31:W"}
    assert Place("EEE29:W") in water().by_bateau(Place("DDD28/EEE29"))
    assert Place("EEE29/FFF29") in water().by_bateau(Place("EEE29:W"))
    assert water().cost(Place("DDD28/EEE29"), Place("EEE29:W")) == 1


def by_bateau(start: str) -> dict[Place, int]:
    return {way.node: way.cost for way in cheapest(Place(start), water().by_bateau, lambda so_far, there: 1)}


@pytest.mark.rule("C76-PBM-03")
def test_the_farthest_that_bateaus_come_from_quebec_and_ticonderoga():
    allowance = tables().naval.vessels["bateau"].allowance
    up = {place for place, cost in by_bateau("WWW42/XXX42").items() if cost == allowance}
    assert up == {"NNN36/OOO36"}
    assert by_bateau("III37/III38")[Place("OOO37/OOO38")] == 12 <= allowance


@pytest.mark.rule("C76-PRT-14")
def test_bateaus_go_into_no_port_and_on_no_coast():
    reached = {there for one in board().class_3 if water().takes_bateaus(one) for there in water().by_bateau(one)}
    assert reached and {board().sides.get(there) for there in reached} == {"river/lake"}
    assert not any(water().takes_bateaus(port_place(name)) for name in board().ports)


# ---- winter


@pytest.mark.rule("C76-WIN-06")
def test_six_ports_are_closed_to_transport_fleets_in_winter():
    reached = {way.node for way in water().ways(board().exits["east"][0], ice=True)}
    assert {name for name in board().ports if port_place(name) not in reached} == CLOSED
    open_water = {way.node for way in water().ways(board().exits["east"][0])}
    assert {name for name in board().ports if port_place(name) not in open_water} == {"Quebec"}


@pytest.mark.rule("C76-WIN-05")
def test_out_of_a_frozen_entrance_a_transport_fleet_comes_only_to_open_water():
    entrance = board().ports["New London"].entrance
    assert not water().frozen_to(port_place("New London"), entrance)
    assert not water().frozen_to(entrance, port_place("New London"))
    assert water().frozen_to(entrance, Place("BBB43/CCC44"))
    shore, bay = Place("BBB43/CCC44"), Place("BBB42/BBB43")
    opened = Waterways(replace(board(), sides={**board().sides, shore: "coastal"}), tables().naval, tables().winter)
    assert not opened.frozen_to(entrance, shore) and not opened.frozen_to(shore, entrance)
    assert opened.frozen_to(entrance, bay) and opened.frozen_to(bay, entrance)
    thawed = Waterways(replace(board(), unfrozen={*board().unfrozen, shore}), tables().naval, tables().winter)
    assert thawed.frozen_to(entrance, shore) and thawed.frozen_to(shore, entrance), "no open water"
    boston = board().ports["Boston"].entrance
    assert not any(water().frozen_to(boston, there) for there in water().beside(boston))


def test_one_fleet_sails_and_two_sail_and_who_can_leave_the_map_is_told_what_a_box_costs():
    words, way = CAMPAIGN1776.words, (Place("MM35/NN35"), Place("MM34/NN35"))
    said = [plain_text(words.order(None, Sail(ships=ships, path=way))) for ships in (("TR1",), ("TR1", "TR2"))]
    assert said == ["TR1 sails to MM34/NN35 via MM35/NN35", "TR1 and TR2 sail to MM34/NN35 via MM35/NN35"]
    for where, leaves in (("northern-war", True), ("brandywine-1777", False)):
        table = position("1 BR at III46" if leaves else "1 BR at OO32", scenario=where)
        help = plain_text(words.help(CAMPAIGN1776.known(table.picture("br")), "sail"))
        assert ("box off the map goes no further" in help) is leaves
