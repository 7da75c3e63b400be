"""The printed sheet under the counters: woods, heights, water, roads, towns, numbers; the same for every seat.

Its colours are tokens (`tokens.css`), so that it is another sheet in the dark and on paper.
"""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

from service.engine.grids import ground_of
from service.engine.hexes import Hex, corners, hexes_beside, named, side_ends
from service.games.ndc.printed.ground import Board
from service.games.ndc.printed.scenario import Scenario
from web.drawing.geometry import geometry_of, noise
from web.drawing.lettering import numbers
from web.drawing.lines import Network
from web.drawing.rivers import flowing, rivers
from web.drawing.svg import SIZE, between, joined, number, points, tag, turned
from web.games.ndc.flat import at
from web.games.ndc.lettering import names, sectors
from web.games.ndc.symbols import symbols

CONTOUR = "var(--m-contour)"


@lru_cache(maxsize=64)
def terrain_layer(scenario: Scenario) -> Markup:
    """The map of a scenario as one SVG, with the symbols that the counters above it use."""
    board = scenario.board
    geometry, roads = geometry_of(ground_of(board.grid)), network_of(board)
    return geometry.svg(
        tag(
            "defs",
            _patterns(),
            *geometry.shapes(),
            symbols(),
            tag("clipPath", tag("use", href="#m-paper"), id="m-sheet"),
        ),
        geometry.border(),
        _ground(board),
        tag("g", _heights(board), _woods(board), _built_up(board), class_="t-relief"),
        _grid(board),
        _rivers(board),
        _roads(board, roads),
        _towns(board, roads),
        sectors(board),
        numbers(geometry, board.places, "var(--m-paper)"),
        names(scenario),
        class_="map-terrain",
        aria_hidden="true",
    )


def _of(board: Board, *kinds: str) -> set[Hex]:
    return {hex for hex in board.grid if board.terrain[hex] in kinds}


def _patterns() -> Markup:
    """The crowns of a wood from above, in clumps that are shaded from the north-west; firs for the wooded ridges."""
    fir = tag("path", id="m-fir", d="M0-6l3.6 7.200H.8V3.600h-1.6V1.200h-2.800z")
    firs = [(7, 9), (25, 7), (40, 14), (15, 23), (32, 28), (6, 36), (24, 40), (41, 38)]
    return joined(
        [
            tag("path", id="m-crowns", d=_crowns(), fill="none", stroke_linecap="round"),
            fir,
            tag(
                "pattern",
                tag("use", href="#m-crowns", x=".7", y="1.1", stroke="var(--m-crown-edge)", stroke_width="7.8"),
                tag("use", href="#m-crowns", stroke="var(--m-crown)", stroke_width="6.6"),
                tag("use", href="#m-crowns", x="-.9", y="-1", stroke="var(--m-crown-lit)", stroke_width="2.6"),
                id="m-trees", width="64", height="56", patternUnits="userSpaceOnUse", patternTransform="rotate(11)",
            ),
            tag(
                "pattern",
                *(tag("use", href="#m-fir", x=x, y=y) for x, y in firs),
                id="m-firs", width="49", height="46", patternUnits="userSpaceOnUse", patternTransform="rotate(-6)",
                fill="var(--m-fir)",
            ),
        ]
    )  # fmt: skip


def _crowns() -> str:
    """Dots for the crowns on a piece of 64 by 56 that joins itself on every side, with clearings here and there."""
    dots = []
    for row in range(7):
        for column in range(8):
            if noise(column * 3 + 1, row * 5) > 0.8:
                continue
            x = round(column * 8 + row % 2 * 4 + noise(column, row) * 3 - 1.5, 1) % 64
            y = round(row * 8 + noise(row + 9, column) * 3 - 1.5, 1) % 56
            # What sticks out on one side comes in on the other.
            dots += [(x + right, y + down) for right in (-64, 0, 64) for down in (-56, 0, 56)
                     if -5 < x + right < 69 and -5 < y + down < 61]  # fmt: skip
    return "".join(f"M{points(dot)}h0" for dot in sorted(dots, key=lambda dot: dot[::-1]))


def _sheet(board: Board) -> str:
    """The outline of the whole map."""
    return "".join(f"M{points(*corners(hex, SIZE))}z" for hex in board.grid.edge)


def _ground(board: Board) -> Markup:
    width, height = geometry_of(ground_of(board.grid)).extent
    inner = f"M{SIZE} {SIZE}H{number(width - SIZE)}V{number(height - SIZE)}H{SIZE}z"
    return tag(
        "path", id="m-paper", class_="t-paper", d=_sheet(board) + inner, fill="var(--m-paper)",
        stroke="var(--m-paper)", stroke_width="2",
    )  # fmt: skip


def _heights(board: Board) -> Markup:
    """Hills by contour lines with hachures down the slope; wooded ridges on top of them, darker and steeper.

    Each contour is uneven in its own way and lies a little to the north-west of the one below, as on a lit relief.
    """
    geometry, high, ridges = geometry_of(ground_of(board.grid)), _of(board, "H", "R"), _of(board, "R")
    return tag(
        "g",
        tag("path", id="m-hill", d=geometry.shore(high, 0.14, 0.26)),
        tag("use", href="#m-hill", stroke_width="10", stroke_dasharray="1.1 3.7", fill="none"),
        tag("use", href="#m-hill", fill="var(--m-hill)", stroke_width="1.3"),
        tag("path", d=geometry.shore(high, 0.4, 0.3), fill="var(--m-high)", fill_opacity=".55", stroke_width=".9",
            transform="translate(-2 -2)"),
        tag("path", d=geometry.shore(high, 0.66, 0.22), fill="var(--m-high)", stroke_width=".8",
            transform="translate(-4 -4)"),
        tag("path", id="m-ridge", d=geometry.shore(ridges, 0.13, 0.22)),
        tag("use", href="#m-ridge", stroke_width="13", stroke_dasharray="1.6 2.9", fill="none"),
        tag("use", href="#m-ridge", fill="var(--m-ridge)", stroke_width="1.6"),
        tag("use", href="#m-ridge", fill="url(#m-firs)", stroke="none"),
        class_="t-heights",
        clip_path="url(#m-sheet)", stroke=CONTOUR, fill="none", stroke_linejoin="round",
    )  # fmt: skip


def _woods(board: Board) -> Markup:
    """Woods with a scalloped edge, filled with crowns."""
    return tag(
        "g",
        tag("path", id="m-wood", d=geometry_of(ground_of(board.grid)).shore(_of(board, "F"), 0.13, 0.2, steps=4)),
        tag("use", href="#m-wood", fill="var(--m-wood)", stroke="var(--m-crown-edge)", stroke_width="3",
            stroke_dasharray=".1 3.6", stroke_linecap="round"),
        tag("use", href="#m-wood", fill="url(#m-trees)"),
        class_="t-woods", fill="none",
    )  # fmt: skip


def _built_up(board: Board) -> Markup:
    return tag(
        "path",
        class_="t-city",
        d=geometry_of(ground_of(board.grid)).shore(_of(board, "U"), 0.08, 0.1),
        fill="var(--m-city)",
    )


def _grid(board: Board) -> Markup:
    """The hexes, a column drawn once and used again."""
    cells = "".join(f"M{points(*corners(named(1, row), SIZE))}z" for row in range(1, board.grid.rows + 1))
    columns = [
        tag("use", href="#m-column", x=number(60 * column), y="34.64" if column % 2 else None)
        for column in range(1, board.grid.columns)
    ]
    return tag(
        "g", tag("path", id="m-column", d=cells), *columns, class_="t-grid", fill="none", stroke="var(--m-grid)",
        stroke_width=".9",
    )  # fmt: skip


def _rivers(board: Board) -> Markup:
    """The major river broad, the minor one narrow, each between its banks, along the hexsides."""
    layers: list[Markup] = []
    for name, sides, width in (("minor", board.minor_river, 4.6), ("major", board.major_river, 11)):
        path = "".join(flowing(course) for course in rivers(sides))
        layers += [
            tag("path", id=f"m-{name}", d=path),
            tag("use", href=f"#m-{name}", stroke="var(--m-bank)", stroke_width=number(width + 2.2)),
            tag("use", href=f"#m-{name}", stroke="var(--m-water)", stroke_width=number(width)),
            tag("use", href=f"#m-{name}", stroke="var(--m-glint)", stroke_width=number(width * 0.36)),
        ]
    return tag("g", *layers, class_="t-rivers", fill="none", stroke_linejoin="round", stroke_linecap="round")


def network_of(board: Board) -> Network:
    """The roads of both kinds together, so that they join; the autobahn runs through."""
    steps = [hexes_beside(side) for side in sorted(board.roads | board.autobahn)]
    return Network(
        geometry_of(ground_of(board.grid)),
        steps,
        first=[hexes_beside(side) for side in board.autobahn],
        wander=6,
    )


def _roads(board: Board, roads: Network) -> Markup:
    """Roads with an edge on both sides, the autobahn broader and with a line in the middle; then the bridges."""
    edge, surface, highway = "var(--m-road-edge)", "var(--m-road)", "var(--m-highway)"
    return tag(
        "g",
        tag("path", id="m-road", d=roads.path(map(hexes_beside, board.roads))),
        tag("path", id="m-autobahn", d=roads.path(map(hexes_beside, board.autobahn))),
        tag("use", href="#m-road", stroke=edge, stroke_width="4.8"),
        tag("use", href="#m-autobahn", stroke=edge, stroke_width="8.4"),
        tag("use", href="#m-road", stroke=surface, stroke_width="2.7"),
        tag("use", href="#m-autobahn", stroke=highway, stroke_width="6"),
        tag("use", href="#m-autobahn", stroke=edge, stroke_width="1.1"),
        *(_bridge(board, roads, side) for side in sorted(board.bridges)),
        class_="t-roads", clip_path="url(#m-sheet)", fill="none", stroke_linecap="round", stroke_linejoin="round",
    )  # fmt: skip


def _bridge(board: Board, roads: Network, side: str) -> Markup:
    """A bridge where the road crosses the water, in the direction of the road."""
    a, b = hexes_beside(side)
    reach, apart = (11, 7) if side in board.major_river else (8, 5.5)
    flare = 3
    lines = "".join(
        f"M{number(-reach - flare)} {number(way * (apart + flare))}L{-reach} {number(way * apart)}H{reach}"
        f"l{flare} {number(way * flare)}"
        for way in (-1, 1)
    )
    place, turn = (roads.gate(a, b), turned((0, 0), roads.tangent((a, b)))) if board.by_road(a, b) else (
        between(*side_ends(a, b, SIZE)), turned(at(a), at(b))
    )  # fmt: skip
    return tag(
        "path", d=lines, transform=f"translate({points(place)})rotate({turn})", stroke="var(--m-ink)",
        stroke_width="2.2",
    )  # fmt: skip


# Houses as seen from above: x, y, width and height from where the roads meet.
_TOWN = "-21 -16 9 7, -10 -17 7 9, 4 -14 9 6, 15 -16 7 8, 24 -13 7 7, -22 6 9 8, -11 7 8 6, 5 6 7 9, 14 7 8 7, 25 6 6 8"
_ONE_SIDE = (
    "-23 -14 9 7, -12 -15 7 8, 4 -13 9 6, 15 -15 7 8, 25 -13 6 7, -17 -26 8 7, -6 -28 9 8, 6 -25 7 8, 16 -27 7 7, "
    "-20 6 7 5, 8 6 9 5"
)
_CITY = (
    "-26 -21 9 8, -15 -29 9 7, -15 -20 10 7, -3 -31 8 8, -3 -21 9 7, 8 -29 9 8, 8 -20 8 6, 18 -21 10 8, -28 -11 9 6, "
    "-17 -11 8 6, -6 -12 9 7, 6 -12 8 7, 17 -11 9 6, -29 5 9 8, -18 6 8 8, -7 6 9 7, 5 6 8 7, 15 6 9 8, 25 5 5 8"
)


def _houses(blocks: str) -> str:
    return "".join(f"M{x} {y}h{w}v{h}h-{w}z" for x, y, w, h in (block.split() for block in blocks.split(", ")))


def _towns(board: Board, roads: Network) -> Markup:
    """Houses along the road; where it passes off the middle, most of them on the inner side."""
    places: list[Markup] = []
    for hex in board.grid:
        if board.terrain[hex] not in "TU":
            continue
        (x, y), middle = roads.meeting(hex), at(hex)
        turn, aside = round(noise(x, y) * 12 - 6), y - middle[1]
        kind = "m-city" if board.terrain[hex] == "U" else "m-town" if abs(aside) < 6 else "m-village"
        flip = "scale(1 -1)" if kind == "m-village" and aside < 0 else ""
        places.append(tag("use", href=f"#{kind}", transform=f"translate({points((x, y))})rotate({turn}){flip}"))
    shapes = [
        tag("g", tag("path", d=_houses(blocks), transform="translate(1.2 1.5)", fill="var(--m-house-edge)",
                     stroke="none", opacity=".45"), tag("path", d=_houses(blocks)), id=id)
        for id, blocks in (("m-town", _TOWN), ("m-village", _ONE_SIDE), ("m-city", _CITY))
    ]  # fmt: skip
    return tag(
        "g", tag("defs", *shapes), *places, class_="t-towns", fill="var(--m-house)", stroke="var(--m-house-edge)",
        stroke_width=".7",
    )  # fmt: skip
