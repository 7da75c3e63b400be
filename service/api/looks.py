"""What sockets are to say, read once for all sockets of one seat that ask at a time.

Each nudge wakes all who listen at a match. Were each to look by itself, a seat with many sockets would cost as many
transactions and threads as it has sockets. What is shared is of one seat, and of sockets that have as much of its log:
so what a look costs hangs on that seat's own sockets and log alone. Whether they may still listen is looked at once for
all that came with the same token or cookies.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cache

from starlette.concurrency import run_in_threadpool

from service import matches
from service.matches import AtSeat, Context, Credentials
from service.matches.errors import Problem
from service.store import NoSuchMatch


@dataclass(frozen=True)
class Frames:
    """What a socket has to say: frames, up to which entry of the log they tell, and whether there are more."""

    frames: Sequence[str]
    after: int
    more: bool = False


Tell = Callable[[Context, AtSeat, int, int], Frames]
"""What to say of a seat's log after an entry, where it is so long or something else has changed; it may read."""


@dataclass(frozen=True)
class Ask:
    """What a socket wants to know: what is new after an entry of the log, or where things beside it are otherwise.

    `doubted`: it is to be looked at whether it may still listen, also where nothing is new.
    """

    credentials: Credentials
    after: int
    beside: str
    doubted: bool


@dataclass(frozen=True)
class SocketNews:
    """What a socket is to say now, and how the seat stands beside its log."""

    said: Frames
    beside: str


Answer = SocketNews | Problem | NoSuchMatch


class Looks:
    """The looks of one process's sockets."""

    def __init__(self) -> None:
        self._waiting: dict[Hashable, list[tuple[Ask, asyncio.Future[Answer]]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def news(self, context: Context, at: AtSeat, tell: Tell, ask: Ask) -> SocketNews:
        """What there is to say to a socket. Raises NotSignedIn, NotFound where it may listen no more, Unavailable."""
        loop = asyncio.get_running_loop()
        key, answer = (loop, at.match_id, at.seat, at.account_id, tell), loop.create_future()
        if key not in self._waiting:
            self._waiting[key] = []
            task = loop.create_task(self._look(key, context, at, tell))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        self._waiting[key].append((ask, answer))
        found: Answer = await answer
        if isinstance(found, Exception):
            raise found
        return found

    async def _look(self, key: Hashable, context: Context, at: AtSeat, tell: Tell) -> None:
        await asyncio.sleep(0)  # the others that were woken ask first
        asked = self._waiting.pop(key)
        try:
            answers = await run_in_threadpool(answers_to, context, at, tell, [ask for ask, _ in asked])
        except Exception as fault:
            for _, answer in asked:
                if not answer.done():
                    answer.set_exception(fault)
            return
        for (_, answer), found in zip(asked, answers, strict=True):
            if not answer.done():  # it may have gone meanwhile
                answer.set_result(found)


def answers_to(context: Context, at: AtSeat, tell: Tell, asks: Sequence[Ask]) -> list[Answer]:
    """What each socket of a seat is to say, all of one moment. Raises Unavailable.

    Whether it may listen is looked at where there is something to say, or where that is `doubted`.
    """
    with context.one_moment() as then:
        problems: dict[Hashable, Problem | None] = {}

        def refused(credentials: Credentials) -> Problem | None:
            came_with = (credentials.bearer, frozenset(credentials.cookies.items()))
            if came_with not in problems:
                try:
                    matches.at_seat(then, credentials, at.match_id, at.seat)
                    problems[came_with] = None
                except Problem as problem:
                    problems[came_with] = problem
            return problems[came_with]

        @cache
        def frames(after: int) -> Frames:
            return tell(then, at, after, now.version)

        try:
            now = matches.signs(then, at)
        except (Problem, NoSuchMatch) as gone:
            return [gone] * len(asks)
        answers = list[Answer]()
        for ask in asks:
            is_new = now.is_new_to(ask.after, ask.beside)
            problem = refused(ask.credentials) if is_new or ask.doubted else None
            answers.append(problem or SocketNews(frames(ask.after) if is_new else Frames((), ask.after), now.beside))
        return answers
