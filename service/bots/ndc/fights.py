"""Attacks: which battalion against which hex, whence, and with how much support."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from service.bots.ndc import odds
from service.bots.ndc.ground import Hex
from service.bots.ndc.situation import Situation, Unit, here
from service.bots.player import Offer, Order

WORTHWHILE = 0.15
"""In levels: an attack that promises less is not made."""
SUPPORT_HOPED_FOR = 5
"""CSPs with which a planned attack reckons; only the first two get them."""
MOST_ON_A_HEX = 3


@dataclass(frozen=True)
class Assault:
    """A battalion that is to attack a hex from a hex, and what that promises."""

    worth: float
    unit: str
    frm: Hex
    target: Hex


def plan_assaults(
    at: Situation, reach: Mapping[str, set[Hex]], modes: Mapping[str, str] | None = None
) -> list[Assault]:
    """The attacks that promise most, each battalion at most once, no two from one hex, best first.

    `reach`: the hexes, its own included, from which each battalion could attack; `modes`: in which mode it would.
    """
    targets = {hex for hex, contact in at.suspected.items() if contact["known"] or contact["age"] == 0}
    able = {unit["id"]: unit for unit in at.combat if unit["id"] in reach}
    helpers = {
        target: sum(any(target in at.ground.beside[hex] for hex in reach[id]) for id in able) for target in targets
    }
    found: list[Assault] = []
    for id, unit in able.items():
        mode = (modes or {}).get(id, unit["mode"])
        if odds.attack_strength(at.seat, unit, mode) <= 0:
            continue
        for target in targets:
            friends = min(2, helpers[target] - 1)
            for frm in reach[id]:
                if target in at.ground.beside[frm] and at.ground.may_attack(unit["type"], frm, target):
                    diff = odds.estimate(at, unit, frm, target, friends=friends, csps=SUPPORT_HOPED_FOR, mode=mode)
                    worth = odds.value(at, unit, target, diff) - leaving_costs(at, unit, frm)
                    found.append(Assault(worth, id, frm, target))
    return chosen(sorted(found, key=lambda one: (-one.worth, one.unit, one.frm, one.target)), at)


def chosen(candidates: list[Assault], at: Situation) -> list[Assault]:
    """The best of them that go together."""
    taken: list[Assault] = []
    on: Counter[Hex] = Counter()
    for one in candidates:
        clash = any(one.unit == other.unit or one.frm == other.frm for other in taken)
        occupant = at.taken_by_own.get(one.frm)
        blocked = occupant is not None and occupant["id"] != one.unit
        if one.worth > WORTHWHILE and not clash and not blocked and on[one.target] < MOST_ON_A_HEX:
            taken.append(one)
            on[one.target] += 1
    return taken


def leaving_costs(at: Situation, unit: Unit, frm: Hex) -> float:
    """What it costs a defender to leave their hex for an attack: more where the hex itself is worth something."""
    if frm == here(unit):
        return 0.0
    if at.attacking:
        return 0.1
    held = at.ground.objectives.get(here(unit), 0) if here(unit) in at.mine else 0
    return 0.25 + 0.35 * held - 0.04 * at.ground.defence_effect(here(unit)) + 0.04 * at.ground.defence_effect(frm)


# ---- declaring


def declare(at: Situation, offers: list[Offer]) -> Order | None:
    """The most promising attack among those that are offered now; None if none promises enough."""
    best: tuple[float, Order] | None = None
    on = Counter(planned["target"] for planned in at.view["planned"] if planned["kind"] == "ground")
    for offer in offers:
        if offer["kind"] != "declare-ground-combat" or offer["fixed"]["chemical"]:
            continue
        unit = at.own.get(offer["fixed"]["unit"])
        if unit is None:
            continue
        for target in offer["fields"]["target"]["places"]:
            if on[target] >= MOST_ON_A_HEX or target not in at.suspected:
                continue
            found = attack(at, offer, unit, target)
            if found is not None and (best is None or found[0] > best[0]):
                best = found
    return best[1] if best is not None else None


def attack(at: Situation, offer: Offer, unit: Unit, target: Hex) -> tuple[float, Order] | None:
    """What an attack promises, and the order for it, with as much support as helps; None if that is too little."""
    fields = offer["fields"]
    csps, ew = fields["barrage"]["most"], min(2, fields["ew"]["most"])
    command = True in fields["command"]["values"]
    friends = odds.friends_beside(at, target, unit["id"])
    frm = here(unit)
    known = at.suspected[target]["known"]
    worth = {
        points: odds.value(
            at, unit, target,
            odds.estimate(at, unit, frm, target, friends=friends, csps=points, ew=ew, command=command),
        )
        - 0.02 * points
        for points in range(csps + 1)
    }  # fmt: skip
    points = max(worth, key=lambda number: (worth[number], -number))
    promise = worth[points] - (0.0 if known else 0.2)
    if promise <= WORTHWHILE:
        return None
    return promise, {
        "kind": "declare-ground-combat", **offer["fixed"], "target": target, "type": "assault", "barrage": points,
        "persistent": False, "ew": ew, "command": command,
    }  # fmt: skip
