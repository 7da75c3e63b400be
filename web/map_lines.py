"""How lines run through the places of a map: roads, streams, hedges."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable

from service.engine.hexes import Hex, Point
from web.map_svg import between, points
from web.paper import Paper, sides


def network(paper: Paper, steps: Iterable[tuple[Hex, Hex]], ends: Collection[Hex] = ()) -> str:
    """Steps from place to place as one path: it runs from side to side, bending in the place; more than two ways join.

    Where it comes to the edge of the sheet it goes on over it; in `ends` it ends all the same.
    """
    ways: dict[Hex, list[Hex]] = defaultdict(list)
    for a, b in sorted(steps):
        ways[a].append(b)
        ways[b].append(a)
    return "".join(through(paper, place, ways[place], place in ends) for place in sorted(ways))


def through(paper: Paper, place: Hex, ways: list[Hex], ends: bool = False) -> str:
    """The part of a path that lies in one place."""
    middle = paper.at(place)
    gates = [between(middle, paper.at(other)) for other in ways]
    if len(gates) == 1 and not ends and paper.on_edge(place):
        gates.append(way_off(paper, place, gates[0]))
    if len(gates) == 1:
        return f"M{points(gates[0], middle)}"
    bend = main_way(gates)
    apex = between(between(*bend), middle)
    words = [f"M{points(bend[0])}Q{points(middle, bend[1])}"]
    words += [f"M{points(gate)}L{points(apex)}" for gate in gates if gate not in bend]
    return "".join(words)


def main_way(gates: list[Point]) -> tuple[Point, Point]:
    """The two of several gates between which the main way runs."""
    pairs = [(a, b) for i, a in enumerate(gates) for b in gates[i + 1 :]]
    return max(pairs, key=lambda pair: (abs(pair[0][0] - pair[1][0]), math.dist(*pair)))


def crossroads(paper: Paper, place: Hex, ways: Iterable[Hex]) -> Point:
    """Where the ways to these neighbours meet in a place; its middle, if there are not two."""
    middle = paper.at(place)
    gates = [between(middle, paper.at(other)) for other in ways]
    return between(between(*main_way(gates)), middle) if len(gates) > 1 else middle


def way_off(paper: Paper, place: Hex, gate: Point) -> Point:
    """Where a way that came in by a gate leaves the sheet: by the side of its edge that lies farthest from the gate."""
    middles = [between(start, end) for start, end in sides(paper.corners(place))
               if paper.beyond(place, start, end) is None]  # fmt: skip
    return between(paper.at(place), max(middles, key=lambda side: (round(math.dist(side, gate)), side)), 2)
