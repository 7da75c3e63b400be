"""Positions of Korsun at questions that matches at random seldom come to."""

from __future__ import annotations

from typing import Any

from service.engine.hexes import Hex
from service.games.korsun.printed.units import Barrage
from tests.games.korsun.table import Table, position

COMPONENTS = ("AB1", "AB2", "AB3")
FULL_HEX = ("204 at 2111", "206 at 2111")
"""Two regiments that came into the barrage unit's hex, which leave room for two of its three components."""


def coming_back(*things: str, home: str = "2111", heading: str = "E barrages", **entries: Any) -> Table:
    """A barrage unit stood in its hex in game-turn 8, and it is 9."""
    held = {"barrages": {"BAR": Barrage(hex=Hex(home), fired=True)}}
    return position(
        *(f"{id} holding" for id in COMPONENTS), *things, heading=heading, scenario="korsun-intro", turn=9, soviet=held,
        **entries,
    )  # fmt: skip


def crowded() -> Table:
    """The components of a barrage unit come back, and their hex has no room for all."""
    return coming_back(*FULL_HEX)
