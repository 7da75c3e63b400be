"""The moderator of a match: an account without a seat in it that sees all of it, both pictures and the truth.

Named when the match is opened, so that whoever joins agrees to it. A moderator has all clocks stand, or gives more
time, of which all sides are told; and puts right what went wrong, of which those are told who knew of it. Who it is
from now on is for all sides together to say. Who is or was named takes no seat of the match, ever.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from schemas.orders import complaints, union_of
from schemas.plain_json import UnfitJson, fit
from service.engine import umpire
from service.engine.corrections import Correction
from service.engine.cursor import titles_of
from service.engine.endings import Conclusion
from service.engine.events import Concluded, Corrected, CorrectionMade, Event
from service.engine.game import AnyGame
from service.engine.options import Option
from service.engine.orders import Refusal
from service.engine.seats import Seat
from service.matches.account_names import as_written, key_of, tidy
from service.matches.context import AtSeat, Context
from service.matches.credentials import Account
from service.matches.dice_proof import MOST_TRIES
from service.matches.ending import MATCH_OVER
from service.matches.errors import Busy, Malformed, MatchStopped, NotFound, NotNow, SeatNotForYou
from service.matches.handover import SeatChange, seat_changes_in
from service.matches.pausing import by_the_clock, end_pause, pause_match
from service.matches.reading import is_stopped
from service.matches.review import Review, review_of
from service.matches.rulebooks import rules_refuse
from service.matches.seat_transfers import is_arbiter, tell
from service.matches.who_sits import SeatHolder, holder_of
from service.store import MatchFacts, MatchMovedOn, SavedModerator, Work
from service.store.clocks import ClockTerms
from service.store.notices import MODERATOR

REASON_LENGTHS = range(1, 301)
MORE_DAYS = range(1, 61)
PAUSES = ("paused", "moderator-paused")
"""What a match may have been paused by: the owner of the server, or its moderator."""


@dataclass(frozen=True)
class Made:
    """A correction that was made, with its reason, and how things stood before it and after."""

    number: int
    correction: Correction
    reason: str
    was: Mapping[str, str]
    now: Mapping[str, str]


@dataclass(frozen=True)
class Moderation:
    """A match as its moderator has it, beside the maps that `looked_into` shows.

    `titles` say where it stands, and `waiting` for whom; `may_correct` what can be put right now; `made` is the record
    of what was, `changes` what was done with seats and clocks. Before they have agreed they are shown none of these
    but the changes.
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
    clock: ClockTerms | None
    paused_at: datetime | None
    agreed: bool
    ended: bool
    titles: tuple[str, ...]
    waiting: tuple[Seat, ...]
    may_correct: tuple[Option, ...]
    made: tuple[Made, ...]
    changes: tuple[SeatChange, ...]
    conclusion: Conclusion | None


def moderations(context: Context, account: Account) -> list[Moderation]:
    """The matches that an account moderates or was named for, the newest first."""
    with context.store.look() as look:
        return [_shown(look, account, match_id, whole=False) for match_id in look.moderators.moderated_by(account.id)]


def moderation(context: Context, account: Account, match_id: str) -> Moderation:
    """One of them. Raises NotFound to anybody else."""
    with context.store.look() as look:
        return _shown(look, account, match_id, whole=True)


def _of(work: Work, account: Account, match_id: str) -> tuple[MatchFacts, SavedModerator]:
    """A match that the account moderates or was named for. Raises NotFound."""
    facts, saved = work.matches.facts(match_id), work.moderators.now(match_id)
    if facts is None or saved is None or saved.account_id != account.id:
        raise NotFound()
    return facts, saved


def _agreed(work: Work, account: Account, match_id: str) -> MatchFacts:
    """A match that the account moderates. Raises NotFound, also before they have agreed, and SeatNotForYou."""
    facts, saved = _of(work, account, match_id)
    if saved.agreed_at is None:
        raise NotFound()
    _demand_apart(work, account, match_id)
    return facts


def _demand_apart(work: Work, account: Account, match_id: str) -> None:
    if work.seatings.shown(match_id, (account.id,)):
        raise SeatNotForYou("You were shown what a side of this match knows as that side, so you cannot moderate it.")


def _shown(look: Work, account: Account, match_id: str, *, whole: bool) -> Moderation:
    facts, saved = _of(look, account, match_id)
    holders, game = look.matches.holders(match_id), facts.game
    sees = saved.agreed_at is not None and whole
    match = look.matches.saved(match_id) if sees else None
    ended = look.matches.has_ended(match_id)
    kinds = (Corrected.kind, CorrectionMade.kind)
    journal = look.matches.journal_of(match_id, game, kinds) if sees else []
    over = [event for _, event in look.matches.journal_of(match_id, game, (Concluded.kind,))]
    return Moderation(
        match_id=match_id,
        game=game.info.name,
        title=game.info.title,
        scenario=facts.scenario,
        data=game.data_id,
        name=facts.name,
        opened_by=holder_of(look, facts.opened_by) or SeatHolder("guest", None),
        opened_at=facts.opened_at,
        holders={seat: holder_of(look, holders[seat]) for seat in game.info.seats},
        clock=ClockTerms.of(facts.terms),
        paused_at=facts.paused_at,
        agreed=saved.agreed_at is not None,
        ended=ended,
        titles=titles_of(game.outline, match.state.cursor) if match is not None else (),
        waiting=tuple(match.state.waiting) if match is not None else (),
        may_correct=tuple(_offers(game, match.state)) if match is not None and not ended else (),
        made=tuple(_made(journal)),
        changes=tuple(seat_changes_in(look, match_id)),
        conclusion=next((event.conclusion for event in over if isinstance(event, Concluded)), None),
    )


def _offers(game: AnyGame, state: Any) -> list[Option]:
    return [option for of in game.corrections_by_kind.values() for option in of.offers(state)]


def _made(journal: Collection[tuple[int, Event]]) -> list[Made]:
    """The corrections of a journal; each is followed by what it has come to."""
    found, pending = [], None
    for number, event in journal:
        if isinstance(event, Corrected):
            pending = number, event
        elif isinstance(event, CorrectionMade) and pending is not None:
            at, corrected = pending
            found.append(Made(at, corrected.correction, corrected.reason, corrected.was, event.now))
    return found


def looked_into(
    context: Context, account: Account, match_id: str, number: int | None = None, *, step: int | None = None
) -> Review:
    """All pictures and the truth after an event of the match, or at a step of it; as of now where none is named.

    Looking leaves no trace that a side could see. Raises NotFound, SeatNotForYou.
    """
    with context.store.look() as look:
        facts = _agreed(look, account, match_id)
    return review_of(context, facts, number, step=step)


# ---- agreeing to it


def agree(context: Context, account: Account, match_id: str) -> Moderation:
    """Agree to moderate a match; again, it does nothing. Raises NotFound, SeatNotForYou."""
    with context.store.work() as work:
        work.matches.hold(match_id)
        _, saved = _of(work, account, match_id)
        _demand_apart(work, account, match_id)
        if saved.agreed_at is None:
            work.moderators.agree(match_id, context.clock())
            tell(work, match_id, "", "moderator-agreed", account.id, context.clock())
    context.hub.nudge(match_id)
    return moderation(context, account, match_id)


def say_no(context: Context, account: Account, match_id: str) -> None:
    """Moderate a match no longer, or not at all: then nobody does, until all sides name somebody. Raises NotFound."""
    with context.store.work() as work:
        work.matches.hold(match_id)
        _of(work, account, match_id)
        work.moderators.end(match_id, context.clock())
        tell(work, match_id, "", "moderator-left", account.id, context.clock())
    context.hub.nudge(match_id)


# ---- the clocks of the whole match


def pause(context: Context, account: Account, match_id: str) -> Moderation:
    """Have all clocks of the match stand; all sides are told. Raises NotFound, NotNow, SeatNotForYou."""
    _with_clocks(context, account, match_id, lambda work, facts, now: pause_match(
        work, account, facts, now, "moderator-paused"
    ))  # fmt: skip
    return moderation(context, account, match_id)


def go_on(context: Context, account: Account, match_id: str) -> Moderation:
    """Let a match go on that its moderator has paused. Raises as `pause` does; NotNow where the owner has paused it."""

    def resume(work: Work, facts: MatchFacts, now: datetime) -> None:
        last = next((one.kind for one in reversed(work.seatings.changes(match_id)) if one.kind in PAUSES), "")
        if last == "paused":
            raise NotNow("The owner of the server has paused this match, and lets it go on.")
        end_pause(work, account, facts, now, "moderator-resumed")

    _with_clocks(context, account, match_id, resume)
    return moderation(context, account, match_id)


def extend(context: Context, account: Account, match_id: str, days: int) -> Moderation:
    """Give every side so many more days; all are told. Raises Malformed, NotFound, NotNow, SeatNotForYou.

    From a bank each side has that much more for the rest of the match; where a sitting has a time of its own, whoever
    is asked now has it.
    """
    if days not in MORE_DAYS:
        raise Malformed([(["days"], f"From {MORE_DAYS[0]} to {MORE_DAYS[-1]} days.")])

    def more(work: Work, facts: MatchFacts, now: datetime) -> None:
        terms = ClockTerms.of(facts.terms)
        assert terms is not None, "it is played by the clock"
        paused = facts.paused_at is not None
        for seat, clock in work.matches.clocks(match_id).items():
            work.matches.put_clock(facts, seat, clock.extended(terms, days, now, paused=paused))
        tell(work, match_id, "", "extended", account.id, now, days=days)

    _with_clocks(context, account, match_id, more)
    return moderation(context, account, match_id)


def _with_clocks(
    context: Context, account: Account, match_id: str, do: Callable[[Work, MatchFacts, datetime], None]
) -> None:
    context.rate_limits.admit("orders", f"moderator {account.id}")
    with context.store.work() as work:
        work.matches.hold(match_id)
        _agreed(work, account, match_id)
        do(work, by_the_clock(work, match_id), context.clock())
    context.hub.nudge(match_id)
    context.bell.set()


# ---- putting something right


@lru_cache(maxsize=64)
def _forms(kinds: tuple[tuple[str, type[Correction]], ...]) -> TypeAdapter[Correction]:
    return TypeAdapter(union_of(dict(kinds)))


def correction_forms(game: AnyGame) -> TypeAdapter[Correction]:
    """The game's corrections as the wire has them; also the source of their JSON Schema."""
    return _forms(tuple(game.corrections_by_kind.items()))


def correction_of(game: AnyGame, said: Mapping[str, Any]) -> Correction:
    """A correction as JSON or a form has it, read strictly. Raises Malformed."""
    try:
        plain = json.dumps(fit(json.dumps(said).encode()))
        return correction_forms(game).validate_json(plain, strict=True)
    except UnfitJson as unfit:
        raise Malformed([(["correction"], str(unfit))]) from None
    except ValidationError as error:
        raise Malformed(complaints(error)) from None


def correct(context: Context, account: Account, match_id: str, said: Mapping[str, Any], *, reason: str) -> Moderation:
    """Put something right, for a reason. Whoever knew of it is told what they had been told, and what now is.

    Raises NotFound, NotNow, SeatNotForYou, Malformed, RulesRefuse, MatchStopped, Busy.
    """
    context.rate_limits.admit("orders", f"moderator {account.id}")
    reason = tidy(reason, REASON_LENGTHS, "The reason").rstrip(".")
    for _ in range(MOST_TRIES):
        try:
            with context.store.work() as work:
                work.matches.hold(match_id)
                _correct(context, work, account, match_id, said, reason)
        except MatchMovedOn:
            continue
        context.hub.nudge(match_id)
        return moderation(context, account, match_id)
    raise Busy(nothing_done=True)


def _correct(
    context: Context, work: Work, account: Account, match_id: str, said: Mapping[str, Any], reason: str
) -> None:
    facts = _agreed(work, account, match_id)
    if work.matches.has_ended(match_id):
        raise NotNow(MATCH_OVER)
    if is_stopped(context, facts):
        raise MatchStopped()
    correction = correction_of(facts.game, said)
    match = work.matches.saved(match_id)
    if match is None:
        raise NotFound()
    try:
        outcome = umpire.correct(match.game, match.state, correction, reason, match.dice())
    except Refusal as refusal:
        raise rules_refuse(facts.game, refusal) from None
    work.matches.append(match, outcome, None, context.clock())


# ---- who it is from now on


def choose(context: Context, at: AtSeat, name: str) -> None:
    """Say whom this side wants for moderator from now on; once all sides want the same, it is they, if they agree.

    All are told whom a side wants. Raises NotFound, NotNow where the match was opened without a moderator or is over,
    Malformed for a name of nobody who may.
    """
    context.rate_limits.admit("orders", f"{at.match_id} {at.seat}")
    with context.store.work() as work:
        work.matches.hold(at.match_id)
        holders, named = work.matches.holders(at.match_id), work.moderators.all_of(at.match_id)
        if work.matches.holder(at.match_id, at.seat) != (at.account_id,):
            raise NotFound()
        if not named:
            raise NotNow("This match was opened without a moderator.")
        if work.matches.has_ended(at.match_id):
            raise NotNow(MATCH_OVER)
        found = work.accounts.by_name(key_of(as_written(name)))
        if found is None:
            raise Malformed([(["name"], "Name an account of this server, by its name.")])
        if found.id in holders.values() or work.seatings.shown(at.match_id, (found.id,)):
            raise Malformed([(["name"], "Whoever moderates has no seat in the match, and never had one.")])
        if is_arbiter(work, at.match_id, (found.id,)):
            raise Malformed([(["name"], "The arbiter of the match is to see nothing of it.")])
        now = work.moderators.now(at.match_id)
        if now is not None and now.account_id == found.id:
            raise NotNow("They are the moderator already.")
        work.moderators.choose(at.match_id, at.seat, found.id)
        tell(work, at.match_id, at.seat, "moderator-wanted", at.account_id, context.clock(), found.id)
        if set(work.moderators.choices(at.match_id).items()) >= {(seat, found.id) for seat in holders}:
            tell(work, at.match_id, "", "moderator-named", None, context.clock(), found.id)
            work.moderators.name(at.match_id, found.id, context.clock())
            work.notices.tell_moderator(found.id, at.match_id, "consent", context.clock(), MODERATOR)
            work.moderators.forget_choices(at.match_id)
    context.hub.nudge(at.match_id)


def leave(work: Work, account_id: str, at: datetime) -> None:
    """An account that leaves the server moderates nothing any more."""
    for match_id in work.moderators.moderated_by(account_id):
        tell(work, match_id, "", "moderator-left", account_id, at)
    work.moderators.leave(account_id, at)
