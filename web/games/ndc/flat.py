"""The flat-topped hexes of the maps of NATO Division Commander, as they are drawn."""

from __future__ import annotations

from service.engine.hexes import Hex, centre
from service.engine.places import Point
from web.drawing.svg import SIZE


def at(hex: Hex) -> Point:
    """The middle of a hex."""
    return centre(hex, SIZE)
