"""Which reports tell a side of steps lost."""

from __future__ import annotations

from collections.abc import Mapping

from service.engine.reports import Report
from service.games.korsun.known.reports import ArmorShot, BreakoutTried, CombatFought
from service.games.korsun.printed.units import UnitId

INTERCEPT = 0
"""The number of an exchange of fire that is part of no combat."""


def losses_told(report: Report) -> Mapping[UnitId, int]:
    """The steps that a report tells to be lost, by unit; what is shot in a combat, that combat's report tells."""
    match report:
        case CombatFought(losses=losses):
            return losses
        case ArmorShot(number=number, target=target, steps=steps) if number == INTERCEPT:
            return {target: steps}
        case BreakoutTried(unit=unit, lost=steps):
            return {unit: steps}
    return {}
