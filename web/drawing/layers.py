"""What lies on the map of every game alike: links, where a unit can go, the way there, and a line of sight."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from service.engine.line_of_sight import LineOfSight
from service.engine.options import Destination
from service.engine.places import Place, Point
from web.drawing.geometry import WIDEST_TAB, MapGeometry
from web.drawing.svg import between, broken, course, head, number, points, tag
from web.page_delta import framed, leaf

GO, HALO = "var(--m-go)", "var(--m-halo)"
FIGHT = "var(--m-fight)"
OPEN, BLOCKED = "var(--m-zone)", FIGHT


@dataclass(frozen=True, kw_only=True)
class MapLinks:
    """Where a tap leads."""

    unit_href: Callable[[str], str] = lambda unit: f"?unit={unit}#map"
    place_href: Callable[[Place], str] = lambda place: f"?to={place}#map"
    contact_href: Callable[[str], str] = lambda handle: f"?contact={handle}#map"


@dataclass(frozen=True, kw_only=True)
class TargetArrow:
    """A combat on the sheet: from where at what, what it comes to as far as its owner knows, and the same in words."""

    origin: Place
    target: Place
    figure: str
    words: str


@dataclass(frozen=True, kw_only=True)
class Plans:
    """What is on the sheet and not sent: the `ways` of moves, each from where its unit stands, and `aims`.

    `moved` are the units that stand on the map where their orders take them, and not there in truth.
    """

    ways: tuple[tuple[Place, ...], ...] = ()
    moved: frozenset[str] = frozenset()
    aims: tuple[TargetArrow, ...] = ()


NO_PLANS = Plans()


# ---- where a unit can go


def reach_layer(
    geometry: MapGeometry,
    reach: Sequence[Destination],
    links: MapLinks,
    origin: Place | None,
    to: Place | None,
) -> Markup:
    """Every place that can be reached, a link each, and the way to the chosen one."""
    reached = {destination.place for destination in reach}
    chosen = next((destination for destination in reach if destination.place == to), None)
    way = path(geometry, (origin, *chosen.path)) if origin and chosen else ""
    rim = tag("path", class_="reach-rim", d=geometry.rim({*reached, *([origin] if origin else [])}))
    cells = (_reached(geometry, place, links, place.place == to) for place in reach)
    return leaf(tag("g", rim, *cells, way, class_="map-reach"))


def costs_layer(geometry: MapGeometry, reach: Sequence[Destination], occupied: Collection[Place]) -> Markup:
    """What it costs to get to each place in reach, over whatever lies there."""
    if not reach:
        return Markup("")
    return tag("g", *(_cost(geometry, place, place.place in occupied) for place in reach), class_="map-costs")


def _reached(geometry: MapGeometry, place: Destination, links: MapLinks, chosen: bool) -> Markup:
    """A place in reach as a frame, of which any other can be made: there may be seventy."""
    lies, cost = points(geometry.at(place.place)), number(place.cost)
    link = tag(
        "a",
        leaf(tag("use", href="#m-small-place")),
        href=links.place_href(place.place),
        class_="reach is-chosen" if chosen else "reach",
        data_place=place.place,
        data_says=f"Move to {place.place}, {cost} {'point' if place.cost == 1 else 'points'}",
        transform=f"translate({lies})",
        aria_current="true" if chosen else None,
    )
    return framed(link, place.place, lies, cost)


def _cost(geometry: MapGeometry, place: Destination, aside: bool) -> Markup:
    """What it costs to get there; where a counter lies, the figure stands beside it."""
    (x, y), (dx, dy) = geometry.at(place.place), geometry.aside if aside else (0, 6)
    return tag("text", place.cost, x=number(x + dx), y=number(y + dy), class_="is-aside" if aside else None)


def path(geometry: MapGeometry, through: Sequence[Place], class_: str = "map-path") -> Markup:
    """A way over places: a dot where it begins, and an arrow that comes into the last one. To stay is no way."""
    places = course(map(geometry.at, through))
    if len(places) < 2:
        return Markup("")
    end = between(places[-1], places[-2], 0.3)
    line = broken([*places[:-1], between(places[-1], places[-2], 0.46)])
    return tag(
        "g",
        tag("circle", cx=places[0][0], cy=places[0][1], r="7", class_="way-head"),
        tag("path", d=line, stroke=HALO, stroke_width="9.5", opacity=".85"),
        tag("path", d=line, class_="way"),
        tag("path", d=head(places[-2], end, 12), class_="way-head"),
        class_=class_, fill="none", stroke_linejoin="round", stroke_linecap="round",
    )  # fmt: skip


# ---- what is planned


def ways_layer(geometry: MapGeometry, ways: Iterable[Sequence[Place]]) -> Markup:
    """The paths of moves that are on the sheet, or sent and not played yet, from where their units stand till then."""
    drawn = [
        tag("g", tag("title", f"Move from {way[0]} to {way[-1]}"), left_at(geometry, way[0]),
            path(geometry, way, "map-way"))
        for way in ways if len(way) > 1
    ]  # fmt: skip
    return tag("g", *drawn, class_="map-ways", fill="none") if drawn else Markup("")


def left_at(geometry: MapGeometry, place: Place) -> Markup:
    """Where a unit stands until its move is worked, in outline."""
    x, y = geometry.at(place)
    return tag("use", href="#m-small-place", x=number(x), y=number(y), class_="way-from")


def aims_layer(geometry: MapGeometry, aims: Iterable[TargetArrow]) -> Markup:
    """Fire from afar: a slender arrow each, with its figure on a tab."""
    drawn = []
    for aim in aims:
        a, b = geometry.at(aim.origin), geometry.at(aim.target)
        if a == b:
            continue
        start, end = between(a, b, min(0.4, 26 / math.dist(a, b))), between(b, a, min(0.4, 24 / math.dist(a, b)))
        drawn.append(
            tag(
                "g", tag("title", aim.words),
                tag("path", d=broken([start, end]), stroke=HALO, stroke_width="7", opacity=".85"),
                tag("path", d=broken([start, end]), stroke=FIGHT, stroke_width="3.4"),
                tag("path", d=head(start, end, 11), fill=FIGHT, stroke=HALO),
                tab(aim.figure, *between(start, end)) if aim.figure else "",
            )
        )  # fmt: skip
    return tag("g", *drawn, class_="map-combat", fill="none", stroke_linecap="round") if drawn else Markup("")


def tab(text: str, x: float, y: float, away: str = "") -> Markup:
    """A figure on a tab, which grows as the map shrinks: to all sides, or `away` from what stands below or above it."""
    shape = tag("use", href=f"#m-tab{min(len(text), WIDEST_TAB)}")
    face = tag("g", shape, tag("text", text, y="4.6"), class_="c-odds")
    return tag("g", face, class_=away or None, transform=f"translate({points((x, y))})")


# ---- what one can see from where


def sight_layer(geometry: MapGeometry, line: LineOfSight) -> Markup:
    """A line of sight between its two places: whole where it is open, broken where it is not, and crossed at each thing
    in its way."""
    a, b = geometry.at(line.a), geometry.at(line.b)
    ink = OPEN if line.open else BLOCKED
    stopped = [(geometry.at(one.place), f"{one.what}, {one.place}") for one in line.obstacles]
    return tag(
        "g",
        *(tag("use", href="#m-small-place", x=number(px), y=number(py), stroke=ink, stroke_width="4")
          for px, py in (a, b)),
        tag("path", d=broken([a, b]), stroke=HALO, stroke_width="7", opacity=".85"),
        tag("path", d=broken([a, b]), stroke=ink, stroke_width="3.6", stroke_dasharray=None if line.open else "9 6"),
        *(() if line.open else (cross(at, what) for at, what in stopped or [(between(a, b), "")])),
        class_="map-sight", fill="none", stroke_linecap="round",
    )  # fmt: skip


def cross(at: Point, what: str) -> Markup:
    """Where a line is blocked, and by what."""
    x, y = at
    drawn = f"M{number(x - 9)} {number(y - 9)}l18 18m0-18l-18 18"
    return tag(
        "g", tag("title", what) if what else "", tag("path", d=drawn, stroke=HALO, stroke_width="9"),
        tag("path", d=drawn, stroke=BLOCKED, stroke_width="5"),
    )  # fmt: skip


def count(number_: int, x: float, y: float) -> Markup:
    """How many pieces lie in a stack, on a tab at its side."""
    face = tag("g", tag("use", href="#m-count"), tag("text", number_, y="3.6"), class_="c-count")
    return tag("g", face, transform=f"translate({points((x, y))})")


def age_badge() -> Markup:
    """The ground of `age`: a clock, and room beside it for a number."""
    return tag(
        "g", tag("rect", x="-14", y="-6.5", width="28", height="13", rx="6.5", fill="#2b2b2b", stroke="#fff"),
        tag("path", d="M-11 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0M-7-2.4v2.4l1.8 1.2", fill="none", stroke="#fff"), id="m-age",
    )  # fmt: skip


def age(turns: int) -> Markup:
    """How many turns ago a contact was reported, at the upper right corner of its counter; no loss is meant."""
    return tag("g", tag("use", href="#m-age"), tag("text", turns, x="5", y="3.4"), class_="c-age")
