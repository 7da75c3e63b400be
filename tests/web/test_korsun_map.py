"""The map of Korsun: the printed sheet once, and on it what a side knows, in stacks, and no more of the enemy."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from gzip import compress

from service.games.korsun.game import KORSUN
from service.games.korsun.known.picture import Picture
from service.games.korsun.sections.boundary import AdjustBoundary
from tests.games.korsun.table import Table, position
from tests.web.map_scene import elements
from web.drawing.geometry import MapGeometry
from web.drawing.map import live_layer, render_map
from web.games.korsun.map import KorsunMap
from web.games.korsun.terrain import terrain_layer


@cache
def scene() -> Table:
    """A Soviet stack beside a German one, another German unit out of sight, and units that suffer."""
    return position(
        "42 at 0811 disorganized", "ENG180 at 0811 lost 1", "ART480 at 0910 low", "22GTB at 1111 reserve",
        "233TB staged", "64PG at 0812", "16PZ at 0812", "BAKE at 0816", "SSG at 1209 oos1", "marker 27A at 0811 sp 3",
    )  # fmt: skip


def drawn(side: str) -> str:
    picture: Picture = scene().picture(side)
    return str(render_map(KorsunMap(KORSUN, picture), picture))


def counters(side: str) -> dict[str, str]:
    """What each counter says in words, by its unit's id or its contact's handle."""
    picture = scene().picture(side)
    found = elements(str(live_layer(KorsunMap(KORSUN, picture), picture)))
    named = ((one.get("data-unit") or one.get("data-handle"), one.get("aria-label")) for one in found)
    return {str(id): str(label) for id, label in named if id}


def test_the_map_is_well_formed_and_every_piece_that_is_used_is_there_once():
    markup = drawn("ge")
    ids = Counter(element.get("id") for element in elements(markup) if element.get("id"))
    assert [id for id, times in ids.items() if times > 1] == []
    used = set(re.findall(r'href="#([^"]+)"', markup)) | set(re.findall(r"url\(#([^)]+)\)", markup))
    assert used - set(ids) == set()
    for element in elements(markup):
        assert element.tag not in {"script", "style", "foreignObject", "image"} and "style" not in element.attrib


def test_the_sheet_is_drawn_once_and_stays_small():
    rules = scene().picture("so").rules
    assert terrain_layer(rules) is terrain_layer(rules)
    assert len(compress(terrain_layer(rules).encode())) < 32_000


def test_the_geometry_of_the_ground_is_shared_by_both_sides_and_has_nothing_but_the_ground_in_it():
    one, other = (KorsunMap(KORSUN, scene().picture(side)).geometry for side in ("so", "ge"))
    assert one is other
    kept = {name for name in vars(one) if not name.startswith("_")}
    assert kept <= {"ground", "extent", "places", "listed"}
    assert one == MapGeometry(scene().picture("so").rules.board.ground)


def test_every_place_in_play_has_its_number_and_every_town_its_name():
    rules = scene().picture("so").rules
    said = [element.text for element in elements(str(terrain_layer(rules))) if element.tag.endswith("text")]
    named = [name for hex, name in rules.board.names.items() if hex in rules.board.land]
    assert named and set(named) <= set(said) and set(rules.sources) <= set(said)
    assert {hex for hex in rules.board.land if hex not in rules.board.names} <= set(said)


def test_a_counter_says_in_words_what_it_shows():
    said = counters("so")
    assert said["42"] == "42, infantry, 2 of 2 steps, disorganized, hex 0811"
    assert said["ENG180"] == "ENG180, engineers, 1 of 2 steps, hex 0811, on top of 2"
    assert "artillery" in said["ART480"] and "ammunition Low" in said["ART480"]
    assert "in reserve" in said["22GTB"]
    assert "233TB" not in said, "it is not on the map yet"


def test_nothing_of_the_enemy_is_drawn_but_what_was_reported():
    """Those beside own units by name; of the others neither a name nor what they suffer."""
    soviet, german = counters("so"), counters("ge")
    handles = {handle for handle in soviet if re.fullmatch(r"E\d+", handle)}
    assert handles == set(scene().picture("so").contacts) and {"64PG", "16PZ"}.isdisjoint(soviet)
    beside = scene().contact("so", "0812")
    assert beside is not None and "64PG" in soviet[beside.handle] and "16PZ" in soviet[beside.handle]
    assert not [said for said in soviet.values() if "BAKE" in said or "SSG" in said]
    assert "out of supply" in german["SSG"] and not re.search(r"BAKE|SSG", drawn("so"))


def test_own_supply_markers_alone_are_drawn():
    assert "Supply marker of 27A, 3 points" in drawn("so") and "Supply marker" not in drawn("ge")


def test_a_supply_marker_lies_on_no_town_s_name():
    """The name stands at the foot of its hex, and the marker over it; else the marker is at the foot."""
    heights = {}
    for hex in ("0812", "0811"):
        table = position(f"42 at {hex}", f"marker 27A at {hex} sp 3")
        picture: Picture = table.picture("so")
        board, page = picture.rules.board, KorsunMap(KORSUN, picture)
        [found] = re.findall(
            r"27A, 3 points</title><g transform=\"translate\(\S+ (\S+)\)", str(live_layer(page, picture))
        )
        heights[hex in board.names] = float(found) - page.geometry.at(hex)[1]
    assert heights[True] < 0 < heights[False]


def test_the_boundary_of_the_fronts_is_drawn_for_the_side_that_has_it_and_follows_its_moves():
    """Between the hexes of row 12 up to its column and those east of it; the German side sees none."""
    table = position("42 at 0811", "DG112 at 0904", heading="E events", scenario="korsun-full", turn=9)
    table.done_until("d-front-boundary-adjustment-segment")
    column = table.picture("so").stores.boundary[11]
    lines = [line_of(table, "so"), line_of(table.order("so", AdjustBoundary(row=12, column=column + 1)), "so")]
    assert lines[0] != lines[1] and all(line.count("M") > 10 for line in lines)
    german: Picture = table.picture("ge")
    assert "map-boundary" not in str(live_layer(KorsunMap(KORSUN, german), german))


def line_of(table: Table, side: str) -> str:
    picture: Picture = table.picture(side)
    [path] = re.findall(r'class="map-boundary"><title>Boundary between 1UF and 2UF</title><path d="([^"]+)"',
                        str(live_layer(KorsunMap(KORSUN, picture), picture)))  # fmt: skip
    return str(path)
