"""The map that goes with a mail: drawn for whoever sends it, of what a seat knows and nothing else."""

from __future__ import annotations

from struct import unpack
from typing import Any

from service.engine.game import AnyGame
from service.engine.state import Known
from service.matches.map_pictures import MapPicture
from web.drawing.picture import picture
from web.games.shelf import dress


def map_picture(game: AnyGame, known: Known[Any, Any]) -> MapPicture | None:
    """The map as the game draws it; None for a game without one. Raises CalledProcessError, TimeoutExpired."""
    drawing = dress(game).map(known.picture)
    if drawing is None:
        return None
    png = picture(drawing, known.view)
    wide, high = unpack(">II", png[16:24])
    return MapPicture(png, f"Map of {drawing.title}: {drawing.said(known.view)}", wide, high)
