"""The cheapest ways: over hexes, over hexes with a heading, and over towns on roads."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engine.hexes import Grid, Hex, adjacent
from service.engine.paths import Route, cheapest

GRID = Grid(12, 9)
GRAPH: nx.Graph[Hex] = nx.Graph((hex, beside) for hex in GRID for beside in GRID.neighbours(hex))
on_grid = st.sampled_from(list(GRID))
prices = st.dictionaries(on_grid, st.one_of(st.none(), st.integers(1, 9)), max_size=60)


def by_hex(price: dict[Hex, int | None]) -> Callable[[Route[Hex, int], Hex], int | None]:
    return lambda so_far, to: price.get(to, 2)


@given(on_grid, st.integers(0, 30), prices, st.frozensets(on_grid, max_size=25))
def test_cheapest_ways_agree_with_networkx(
    start: Hex, budget: int, price: dict[Hex, int | None], halts: frozenset[Hex]
) -> None:
    ways: nx.DiGraph[Hex] = nx.DiGraph()
    ways.add_node(start)
    for frm in GRAPH:
        if frm in halts and frm != start:
            continue
        for to in GRAPH.neighbors(frm):
            cost = price.get(to, 2)
            if cost is not None:
                ways.add_edge(frm, to, weight=cost)
    expected = nx.single_source_dijkstra_path_length(ways, start, cutoff=budget)
    routes = list(cheapest(start, GRID.neighbours, by_hex(price), budget, stop=halts.__contains__))
    assert {route.node: route.cost for route in routes} == dict(expected)
    for route in routes:
        steps = (start, *route.path)
        assert steps[-1] == route.node
        assert route.cost == sum(price.get(to, 2) or 0 for to in route.path)
        assert all(adjacent(frm, to) for frm, to in pairwise(steps))
        assert not halts & set(route.path[:-1])
    assert [route.cost for route in routes] == sorted(route.cost for route in routes)


@given(on_grid, prices)
def test_of_equal_ways_always_the_same_is_taken(start: Hex, price: dict[Hex, int | None]) -> None:
    forward = list(cheapest(start, GRID.neighbours, by_hex(price), 12))
    backward = list(cheapest(start, lambda hex: reversed(GRID.neighbours(hex)), by_hex(price), 12))
    assert forward == backward


def test_of_equal_ways_the_shorter_then_the_lower_name() -> None:
    routes = {route.node: route for route in cheapest("0504", GRID.neighbours, lambda so_far, to: 2, 4)}
    assert routes["0504"].path == ()
    assert routes["0704"].path == ("0603", "0704")
    free = {route.node: route for route in cheapest("0504", GRID.neighbours, lambda so_far, to: 0, 0)}
    assert free["0604"].path == ("0604",)


def test_of_equal_ways_over_roads_the_fewest_then_the_first_by_all_their_names() -> None:
    """Not by the last town on the way alone."""
    by_road = {"Ash": {"Zell": 3, "Bow": 2}, "Zell": {"End": 3}, "Bow": {"Cove": 2}, "Cove": {"End": 2}, "End": {}}
    [*_, last] = cheapest("Ash", by_road.__getitem__, lambda so_far, to: by_road[so_far.node][to])
    assert (last.cost, last.path) == (6, ("Zell", "End"))
    alike = {"Ash": ["Bow", "Cove"], "Bow": ["Yarm"], "Cove": ["Dale"], "Yarm": ["End"], "Dale": ["End"], "End": []}
    [*_, last] = cheapest("Ash", alike.__getitem__, lambda so_far, to: 1)
    assert last.path == ("Bow", "Yarm", "End")


def test_another_of_equal_ways_can_be_preferred() -> None:
    """Of the hexes from which 0704 is entered alike, the one with the greater name."""
    routes = cheapest("0504", GRID.neighbours, lambda so_far, to: 2, 4, prefer=lambda so_far, to: -int(so_far.node))
    assert {route.node: route.path for route in routes}["0704"] == ("0604", "0704")


def test_a_price_may_depend_on_what_was_spent() -> None:
    """Once five are spent every step costs six."""
    routes = cheapest("0504", GRID.neighbours, lambda so_far, to: 6 if so_far.cost >= 5 else 5, 10)
    assert {route.node for route in routes} == {"0504", *GRID.neighbours("0504")}


def test_a_first_step_has_a_price_of_its_own() -> None:
    """One hex is always allowed, for all that there is; and none after it."""
    routes = list(cheapest("0504", GRID.neighbours, lambda so_far, to: 9, 6, first=lambda to: 6))
    assert {route.node: route.cost for route in routes} == {"0504": 0} | dict.fromkeys(GRID.neighbours("0504"), 6)
    assert [route.node for route in cheapest("0504", GRID.neighbours, lambda so_far, to: 1, first=lambda to: None)] == [
        "0504"
    ]


def test_a_node_may_be_a_hex_with_a_heading_or_a_town_and_a_price_a_fraction() -> None:
    """A wagon turns by quarters, half a point each, and drives where it looks."""

    def drive_or_turn(wagon: tuple[int, int, int]) -> list[tuple[int, int, int]]:
        x, y, heading = wagon
        ahead = ((0, 1), (1, 0), (0, -1), (-1, 0))[heading]
        return [(x + ahead[0], y + ahead[1], heading), (x, y, (heading + 1) % 4), (x, y, (heading - 1) % 4)]

    def price(so_far: Route[tuple[int, int, int], Fraction], to: tuple[int, int, int]) -> Fraction:
        return Fraction(1, 2) if to[2] != so_far.node[2] else Fraction(1)

    costs = {route.node: route.cost for route in cheapest((0, 0, 0), drive_or_turn, price, Fraction(7, 2))}
    assert costs[1, 1, 1] == Fraction(5, 2) and (0, -3, 2) not in costs
    roads = {"Ambridge": ["Borton"], "Borton": ["Ambridge", "Corley"], "Corley": ["Borton"]}
    [*_, last] = cheapest("Ambridge", roads.__getitem__, lambda so_far, to: 1)
    assert (last.node, last.cost, last.path) == ("Corley", 2, ("Borton", "Corley"))


def test_nodes_without_an_order_of_their_own_are_ranked_by_what_is_preferred() -> None:
    ferry, ford, bank = object(), object(), object()
    over = {None: [ford, ferry], ford: [bank], ferry: [bank], bank: []}
    routes = cheapest(None, over.__getitem__, lambda so_far, to: 1, prefer=lambda so_far, to: so_far.node is ford)
    assert [route.path for route in routes][-1] == (ferry, bank)


def test_no_further_than_its_answer_is_read() -> None:
    asked: list[Hex] = []

    def beside(hex: Hex) -> tuple[Hex, ...]:
        asked.append(hex)
        return GRID.neighbours(hex)

    found = next(route for route in cheapest("0504", beside, lambda so_far, to: 1) if route.path)
    assert (found.cost, asked) == (1, ["0504"])


def test_a_price_below_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="costs -1"):
        list(cheapest("0504", GRID.neighbours, lambda so_far, to: -1, 6))
