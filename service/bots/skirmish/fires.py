"""Whom to fire at, with whom, and whether it is worth it; where shells, bombs and smoke go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from service.bots.player import JSON, Offer, Order
from service.bots.skirmish.figures import FIREPOWER, SUPPORT, UNKNOWN
from service.bots.skirmish.ground import Hex, distance, lines
from service.bots.skirmish.moves import LATE
from service.bots.skirmish.situation import Situation

FREE = 0.12
"""Suppressions to be expected for which a shot is fired that costs nothing else."""
HALTS = 0.45
"""Those for which a mover is halted, by a base that has more than one shot; by others a little more."""
BEARABLE = 1.0
"""Suppressions a player turn under which support goes on firing rather than leave its place."""
A_CHANCE_AT_ARMOUR = 2.0
AROUND = 0.5
"""What shells do around the hex in which they fall, beside what they do there."""
SAFE = 3
"""In hexes: shells and bombs fall no nearer to own men; smoke is laid for those further off."""


def best_fire(at: Situation, offers: list[Offer], step: str) -> Iterator[Order]:
    """The fires that are worth it at this step, the best first."""
    alone: dict[str, float] = {}
    for offer in offers:
        if offer["kind"] == "fire":
            base, target = at.own[offer["fixed"]["base"]], at.contacts[offer["fixed"]["target"]]
            worth = at.worth(base, target, offer["fixed"]["weapon"], step) * at.importance(target)
            alone[base["id"]] = max(alone.get(base["id"], 0.0), worth)
    found: list[tuple[float, str, Order]] = []
    for offer in offers:
        if offer["kind"] == "shoot":
            order = {"kind": "shoot", **offer["fixed"], "target": offer["fields"]["target"]["values"][0]}
            found.append((A_CHANCE_AT_ARMOUR, repr(order), order))
        elif offer["kind"] == "fire":
            worth, order = together(at, offer, step, alone)
            if worth >= least(at, order, step):
                found.append((worth, repr(order), order))
    for _, _, order in sorted(found, key=lambda one: (-one[0], one[1])):
        yield order


def together(at: Situation, offer: Offer, step: str, alone: dict[str, float]) -> tuple[float, Order]:
    """A fire with those who do more by joining it than by fire of their own, and with a leader who directs it."""
    order: Order = {"kind": "fire", **offer["fixed"]}
    base, target, weapon = at.own[order["base"]], at.contacts[order["target"]], order["weapon"]
    matters, group = at.importance(target), [base]
    worth = at.worth(base, target, weapon, step) * matters
    others = [at.own[id] for id in offer["fields"].get("with_", {}).get("values", ())]
    for other in sorted(others, key=lambda b: (-FIREPOWER.get(b["kind"], UNKNOWN)[0], b["id"])):
        joint = at.worth(base, target, weapon, step, [*group[1:], other]) * matters
        if joint - worth > max(0.05, 0.95 * alone.get(other["id"], 0.0)):
            group, worth = [*group, other], joint
    if len(group) > 1:
        order["with_"] = [other["id"] for other in group[1:]]
    chiefs = [id for id in offer["fields"].get("leader", {}).get("values", ()) if id and at.own[id]["rating"] < 0]
    if chiefs:
        order["leader"] = chiefs[0]
    return worth, order


def least(at: Situation, order: Order, step: str) -> float:
    """What a fire has to promise: little where it costs nothing, more of those who could move instead."""
    group = [at.own[id] for id in (order["base"], *order.get("with_", ()))]
    if step == "halt-or-pass":
        return HALTS if FIREPOWER.get(group[0]["kind"], UNKNOWN)[3] - group[0]["shots"] > 1 else 1.3 * HALTS
    movers = [base for base in group if not settled(at, base)]
    if step == "prepared-fire" and not movers:
        return FREE + max(0.0, at.threat(group[0], group[0]["hex"]) - BEARABLE)
    if step != "prepared-fire":
        return FREE
    late = max(at.urgency(base, base["hex"]) for base in movers)
    limit = 0.5 if late < LATE else 0.8 if late < 0.9 else 1.5
    return limit * (1 + 0.4 * (len(movers) - 1))


def settled(at: Situation, base: JSON) -> bool:
    """Whether a base loses nothing by staying where it is."""
    return base["kind"] in SUPPORT or base["pinned"] or base["id"] not in at.goals or not at.goes_forward


# ---- smoke, shells and bombs


def smoke(at: Situation, offers: list[Offer]) -> Order | None:
    """A smoke shell right before the enemy who commands most of the ground that our riflemen have to cross."""
    offer = next((offer for offer in offers if offer["kind"] == "lay-smoke"), None)
    movers = [b for b in at.rifles() if b["hex"] and b["fired"] == "none" and b["id"] in at.goals and not b["pinned"]]
    movers = [b for b in movers if distance(b["hex"], at.goals[b["id"]]) > SAFE]
    late = max((at.urgency(base, base["hex"]) for base in movers), default=0.0)
    if offer is None or not at.goes_forward or len(movers) < 2 or late < LATE:
        return None
    best, most = None, 1.5
    for hex in offer["fields"]["hex"]["places"]:
        if hex in at.view["ground"]["smoke"] or hex in at.enemies:
            continue
        hidden = 0.0
        for handle, weight in at.weights.items():
            contact = at.contacts[handle]
            if weight >= 0.5 and distance(contact["hex"], hex) == 1:
                figures = FIREPOWER.get((contact["shows"] or {}).get("kind", ""), UNKNOWN)
                screened = sum(
                    at.ground.sight(contact["hex"], b["hex"]) is not None
                    and distance(contact["hex"], b["hex"]) <= figures[1]
                    and all(hex in line for line in lines(contact["hex"], b["hex"]))
                    for b in movers
                )
                hidden += weight * screened * figures[0] * figures[3] / 10
        if hidden > most:
            best, most = hex, hidden
    return None if best is None else {"kind": "lay-smoke", **offer["fixed"], "hex": best}


def strike_at(at: Situation, hexes: list[Hex], *, must: bool) -> Hex | None:
    """Where shells or bombs do most, no nearer to own men than is safe; with `must`, somewhere at any rate."""
    own = [base["hex"] for base in at.own.values() if base["hex"]]

    def does(hex: Hex) -> tuple[float, Hex]:
        found = 0.0
        for handle, weight in at.weights.items():
            target = at.contacts[handle]
            apart = distance(hex, target["hex"])
            if apart <= 1:
                softer = 1 / (1 + 0.3 * at.ground.cover(target["hex"]))
                post = 2.0 if target["hex"] in at.ground.objectives else 1.0
                found += weight * post * at.importance(target) * softer * (1.0 if not apart else AROUND)
        return found, hex

    safe = [hex for hex in hexes if at.ground.nearest(hex, own) >= SAFE]
    best = max(safe, key=does, default=None)
    if best is not None and does(best)[0] > 0.3:
        return best
    return max(hexes, key=lambda hex: (at.ground.nearest(hex, own), hex)) if must else None


def shells(at: Situation, offer: Offer) -> Order | None:
    """An air strike, a spotting round or a correction, on a worthy target; a strike has to be named in any case."""
    hexes, strike = offer["fields"]["hex"]["places"], offer["kind"] == "strike"
    best = strike_at(at, hexes, must=strike)
    found: dict[str, Any] = {"kind": offer["kind"], **offer["fixed"], "hex": best}
    return found if best is not None else None
