"""Steps lost: who takes them, and what becomes of who has none left (12.13, 8.6.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from service.engine.events import Event
from service.games.korsun.known.plans import Losses
from service.games.korsun.printed.units import UnitId
from service.games.korsun.truth.state import State, StepLost, StoresChanged

CADRES = ("inf", "pg")
CADRE_STEPS = 3


def lose_steps(state: State, unit: UnitId, steps: int) -> Iterator[Event]:
    """A unit loses steps in combat; a regiment destroyed while not OOS2 leaves a cadre (8.6.3)."""
    if not steps or unit not in state.units:
        return
    printed, was = state.profile(unit), state.units[unit]
    side, command = state.side_of(unit), state.rules.counters[unit].command
    falls = steps >= was.steps(printed)
    leaves = falls and printed.type in CADRES and printed.steps == CADRE_STEPS and was.supply != "oos2"
    yield StepLost(unit=unit, steps=steps)
    boxes = state.stores[side].cadres
    if leaves and command in boxes:
        yield StoresChanged(side=side, entries={"cadres": {**boxes, command: [*boxes[command], unit]}})


def rank(state: State, unit: UnitId, by: Losses) -> tuple[object, ...]:
    """In which order units take losses: the least first. The strongest takes them first, or infantry, or armor."""
    printed, stands = state.profile(unit), state.units[unit]
    strength = stands.defense(printed) + stands.attack(printed)
    if by == "infantry-first":
        return (not printed.is_infantry, -strength, unit)
    if by == "armor-first":
        return (not printed.is_armor, -strength, unit)
    return (-strength, unit)


def shared_out(
    state: State, units: Sequence[UnitId], steps: int, by: Losses, first: Sequence[UnitId]
) -> dict[UnitId, int]:
    """How so many steps fall on units: on `first` first (12.9.1), on nobody twice before all have lost one."""
    left = {id: state.units[id].steps(state.profile(id)) for id in units if id in state.units}
    found: dict[UnitId, int] = {}
    for number in range(steps):
        standing = [id for id in left if left[id] > 0]
        if not standing:
            break
        least = min(found.get(id, 0) for id in standing)
        preferred = [id for id in first if id in standing] if number == 0 else []
        fit = preferred or [id for id in standing if found.get(id, 0) == least]
        taken = min(fit, key=lambda id: rank(state, id, by))
        found[taken] = found.get(taken, 0) + 1
        left[taken] -= 1
    return found
