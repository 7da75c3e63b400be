"""Marks upon a map that say what happened there: an arrow, a ring, a cross; and the courses of a result card."""

from __future__ import annotations

import math
from collections.abc import Iterable

from markupsafe import Markup

from service.engine.cards import Course
from service.engine.places import Place
from web.drawing.geometry import MapGeometry
from web.drawing.svg import between, broken, course, head, points, tag

HEAD = 10
"""How long the head of an arrow is, in units of the drawing, and at most the gap before it."""
CROSS = (15, 28)
"""From where to where the arms of a cross reach, across and along."""
FROM_THE_END = 18
"""However long an arrow is, it ends no farther from the middle of its last place: over the counter there."""


def arrow(geometry: MapGeometry, *way: Place, dashed: bool = True) -> Markup:
    """A line from place to place with a head at its end, broken where it is a way and no aim."""
    at = course(map(geometry.at, way))
    if len(at) < 2:
        return ring(geometry, way[0], broken=False)
    last = math.dist(at[-1], at[-2])
    end = between(at[-1], at[-2], min(0.12, FROM_THE_END / last))
    line = broken([*at[:-1], between(end, at[-2], min(0.06, HEAD / last))])
    return tag(
        "g",
        tag("path", d=line, stroke_dasharray="3 5" if dashed else None),
        tag("path", d=head(at[-2], end, HEAD), class_="arrow-head"),
    )


def ring(geometry: MapGeometry, place: Place, *, broken: bool = True) -> Markup:
    x, y = geometry.at(place)
    return tag("circle", cx=x, cy=y, r="31", stroke_dasharray="5 5" if broken else None)


def cross(geometry: MapGeometry, place: Place) -> Markup:
    """A cross, open in the middle: whoever stands there, and what they are called, can be seen."""
    x, y = geometry.at(place)
    arms = [[(x + dx * far, y + dy * far) for far in CROSS] for dx, dy in ((-1, -1), (1, 1), (-1, 1), (1, -1))]
    return tag("path", d="".join(f"M{points(near)}L{points(end)}" for near, end in arms))


def courses_drawn(geometry: MapGeometry, courses: Iterable[Course]) -> Markup:
    """What a card has to be drawn: aims as arrows, ways as broken ones, a cross where a unit was lost."""
    marks = [
        mark_of(geometry, one) for one in courses if one.way and all(place in geometry.ground for place in one.way)
    ]
    return tag("g", *marks, class_="map-change") if marks else Markup("")


def mark_of(geometry: MapGeometry, one: Course) -> Markup:
    if one.does == "lost":
        return cross(geometry, one.way[-1])
    if one.does in ("stop", "contact") or len(one.way) == 1:
        return ring(geometry, one.way[-1], broken=one.does == "contact")
    return arrow(geometry, *one.way, dashed=one.does in ("move", "retreat"))
