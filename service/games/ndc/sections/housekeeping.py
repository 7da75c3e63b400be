"""Housekeeping (NDC-HSK-01 to 09): ammunition, fatigue, markers, at the end of each side's own turn.

Breakdown and recombination, which close it, are in `breakdown.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from service.engine.dice import Dice
from service.engine.events import Event, Told
from service.engine.hexes import Hex
from service.games.ndc.known.reports import MarkersRemoved
from service.games.ndc.printed.units import Marker, Side, Unit
from service.games.ndc.sections.breakdown import BREAKDOWN_EVENTS, BreakDown, Recombine
from service.games.ndc.sections.intelligence import in_order
from service.games.ndc.sections.telling import handle_in, tell_of_end
from service.games.ndc.truth.letters import tell_own
from service.games.ndc.truth.state import LossTaken, State, UnitNoted

__all__ = ["EVENTS", "BreakDown", "Recombine", "close", "run_housekeeping"]


# ---- what happens


@dataclass(frozen=True, kw_only=True)
class MarkersCleared(Event):
    """These markers are off the map, and every EW (NDC-HSK-05) and Engaged marker (NDC-HSK-06) of both sides."""

    kind: Literal["markers-cleared"] = "markers-cleared"
    markers: tuple[Marker, ...]

    def change(self, state: State) -> None:
        state.markers = [marker for marker in state.markers if marker not in self.markers]
        state.engagements = []
        for unit in state.units.values():
            unit.ew, unit.engaged = 0, False


@dataclass(frozen=True, kw_only=True)
class CountersCleared(Event):
    """What a side's units did since its last Housekeeping has been reckoned; the count begins anew."""

    kind: Literal["counters-cleared"] = "counters-cleared"
    side: Side

    def change(self, state: State) -> None:
        state.accounts[self.side].fired = {}
        for unit in state.units.values():
            if unit.side == self.side:
                unit.idle = not (unit.marched or unit.moved or unit.attacks or unit.attacked)
                unit.fights, unit.attacks, unit.marched, unit.forced, unit.parted = 0, 0, False, False, False


EVENTS: tuple[type[Event], ...] = (MarkersCleared, CountersCleared, *BREAKDOWN_EVENTS)


# ---- the umpire's duties


def run_housekeeping(state: State, dice: Dice) -> Iterator[Event]:
    """NDC-HSK-09: ammunition, then fatigue, then the markers; what its owner orders comes after."""
    side = state.phasing
    assert side is not None
    for unit in in_order(state.on_map(side)):
        if not unit.combat:
            yield from determine_ammunition(state, unit, dice)
    for unit in in_order(state.on_map(side)):
        yield from reckon_fatigue(state, unit, dice)
    yield CountersCleared(side=side)
    yield from tell_own(state, side)
    yield from remove_markers(state, side)


def determine_ammunition(state: State, hq: Unit, dice: Dice) -> Iterator[Event]:
    """NDC-HSK-01, parent 3.33: an HQ is no longer low, and then tested by the uses of its artillery since last time."""
    if hq.ammo_low:
        yield UnitNoted(unit=hq.id, entries={"ammo_low": False})
    uses = state.accounts[hq.side].fired.get(hq.id, 0)
    low_on = state.tables.ammo_low_on(uses, hq.points("arty"))
    if low_on:
        die = dice.roll(state.tables.die("ammo_11_8"), f"NDC-HSK-01 ammunition of {hq.side} at {hq.hex}").total
        if die <= low_on:
            yield UnitNoted(unit=hq.id, entries={"ammo_low": True})


def reckon_fatigue(state: State, unit: Unit, dice: Dice) -> Iterator[Event]:
    """Parent 3.35, 3.11 and 3.34: what a unit gains by marching, fighting and gas; else it may recover.

    An end by a forced march is told to the enemy like any, at once as all of Housekeeping is (parent 3.7).
    """
    tables, march = state.tables.fatigue, state.tables.movement.forced_march
    risky = unit.forced and unit.fatigue >= march.risk_from_fatigue
    gain = tables.forced_march if unit.forced else 0
    if unit.combat and (unit.attacks or unit.fights >= tables.combats):
        gain += tables.fought
    if any(marker.kind == "gas" and marker.hex in unit.hexes for marker in state.markers):
        gain += state.tables.chemical.gas.fatigue
    if not gain and not unit.fights and unit.fatigue and recovers(state, unit, dice):
        gain = -tables.recovery
    fatigue = max(0, min(tables.highest, unit.fatigue + gain))
    if fatigue != unit.fatigue:
        yield UnitNoted(unit=unit.id, entries={"fatigue": fatigue})
    if risky:
        die = dice.roll(march.die, f"NDC-MOD-01 forced march of {unit.side} at {unit.hex}").total
        if die <= march.loss_up_to:
            yield LossTaken(unit=unit.id, steps=march.loss)
            if unit.id not in state.units and unit.level >= state.tables.reports.losses:
                enemy = state.other(unit.side)
                yield from tell_of_end(state, enemy, handle_in(state, enemy, unit.id, unit.hex or Hex("")))


def recovers(state: State, unit: Unit, dice: Dice) -> bool:
    """A unit that did not even move recovers; one that did only on a good die."""
    if not (unit.marched or unit.moved):
        return True
    tables = state.tables.fatigue
    die = dice.roll(tables.recovery_die, f"NDC-HSK-09 recovery of {unit.side} at {unit.hex}").total
    return die >= tables.recovery_from


def remove_markers(state: State, side: Side) -> Iterator[Event]:
    """NDC-HSK-02: breakthrough markers go; NDC-HSK-03, NDC-HSK-04: so do interdiction and gas that the enemy laid.

    What the phasing side laid of those two stays through the enemy's Housekeeping.

    Both sides are told at once, and in any case: that it is Housekeeping they know from the letter before.
    """
    removed = [marker for marker in state.markers if marker.kind == "breakthrough" or marker.side != side]
    markers = tuple(sorted(removed, key=lambda marker: (marker.hex, marker.kind, marker.side)))
    yield MarkersCleared(markers=markers)
    for reader in state.seats:
        yield Told(seat=reader, report=MarkersRemoved(markers=markers))
        yield from tell_own(state, reader)


def close(state: State, dice: Dice) -> Iterator[Event]:
    """The end of Housekeeping: headquarters of its owner are no longer suppressed (parent 3.31)."""
    side = state.phasing
    assert side is not None
    for unit in in_order(state.on_map(side)):
        if unit.suppressed:
            yield UnitNoted(unit=unit.id, entries={"suppressed": False})
    yield from tell_own(state, side)
