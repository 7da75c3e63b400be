"""Which towns the British hold (22, 26)."""

from __future__ import annotations

from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.printed.reading import AMERICAN, BRITISH
from service.games.campaign1776.truth.state import State


def points_held(state: State) -> dict[Hex, int]:
    """The points of the hexes that the British hold: a strength point of theirs, and no American one outside a fort."""
    assert state.rules.score is not None
    return {
        hex: points for hex, points in state.rules.score.points.items()
        if state.strength(BRITISH, hex) and not state.strength(AMERICAN, hex, inside=False)
    }  # fmt: skip
