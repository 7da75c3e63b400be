"""The continuous front that some scenarios demand of the German side (22.1)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from service.engine.hexes import Hex, distance
from service.games.korsun.printed.scenario import Scenario
from service.games.korsun.printed.units import Unit, UnitId


def uncovered(
    rules: Scenario, own: Mapping[UnitId, Unit], listed: Iterable[Hex], but: Collection[UnitId] = ()
) -> list[Hex]:
    """The listed hexes without a German combat unit, alarm units not counted, in them or next to them.

    `but`: units that count for nothing, as if they had left.
    """
    holding = [
        unit.hex for id, unit in own.items()
        if unit.hex is not None and id not in but and rules.profile(id).is_combat and not rules.profile(id).is_alarm
    ]  # fmt: skip
    return [hex for hex in listed if all(distance(hex, there) > 1 for there in holding)]


def held_alone(
    rules: Scenario, own: Mapping[UnitId, Unit], listed: Iterable[Hex], units: Collection[UnitId]
) -> list[Hex]:
    """The listed hexes that these units hold and nobody else: where they go, they have to be in or next to each."""
    hexes = list(listed)
    open_now = set(uncovered(rules, own, hexes))
    return [hex for hex in uncovered(rules, own, hexes, units) if hex not in open_now]
