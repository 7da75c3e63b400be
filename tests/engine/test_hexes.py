"""Hexes: names, neighbours, distances, lines and where to draw them."""

from __future__ import annotations

import math
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engine.hexes import (
    DIRECTIONS,
    Direction,
    Grid,
    Hex,
    adjacent,
    centre,
    column_and_row,
    corners,
    direction,
    directly_away,
    distance,
    hexside,
    is_hex,
    named,
    neighbour,
    side_ends,
)

GRID = Grid(12, 9)
anywhere = st.builds(named, st.integers(1, 99), st.integers(1, 99))
on_grid = st.sampled_from(list(GRID))


def as_graph(grid: Grid) -> nx.Graph[Hex]:
    """The grid's adjacency, built from the printed neighbour lists and nothing of ours."""
    graph: nx.Graph[Hex] = nx.Graph()
    odd = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
    even = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
    for column in range(1, grid.columns + 1):
        for row in range(1, grid.rows + 1):
            graph.add_node(f"{column:02}{row:02}")
            for across, down in odd if column % 2 else even:
                if 1 <= column + across <= grid.columns and 1 <= row + down <= grid.rows:
                    graph.add_edge(f"{column:02}{row:02}", f"{column + across:02}{row + down:02}")
    return graph


GRAPH = as_graph(GRID)
STEPS_BETWEEN = dict(nx.all_pairs_shortest_path_length(GRAPH))


# ---- names and neighbours


def test_the_neighbours_of_an_odd_and_an_even_column() -> None:
    assert [neighbour("0504", towards) for towards in DIRECTIONS] == ["0503", "0603", "0604", "0505", "0404", "0403"]
    assert [neighbour("0604", towards) for towards in DIRECTIONS] == ["0603", "0704", "0705", "0605", "0505", "0504"]


def test_beyond_the_last_names_there_is_no_neighbour() -> None:
    assert neighbour("0101", "N") is None
    assert neighbour("0101", "NW") is None
    assert neighbour("0101", "SW") is None
    assert neighbour("9999", "S") is None
    assert neighbour("9999", "SE") is None


@pytest.mark.parametrize("name", ["", "104", "00104", "0004", "0400", "a104", "01-4", "¹²³⁴", " 104", 104, None])
def test_what_is_no_hex(name: object) -> None:
    assert not is_hex(name)
    if isinstance(name, str):
        with pytest.raises(ValueError, match="is not a hex"):
            column_and_row(name)


def test_there_is_no_column_100() -> None:
    with pytest.raises(ValueError, match="no hex in column 100"):
        named(100, 1)


@given(anywhere)
def test_a_name_says_its_column_and_row(hex: Hex) -> None:
    assert named(*column_and_row(hex)) == hex
    assert is_hex(hex)


@given(anywhere, st.sampled_from(DIRECTIONS))
def test_going_there_and_back(hex: Hex, towards: Direction) -> None:
    there = neighbour(hex, towards)
    if there is not None:
        back = DIRECTIONS[(DIRECTIONS.index(towards) + 3) % 6]
        assert neighbour(there, back) == hex
        assert direction(hex, there) == towards
        assert adjacent(hex, there)
        assert hexside(hex, there) == hexside(there, hex) == "-".join(sorted((hex, there)))


def test_a_hexside_needs_adjacent_hexes() -> None:
    assert hexside("1209", "1109") == "1109-1209"
    assert direction("0101", "0103") is None
    for far in ("1109", "1111"):
        with pytest.raises(ValueError, match="no hexside in common"):
            hexside("1109", far)


# ---- distance and directions


@given(on_grid, on_grid)
def test_distance_is_the_least_number_of_steps(a: Hex, b: Hex) -> None:
    assert distance(a, b) == STEPS_BETWEEN[a][b]


@given(anywhere, anywhere, anywhere)
def test_distance_measures(a: Hex, b: Hex, c: Hex) -> None:
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(on_grid, st.sampled_from(DIRECTIONS))
def test_directly_away_goes_straight_on(hex: Hex, towards: Direction) -> None:
    first = neighbour(hex, towards)
    second = neighbour(first, towards) if first else None
    third = neighbour(second, towards) if second else None
    if first:
        assert directly_away(hex, first) == second
    if second:
        assert directly_away(hex, second) == third


@given(on_grid, on_grid)
def test_directly_away_needs_an_exact_line_of_one_or_two(a: Hex, b: Hex) -> None:
    away = directly_away(a, b)
    if away is not None:
        assert distance(a, b) in (1, 2)
        assert distance(a, away) == distance(a, b) + 1
    if distance(a, b) not in (1, 2):
        assert away is None


def test_directly_away_off_the_straight_line() -> None:
    assert distance("0504", "0603") == 1
    assert distance("0504", "0703") == 2
    assert directly_away("0504", "0703") == "0802"
    assert directly_away("0504", "0704") is None  # two apart, between two lines
    assert directly_away("0504", "0504") is None
    assert directly_away("0502", "0501") is None  # the names end


# ---- a map


def test_a_grid_holds_its_hexes() -> None:
    grid = Grid(3, 2)
    assert list(grid) == ["0101", "0102", "0201", "0202", "0301", "0302"]
    assert len(grid) == 6
    assert "0302" in grid
    assert "0303" not in grid
    assert "0401" not in grid
    assert 302 not in grid
    assert grid == Grid(3, 2)
    assert grid.neighbours("0201") == ("0301", "0302", "0202", "0102", "0101")
    assert grid.on_edge("0201")
    assert not Grid(3, 3).on_edge("0202")
    assert not grid.on_edge("0303")
    with pytest.raises(KeyError):
        grid.neighbours("0303")


@pytest.mark.parametrize(("columns", "rows"), [(0, 5), (5, 0), (100, 5), (5, 100)])
def test_a_grid_has_1_to_99_columns_and_rows(columns: int, rows: int) -> None:
    with pytest.raises(ValueError, match="1 to 99"):
        Grid(columns, rows)


@given(on_grid)
def test_neighbours_are_those_on_the_map(hex: Hex) -> None:
    assert set(GRID.neighbours(hex)) == set(GRAPH.neighbors(hex))


@given(on_grid, st.integers(0, 14))
def test_rings_and_discs(hex: Hex, radius: int) -> None:
    ring, disc = GRID.ring(hex, radius), GRID.within(hex, radius)
    assert sorted(ring) == [there for there in GRID if STEPS_BETWEEN[hex][there] == radius]
    assert sorted(disc) == [there for there in GRID if STEPS_BETWEEN[hex][there] <= radius]
    assert disc[0] == hex


def test_a_ring_needs_a_radius() -> None:
    with pytest.raises(ValueError, match="0 or more"):
        GRID.ring("0505", -1)
    assert GRID.ring("2020", 0) == ()


@given(on_grid, on_grid)
def test_a_line_is_a_shortest_way_on_the_map_and_the_same_both_ways(a: Hex, b: Hex) -> None:
    line = GRID.line(a, b)
    assert (line[0], line[-1], len(line)) == (a, b, distance(a, b) + 1)
    assert all(hex in GRID for hex in line)
    assert all(adjacent(here, there) for here, there in pairwise(line))
    assert line == tuple(reversed(GRID.line(b, a)))
    ideal_x, ideal_y = centre(a, 1)
    end_x, end_y = centre(b, 1)
    length = math.hypot(end_x - ideal_x, end_y - ideal_y)
    for hex in line[1:-1]:
        x, y = centre(hex, 1)
        off = abs((end_x - ideal_x) * (ideal_y - y) - (ideal_x - x) * (end_y - ideal_y)) / length
        assert off <= 1.0001  # never farther from the line than a hex's corner from its centre


def test_a_line_along_a_hexside_takes_the_lower_name() -> None:
    assert GRID.line("0504", "0704") == ("0504", "0603", "0704")
    assert GRID.line("0501", "0701") == ("0501", "0601", "0701")  # the other one is off the map


def test_a_line_needs_hexes_of_the_map() -> None:
    with pytest.raises(ValueError, match="not on the map"):
        GRID.line("0101", "2020")


# ---- drawing


def test_the_map_begins_at_the_origin() -> None:
    assert centre("0101", 10) == pytest.approx((10, 5 * math.sqrt(3)))
    assert min(x for x, _ in corners("0101", 10)) == pytest.approx(0)
    assert min(y for _, y in corners("0101", 10)) == pytest.approx(0)
    assert centre("0201", 10)[1] - centre("0101", 10)[1] == pytest.approx(5 * math.sqrt(3))


@given(on_grid, st.sampled_from(DIRECTIONS))
def test_a_side_is_drawn_where_two_hexes_touch(hex: Hex, towards: Direction) -> None:
    there = neighbour(hex, towards)
    if there is None:
        return
    ends = side_ends(hex, there, 10)
    assert ends == side_ends(there, hex, 10)
    (x1, y1), (x2, y2) = ends
    assert math.hypot(x2 - x1, y2 - y1) == pytest.approx(10)
    (ax, ay), (bx, by) = centre(hex, 10), centre(there, 10)
    assert ((x1 + x2) / 2, (y1 + y2) / 2) == pytest.approx(((ax + bx) / 2, (ay + by) / 2))
    for end in ends:
        for around in (corners(hex, 10), corners(there, 10)):
            assert min(math.dist(end, corner) for corner in around) < 1e-6


def test_no_side_between_hexes_that_do_not_touch() -> None:
    with pytest.raises(ValueError, match="no hexside in common"):
        side_ends("0101", "0103", 10)
