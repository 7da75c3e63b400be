"""The map as a picture: all that the page draws of it, in few bytes, and the same ones on every machine."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from service.engine.game import AnyGame
from service.games.shelf import GAMES
from web.drawing import picture
from web.drawing.map import GameMap
from web.games.pictures import map_picture
from web.games.shelf import dress

SVG, FAMILY = "http://www.w3.org/2000/svg", picture.FONT["font-family"]
MAPS = [
    ("skirmish", "moulin-basset"), ("korsun", "korsun-intro"), ("campaign1776", "brandywine-1777"),
    ("ndc", "kaltenbach"),
]  # fmt: skip


def opened(code: str, scenario: str) -> tuple[AnyGame, Any, GameMap]:
    """A game, what its first seat knows when it opens, and its map."""
    game = GAMES[code]
    known = game.known(next(iter(game.open(scenario, {}).pictures.values())))
    drawing = dress(game).map(known.picture)
    assert drawing is not None
    return game, known, drawing


@pytest.mark.parametrize(("code", "scenario"), MAPS)
def test_a_drawing_needs_no_styles(code: str, scenario: str):
    """Nothing that only a browser works out is left, what is turned off at first is left out, and the layer has all
    the pieces that it uses."""
    _, known, drawing = opened(code, scenario)
    sheet = picture.sheet_of(str(drawing.printed()))
    layer = picture.known_on(sheet, str(picture.live_layer(drawing, known.view)))
    for drawn in (sheet.svg, layer):
        assert not re.search(r"var\(|calc\(|clamp\(|\dpx|map-sectors|font-family=\"(?!DejaVu Sans Condensed)", drawn)
    missing = set(re.findall(r"(?:href=\"|url\()#([\w-]+)", layer)) - set(re.findall(r" id=\"([\w-]+)", layer))
    assert not missing


@pytest.mark.parametrize(
    ("code", "scenario"), [*(pytest.param(*one, marks=pytest.mark.soak) for one in MAPS[:3]), MAPS[3]]
)
def test_a_map_is_a_small_picture_and_the_same_whoever_draws_it(code: str, scenario: str):
    """It is drawn by a program of its own."""
    game, known, _ = opened(code, scenario)
    found = map_picture(game, known)
    assert found is not None and 10_000 < len(found.png) < 200_000
    image = Image.open(BytesIO(found.png))
    assert (image.size, found.wide) == ((found.wide, found.high), picture.WIDE)
    assert len(image.getcolors() or ()) <= 64
    assert found.says.startswith(f"Map of {dress(game).map(known.picture).title}: ")  # type: ignore[union-attr]
    assert map_picture(game, known) == found


def test_lettering_is_in_the_font_that_is_shipped(monkeypatch):
    """Without it all letters would be missing, and nobody told."""
    words = f'<svg xmlns="{SVG}" width="90" height="30"><text y="20" font-family="{FAMILY}">Kaltenbach</text></svg>'
    lettered = picture.coloured(words)
    monkeypatch.setattr(picture, "FONTS", [])
    assert len(Image.open(BytesIO(lettered)).getcolors() or ()) > 1
    assert len(Image.open(BytesIO(picture.coloured(words))).getcolors() or ()) == 1
