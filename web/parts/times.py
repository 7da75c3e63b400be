"""Times in words, as several pages say them: moments, spans, who is away when, and who rules when a time is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime

from service.engine.seats import Seat
from service.engine.words import PlainWords
from service.matches.clocks import Days
from service.matches.opening import NamedArbiter
from web.parts.words import by_clock


def moment(at: datetime, zone: str = "UTC") -> str:
    """A moment with its weekday, as all pages of a match say it."""
    return by_clock(at, zone, "%a %d %b %Y, %H:%M")


def span(hours: int) -> str:
    """So many hours in words: days where there are some."""
    days, rest = divmod(hours, 24)
    said = [f"{days} day{'' if days == 1 else 's'}"] if days else []
    return " ".join([*said, f"{rest} hour{'' if rest == 1 else 's'}"] if rest or not days else said)


def days_away(away: Mapping[Seat, Sequence[Days]], words: PlainWords) -> list[str]:
    """Who is away when, in sentences."""

    def said(seat: Seat, first: date, last: date) -> str:
        until = f" to {last:%a %d %b %Y}" if last != first else ""
        return f"{words.seat(seat)}: {first:%a %d %b %Y}{until}."

    return [said(seat, first, last) for seat, days in away.items() for first, last in days]


def arbiter_said(named: NamedArbiter | None) -> str:
    """Who is to rule when a time is over."""
    if named is None:
        return "Nobody: whoever was named has said no, or has left. The umpire answers in the end."
    return str(named.who) if named.agreed else f"{named.who}, who has not agreed yet"
