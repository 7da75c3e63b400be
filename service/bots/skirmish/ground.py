"""The map as everybody may know it: distances, cover, and what is fought for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from service.bots.skirmish.figures import COVER

Hex = str


def cube(hex: Hex) -> tuple[int, int]:
    """Axial coordinates of a hex, rows running straight and even ones half a hex further east."""
    column, row = int(hex[:2]), int(hex[2:])
    return column - (row + (row & 1)) // 2, row


def distance(a: Hex, b: Hex) -> int:
    """In hexes."""
    (q, r), (s, t) = cube(a), cube(b)
    return (abs(q - s) + abs(r - t) + abs(q + r - s - t)) // 2


class Ground:
    """A scenario's public facts."""

    def __init__(self, facts: dict[str, Any]) -> None:
        self.terrain: dict[Hex, str] = facts["ground"]
        self.objectives: dict[Hex, int] = facts["objectives"]
        self.turns: int = facts["turns"]
        self.sides: dict[str, dict[str, Any]] = facts["sides"]

    def cover(self, hex: Hex) -> int:
        return COVER.get(self.terrain.get(hex, ""), 0)

    def from_afar(self, side: str) -> bool:
        """Whether a side comes from further off than the other, and so has to take what is fought for."""
        away = {
            name: sum(distance(s["headquarters"], hex) for hex in self.objectives) for name, s in self.sides.items()
        }
        return away[side] > min(away.values())

    def nearest(self, hex: Hex, others: Iterable[Hex]) -> int:
        """How far the nearest of some hexes is; far, where there is none."""
        return min((distance(hex, other) for other in others), default=99)
