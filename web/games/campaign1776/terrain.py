"""The printed sheet of 1776: woods, hills, swamps and mountains, water of three classes, sea lanes, towns and ports.

Its colours are tokens (`tokens.css`), so that it is another sheet in the dark and on paper.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

from markupsafe import Markup

from service.engine.places import Place, Point
from service.games.campaign1776.printed.board import Board
from service.games.campaign1776.printed.lettered import Hex, Side, beside, side
from service.games.campaign1776.printed.scenario import Scenario
from service.games.campaign1776.printed.waterways import port_place
from web.drawing.geometry import MapGeometry, geometry_of, noise
from web.drawing.layers import age_badge
from web.drawing.lettering import FOOT, kept_apart, labels
from web.drawing.svg import SIZE, number, points, tag

WIDTHS = {"class_1": 3.0, "class_2": 5.0, "river/lake": 9.0, "coastal": 4.0}
"""How broad the water of a hexside is drawn."""
SPOT = 6.5
"""The radius of a place of ships on a hexside."""
BELOW, ROUND = 38, 150
"""How far below the middle of a box its name stands, and how far beside it the line swings that goes round another."""
ANCHOR = "M0-8v14M-6 2q0 6 6 6t6-6M-4-4h8"


@lru_cache(maxsize=16)
def terrain_layer(rules: Scenario) -> Markup:
    """The map of a scenario as one SVG, with the pieces that the counters above it use."""
    geometry, board = geometry_of(rules.ground), rules.board
    shown = frozenset(hex for hex in board.terrain if hex in rules.ground)
    return geometry.svg(
        tag("defs", *patterns(), *geometry.shapes(), *pieces()),
        geometry.border(),
        tag("path", d=outlines(geometry, shown), fill="var(--m-paper)", stroke="var(--m-paper)", stroke_width="2"),
        tag("g", *relief(geometry, board, shown), class_="t-relief"),
        veil(geometry, rules, shown),
        tag("path", d=outlines(geometry, shown), class_="t-grid", fill="none", stroke="var(--m-grid)",
            stroke_width=".9"),
        waters(rules, shown),
        area_borders(rules, shown),
        numbers(geometry, shown),
        boxes(geometry, rules),
        towns(geometry, rules, shown),
        class_="map-terrain",
        aria_hidden="true",
    )  # fmt: skip


def outlines(geometry: MapGeometry, hexes: Iterable[Place]) -> str:
    return "".join(map(geometry.outline, sorted(hexes)))


def pieces() -> Iterator[Markup]:
    """What the live layer uses."""
    yield tag("circle", id="m-spot", r=number(SPOT))
    yield tag("path", id="m-fort", d="M-12-12h24v24h-24zM-16-16h6v6h-6zM10-16h6v6h-6zM-16 10h6v6h-6zM10 10h6v6h-6z")
    yield tag(
        "path", id="m-works", d="M-16 0l4-6 4 6 4-6 4 6 4-6 4 6 4-6 4 6", fill="none", stroke="var(--m-ink)",
        stroke_width="2.4", stroke_linejoin="round",
    )  # fmt: skip
    yield tag("path", id="m-hull", d="M-16 2h32l-6 8h-20zM-2 2v-14l12 11z", stroke_width="1.4", stroke_linejoin="round")
    yield age_badge()


def patterns() -> Iterator[Markup]:
    """Crowns for the woods, reeds for the swamps."""
    crowns = "".join(
        f"M{number(x + noise(x, y) * 4)} {number(y + noise(y, x) * 4)}h0"
        for x in range(4, 48, 11)
        for y in range(4, 42, 11)
    )
    yield tag(
        "pattern", tag("path", d=crowns, stroke="var(--m-crown)", stroke_width="6", stroke_linecap="round"),
        id="m-trees", width="48", height="42", patternUnits="userSpaceOnUse", patternTransform="rotate(11)",
    )  # fmt: skip
    yield tag(
        "pattern", tag("path", d="M2 6h9M16 14h9M5 21h8", stroke="var(--m-bank)", stroke_width="1.5", fill="none"),
        id="m-reeds", width="28", height="25", patternUnits="userSpaceOnUse",
    )  # fmt: skip


def relief(geometry: MapGeometry, board: Board, shown: Collection[Place]) -> Iterator[Markup]:
    """What grows and rises in each hex, and what is water."""

    def of(*kinds: str) -> set[Place]:
        return {hex for hex in shown if board.terrain[hex].name in kinds}

    yield tag("path", d=geometry.shore(of("forest"), 0.1, 0.2), fill="var(--m-wood)")
    yield tag("path", d=geometry.shore(of("forest"), 0.1, 0.2), fill="url(#m-trees)")
    yield tag("path", d=geometry.shore(of("rough"), 0.14, 0.24), fill="var(--m-hill)", stroke="var(--m-contour)")
    yield tag("path", d=geometry.shore(of("mountain"), 0.1, 0.24), fill="var(--m-high)", stroke="var(--m-contour)",
              stroke_width="1.6")  # fmt: skip
    yield tag("path", d=geometry.shore(of("swamp"), 0.1, 0.2), fill="url(#m-reeds)")
    yield tag("path", d=outlines(geometry, of("inland_water", "inshore_water")), fill="var(--m-water)")
    yield tag("path", d=outlines(geometry, board.sea_lanes & frozenset(shown)), fill="var(--m-water)",
              stroke="var(--m-bank)", stroke_width=".6")  # fmt: skip


def veil(geometry: MapGeometry, rules: Scenario, shown: Collection[Place]) -> Markup:
    """Land and sea that are not in play are pale."""
    out = {hex for hex in shown if hex not in rules.land_in_play and hex not in rules.sea_in_play}
    out -= {hex for hex in out if rules.board.terrain[hex].name in ("inland_water", "inshore_water")}
    return tag("path", d=outlines(geometry, out), fill="var(--m-border)", opacity=".55")


def waters(rules: Scenario, shown: Collection[Place]) -> Markup:
    """What runs along the hexsides, each as broad as its class."""
    drawn = []
    for kind, width in WIDTHS.items():
        path = "".join(
            line_of(rules, one) for one, what in sorted(rules.board.sides.items())
            if what == kind and any(hex in shown for hex in beside(one))
        )  # fmt: skip
        ink = "var(--m-bank)" if kind == "coastal" else "var(--m-water)"
        if kind != "coastal":
            drawn.append(tag("path", d=path, stroke="var(--m-bank)", stroke_width=number(width + 2)))
        drawn.append(tag("path", d=path, stroke=ink, stroke_width=number(width)))
    return tag("g", *drawn, class_="t-rivers", fill="none", stroke_linecap="round")


def area_borders(rules: Scenario, shown: Collection[Place]) -> Markup:
    """The sides between land hexes of two areas, such as Canada and the Middle States, dashed over what runs there."""
    area = rules.board.area
    sides = {
        side(hex, other) for hex in shown if hex in area for other in rules.board.neighbours(Hex(hex))
        if other in shown and area.get(other, area[hex]) != area[hex]
    }  # fmt: skip
    path = "".join(line_of(rules, one) for one in sorted(sides))
    return tag("path", d=path, class_="t-areas", fill="none", stroke="var(--m-ink)", stroke_width="3",
               stroke_dasharray="2 6", stroke_linecap="round")  # fmt: skip


def line_of(rules: Scenario, one: Side) -> str:
    """A hexside as a line from vertex to vertex."""
    (x, y), (u, v) = rules.ground.line(one)
    return f"M{points((x * SIZE, y * SIZE))}L{points((u * SIZE, v * SIZE))}"


def numbers(geometry: MapGeometry, shown: Iterable[Place]) -> Markup:
    """The name of each hex at its brow."""
    texts = [
        tag("text", hex, x=number(round(x)), y=number(round(y - 24)))
        for hex in sorted(shown) for x, y in [geometry.at(hex)]
    ]  # fmt: skip
    return tag(
        "g", *texts, class_="t-numbers", text_anchor="middle", fill="var(--m-number)", stroke="var(--m-paper)",
        stroke_opacity=".55", stroke_width="2", stroke_linejoin="round", paint_order="stroke",
    )  # fmt: skip


def towns(geometry: MapGeometry, rules: Scenario, shown: Collection[Place]) -> Markup:
    """Towns by name, with what they are worth, and the ports with their entrances."""
    worth = rules.score.points if rules.score is not None else {}
    named = {hex: name for hex, name in sorted(rules.board.names.items()) if hex in shown}
    aside = kept_apart(geometry, named)
    names, stars, anchors = [], [], []
    for hex, name in named.items():
        x, y = geometry.at(hex)
        names.append(tag("text", name, x=number(x + aside[hex]), y=number(y + FOOT)))
        if hex in worth:
            stars.append(tag(
                "g", tag("circle", r="8.5", fill="#ffd84d", stroke="#5b4a12"), tag("text", str(worth[hex]), y="3.8"),
                transform=f"translate({points((x - 24, y - 14))})",
            ))  # fmt: skip
    for box in boxes_of(rules):
        x, y = geometry.at(box)
        names.append(tag("text", box, x=number(x), y=number(y + BELOW)))
    for port in sorted(rules.board.ports.values(), key=lambda one: one.name):
        if (there := port_place(port.name)) in rules.ground:
            (x, y), (u, v) = geometry.at(there), geometry.at(port.entrance)
            anchors.append(tag(
                "g", tag("title", f"Port {port.name}"),
                tag("path", d=f"M{points((x, y))}L{points((u, v))}", stroke_width="2.2", stroke_dasharray="3 3"),
                tag("path", d=ANCHOR, transform=f"translate({points((x, y))})",
                    stroke_width="2"),
                stroke="var(--m-ink)", fill="none",
            ))  # fmt: skip
    return tag("g", *anchors, labels(stars, names, "var(--m-paper)"), font_size="11")


def boxes(geometry: MapGeometry, rules: Scenario) -> Markup:
    """The boxes off the map, and the links between them; their names stand with those of the towns."""
    there, off = boxes_of(rules), rules.water.off_board
    if off is None or not there:
        return Markup("")
    links = "".join(
        voyage(geometry.at(one), geometry.at(other), past=between > 0)
        for place, one in enumerate(there) for between, other in enumerate(there[place + 1 :])
        if frozenset((one, other)) in off.links
    )  # fmt: skip
    anchors = [
        tag("path", d=ANCHOR, transform=f"translate({points((x + 36, y - 28))})", stroke="var(--m-ink)",
            stroke_width="2")
        for box in there if box in off.ports for x, y in [geometry.at(box)]
    ]  # fmt: skip
    return tag(
        "g", tag("path", d=links, stroke="var(--m-ink)", stroke_width="2.2", stroke_dasharray="3 3"),
        tag("path", d=outlines(geometry, there), fill="var(--m-water)", stroke="var(--m-bank)",
            stroke_width="1.6"), *anchors, fill="none",
    )  # fmt: skip


def boxes_of(rules: Scenario) -> list[Place]:
    """The boxes that are drawn, in the order of their chart."""
    return [box for box in rules.water.boxes if box in rules.ground]


def voyage(start: Point, end: Point, *, past: bool) -> str:
    """The line of a link between two boxes; one that leads `past` another goes round it."""
    (x, y), (u, v) = start, end
    return f"M{points(start)}" + (f"Q{points((x - ROUND, (y + v) / 2), (u, v))}" if past else f"L{points(end)}")
