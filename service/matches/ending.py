"""Ways out of a match: resigning, agreeing on its end, a rematch with sides swapped, deleting one that never began.

An offer is known to all seats of its match, and to nobody else. It stands beside the match: no version moves by it.
What comes of it, as of a resignation, is an event of the match, and every seat is told of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy.exc import IntegrityError

from service.engine import umpire
from service.engine.endings import Conclusion, Ending, lost_by
from service.engine.seats import Seat
from service.matches.context import AtSeat, Context
from service.matches.credentials import Account
from service.matches.dice_proof import MOST_TRIES
from service.matches.errors import Busy, NotFound, NotNow
from service.matches.notice_texts import REMATCH
from service.matches.open_seats import changed, take_open_seat
from service.matches.opening import open_match
from service.matches.talk import talks
from service.matches.who_sits import BOT_ACCOUNT, named_arbiter, named_moderator
from service.store import MatchFacts, MatchMovedOn, SavedOffer, Work
from service.store.clocks import ClockTerms

Terms = Literal["draw", "abandonment"]
"""What can be offered: that nobody has won, or that the match is given up without a verdict."""
OFFER_LASTS = range(1, 30 * 24 + 1)
"""Hours for which an offer may stand."""
USUAL_HOURS = 7 * 24
MATCH_OVER = "The match is over."


@dataclass(frozen=True)
class Offer:
    """An open offer of a side: it lapses `until` then. `agreed` are other seats that have accepted it already."""

    seat: Seat
    terms: Terms
    made_at: datetime
    until: datetime
    agreed: tuple[Seat, ...]


@dataclass(frozen=True)
class WaysOut:
    """How a match of a seat ended, or may be ended by its players.

    `conclusion`: how it ended, where that was otherwise than by its rules. `free` are seats that nobody holds: until
    each is held, nothing is agreed on. `may_resign`: in a match of two. `rematch` is the seat that is kept for this one
    in the match that was opened after it, as match and seat, and `rematch_taken` whether it sits there already.
    """

    match_id: str
    seat: Seat
    ended: bool
    conclusion: Conclusion | None
    free: tuple[Seat, ...]
    may_resign: bool
    offers: tuple[Offer, ...]
    rematch: tuple[str, Seat] | None
    rematch_taken: bool

    @property
    def own(self) -> Offer | None:
        """The seat's own offer."""
        return next((one for one in self.offers if one.seat == self.seat), None)

    @property
    def others(self) -> tuple[Offer, ...]:
        """Those of others to which it has not agreed yet."""
        return tuple(one for one in self.offers if one.seat != self.seat and self.seat not in one.agreed)


def ways_out(context: Context, at: AtSeat) -> WaysOut:
    """How the match of a seat ended, or may be ended by its players. Raises NotFound."""
    with context.store.look() as look:
        return ways_out_in(context, look, at)


def ways_out_in(context: Context, look: Work, at: AtSeat) -> WaysOut:
    """The same, within a transaction."""
    saved = look.matches.seat(at.match_id, at.seat)
    if saved is None:
        raise NotFound()
    holders, seats = look.matches.holders(at.match_id), saved.game.info.seats
    offers = () if saved.picture.ended else look.agreements.offers(at.match_id, context.clock())
    after = look.agreements.rematch(at.match_id) if saved.picture.ended else None
    theirs = changed(seats, at.seat)
    return WaysOut(
        match_id=at.match_id,
        seat=at.seat,
        ended=saved.picture.ended,
        conclusion=saved.picture.conclusion,
        free=tuple(seat for seat in seats if holders[seat] is None),
        may_resign=len(seats) == 2 and None not in holders.values() and not saved.picture.ended,
        offers=tuple(map(offer_of, offers)),
        rematch=(after, theirs) if after is not None else None,
        rematch_taken=after is not None and look.matches.holder(after, theirs) == (at.account_id,),
    )


def offer_of(saved: SavedOffer) -> Offer:
    """An offer as it is shown."""
    terms: Terms = "draw" if saved.terms == "draw" else "abandonment"
    return Offer(saved.seat, terms, saved.made_at, saved.until, saved.agreed)


# ---- ending it


def resign(context: Context, at: AtSeat) -> Conclusion:
    """Give a match of two up: the other side has won. Asked again, it does nothing. Raises NotNow, NotFound, Busy."""

    def resigned(work: Work, facts: MatchFacts) -> Conclusion:
        seats = facts.game.info.seats
        if len(seats) != 2:
            raise NotNow("In a match of more than two no side can end it alone. Offer the others to abandon it.")
        demand_held(work, at.match_id)
        return lost_by("resignation", at.seat, seats)

    return _conclude(context, at, "resignation", resigned)


def make_offer(context: Context, at: AtSeat, terms: Terms, hours: int = USUAL_HOURS) -> WaysOut:
    """Offer all other seats to end the match, in place of what this one has offered before; open for so many hours.

    Where all others have made or accepted the same offer already the match ends. Seats of the same account agree with
    themselves; the computer abandons whatever it is asked to, and agrees to no draw. Raises NotNow, NotFound, Busy.
    """
    _admit(context, at)
    for _ in range(MOST_TRIES):
        try:
            with context.store.work() as work:
                work.matches.hold(at.match_id)
                _demand_open(work, at)
                holders = demand_held(work, at.match_id)
                if terms == "draw" and BOT_ACCOUNT in holders.values():
                    raise NotNow("The computer agrees to no draws. You can resign, or offer to abandon the match.")
                now = context.clock()
                by_itself = (holders[at.seat], BOT_ACCOUNT)
                agreed = {seat for seat, holder in holders.items() if seat != at.seat and holder in by_itself}
                offers = work.agreements.offers(at.match_id, now)
                for other in offers:
                    agreed |= {other.seat} if other.terms == terms and other.seat != at.seat else set()
                until = now + timedelta(hours=hours)
                made = SavedOffer(at.seat, terms, now, until, tuple(sorted(agreed)))
                work.agreements.put_offer(at.match_id, made)
                if not any(one.seat == at.seat and one.terms == terms for one in offers):
                    _tell_offer(work, at, holders.keys() - agreed, now)
                _end_if_agreed(context, work, at.match_id, made, holders)
        except MatchMovedOn:
            continue
        context.hub.nudge(at.match_id)
        return ways_out(context, at)
    raise Busy(nothing_done=True)


def _tell_offer(work: Work, at: AtSeat, asked: Collection[Seat], now: datetime) -> None:
    """Tell those by mail who have yet to agree to a seat's offer."""
    for other in asked:
        if other != at.seat:
            work.notices.tell_seat(at.match_id, other, "consent", now, at.seat)


def withdraw_offer(context: Context, at: AtSeat) -> WaysOut:
    """Take one's own offer back; where there is none, nothing. Raises NotFound."""
    _admit(context, at)
    with context.store.work() as work:
        work.matches.hold(at.match_id)
        found = work.agreements.withdraw(at.match_id, at.seat)
    if found:
        context.hub.nudge(at.match_id)
    return ways_out(context, at)


def decline_offer(context: Context, at: AtSeat, seat: Seat) -> WaysOut:
    """Decline the offer of another seat: it ends, as all have to agree. Where there is none, nothing is done.

    Raises NotFound, TooOften.
    """
    _admit(context, at)
    with context.store.work() as work:
        work.matches.hold(at.match_id)
        found = seat != at.seat and work.agreements.withdraw(at.match_id, seat)
    if found:
        context.hub.nudge(at.match_id)
    return ways_out(context, at)


def accept_offer(context: Context, at: AtSeat, seat: Seat, terms: Terms) -> WaysOut:
    """Accept the offer of a seat; once all others have, the match ends so. Raises NotNow, NotFound, Busy.

    It names the terms that its reader has seen, so that nobody accepts what was offered instead meanwhile.
    """
    _admit(context, at)
    for _ in range(MOST_TRIES):
        try:
            with context.store.work() as work:
                work.matches.hold(at.match_id)
                saved = work.matches.seat(at.match_id, at.seat)
                if saved is None:
                    raise NotFound()
                if saved.picture.ended:
                    if saved.picture.conclusion == Conclusion(reason=terms):
                        break
                    raise NotNow(MATCH_OVER)
                offers = work.agreements.offers(at.match_id, context.clock())
                found = next((one for one in offers if one.seat == seat != at.seat and one.terms == terms), None)
                if found is None:
                    raise NotNow("There is no such offer any more: it was withdrawn, or it has lapsed.")
                found = replace(found, agreed=tuple(sorted({*found.agreed, at.seat})))
                work.agreements.put_offer(at.match_id, found)
                _end_if_agreed(context, work, at.match_id, found, work.matches.holders(at.match_id))
        except MatchMovedOn:
            continue
        context.hub.nudge(at.match_id)
        break
    else:
        raise Busy(nothing_done=True)
    return ways_out(context, at)


def _end_if_agreed(
    context: Context, work: Work, match_id: str, offer: SavedOffer, holders: Mapping[Seat, str | None]
) -> None:
    """End the match where all but the maker of an offer have accepted it. Raises MatchMovedOn."""
    if {offer.seat, *offer.agreed} >= set(holders):
        reason: Ending = "draw" if offer.terms == "draw" else "abandonment"
        conclude(context, work, match_id, Conclusion(reason=reason))


def conclude(context: Context, work: Work, match_id: str, conclusion: Conclusion) -> None:
    """End a match that goes on, otherwise than by its rules; what is offered in it has lapsed. Raises MatchMovedOn.

    The match is held already. What waits to be worked there lapses, as at any end.
    """
    match = work.matches.saved(match_id)
    if match is None:
        raise NotFound()
    if match.state.ended:
        raise NotNow(MATCH_OVER)
    outcome = umpire.conclude(match.game, match.state, conclusion, match.dice())
    work.matches.append(match, outcome, None, context.clock())
    work.agreements.withdraw(match_id)


def _conclude(
    context: Context, at: AtSeat, reason: Ending, concluded: Callable[[Work, MatchFacts], Conclusion]
) -> Conclusion:
    """End the match of a seat as `concluded` says, once."""
    _admit(context, at)
    for _ in range(MOST_TRIES):
        try:
            with context.store.work() as work:
                work.matches.hold(at.match_id)
                saved = work.matches.seat(at.match_id, at.seat)
                if saved is None:
                    raise NotFound()
                before: Conclusion | None = saved.picture.conclusion
                if before is not None and before.reason == reason and before.by == at.seat:
                    return before
                if saved.picture.ended:
                    raise NotNow(MATCH_OVER)
                conclusion = concluded(work, saved.facts)
                conclude(context, work, at.match_id, conclusion)
        except MatchMovedOn:
            continue
        context.hub.nudge(at.match_id)
        return conclusion
    raise Busy(nothing_done=True)


def _admit(context: Context, at: AtSeat) -> None:
    context.rate_limits.admit("orders", f"{at.match_id} {at.seat}")


def _demand_open(work: Work, at: AtSeat) -> None:
    """Whether the match goes on, as far as the seat was told. Raises NotNow, NotFound."""
    saved = work.matches.seat(at.match_id, at.seat)
    if saved is None:
        raise NotFound()
    if saved.picture.ended:
        raise NotNow(MATCH_OVER)


def demand_held(work: Work, match_id: str) -> dict[Seat, str]:
    """Who holds the seats, where somebody holds each. Raises NotNow."""
    holders = work.matches.holders(match_id)
    held = {seat: holder for seat, holder in holders.items() if holder is not None}
    if len(held) < len(holders):
        raise NotNow("A seat of this match is still free. Whoever opened it can delete it until somebody joins.")
    return held


# ---- a rematch


def rematch(context: Context, at: AtSeat, client_address: str | None) -> AtSeat:
    """The same match anew with sides swapped; who asks first opens it, the others find their seats kept for them.

    Asked again, it leads to the same. Raises NotNow while the match goes on, and to whoever came by a link;
    NotFound, SeatTaken and what `open_match` does.
    """
    if at.by_link:
        raise NotNow(
            "You came by a link to this seat. Whoever holds it opens a rematch, or takes the seat that is kept in one."
        )
    with context.store.look() as look:
        saved = look.matches.seat(at.match_id, at.seat)
        holders = look.matches.holders(at.match_id)
        account = look.accounts.by_id(at.account_id)
        after = look.agreements.rematch(at.match_id)
        arbiter, moderator = named_arbiter(look, at.match_id), named_moderator(look, at.match_id)
    if saved is None or account is None:
        raise NotFound()
    if not saved.picture.ended:
        raise NotNow("A rematch can be opened when this match is over.")
    facts, seat = saved.facts, changed(saved.game.info.seats, at.seat)
    if after is not None:
        return take_open_seat(context, Account(account.id, account.name), after, seat)
    alone = set(holders.values()) == {at.account_id}
    asking = Account(account.id, account.name, account.owner)
    by_themselves = alone or BOT_ACCOUNT in holders.values()
    clock = None if by_themselves else ClockTerms.of(facts.terms)
    rules = arbiter.who.name if arbiter is not None and clock is not None and clock.over == "arbiter" else None
    if clock is not None and clock.over == "arbiter" and rules is None:
        clock = replace(clock, over="answered")  # whoever was to rule has said no, or has left the server
    try:
        opened = open_match(
            context,
            asking,
            facts.game.info.name,
            facts.scenario,
            seat=None if alone else seat,
            options=facts.options,
            opponent="practice" if alone else "computer" if BOT_ACCOUNT in holders.values() else "invitation",
            name=facts.name,
            client_address=client_address,
            rematch_of=facts.id,
            talk=talks(facts.terms),
            clock=clock,
            arbiter=rules or "",
            moderator=(moderator.who.name or "") if moderator is not None and not by_themselves else "",
        )
    except IntegrityError:  # another side has opened it just now
        with context.store.look() as look:
            after = look.agreements.rematch(at.match_id)
        if after is None:
            raise
        return take_open_seat(context, asking, after, seat)
    with context.store.work() as work:
        work.agreements.touch(at.match_id)
        for other, holder in holders.items():
            if holder != at.account_id:
                work.notices.tell_seat(at.match_id, other, "consent", context.clock(), REMATCH)
    context.hub.nudge(at.match_id)
    return AtSeat(opened.match_id, seat, at.account_id)


# ---- a match that never began


def delete_match(context: Context, account: Account, match_id: str) -> None:
    """Take a match away that one has opened, and to which nobody else has come. Raises NotFound, NotNow."""
    with context.store.work() as work:
        work.matches.hold(match_id)
        facts = work.matches.facts(match_id)
        holders = work.matches.holders(match_id)
        if facts is None or facts.opened_by != account.id:
            raise NotFound()
        left = any(holder is None and work.seatings.was_held(match_id, seat) for seat, holder in holders.items())
        if left or None not in holders.values() or set(holders.values()) - {None, account.id}:
            raise NotNow("Somebody else sits at this match, so it has begun. Resign, or offer to end it.")
        work.agreements.delete(match_id)
    context.hub.nudge(match_id)
