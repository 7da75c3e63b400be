"""What a vessel carries, and how much of that its passengers take (12, 20)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from service.games.campaign1776.printed.land import COMBAT, Kind
from service.games.campaign1776.printed.naval import Nation
from service.games.campaign1776.printed.pieces import Pool, Ship
from service.games.campaign1776.printed.reading import AMERICAN
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


def overloaded(rules: Scenario, options_vary: bool, ships: Mapping[str, Ship], pools: Iterable[Pool]) -> frozenset[str]:
    """The French fleets with more aboard than they may carry, where guns and supply take more room (C76-NTR-13)."""
    if not options_vary:
        return frozenset()
    aboard: dict[str, list[tuple[Kind, int]]] = {}
    for pool in pools:
        if pool.aboard in ships and ships[pool.aboard].seat == AMERICAN:
            aboard.setdefault(pool.aboard, []).append((rules.kind(pool.kind), pool.number))
    return frozenset(id for id, units in aboard.items() if load(rules, True, units) > capacity(rules, ships[id]))
