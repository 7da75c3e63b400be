"""Steps lost: who takes them, and what becomes of who has none left (12.13, 8.6.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

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
    state: State, units: Sequence[UnitId], steps: int, by: Losses, first: Sequence[UnitId],
    chosen: Sequence[UnitId] = (),
) -> dict[UnitId, int]:  # fmt: skip
    """How so many steps fall on units, in turn on whom their owner has `chosen`, or else as is usual."""
    left = {id: state.units[id].steps(state.profile(id)) for id in units if id in state.units}
    taken: list[UnitId] = []
    while len(taken) < steps and (fit := next_to_lose(left, taken, first)):
        wanted = chosen[len(taken)] if len(taken) < len(chosen) else ""
        taken.append(wanted if wanted in fit else min(fit, key=lambda id: rank(state, id, by)))
    return Counter(taken)


def next_to_lose(left: Mapping[UnitId, int], taken: Sequence[UnitId], first: Sequence[UnitId]) -> list[UnitId]:
    """Who may lose the next step: `first` the first (12.9.1), nobody twice before all have lost one (12.13).

    `left`: the steps that each had; `taken`: who has lost one since.
    """
    lost = Counter(taken)
    standing = [id for id in left if left[id] > lost[id]]
    least = min((lost[id] for id in standing), default=0)
    preferred = [id for id in first if id in standing] if not taken else []
    return preferred or [id for id in standing if lost[id] == least]
