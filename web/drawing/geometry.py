"""A map sheet as it is drawn: where its places lie on the paper, and the lines round groups of them.

Every game's map is drawn on it, whatever the sheet is divided into.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

from markupsafe import Markup

from service.engine.grids import SheetGround, SquareSheet
from service.engine.hexes import Grid
from service.engine.places import Ground, Place, Point
from web.drawing.svg import MARGIN, SIZE, between, number, points, smooth, tag

POINT = 0.6 * SIZE
"""From the middle of a place that is a point, such as a town on a road, to where it is drawn to."""
ROOM = 1.2 * SIZE
"""Round the outermost points of a sheet of points, for what is drawn and written there."""
WIDEST_TAB = 8
"""A tab with a figure on it has room for so many letters."""
AROUND = tuple((math.cos(math.radians(angle)), math.sin(math.radians(angle))) for angle in range(0, 360, 60))

Corner = tuple[int, int]
Loose = dict[Corner, list[tuple[Corner, list[Point]]]]


def noise(x: float, y: float) -> float:
    """A number from 0 to 1 that a place has for ever: what makes an outline uneven."""
    return math.sin(x * 12.9898 + y * 78.233) * 43758.5453 % 1


@dataclass(frozen=True)
class MapGeometry:
    """A ground with the geometry of its drawing, in the drawing's units; (0, 0) is its north-western corner."""

    ground: Ground

    def at(self, place: Place) -> Point:
        """The middle of a place; ValueError for one that is not drawn."""
        if (found := self._middles.get(place)) is None:
            found = self._middles[place] = self._middle(place)
        return found

    def _middle(self, place: Place) -> Point:
        if (middle := self.ground.at(place)) is None:
            raise ValueError(f"{place} is not drawn")
        (x, y), (left, top) = middle, self._begins
        return x * SIZE - left, y * SIZE - top

    @cached_property
    def _middles(self) -> dict[Place, Point]:
        """Those that were asked for already."""
        return {}

    def corners(self, place: Place) -> tuple[Point, ...]:
        """Its corners, in order round it; those of a small hex round one that is a point."""
        if corners := self.ground.corners(place):
            return tuple((x * SIZE, y * SIZE) for x, y in corners)
        x, y = self.at(place)
        return tuple((x + dx * POINT, y + dy * POINT) for dx, dy in AROUND)

    def outline(self, place: Place) -> str:
        """A place as a closed path."""
        return f"M{points(*self.corners(place))}z"

    @cached_property
    def _begins(self) -> Point:
        """How far from where its middles are counted the sheet begins: a sheet of points has room round them."""
        spots = [spot for place in self.ground.places if (spot := self.ground.at(place)) is not None]
        if not spots or self.ground.corners(self.ground.places[0]):
            return 0.0, 0.0
        return min(x for x, _ in spots) * SIZE - ROOM, min(y for _, y in spots) * SIZE - ROOM

    # ---- the whole

    @cached_property
    def listed(self) -> Collection[Place]:
        """Its places in their order, among which one is found at once."""
        return dict.fromkeys(self.ground.places).keys()

    @cached_property
    def extent(self) -> tuple[int, int]:
        """Width and height without the margin."""
        around = [corner for place in self.ground.places for corner in self.corners(place)]
        room = 0 if self.ground.corners(self.ground.places[0]) else ROOM - POINT
        return round(max(x for x, _ in around) + room), round(max(y for _, y in around) + room)

    def svg(self, *layers: str, **attributes: object) -> Markup:
        """A drawing of the size of the sheet."""
        width, height = (length + 2 * MARGIN for length in self.extent)
        return tag(
            "svg", *layers, viewBox=f"{-MARGIN} {-MARGIN} {width} {height}", width=width, height=height,
            **attributes,
        )  # fmt: skip

    def border(self) -> Markup:
        """The sheet of paper itself, with the line printed round it."""
        width, height = self.extent
        return tag(
            "g",
            tag("rect", x=-MARGIN, y=-MARGIN, width=width + 2 * MARGIN, height=height + 2 * MARGIN,
                fill="var(--m-border)", stroke="none"),
            tag("rect", x="-5", y="-5", width=width + 10, height=height + 10, stroke_width="1.6"),
            tag("rect", x="-8", y="-8", width=width + 16, height=height + 16, stroke_width=".6"),
            class_="t-border", fill="none", stroke="var(--m-contour)",
        )  # fmt: skip

    @cached_property
    def places(self) -> str:
        """For scripts: where each place lies on the paper, as x, y and its name."""
        return "|".join(
            f"{number(MARGIN + x)} {number(MARGIN + y)} {place}"
            for place in self.ground.places
            for x, y in [self.at(place)]
        )

    def shapes(self) -> tuple[Markup, ...]:
        """For the `<defs>`: the outline of a place around its middle, whole (`m-place`) and drawn in (`m-small-place`),
        the tab on which the pieces of a stack are counted (`m-count`), those for so many letters (`m-tab3`), and what
        tells one side's counters on paper (`m-hatched`)."""
        first = self.ground.places[0]
        (x, y), around = self.at(first), self.corners(first)
        own = [(cx - x, cy - y) for cx, cy in around]
        outlines = (
            tag("path", id=id, d=f"M{points(*((cx * share, cy * share) for cx, cy in own))}z")
            for id, share in (("m-place", 1.0), ("m-small-place", 0.925))
        )
        lines = tag("path", d="M0 2h6.5", stroke="#8a8a8a", stroke_width="1")
        hatched = tag(
            "pattern", lines, id="m-hatched", width="6.5", height="6.5", patternUnits="userSpaceOnUse",
            patternTransform="rotate(-45)",
        )  # fmt: skip
        tabs = (
            tag("rect", id=f"m-tab{letters}", x=-5 - 4 * letters, y="-9", width=10 + 8 * letters, height="18", rx="4")
            for letters in range(1, WIDEST_TAB + 1)
        )
        return (*outlines, hatched, tag("circle", id="m-count", r="7.5", fill="#2b2b2b", stroke="#fff"), *tabs)

    @property
    def aside(self) -> Point:
        """Where, from the middle of a place, a figure stands in the open that is not to lie under a counter."""
        return (33, 5) if self.columns_shifted else (30, 8)

    @property
    def brow(self) -> float:
        """How far above the middle the number of a place is written: where that is wide enough, or it is another's."""
        return 32.6 if self.columns_shifted else 31 if self.headings == 6 else 27

    @property
    def columns_shifted(self) -> bool:
        """Whether it is divided into hexes whose columns run straight to the south."""
        return isinstance(self.ground, SheetGround) and isinstance(self.ground.sheet, Grid)

    @property
    def headings(self) -> int:
        """How many sides a place has: 8 on squares, corners included, else 6."""
        squares = isinstance(self.ground, SheetGround) and isinstance(self.ground.sheet, SquareSheet)
        return 8 if squares else 6

    # ---- round groups of places

    @cached_property
    def _sides(self) -> dict[frozenset[Corner], tuple[Place, ...]]:
        """The places on either hand of each side."""
        found: dict[frozenset[Corner], tuple[Place, ...]] = {}
        for place in self.ground.places:
            for start, end in sides(self.corners(place)):
                side = frozenset((rounded(start), rounded(end)))
                found[side] = (*found.get(side, ()), place)
        return found

    def beyond(self, place: Place, start: Point, end: Point) -> Place | None:
        """The place on the other hand of a side; None where the sheet ends."""
        there = self._sides[frozenset((rounded(start), rounded(end)))]
        return next((other for other in there if other != place), None)

    def on_edge(self, place: Place) -> bool:
        """Whether a place lies at the edge of the sheet."""
        return any(self.beyond(place, start, end) is None for start, end in sides(self.corners(place)))

    def rim(self, group: Collection[Place]) -> str:
        """The sides all round a group of places as closed paths, at the edge of the sheet too."""
        loose: Loose = {}
        for place in group:
            for start, end in sides(self.corners(place)):
                if self.beyond(place, start, end) not in group:
                    loose.setdefault(rounded(start), []).append((rounded(end), [start]))
        return "".join(ring(loop) for loop in loops(loose))

    def shore(self, group: Collection[Place], inset: float, rough: float = 0.0, steps: int = 2) -> str:
        """The outlines of a group of places as an uneven line, `inset` of the way in towards their middles.

        Along the edge of the sheet the line runs straight, where the ground goes on.
        """
        loose: Loose = {}
        for place in group:
            middle = self.at(place)
            for start, end in sides(self.corners(place)):
                beyond = self.beyond(place, start, end)
                if beyond in group:
                    continue
                shares = [(step + 0.5) / steps for step in range(steps)]
                dents = [between(start, end, share) for share in shares]
                if beyond is not None:
                    dents = [between(dent, middle, inset + rough * (noise(*dent) - 0.5)) for dent in dents]
                else:
                    dents = [start, *(between(dent, middle, -0.04) for dent in dents), end]
                loose.setdefault(rounded(start), []).append((rounded(end), dents))
        return "".join(smooth(loop) for loop in loops(loose))


@lru_cache(maxsize=64)
def geometry_of(ground: Ground) -> MapGeometry:
    """The geometry of a ground, made once: neither changes, and there is nothing in it that a seat knows."""
    return MapGeometry(ground)


def sides(corners: tuple[Point, ...]) -> Iterable[tuple[Point, Point]]:
    """The sides between corners in order."""
    return zip(corners, (*corners[1:], corners[0]), strict=True)


def ring(loop: Sequence[Point]) -> str:
    """A closed path from corner to corner, in few letters: each corner as steps from the one before, in hundredths, so
    that the same step is always written the same."""
    steps = (round(100 * (now - before)) for pair in pairwise(loop) for before, now in zip(*pair, strict=True))
    said = "".join(f"{'' if step < 0 else ' '}{step / 100:g}" for step in steps)
    return f"M{points(loop[0])}l{said.lstrip()}z"


def rounded(point: Point) -> Corner:
    return round(point[0]), round(point[1])


def loops(loose: Loose) -> Iterable[list[Point]]:
    """Lines that begin where others end, as closed rings."""
    while loose:
        place, loop = min(loose), list[Point]()
        while place in loose:
            onward = loose[place].pop()
            if not loose[place]:
                del loose[place]
            place, dents = onward
            loop += dents
        yield loop
