"""Lines of sight and cover over the map of Moulin-Basset (P9, P10)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from service.engine.sentences import plain_text
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.printed.field import Field, cover
from service.games.skirmish.printed.sight import InTheWay, in_the_way, sight
from tests.shipped import MOULIN_BASSET as GIVEN
from tests.shipped import SKIRMISH_TABLES as TABLES
from web.drawing.layers import sight_layer
from web.drawing.svg import number
from web.games.skirmish.map import map_of

CLEAR = Field(weather=GIVEN.weather)


@pytest.mark.parametrize(
    ("a", "b", "distance", "open", "hindrances"),
    [
        ("0107", "1307", 12, True, 0),  # along the road
        ("0107", "1407", 13, True, 0),
        ("0807", "1506", 8, True, 2),
        ("1308", "1107", 3, True, 0),
        ("1308", "1807", 5, False, 0),  # the barn
        ("0513", "1308", 11, False, 0),
        ("0712", "1308", 8, True, 0),  # from the rise
        ("1105", "0504", 6, True, 2),
        ("0911", "1408", 7, False, 0),
    ],
)
def test_lines_of_sight_on_the_map(a: str, b: str, distance: int, open: bool, hindrances: int):
    seen = sight(GIVEN, CLEAR, a, b)
    assert (seen.distance, seen.open, seen.hindrances) == (distance, open, hindrances)


def test_the_gun_sees_the_road_up_to_its_field_of_fire():
    """From 1506 every road hex from 0807 to 2007 is in view, and none west of it."""
    road = [hex for hex, kind in GIVEN.ground.items() if kind in ("road", "bridge")]
    assert [hex for hex in road if sight(GIVEN, CLEAR, "1506", hex).open] == [f"{c:02}07" for c in range(8, 21)]


def test_sight_is_the_same_both_ways():
    for a, b in list(combinations(GIVEN.sheet, 2))[::7]:
        assert sight(GIVEN, CLEAR, a, b) == sight(GIVEN, CLEAR, b, a), (a, b)


@pytest.mark.parametrize(
    ("a", "b", "stands"),
    [
        ("1308", "1807", {"wooden building in 1408"}),
        ("1807", "1308", {"wooden building in 1408"}),
        ("0513", "1308", {"woods in 0613"}),
    ],
)
def test_a_line_that_is_blocked_is_so_by_something_somewhere(a: str, b: str, stands: set[str]):
    assert not sight(GIVEN, CLEAR, a, b).open
    assert {f"{one.what} in {one.hex}" for one in in_the_way(GIVEN, CLEAR, a, b)} == stands


def test_smoke_and_what_only_hampers_are_in_the_way_too():
    dense = Field(weather=GIVEN.weather, smoke={"0707": 2})
    assert in_the_way(GIVEN, dense, "0107", "1307") == (InTheWay("0707", "smoke"),)
    grain = Field(weather=GIVEN.weather, changed=dict.fromkeys(GIVEN.sheet, "open") | dict.fromkeys(
        ("0507", "0607", "0707", "0807"), "grain"))  # fmt: skip
    assert [one.hex for one in in_the_way(GIVEN, grain, "0907", "0407")] == ["0807", "0707", "0607", "0507"]


def test_every_line_that_is_not_too_long_is_blocked_by_something_on_it():
    for a, b in list(combinations(GIVEN.sheet, 2))[::41]:
        if GIVEN.sheet.distance(a, b) <= 24:
            between = {hex for line in GIVEN.sheet.lines(a, b) for hex in line}
            stands = {one.hex for one in in_the_way(GIVEN, CLEAR, a, b)}
            assert sight(GIVEN, CLEAR, a, b).open or (stands and stands <= between), (a, b)


def test_the_line_of_sight_says_and_draws_what_is_in_its_way():
    picture = SKIRMISH.open("moulin-basset", {}).pictures["allied"]
    line = SKIRMISH.sight(picture, "1308", "1807")
    assert plain_text(line.why) == "In the way: wooden building in 1408."
    drawn = str(sight_layer(map_of(GIVEN).geometry, line))
    x, y = map_of(GIVEN).geometry.at("1408")
    assert f"M{number(x - 9)} {number(y - 9)}" in drawn and "wooden building, 1408" in drawn


def test_smoke_blocks_between_and_only_hampers_at_an_end():
    dense = Field(weather=GIVEN.weather, smoke={"0707": 2})
    assert not sight(GIVEN, dense, "0107", "1307").open
    assert sight(GIVEN, dense, "0107", "0707").smoke == 2
    thin = Field(weather=GIVEN.weather, smoke={"0707": 1})
    assert sight(GIVEN, thin, "0107", "1307").smoke == 1


def test_nobody_sees_further_than_the_weather_lets_him():
    murky = Field(weather=replace(GIVEN.weather, visibility=8))
    assert sight(GIVEN, murky, "0107", "0907").open
    assert not sight(GIVEN, murky, "0107", "1007").open
    rainy = Field(weather=replace(GIVEN.weather, precipitation="heavy"))
    assert TABLES.weather.sight(rainy.weather.precipitation, rainy.weather.visibility) == 16


def test_wheels_cross_the_stream_by_the_bridge_alone():
    """It runs under the bridge, and there is no way round on the road."""
    reached, queue = {"0107"}, ["0107"]
    while queue:
        for there in GIVEN.sheet.neighbours(queue.pop()):
            if there not in reached and there != "1807" and GIVEN.terrain(there).cost("wheeled") is not None:
                reached.add(there)
                queue.append(there)
    assert "1707" in reached and not reached & {"1907", "2007", "2004", "2010"}
    stream = [hex for hex in GIVEN.sheet.neighbours("1807") if GIVEN.ground[hex] == "stream"]
    assert stream == ["1806", "1808"]


def test_cover_is_the_best_that_the_hex_gives():
    assert cover(GIVEN, CLEAR, "1308", "1107") == 3, "a stone building"
    assert cover(GIVEN, CLEAR, "0712", "0710") == 3, "woods, and hull-down on the rise"
    assert cover(GIVEN, CLEAR, "1506", "0807") == 3, "an entrenchment on the road"
    assert cover(GIVEN, CLEAR, "1506", "0807", dug=False) == 0
