"""Artillery in a combat: which pieces may fire for a side, and with how many points (12.10.2, 14.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from service.engine.hexes import Hex, distance
from service.games.korsun.printed.reading import GERMAN, Side, Visibility
from service.games.korsun.printed.scenario import Scenario
from service.games.korsun.printed.units import FULL, OUT, Unit, UnitId

DIVISION_SUBSCRIPT = 2
"""Pieces of an artillery division, and no others, have this movement subscript (9.10.2)."""


def can_fire(rules: Scenario, unit: Unit) -> bool:
    """Whether a piece is ready at all: ammunition, order, supply, and no No Fire marker."""
    ready = unit.ammo > OUT and unit.order != "disorganized" and unit.no_fire == 0 and unit.supply != "oos2"
    return rules.profile(unit.id).is_gun and unit.hex is not None and ready


def reaches(rules: Scenario, unit: Unit, hexes: Iterable[Hex], visibility: Visibility) -> bool:
    """Whether one of these hexes lies within its range, which a storm shortens."""
    far = rules.profile(unit.id).range
    if visibility == "storm":
        far = min(far, rules.tables.weather.storm["artillery_range_max"])
    return unit.hex is not None and any(distance(unit.hex, hex) <= far for hex in hexes)


def serves(rules: Scenario, unit: UnitId, fighting: Iterable[UnitId], *, defends: bool) -> bool:
    """Whether a piece belongs to who fights: its command, or for a division's pieces its Front; German defense: any."""
    counter = rules.counters[unit]
    if defends and counter.side == GERMAN:
        return True
    commands = {rules.counters[one].command for one in fighting}
    fronts = {rules.counters[one].front for one in fighting}
    whole_front = counter.profile.sub == DIVISION_SUBSCRIPT and counter.front in fronts
    return counter.command in commands or whole_front


def pieces(
    rules: Scenario, own: Mapping[UnitId, Unit], side: Side, attacker: Side, hex: Hex, attackers: Iterable[UnitId],
    origins: Iterable[Hex], visibility: Visibility,
) -> tuple[UnitId, ...]:  # fmt: skip
    """The pieces of a side that may fire in a combat: at the attacked hex; the defender's also at whence it comes."""
    defends = side != attacker
    fighting = tuple(attackers) if not defends else tuple(id for id, unit in own.items() if unit.hex == hex)
    targets = (hex, *origins) if defends else (hex,)
    return tuple(
        id for id, unit in own.items()
        if can_fire(rules, unit) and reaches(rules, unit, targets, visibility)
        and serves(rules, id, fighting, defends=defends)
    )  # fmt: skip


def halves(rules: Scenario, unit: Unit) -> int:
    """A piece's support points, doubled: Full ammunition counts in full, Low at half (12.10)."""
    return rules.profile(unit.id).fs * (2 if unit.ammo == FULL else 1)
