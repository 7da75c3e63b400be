"""Which reports tell a side of units lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from service.engine.reports import Report
from service.games.campaign1776.known.reports import EliminationTried, ForcedMarched, RoundFought, UnitsLost


def losses_told(report: Report) -> Mapping[str, int]:
    """The losses that a report tells, by kind of unit: in battle, on the march, aboard vessels that sink, and
    militia that is out of its area.

    Of those aboard, units without strength points are named too. Who is taken off the map otherwise is not counted.
    """
    match report:
        case RoundFought(lost=lost):
            return sum(map(Counter, lost.values()), Counter[str]())
        case EliminationTried(lost=kinds) | ForcedMarched(lost=kinds) | UnitsLost(units=kinds, why="sunk" | "abroad"):
            return kinds
    return {}
