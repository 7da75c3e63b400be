"""Live play (P16 c): moves are played step by step before both, each step as long as any other, whoever sees it.

A step begins with its owner watching it: their bases stand where they have come to, with what they see from there. What
the defender does about it they hear when the time of the step is over, but for a halt, which is a shout. Several bases
make their steps at once where their owner has written so.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Literal

from service.engine.dice import Dice
from service.engine.events import Event, SeatHeld, WindowOpened
from service.engine.hexes import Hex
from service.engine.orders import Order
from service.engine.telling import announce, release, tell
from service.games.skirmish.known.reports import FilmShown, TimeRuns
from service.games.skirmish.printed.bases import BaseId
from service.games.skirmish.sections.batches import DefenderAsked, LaneTaken, OrderPlayed, StepShown, order_of
from service.games.skirmish.sections.linked_fire import fire_on_move
from service.games.skirmish.sections.markers import chance_over
from service.games.skirmish.sections.moving import Face, FireOnMove, LeaveMap, Move
from service.games.skirmish.sections.playing import (
    arrive,
    attacker_of,
    filmed,
    flee,
    goes_on,
    leave_map,
    next_order,
    one_step,
    play_film,
    played_live,
    set_out,
    shown_to_defender,
    watch,
)
from service.games.skirmish.truth.looking import tell_own
from service.games.skirmish.truth.state import State


@dataclass(frozen=True, kw_only=True)
class GroupFormed(Event):
    """The next `orders` of the batch, so many, are played at once."""

    kind: Literal["group-formed"] = "group-formed"
    orders: int

    def change(self, state: State) -> None:
        state.playing.together = self.orders


@dataclass(frozen=True, kw_only=True)
class StepsMade(Event):
    """These bases have made a step, about each of which the defender may have to be asked."""

    kind: Literal["steps-made"] = "steps-made"
    bases: tuple[BaseId, ...]

    def change(self, state: State) -> None:
        state.playing.stepped = list(self.bases)


def play_on(state: State, dice: Dice) -> Iterator[Event]:
    """Play the batch to the next step at which the defender has a shot, or live by one step; or to its end."""
    if not played_live(state):
        yield from play_film(state, dice)
    elif state.playing.stepped:
        yield from ask_next(state, dice)  # within the time of the same step
    else:
        yield from play_step(state, dice)


def play_step(state: State, dice: Dice) -> Iterator[Event]:
    """One step of each base that moves now; both are told that its time runs, and the attacker sees their own."""
    stepped: list[BaseId] = []
    while not stepped and (yield from next_group(state)):
        for base in group(state):
            if (yield from step_of(state, base, dice)):
                stepped.append(base)
    if stepped:
        yield StepsMade(bases=tuple(stepped))
        yield from time_runs(state, "step", step_seconds(state))
        yield from ask_next(state, dice)


def time_runs(state: State, what: Literal["step", "shot"], seconds: int) -> Iterator[Event]:
    """A time begins before both: the attacker is told how their bases stand, and no more until it is over."""
    attacker = attacker_of(state)
    yield from release(state, attacker)
    yield from tell_own(state)
    yield from announce(state, TimeRuns(what=what, seconds=seconds))
    yield SeatHeld(seat=attacker)
    yield WindowOpened(seconds=seconds)


def step_seconds(state: State) -> int:
    """How long a step lasts: as was agreed, or where nothing was, as it usually does."""
    return int(state.options.get("live_step", state.tables.options["live_step"][0]))


def step_over(state: State) -> bool:
    """Whether nothing is left of a step but its time."""
    return played_live(state) and not state.playing.stepped


def show_step(state: State, dice: Dice) -> Iterator[Event]:
    """The time of a step is over: the attacker sees what became of it, the same whether or not it was fired at."""
    attacker = attacker_of(state)
    yield from chance_over(state, state.non_phasing, seen=state.playing.shown)
    yield StepShown(shots={b.id: b.shots for b in state.bases.values() if b.side != attacker and b.shots})
    yield from release(state, attacker)
    yield from tell_own(state)
    yield SeatHeld(seat=attacker)


def time_remaining_fire(state: State, dice: Dice) -> Iterator[Event]:
    """The remaining fire has its time, whether or not there is anything to fire at."""
    if not played_live(state):
        return
    yield from announce(state, TimeRuns(what="remaining", seconds=state.tables.windows.live_other))
    yield WindowOpened(seconds=state.tables.windows.live_other)


# ---- who moves at once


def group(state: State) -> list[BaseId]:
    """The bases that move at once, in the order in which their moves were written."""
    return list(dict.fromkeys(order_of(order) for order in state.playing.orders[: state.playing.together]))


def next_group(state: State) -> Generator[Event, None, bool]:
    """Form the next group if the last has played its orders; whether there is one.

    It is the next order with all that follow it and go in step with it, and what else is ordered to their bases.
    """
    if state.playing.together:
        return True
    while next_order(state) is None:
        if not (yield from flee(state)):
            return False
    orders, bases = state.playing.orders, set[BaseId]()
    for order in orders:
        joins = isinstance(order, Move) and order.in_step
        if bases and order_of(order) not in bases and not (joins and of_this_stage(state, order)):
            break
        bases.add(order_of(order))
    together = next((at for at, order in enumerate(orders) if order_of(order) not in bases), len(orders))
    yield GroupFormed(orders=together)
    return True


def of_this_stage(state: State, order: Order) -> bool:
    """Whether an order is for one of those who move in this part of the batch."""
    first = next_order(state)
    assert first is not None
    return state.playing.stages.get(order_of(order)) == state.playing.stages.get(order_of(first))


def step_of(state: State, id: BaseId, dice: Dice) -> Generator[Event, None, bool]:
    """One step of a base of the group, with all that comes before and after it; whether it made one."""
    yield LaneTaken(base=id)
    while (order := order_for(state, id)) is not None:
        if isinstance(order, FireOnMove | LeaveMap):
            yield from (fire_on_move(state, order, dice) if isinstance(order, FireOnMove) else leave_map(state, order))
            yield OrderPlayed(base=id)
            continue
        assert isinstance(order, Move | Face)
        if waits(state, id, order):
            return False
        if state.playing.mover is None:
            yield from set_out(state, order)
        if not goes_on(state):
            yield from arrive(state)
            continue
        stood = filmed(state)
        if (yield from one_step(state, order)):
            yield from watch(state, stood)
            return True
    return False


def order_for(state: State, id: BaseId) -> Order | None:
    """What is next ordered to a base of the group."""
    return next((order for order in state.playing.orders[: state.playing.together] if order_of(order) == id), None)


def waits(state: State, id: BaseId, order: Move | Face) -> bool:
    """Whether a base of the group lets others go first: those whom it was told to wait for, or who still stand where it
    goes. The first of the group waits for nobody."""
    before = group(state)[: group(state).index(id)]
    if isinstance(order, Move) and state.playing.mover is None and set(order.skip_if) & set(before):
        return True
    path = state.playing.path if state.playing.mover == id else list(order.path) if isinstance(order, Move) else []
    if len(path) != 1 or path[0].startswith("@"):
        return False
    base = state.bases[id]
    there = state.at(Hex(path[0]), base.side)
    return not state.tables.bases.stacks(base, there) and any(other.id in before for other in there)


# ---- what the defender does about it


def ask_next(state: State, dice: Dice) -> Iterator[Event]:
    """Of the bases that have made a step: the defender's fire by plan, until one of them is to be asked about."""
    while state.playing.stepped:
        first, *others = state.playing.stepped
        yield LaneTaken(base=first)
        yield StepsMade(bases=tuple(others))
        shown = yield from shown_to_defender(state, dice)
        if shown is not None:
            yield DefenderAsked(asked=True)
            yield tell(state, state.non_phasing, FilmShown(film=shown))
            return


LIVE_EVENTS: tuple[type[Event], ...] = (GroupFormed, StepsMade)
