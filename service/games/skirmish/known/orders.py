"""The orders that a side's own log is read for, as it gave them: what they ask for, and not what comes of it.

Each is ordered as the type in `sections/` that derives from it.
"""

from __future__ import annotations

from dataclasses import dataclass

from service.engine.hexes import Hex
from service.engine.orders import Order
from service.engine.roles import Subject, Target, Way
from service.games.skirmish.printed.bases import BaseId


@dataclass(frozen=True, kw_only=True)
class Movement(Order):
    """A move of one base."""

    base: Subject[BaseId]
    path: Way[tuple[Hex, ...]]


@dataclass(frozen=True, kw_only=True)
class AirStrike(Order):
    """Where the aircraft that have come are to strike."""

    hex: Target[Hex]
