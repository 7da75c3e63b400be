"""The continuous front that some scenarios demand of the German side (22.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from service.engine.hexes import Hex, distance
from service.games.korsun.printed.scenario import Scenario
from service.games.korsun.printed.units import Unit, UnitId


def uncovered(
    rules: Scenario, own: Mapping[UnitId, Unit], listed: Iterable[Hex], moved: Mapping[UnitId, Hex] | None = None
) -> list[Hex]:
    """The listed hexes without a German combat unit, alarm units not counted, in them or next to them.

    `moved`: where some of the units would stand instead.
    """
    places = {id: (moved or {}).get(id, unit.hex) for id, unit in own.items()}
    holding = [
        hex for id, hex in places.items()
        if hex is not None and rules.profile(id).is_combat and not rules.profile(id).is_alarm
    ]  # fmt: skip
    return [hex for hex in listed if all(distance(hex, there) > 1 for there in holding)]
