"""What it answers ahead: the rest of its turn where no second combat is in sight, its supply, and the air supply.

So the match waits for it two to four times a game-turn, and it fights on by breakthrough where that pays.
"""

from __future__ import annotations

from service.bots.korsun import moves
from service.bots.korsun.figures import ARMOR, COLUMNS, FOOT, GUNS
from service.bots.korsun.situation import Hex, Situation, neighbours
from service.bots.player import JSON, Order

BREAKS_FROM = "5:1"
"""The least column of an attack after which there may be a breakthrough that is worth a combat."""
WEAK = 6.0
"""What who stands behind an attacked hex may defend with, to be attacked by breakthrough."""
KEPT_FOR_DROPS = 1
"""Points that are set aside for drops where Korsun can be flown to."""
MOST_DROPS = 6
LINES: dict[str, tuple[Order, ...]] = {
    "Soviet": (
        {"kind": "add-intercept-line", "chance": 4, "does": "try"},
        {"kind": "add-demolition-line", "beyond": True, "does": "try"},
    ),
    "German": ({"kind": "add-intercept-line", "chance": 5, "does": "try"},),
}  # fmt: skip
"""Armor goes for who passes it by where the die is likely to allow that; whoever holds a river blows its bridges."""


def may_break_through(at: Situation) -> bool:
    """Whether one of the attacks that are declared may end in a further combat that is worth its asking."""
    for attack in at.view["attacks"]:
        if attack["done"] or attack["by"] != at.side or attack["hex"] not in at.contacts:
            continue
        mobile = [id for id in attack["units"] if at.printed[id]["type"] in (*ARMOR, "cav", "pg")]
        attacked = {one["hex"] for one in at.view["attacks"]}
        behind = [hex for hex in neighbours(attack["hex"]) if hex in at.enemies and hex not in attacked]
        if mobile and any(at.strength(hex) <= WEAK for hex in behind) and strong(at, attack):
            return True
    return False


def strong(at: Situation, attack: JSON) -> bool:
    names = [name for name, _ in COLUMNS]
    force = sum(
        at.force(id, at.own[id]["hex"], attack["hex"], {attack["hex"]}) for id in attack["units"] if id in at.own
    )
    return names.index(at.column(force, attack["hex"], attack["units"], attack["missions"])) <= names.index(BREAKS_FROM)


def closing(at: Situation) -> list[Order]:
    """The rest of the player-turn, once all attacks are declared."""
    if laid(at, "closing", at.turn) or may_break_through(at):
        return []
    armor = [id for id in at.own if at.printed[id]["type"] in ARMOR]
    goal = moves.goal_of(at, armor[0]) if armor else None
    return [{"kind": "plan-closing", "breakthrough": goal}]


def works(at: Situation) -> list[Order]:
    """German infantry that stands beside the enemy and has not moved improves its position."""
    if at.side != "German" or not laid(at, "closing", at.turn):
        return []
    busy = {one["unit"] for one in at.view["laid"]["closing"]["works"]}
    fit = [
        id for id, unit in at.own.items()
        if at.printed[id]["type"] in FOOT and not unit["moved"] and id not in busy and at.beside_enemy(unit["hex"])
        and unit["hex"] not in at.view["improved"]
    ]  # fmt: skip
    return [{"kind": "plan-work", "unit": id, "work": "improve-position"} for id in sorted(fit)]


def supply(at: Situation) -> list[Order]:
    """All pieces that may want ammunition, and the hexes of most units that are out of supply now."""
    if laid(at, "supply", at.turn + 1):
        return []
    pieces = sorted(id for id in at.own if at.printed[id]["type"] in GUNS)
    return [{"kind": "plan-supply", "artillery": pieces, "extended": wanting(at)}]


def air(at: Situation, in_own_turn: bool) -> list[Order]:
    """Drops on those in want, all that was set aside for Korsun, and for the next game-turn most of it anew."""
    if at.side != "German" or laid(at, "air", at.turn + in_own_turn):
        return []
    track, flown = at.view["stores"]["uman"], at.view["public"]["airfield"] == "active"
    lift = int(track["lift"])
    kept = min(KEPT_FOR_DROPS, lift) if flown else lift
    markers = [sdm["hex"] for sdm in at.view["sdms"].values() if sdm["hex"] and sdm["cut_off"] and not sdm["gone"]]
    drops = [*wanting(at), *sorted(markers)][:MOST_DROPS]
    return [{
        "kind": "plan-air", "drops": drops, "flights": int(track["korsun_now"] + track["korsun_next"]),
        "allot_drops": kept, "allot_korsun": lift - kept,
    }]  # fmt: skip


def wanting(at: Situation) -> list[Hex]:
    """Hexes of units that are out of supply, most of them first."""
    size = {unit["hex"]: at.size(at.stack(unit["hex"])) for unit in at.own.values() if unit["supply"] != "in"}
    return sorted(size, key=lambda hex: (-size[hex], hex))[:MOST_DROPS]


def laid(at: Situation, which: str, turn: int) -> bool:
    plan = at.view["laid"][which]
    return plan is not None and plan["turn"] == turn
