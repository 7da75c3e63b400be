"""Pieces of map beside the example and the rules: what a side knew after a step, drawn as its match page would."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from service.engine.game import AnyGame
from service.engine.places import Place
from service.engine.rulebook import ExampleScene
from web.drawing.layers import MapLinks, sight_layer
from web.drawing.map import GameMap
from web.drawing.svg import MARGIN, SIZE, tag
from web.games.shelf import dress

GROUND = "book-ground"
ROOM = 1.7 * SIZE
"""Round the places that a piece shows."""
LEAST = 7 * SIZE
"""So wide and high is a piece at the least."""
INERT = MapLinks(unit_href=lambda unit: "#main", contact_href=lambda handle: "#main")
"""Where the counters of a picture lead, which nobody can reach."""


@dataclass(frozen=True, kw_only=True)
class Piece:
    """A piece of map, with what it is of: the number and title of a step of the example, and whose map."""

    step: int
    title: str
    side: str
    drawn: Markup


@dataclass(frozen=True, kw_only=True)
class Pieces:
    """All pieces of a book: the printed sheets, once for a page; those of each step by seat; those beside cases."""

    ground: Markup
    steps: tuple[Mapping[str, Piece], ...]
    cases: Mapping[str, Piece]


NONE = Pieces(ground=Markup(""), steps=(), cases={})


@lru_cache(maxsize=8)
def pieces_of(game: AnyGame) -> Pieces:
    """The pieces of a game's book; none where it has no example, or nothing to draw it on."""
    book = game.rulebook()
    played = book.scenes() if book.scenes is not None else ()
    if not played or book.example is None or dress(game).map(first_of(played[0])) is None:
        return NONE
    sheets: dict[str, GameMap] = {}
    for one in played:
        picture = first_of(one)
        sheets.setdefault(picture.scenario, dress(game).map(picture))  # type: ignore[arg-type]
    steps = tuple(
        {
            seat: Piece(step=number, title=step.title, side=game.words.seat(seat), drawn=window(game, sheets, scene))
            for seat, scene in scenes.items()
            if scene.places
        }
        for number, (step, scenes) in enumerate(zip(book.example.steps, played, strict=True), 1)
    )
    cases = {case: steps[number - 1][seat] for case, (number, seat) in book.drawn.items()}
    return Pieces(ground=ground(sheets), steps=steps, cases=cases)


def first_of(scenes: Mapping[str, ExampleScene]) -> Any:
    """The picture of the first side, whose scenario all of them play."""
    return next(iter(scenes.values())).picture


def ground(sheets: Mapping[str, GameMap]) -> Markup:
    """The printed sheet of each scenario, out of sight: each piece shows its part of one."""
    printed = (tag("g", drawing.printed(), id=f"{GROUND}-{scenario}") for scenario, drawing in sheets.items())
    return tag("svg", tag("defs", *printed), width=0, height=0, aria_hidden="true")


def window(game: AnyGame, sheets: Mapping[str, GameMap], scene: ExampleScene) -> Markup:
    """The part of the map round the places of a scene, with all that its side knew to be there."""
    drawing = sheets[scene.picture.scenario]
    left, top, wide, high = box(drawing, scene.places)
    there = [
        place for place in drawing.places for x, y in [drawing.geometry.at(place)]
        if left - SIZE < x < left + wide + SIZE and top - SIZE < y < top + high + SIZE
    ]  # fmt: skip
    view = drawing.within(game.known(scene.picture).view, frozenset(there))
    return tag(
        "svg",
        tag("use", href=f"#{GROUND}-{scene.picture.scenario}", x=-MARGIN, y=-MARGIN),
        *drawing.layers(view, INERT),
        sight_layer(drawing.geometry, scene.line) if scene.line is not None else "",
        viewBox=f"{left:.0f} {top:.0f} {wide:.0f} {high:.0f}", class_="map-live",
    )  # fmt: skip


def box(drawing: GameMap, places: Iterable[Place]) -> tuple[float, float, float, float]:
    """Left, top, width and height of a piece round these places, all of it on the sheet."""
    spots = [drawing.geometry.at(place) for place in places]
    spans = []
    for side, whole in enumerate(drawing.geometry.extent):
        low, high = min(spot[side] for spot in spots) - ROOM, max(spot[side] for spot in spots) + ROOM
        length = min(max(high - low, LEAST), whole)
        spans.append((max(0.0, min(whole - length, (low + high - length) / 2)), length))
    (left, wide), (top, high) = spans
    return left, top, wide, high
