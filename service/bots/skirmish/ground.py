"""The map as everybody may know it: distances, cover, lines of sight, and what is fought for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from service.bots.skirmish.figures import (
    COVER,
    EYE,
    FOXHOLE,
    HEIGHT,
    HINDERS_BELOW,
    HINDRANCES,
    HINDRANCES_BLOCK,
    LEVEL,
    SMOKE_BLOCKS,
)

Hex = str
NUDGES = ((1e-6, 2e-6), (-1e-6, -2e-6))


@cache
def cube(hex: Hex) -> tuple[int, int]:
    """Axial coordinates of a hex, rows running straight and even ones half a hex further east."""
    column, row = int(hex[:2]), int(hex[2:])
    return column - (row + (row & 1)) // 2, row


@cache
def distance(a: Hex, b: Hex) -> int:
    """In hexes."""
    (q, r), (s, t) = cube(a), cube(b)
    return (abs(q - s) + abs(r - t) + abs(q + r - s - t)) // 2


def hex_at(q: float, r: float) -> Hex:
    """The hex in which a point lies, given in axial coordinates."""
    a, b, c = round(q), round(r), round(-q - r)
    off = (abs(a - q), abs(b - r), abs(c + q + r))
    if off[0] == max(off):
        a = -b - c
    elif off[1] == max(off):
        b = -a - c
    return f"{a + (b + (b & 1)) // 2:02}{b:02}"


@cache
def lines(a: Hex, b: Hex) -> tuple[tuple[Hex, ...], ...]:
    """The hexes between two others, drawn a little to the one side and a little to the other."""
    (q, r), (s, t), steps = cube(a), cube(b), distance(a, b)
    return tuple(
        tuple(hex_at(q + (s - q) * n / steps + dq, r + (t - r) * n / steps + dr) for n in range(1, steps))
        for dq, dr in NUDGES
    )


class Ground:
    """A scenario's public facts, and the field as it lies now."""

    def __init__(self, facts: dict[str, Any]) -> None:
        self.terrain: dict[Hex, str] = facts["ground"]
        self.objectives: dict[Hex, int] = facts["objectives"]
        self.turns: int = facts["turns"]
        self.sides: dict[str, dict[str, Any]] = facts["sides"]
        self.levels: dict[Hex, int] = facts["levels"]
        self.columns, self.rows = int(facts["columns"]), int(facts["rows"])
        self.foxholes: frozenset[Hex] = frozenset()
        self.field: dict[str, Any] = {}
        self.seen: dict[tuple[Hex, Hex], int | None] = {}

    def lies_now(self, field: dict[str, Any], foxholes: Iterable[Hex]) -> None:
        """Take in smoke, wrecks and burnt ground as a view shows them."""
        self.foxholes = frozenset(foxholes)
        if field != self.field:
            self.field, self.seen = field, {}

    def kind(self, hex: Hex) -> str:
        changed: str | None = self.field.get("changed", {}).get(hex)
        return changed or self.terrain.get(hex, "open")

    def cover(self, hex: Hex, seen_from: Hex | None = None) -> int:
        """What a hex adds to fire at men in it, from below a little more."""
        best = max(COVER.get(self.kind(hex), 0), FOXHOLE if hex in self.foxholes else 0)
        below = seen_from is not None and self.levels.get(hex, 0) > self.levels.get(seen_from, 0)
        return best + (1 if below else 0)

    def sight(self, a: Hex, b: Hex) -> int | None:
        """The hindrances and the smoke on the line between two hexes; None where one does not see the other."""
        key = (a, b) if a <= b else (b, a)
        if key not in self.seen:
            drawn = [found for line in lines(*key) if (found := self.through(*key, line)) is not None]
            self.seen[key] = min(drawn) if drawn else None
        return self.seen[key]

    def through(self, a: Hex, b: Hex, line: tuple[Hex, ...]) -> int | None:
        """What one drawing of a line passes; None where it is blocked."""
        steps, smokes = len(line) + 1, self.field.get("smoke", {})
        start, end = (self.levels.get(hex, 0) * LEVEL + EYE for hex in (a, b))
        hindrances, smoke = 0, smokes.get(a, 0) + smokes.get(b, 0)
        for step, hex in enumerate(line, start=1):
            kind, ground = self.kind(hex), self.levels.get(hex, 0) * LEVEL
            height = start + (end - start) * step / steps
            obstacle = 0 if kind == "hedge" and step in (1, steps - 1) else HEIGHT.get(kind, 0)
            if ground + obstacle > height or smokes.get(hex, 0) >= SMOKE_BLOCKS:
                return None
            hinders = kind in HINDRANCES or hex in self.field.get("wrecks", ())
            hindrances += hinders and height - ground < HINDERS_BELOW
            smoke += smokes.get(hex, 0)
        return None if hindrances >= HINDRANCES_BLOCK else hindrances + smoke

    def beside(self, hex: Hex) -> Iterator[Hex]:
        """The neighbours of a hex."""
        q, r = cube(hex)
        for a, b in ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)):
            column, row = q + a + (r + b + ((r + b) & 1)) // 2, r + b
            if 1 <= column <= self.columns and 1 <= row <= self.rows:
                yield f"{column:02}{row:02}"

    def from_afar(self, side: str) -> bool:
        """Whether a side comes from further off than the other, and so has to take what is fought for."""
        away = {
            name: sum(distance(s["headquarters"], hex) for hex in self.objectives) for name, s in self.sides.items()
        }
        return away[side] > min(away.values())

    def nearest(self, hex: Hex, others: Iterable[Hex]) -> int:
        """How far the nearest of some hexes is; far, where there is none."""
        return min((distance(hex, other) for other in others), default=99)
