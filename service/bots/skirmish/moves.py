"""Where each base should stand: riflemen at what is fought for, support where it sees, leaders where men break."""

from __future__ import annotations

from collections.abc import Sequence

from service.bots.player import JSON
from service.bots.skirmish.figures import QUALITY, RIFLES, SINGLE, SUPPORT, close_combat
from service.bots.skirmish.ground import Hex, distance
from service.bots.skirmish.situation import Situation

LATE = 0.75
"""How late it is (1: they have just the time) when a rifleman goes forward rather than fire; smoke is laid then."""
WORTH_MOVING = 0.35
"""By how much another hex has to be better than the one where a base stands."""


def best_way(at: Situation, base: JSON, ways: list[JSON]) -> list[Hex] | None:
    """Where a base goes; None where it stays."""
    if not ways:
        return None
    if base["morale"] != "good":
        return list(max(ways, key=lambda way: (at.ground.cover(way["place"]), -way["cost"], way["place"]))["path"])
    here = value(at, base, base["hex"]) if base["hex"] else -99.0
    worths = {way["place"]: value(at, base, way["place"], way["path"], way["cost"]) for way in ways}
    best = max(ways, key=lambda way: (worths[way["place"]], way["place"]))
    return list(best["path"]) if worths[best["place"]] > here + WORTH_MOVING else None


def value(at: Situation, base: JSON, hex: Hex, path: Sequence[Hex] = (), cost: int = 0) -> float:
    """What it is worth to a base to come to a hex, or to stay there."""
    danger = at.threat(base, hex)
    on_the_way = at.exposure(base, path, cost)
    cover = 0.15 * at.ground.cover(hex)
    kind = base["kind"]
    if kind == "vehicle":
        near = at.ground.nearest(hex, at.enemies)
        return at.field_of_fire(base, hex) - 6 * danger - 4 * on_the_way - max(0, 2 - near) - 0.1 * near
    if kind in SINGLE:
        return (beside_friends if kind == "leader" else overlooks)(at, base, hex) - danger - on_the_way + cover
    if kind in SUPPORT:
        away = 0.12 * at.ground.nearest(hex, at.ground.objectives) if at.goes_forward else 0.0
        fire = spotters(at, base, hex) if kind == "light_mortar_team" else at.field_of_fire(base, hex)
        post = 0.0 if at.goes_forward else 0.8 * at.ground.objectives.get(hex, 0)
        return 1.2 * fire + post + cover - 0.8 * danger - on_the_way - away - 0.05 * cost
    return rifle(at, base, hex, danger, on_the_way) + cover


def rifle(at: Situation, base: JSON, hex: Hex, danger: float, on_the_way: float) -> float:
    """A rifle base goes for its goal, the harder the later it is, from one firing place to the next."""
    goal = at.goals.get(base["id"])
    fire = 0.5 * min(2.0, at.field_of_fire(base, hex))
    beside = 0.2 * min(2, sum(distance(other["hex"], hex) == 1 for other in at.friends(base, RIFLES)))
    if goal is None:
        posts = {h: w for h, w in at.ground.objectives.items() if h in at.held}
        kept = {b["hex"] for b in at.friends(base, (*RIFLES, *SUPPORT))}
        open_posts = [distance(hex, post) - 0.3 * worth for post, worth in posts.items() if post not in kept]
        held = 0.8 * posts.get(hex, 0)
        return fire + held - 0.25 * min(open_posts, default=0.0) - 0.6 * danger - on_the_way
    late = at.urgency(base, base["hex"] or hex)
    pull, care = (0.45, 1.2) if late < LATE else (0.6, 0.8) if late < 1.0 else (1.1, 0.35)
    if not at.goes_forward:
        pull, care = (0.3, 1.0) if at.turns_left > 1 else (1.1, 0.4)
    there = 1.5 if hex == goal else 0.0
    return there + fire + beside - pull * at.way_to(goal)[hex] - care * (danger + on_the_way)


def beside_friends(at: Situation, base: JSON, hex: Hex) -> float:
    """A leader stands by those who fight, the nearer the better, and first by those who have broken."""
    reach, found = 3 - base["rating"], 0.0
    for friend in at.friends(base):
        if friend["kind"] in (*RIFLES, *SUPPORT):
            apart = distance(friend["hex"], hex)
            need = 1.0 if friend["morale"] != "good" else 0.3
            found += need * (1.0 if apart <= reach else 0.0) + 0.02 * (10 - apart)
            found += 0.4 if not apart and friend["morale"] == "good" and base["rating"] <= 0 else 0.0
    return 0.8 * found


def overlooks(at: Situation, base: JSON, hex: Hex) -> float:
    """An observer looks at as many enemies as they can, above all at those who hold what is fought for."""
    found = sum(
        weight * at.importance(at.contacts[handle])
        * (2.0 if at.contacts[handle]["hex"] in at.ground.objectives else 0.5)
        for handle, weight in at.weights.items() if at.ground.sight(hex, at.contacts[handle]["hex"]) is not None
    )  # fmt: skip
    near = at.ground.nearest(hex, at.enemies)
    return found - max(0, 5 - near) * 0.4 - 0.03 * near


def spotters(at: Situation, base: JSON, hex: Hex) -> float:
    """A mortar wants a friend near it who sees an enemy, and nobody who sees itself."""
    near = [b["hex"] for b in at.friends(base) if b["morale"] == "good" and distance(b["hex"], hex) <= 3]
    targets = [
        at.contacts[h]["hex"] for h, w in at.weights.items()
        if w >= 0.3 and 3 <= distance(at.contacts[h]["hex"], hex) <= 18
    ]  # fmt: skip
    sees = any(at.ground.sight(place, target) is not None for place in near for target in targets)
    return 0.8 if sees else 0.0


# ---- the advance


def advance_worth(at: Situation, base: JSON, hex: Hex) -> float:
    """What the advance of a base into a hex is worth, in points: ground, and the odds of the close combat there."""
    ours, theirs = at.ground.objectives.get(base["hex"], 0), at.ground.objectives.get(hex, 0)
    counts = base["kind"] in RIFLES or base["kind"] in SUPPORT
    gain = 2.0 * theirs if counts and hex not in at.held else 0.0
    loss = 1.0 * ours if counts else 0.0
    enemies = [c for handle, c in at.contacts.items() if c["hex"] == hex and at.weights[handle] > 0]
    if not enemies:
        danger = at.threat(base, hex) - at.threat(base, base["hex"])
        nearer = 0.0
        if (goal := at.goals.get(base["id"])) is not None and at.goes_forward:
            nearer = 0.4 * (at.way_to(goal)[base["hex"]] - at.way_to(goal)[hex]) * (1 + at.urgency(base, base["hex"]))
        return gain - loss + nearer - 0.6 * danger
    if base["kind"] not in RIFLES:
        return -9.0
    wins, dies, kills = close_combat(edge(at, base, enemies))
    stakes = 1.0 + sum(1.0 for c in enemies if (c["shows"] or {}).get("kind") != "vehicle")
    return wins * gain + kills * stakes - dies * 1.5 - (1 - wins - dies) * 0.6 - loss


def edge(at: Situation, base: JSON, enemies: Sequence[JSON]) -> int:
    """What a base adds to its dice in close combat, beyond what the enemy is thought to add to theirs."""
    with_it = [b for b in at.friends(base) if b["hex"] == enemies[0]["hex"] and b["morale"] == "good"]
    mine = (
        base["quality"]
        + len(with_it)
        + (base["kind"] == "assault_squad")
        - min([b["rating"] for b in with_it], default=0)
    )
    shows = [c["shows"] or {} for c in enemies]
    theirs = QUALITY + len(enemies) - 1
    if any(s.get("kind") == "vehicle" for s in shows):
        return -4
    if all(s.get("morale") in ("broken", "routed") for s in shows):
        mine += 3
    elif any(s.get("pinned") or s.get("cowered") for s in shows):
        mine += 1
    if all(s.get("kind") in SINGLE for s in shows):
        mine += 3
    return int(mine - theirs)
