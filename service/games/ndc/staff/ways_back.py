"""The ways by which own units left a hex that was fought for, from their own reports and orders."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from service.engine.hexes import Hex
from service.games.ndc.known.reports import OwnUnitReported
from service.games.ndc.printed.units import UnitId


@dataclass(frozen=True)
class Ordered:
    """What a unit was ordered that had to leave: the hexes, in their order."""

    unit: UnitId
    hexes: tuple[Hex, ...]


@dataclass
class WayBack:
    """A unit's way: what it entered, and what it was ordered and has not reported on yet.

    `to` is its T/O level as it was told last, and `paid` how many levels it is known to have lost on its way.
    """

    entered: tuple[Hex, ...] = ()
    ordered: tuple[Hex, ...] = ()
    to: int | None = None
    paid: int = 0

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """The hexes that it went through, the last of them where it ended: what came otherwise is reported."""
        return (*self.entered, *self.ordered)

    def take(self, report: OwnUnitReported, start: Hex) -> None:
        """A report of the unit: it does not speak of its hex where that is the one to which its orders led."""
        unit, was_gone = report.unit, bool(self.hexes)
        if "hex" not in report.changed or unit.hex is None:
            self.entered, self.ordered = self.hexes, ()
        else:
            stood = self.entered[-1] if self.entered else start
            on = self.ordered[: self.ordered.index(unit.hex) + 1] if unit.hex in self.ordered else (unit.hex,)
            self.entered, self.ordered = (*self.entered, *(on if unit.hex != stood else ())), ()
        if self.to is not None and (was_gone or self.entered):
            self.paid += max(0, self.to - unit.to)
        self.to = unit.to


def ways_back(told: Iterable[OwnUnitReported | Ordered], start: Hex) -> dict[UnitId, WayBack]:
    """The way of each unit that left a hex, from what was told and ordered in its order."""
    found: dict[UnitId, WayBack] = {}
    for one in told:
        if isinstance(one, Ordered):
            found.setdefault(one.unit, WayBack()).ordered += one.hexes
        else:
            found.setdefault(one.unit.id, WayBack()).take(one, start)
    return {unit: way for unit, way in found.items() if way.hexes}
