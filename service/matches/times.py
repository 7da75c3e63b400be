"""Times in words, on pages and in mails: moments by the clocks of a zone, how long ago, how long until then, spans."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from service.engine.sentences import counted

SPANS = ((86400, "day"), (3600, "hour"), (60, "minute"))


def by_clock(at: datetime, zone: str = "UTC", form: str = "%Y-%m-%d %H:%M") -> str:
    """A moment by the clocks of a zone of IANA's list, and what that is called there: 2026-11-23 18:05 CET."""
    there = at.astimezone(ZoneInfo(zone))
    return f"{there:{form}} {there.tzname()}"


def moment(at: datetime, zone: str = "UTC") -> str:
    """A moment with its weekday, as all pages of a match say it: Tue 24 Nov 2026, 18:00 CET."""
    return by_clock(at, zone, "%a %d %b %Y, %H:%M")


def moment_in_full(at: datetime, zone: str) -> str:
    """A moment as a mail says it: Tuesday 24 November 2026, 18:00 CET."""
    return by_clock(at, zone, f"%A {at.astimezone(ZoneInfo(zone)).day} %B %Y, %H:%M")


def ago(then: datetime, now: datetime) -> str:
    """How long ago a moment was, in its largest unit."""
    seconds = (now - then).total_seconds()
    for length, name in SPANS:
        if seconds >= length:
            return f"{counted(int(seconds // length), name)} ago"
    return "just now"


def how_long(since: datetime, until: datetime) -> str:
    """How much time is left, never more than it is: in 2 days 23 hours, in 47 hours 5 minutes, in 119 minutes."""
    left = max(0, int((until - since).total_seconds()))
    largest = next((at for at, (length, _) in enumerate(SPANS) if left >= 2 * length), len(SPANS) - 1)
    said: list[str] = []
    for length, name in SPANS[largest : largest + 2]:
        count, left = divmod(left, length)
        if count or not said:
            said.append(counted(count, name))
    return " ".join(("in", *said))


def span(hours: int) -> str:
    """So many hours in words: days where there are some."""
    days, rest = divmod(hours, 24)
    said = [counted(days, "day")] if days else []
    return " ".join([*said, counted(rest, "hour")] if rest or not days else said)
