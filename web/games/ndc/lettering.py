"""What is written on the sheet: numbers, sectors, values and names."""

from __future__ import annotations

import math

from markupsafe import Markup

from service.engine.places import Point
from service.games.ndc.printed.ground import Board
from service.games.ndc.printed.scenario import Scenario
from web.drawing.lettering import FOOT, labels
from web.drawing.rivers import rivers
from web.drawing.svg import number, points, tag, turned
from web.games.ndc.flat import at
from web.games.ndc.lines import borders


def sectors(board: Board) -> Markup:
    """The sectors of operational intelligence, hidden until they are asked for."""
    letters = [
        tag("text", sector, x=number(x), y=number(y + 22))
        for sector in board.sector_names
        for x, y in [_middle([at(hex) for hex in board.hexes_of(sector)])]
    ]
    ink = "var(--m-sector)"
    return tag(
        "g",
        tag("path", d=borders(board.grid, board.sectors), fill="none", stroke=ink, stroke_width="4",
            stroke_dasharray="10 5"),
        tag("g", *letters, font_size="64", font_weight="700", text_anchor="middle", fill=ink, opacity=".45"),
        class_="map-sectors",
    )  # fmt: skip


def stars(scenario: Scenario) -> list[Markup]:
    """What a town is worth, on a star at its left, where no counter lies."""
    return [
        tag("g", tag("g", tag("use", href="#m-star"), tag("text", objective.points, y="3.4"), class_="t-star"),
            transform=f"translate({points((x - 32, y))})")
        for objective in scenario.objectives
        for x, y in [at(objective.hex)]
    ]  # fmt: skip


def name_places(scenario: Scenario) -> list[Point]:
    """Where the names of towns stand."""
    return [(x, y + FOOT) for x, y in map(at, scenario.board.places)]


def names(scenario: Scenario) -> Markup:
    """The names of the rivers beside their courses, and over them stars and names of towns: printed last."""
    board = scenario.board
    towns = [
        tag("text", name, x=number(x), y=number(y + FOOT), class_="is-large" if board.terrain[hex] == "U" else None)
        for hex, name in board.places.items() for x, y in [at(hex)]
    ]  # fmt: skip
    streams = [
        name
        for kind, sides, size in (("major", board.major_river, 17), ("minor", board.minor_river, 12))
        for course in rivers(sides)[:1]
        for name in _river_names(board, board.river_names[kind], course, size)
    ]
    paper = "var(--m-paper)"
    return tag(
        "g",
        tag("g", *streams, class_="t-waters", font_style="italic", fill="var(--m-waters)", stroke=paper,
            stroke_width="3", stroke_linejoin="round", paint_order="stroke", text_anchor="middle"),
        labels(stars(scenario), towns, paper),
        class_="t-names",
    )  # fmt: skip


def _river_names(board: Board, name: str, course: list[Point], size: int) -> list[Markup]:
    """The name twice beside the course, turned the way the river flows, where it is farthest from towns."""
    texts: list[Markup] = []
    towns = [at(hex) for hex in board.places]
    half = len(course) // 2
    for stretch in (course[:half], course[half:]):
        starts = range(1, max(2, len(stretch) - 5))
        begin = max(starts, key=lambda i: min(math.dist(_middle(stretch[i : i + 5]), town) for town in towns))
        near = stretch[begin : begin + 5]
        turn = f"translate({points(_middle(near))})rotate({turned(near[0], near[-1])})"
        texts.append(tag("text", name, transform=turn, y=-size, font_size=size, letter_spacing=size // 4))
    return texts


def _middle(places: list[Point]) -> Point:
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)
