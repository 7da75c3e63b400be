"""Answers in the enemy's turn: defensive fire, jamming, the commander; standing fast and ways to retreat."""

from __future__ import annotations

from typing import Any

from service.bots.ndc import figures
from service.bots.ndc.ground import Hex
from service.bots.ndc.situation import Situation, Unit, here
from service.bots.player import Offer, Order

SURE, HOPELESS = -10, 22
"""Differentials beyond which fire changes nothing."""


def defend(at: Situation, offers: list[Offer]) -> Order | None:
    """The answer to a declared attack: fire where it can change what comes of it, most on assaults."""
    offer = next((one for one in offers if one["kind"] == "defend" and not one["fixed"]["chemical"]), None)
    question = at.view["question"]
    if offer is None or question is None:
        return None
    unit = defender(at, question["target"])
    fields = offer["fields"]
    answer: Order = {
        "kind": "defend", **offer["fixed"], "fire": fields["fire"]["least"], "persistent": False,
        "ew": fields["ew"]["least"], "command": False,
    }  # fmt: skip
    if unit is None:
        return answer
    expected = differential(at, question, unit)
    worth = unit["type"] != "HQ" or question["type"] == "assault"
    if not SURE < expected < HOPELESS or not worth:
        return answer
    assault = question["type"] == "assault"
    answer["fire"] = min(fields["fire"]["most"], question["barrage"] + (4 if assault else 1))
    answer["ew"] = min(fields["ew"]["most"], 2 if assault else 1)
    answer["command"] = True in fields["command"]["values"]
    return answer


def defender(at: Situation, target: Hex) -> Unit | None:
    """The own unit that defends a hex."""
    there = [unit for unit in at.own.values() if target in unit["hexes"]]
    return min(there, key=lambda unit: (unit["type"] == "HQ", -unit["to"], unit["designation"]), default=None)


def differential(at: Situation, question: dict[str, Any], unit: Unit) -> int:
    """The differential without fire, as far as the defender can reckon it."""
    origin, target = question["origin"], question["target"]
    friends = sum(
        other["id"] != unit["id"]
        and other["mode"] != "march"
        and any(origin in at.ground.beside[h] for h in other["hexes"])
        for other in at.combat
    )
    hq = at.hq_of(unit)
    commanded = at.commanded_from(unit, here(unit))
    total = unit["defence"] - figures.DEFENDER_LEVEL[unit["level"]] - at.ground.defence_effect(target) + unit["to"]
    total += friends - unit["fatigue"] + unit["leadership"]
    total += (hq["rating"] if hq is not None else 0) if commanded else -4
    return int(question["total"]) - int(total) + figures.SUPPORT[min(8, question["barrage"])]


def retreat(at: Situation, offers: list[Offer]) -> Order | None:
    """Stand fast in a hex that is worth the men; else the hex from which to fight on best."""
    due = at.view["retreating"]
    if due is None:
        return None
    unit = at.own.get(due["unit"])
    may_stand = unit is not None and any(offer["kind"] == "stand-fast" for offer in offers)
    if may_stand and unit is not None and unit["to"] > due["hexes_left"] <= hold_is_worth(at, due["hex"]):
        return {"kind": "stand-fast"}
    hexes: list[Hex] = next((offer["fields"]["hex"]["places"] for offer in offers if offer["kind"] == "retreat"), [])
    if not hexes:
        return None
    return {"kind": "retreat", "hex": max(hexes, key=lambda hex: (shelter(at, hex), hex))}


def hold_is_worth(at: Situation, hex: Hex) -> float:
    """What it is worth to stay, in levels."""
    points = at.ground.objectives.get(hex, 0)
    behind_river = any(at.ground.unbridged(hex, near) for near in at.ground.beside[hex])
    return points * 0.45 + (0.5 if behind_river else 0.0)


def shelter(at: Situation, hex: Hex) -> float:
    """How good a hex is for a unit that has to go: far from the enemy, good to defend, worth holding."""
    away = min(4, at.ground.nearest(hex, at.known))
    friends = sum(near in at.taken_by_own for near in at.ground.beside[hex])
    stacked = -3.0 if hex in at.taken_by_own else 0.0
    return 2.0 * away - 0.5 * at.ground.defence_effect(hex) + 0.3 * friends + stacked + 0.5 * at.worth_of(hex)
