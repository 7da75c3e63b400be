"""What an attack promises, by the attacker's own knowledge: the differential, and what it is worth."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping

from service.bots.ndc import figures
from service.bots.ndc.ground import Hex
from service.bots.ndc.situation import Contact, Situation, Unit, here, kind_of

PROBABLE: Contact = {"type": None, "mode": None, "to": None, "known": False, "hexes": [], "engaged": False}
"""An enemy of whom nothing is known but that they may be there."""


def attack_strength(seat: str, unit: Unit, mode: str) -> int:
    """A battalion's strength in the attack, in its own mode or in one that it may take."""
    if mode == unit["mode"]:
        return int(unit["attack"])
    printed = figures.STRENGTHS.get((seat, unit["type"]), {}).get(mode, (0, 0))[0]
    return max(1, printed + figures.BY_LEVEL.get(unit["to"], 0)) if printed else 0


def attackers_total(
    at: Situation, unit: Unit, frm: Hex, target: Hex, *, friends: int, mode: str = "", fresh: bool = True
) -> int:
    """The attacker's lines, without a division commander. `friends`: other own battalions next to the target.

    `fresh`: the attacker will have come to the hex in this phase.
    """
    strength = attack_strength(at.seat, unit, mode or unit["mode"])
    hq = at.hq_of(unit)
    commanded = at.commanded_from(unit, frm, slack=1)
    total = strength + figures.ATTACKER_LEVEL[unit["level"]] + at.ground.attack_effect(unit["type"], frm, target)
    total += unit["to"] + figures.FRIEND_ADJACENT * friends + unit["leadership"]
    total += 0 if commanded else figures.OUT_OF_COMMAND
    total += hq["rating"] if hq is not None and commanded else 0
    total += (figures.UNPREPARED if fresh else 0) + figures.FATIGUE[unit["fatigue"]]
    total += sum(figures.WEATHER.get(condition, 0) for condition in at.weather)
    return int(total + figures.JAMMED_ATTACKER[unit["ew"]])


def defenders_total(at: Situation, contact: Contact, target: Hex, frm: Hex, threats: Collection[Hex]) -> int:
    """What the defender's lines probably come to, as a number to be taken off."""
    kind = kind_of(contact) or "infantry"
    to = contact["to"] or 4
    if kind == "HQ":
        printed = figures.HQ_STRENGTHS["deployed"][1]
    else:
        by_mode = figures.STRENGTHS.get((at.enemy, kind), figures.STRENGTHS[("US", "infantry")])
        printed = by_mode.get(contact["mode"] or probable_mode(at, target), by_mode["defend"])[1]
    strength = max(1, printed + figures.BY_LEVEL.get(to, 0))
    level = 4 if contact["to"] else 3 if contact["type"] else 2 if contact["known"] else 0
    friends = sum(other != target and other in at.ground.beside[frm] for other in threats)
    ratings = figures.RATINGS.get(at.enemy, 2) if kind != "HQ" else 1
    return strength - figures.DEFENDER_LEVEL[level] - at.ground.defence_effect(target) + to + friends + ratings


def probable_mode(at: Situation, target: Hex) -> str:
    """In what mode an enemy probably stands of whom that is not known."""
    if at.enemy == at.ground.attacker:
        return "attack"
    return "dug-in" if at.ground.town(target) else "defend"


def estimate(
    at: Situation, unit: Unit, frm: Hex, target: Hex, *, friends: int = 0, csps: int = 0, ew: int = 0,
    command: bool = False, mode: str = "", fresh: bool | None = None,
) -> int:  # fmt: skip
    """The differential of an attack as the attacker may expect it."""
    contact = at.suspected.get(target, PROBABLE)
    unprepared = frm != here(unit) or unit["spent"] > 0 if fresh is None else fresh
    total = attackers_total(at, unit, frm, target, friends=friends, mode=mode, fresh=unprepared)
    total -= defenders_total(at, contact, target, frm, at.threats)
    net = csps - (figures.FIRE_EXPECTED if kind_of(contact) != "HQ" else 0)
    shift = figures.SUPPORT[min(8, abs(net))]
    return total + (shift if net > 0 else -shift) + min(3, ew) + (figures.COMMANDER if command else 0)


def worth(differential: int, *, prize: float = 0.0, own: float = 1.0, theirs: float = 1.0) -> float:
    """What an attack with this differential is worth, in levels: their losses, less one's own, and the hex.

    `prize`: what it is worth that they leave it; `own`, `theirs`: what a level of either side counts.
    """
    loss, inflicted, leaves = figures.OUTCOMES[bisect_right(figures.COLUMNS, differential)]
    return inflicted * theirs - loss * own + leaves * (prize + 0.3)


def prize_of(at: Situation, target: Hex) -> float:
    """What the hex is worth to the attacker, besides what stands in it."""
    way = 0.5 if at.attacking and target in at.ground.beside and at.ground.town(target) else 0.0
    return at.worth_of(target) * 0.6 + way


def value(at: Situation, unit: Unit, target: Hex, differential: int) -> float:
    """What an attack by this unit on this hex is worth, as the attacker sees it."""
    contact = at.suspected.get(target, PROBABLE)
    theirs = 2.0 if kind_of(contact) == "HQ" else 1.0
    own = 0.8 if at.attacking else 1.0
    if unit["to"] <= 1:
        own += 0.5
    return worth(differential, prize=prize_of(at, target), own=own, theirs=theirs)


def friends_beside(at: Situation, target: Hex, besides: str, places: Mapping[str, Hex] | None = None) -> int:
    """Own battalions besides one that stand next to a hex, or will when they stand in these places."""
    count = 0
    for unit in at.combat:
        if unit["id"] == besides or unit["mode"] == "march":
            continue
        hexes = [places[unit["id"]]] if places and unit["id"] in places else unit["hexes"]
        count += any(target in at.ground.beside[hex] for hex in hexes)
    return count
