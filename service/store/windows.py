"""When a window ends that a game has opened: a game says how long, here it is known what time it is."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from service.engine.events import Event, HourStrikes, WindowClosed, WindowLapsed, WindowOpened

Window = WindowOpened | WindowLapsed | WindowClosed


def window_of(journal: Sequence[Event]) -> Window | None:
    """What these events made of the time that runs; None where they left it as it was."""
    return next((event for event in reversed(journal) if isinstance(event, Window)), None)


def due_of(window: Window | None, at: datetime) -> dict[str, datetime | None]:
    """The column that says when an open window ends, where one was opened or ended at this moment."""
    if window is None:
        return {}
    if not isinstance(window, WindowOpened):
        return {"due_at": None}
    earliest = at + timedelta(seconds=window.seconds)
    return {"due_at": earliest if window.until is None else strikes(window.until, earliest)}


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
