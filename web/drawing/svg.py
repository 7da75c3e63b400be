"""What the files of the map write SVG with: elements as text that is safe to print, and figures kept short."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import groupby

from markupsafe import Markup, escape

from service.engine.places import Point

SIZE = 40.0
"""From the middle of a place to its corners, in the units of the drawing."""
MARGIN = 10
"""Paper left around the sheet."""
SPECIAL = re.compile("[&<>\"']")
"""What stands otherwise in an element than it is."""


def tag(name: str, *children: str | int, **attributes: object) -> Markup:
    """One element. `class_` loses its last underscore, other underscores become hyphens; what is None is left out."""
    words = [
        f' {attribute(key)}="{safe(number(value) if isinstance(value, float) else value)}"'
        for key, value in attributes.items()
        if value is not None
    ]
    inner = "".join([child if isinstance(child, Markup) else safe(child) for child in children])
    start = f"<{name}{''.join(words)}"
    return Markup(f"{start}>{inner}</{name}>" if inner else f"{start}/>")


@cache
def attribute(key: str) -> str:
    """An attribute as it is written, from the name of a parameter."""
    return key.rstrip("_").replace("_", "-")


def safe(value: object) -> str:
    """A value as it may stand in an element. Most have nothing in them to escape: a look for it is all they cost."""
    return value if type(value) is str and SPECIAL.search(value) is None else escape(value)


def joined(parts: Iterable[Markup]) -> Markup:
    """Elements one after the other."""
    return Markup("").join(parts)


def listing(names: Iterable[str]) -> str | None:
    """Places, or other names, as one attribute holds them for scripts; None where there are none."""
    return "|".join(names) or None


def number(value: float) -> str:
    """A coordinate with at most one decimal."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def points(*places: Point) -> str:
    """Coordinates as a path writes them."""
    return " ".join(f"{number(x)} {number(y)}" for x, y in places)


def between(a: Point, b: Point, share: float = 0.5) -> Point:
    """The point at a share of the way from a to b."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def smooth(loop: Sequence[Point]) -> str:
    """A closed path that runs smoothly along its points, in whole relative units (which keeps it short)."""
    middles = [between(loop[i - 1], loop[i]) for i in range(len(loop))]
    x, y = round(middles[0][0]), round(middles[0][1])
    words = [f"M{x} {y}"]
    for bend, end in zip(loop, [*middles[1:], middles[0]], strict=True):
        by, to = (round(bend[0]) - x, round(bend[1]) - y), (round(end[0]) - x, round(end[1]) - y)
        words.append(f"q{by[0]} {by[1]} {to[0]} {to[1]}".replace(" -", "-"))
        x, y = x + to[0], y + to[1]
    return "".join(words) + "z"


# ---- arrows


def turned(a: Point, b: Point) -> str:
    """The angle in degrees of the way from a to b."""
    return number(math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])))


def course(places: Iterable[Point]) -> list[Point]:
    """The places of a way, but one of those that follow each other and are the same: to stay is no way to draw."""
    return [place for place, _ in groupby(places)]


def broken(places: Sequence[Point]) -> str:
    """A line from place to place."""
    return f"M{points(*places[:1])}L{points(*places[1:])}"


def head(a: Point, b: Point, size: float) -> str:
    """The head of an arrow that comes from a and ends in b."""
    length = math.dist(a, b) or 1
    ux, uy = (b[0] - a[0]) / length * size, (b[1] - a[1]) / length * size
    foot = b[0] - ux * 1.4, b[1] - uy * 1.4
    return f"M{points(b, (foot[0] - uy * 0.8, foot[1] + ux * 0.8), (foot[0] + uy * 0.8, foot[1] - ux * 0.8))}z"
