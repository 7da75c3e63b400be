"""How the lines of the map run: roads through the hexes, rivers between them."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping

from service.engine.hexes import Grid, Hex, Point, side_ends
from web.games.ndc_map.flat import at
from web.map_svg import SIZE, between, points
from web.paper import rounded


def borders(grid: Grid, groups: Mapping[Hex, str]) -> str:
    """The hexsides between hexes of different groups."""
    return "".join(
        f"M{points(*side_ends(hex, beyond, SIZE))}"
        for hex in grid
        for beyond in grid.neighbours(hex)
        if hex < beyond and groups[hex] != groups[beyond]
    )


# ---- through the hexes


def roads(grid: Grid, sides: Iterable[str], crossings: Iterable[str] = ()) -> str:
    """Roads as one path: each runs from hexside to hexside, bending in the hex; where more than two meet, they join.

    `crossings` are hexsides of the other kind of road, which a road ends in without leaving the map.
    """
    ways: dict[Hex, list[Hex]] = defaultdict(list)
    for side in sorted(sides):
        a, _, b = side.partition("-")
        ways[a].append(b)
        ways[b].append(a)
    others = {hex for side in crossings for hex in side.split("-")}
    return "".join(_through(grid, hex, ways[hex], hex in others) for hex in sorted(ways))


def _through(grid: Grid, hex: Hex, ways: list[Hex], joins: bool) -> str:
    middle = at(hex)
    gates = [between(middle, at(other)) for other in ways]
    if len(gates) == 1 and not joins and grid.on_edge(hex):
        gates.append(_way_off(hex, gates[0]))
    if len(gates) == 1:
        return f"M{points(gates[0], middle)}"
    bend = _main(gates)
    apex = between(between(*bend), middle)
    words = [f"M{points(bend[0])}Q{points(middle, bend[1])}"]
    words += [f"M{points(gate)}L{points(apex)}" for gate in gates if gate not in bend]
    return "".join(words)


def _main(gates: list[Point]) -> tuple[Point, Point]:
    """The two of several hexsides between which the main road runs."""
    pairs = [(a, b) for i, a in enumerate(gates) for b in gates[i + 1 :]]
    return max(pairs, key=lambda pair: (abs(pair[0][0] - pair[1][0]), math.dist(*pair)))


def crossroads(hex: Hex, ways: Iterable[Hex]) -> Point:
    """Where the roads to these neighbours meet in a hex; its middle, if there are not two."""
    gates = [between(at(hex), at(other)) for other in ways]
    return between(between(*_main(gates)), at(hex)) if len(gates) > 1 else at(hex)


def _way_off(hex: Hex, gate: Point) -> Point:
    """Where a road that came in by a gate leaves the map: straight across, or through the map's edge beside it."""
    middle = at(hex)
    across = 2 * middle[0] - gate[0], 2 * middle[1] - gate[1]
    return (across[0], gate[1]) if across[0] != gate[0] else across


# ---- between the hexes


def rivers(sides: Iterable[str]) -> list[list[Point]]:
    """The courses of a river: its hexsides joined end to end, from the north."""
    reaches: dict[tuple[int, int], list[tuple[tuple[int, int], Point, Point]]] = defaultdict(list)
    for side in sorted(sides):
        a, _, b = side.partition("-")
        start, end = side_ends(a, b, SIZE)
        reaches[rounded(start)].append((rounded(end), start, end))
        reaches[rounded(end)].append((rounded(start), end, start))
    courses: list[list[Point]] = []
    run: set[frozenset[tuple[int, int]]] = set()
    # From the ends first, so that a course is one line; what is left after them runs in a ring.
    for start in sorted(reaches, key=lambda place: (len(reaches[place]) == 2, place[1], place[0])):
        for first in reaches[start]:
            course, place, reach = [first[1]], start, first
            while frozenset((place, reach[0])) not in run:
                run.add(frozenset((place, reach[0])))
                course.append(reach[2])
                place = reach[0]
                if len(reaches[place]) != 2:
                    break
                reach = next((way for way in reaches[place] if frozenset((place, way[0])) not in run), reach)
            if len(course) > 1:
                courses.append(course)
    return courses


def flowing(course: list[Point], rounding: float = 0.38) -> str:
    """A river's course with its corners rounded off."""
    words = [f"M{points(course[0])}"]
    for before, corner, after in zip(course, course[1:], course[2:], strict=False):
        into, out = between(corner, before, rounding), between(corner, after, rounding)
        words.append(f"L{points(into)}Q{points(corner, out)}")
    words.append(f"L{points(course[-1])}")
    return "".join(words)
