"""The public order of battle of a side: which headquarters leads which battalions, and what comes later."""

from __future__ import annotations

from service.engine.facts import Fact
from service.games.ndc.printed.order_of_battle import UnitSetup
from service.games.ndc.printed.scenario import Scenario
from service.games.ndc.printed.units import Side


def order_of_battle(rules: Scenario, side: Side) -> tuple[Fact, ...]:
    """Each headquarters with those whom it leads, by name; no places and no strengths, which intelligence is for."""
    units = rules.order_of_battle(side)
    return tuple(
        Fact.of(staff.designation, "; ".join(named(unit) for unit in units if unit.parent == staff.id))
        for staff in units
        if any(unit.parent == staff.id for unit in units)
    )


def named(unit: UnitSetup) -> str:
    """A unit by its name, with the turn in which it comes where it does not begin on the map."""
    return unit.designation if unit.hexes else f"{unit.designation} (from turn {unit.turn})"
