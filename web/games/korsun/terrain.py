"""The printed sheet of Korsun: steppe, woods, ravines and marshes, two kinds of water, roads, a railway, towns.

Its colours are tokens (`tokens.css`), so that it is another sheet in the dark and on paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from markupsafe import Markup

from service.engine import hexes
from service.engine.hexes import Hex, hexes_beside
from service.engine.places import Place
from service.games.korsun.printed.board import Board
from service.games.korsun.printed.scenario import Scenario
from web.drawing.geometry import MapGeometry, geometry_of, noise
from web.drawing.lettering import FOOT, labels, numbers
from web.drawing.lines import HexPair, Network
from web.drawing.rivers import flowing, rivers
from web.drawing.svg import SIZE, between, number, points, tag, turned
from web.games.korsun.symbols import symbols

HOUSES = "M-17-15h8v7h-8zM-5-17h7v8h-7zM7-14h9v6h-9zM-18 5h8v7h-8zM-6 7h7v6h-7zM6 5h8v8h-8z"
MORE_HOUSES = "M-28-9h7v8h-7zM19-10h8v8h-8zM-29 4h7v6h-7zM18 5h9v6h-9zM-2-29h8v7h-8zM-13-27h7v7h-7zM9-26h7v7h-7z"


@lru_cache(maxsize=64)
def terrain_layer(rules: Scenario) -> Markup:
    """The map of a scenario as one SVG, with the symbols that the counters above it use."""
    board = rules.board
    geometry = geometry_of(board.ground)
    roads = network(geometry, board, board.roads)
    return geometry.svg(
        tag("defs", *patterns(), *geometry.shapes(), symbols()),
        geometry.border(),
        paper(geometry),
        tag("g", hills(geometry, board), marshes(geometry, board), woods(geometry, board), ravines(geometry, board),
            towns_ground(geometry, board), class_="t-relief"),
        grid(geometry),
        waters(geometry, board),
        railway(geometry, board),
        roads_layer(roads),
        houses(geometry, board),
        sources(geometry, rules),
        numbers(geometry, board.names, "var(--m-paper)"),
        names(geometry, rules),
        class_="map-terrain",
        aria_hidden="true",
    )  # fmt: skip


def of_kind(board: Board, *kinds: str) -> set[Hex]:
    """The hexes in play of these kinds of terrain."""
    return {hex for hex in board.land if board.terrain[hex].name in kinds}


def patterns() -> Iterator[Markup]:
    """Crowns for the woods, reeds for the marshes, slopes for the ravines."""
    crowns = "".join(
        f"M{number(x + noise(x, y) * 4)} {number(y + noise(y, x) * 4)}h0"
        for x in range(4, 48, 9)
        for y in range(4, 42, 9)
    )
    yield tag(
        "pattern", tag("path", d=crowns, stroke="var(--m-crown-edge)", stroke_width="7.4", stroke_linecap="round"),
        tag("path", d=crowns, stroke="var(--m-crown)", stroke_width="5.8", stroke_linecap="round"),
        id="m-trees", width="48", height="42", patternUnits="userSpaceOnUse", patternTransform="rotate(11)",
    )  # fmt: skip
    yield tag(
        "pattern", tag("path", d="M2 6h9M16 14h9M5 21h8", stroke="var(--m-bank)", stroke_width="1.5", fill="none"),
        id="m-reeds", width="28", height="25", patternUnits="userSpaceOnUse",
    )  # fmt: skip


def paper(geometry: MapGeometry) -> Markup:
    """The open steppe."""
    cells = "".join(geometry.outline(hex) for hex in geometry.ground.places)
    return tag("path", d=cells, class_="t-paper", fill="var(--m-paper)", stroke="var(--m-paper)", stroke_width="2")


def grid(geometry: MapGeometry) -> Markup:
    cells = "".join(geometry.outline(hex) for hex in geometry.ground.places)
    return tag("path", d=cells, class_="t-grid", fill="none", stroke="var(--m-grid)", stroke_width=".9")


# ---- the ground


def hills(geometry: MapGeometry, board: Board) -> Markup:
    """Hills by contour lines with hachures down the slope."""
    high = of_kind(board, "hill")
    return tag(
        "g",
        tag("path", id="m-hill", d=geometry.shore(high, 0.14, 0.26)),
        tag("use", href="#m-hill", stroke_width="10", stroke_dasharray="1.1 3.7", fill="none"),
        tag("use", href="#m-hill", fill="var(--m-hill)", stroke_width="1.3"),
        tag("path", d=geometry.shore(high, 0.46, 0.26), fill="var(--m-high)", stroke_width=".9"),
        class_="t-heights", stroke="var(--m-contour)", fill="none", stroke_linejoin="round",
    )  # fmt: skip


def marshes(geometry: MapGeometry, board: Board) -> Markup:
    return tag("path", d=geometry.shore(of_kind(board, "marsh"), 0.1, 0.2), fill="url(#m-reeds)")


def woods(geometry: MapGeometry, board: Board) -> Markup:
    edge = geometry.shore(of_kind(board, "woods"), 0.12, 0.24, 3)
    return tag(
        "g", tag("path", id="m-woods", d=edge, fill="var(--m-wood)", stroke="var(--m-crown-edge)", stroke_width="1.2"),
        tag("use", href="#m-woods", fill="url(#m-trees)"),
    )  # fmt: skip


def ravines(geometry: MapGeometry, board: Board) -> Markup:
    """Balkas: dry gullies with their slopes drawn down into them."""
    edge = geometry.shore(of_kind(board, "balka"), 0.3, 0.4, 3)
    return tag(
        "g", tag("path", id="m-balka", d=edge, fill="var(--m-ridge)", stroke_width="1.4"),
        tag("use", href="#m-balka", fill="none", stroke_width="9", stroke_dasharray="1.3 4"),
        fill="none", stroke="var(--m-contour)",
    )  # fmt: skip


def towns_ground(geometry: MapGeometry, board: Board) -> Markup:
    built = of_kind(board, "town", "major_town")
    water = {hex for hex in geometry.ground.places if hex not in board.land}
    return tag(
        "g", tag("path", d=geometry.shore(built, 0.12, 0.12), fill="var(--m-city)"),
        tag("path", d=geometry.shore(water, 0.06, 0.12), fill="var(--m-water)", stroke="var(--m-bank)",
            stroke_width="1.6"),
    )  # fmt: skip


# ---- water, roads and rails


def waters(geometry: MapGeometry, board: Board) -> Markup:
    """The river broad, the stream narrow, each between its banks, along the hexsides."""
    layers: list[Markup] = []
    for name, sides, width in (("stream", board.stream, 4.2), ("river", board.river, 10)):
        path = "".join(flowing(course) for course in rivers(sides))
        layers += [
            tag("path", id=f"m-{name}", d=path),
            tag("use", href=f"#m-{name}", stroke="var(--m-bank)", stroke_width=number(width + 2.2)),
            tag("use", href=f"#m-{name}", stroke="var(--m-water)", stroke_width=number(width)),
        ]
    first = geometry.ground.places[0]
    (x, y), (sheet_x, sheet_y) = geometry.at(first), hexes.centre(Hex(first), SIZE)
    return tag(
        "g", *layers, class_="t-rivers", fill="none", stroke_linejoin="round", stroke_linecap="round",
        transform=f"translate({points((x - sheet_x, y - sheet_y))})",
    )  # fmt: skip


def network(geometry: MapGeometry, board: Board, sides: Iterable[str]) -> Network:
    """The roads or rails of the hexes in play."""
    return Network(geometry, [step for side in sorted(sides) if in_play(board, step := hexes_beside(side))], wander=5)


def in_play(board: Board, step: HexPair) -> bool:
    return all(hex in board.land for hex in step)


def roads_layer(roads: Network) -> Markup:
    return tag(
        "g", tag("path", id="m-road", d=roads.path()),
        tag("use", href="#m-road", stroke="var(--m-road-edge)", stroke_width="4.8"),
        tag("use", href="#m-road", stroke="var(--m-road)", stroke_width="2.7"),
        class_="t-roads", fill="none", stroke_linecap="round", stroke_linejoin="round",
    )  # fmt: skip


def railway(geometry: MapGeometry, board: Board) -> Markup:
    """A black line with white sleepers."""
    line = network(geometry, board, board.rail).path()
    return tag(
        "g", tag("path", d=line, stroke="var(--m-ink)", stroke_width="4"),
        tag("path", d=line, stroke="var(--m-road)", stroke_width="2", stroke_dasharray="6 6"),
        class_="t-rail", fill="none",
    ) if line else Markup("")  # fmt: skip


def bridge(geometry: MapGeometry, side: Place, kind: str) -> Markup:
    """A bridge that stands, across the water, with its type where it is none of those that are printed."""
    a, b = hexes_beside(side)
    middle, turn = between(geometry.at(a), geometry.at(b)), turned(geometry.at(a), geometry.at(b))
    lines = "M-13-9.500l3 3H10l3-3M-13 9.500l3-3H10l3 3"
    letter = tag("text", kind, y="3.5", font_size="10") if kind not in ("printed", "rail") else ""
    return tag(
        "g", tag("title", f"Bridge {side}"),
        tag("path", d=lines, transform=f"rotate({turn})", stroke="var(--m-ink)", stroke_width="2.4", fill="none"),
        letter, transform=f"translate({points(middle)})",
    )  # fmt: skip


# ---- towns and names


def houses(geometry: MapGeometry, board: Board) -> Markup:
    drawn = [
        tag("path", d=HOUSES + MORE_HOUSES * (board.terrain[hex].name == "major_town"),
            transform=f"translate({points(at)})")
        for hex in sorted(of_kind(board, "town", "major_town")) for at in [geometry.at(hex)]
    ]  # fmt: skip
    return tag("g", *drawn, class_="t-towns", fill="var(--m-house)", stroke="var(--m-house-edge)", stroke_width=".7")


def sources(geometry: MapGeometry, rules: Scenario) -> Markup:
    """Where supply comes from, by the names of the sources."""
    drawn = [
        tag("g", tag("rect", x="-13", y="-8", width="26", height="16", rx="3", fill="var(--m-paper)",
                     stroke="var(--m-ink)"), tag("text", name, y="4", fill="var(--m-ink)"),
            transform=f"translate({points((x, y + 22))})")
        for name, hex in sorted(rules.sources.items()) for x, y in [geometry.at(hex)]
    ]  # fmt: skip
    return tag("g", *drawn, class_="t-sources", font_size="10", font_weight="700", text_anchor="middle")


def names(geometry: MapGeometry, rules: Scenario) -> Markup:
    """The names of places; what is worth points at the end has a star with them."""
    worth = {
        hex: f"{float(points_):g}" for side in rules.victory.values() for hex, points_ in side.control_at_end.items()
    }
    written, stars = [], []
    for hex, name in sorted(rules.board.names.items()):
        if hex not in rules.board.land:
            continue
        x, y = geometry.at(hex)
        kind = "is-large" if rules.board.terrain[hex].name == "major_town" else None
        written.append(tag("text", name, x=number(x), y=number(y + FOOT), class_=kind))
        if hex in worth:
            star = tag("use", href="#m-star"), tag("text", worth[hex], y="3.4", stroke="none")
            stars.append(tag("g", tag("g", *star, class_="t-star"), transform=f"translate({points((x - 30, y - 8))})"))
    return labels(stars, written, "var(--m-paper)")
