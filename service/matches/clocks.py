"""Time in correspondence: what was agreed of it, how the clocks of the sides stand, absences, and claiming a match.

Both sides' clocks are public, and tell nothing that is hidden: one's own is told to the minute, the enemy's in whole
hours, as it stood with one's own last letter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from service.engine.endings import Conclusion, lost_by
from service.engine.seats import Seat
from service.matches.context import AtSeat, Context
from service.matches.ending import conclude
from service.matches.errors import Busy, Malformed, NotFound, NotNow
from service.matches.opening import NamedArbiter, named_arbiter
from service.matches.proving import MOST_TRIES
from service.store import MatchMovedOn, SavedSeat, Work
from service.store.clocks import ClockTerms, SeatClock

AWAY_AT_LEAST = timedelta(minutes=10)
"""A house that was away for longer gives its players the time back."""
PULSE_EVERY = timedelta(minutes=1)
Days = tuple[date, date]


@dataclass(frozen=True)
class ClockSheet:
    """How the clocks of a match stand, as one of its seats may know it; `terms` is None where it has none.

    `left`: seconds of the seat's own, and `over_at` when its time is over, while it runs. `others`: whole hours
    that each other had left with this seat's last letter. `away`: days on which each side is away, and `absence`
    how many days this one may still be. `claimable`: the side whose time is over, so that the match may be claimed.
    `arbiter`: who rules when a time is over, where that was agreed.
    """

    terms: ClockTerms | None
    left: int = 0
    over_at: datetime | None = None
    others: Mapping[Seat, int] | None = None
    away: Mapping[Seat, tuple[Days, ...]] | None = None
    absence: int = 0
    claimable: Seat | None = None
    arbiter: NamedArbiter | None = None


def clock_sheet(context: Context, at: AtSeat) -> ClockSheet:
    """How the clocks stand. Raises NotFound."""
    with context.store.look() as look:
        return _sheet(context, look, at, _seat(look, at))


def _seat(look: Work, at: AtSeat) -> SavedSeat:
    seat = look.matches.seat(at.match_id, at.seat)
    if seat is None:
        raise NotFound()
    return seat


def _sheet(context: Context, look: Work, at: AtSeat, seat: SavedSeat) -> ClockSheet:
    terms, now = ClockTerms.of(seat.facts.terms), context.clock()
    if terms is None:
        return ClockSheet(None)
    clocks = look.matches.clocks(at.match_id)
    own = clocks[at.seat]
    claimable = None
    if terms.over == "claimed" and not seat.picture.asked and not seat.picture.ended:
        out = (name for name, one in clocks.items() if name != at.seat and is_out(terms, one, now))
        claimable = next(out, None)
    return ClockSheet(
        terms=terms,
        left=own.stands(terms, now),
        over_at=own.over_at(terms),
        others={name: own.others.get(name, terms.days * 24) for name in clocks if name != at.seat},
        away={name: one.away for name, one in clocks.items() if one.away},
        absence=terms.absence - days_of(own.away),
        claimable=claimable,
        arbiter=named_arbiter(look, at.match_id),
    )


def is_out(terms: ClockTerms, clock: SeatClock, now: datetime) -> bool:
    """Whether a side is asked and its time is over."""
    over_at = clock.over_at(terms)
    return over_at is not None and over_at <= now


def days_of(away: tuple[Days, ...]) -> int:
    """How many days they are."""
    return sum((last - first).days + 1 for first, last in away)


# ---- absences


def be_away(context: Context, at: AtSeat, first: date, last: date) -> ClockSheet:
    """Be away on these days, by the calendar of the match's zone; all seats see it, and one's clock stands still.

    It is said before it begins. Raises NotNow, Malformed, NotFound.
    """
    context.rate_limits.admit("orders", f"{at.match_id} {at.seat}")
    with context.store.work() as work:
        work.matches.hold(at.match_id)
        seat = _seat(work, at)
        terms = ClockTerms.of(seat.facts.terms)
        if terms is None or not terms.absence:
            raise NotNow("No absences were agreed on in this match.")
        clock = work.matches.clocks(at.match_id)[at.seat]
        today = context.clock().astimezone(ZoneInfo(terms.zone)).date()
        if not today < first <= last:
            raise Malformed([(["first"], "An absence begins tomorrow or later, and ends on that day or after it.")])
        if any(first <= there and then <= last for then, there in clock.away):
            raise NotNow("You are away on some of these days already.")
        away = (*clock.away, (first, last))
        if days_of(away) > terms.absence:
            raise NotNow(f"You may be away for {terms.absence - days_of(clock.away)} more days.")
        work.matches.put_clock(seat.facts, at.seat, replace(clock, away=tuple(sorted(away))))
        work.agreements.touch(at.match_id)
    context.hub.nudge(at.match_id)
    return clock_sheet(context, at)


# ---- claiming


def claim(context: Context, at: AtSeat) -> Conclusion:
    """End a match of two whose other side's time is over, where that was agreed. Raises NotNow, NotFound, Busy.

    Nobody claims who is asked: he would learn whether the other side has answered.
    """
    context.rate_limits.admit("orders", f"{at.match_id} {at.seat}")
    for _ in range(MOST_TRIES):
        try:
            with context.store.work() as work:
                work.matches.hold(at.match_id)
                seat = _seat(work, at)
                late = _sheet(context, work, at, seat).claimable
                if late is None:
                    raise NotNow("There is nothing to claim: no time is over that would let you.")
                conclusion = lost_by("time", late, seat.game.info.seats)
                conclude(context, work, at.match_id, conclusion)
        except MatchMovedOn:
            continue
        context.hub.nudge(at.match_id)
        return conclusion
    raise Busy(nothing_done=True)


# ---- the house was away


def give_time_back(context: Context) -> timedelta:
    """Where the house was away for longer than ten minutes, move all ends by as long; by how long."""
    now = context.clock()
    with context.store.work() as work:
        last = work.matches.pulse()
        gone = now - last if last is not None else timedelta()
        if gone > AWAY_AT_LEAST:
            for facts, seat, clock in work.matches.running_clocks():
                terms = ClockTerms.of(facts.terms)
                assert terms is not None and clock.since is not None and last is not None
                spent = terms.spent(clock.since, max(clock.since, last), clock.away)
                work.matches.put_clock(facts, seat, replace(clock, left=clock.left - spent, since=now))
        work.matches.beat(now)
    return gone if gone > AWAY_AT_LEAST else timedelta()


def beat(context: Context, last: datetime | None) -> datetime:
    """Note now and then that the house is at work; when it was noted last."""
    now = context.clock()
    if last is not None and last <= now < last + PULSE_EVERY:
        return last
    with context.store.work() as work:
        work.matches.beat(now)
    return now
