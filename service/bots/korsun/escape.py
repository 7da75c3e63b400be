"""The breakout: what a way out of the pocket is likely to save, and whether it is the night for it (16.5)."""

from __future__ import annotations

from service.bots.korsun import ring
from service.bots.korsun.figures import ARMOR
from service.bots.korsun.situation import JSON, Hex, Situation

LOST_FROM = (4, 6, 8)
"""The totals of the die from which one step is lost, two and three; from 10 on all of them."""
ALL_FROM = 10
ENOUGH = 0.35
"""The share of what the pocket could bring at best from which it is not put off to another night."""


def gain(at: Situation, id: str, way: JSON) -> float:
    """How many points better a unit's try along a way is likely to be than to stay in the pocket."""
    steps = len(at.printed[id]["defense"]) - at.own[id]["lost"]
    worth = 2.0 if at.printed[id]["type"] in ARMOR else 1.0
    zones, saved = entered(at, way["path"]), ring.is_free(at, way["place"])
    whole = 0.0
    for die in range(1, 7):
        total = die + zones
        lost = steps if total >= ALL_FROM else min(steps, sum(total >= least for least in LOST_FROM))
        whole += (steps - lost) * (1.0 if saved else -1.0) - worth * lost
    return whole / 6 - stays(at, id)


def stays(at: Situation, id: str) -> float:
    """What a unit brings where it is: its steps count as free, or as cut off."""
    steps = len(at.printed[id]["defense"]) - at.own[id]["lost"]
    return float(steps) if ring.is_free(at, at.own[id]["hex"]) else float(-steps)


def entered(at: Situation, path: list[Hex]) -> int:
    """The hexes of a path that lie in an enemy zone of control, and hold no unit of the side's."""
    friends = {unit["hex"] for id, unit in at.own.items() if at.is_combat(id)}
    return sum(hex not in friends and any(ring.may_have_zone(at, one) for one in at.beside_enemy(hex)) for hex in path)


def best_way(at: Situation, id: str, ways: list[JSON]) -> tuple[float, JSON] | None:
    """The way that gains most, with what it gains."""
    found = ((gain(at, id, way), way) for way in ways)
    return max(found, key=lambda one: (one[0], -len(one[1]["path"]), one[1]["place"]), default=None)


def is_the_night(at: Situation, gains: dict[str, float]) -> bool:
    """Whether to try now: in the last game-turn whatever is gained, before that if it is enough of what could be."""
    whole = sum(max(0.0, one) for one in gains.values())
    if at.view["public"]["attempted"]:
        return True
    if at.turn >= int(at.facts["turns"][1]):
        return whole > 0
    most: float = sum(2.0 * (len(at.printed[id]["defense"]) - at.own[id]["lost"]) for id in gains)
    return most > 0 and whole >= ENOUGH * most
