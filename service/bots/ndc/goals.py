"""Where each battalion is to go: the attacker to objectives along the roads, the defender to posts of weight."""

from __future__ import annotations

from collections import Counter

from service.bots.ndc import odds
from service.bots.ndc.ground import FAR, Hex, distance
from service.bots.ndc.situation import Situation, Unit, here, kind_of

NEARNESS = 10.0
"""Movement points that count like nothing, when what a goal is worth is set against how far it is."""
DEFENDED = 0.3
"""What is left of an objective's worth where an enemy battalion is known to hold it: others come first."""
SHARED = 0.45
"""What a goal is still worth to a second battalion."""
ADVANCE = 24
"""Movement points by which an enemy may come nearer in a turn."""
OUT_OF_REACH = 0.05
"""What is left of a post's worth to a defender where no enemy can come in the turns that are left."""
LOST, LOST_LATE, LATE = 1.3, 3.0, 3
"""How much more an objective is worth to a defender who does not hold it; and once the enemy has so few turns left."""


def way(at: Situation, unit: Unit, frm: Hex, goal: Hex) -> int:
    """What it costs a unit to come from a hex to its goal, around the enemies that are known."""
    cls = "wheeled" if unit["type"] == "HQ" else "tracked"
    amphibious = unit["type"] in ("infantry", "recon")
    return at.ground.ways_to(goal, cls, amphibious, at.shut).get(frm, FAR)


def goals(at: Situation) -> dict[str, Hex]:
    """A goal for each battalion; those that find none stay where they are."""
    wanted = aims(at)
    pairs = [
        (unit["id"], goal, worth / (NEARNESS + way(at, unit, here(unit), goal)))
        for unit in at.combat
        for goal, worth in wanted.items()
    ]
    assigned: dict[str, Hex] = {}
    shares: Counter[Hex] = Counter()
    while True:
        open_pairs = [
            (worth * SHARED ** shares[goal], unit, goal)
            for unit, goal, worth in pairs
            if unit not in assigned and shares[goal] < most_at(at, goal) and worth > 0
        ]
        if not open_pairs:
            return assigned
        _, unit, goal = max(open_pairs)
        assigned[unit] = goal
        shares[goal] += 1


def aims(at: Situation) -> dict[Hex, float]:
    """What is worth going to, and how much."""
    points = at.ground.objectives
    if at.attacking:
        held = {hex for hex, contact in at.known.items() if kind_of(contact) != "HQ"}
        left = {hex: worth * (DEFENDED if hex in held else 1.0) for hex, worth in points.items() if hex not in at.mine}
        return left or dict.fromkeys(at.threats, 1.0)
    regained = LOST_LATE if at.enemy_turns <= LATE else LOST
    return {hex: worth * (exposure(at, hex) if hex in at.mine else regained) for hex, worth in points.items()}


def most_at(at: Situation, goal: Hex) -> int:
    """How many battalions may have one goal: one holds a post, three go together for what has to be taken."""
    return 1 if not at.attacking and goal in at.mine else 3


def exposure(at: Situation, hex: Hex) -> float:
    """How soon the enemy may come to a post: from a half, when they are far, to one; almost nothing if they cannot."""
    nearest = min((at.ground.ways_to(hex).get(threat, 60) for threat in at.threats), default=30)
    if nearest > ADVANCE * at.enemy_turns:
        return OUT_OF_REACH
    return 0.5 + 0.5 * max(0.0, 1.0 - nearest / 60)


def held(at: Situation, unit: Unit) -> bool:
    """Whether a defender stands where they had better stay: at an objective of weight that the enemy may come to."""
    return not at.attacking and at.ground.objectives.get(here(unit), 0) >= 3 and exposure(at, here(unit)) > OUT_OF_REACH


# ---- one battalion's move


def best_hex(at: Situation, unit: Unit, goal: Hex, hexes: dict[Hex, int], taken: set[Hex]) -> Hex | None:
    """The hex among those within reach from which the goal is nearest and the unit safe enough; None: it stays."""
    free = [hex for hex in hexes if hex not in taken]
    if not free:
        return None
    best = min(free, key=lambda hex: (price(at, unit, hex, goal), hex))
    return best if price(at, unit, best, goal) < price(at, unit, here(unit), goal) - 1.0 else None


def price(at: Situation, unit: Unit, hex: Hex, goal: Hex) -> float:
    """What is against a hex, in movement points: the way that remains, danger, and being out of command."""
    cost = float(way(at, unit, hex, goal))
    cost += 0.4 * at.ground.defence_effect(hex)
    beside = sum(near in at.known for near in at.ground.beside[hex])
    if at.attacking:
        cost += 1.0 * beside
        cost -= 4.0 * at.worth_of(hex)
    else:
        cost += (4.0 * beside if hex != goal else 0.0) - 6.0 * at.worth_of(hex)
    if not at.commanded_from(unit, hex, slack=3):
        cost += 6.0
    return cost


# ---- headquarters


def hq_hex(at: Situation, hq: Unit, places: dict[str, Hex], hexes: dict[Hex, int]) -> Hex | None:
    """The hex from which an HQ commands those under it, off the front; None: it stays."""
    under = [places[unit["id"]] for unit in at.own.values() if unit["parent"] == hq["id"] and unit["id"] in places]
    if not under:
        return None
    best = min([here(hq), *hexes], key=lambda hex: (hq_price(at, hq, hex, under), hex))
    return best if hq_price(at, hq, best, under) < hq_price(at, hq, here(hq), under) - 1.0 else None


def hq_price(at: Situation, hq: Unit, hex: Hex, under: list[Hex]) -> float:
    """What is against a hex for an HQ: units out of its range, and the enemy near."""
    reach = at.command_range(hq)
    cost = sum(10.0 * max(0, distance(hex, one) - reach) for one in under)
    cost += sum(1.0 * max(0, distance(hex, one) - (reach - 2)) for one in under)
    threat = at.ground.nearest(hex, at.threats)
    guarded = any(distance(hex, one) <= 1 for one in under)
    cost += {0: 60.0, 1: 25.0, 2: 8.0, 3: 2.0}.get(threat, 0.0) * (0.6 if guarded and threat > 1 else 1.0)
    front = min((at.ground.nearest(one, at.threats) for one in under), default=FAR)
    cost += 2.0 * max(0, front + 1 - threat) if threat < FAR else 0.0
    return cost + 0.3 * at.ground.defence_effect(hex)


def strong_enough(at: Situation, unit: Unit) -> bool:
    """Whether a battalion is fit to attack at all."""
    return unit["to"] >= 2 and unit["fatigue"] <= 2 and odds.attack_strength(at.seat, unit, "attack") > 2
