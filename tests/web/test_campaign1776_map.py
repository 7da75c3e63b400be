"""What the sheet of 1776 shows of the map."""

from __future__ import annotations

import itertools
import re

import pytest

from service.games.campaign1776.game import DATA
from service.games.campaign1776.printed.lettered import Hex, side
from service.games.campaign1776.printed.scenario import scenario
from web.drawing.geometry import MapGeometry
from web.drawing.lettering import LETTER, kept_apart
from web.games.campaign1776.map import box_said
from web.games.campaign1776.terrain import line_of, terrain_layer


@pytest.mark.rule("C76-PBM-05")
def test_the_border_between_canada_and_the_middle_states_is_drawn_and_no_side_within_an_area():
    rules = scenario(DATA.id, "northern-war")
    found = re.search(r'<path d="([^"]*)" class="t-areas"', str(terrain_layer(rules)))
    assert found is not None
    area, drawn = rules.board.area, set(re.findall(r"M[^M]*", found[1]))
    pairs = {(hex, other) for hex in area for other in rules.board.neighbours(Hex(hex)) if other in area}
    between = {line_of(rules, side(a, b)) for a, b in pairs if {area[a], area[b]} == {"C", "M"}}
    within = {line_of(rules, side(a, b)) for a, b in pairs if area[a] == area[b]}
    assert between and between <= drawn and not drawn & within


def test_a_side_is_called_by_the_port_that_it_leads_to_or_by_its_water():
    """LLL47/MMM47 says nothing to whoever sails there for the first time."""
    rules = scenario(DATA.id, "northern-war")
    for port in rules.board.ports.values():
        assert port.name in rules.ground.called(port.entrance)
    assert rules.ground.called(Hex("LLL47/MMM47")) == "LLL47/MMM47 off Portsmouth"
    assert rules.ground.called(Hex("NNN37/NNN38")) == "NNN37/NNN38 Lake Champlain"
    assert rules.ground.called(Hex("ZZ39/ZZ40")) == "ZZ39/ZZ40"
    assert rules.ground.called(Hex("QQ33")) == "QQ33 Philadelphia"
    evening = scenario(DATA.id, "brandywine-1777").ground
    assert evening.called(Hex("QQ33/QQ34")) == "QQ33/QQ34 off Philadelphia"


def test_the_boxes_off_the_map_are_drawn_beside_it_each_with_its_name_and_where_one_goes_from_there():
    """Fleets in them lay on bare paper, and a tap on that said nothing."""
    rules = scenario(DATA.id, "northern-war")
    geometry, drawn = MapGeometry(rules.ground), str(terrain_layer(rules))
    east = max(x for hex in rules.board.terrain for x, _ in geometry.corners(hex))
    assert len(rules.water.boxes) == 5
    for box in rules.water.boxes:
        assert f">{box}</text>" in drawn and geometry.outline(box) in drawn
        assert min(x for x, _ in geometry.corners(box)) > east
    assert box_said(rules.water, Hex("Halifax")) == (
        "port off the map, to north box, east box, the north coast and the St Lawrence"
    )
    assert box_said(rules.water, Hex("West Indies")) == "port off the map, to south box"
    assert "Halifax" not in str(terrain_layer(scenario(DATA.id, "brandywine-1777")))


def test_no_two_names_in_a_row_run_into_each_other():
    """Ticonderoga and Skenesborough lie in neighbouring hexes, and so do four other pairs."""
    rules = scenario(DATA.id, "northern-war")
    geometry, names = MapGeometry(rules.ground), rules.board.names
    aside = kept_apart(geometry, names)
    ends = [(y, x + aside[hex] - LETTER * len(names[hex]), x + aside[hex] + LETTER * len(names[hex]), hex)
            for hex in names for x, y in [geometry.at(hex)]]  # fmt: skip
    ends.sort()
    for (y, _, right, hex), (below, left, _, other) in itertools.pairwise(ends):
        assert y != below or right <= left + 0.01, (names[hex], names[other])
    assert sum(bool(dx) for dx in aside.values()) == 10


def test_the_places_of_ships_are_listed_by_their_names_so_that_a_page_is_the_same_from_every_process():
    """They come of sets, whose order no two processes share."""
    rules = scenario(DATA.id, "northern-war")
    afloat = [place for place in rules.ground.places if place in rules.water and place not in rules.board.terrain]
    assert len(afloat) > 100 and afloat == sorted(afloat)
