"""What sockets are to say, read once for all sockets of one seat that ask at a time.

Each nudge wakes all who listen at a match. Were each to look by itself, a seat with many sockets would cost as many
transactions and threads as it has sockets. Seats that are told at the same time share a thread and a transaction; what
is read and said is shared by sockets of one seat alone, that have as much of its log: so what a look costs hangs on
that seat's own sockets and log.

Whoever has been found to listen by right is not looked at again while the number of that right is what it was then
(`store/rights.py`); it is read at the moment at which what is told is read. Otherwise they are, once for all that came
with the same token or cookies.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from starlette.datastructures import State

from service import matches
from service.api.rounds import Rounds
from service.live import Words
from service.matches import AtSeat, Context, Credentials, RightToListen
from service.matches.errors import Problem
from service.store import NoSuchMatch, Unavailable, Work, ahead


@dataclass(frozen=True)
class Frames:
    """What a socket has to say: frames, up to which entry of the log they tell, and whether there are more."""

    frames: Sequence[str]
    after: int
    more: bool = False


@dataclass(frozen=True)
class Tell:
    """What to say of a seat's log after an entry, where it is so long or something else has changed; it may read.

    `words` say the same of entries as the seat is told them. `ask_ahead` reads at once what `frames` reads for several
    seats after these entries.
    """

    frames: Callable[[Context, AtSeat, int, int], Frames]
    words: Words | None = None
    ask_ahead: Callable[[Work, Sequence[tuple[AtSeat, int]]], None] | None = None


@dataclass(frozen=True)
class Ask:
    """What a socket wants to know: what is new after an entry of the log, or where things beside it are otherwise.

    `doubted`: it is to be looked at whether it may still listen, also where nothing is new. `right`: that by which it
    was found to, if it was looked at.
    """

    credentials: Credentials
    after: int
    beside: str
    doubted: bool
    right: RightToListen | None = None


@dataclass(frozen=True)
class SocketNews:
    """What a socket is to say now, how the seat stands beside its log, and by what right it listens."""

    said: Frames
    beside: str
    right: RightToListen | None = None


Answer = SocketNews | Problem | NoSuchMatch


Key = tuple[AtSeat, Tell]
SOCKETS_AT_A_TIME = 1_000


class Looks:
    """The looks of one process's sockets."""

    def __init__(self, app: State) -> None:
        self._rounds = Rounds[tuple[AtSeat, Tell, Ask], SocketNews](
            lambda asked: answers_to_all(app.context, asked), SOCKETS_AT_A_TIME
        )

    async def news(self, at: AtSeat, tell: Tell, ask: Ask) -> SocketNews:
        """What there is to say to a socket. Raises NotSignedIn, NotFound where it may listen no more, Unavailable."""
        return await self._rounds.ask((at, tell, ask))


def answers_to_all(context: Context, asked: Sequence[tuple[AtSeat, Tell, Ask]]) -> list[SocketNews | Exception]:
    """What each of these sockets is to say; those of one seat are answered together.

    What is read for several seats is of one moment, as long as the database answers.
    """
    of_seat: dict[Key, list[int]] = {}
    for place, (at, tell, _) in enumerate(asked):
        of_seat.setdefault((at, tell), []).append(place)
    found: dict[int, SocketNews | Exception] = {}
    with context.one_moment() as then:
        if len(of_seat) > 1:
            with suppress(Unavailable):
                ask_ahead(then, {key: [asked[place][2] for place in places] for key, places in of_seat.items()})
        for (at, tell), places in of_seat.items():
            answers: Sequence[SocketNews | Exception]
            try:
                answers = answers_to(then, at, tell, [asked[place][2] for place in places])
            except Exception as fault:
                answers = [fault] * len(places)
            found |= zip(places, answers, strict=True)
    return [found[place] for place in range(len(asked))]


def ask_ahead(then: Context, asks: Mapping[Key, Sequence[Ask]]) -> None:
    """Read at once what is read for each of these sockets; more only of seats that have something new."""
    with then.store.look() as look:
        ahead.signs(look, [(at.match_id, at.seat) for at, _ in asks])
        looking, logs = list[tuple[AtSeat, Ask]](), dict[Tell, dict[tuple[AtSeat, int], None]]()
        for (at, tell), of_seat in asks.items():
            try:
                now = matches.signs(then, at)
            except (Problem, NoSuchMatch):
                continue
            for ask in of_seat:
                is_new = now.is_new_to(ask.after, ask.beside)
                if is_new or ask.doubted:
                    looking.append((at, ask))
                if is_new:
                    logs.setdefault(tell, {})[at, ask.after] = None
        ahead.rights(look, {at.account_id for at, _ in looking})
        unknown = [
            (ask.credentials, at.match_id, at.seat)
            for at, ask in looking
            if ask.right is None or not ask.right.stands(then.clock(), matches.right_number(then, at))
        ]
        matches.ask_ahead_who_sits(look, unknown)
        for tell, wanted in logs.items():
            if tell.ask_ahead is not None:
                tell.ask_ahead(look, [*wanted])


def answers_to(then: Context, at: AtSeat, tell: Tell, asks: Sequence[Ask]) -> list[Answer]:
    """What each socket of a seat is to say, by a context whose store is of one moment. Raises Unavailable.

    Whether it may listen is looked at where there is something to say, or where that is `doubted`, and its right is
    not known to stand.
    """
    rights: dict[Hashable, RightToListen | Problem] = {}

    def right_of(ask: Ask) -> RightToListen | Problem:
        if ask.right is not None and ask.right.stands(then.clock(), number()):
            return ask.right
        came_with = (ask.credentials.bearer, frozenset(ask.credentials.cookies.items()))
        if came_with not in rights:
            try:
                rights[came_with] = matches.may_listen(then, ask.credentials, at)
            except Problem as problem:
                rights[came_with] = problem
        return rights[came_with]

    @cache
    def number() -> int:
        return matches.right_number(then, at)

    @cache
    def frames(after: int) -> Frames:
        return tell.frames(then, at, after, now.version)

    try:
        now = matches.signs(then, at)
    except (Problem, NoSuchMatch) as gone:
        return [gone] * len(asks)
    answers = list[Answer]()
    for ask in asks:
        is_new = now.is_new_to(ask.after, ask.beside)
        right = right_of(ask) if is_new or ask.doubted else ask.right
        if isinstance(right, Problem):
            answers.append(right)
        else:
            answers.append(SocketNews(frames(ask.after) if is_new else Frames((), ask.after), now.beside, right))
    return answers
