"""When the defender hears of the enemy's Rally Phase, and of their own tries in it (SKR-SEQ-03).

At a step of that phase the attacker is asked only where one of their bases may try something, which the defender may
not learn. So the defender hears of the whole phase at a moment that goes by nothing hidden: before the first thing
that the attacker's fire lets them know, else with the letter that the moves are in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import TypeVar

from service.engine.dice import Dice
from service.engine.events import Event, Posted, SeatHeld
from service.engine.orders import Order
from service.engine.seats import Seat
from service.engine.telling import release, tell
from service.games.skirmish.truth.looking import tell_own_of
from service.games.skirmish.truth.state import State

Fires = TypeVar("Fires", bound=Order)
Resolve = Callable[[Fires, State, Seat, Dice], Iterator[Event]]


def hold_defender(state: State, dice: Dice) -> Iterator[Event]:
    """From here on the defender is told nothing that the umpire works."""
    yield SeatHeld(seat=state.non_phasing)


def catch_defender_up(state: State) -> Iterator[Event]:
    """Tell the defender all that has waited for them since the Rally Phase; nothing where they have heard of it."""
    defender = state.non_phasing
    if defender in state.held:
        yield from release(state, defender)
        yield from tell_own_of(state, defender)


def heard_at_once(resolve: Resolve[Fires]) -> Resolve[Fires]:
    """An order of the attacker's fire: before it lets the defender know something, they are caught up.

    An order of which they notice nothing tells them nothing, so the moment says no more than what they are told.
    """

    @wraps(resolve)
    def resolved(self: Fires, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        for event in resolve(self, state, seat, dice):
            if isinstance(event, Posted) and event.seat == state.non_phasing:
                yield from catch_defender_up(state)
                yield tell(state, event.seat, event.report, event.occasion)
            else:
                yield event

    return resolved
