"""What several pages say of clocks: who is away when, and who rules when a time is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from service.engine.seats import Seat
from service.engine.words import PlainWords
from service.matches.clocks import Days
from service.matches.who_sits import Official


def days_away(away: Mapping[Seat, Sequence[Days]], words: PlainWords) -> list[str]:
    """Who is away when, in sentences."""

    def said(seat: Seat, first: date, last: date) -> str:
        until = f" to {last:%a %d %b %Y}" if last != first else ""
        return f"{words.seat(seat)}: {first:%a %d %b %Y}{until}."

    return [said(seat, first, last) for seat, days in away.items() for first, last in days]


def arbiter_said(named: Official | None) -> str:
    """Who is to rule when a time is over."""
    if named is None:
        return "Nobody: whoever was named has said no, or has left. The umpire answers in the end."
    return str(named.who) if named.agreed else f"{named.who}, who has not agreed yet"


def moderator_said(named: Official | None) -> str:
    """Who moderates a match; nothing where nobody does."""
    if named is None:
        return ""
    return str(named.who) if named.agreed else f"{named.who}, who has not agreed yet"
