"""How rivers run between the hexes of a map."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise

from service.engine.hexes import hexes_beside, side_ends
from service.engine.places import Point
from web.drawing.geometry import noise, rounded
from web.drawing.svg import SIZE, between, points


def rivers(sides: Iterable[str]) -> list[list[Point]]:
    """The courses of a river: its hexsides joined end to end, from the north."""
    reaches: dict[tuple[int, int], list[tuple[tuple[int, int], Point, Point]]] = defaultdict(list)
    for side in sorted(sides):
        start, end = side_ends(*hexes_beside(side), SIZE)
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


def flowing(course: list[Point], sway: float = 4.0) -> str:
    """A river's course as a smooth line: it swings from the middle of one hexside to the next, never quite alike."""
    bends = [course[0], *(swayed(corner, sway) for corner in course[1:-1]), course[-1]]
    middles = [between(a, b) for a, b in pairwise(bends)]
    words = [f"M{points(bends[0], middles[0])}"]
    words += [f"Q{points(bend, end)}" for bend, end in zip(bends[1:-1], middles[1:], strict=True)]
    return "".join([*words, f"L{points(bends[-1])}"])


def swayed(corner: Point, sway: float) -> Point:
    """A bend a little off its corner: always the same for the same corner."""
    x, y = corner
    return x + (noise(x, y) - 0.5) * 2 * sway, y + (noise(y, x) - 0.5) * 2 * sway
