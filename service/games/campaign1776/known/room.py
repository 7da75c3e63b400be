"""What a vessel carries, and how much of that its passengers take (12, 20)."""

from __future__ import annotations

from collections.abc import Sequence

from service.games.campaign1776.printed.land import COMBAT, Kind
from service.games.campaign1776.printed.naval import Nation
from service.games.campaign1776.printed.pieces import Ship
from service.games.campaign1776.printed.scenario import Scenario


def load(rules: Scenario, options_vary: bool, units: Sequence[tuple[Kind, int]]) -> int:
    """How much of a vessel's capacity some passengers take."""
    takes = rules.tables.naval.takes["variable" if options_vary else "plain"]
    return sum(
        number * (takes.strength_point if kind.role in COMBAT else getattr(takes, kind.role)) for kind, number in units
    )


def capacity(rules: Scenario, ship: Ship) -> int:
    nation: Nation = "British" if ship.seat == "British" else "American" if ship.kind == "bateau" else "French"
    return rules.tables.naval.vessels[ship.kind].capacity[nation]
