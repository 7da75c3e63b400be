"""When a window ends that a game has opened: a game says how long, here it is known what time it is."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from service.engine.events import HourStrikes, WindowClosed, WindowLapsed, WindowOpened
from service.engine.umpire import Outcome


def window_of(outcome: Outcome, at: datetime) -> dict[str, datetime | None]:
    """The column that says when an open window ends, where this outcome has opened or ended one."""
    for event in reversed(outcome.journal):
        if isinstance(event, WindowOpened):
            earliest = at + timedelta(seconds=event.seconds)
            return {"due_at": earliest if event.until is None else strikes(event.until, earliest)}
        if isinstance(event, WindowLapsed | WindowClosed):
            return {"due_at": None}
    return {}


def strikes(until: HourStrikes, earliest: datetime) -> datetime:
    """The first moment, not before this one, at which the clocks of a zone strike an hour; in UTC.

    An hour that is left out as clocks go forward strikes when it would have; one that comes twice, the first time.
    """
    zone = ZoneInfo(until.zone)
    day = earliest.astimezone(zone).date() - timedelta(days=1)
    while True:
        found = datetime.combine(day, time(until.hour), zone).astimezone(UTC)
        if found >= earliest:
            return found
        day += timedelta(days=1)
