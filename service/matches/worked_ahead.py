"""What was worked ahead of its time: when it is published, and what still comes before it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from service.engine import judging
from service.engine.game import AnyGame
from service.engine.seats import Seat
from service.matches.telling import InWords
from service.store import Queued, Worked


@dataclass
class Ahead:
    """What was worked and is not published yet: the orders that were queued, or where there are none a lapse of time.

    `read` is the last number of the queue that was known when it was worked. `waiting`: who was waited for as the time
    lapsed.
    """

    worked: Worked
    queued: Queued | None
    read: int
    due: datetime
    waiting: tuple[Seat, ...] = ()
    said: Mapping[Seat, InWords] = field(default_factory=dict)
    """What is said to those who listen at seats of what these are told, if nothing else is told to them before."""

    @property
    def seat(self) -> Seat | None:
        return self.queued.seat if self.queued else None

    def is_in_time(self, queued: Sequence[Queued], game: AnyGame) -> bool:
        """Whether any of these orders are worked before this end of a time: those of a seat that it was waiting for.

        Others are worked behind it, or by sending them a seat could put off the end for ever.
        """
        return any(
            one.seat in self.waiting and not all(judging.is_lawful_anytime(game, order) for order in one.orders)
            for one in queued
        )


def whole_paces_after(since: datetime, ready: datetime, pace: float) -> datetime:
    """When to publish what is ready: after the pace (seconds), or the next whole number of paces."""
    paces = max(1, math.ceil((ready - since) / timedelta(seconds=pace)))
    return since + paces * timedelta(seconds=pace)


def stop_told_at(now: datetime, pace: float | None) -> datetime:
    """When all sides are told of a fault that was met now: at a full minute, which says nothing of whose order it was.

    A server that works at once tells of it at once.
    """
    if not pace:
        return now
    soonest = now + timedelta(seconds=pace)
    return soonest.replace(second=0, microsecond=0) + timedelta(minutes=1)
