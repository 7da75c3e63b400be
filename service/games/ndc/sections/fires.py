"""Counter-battery fire is worked in the Combat Resolution Segment (NDC-CBF-02, 08, 09; parent 3.31)."""

from __future__ import annotations

from collections.abc import Iterator

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.telling import tell
from service.games.ndc.known.reports import FireResolved
from service.games.ndc.printed.units import Unit
from service.games.ndc.sections.retreat import must_leave
from service.games.ndc.sections.support import lose, write
from service.games.ndc.sections.telling import tell_of_fire
from service.games.ndc.truth.letters import tell_own
from service.games.ndc.truth.state import State, UnitNoted


def work_counter_battery(state: State, dice: Dice) -> Iterator[Event]:
    """NDC-CBF-02: each CSP counts double on table 8.65; without artillery in the hex, or CSPs, nothing happens."""
    combat, tables = state.combat(), state.tables
    table = tables.counter_battery_fire
    if not combat.csps:
        return
    batteries = sorted(
        (unit for unit in state.units_at(combat.target, state.other(combat.side)) if unit.points("arty")),
        key=lambda unit: unit.designation,
    )
    if not batteries:
        return
    target = dice.pick(batteries, f"NDC-CBF-08 target of {combat.side} at {combat.target}")
    die = dice.roll(table.die, f"NDC-CBF-08 counter-battery fire of {combat.side} at {combat.target}").total
    result = tables.counter_battery(combat.csps * table.points_per_csp, die + tables.counter_battery_die(target.level))
    yield write(
        state,
        defender=target.id,
        before={target.id: target.to},
        levels={target.id: target.level},
        held={target.id: target.hexes},
    )
    yield from suffer(state, target, result.suppressed, result.loss, dice)
    if result.displaced and target.id in state.units:
        yield from must_leave(state, target, table.displacement, dice, kind="displace")


def suffer(state: State, target: Unit, suppressed: bool, loss: int, dice: Dice) -> Iterator[Event]:
    """Suppression is never declared; the owner sees both at once."""
    if suppressed and not target.suppressed:
        yield UnitNoted(unit=target.id, entries={"suppressed": True})
    yield from lose(state, target.id, loss, dice, by_fire=True)
    yield from tell_own(state, target.side)


def finish_fire(state: State) -> Iterator[Event]:
    """Both sides are told that the fire was worked, and the firing side no more than the target's level allows."""
    combat = state.combat()
    report = FireResolved(number=combat.number, target=combat.target, csps=combat.csps)
    for seat in (combat.side, state.other(combat.side)):
        yield tell(state, seat, report)
    yield from tell_of_fire(state, combat)
    yield from tell_own(state, state.non_phasing)
