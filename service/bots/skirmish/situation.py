"""A view, sorted, and judged: what the enemy can do to a hex, what can be done to them, and who goes where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Any

from service.bots.skirmish.figures import (
    AGAINST_ARMOUR,
    FIREPOWER,
    MAY_BE_A_GUN,
    RIFLES,
    ROUGH,
    SINGLE,
    SUPPRESSED,
    UNKNOWN,
    firepower,
    spotted_at,
    strength_at,
    suppressions,
)
from service.bots.skirmish.ground import Ground, Hex, distance

JSON = dict[str, Any]
STALE = 0.85
"""What is left of the interest in a suspicion after each fire at it."""
OF_WEIGHT = {"hmg_team": 1.25, "mmg_team": 1.25, "gun": 1.25, "leader": 0.6, "observer": 0.6, "vehicle": 0.0}
CLOSE_TOGETHER = 2
"""Objectives no further apart than this are gone for together."""
DETOUR = 1.0
"""Hexes that men go round for a suppression."""
GROUND_PER_TURN = 2.5
"""Hexes that riflemen make in a turn under fire."""


class Situation:
    """What a seat's view shows, and what follows from it.

    `held` are the objectives that this side believes its own; `blind` counts its fires by hex at what is suspected.
    """

    def __init__(self, view: JSON, ground: Ground, held: set[Hex], blind: Counter[Hex]) -> None:
        self.view, self.ground, self.held, self.blind = view, ground, held, blind
        ground.lies_now(view["ground"], view["foxholes"])
        self.turn: int = view["turn"]
        self.own: dict[str, JSON] = {base["id"]: base for base in view["own"]}
        self.contacts: dict[str, JSON] = {contact["handle"]: contact for contact in view["contacts"]}
        self.weights = {handle: self.weight(contact) for handle, contact in self.contacts.items()}
        self.enemies = {self.contacts[handle]["hex"] for handle, weight in self.weights.items() if weight >= 0.3}
        self.goes_forward = ground.from_afar(view["seat"])
        self.turns_left = ground.turns - self.turn
        self.goals = self.assigned()
        self.ways_to: dict[Hex, dict[Hex, float]] = {}
        self.burdens: dict[Hex, float] = {}
        self.threats: dict[tuple[Hex, bool, bool], float] = {}

    # ---- the enemy

    def weight(self, contact: JSON) -> float:
        """How likely an enemy is where a contact says, and able to fire."""
        shows, age = contact["shows"] or {}, self.turn - contact["turn"]
        if shows and not shows["crewed"]:
            return 0.0
        if contact["level"] < 2:
            silent = 0.6 if age < 3 else 0.4
            return 0.9 if contact["in_sight"] else silent if not contact["turn"] else max(0.2, 0.9 - 0.2 * age)
        fit = {"good": 1.0, "broken": 0.25, "routed": 0.05}[shows["morale"]]
        return fit * (0.3 if shows["cowered"] else 1.0) * (1.0 if contact["in_sight"] else max(0.1, 0.9 - 0.2 * age))

    def threat(self, base: JSON, hex: Hex, *, moving: bool = False, fast: bool = False) -> float:
        """What the enemy may do to a base in a hex, in suppressions a player turn; to armour, in kills."""
        if base["kind"] == "vehicle":
            return self.threat_to_armour(hex)
        key = (hex, moving, fast)
        if key not in self.threats:
            self.threats[key] = self.threat_to_men(hex, moving=moving, fast=fast)
        return self.threats[key]

    def threat_to_men(self, hex: Hex, *, moving: bool, fast: bool) -> float:
        """What the enemy may do to men on foot in a hex, in suppressions a player turn."""
        total = 0.0
        for handle, weight in self.weights.items():
            contact = self.contacts[handle]
            if weight < 0.1 or (hindered := self.ground.sight(contact["hex"], hex)) is None:
                continue
            apart, cover = distance(contact["hex"], hex), self.ground.cover(hex, contact["hex"])
            shows = contact["shows"] or {}
            figures = FIREPOWER.get(shows.get("kind", ""), UNKNOWN)
            modifier = cover + hindered + (SUPPRESSED if apart > spotted_at(cover, moving=moving) else 0)
            modifier += (SUPPRESSED if shows.get("pinned") else 0) - (2 if apart == 1 else 0)
            modifier -= 2 if fast else 1 if moving and not cover else 0
            shots = 1 + 0.4 * (figures[3] - 1)
            total += weight * shots * suppressions(strength_at(figures, apart), modifier)
        return total

    def threat_to_armour(self, hex: Hex) -> float:
        """The chance that a vehicle in a hex is knocked out in a player turn."""
        survives = 1.0
        for handle, weight in self.weights.items():
            contact, shows = self.contacts[handle], self.contacts[handle]["shows"] or {}
            if self.ground.sight(contact["hex"], hex) is None:
                continue
            apart = distance(contact["hex"], hex)
            if shows:
                reach, chance = AGAINST_ARMOUR.get(shows["kind"], (1, 0.15))
                if shows["kind"] in ("leader", "observer"):
                    continue
            else:
                reach, chance = 24, MAY_BE_A_GUN if apart > 2 else 0.4
            survives *= 1 - weight * chance * (apart <= reach) * (0.7 if apart > 10 else 1.0)
        return 1 - survives

    def exposure(self, base: JSON, path: Sequence[Hex], cost: int) -> float:
        """What the enemy may do to a base on its way, in suppressions: they pick the best moment."""
        if base["kind"] == "vehicle":
            return max((self.threat_to_armour(hex) for hex in path), default=0.0)
        fast = cost > 4
        steps = [self.threat(base, hex, moving=True, fast=fast) for hex in path]
        return 0.5 * max(steps, default=0.0) + 0.25 * sum(steps)

    # ---- our fire

    def worth(self, base: JSON, target: JSON, weapon: str, step: str, helpers: Sequence[JSON] = ()) -> float:
        """What the fire of a base, and of those who fire with it, may be expected to do to a contact."""
        strength = sum(firepower(b, weapon, distance(b["hex"], target["hex"])) for b in (base, *helpers))
        return suppressions(strength, max(self.modifier(b, target, step) for b in (base, *helpers)))

    def modifier(self, base: JSON, target: JSON, step: str) -> int:
        """What is added to the dice of a base's fire at a contact."""
        hex: Hex = target["hex"]
        apart, shows = distance(base["hex"], hex), target["shows"] or {}
        moving = shows.get("moving") or (self.view["film"] or {}).get("handle") == target["handle"]
        cover = self.ground.cover(hex, base["hex"])
        if base["kind"] == "light_mortar_team" and self.ground.kind(hex) == "woods":
            cover = -1
        found = cover + (SUPPRESSED if target["level"] < 2 else 0) - (2 if apart == 1 else 0)
        found += (SUPPRESSED if base["pinned"] else 0) + (1 if shows.get("cowered") else 0)
        found += (self.ground.sight(base["hex"], hex) or 0) - (1 if moving and not cover else 0)
        if step == "closing-fire":
            found += 2 if base["moved"] else 1
        return found

    def importance(self, target: JSON) -> float:
        """How much a suppression of this enemy is worth beside that of another; fire alone does nothing to armour."""
        shows = target["shows"] or {}
        found = {0: 1.5, 1: 1.2}.get(self.ground.nearest(target["hex"], self.ground.objectives), 1.0)
        if not shows:
            return found * self.weights[target["handle"]] * float(STALE ** self.blind[target["hex"]])
        found *= {"good": 1.0, "broken": 0.7, "routed": 0.4}[shows["morale"]]
        found *= OF_WEIGHT.get(shows["kind"], 1.0)
        return found if target["in_sight"] else 0.4 * found

    def field_of_fire(self, base: JSON, hex: Hex) -> float:
        """The best that a base could add by fire from a hex, to that of others, in suppressions that matter."""
        best, there = 0.0, {**base, "hex": hex, "pinned": False}
        beside = [b for b in self.friends(base) if distance(b["hex"], hex) <= 1 and b["morale"] == "good"]
        beside = [b for b in beside if b["kind"] not in ("vehicle", "gun", *SINGLE)] if base["kind"] in RIFLES else []
        for handle, weight in self.weights.items():
            target = self.contacts[handle]
            if weight < 0.1 or target["hex"] == hex or self.ground.sight(hex, target["hex"]) is None:
                continue
            helpers = [b for b in beside if self.ground.sight(b["hex"], target["hex"]) is not None]
            found = self.worth(there, target, "", "", helpers)
            if helpers:
                found -= self.worth(helpers[0], target, "", "", helpers[1:])
            shots = 1 + 0.3 * (FIREPOWER.get(base["kind"], UNKNOWN)[3] - 1)
            best = max(best, found * shots * self.importance(target))
        return best

    # ---- our men

    def rifles(self) -> list[JSON]:
        """Own riflemen in good order, those to come among them."""
        return [b for b in self.own.values() if b["kind"] in RIFLES and b["morale"] == "good"]

    def friends(self, base: JSON, kinds: Sequence[str] | None = None) -> list[JSON]:
        """Other own bases on the map, of these kinds if any are named."""
        others = [b for b in self.own.values() if b["hex"] and b["id"] != base["id"]]
        return others if kinds is None else [b for b in others if b["kind"] in kinds]

    def assigned(self) -> dict[str, Hex]:
        """Which objective each rifle base goes for, of those not held: all to the dearest few close together."""
        wanted = {hex: worth for hex, worth in self.ground.objectives.items() if hex not in self.held}
        rifles, found = self.rifles(), dict[str, Hex]()
        if not wanted or not rifles:
            return found
        home = self.ground.sides[self.view["seat"]]["headquarters"]
        start = {base["id"]: base["hex"] or home for base in rifles}

        def draws(hex: Hex) -> float:
            near = sum(worth for other, worth in wanted.items() if distance(hex, other) <= CLOSE_TOGETHER)
            return near - 0.5 * sum(distance(hex, at) for at in start.values()) / len(start)

        main = max(sorted(wanted), key=draws)
        goals = [hex for hex in wanted if distance(hex, main) <= CLOSE_TOGETHER]
        full = -(-len(rifles) // len(goals))
        for _, id, hex in sorted((distance(at, goal), id, goal) for id, at in start.items() for goal in goals):
            if id not in found and sum(goal == hex for goal in found.values()) < full:
                found[id] = hex
        return found

    def way_to(self, goal: Hex) -> dict[Hex, float]:
        """How far it is from every hex to a goal on the safest way, in hexes, with what the enemy can do there."""
        if goal not in self.ways_to:
            self.ways_to[goal] = ways = {goal: 0.0}
            queue = [(0.0, goal)]
            while queue:
                spent, hex = heappop(queue)
                if spent > ways[hex]:
                    continue
                step = spent + self.burden(hex)
                for there in self.ground.beside(hex):
                    if step < ways.get(there, 999.0):
                        ways[there] = step
                        heappush(queue, (step, there))
        return self.ways_to[goal]

    def burden(self, hex: Hex) -> float:
        """What it costs men on foot to come through a hex: toil, and danger."""
        if hex not in self.burdens:
            toil = 2.0 if self.ground.kind(hex) in ROUGH else 1.0
            self.burdens[hex] = toil + DETOUR * self.threat({"kind": "squad"}, hex, moving=True)
        return self.burdens[hex]

    def urgency(self, base: JSON, hex: Hex) -> float:
        """How late it is for a base to come to its goal: 1 where it has just the time, going on from turn to turn."""
        goal = self.goals.get(base["id"])
        if goal is None:
            return 0.0
        return float((distance(hex, goal) / GROUND_PER_TURN + 1) / (self.turns_left + 1))
