"""Taking a seat's orders: they are checked by what it knows, stored and acknowledged, and worked after."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from service.engine import judging, umpire
from service.engine.events import Told
from service.engine.game import AnyGame
from service.engine.orders import Order, Refusal
from service.engine.phrase_reading import words_of
from service.engine.seats import Seat
from service.engine.sentences import Sentence
from service.matches import accounts
from service.matches.accounts import Credentials, ask_ahead_who_sits
from service.matches.context import AtSeat, Context
from service.matches.errors import Busy, KeyReused, MatchStopped, PictureMovedOn, TooOften
from service.matches.match_queue import work_off
from service.matches.order_lines import understood, wrong_lines
from service.matches.reading import is_stopped
from service.matches.rulebooks import rules_refuse
from service.matches.telling import InWords, said_at, told_of
from service.store import (
    Accepting,
    MatchMovedOn,
    NoSuchMatch,
    SavedAnswer,
    SavedMatch,
    SavedSeat,
    SeatTold,
    Unavailable,
    Work,
    accepting,
    ahead,
)

Waiting = tuple[int, datetime | None]
"""How many lists of a seat wait to be worked, and when the first of them was accepted."""


@dataclass(frozen=True)
class Accepted:
    """Orders were accepted; `version` is the seat's just after that, before anything came of them."""

    version: int


def take_orders(
    context: Context, at: AtSeat, orders: Sequence[Order], *, version: int, key: str | None = None
) -> Accepted:
    """Accept a list of orders from a seat that has seen its log up to `version`: all of them, or none.

    They are worked after, in their place in the match's queue; nothing is read here but what the seat knows. A key that
    was used before gets the answer of then, whatever the version. A sheet that was sent whole is emptied.
    Raises RulesRefuse, PictureMovedOn, MatchStopped, KeyReused, TooOften, Busy; then nothing is changed.
    """
    return take(context, Attempt(at, orders_sent(context, lambda _: orders), version, key))


@dataclass(frozen=True)
class OrdersSent:
    """What a request sent, asked for as a seat stands when it is taken.

    `digest`: what its key stands for; `read`: its orders, and what a refusal of them has beside what all have.
    """

    digest: Callable[[SavedSeat], str]
    read: Callable[[SavedSeat], tuple[Sequence[Order], dict[str, Any]]]


def lines_sent(text: str) -> OrdersSent:
    """A text of order lines. A key that was used before for the same words gets the answer of then, whatever they would
    mean now. RulesRefuse has `lines` too; TextTooLong and LinesNotUnderstood are raised as they are read.
    """
    return OrdersSent(lambda _: digest_of_lines(text), lambda seat: orders_of_lines(seat, text))


def orders_sent(context: Context, orders: Callable[[AnyGame], Sequence[Order]]) -> OrdersSent:
    """A list of orders of the seat's game, read once."""
    found: Sequence[Order] | None = None

    def read(game: AnyGame) -> Sequence[Order]:
        nonlocal found
        found = orders(game) if found is None else found
        return found

    return OrdersSent(lambda seat: digest_of(context, seat, read(seat.game)), lambda seat: (read(seat.game), {}))


def orders_of_lines(seat: SavedSeat, text: str) -> tuple[list[Order], dict[str, Any]]:
    """The orders of a text, and the lines of it that the rules refuse. Raises TextTooLong, LinesNotUnderstood."""
    in_words = words_of_seat(seat)
    lines = understood(seat.game, seat.picture, text, in_words)
    return (
        [line.order for line in lines if line.order is not None],
        {"lines": wrong_lines(seat.game, lines, in_words)},
    )


def words_of_seat(seat: SavedSeat) -> Callable[[Sentence], str]:
    """Makes of a sentence what the seat reads as plain text."""
    return seat.game.in_words(seat.game.known(seat.picture))


@dataclass(frozen=True)
class Ready:
    """Orders that are accepted once they are written down."""

    attempt: Attempt
    written: Accepting
    asked: str
    said: InWords
    """What is said of it to those who listen at the seat."""

    def write(self, context: Context, work: Work) -> SeatTold:
        """Write down that they were accepted, with the answer to their key; what the seat was told so."""
        at, key = self.attempt.at, self.attempt.key
        accepted = work.queue.accept(self.written, context.clock())
        _clear_sheet(context, work, at, self.written)
        if key is not None:
            work.matches.keep_answer(at.match_id, at.seat, key, SavedAnswer(self.asked, accepted))
        return work.told[-1]

    def is_written(self, context: Context, told: SeatTold) -> Accepted:
        """It is committed: wake those who listen at the seat."""
        context.hub.nudge_seat(told.match_id, told.seat, told_of(context, told, self.said))
        return Accepted(told.upto)


class Attempt:
    """One attempt of a seat to send orders, having seen its log up to `version`.

    It counts towards the limits once, however often it is looked at.
    """

    def __init__(self, at: AtSeat, sent: OrdersSent, version: int, key: str | None) -> None:
        self.at, self.sent, self.version, self.key = at, sent, version, key
        self.counted: set[str] = set()

    def count(self, context: Context, what: str, attempts: int = 1) -> None:
        """Raises TooOften."""
        if attempts and what not in self.counted:
            context.rate_limits.admit(what, f"{self.at.match_id} {self.at.seat}", attempts)
            self.counted.add(what)

    def judge(self, context: Context) -> Accepted | Ready:
        """What becomes of it as its seat stands now; `take_orders` says what it raises."""
        seat, answer, waiting = _read(context, self.at, self.key)
        judged: Accepted | tuple[Told, str] | None = None
        try:
            judged = self._judged(context, seat, answer, waiting)
        finally:
            if not isinstance(judged, tuple) and seat.stored is not None:
                context.store.pictures.keep(self.at.match_id, self.at.seat, seat.stored, seat.picture)
        return judged if isinstance(judged, Accepted) else self._written_up(context, seat, *judged)

    def _judged(
        self, context: Context, seat: SavedSeat, answer: SavedAnswer | None, waiting: Waiting
    ) -> Accepted | tuple[Told, str]:
        """The answer of before, or their acceptance and what the key is to stand for; the picture stays as it is."""
        asked = self.sent.digest(seat)
        self.count(context, "orders")
        if answer is not None:
            if answer.asked != asked:
                raise KeyReused()
            return Accepted(answer.accepted)
        if is_stopped(context, seat.facts):
            raise MatchStopped()
        if seat.log_length != self.version:
            raise PictureMovedOn()
        orders, beside = self.sent.read(seat)
        _demand_in_time(context, seat, orders)
        _demand_room(context, waiting)
        try:
            acceptance = umpire.accept(seat.game, seat.picture, self.at.seat, orders)
        except Refusal as refusal:
            raise rules_refuse(seat.game, refusal, words_of_seat(seat), **beside) from None
        # They move nothing on, so nothing but this limit ends them, and the logs of others may grow with each.
        anytime = sum(judging.is_lawful_anytime(seat.game, order) for order in orders)
        self.count(context, "anytime", anytime)
        return acceptance, asked

    def _written_up(self, context: Context, seat: SavedSeat, acceptance: Told, asked: str) -> Ready:
        """What is to be written down of them. The picture takes it in, so it is nobody's to read until that is done."""
        codec, at = context.store.codec(seat.game), self.at
        written = accepting(codec, seat, acceptance, with_picture=context.pace is None)
        told = [acceptance.entry(seat.log_length + 1)]
        said = said_at(context, at.match_id, at.seat, seat.game, written.picture, told, written.turn)
        return Ready(self, written, asked, said)


def take(context: Context, attempt: Attempt) -> Accepted:
    """Accept these orders: all, or none. `take_orders` says what it raises."""
    at = attempt.at
    while True:
        ready = attempt.judge(context)
        if isinstance(ready, Accepted):
            return ready
        try:
            told = context.store.write_for(at.match_id, partial(ready.write, context))
        except MatchMovedOn:
            continue  # its log has grown: by this request, under the same key, or else its picture has moved on
        accepted = ready.is_written(context, told)
        _have_worked(context, at.match_id)
        return accepted


@dataclass(frozen=True)
class Sending:
    """Orders that a request brings for a seat; `attempt` is made of them once it is known that they may be sent."""

    credentials: Credentials
    match_id: str
    seat: Seat
    attempt: Callable[[Context, AtSeat], Attempt]

    def __call__(self, then: Context) -> Attempt:
        """Raises NotSignedIn, OutOfScope, NotFound, and what `attempt` does."""
        return self.attempt(then, accounts.at_seat(then, self.credentials, self.match_id, self.seat))


def take_together(context: Context, asks: Sequence[Callable[[Context], Attempt]]) -> Sequence[Accepted | Exception]:
    """What becomes of the orders of several requests: read at one moment, and written down by one transaction.

    Each is told what it would be told alone. Where what one writes fails, each is taken by itself; so is another
    request of the same seat.
    """
    found: dict[int, Accepted | Exception] = {}
    alone: dict[int, Attempt] = {}
    ready: dict[int, Ready] = {}
    with context.one_moment() as then:
        attempts = _attempts(then, asks, found)
        for place, attempt in attempts.items():
            if any(other.attempt.at == attempt.at for other in ready.values()):
                alone[place] = attempt
                continue
            try:
                judged = attempt.judge(then)
            except Exception as fault:
                found[place] = fault
                continue
            if isinstance(judged, Ready):
                ready[place] = judged
            else:
                found[place] = judged
    if len(ready) > 1 and not context.store.is_embedded:  # there a transaction of several would hold the rows of all
        _write_each(context, ready, found, alone)
    elif ready:
        try:
            first = next(iter(ready.values())).attempt.at.match_id
            told = context.store.write_for(first, partial(_write_all, context, [*ready.values()]))
        except Unavailable as fault:
            found |= dict.fromkeys(ready, fault)
        except Exception:
            alone |= {place: one.attempt for place, one in ready.items()}
        else:
            for (place, one), who in zip(ready.items(), told, strict=True):
                found[place] = one.is_written(context, who)
            for match_id in dict.fromkeys(one.attempt.at.match_id for one in ready.values()):
                _have_worked(context, match_id)
    for place, attempt in sorted(alone.items()):
        try:
            found[place] = take(context, attempt)
        except Exception as fault:
            found[place] = fault
    return [found[place] for place in range(len(asks))]


def _write_each(
    context: Context, ready: Mapping[int, Ready], found: dict[int, Accepted | Exception], alone: dict[int, Attempt]
) -> None:
    """Write each of these down by a transaction of its own; what has moved on meanwhile is to be taken `alone`."""
    for place, one in ready.items():
        at = one.attempt.at
        try:
            told = context.store.write_for(at.match_id, partial(one.write, context))
        except MatchMovedOn:
            alone[place] = one.attempt
        except Exception as fault:
            found[place] = fault
        else:
            found[place] = one.is_written(context, told)
            _have_worked(context, at.match_id)


def _attempts(
    then: Context, asks: Sequence[Callable[[Context], Attempt]], found: dict[int, Accepted | Exception]
) -> dict[int, Attempt]:
    """The attempts that are made, by their places; what is raised where none is goes to what is `found`.

    What is read for all of them is read at once.
    """
    sent = [(ask.credentials, ask.match_id, ask.seat) for ask in asks if isinstance(ask, Sending)]
    if len(sent) > 1:
        with then.store.look() as look:
            ask_ahead_who_sits(look, sent)
    attempts = dict[int, Attempt]()
    for place, ask in enumerate(asks):
        try:
            attempts[place] = ask(then)
        except Exception as fault:
            found[place] = fault
    if len(attempts) > 1:
        with then.store.look() as look:
            ahead.orders(look, [(one.at.match_id, one.at.seat, one.key) for one in attempts.values()])
    return attempts


def _write_all(context: Context, ready: Sequence[Ready], work: Work) -> list[SeatTold]:
    """Write down that all of these were accepted; what their seats were told so."""
    ahead.accepted(work, [one.written for one in ready])
    return [one.write(context, work) for one in ready]


def _demand_in_time(context: Context, seat: SavedSeat, orders: Sequence[Order]) -> None:
    """Refuse orders that come when their time is long over.

    Between the end of a time and its being published, they are still in time; but they may not put it off for ever.
    """
    facts = seat.facts
    if context.pace is None or facts.due_at is None:
        return
    if context.times_end_by() < facts.due_at + timedelta(seconds=context.pace):
        return
    if not all(judging.is_lawful_anytime(seat.game, order) for order in orders):
        raise Busy(nothing_done=True)


def _demand_room(context: Context, waiting: Waiting) -> None:
    """Refuse a list where so many of this seat wait; what waits of another is not counted. Raises TooOften.

    They wait until what came of them is told: so this says nothing that those do not say which tell their sender more.
    """
    count, first = waiting
    if first is None or count < context.most.lists:
        return
    pace = timedelta(seconds=context.pace or 0)
    wait = math.ceil((first + pace - context.clock()).total_seconds())
    raise TooOften(max(1, wait), f"{count} lists of your orders wait to be worked, and no more of them may")


def _have_worked(context: Context, match_id: str) -> None:
    """See to it that what was accepted is worked: by the worker, or here and now where there is none."""
    if context.pace is not None:
        if context.shares.is_mine(match_id):  # else the process whose it is was told that its log has grown
            context.bell.set()
        return
    with suppress(Unavailable):  # it stays in the queue
        work_off(context, match_id)


def _read(context: Context, at: AtSeat, key: str | None) -> tuple[SavedSeat, SavedAnswer | None, Waiting]:
    """The seat, the answer kept under the key, and what waits of its orders, at one moment."""
    with context.store.look() as look:
        seat = look.matches.seat(at.match_id, at.seat, takes=True)
        answer = look.matches.answer(at.match_id, at.seat, key) if key is not None else None
        waiting = look.queue.waiting_of(at.match_id, at.seat)
    if seat is None:
        raise NoSuchMatch(at.match_id)
    return seat, answer, waiting


def digest_of(context: Context, match: SavedMatch | SavedSeat, orders: Sequence[Order]) -> str:
    """What the orders say, however their JSON was written."""
    plain = context.store.codec(match.game).plain(list(orders))
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()


def digest_of_lines(text: str) -> str:
    """What a text of order lines says, however it was spaced."""
    return hashlib.sha256("\n".join(" ".join(words_of(line)) for line in text.splitlines()).encode()).hexdigest()


def _clear_sheet(context: Context, work: Work, at: AtSeat, accepted: Accepting) -> None:
    """What was sent leaves the sheet, if it is all that stood there; a sheet with something else on it stays."""
    sheet, codec = work.matches.sheet(at.match_id, at.seat), context.store.codec(accepted.seat.game)
    written = codec.to_orders(sheet.orders) or codec.to_orders(sheet.left_over)  # the step may be closed by now
    if written and accepted.sent[: len(written)] == tuple(written):
        work.matches.put_sheet(at.match_id, at.seat, "[]")
