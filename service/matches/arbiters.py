"""The arbiter of a match: somebody of the server without a seat in it, who rules when the time of a side is over.

Of the match an arbiter sees what all its seats may know: who sits there, what was agreed, the hours that each side had
with the others' last letters, whose time is over. No picture, no log, no orders; not even who is asked just now.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import cast, get_args

from service.engine import umpire
from service.engine.endings import Conclusion, Decision, Ruling
from service.engine.events import Concluded, Ruled
from service.engine.seats import Seat
from service.matches.account_names import tidy
from service.matches.clocks import Days, is_out
from service.matches.context import Context
from service.matches.credentials import Account
from service.matches.dice_proof import MOST_TRIES
from service.matches.ending import MATCH_OVER
from service.matches.errors import Busy, Malformed, MatchStopped, NotFound, NotNow, SeatNotForYou
from service.matches.handover import SeatChange, seat_changes_in
from service.matches.reading import is_stopped
from service.matches.who_sits import SeatHolder, holder_of
from service.store import MatchFacts, MatchMovedOn, SavedArbiter, Work
from service.store.clocks import ARBITER_HAS, ClockTerms, SeatClock

REASON_LENGTHS = range(301)
MORE_DAYS = range(1, 61)


@dataclass(frozen=True)
class Arbitration:
    """A match as its arbiter sees it.

    `hours`: whole hours that each side had, as the others were told with their last letter. `late`: the sides whose
    time is over, since when; the umpire answers for them at `answered_at` unless the arbiter rules before. `rulings`
    are those so far; `changes` what was done with the seats. `conclusion`: how it ended, where that was otherwise than
    by its rules.
    """

    match_id: str
    game: str
    title: str
    scenario: str
    data: str
    name: str
    opened_by: SeatHolder
    opened_at: datetime
    holders: Mapping[Seat, SeatHolder | None]
    clock: ClockTerms
    agreed: bool
    ended: bool
    hours: Mapping[Seat, int]
    late: Mapping[Seat, datetime]
    answered_at: Mapping[Seat, datetime]
    away: Mapping[Seat, tuple[Days, ...]]
    rulings: tuple[Ruling, ...]
    changes: tuple[SeatChange, ...]
    conclusion: Conclusion | None


def arbitrations(context: Context, account: Account) -> list[Arbitration]:
    """The matches whose arbiter an account was named, the newest first."""
    with context.store.look() as look:
        return [_shown(context, look, account, match_id) for match_id in look.agreements.arbitrated_by(account.id)]


def arbitration(context: Context, account: Account, match_id: str) -> Arbitration:
    """One of them. Raises NotFound to anybody else."""
    with context.store.look() as look:
        return _shown(context, look, account, match_id)


def _of(work: Work, account: Account, match_id: str) -> tuple[MatchFacts, ClockTerms, SavedArbiter]:
    """A match whose arbiter the account was named. Raises NotFound."""
    facts, saved = work.matches.facts(match_id), work.agreements.arbiter(match_id)
    terms = ClockTerms.of(facts.terms) if facts is not None else None
    if facts is None or terms is None or saved is None or saved.account_id != account.id or saved.declined_at:
        raise NotFound()
    return facts, terms, saved


def _shown(context: Context, look: Work, account: Account, match_id: str) -> Arbitration:
    facts, terms, saved = _of(look, account, match_id)
    seats, clocks = facts.game.info.seats, look.matches.clocks(match_id)
    holders = look.matches.holders(match_id)
    ended = look.matches.has_ended(match_id)
    late = {} if ended or is_stopped(context, facts) else _late(terms, clocks, context.clock())
    journal = [event for _, event in look.matches.journal_of(match_id, facts.game, (Ruled.kind, Concluded.kind))]
    return Arbitration(
        match_id=match_id,
        game=facts.game.info.name,
        title=facts.game.info.title,
        scenario=facts.scenario,
        data=facts.game.data_id,
        name=facts.name,
        opened_by=holder_of(look, facts.opened_by) or SeatHolder("guest", None),
        opened_at=facts.opened_at,
        holders={seat: holder_of(look, holders[seat]) for seat in seats},
        clock=terms,
        agreed=saved.agreed_at is not None,
        ended=ended,
        hours={seat: _as_told(terms, clocks, seat) for seat in seats},
        late=late,
        answered_at={seat: at + ARBITER_HAS for seat, at in late.items()},
        away={seat: clocks[seat].away for seat in seats if clocks[seat].away},
        rulings=tuple(event.ruling for event in journal if isinstance(event, Ruled)),
        changes=tuple(seat_changes_in(look, match_id)),
        conclusion=next((event.conclusion for event in journal if isinstance(event, Concluded)), None),
    )


def _as_told(terms: ClockTerms, clocks: Mapping[Seat, SeatClock], seat: Seat) -> int:
    """The hours that a side had left, as another was told last."""
    told = (one.others[seat] for other, one in clocks.items() if other != seat and seat in one.others)
    return min(told, default=terms.days * 24)


def _late(terms: ClockTerms, clocks: Mapping[Seat, SeatClock], now: datetime) -> dict[Seat, datetime]:
    """The sides whose time is over and of whom nothing is decided yet, since when."""
    over = {seat: one.over_at(terms) for seat, one in clocks.items() if is_out(terms, one, now) and not one.warned}
    return {seat: at for seat, at in over.items() if at is not None}


# ---- agreeing to it


def agree(context: Context, account: Account, match_id: str) -> Arbitration:
    """Agree to be the arbiter of a match; again, it does nothing. Raises NotFound, SeatNotForYou."""
    with context.store.work() as work:
        work.matches.hold(match_id)
        _, _, saved = _of(work, account, match_id)
        _demand_unseeing(work, account, match_id)
        if saved.agreed_at is None:
            work.agreements.agree_to_be_arbiter(match_id, context.clock())
    context.hub.nudge(match_id)
    return arbitration(context, account, match_id)


def say_no(context: Context, account: Account, match_id: str) -> None:
    """Be the arbiter of a match no longer, or not at all: in the end the umpire answers instead. Raises NotFound."""
    with context.store.work() as work:
        work.matches.hold(match_id)
        _of(work, account, match_id)
        work.agreements.decline_to_be_arbiter(match_id, context.clock())
    context.hub.nudge(match_id)


def _demand_unseeing(work: Work, account: Account, match_id: str) -> None:
    if work.seatings.shown(match_id, (account.id,)):
        raise SeatNotForYou("You were shown what a side of this match knows, so you cannot rule on it.")


# ---- ruling


def decision_of(said: str) -> Decision:
    """What somebody says that they rule. Raises Malformed."""
    for decision in get_args(Decision):
        if said == decision:
            return cast(Decision, decision)
    raise Malformed([(["decision"], f"It may be {', '.join(get_args(Decision))}.")])


def rule(
    context: Context,
    account: Account,
    match_id: str,
    seat: Seat,
    decision: Decision,
    *,
    days: int = 0,
    reason: str = "",
) -> Arbitration:
    """Rule what is done of a side whose time is over; all sides are told, with the reason.

    `days`: how much more time it has. Raises NotFound, NotNow, SeatNotForYou, Malformed, Busy.
    """
    context.rate_limits.admit("orders", f"arbiter {account.id}")
    ruling = Ruling(
        seat=seat, decision=decision, days=days, reason=tidy(reason, REASON_LENGTHS, "The reason").rstrip(".")
    )
    if (decision == "more-time") != (days in MORE_DAYS) or (days and decision != "more-time"):
        raise Malformed([(["days"], f"More time is from {MORE_DAYS[0]} to {MORE_DAYS[-1]} days; else there are none.")])
    for _ in range(MOST_TRIES):
        try:
            with context.store.work() as work:
                work.matches.hold(match_id)
                _rule(context, work, account, match_id, ruling)
        except MatchMovedOn:
            continue
        context.hub.nudge(match_id)
        context.bell.set()  # where the umpire is to answer it does so now
        return arbitration(context, account, match_id)
    raise Busy(nothing_done=True)


def _rule(context: Context, work: Work, account: Account, match_id: str, ruling: Ruling) -> None:
    facts, terms, saved = _of(work, account, match_id)
    _demand_unseeing(work, account, match_id)
    if saved.agreed_at is None:
        raise NotNow("Agree to be the arbiter of this match first.")
    if work.matches.has_ended(match_id):
        raise NotNow(MATCH_OVER)
    if is_stopped(context, facts):
        raise MatchStopped()
    if ruling.seat not in _late(terms, work.matches.clocks(match_id), context.clock()):
        raise NotNow("There is nothing to rule: the time of this side is not over, or it has answered meanwhile.")
    if ruling.decision == "forfeited" and len(facts.game.info.seats) != 2:
        raise NotNow("Only a match of two can be forfeited: among three, one would decide for two others.")
    match = work.matches.saved(match_id)
    if match is None:
        raise NotFound()
    work.matches.append(match, umpire.rule(match.game, match.state, ruling, match.dice()), None, context.clock())
    if ruling.decision == "forfeited":
        work.agreements.withdraw(match_id)
