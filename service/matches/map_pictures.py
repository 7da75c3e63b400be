"""The picture of a map that goes with a mail. Who draws it is handed in: nobody here knows how a game looks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from service.engine.game import AnyGame
from service.engine.state import Known


@dataclass(frozen=True)
class MapPicture:
    """A PNG, what it `says` to those who hear it, and its size in pixels."""

    png: bytes
    says: str
    wide: int
    high: int


DrawsMap = Callable[[AnyGame, Known[Any, Any]], MapPicture | None]
"""Draws the map as a seat knows it; None in a game without one. May raise whatever it meets."""
