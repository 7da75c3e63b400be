"""A view of 1776, sorted: own stacks, the enemy as they were last reported, the towns, and what a fight is worth."""

from __future__ import annotations

import re
from functools import cache, cached_property
from typing import Any

from service.bots.player import JSON

Hex = str
HEX = re.compile(r"(([A-Z])\2{0,2})([1-9][0-9]?)")
COMBAT = frozenset({"BR", "TM", "CA", "RM", "FR"})
"""The kinds that are strength points; the others are guns, supply and magazines."""
SUPPLY = frozenset({"BS", "AS", "FS", "BM", "AM", "FM"})
SIZES = {None: 3.0, "few": 2.0, "body": 6.0, "strong": 12.0}
"""Strength points that a report of a size is taken for; nothing is known of it below level 2."""
DUG_IN = 1.35
"""What works are worth, as so much more strength."""
IN_FORT = 2.5
FORGOTTEN = 0.8
"""What is left of a report with each month that nobody has looked there."""
NEAR = 4
"""Hexes that troops go in a month over most ground."""


@cache
def coordinates(hex: Hex) -> tuple[int, int] | None:
    """The row, counted from the south, and the number in it; None for what is no hex."""
    if (found := HEX.fullmatch(hex)) is None:
        return None
    return (len(found[1]) - 1) * 26 + ord(found[2]) - ord("A") + 1, int(found[3])


@cache
def distance(a: Hex, b: Hex) -> int:
    """In hexes; far where either is no hex."""
    here, there = coordinates(a), coordinates(b)
    if here is None or there is None:
        return 99
    up, along = there[0] - here[0], there[1] - here[1]
    return max(abs(up), abs(along), abs(up - along))


def strength(pools: list[JSON]) -> int:
    return sum(pool["number"] for pool in pools if pool["kind"] in COMBAT)


class Situation:
    """What a seat knows, with the public facts of its scenario."""

    def __init__(self, view: JSON, facts: dict[str, Any]) -> None:
        self.view, self.facts = view, facts
        self.side: str = view["side"]
        self.turn: int = view["turn"]
        self.towns: dict[Hex, int] = facts["towns"]
        self.last = self.turn >= len(facts["months"])
        self.own: dict[str, JSON] = view["own"]
        self.stacks: dict[Hex, list[JSON]] = {}
        for pool in self.own.values():
            if not pool["aboard"] and pool["at"] in facts["ground"]:
                self.stacks.setdefault(pool["at"], []).append(pool)

    @cached_property
    def enemies(self) -> dict[Hex, float]:
        """Strength points of the enemy outside forts, by hex, as far as reports go."""
        return self._reported(inside=False)

    @cached_property
    def inside(self) -> dict[Hex, float]:
        return self._reported(inside=True)

    def _reported(self, *, inside: bool) -> dict[Hex, float]:
        found: dict[Hex, float] = {}
        for one in self.view["contacts"].values():
            if one["ships"] is not None or one["inside"] != inside:
                continue
            said = SIZES[one["size"]]
            if one["units"] is not None:
                said = float(sum(number for kind, number in one["units"].items() if kind in COMBAT))
            if not one["in_sight"]:
                said *= FORGOTTEN ** max(0, self.turn - one["turn"])
            if said:
                found[one["hex"]] = found.get(one["hex"], 0.0) + said
        return found

    def is_dug_in(self, hex: Hex) -> bool:
        found = (one for one in self.view["contacts"].values() if one["hex"] == hex and not one["inside"])
        return any(one["entrenched"] for one in found)

    def ours(self, hex: Hex) -> list[JSON]:
        """Own units in a hex that fight in the open there."""
        return [pool for pool in self.stacks.get(hex, []) if not pool["inside"]]

    def effective(self, pools: list[JSON]) -> float:
        """Strength points as they fight: half of them without supply among them or beside them."""
        found = float(strength(pools))
        near = {pool["at"] for pool in pools}
        supplied = any(
            pool["kind"] in SUPPLY and (pool["at"] in near or (pool["kind"][1] == "M" and self._beside(near, pool)))
            for pool in (*pools, *self.own.values())
        )
        return found if supplied else found / 2

    def _beside(self, hexes: set[Hex], magazine: JSON) -> bool:
        return any(distance(hex, magazine["at"]) <= 1 for hex in hexes)

    def odds(self, hex: Hex, pools: list[JSON] | None = None, *, defended: bool = True) -> float:
        """Ours to theirs in a hex, their works counted where they defend."""
        ours = self.effective(self.ours(hex) if pools is None else pools)
        theirs = self.enemies.get(hex, 0.0)
        if not theirs:
            theirs = self.inside.get(hex, 0.0) * IN_FORT
        elif defended and self.is_dug_in(hex):
            theirs *= DUG_IN
        return ours / theirs if theirs else 99.0

    def threat(self, hex: Hex) -> float:
        """The most that the enemy is thought to have in one hex from which they come here in a month."""
        return max((one for at, one in self.enemies.items() if 0 < distance(at, hex) <= NEAR), default=0.0)

    def is_held(self, hex: Hex) -> bool:
        """Whether own strength points stand there in the open, and no enemy does."""
        return bool(strength(self.ours(hex))) and hex not in self.enemies

    def enemy_there(self, hex: Hex) -> bool:
        """Whether the enemy is publicly known to be in a town, or has been reported there."""
        enemy = next(seat for seat in self.view["seats"] if seat != self.side)
        return self.view["public"]["held"].get(hex) in (enemy, "both") or hex in self.enemies
