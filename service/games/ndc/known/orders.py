"""The orders that a side's own log is read for, as it gave them: what they ask for, and not what comes of it.

Each is ordered as the type in `sections/` that derives from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from service.engine.hexes import Hex
from service.engine.orders import Order
from service.engine.roles import Subject, Target
from service.games.ndc.printed.units import UnitId


@dataclass(frozen=True, kw_only=True)
class Search(Order):
    """A search of sectors for the enemy, whose answer comes with a later letter."""

    sectors: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class GroundAttack(Order):
    """An attack that one unit makes on a hex."""

    unit: Subject[UnitId]
    target: Target[Hex]
    type: Literal["probe", "assault"]
    barrage: int = 0
    chemical: bool = False
    persistent: bool = False
    ew: int = 0
    command: bool = False
    hqs: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Defence(Order):
    """The answer to an attack."""

    fire: int = 0
    chemical: bool = False
    persistent: bool = False
    ew: int = 0
    command: bool = False
    hqs: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ZoneChange(Order):
    """A unit leaves hexes of its zone: where it stays, and where it spreads to from there."""

    unit: Subject[UnitId]
    stay: Hex
    further: tuple[Hex, ...]
