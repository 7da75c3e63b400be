"""How a seat is told: at once or with its next letter, for which things wait in its post; and of orders accepted.

A `Told` is always told at once, a `Posted` always with the next letter. Whether one or the other is `tell`'s to say.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import TypeGuard

from service.engine.events import Event, Posted, PostEmptied, SeatReleased, Told
from service.engine.orders import Order
from service.engine.reports import Occasion, OrdersAccepted, Report
from service.engine.seats import Seat
from service.engine.state import Position


def tell(state: Position, seat: Seat, report: Report, occasion: Occasion | None = None) -> Event:
    """Tell a seat at once, or with its next letter where that is how it hears of things now."""
    how = Posted if state.hears_by_letter(seat) else Told
    return how(seat=seat, report=report, occasion=occasion)


def tell_all(state: Position, report: Report, occasion: Occasion | None = None) -> Iterator[Event]:
    """Tell each seat, as it hears of things now."""
    yield from (tell(state, seat, report, occasion) for seat in state.seats)


def announce(state: Position, report: Report, occasion: Occasion | None = None) -> Iterator[Told]:
    """Tell all seats at once, also those that hear of nothing else now."""
    yield from (Told(seat=seat, report=report, occasion=occasion) for seat in state.seats)


# ---- the post


def empty_post(state: Position, seat: Seat) -> Generator[Event, None, list[Told]]:
    """Empty the post of a seat; it returns what waited there, in order, each as the event that tells it."""
    waited = [Told(seat=seat, report=one.report, occasion=one.occasion) for one in state.post.get(seat, ())]
    yield PostEmptied(seat=seat)
    return waited


def deliver_post(state: Position, seat: Seat) -> Iterator[Event]:
    """Empty the post of a seat, and tell it all that waited there, in order."""
    yield from (yield from empty_post(state, seat))


def release(state: Position, seat: Seat) -> Iterator[Event]:
    """Release a seat if it is held, and tell it all that has waited for it, in order."""
    if seat in state.held:
        yield SeatReleased(seat=seat)
    yield from deliver_post(state, seat)


# ---- orders that are accepted


def acceptance(seat: Seat, orders: Sequence[Order], *, answered_for: bool = False) -> Told:
    """What tells a seat that these orders of its own are accepted, or that the umpire has given them on its behalf."""
    return Told(seat=seat, report=OrdersAccepted(orders=tuple(orders), answered_for=answered_for))


def is_acceptance(event: Event) -> TypeGuard[Told]:
    """Whether it is the acceptance of orders that a seat gave itself."""
    return isinstance(event, Told) and isinstance(event.report, OrdersAccepted) and not event.report.answered_for
