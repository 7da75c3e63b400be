"""How the lines between the hexes run: the borders of sectors, and rivers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from service.engine.hexes import Grid, Hex, Point, side_ends
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
