"""The map as a player reads it: distances, roads and rivers, and how long a way is. Made of the scenario's facts."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Mapping
from functools import cache, cached_property
from typing import Any

from service.bots.ndc import figures

Hex = str
FAR = 999


@cache
def cube(hex: Hex) -> tuple[int, int]:
    """Axial coordinates of a hex named CCRR, odd columns half a hex higher."""
    column, row = int(hex[:2]), int(hex[2:])
    return column, row - (column - 1) // 2


@cache
def distance(a: Hex, b: Hex) -> int:
    """The least number of steps between two hexes."""
    (q1, r1), (q2, r2) = cube(a), cube(b)
    dq, dr = q1 - q2, r1 - r2
    return max(abs(dq), abs(dr), abs(dq + dr))


def side(a: Hex, b: Hex) -> str:
    """The name of the hexside between two hexes."""
    return f"{min(a, b)}-{max(a, b)}"


class Ground:
    """The printed map of a scenario, with its objectives."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        self.terrain: dict[Hex, str] = dict(facts["terrain"])
        self.roads = frozenset(facts["roads"]) | frozenset(facts["autobahn"])
        self.minor = frozenset(facts["minor_river"])
        self.major = frozenset(facts["major_river"])
        self.bridges = frozenset(facts["bridges"])
        self.sectors: dict[Hex, str] = dict(facts["sectors"])
        self.objectives: dict[Hex, int] = {one["hex"]: one["points"] for one in facts["objectives"]}
        self.attacker: str = facts["victory"]["scorer"]
        self.held_first_by: str = facts["victory"]["objectives_held_by"]
        self.order_of_battle: dict[str, list[dict[str, Any]]] = facts.get("order_of_battle", {})
        self._ways: dict[tuple[Any, ...], dict[Hex, int]] = {}
        self._entries: dict[tuple[str, bool], dict[Hex, list[tuple[Hex, int]]]] = {}

    @cached_property
    def beside(self) -> dict[Hex, tuple[Hex, ...]]:
        """The neighbours of each hex."""
        near: dict[Hex, tuple[Hex, ...]] = {}
        for hex in self.terrain:
            column, row = int(hex[:2]), int(hex[2:])
            diagonal = row - 1 if column % 2 else row
            around = [(column, row - 1), (column, row + 1)]
            around += [(column + dc, diagonal + dr) for dc in (-1, 1) for dr in (0, 1)]
            names = (f"{c:02d}{r:02d}" for c, r in around)
            near[hex] = tuple(sorted(name for name in names if name in self.terrain))
        return near

    def unbridged(self, frm: Hex, to: Hex) -> bool:
        """Whether a major river without a bridge lies between."""
        name = side(frm, to)
        return name in self.major and name not in self.bridges

    def town(self, hex: Hex) -> bool:
        return self.terrain[hex] in "TU"

    # ---- moving

    def step(self, frm: Hex, to: Hex, cls: str = "tracked", amphibious: bool = True) -> int | None:
        """About what a step costs in any mode but March; None where such a unit cannot go."""
        name = side(frm, to)
        if name in self.roads:
            return figures.ROAD
        cost = figures.ENTRY[cls].get(self.terrain[to])
        if cost is None:
            return None
        if self.unbridged(frm, to):
            return figures.RIVER_ASSAULT if amphibious and cls == "tracked" else None
        return cost + (figures.MINOR_RIVER[cls] if name in self.minor and name not in self.bridges else 0)

    def entries(self, cls: str, amphibious: bool) -> dict[Hex, list[tuple[Hex, int]]]:
        """For each hex, whence such a unit can enter it, and what that costs."""
        if (cls, amphibious) not in self._entries:
            self._entries[cls, amphibious] = {
                hex: [(near, cost) for near in around if (cost := self.step(near, hex, cls, amphibious)) is not None]
                for hex, around in self.beside.items()
            }
        return self._entries[cls, amphibious]

    def ways_to(
        self, goal: Hex, cls: str = "tracked", amphibious: bool = True, shut: Collection[Hex] = ()
    ) -> dict[Hex, int]:
        """What it costs to come to a hex from every other; through hexes that are shut it costs much more."""
        key = (goal, cls, amphibious, frozenset(shut))
        if key not in self._ways:
            if len(self._ways) > 400:
                self._ways.clear()
            self._ways[key] = self._search(goal, cls, amphibious, frozenset(shut))
        return self._ways[key]

    def _search(self, goal: Hex, cls: str, amphibious: bool, shut: frozenset[Hex]) -> dict[Hex, int]:
        costs: dict[Hex, int] = {}
        entries = self.entries(cls, amphibious)
        queue = [(0, goal)]
        while queue:
            cost, hex = heapq.heappop(queue)
            if hex in costs:
                continue
            costs[hex] = cost
            through = cost + (12 if hex in shut and hex != goal else 0)
            for near, step in entries[hex]:
                if near not in costs:
                    heapq.heappush(queue, (through + step, near))
        return costs

    def within(
        self, frm: Hex, points: int, cls: str = "tracked", amphibious: bool = True, shut: Collection[Hex] = ()
    ) -> set[Hex]:
        """The hexes to which one can come from a hex for so many points; out of hexes that are shut no way goes on."""
        found: set[Hex] = set()
        queue = [(0, frm)]
        while queue:
            cost, hex = heapq.heappop(queue)
            if hex in found:
                continue
            found.add(hex)
            if hex in shut and hex != frm:
                continue
            for near in self.beside[hex]:
                step = None if near in found else self.step(hex, near, cls, amphibious)
                if step is not None and cost + step <= points:
                    heapq.heappush(queue, (cost + step, near))
        return found

    def path(self, frm: Hex, goal: Hex, most: int, amphibious: bool = True) -> list[Hex]:
        """The first hexes, at most so many, of a cheap way."""
        costs = self.ways_to(goal, amphibious=amphibious)
        hexes: list[Hex] = []
        here = frm
        while here != goal and len(hexes) < most:
            steps = [
                (cost + costs[near], near)
                for near in self.beside[here]
                if near in costs and (cost := self.step(here, near, amphibious=amphibious)) is not None
            ]
            if not steps:
                break
            here = min(steps)[1]
            hexes.append(here)
        return hexes

    # ---- fighting

    def may_attack(self, type: str, frm: Hex, to: Hex) -> bool:
        return to in self.beside[frm] and not (type == "armor" and self.unbridged(frm, to))

    def attack_effect(self, type: str, frm: Hex, to: Hex) -> int:
        """What the attacker's terrain line is for an attack from hex to hex."""
        name = side(frm, to)
        effect = figures.ARMOR_INTO.get(self.terrain[to], 0) if type == "armor" else 0
        if self.terrain[frm] in figures.HIGH_GROUND and self.terrain[to] not in figures.HIGH_GROUND:
            effect += 1
        if name in self.major:
            effect += -3 if name in self.bridges else -5
        if name in self.minor:
            effect += -1 if name in self.bridges else -2
        return effect

    def defence_effect(self, hex: Hex) -> int:
        return figures.DEFENCE[self.terrain[hex]]

    def nearest(self, hex: Hex, others: Iterable[Hex]) -> int:
        """How far the nearest of some hexes is."""
        return min((distance(hex, other) for other in others), default=FAR)
