"""Command (parent 3.19): who is in command of their headquarters, and whose rating counts for them.

Pure questions about a force, so that they serve the truth and a side's picture of its own units alike. The ranges are
each side's own and stand in the scenario.
"""

from __future__ import annotations

from collections.abc import Mapping

from service.engine.hexes import Hex, distance
from service.games.ndc.printed.scenario import Scenario
from service.games.ndc.printed.units import Unit, UnitId


def command_range(hq: Unit, rules: Scenario) -> int:
    """Hexes over which an HQ commands now: its side's figure, less for jamming that lies on it and in March mode."""
    tables, ranges = rules.tables, rules.sides[hq.side].command_range
    full = ranges.division if hq.parent is None else ranges.formation
    return max(0, full + hq.ew * tables.command.range_per_ew_level + tables.mode(hq.mode).command_range)


def within_range(hq: Unit, hex: Hex | None, rules: Scenario) -> bool:
    """Whether an HQ on the map commands as far as a hex."""
    return hex is not None and hq.hex is not None and distance(hq.hex, hex) <= command_range(hq, rules)


def in_command(units: Mapping[UnitId, Unit], unit: Unit, rules: Scenario) -> bool:
    """Whether a unit's parent HQ is on the map and commands as far as its base hex; a division HQ needs nobody's."""
    if unit.parent is None:
        return unit.hex is not None
    hq = units.get(unit.parent)
    return hq is not None and within_range(hq, unit.hex, rules)


def hq_in_reach(units: Mapping[UnitId, Unit], hq: Unit, rules: Scenario) -> bool:
    """Whether an HQ is within the range of its division HQ, or is that HQ itself."""
    return in_command(units, hq, rules)


def subordinate_rating(units: Mapping[UnitId, Unit], unit: Unit, rules: Scenario) -> int:
    """The rating of the brigade or regimental commander that counts for a unit (NDC-ATM-12, NDC-DFM-14).

    A unit out of command, or whose HQ is out of the division's range, has none; one directly under division has the
    rating of the table; an HQ that must defend itself has its own.
    """
    if not unit.combat:
        return unit.rating
    hq = units.get(unit.parent) if unit.parent is not None else None
    if hq is None or not in_command(units, unit, rules):
        return 0
    if hq.parent is None:
        return rules.tables.command.rating_under_division
    return hq.rating if hq_in_reach(units, hq, rules) else 0
