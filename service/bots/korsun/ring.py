"""The ring round the pocket, for the side that holds it: whether it is shut, and what would open it (16.1)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from service.bots.korsun.figures import ARMOR, FOOT, SHAKES, ZONE_FROM
from service.bots.korsun.situation import Hex, Situation, neighbours, side_of

OPENED = 4.0
"""What it costs that the ring is open, with game-turns left in which it can be shut."""
FREE = 2.0
"""Points for each step of the pocket that has a way out at the end: one that the side does not get, and one lost."""
NOWHERE: Mapping[str, Hex] = {}


def is_open(at: Situation, moved: Mapping[str, Hex] = NOWHERE, shaken: Collection[str] = ()) -> bool:
    """Whether a unit of the pocket, or its airfield, has a path to a source, free of the side's units and zones.

    As it would be with those that are `moved` in these hexes, and with the `shaken` without a zone of control.
    """
    held: dict[Hex, float] = {}
    for id, unit in at.own.items():
        if at.is_combat(id):
            hex, figures = moved.get(id, unit["hex"]), at.printed[id]["defense"]
            without = id in shaken or unit["order"] == "disorganized" or unit["supply"] == "oos2"
            strength = 0.0 if without else float(figures[min(unit["lost"], len(figures) - 1)])
            held[hex] = max(held.get(hex, 0.0), strength)  # each unit exerts its own (10.1)
    zones = {
        there for hex, strength in held.items() if strength >= ZONE_FROM
        for there in neighbours(hex) if side_of(hex, there) not in at.uncrossed
    }  # fmt: skip
    return leads_out(at, (at.facts["airfield"], *encircled(at)), {*held, *(zones - at.enemies)})


def leads_out(at: Situation, starts: Iterable[Hex], barred: Collection[Hex]) -> bool:
    """Whether a path that is not barred leads from one of these hexes to a source of the German side."""
    sources = {one["source"] for one in at.facts["markers"].values() if one["side"] == "German"}
    reached = {hex for hex in starts if hex not in barred}
    edge = list(reached)
    while edge:
        for hex in neighbours(edge.pop()):
            if hex in at.land and hex not in reached and hex not in barred:
                reached.add(hex)
                edge.append(hex)
    return bool(reached & sources)


def is_free(at: Situation, hex: Hex) -> bool:
    """Whether a German unit in a hex has such a path, by the enemies that its side knows of."""
    zones = {
        there for one in at.enemies if may_have_zone(at, one)
        for there in neighbours(one) if side_of(one, there) not in at.uncrossed
    }  # fmt: skip
    friends = {unit["hex"] for id, unit in at.own.items() if at.is_combat(id)}
    return leads_out(at, (hex,), at.enemies | (zones - friends))


def may_have_zone(at: Situation, hex: Hex) -> bool:
    """Whether an enemy hex has a zone of control, as far as that is known."""
    return at.contacts[hex]["level"] < 2 or at.has_zone(hex)


def encircled(at: Situation) -> list[Hex]:
    """Where units of the pocket were seen."""
    return [
        hex
        for hex, one in at.contacts.items()
        if any(at.printed[unit["id"]]["command"] in at.pocket for unit in one["units"])
    ]


def holds(at: Situation) -> bool:
    """Whether there is a pocket round which the side is to keep a ring."""
    return at.side == "Soviet" and bool(at.pocket)


def risk(at: Situation, column: str, units: Collection[str]) -> float:
    """What an attack is likely to cost because it may shake somebody without whose zone the ring is open."""
    if not holds(at) or not SHAKES[column] or is_open(at):
        return 0.0
    opened = sum(is_open(at, shaken=(id,)) for id in units) / max(1, len(units))
    seen = [one for hex in encircled(at) for one in at.contacts[hex]["units"]]
    steps = sum(len(at.printed[one["id"]]["defense"]) - one["lost"] for one in seen)
    cost = FREE * steps if at.turn >= int(at.facts["turns"][1]) else OPENED
    return SHAKES[column] * opened * cost


def who_advances(at: Situation, hex: Hex, units: Sequence[str]) -> list[str] | None:
    """Who enters a hex that falls empty, without opening the ring; None to leave it to the usual choice."""
    if not holds(at) or is_open(at):
        return None
    chosen: list[str] = []
    for types in (ARMOR, FOOT):
        able = sorted((id for id in units if at.printed[id]["type"] in types), key=lambda id: (-at.attack(id), id))
        fit = (id for id in able if not is_open(at, dict.fromkeys((*chosen, id), hex)))
        chosen += [id for id in (next(fit, None),) if id is not None]
    return chosen
