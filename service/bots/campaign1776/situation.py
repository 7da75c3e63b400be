"""A view of 1776, sorted: own stacks, the enemy as they were last reported, the towns, and what a fight is worth."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from service.bots.campaign1776.country import Country, Hex, Water, distance
from service.bots.player import JSON

COMBAT = frozenset({"BR", "TM", "CA", "RM", "FR"})
"""The kinds that are strength points; the others are guns, supply and magazines."""
SUPPLY = frozenset({"BS", "AS", "FS", "BM", "AM", "FM"})
SIZES = {None: 3.0, "few": 2.0, "body": 6.0, "strong": 12.0}
"""Strength points that a report of a size is taken for; nothing is known of it below level 2."""
DUG_IN = 1.35
"""What works are worth, as so much more strength."""
IN_FORT = 2.0
"""What a fort is worth: it is stormed at twice the odds."""
HELD_UNSEEN, FORT_UNSEEN = 1.5, 3.0
"""What a town is taken to be held with of which no more is known than that the enemy is there; and a fort."""
FORGOTTEN = 0.8
"""What is left of a report with each month that nobody has looked there."""
LONGEST_EVENING = 12
"""Months; what is longer is a campaign."""
NEAR = 4
"""Hexes that troops go in a month over most ground."""


def strength(pools: list[JSON]) -> int:
    return sum(pool["number"] for pool in pools if pool["kind"] in COMBAT)


class Situation:
    """What a seat knows, with the public facts of its scenario."""

    def __init__(self, view: JSON, facts: dict[str, Any], country: Country) -> None:
        self.view, self.facts, self.country = view, facts, country
        self.side: str = view["side"]
        self.turn: int = view["turn"]
        self.towns: dict[Hex, int] = facts["towns"]
        self.last = self.turn >= len(facts["months"])
        self.is_early = self.turn * 2 < len(facts["months"])
        self.own: dict[str, JSON] = view["own"]
        self.camps: dict[str, list[JSON]] = {}
        """Own units by where they stand, on the map and off it."""
        for pool in self.own.values():
            if not pool["aboard"] and pool["at"] not in ("", "repair"):
                self.camps.setdefault(pool["at"], []).append(pool)
        self.stacks: dict[Hex, list[JSON]] = {at: found for at, found in self.camps.items() if at in facts["ground"]}

    @cached_property
    def enemies(self) -> dict[Hex, float]:
        """Strength points of the enemy outside forts, by hex: as reported, or as it is public that they are there."""
        found, forts = self._reported(inside=False), self.view["public"]["forts"]
        unseen = (hex for hex in self._publicly_held if hex not in self.inside and forts.get(hex) != self.enemy)
        return {**dict.fromkeys(unseen, HELD_UNSEEN), **found}

    @cached_property
    def inside(self) -> dict[Hex, float]:
        """Strength points of the enemy inside forts, by hex."""
        forts = self.view["public"]["forts"]
        unseen = (hex for hex in self._publicly_held if forts.get(hex) == self.enemy)
        return {**dict.fromkeys(unseen, FORT_UNSEEN), **self._reported(inside=True)}

    @property
    def _publicly_held(self) -> list[Hex]:
        return [hex for hex, who in self.view["public"]["held"].items() if who == self.enemy]

    @cached_property
    def enemy(self) -> str:
        return str(next(seat for seat in self.view["seats"] if seat != self.side))

    @cached_property
    def waters(self) -> frozenset[Water]:
        """The waters on which own vessels can carry troops."""
        afloat = [ship for ship in self.view["ships"].values() if ship["at"] not in ("", "repair")]
        found = (self.country.water_of(ship["at"], bateau=ship["kind"] == "bateau") for ship in afloat)
        return frozenset(filter(None, found))

    @property
    def is_campaign(self) -> bool:
        """Whether towns count by who controls them, not by points."""
        return len(self.facts["months"]) > LONGEST_EVENING

    def _reported(self, *, inside: bool) -> dict[Hex, float]:
        found: dict[Hex, float] = {}
        held = self.view["public"]["held"]
        for one in self.view["contacts"].values():
            gone = held.get(one["hex"], self.enemy) not in (self.enemy, "both")
            if one["ships"] is not None or one["inside"] != inside or gone:
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
        return hex in self._dug_in

    @cached_property
    def _dug_in(self) -> frozenset[Hex]:
        found = self.view["contacts"].values()
        return frozenset(one["hex"] for one in found if one["entrenched"] and not one["inside"])

    def ours(self, hex: Hex) -> list[JSON]:
        """Own units in a hex that fight in the open there."""
        return [pool for pool in self.stacks.get(hex, []) if not pool["inside"]]

    def effective(self, pools: list[JSON]) -> float:
        """Strength points as they fight: half of them without supply among them or beside them."""
        found, near = float(strength(pools)), {pool["at"] for pool in pools}
        if not found or any(pool["kind"] in SUPPLY for pool in pools):
            return found
        supplied = any(
            pool["at"] in near or (pool["kind"][1] == "M" and any(distance(hex, pool["at"]) <= 1 for hex in near))
            for pool in self._supply
        )
        return found if supplied else found / 2

    @cached_property
    def _supply(self) -> list[JSON]:
        return [pool for pool in self.own.values() if pool["kind"] in SUPPLY and not pool["aboard"]]

    def odds(self, hex: Hex, pools: list[JSON] | None = None, *, defended: bool = True) -> float:
        """Ours to theirs in a hex, their works counted where they defend."""
        ours = self.effective(self.ours(hex) if pools is None else pools)
        theirs = self.enemies.get(hex, 0.0) * (self.works(hex) if defended else 1.0)
        if not theirs:
            theirs = self.inside.get(hex, 0.0) * IN_FORT
        return ours / theirs if theirs else 99.0

    def works(self, hex: Hex) -> float:
        """What the enemy's works in a hex are worth, as so much more strength."""
        return DUG_IN if self.is_dug_in(hex) else 1.0

    def threat(self, hex: Hex) -> float:
        """The most that the enemy is thought to have in one place from which they come here in a month."""
        near = max((one for at, one in self.enemies.items() if 0 < distance(at, hex) <= NEAR), default=0.0)
        return max(near, self.inside.get(hex, 0.0))

    def gathering(self, hex: Hex) -> float:
        """All of the enemy that is thought to be within a month of a hex, in forts too: they may come together."""
        near = (*self.enemies.items(), *self.inside.items())
        return sum(one for at, one in near if distance(at, hex) <= NEAR)

    def enemy_there(self, hex: Hex) -> bool:
        """Whether the enemy is publicly known to be in a town, or has been reported there."""
        return self.view["public"]["held"].get(hex) in (self.enemy, "both") or hex in self.enemies
