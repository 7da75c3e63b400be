"""The printed sheet under the counters: woods, heights, water, roads, towns, numbers; the same for every seat."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

from service.engine.hexes import Hex, Point, corners, side_ends
from service.games.ndc.board import Scenario
from service.games.ndc.ground import Board
from web.games.ndc_map.flat import at
from web.games.ndc_map.lines import borders, flowing, rivers
from web.games.ndc_map.symbols import symbols
from web.map_lines import crossroads, network
from web.map_svg import SIZE, between, joined, number, points, tag, turned
from web.paper import Paper, noise

PAPER, GRID, INK = "#f3ecda", "#b5a98d", "#3b352a"
WOODS, TREE, TREE_EDGE = "#d3deb9", "#8fae74", "#5f7f4b"
HILL, CONTOUR = "#ead7ab", "#9c7346"
RIDGE, FIR = "#cbb98c", "#5f7345"
WATER, BANK = "#86b6d6", "#3f7296"
ROAD, ROAD_EDGE, AUTOBAHN = "#fffdf4", "#6e5f4b", "#f0c063"
HOUSE, HOUSE_EDGE = "#a4513f", "#6d3023"


@lru_cache(maxsize=8)
def terrain_layer(scenario: Scenario) -> Markup:
    """The map of a scenario as one SVG, with the symbols that the counters above it use."""
    board = scenario.board
    return Paper(board.grid).svg(
        tag(
            "defs",
            _patterns(),
            *Paper(board.grid).shapes(),
            symbols(),
            tag("clipPath", tag("use", href="#m-paper"), id="m-sheet"),
        ),
        _ground(board),
        _heights(board),
        _woods(board),
        _built_up(board),
        _grid(board),
        _rivers(board),
        _roads(board),
        _towns(board),
        _sectors(board),
        _numbers(board),
        _names(scenario),
        class_="map-terrain",
        aria_hidden="true",
    )


def _of(board: Board, *kinds: str) -> set[Hex]:
    return {hex for hex in board.grid if board.terrain[hex] in kinds}


def _patterns() -> Markup:
    """Trees for the woods, firs for the wooded ridges."""
    tree = tag("g", tag("circle", r="4.1"), tag("path", d="M0 4v3.2", fill="none"), id="m-tree")
    fir = tag("path", id="m-fir", d="M0-6.5l4 8H1V4h-2V1.500h-3z")
    trees = [(7, 8), (22, 4), (37, 11), (14, 21), (30, 24), (45, 26), (5, 35), (22, 38), (39, 41)]
    firs = [(7, 9), (25, 7), (40, 14), (15, 23), (32, 28), (6, 36), (24, 40), (41, 38)]
    return joined(
        [
            tree,
            fir,
            tag(
                "pattern",
                *(tag("use", href="#m-tree", x=x, y=y) for x, y in trees),
                id="m-trees", width="51", height="47", patternUnits="userSpaceOnUse", patternTransform="rotate(9)",
                fill=TREE, stroke=TREE_EDGE, stroke_width="1",
            ),
            tag(
                "pattern",
                *(tag("use", href="#m-fir", x=x, y=y) for x, y in firs),
                id="m-firs", width="49", height="46", patternUnits="userSpaceOnUse", patternTransform="rotate(-6)",
                fill=FIR,
            ),
        ]
    )  # fmt: skip


def _sheet(board: Board) -> str:
    """The outline of the whole map."""
    return "".join(f"M{points(*corners(hex, SIZE))}z" for hex in board.grid if board.grid.on_edge(hex))


def _ground(board: Board) -> Markup:
    width, height = Paper(board.grid).extent
    inner = f"M{SIZE} {SIZE}H{number(width - SIZE)}V{number(height - SIZE)}H{SIZE}z"
    return tag(
        "path", id="m-paper", class_="t-paper", d=_sheet(board) + inner, fill=PAPER, stroke=PAPER, stroke_width="2"
    )


def _heights(board: Board) -> Markup:
    """Hills by contour lines with hachures down the slope; wooded ridges on top of them, darker and steeper."""
    paper, high, ridges = Paper(board.grid), _of(board, "H", "R"), _of(board, "R")
    return tag(
        "g",
        tag("path", id="m-hill", d=paper.shore(high, 0.13, 0.12)),
        tag("use", href="#m-hill", stroke_width="11", stroke_dasharray="1.2 4.3", fill="none"),
        tag("use", href="#m-hill", fill=HILL, stroke_width="1.3"),
        tag("path", d=paper.shore(high, 0.44, 0.1, steps=1), fill="none", stroke_width="1", opacity=".75"),
        tag("path", id="m-ridge", d=paper.shore(ridges, 0.14, 0.1)),
        tag("use", href="#m-ridge", stroke_width="14", stroke_dasharray="1.7 3.2", fill="none"),
        tag("use", href="#m-ridge", fill=RIDGE, stroke_width="1.6"),
        tag("use", href="#m-ridge", fill="url(#m-firs)", stroke="none"),
        class_="t-heights",
        clip_path="url(#m-sheet)", stroke=CONTOUR, fill="none", stroke_linejoin="round",
    )  # fmt: skip


def _woods(board: Board) -> Markup:
    return tag(
        "g",
        tag("path", id="m-wood", d=Paper(board.grid).shore(_of(board, "F"), 0.13, 0.16)),
        tag("use", href="#m-wood", fill=WOODS, stroke=TREE_EDGE, stroke_width="1.4"),
        tag("use", href="#m-wood", fill="url(#m-trees)"),
        class_="t-woods", fill="none",
    )  # fmt: skip


def _built_up(board: Board) -> Markup:
    return tag("path", class_="t-city", d=Paper(board.grid).shore(_of(board, "U"), 0.08, 0.1), fill="#dcc6b2")


def _grid(board: Board) -> Markup:
    """The hexes, a column drawn once and used again."""
    cells = "".join(f"M{points(*corners(f'01{row:02}', SIZE))}z" for row in range(1, board.grid.rows + 1))
    columns = [
        tag("use", href="#m-column", x=number(60 * column), y="34.64" if column % 2 else None)
        for column in range(1, board.grid.columns)
    ]
    return tag(
        "g", tag("path", id="m-column", d=cells), *columns, class_="t-grid", fill="none", stroke=GRID, stroke_width="1"
    )


def _rivers(board: Board) -> Markup:
    """The major river broad, the minor one narrow, each between its banks, along the hexsides."""
    layers: list[Markup] = []
    for name, sides, width in (("minor", board.minor_river, 4.5), ("major", board.major_river, 10.5)):
        path = "".join(flowing(course) for course in rivers(sides))
        layers += [
            tag("path", id=f"m-{name}", d=path),
            tag("use", href=f"#m-{name}", stroke=BANK, stroke_width=number(width + 2.2)),
            tag("use", href=f"#m-{name}", stroke=WATER, stroke_width=number(width)),
        ]
    return tag("g", *layers, class_="t-rivers", fill="none", stroke_linejoin="round", stroke_linecap="round")


def _roads(board: Board) -> Markup:
    """Roads with an edge on both sides, the autobahn broader and with a line in the middle; then the bridges."""
    minor, major = (
        network(Paper(board.grid), map(ends_of, road), {hex for side in other for hex in ends_of(side)})
        for road, other in ((board.roads, board.autobahn), (board.autobahn, board.roads))
    )
    return tag(
        "g",
        tag("path", id="m-road", d=minor),
        tag("path", id="m-autobahn", d=major),
        tag("use", href="#m-road", stroke=ROAD_EDGE, stroke_width="5"),
        tag("use", href="#m-autobahn", stroke=ROAD_EDGE, stroke_width="8.4"),
        tag("use", href="#m-road", stroke=ROAD, stroke_width="2.8"),
        tag("use", href="#m-autobahn", stroke=AUTOBAHN, stroke_width="6"),
        tag("use", href="#m-autobahn", stroke=ROAD_EDGE, stroke_width="1.2"),
        *(_bridge(board, side) for side in sorted(board.bridges)),
        class_="t-roads", clip_path="url(#m-sheet)", fill="none", stroke_linecap="round", stroke_linejoin="round",
    )  # fmt: skip


def ends_of(side: str) -> tuple[Hex, Hex]:
    """The two hexes that a hexside lies between."""
    a, _, b = side.partition("-")
    return a, b


def _bridge(board: Board, side: str) -> Markup:
    a, _, b = side.partition("-")
    x, y = between(*side_ends(a, b, SIZE))
    reach, apart = (12, 7) if side in board.major_river else (8, 5.5)
    flare = 3
    lines = "".join(
        f"M{number(-reach - flare)} {number(way * (apart + flare))}L{-reach} {number(way * apart)}H{reach}"
        f"l{flare} {number(way * flare)}"
        for way in (-1, 1)
    )
    turn = turned(at(a), at(b))
    return tag("path", d=lines, transform=f"translate({points((x, y))})rotate({turn})", stroke=INK, stroke_width="2.2")


# Houses as seen from above: x, y, width and height from where the roads meet.
_TOWN = "-19 -17 9 7, -8 -19 7 9, 5 -16 10 6, 17 -13 6 6, -20 7 8 8, -9 8 8 6, 5 7 7 9, 14 8 7 6"
_CITY = (
    "-26 -21 9 8, -15 -29 9 7, -15 -20 10 7, -3 -31 8 8, -3 -21 9 7, 8 -29 9 8, 8 -20 8 6, 18 -21 10 8, -28 -11 9 6, "
    "-17 -11 8 6, -6 -12 9 7, 6 -12 8 7, 17 -11 9 6, -29 5 9 8, -18 6 8 8, -18 16 9 6, -7 6 9 7, -6 15 10 6, 5 6 8 7, "
    "7 15 9 6, 15 6 9 8, 25 5 5 8"
)


def _houses(blocks: str) -> str:
    return "".join(f"M{x} {y}h{w}v{h}h-{w}z" for x, y, w, h in (block.split() for block in blocks.split(", ")))


def _towns(board: Board) -> Markup:
    """Houses on both sides of the road."""
    kinds = {"T": "m-town", "U": "m-city"}
    places: list[Markup] = []
    for hex in board.grid:
        if board.terrain[hex] in kinds:
            ways = [other for other in board.grid.neighbours(hex) if board.by_road(hex, other)]
            middle = crossroads(Paper(board.grid), hex, ways)
            turn = round(noise(*middle) * 12 - 6)
            places.append(
                tag("use", href="#" + kinds[board.terrain[hex]], transform=f"translate({points(middle)})rotate({turn})")
            )
    return tag(
        "g",
        tag("defs", tag("path", id="m-town", d=_houses(_TOWN)), tag("path", id="m-city", d=_houses(_CITY))),
        *places,
        class_="t-towns", fill=HOUSE, stroke=HOUSE_EDGE, stroke_width=".8",
    )  # fmt: skip


def _sectors(board: Board) -> Markup:
    """The sectors of operational intelligence, hidden until they are asked for."""
    edges = borders(board.grid, board.sectors)
    letters = [
        tag("text", sector, x=number(x), y=number(y + 22))
        for sector in board.sector_names
        for x, y in [_middle(board.hexes_of(sector))]
    ]
    return tag(
        "g",
        tag("path", d=edges, fill="none", stroke="#6b3f87", stroke_width="4", stroke_dasharray="10 5"),
        tag("g", *letters, font_size="64", font_weight="700", text_anchor="middle", fill="#6b3f87", opacity=".4"),
        class_="map-sectors",
    )


def _middle(hexes: tuple[Hex, ...]) -> Point:
    places = [at(hex) for hex in hexes]
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def _numbers(board: Board) -> Markup:
    texts = [
        tag("text", hex, x=number(round(x)), y=number(round(y - 26.3))) for hex in board.grid for x, y in [at(hex)]
    ]
    return tag("g", *texts, class_="t-numbers", font_size="8", text_anchor="middle", fill="#5d5343")


def _names(scenario: Scenario) -> Markup:
    """Towns below their hex's middle, the rivers beside their course, and what the towns are worth."""
    board = scenario.board
    towns = [
        tag("text", name, x=number(x), y=number(y + 33)) for hex, name in board.places.items() for x, y in [at(hex)]
    ]
    streams = [
        name
        for kind, sides, size in (("major", board.major_river, 17), ("minor", board.minor_river, 12))
        for course in rivers(sides)[:1]
        for name in _river_names(board.river_names[kind], course, size)
    ]
    worth = [
        tag("g", tag("use", href="#m-star"), tag("text", objective.points, y="3.4"),
            transform=f"translate({points((x - 31, y))})")
        for objective in scenario.objectives
        for x, y in [at(objective.hex)]
    ]  # fmt: skip
    return tag(
        "g",
        tag("g", *streams, class_="t-waters", font_style="italic", fill="#1f5479", stroke_width="3"),
        tag("g", *towns, class_="t-places", font_size="11.5", font_weight="700", fill=INK, stroke_width="3.2"),
        tag("g", *worth, class_="t-worth", font_size="9.5", font_weight="700", fill="#2c2416", stroke="none"),
        stroke=PAPER, stroke_linejoin="round", paint_order="stroke", text_anchor="middle",
    )  # fmt: skip


def _river_names(name: str, course: list[Point], size: int) -> list[Markup]:
    """The name twice beside the course, turned the way the river flows."""
    texts: list[Markup] = []
    for share in (0.2, 0.78):
        begin = int(share * (len(course) - 5))
        near = course[begin : begin + 5]
        middle = sum(x for x, _ in near) / len(near), sum(y for _, y in near) / len(near)
        turn = f"translate({points(middle)})rotate({turned(near[0], near[-1])})"
        texts.append(tag("text", name, transform=turn, y=-size, font_size=size, letter_spacing=size // 4))
    return texts
