"""What the staff settles before anything moves: intelligence, the division commander's place, standing orders."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from typing import Any

from service.bots.ndc import figures
from service.bots.ndc.ground import Hex, distance
from service.bots.ndc.situation import Situation, here, kind_of
from service.bots.player import Offer, Order

AIR_KEPT = 2
"""Air points kept for fire support."""
SIGNALS_KEPT = 1
"""Signal points kept for jamming."""
POINT_KEPT = 0.05
"""What a point is worth that intelligence does not take, in levels found of an enemy on average."""
MOST_INTERDICTIONS = 2
"""A phase; the enemy is asked about each."""
WORTH_FIRING, MOST_FOR_INTERDICTION = 3, 5
"""CSPs: fewer do little, more do no more."""
STANDING: Order = {
    "kind": "set-standing-orders", "fire": 4, "only_assaults": True, "chemical": False, "persistent": False, "ew": 1,
    "command": True, "stand_fast": False,
}  # fmt: skip
"""Answers for the time when nobody is there, such as after an expired clock."""


def allot(at: Situation, offers: list[Offer]) -> Order | None:
    """Sectors and level that together are to find most where contact is likely; some fire and jamming are kept.

    No point is spent that neither a sector nor a level needs: it is worth more as fire or jamming.
    """
    offers = [offer for offer in offers if offer["kind"] == "allot-intelligence"]
    if not offers:
        return None
    most_air = max(offer["fixed"]["air"] for offer in offers) - AIR_KEPT
    most_signals = max(offer["fields"]["signal"]["most"] for offer in offers) - SIGNALS_KEPT
    each = 2 if at.view["double_intelligence"] == at.seat else 1
    likely = likely_sectors(at)
    ranked = sorted(likely, key=lambda sector: (-likely[sector], sector))
    best: tuple[float, Order] | None = None
    for offer in offers:
        air, coverage = offer["fixed"]["air"], offer["fixed"]["coverage"]
        signals, sectors = offer["fields"]["signal"], offer["fields"]["sectors"]
        for signal in range(signals["least"], signals["most"] + 1):
            if air > max(0, most_air) or signal > max(0, most_signals):
                continue
            level = bisect_right(figures.QUALITY, each * (air + signal) - coverage) - 1
            wanted = [sector for sector in ranked if sector in sectors["values"]][: sectors["most"]]
            finds = figures.FOUND[level] * sum(likely[sector] for sector in wanted)
            worth = finds - POINT_KEPT * (air + signal)
            if best is None or worth > best[0]:
                best = (
                    worth,
                    {"kind": "allot-intelligence", **offer["fixed"], "signal": signal, "sectors": sorted(wanted)},
                )
    return best[1] if best is not None else None


def likely_sectors(at: Situation) -> dict[str, float]:
    """For each sector the share of the enemies that can be expected there in their own turn."""
    score: Counter[str] = Counter()
    fronts = [here(unit) for unit in at.combat] or [here(unit) for unit in at.hqs]
    for hex, contact in at.suspected.items():
        score[at.ground.sectors[hex]] += 10 if contact["to"] is None else 4
    for hex, sector in at.ground.sectors.items():
        near = at.ground.nearest(hex, fronts)
        if 1 <= near <= 4:
            score[sector] += 5 - near
        if near <= 6 and hex in at.ground.objectives:
            score[sector] += 4
    whole = sum(score.values()) or 1.0
    return {sector: score[sector] / whole for sector in sorted(set(at.ground.sectors.values()))}


def place_commander(at: Situation, offers: list[Offer]) -> Order | None:
    """The division commander goes to the HQ whose battalions will fight, where they serve twice a phase."""
    values: list[str] = [v for offer in offers if offer["kind"] == "place-commander" for v in choices(offer, "unit")]
    if not values:
        return None
    now = at.view["points"]["commander"]
    best = max([*values, *([now] if now in at.own else [])], key=lambda unit: (fights_under(at, unit), unit == now))
    return {"kind": "place-commander", "unit": best} if best != now and fights_under(at, best) > 0 else None


def fights_under(at: Situation, unit: str) -> float:
    """About how much fighting the commander could serve in with this unit: none from the division's own HQ."""
    found = at.own.get(unit)
    if found is None or found["type"] != "HQ" or found["parent"] is None:
        return 0.0
    under = [one for one in at.combat if one["parent"] == unit and at.commanded_from(one, here(one))]
    threats = at.threats or [hex for hex in at.ground.objectives if hex not in at.mine]
    return sum(1.0 / max(1, at.ground.nearest(here(one), threats)) for one in under)


def a_fire(at: Situation, offers: list[Offer]) -> Order | None:
    """The next fire to be declared: at a headquarters once a segment, and on the enemy's ways in the first segment."""
    planned = Counter(one["kind"] for one in at.view["planned"])
    order = counter_battery(at, offers) if not planned["counter-battery"] else None
    if order is None and at.view["segment"] == 1 and planned["interdiction"] < MOST_INTERDICTIONS:
        order = interdiction(at, offers)
    return order


def interdiction(at: Situation, offers: list[Offer]) -> Order | None:
    """Fire on a hex through which the enemy will probably come: they pay for it, and may lose men."""
    left: dict[Hex, int] = {}
    for offer in offers:
        if offer["kind"] == "interdict":
            left.update(dict.fromkeys(offer["fields"]["target"]["places"], offer["fields"]["csps"]["most"]))
    score: Counter[Hex] = Counter()
    for hex in at.threats:
        for number, step in enumerate(at.ground.path(hex, goal_of_enemy(at, hex), 3)):
            score[step] += 3 - number
    laid = [one["target"] for one in at.view["planned"] if one["kind"] == "interdiction"]
    fought_for = {hex for one in at.view["planned"] for hex in (one["target"], one["origin"]) if hex}
    barred = fought_for | set(at.taken_by_own) | set(at.known)
    for hex, _ in sorted(score.items(), key=lambda item: (-item[1], item[0])):
        if left.get(hex, 0) >= WORTH_FIRING and hex not in barred and at.ground.nearest(hex, laid) > 1:
            return {"kind": "interdict", "target": hex, "csps": min(MOST_FOR_INTERDICTION, left[hex])}
    return None


def goal_of_enemy(at: Situation, hex: Hex) -> Hex:
    """Where an enemy battalion probably wants to go."""
    if at.attacking:
        return min((here(unit) for unit in at.combat), key=lambda own: (distance(hex, own), own), default=hex)
    goals = [goal for goal in at.ground.objectives if goal in at.mine]
    return max(
        goals, key=lambda goal: at.ground.objectives[goal] / (6 + at.ground.ways_to(goal).get(hex, 99)), default=hex
    )


def counter_battery(at: Situation, offers: list[Offer]) -> Order | None:
    """Fire at a headquarters that is known to stand in range."""
    for offer in offers:
        if offer["kind"] == "counter-battery":
            for hex in offer["fields"]["target"]["places"]:
                contact = at.known.get(hex)
                if contact is not None and kind_of(contact) == "HQ" and offer["fields"]["csps"]["most"] >= WORTH_FIRING:
                    return {"kind": "counter-battery", "target": hex, "csps": min(6, offer["fields"]["csps"]["most"])}
    return None


def choices(offer: Offer, name: str) -> list[Any]:
    """The values of a field of an offer that is a choice."""
    return list(offer["fields"].get(name, {}).get("values", []))
