"""Time in correspondence: what was agreed of it, how the clocks of the sides stand, absences, and claiming a match.

Both sides' clocks are public, and tell nothing that is hidden: one's own is told to the minute, the enemy's in whole
hours, as it stood with one's own last letter.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from service.engine import umpire
from service.engine.endings import Conclusion, lost_by
from service.engine.events import Told
from service.engine.orders import Refusal
from service.engine.seats import Seat
from service.engine.sentences import counted
from service.matches.context import AtSeat, Context
from service.matches.dice_proof import MOST_TRIES
from service.matches.ending import conclude
from service.matches.errors import Busy, Malformed, NotNow
from service.matches.reading import is_stopped, seat_in
from service.matches.seat_transfers import tell
from service.matches.who_sits import Official, named_arbiter
from service.store import MatchMovedOn, SavedSeat, Work, accepting
from service.store.clocks import ClockTerms, SeatClock
from service.store.codec import Codec

AWAY_AT_LEAST = timedelta(minutes=10)
"""A server that was away for longer gives its players the time back."""
PULSE_EVERY = timedelta(minutes=1)
Days = tuple[date, date]


@dataclass(frozen=True)
class ClockSheet:
    """How the clocks of a match stand, as one of its seats may know it; `terms` is None where it has none.

    `left`: seconds of the seat's own, and `over_at` when its time is over, while it runs. `others`: whole hours
    that each other had left with this seat's last letter. `away`: days on which each side is away, and `absence`
    how many days this one may still be. `claimable`: the side whose time is over, so that the match may be claimed,
    once that was announced: from `claim_at` on, which both sides see. `paused_at`: since when the match is paused.
    `arbiter`: who rules when a time is over, where that was agreed. `sends_sheet`: what stands on the seat's sheet
    is sent when its time is over.
    """

    terms: ClockTerms | None
    left: int = 0
    over_at: datetime | None = None
    others: Mapping[Seat, int] | None = None
    away: Mapping[Seat, tuple[Days, ...]] | None = None
    absence: int = 0
    claimable: Seat | None = None
    claim_at: datetime | None = None
    paused_at: datetime | None = None
    arbiter: Official | None = None
    sends_sheet: bool = False


def clock_sheet(context: Context, at: AtSeat) -> ClockSheet:
    """How the clocks stand. Raises NotFound."""
    with context.store.look() as look:
        return _sheet(context, look, at, seat_in(look, at))


def _sheet(context: Context, look: Work, at: AtSeat, seat: SavedSeat) -> ClockSheet:
    terms = ClockTerms.of(seat.facts.terms)
    if terms is None:
        return ClockSheet(None)
    clocks, now, stands = look.matches.clocks(at.match_id), context.clock(), is_stopped(context, seat.facts)
    own = clocks[at.seat]
    claimable = None
    if terms.over == "claimed" and not (seat.picture.asked or seat.picture.ended or stands):
        claimable = next((name for name, one in clocks.items() if name != at.seat and is_out(terms, one, now)), None)
    return ClockSheet(
        terms=terms,
        left=own.stands(terms, seat.facts.stopped_at if stands and seat.facts.stopped_at is not None else now),
        over_at=None if stands else own.over_at(terms),
        others={name: own.others.get(name, terms.days * 24) for name in clocks if name != at.seat},
        away={name: one.away for name, one in clocks.items() if one.away},
        absence=terms.absence - days_of(own.away),
        claimable=claimable,
        claim_at=next(filter(None, (one.claimable_at() for one in clocks.values())), None),
        paused_at=seat.facts.paused_at,
        arbiter=named_arbiter(look, at.match_id),
        sends_sheet=own.sends,
    )


def is_out(terms: ClockTerms, clock: SeatClock, now: datetime) -> bool:
    """Whether a side is asked and its time is over, and no sheet of it is sent yet for that."""
    over_at = clock.over_at(terms)
    return over_at is not None and over_at <= now and not clock.sends


def days_of(away: tuple[Days, ...]) -> int:
    """How many days they are."""
    return sum((last - first).days + 1 for first, last in away)


# ---- absences


def be_away(context: Context, at: AtSeat, first: date, last: date) -> ClockSheet:
    """Be away on these days, by the calendar of the match's zone; all seats see it, and one's clock stands still.

    It is said before it begins. Raises NotNow, Malformed, TooOften, NotFound.
    """
    with context.store.work() as work:
        be_away_within(context, work, at, first, last)
    context.hub.nudge(at.match_id)
    return clock_sheet(context, at)


def be_away_within(context: Context, work: Work, at: AtSeat, first: date, last: date) -> None:
    """The same in a transaction, after which the match is to be nudged."""
    context.rate_limits.admit("orders", f"{at.match_id} {at.seat}")
    work.matches.hold(at.match_id)
    seat = seat_in(work, at)
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
        left = terms.absence - days_of(clock.away)
        raise NotNow(f"You may be away for {counted(left, 'more day')}.")
    work.matches.put_clock(seat.facts, at.seat, replace(clock, away=tuple(sorted(away))))
    work.agreements.touch(at.match_id)


def take_back(context: Context, at: AtSeat, first: date) -> ClockSheet:
    """Take back the absence that begins on this day, before it has begun. Raises NotNow, NotFound."""
    context.rate_limits.admit("orders", f"{at.match_id} {at.seat}")
    with context.store.work() as work:
        work.matches.hold(at.match_id)
        seat = seat_in(work, at)
        terms = ClockTerms.of(seat.facts.terms)
        clock = work.matches.clocks(at.match_id)[at.seat]
        left = tuple(days for days in clock.away if days[0] != first)
        if terms is None or left == clock.away:
            raise NotNow("No absence of yours begins on that day.")
        if first <= context.clock().astimezone(ZoneInfo(terms.zone)).date():
            raise NotNow("This absence has begun, so it stands.")
        work.matches.put_clock(seat.facts, at.seat, replace(clock, away=left))
        work.agreements.touch(at.match_id)
    context.hub.nudge(at.match_id)
    return clock_sheet(context, at)


# ---- the sheet, when a time is over


def choose_to_send(context: Context, at: AtSeat, sends: bool) -> ClockSheet:
    """Whether what stands on the seat's sheet is sent when its time is over, once. Raises NotNow, NotFound."""
    context.rate_limits.admit("orders", f"{at.match_id} {at.seat}")
    with context.store.work() as work:
        work.matches.hold(at.match_id)
        seat = seat_in(work, at)
        if ClockTerms.of(seat.facts.terms) is None:
            raise NotNow("This match is played without clocks.")
        clock = work.matches.clocks(at.match_id)[at.seat]
        work.matches.put_clock(seat.facts, at.seat, replace(clock, sends=sends))
    context.bell.set()  # the time may be over already
    return clock_sheet(context, at)


def send_sheet(context: Context, match_id: str, seat: Seat) -> bool:
    """Send the sheet of a seat whose time is over, if that was chosen and all of it is lawful; whether it was chosen.

    All seats are told why first. It is chosen once: what comes next in the same sitting is answered as was agreed.
    Raises MatchMovedOn.
    """
    with context.store.work() as work:
        work.matches.hold(match_id)
        clock, saved = work.matches.clocks(match_id)[seat], work.matches.seat(match_id, seat)
        if not clock.sends or saved is None:
            return False
        work.matches.put_clock(saved.facts, seat, replace(clock, sends=False))
        orders = context.store.codec(saved.game).to_orders(work.matches.sheet(match_id, seat).orders)
        with suppress(Refusal):
            if orders:
                accepted = umpire.accept(saved.game, saved.picture, seat, orders)
                _accept_sheet(work, context.store.codec(saved.game), match_id, seat, accepted, context.clock())
    context.hub.nudge(match_id)
    return True


def _accept_sheet(work: Work, codec: Codec, match_id: str, seat: Seat, accepted: Told, now: datetime) -> None:
    """Tell all seats that the sheet of this one is sent since its time is over, and queue it."""
    match = work.matches.saved(match_id)
    assert match is not None
    work.matches.append(match, umpire.send_sheet(match.game, match.state, seat, match.dice()), None, now)
    saved = work.matches.seat(match_id, seat)
    assert saved is not None
    work.queue.accept(accepting(codec, saved, accepted), now)
    work.matches.put_sheet(match_id, seat, "[]")


# ---- claiming


NOTHING_TO_CLAIM = "There is nothing to claim: no time is over that would let you."


def announce_claim(context: Context, at: AtSeat) -> ClockSheet:
    """Announce that one claims a match of two whose other side's time is over; both are told. Again, it does nothing.

    Nobody claims who is asked: they would learn whether the other side has answered. Raises NotNow, NotFound.
    """
    context.rate_limits.admit("orders", f"{at.match_id} {at.seat}")
    with context.store.work() as work:
        work.matches.hold(at.match_id)
        seat, now = seat_in(work, at), context.clock()
        late = _sheet(context, work, at, seat).claimable
        if late is None:
            raise NotNow(NOTHING_TO_CLAIM)
        clock = work.matches.clocks(at.match_id)[late]
        if clock.announced is None:
            work.matches.put_clock(seat.facts, late, replace(clock, announced=now))
            tell(work, at.match_id, late, "claim-announced", at.account_id, now)
    context.hub.nudge(at.match_id)
    return clock_sheet(context, at)


def claim(context: Context, at: AtSeat) -> Conclusion:
    """End a match of two whose other side's time is over, a day after one has announced that.

    Raises NotNow, NotFound, Busy.
    """
    context.rate_limits.admit("orders", f"{at.match_id} {at.seat}")
    for _ in range(MOST_TRIES):
        try:
            with context.store.work() as work:
                work.matches.hold(at.match_id)
                seat = seat_in(work, at)
                found = _sheet(context, work, at, seat)
                late = found.claimable
                if late is None:
                    raise NotNow(NOTHING_TO_CLAIM)
                if found.claim_at is None:
                    raise NotNow("Announce first that you claim the match; a day later you may.")
                if context.clock() < found.claim_at:
                    raise NotNow("You may claim the match a day after you announced it, which is not over yet.")
                conclusion = lost_by("time", late, seat.game.info.seats)
                conclude(context, work, at.match_id, conclusion)
        except MatchMovedOn:
            continue
        context.hub.nudge(at.match_id)
        return conclusion
    raise Busy(nothing_done=True)


# ---- the server was away


def give_time_back(context: Context) -> timedelta:
    """Where the server was away for longer than ten minutes, move all ends by as long; by how long."""
    now = context.clock()
    with context.store.work() as work:
        last = work.matches.pulse()
        gone = now - last if last is not None else timedelta()
        if gone > AWAY_AT_LEAST:
            for facts, seat, clock in work.matches.running_clocks():
                terms = ClockTerms.of(facts.terms)
                assert terms is not None and last is not None
                work.matches.put_clock(facts, seat, clock.moved(terms, min(last, facts.stopped_at or last), now))
        work.matches.beat(now)
    return gone if gone > AWAY_AT_LEAST else timedelta()


def resume(context: Context, match_id: str) -> bool:
    """Let a match go on that had stopped, and move its ends by as long as it had. False where it had not stopped."""
    now = context.clock()
    with context.store.work() as work:
        work.matches.hold(match_id)
        stopped_at = work.queue.stopped_at(match_id)
        if stopped_at is None:
            return False
        work.queue.resume(match_id)
        for facts, seat, clock in work.matches.running_clocks(match_id):
            terms = ClockTerms.of(facts.terms)
            assert terms is not None
            work.matches.put_clock(facts, seat, clock.moved(terms, min(stopped_at, now), now))
    context.bell.set()
    return True


def beat(context: Context, last: datetime | None) -> datetime:
    """Note now and then that the server is at work, and which tokens were used; when it was noted last."""
    now = context.clock()
    if last is not None and last <= now < last + PULSE_EVERY:
        return last
    with context.store.work() as work:
        work.matches.beat(now)
        uses = dict(context.token_uses)
        work.accounts.note_uses(uses)
    for hash, at in uses.items():
        if context.token_uses.get(hash) == at:
            del context.token_uses[hash]
    return now
