"""What the files of the map write SVG with: elements as text that is safe to print, and figures kept short."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup, escape

from service.engine.hexes import Grid, Hex, Point, centre, corners

SIZE = 40.0
"""From the middle of a hex to its corners, in the units of the drawing."""
MARGIN = 10
"""Paper left around the hexes."""


def tag(name: str, *children: str | int, **attributes: object) -> Markup:
    """One element. `class_` loses its last underscore, other underscores become hyphens; what is None is left out."""
    words = [
        f' {key.rstrip("_").replace("_", "-")}="{escape(number(value) if isinstance(value, float) else value)}"'
        for key, value in attributes.items()
        if value is not None
    ]
    inner = "".join(escape(child) for child in children)
    start = f"<{name}{''.join(words)}"
    return Markup(f"{start}>{inner}</{name}>" if inner else f"{start}/>")


def joined(parts: Iterable[Markup]) -> Markup:
    """Elements one after the other."""
    return Markup("").join(parts)


def number(value: float) -> str:
    """A coordinate with at most one decimal."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def points(*places: Point) -> str:
    """Coordinates as a path writes them."""
    return " ".join(f"{number(x)} {number(y)}" for x, y in places)


def at(hex: Hex) -> Point:
    """The middle of a hex."""
    return centre(hex, SIZE)


def between(a: Point, b: Point, share: float = 0.5) -> Point:
    """The point at a share of the way from a to b."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def outline(hex: Hex) -> str:
    """A hex as a closed path."""
    return f"M{points(*corners(hex, SIZE))}z"


def extent(grid: Grid) -> tuple[int, int]:
    """Width and height of the drawing without its margin."""
    lowest = max(at(hex)[1] for hex in grid)
    return round(SIZE * (1.5 * grid.columns + 0.5)), round(lowest + SIZE * 0.866)


def view_box(grid: Grid) -> str:
    width, height = extent(grid)
    return f"{-MARGIN} {-MARGIN} {width + 2 * MARGIN} {height + 2 * MARGIN}"


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
