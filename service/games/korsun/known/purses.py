"""Where a unit's supply points come from: its marker, or a depot of its Korps (12.4, 14.4, 15.1, 15.6)."""

from __future__ import annotations

from collections.abc import Iterator

from service.engine.hexes import Hex
from service.games.korsun.known.field import Field
from service.games.korsun.known.supply import in_reach, reach
from service.games.korsun.printed.units import Command, Depot, Sdm, Unit, UnitId

Purse = Sdm | Depot


def depots_of(field: Field, command: Command) -> Iterator[tuple[Hex, Depot]]:
    """The depots of a Korps that are complete."""
    return ((hex, one) for hex, one in field.stores.depots.items() if one.command == command and not one.due)


def near_depot(field: Field, unit: Unit, hex: Hex) -> bool:
    """Whether a unit lies within one increment of a depot of its Korps."""
    command = field.rules.counters[unit.id].command
    increment = field.rules.markers[command].increment(field.ground)
    return unit.hex is not None and unit.hex in reach(field, hex, increment)


def purse_of(field: Field, id: UnitId, points: int) -> tuple[Purse | None, Hex | None]:
    """What pays so many points for a unit, with the hex if it is a depot: its marker where that reaches and has them.

    Where nothing pays the marker stands alone, short of points, for the refusal to say why; None where that does not
    reach either.
    """
    unit, sdm = field.own[id], field.sdm_of(id)
    near = sdm if sdm is not None and in_reach(field, unit) else None
    if near is not None and near.sp >= points:
        return near, None
    for hex, depot in depots_of(field, field.rules.counters[id].command):
        if depot.sp >= points and near_depot(field, unit, hex):
            return depot, hex
    return near, None
