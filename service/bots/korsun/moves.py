"""Where units go: to the hexes from which an attack pays, onto what is fought for, and otherwise nowhere."""

from __future__ import annotations

from collections.abc import Mapping

from service.bots.korsun import ring
from service.bots.korsun.figures import STACKING
from service.bots.korsun.situation import Hex, Situation, distance

REACH = 4
"""Hexes from which a unit is thought to come to an attack."""
ENOUGH = 4.5
"""The ratio at which no more units are sent."""
MOST_SENT = 5
CLOSED = 6.0
"""What it is worth to a Soviet unit that the ring round the pocket, open before, is closed by its move."""


def targets(at: Situation) -> dict[str, Hex]:
    """Which unit is to attack which hex: the most worthwhile first, each with those who are nearest."""
    free = {
        id for id in at.own
        if at.is_combat(id) and at.attack(id) > 0 and at.own[id]["supply"] != "oos2" and not at.own[id]["reserve"]
    }  # fmt: skip
    sent: dict[str, Hex] = {}
    for hex in sorted(at.enemies, key=lambda hex: (-merit(at, hex), hex)):
        near = sorted(
            (id for id in free if distance(at.own[id]["hex"], hex) <= REACH and may_leave(at, id, hex)),
            key=lambda id: (distance(at.own[id]["hex"], hex), -at.attack(id), id),
        )[:MOST_SENT]
        chosen: list[str] = []
        force = 0.0
        for id in near:
            if force >= ENOUGH * at.strength(hex):
                break
            paid = at.points(at.printed[id]["command"]) > 0
            force += at.attack(id) * (1.0 if paid else 0.5) * 0.85
            chosen.append(id)
        if chosen and at.worth(at.column(force, hex, chosen, missions=1), hex, chosen) > 0:
            sent.update(dict.fromkeys(chosen, hex))
            free -= {*chosen}
    return sent


def merit(at: Situation, hex: Hex) -> float:
    """How much an enemy hex is worth attacking: weak, dear, and in the way."""
    return 3.0 * float(at.facts["places"].get(hex, 0)) - at.strength(hex) - 0.5 * way_between(at, hex)


def way_between(at: Situation, hex: Hex) -> float:
    """How far a hex lies off the way between the pocket and those who are to relieve it; 0 where nobody is."""
    inside = [at.own[id]["hex"] for id in at.own if at.in_pocket(id)]
    outside = [at.own[id]["hex"] for id in at.own if not at.in_pocket(id) and at.is_combat(id)]
    if not inside or not outside:
        return 0.0
    return float(min(distance(hex, one) for one in inside) + min(distance(hex, one) for one in outside))


def may_leave(at: Situation, id: str, target: Hex) -> bool:
    """Whether a unit can be spared where it stands: from a place only for a hex beside it, or where others stay."""
    here = at.own[id]["hex"]
    others = [one for one in at.stack(here) if one != id and at.is_combat(one)]
    return here not in at.facts["places"] or bool(others) or distance(here, target) == 1


def best_place(at: Situation, id: str, target: Hex | None, ways: Mapping[Hex, int]) -> Hex | None:
    """Where a unit goes, of the places that it can reach; None where it is best where it stands."""
    here = at.own[id]["hex"]
    found = {hex: place_worth(at, id, target, hex) - 0.01 * cost for hex, cost in ways.items()}
    fit = {hex: worth for hex, worth in found.items() if fits(at, id, hex)}
    if not fit:
        return None
    stay = place_worth(at, id, target, here) + 0.25
    if ring.holds(at) and at.is_combat(id):
        if not ring.is_open(at):
            fit = {hex: worth for hex, worth in fit.items() if worth <= stay or not ring.is_open(at, {id: hex})}
        else:
            fit = {hex: worth + CLOSED * (not ring.is_open(at, {id: hex})) for hex, worth in fit.items()}
    best = max(fit, key=lambda hex: (fit[hex], hex), default=here)
    return best if fit.get(best, stay) > stay else None


def fits(at: Situation, id: str, hex: Hex) -> bool:
    there = [one for one in at.stack(hex) if one != id]
    return at.size([*there, id]) <= STACKING


def place_worth(at: Situation, id: str, target: Hex | None, hex: Hex) -> float:
    """What it is worth that a unit stands in a hex."""
    near = at.beside_enemy(hex)
    cover = at.defense(id, at.own[id]["lost"], hex) / max(1.0, at.defense(id, at.own[id]["lost"], "0000"))
    worth = 0.5 * cover - 0.15 * len([one for one in near if one != target])
    if not at.is_combat(id):
        return worth - 3.0 * bool(near) - 0.2 * gun_off(at, id, hex)
    if target is not None:
        beside = distance(hex, target) == 1
        worth += 4.0 * at.crossing(hex, target) if beside else -1.0 * distance(hex, target)
        worth += 0.6 * near_friend(at, id, hex)
        return worth
    worth += 1.5 * guarded(at, id, hex)
    goal = goal_of(at, id)
    return worth - 0.45 * (distance(hex, goal) if goal else 0)


def gun_off(at: Situation, id: str, hex: Hex) -> float:
    """How far a piece stands from two hexes behind the nearest enemy."""
    if not at.enemies:
        return 0.0
    return abs(min(distance(hex, one) for one in at.enemies) - 2)


def near_friend(at: Situation, id: str, hex: Hex) -> bool:
    return any(one != id and at.is_combat(one) for one in at.stack(hex))


def guarded(at: Situation, id: str, hex: Hex) -> float:
    """What a place that nobody else holds is worth to stand in."""
    worth = at.facts["places"].get(hex, 0.0)
    if not worth or near_friend(at, id, hex):
        return 0.0
    danger = [one for one in at.enemies if distance(one, hex) <= REACH]
    return float(worth) * (1.0 if danger or at.view["public"]["control"].get(hex) != at.side else 0.2)


def goal_of(at: Situation, id: str) -> Hex | None:
    """Where a unit without a target is drawn: the pocket to its relief and the relief to it, the enemy to the gap."""
    if at.side == "German":
        others = [at.own[one]["hex"] for one in at.own if at.in_pocket(one) != at.in_pocket(id) and at.is_combat(one)]
        return min(others, key=lambda hex: (distance(hex, at.own[id]["hex"]), hex), default=None)
    lost = [hex for hex in at.facts["places"] if at.view["public"]["control"].get(hex) != at.side]
    near = [hex for hex in at.enemies if distance(hex, at.own[id]["hex"]) <= 2 * REACH]
    here = at.own[id]["hex"]
    return min([*near, *lost], key=lambda hex: (distance(hex, here), hex), default=None)
