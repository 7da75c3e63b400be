"""Who listens at which match, and waking them after a commit.

Most often a seat was told something, and nothing else has changed. Then its listeners are handed what to say of it,
made once for all that say it alike, with the number that the right of the seat's holder to listen had in the
transaction that told it (`Tidings`): who listens by that number and has said all before it sends it on, and reads
nothing. Of all else travels "match N changed" or "seat S of it", and a listener looks at its own seat, and says
something only where its log has grown or a sign beside it has changed: what all sides are told at one moment, and what
the seat itself has read. So whatever changes a sign nudges at once; else it would be told with the next nudge, which
may be the enemy's. When a session, link or token of an account has ended, its own listeners are asked to look whether
they may still listen.

Where several processes serve a server, what one's hub is told it tells the others, whose hubs wake their own listeners.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from threading import Lock
from typing import Any

from service.engine.game import AnyGame
from service.engine.reports import LogEntry

MOST_PRESENT = 10_000
"""Of so many seats it is remembered what they have seen; of those that looked longest ago it is forgotten."""


Words = Callable[[AnyGame, Any, Sequence[LogEntry]], Sequence[str]]
"""Makes of entries of a seat's log what a socket says of them, by what the seat knows after the last of them."""


class Said:
    """What is said of what a seat was told, to all who listen there and are told of it in the same words."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts

    @cached_property
    def frames(self) -> bytes:
        """The same as it goes over the line to each of them: text frames of RFC 6455, not compressed."""
        return b"".join(map(text_frame, self.texts))


def text_frame(text: str) -> bytes:
    """A text as a server's frame."""
    said = text.encode()
    length = len(said)
    if length < 126:
        return bytes((0x81, length)) + said
    return (b"\x81\x7e" + length.to_bytes(2) if length < 65_536 else b"\x81\x7f" + length.to_bytes(8)) + said


@dataclass(frozen=True)
class Tidings:
    """What a seat was told: the entries of its log after one, up to another; and what to say of it, by who says it.

    `account_id` holds the seat, and `number` is that of its right to listen, both in the transaction that told it,
    which was over `at` this moment.
    """

    after: int
    upto: int
    account_id: str | None
    number: int
    said: Mapping[Words, Said]
    at: datetime


class Listener:
    """Wakes when a match of its has changed since it last slept, or when it is to look whether it may still listen.

    `doubted`: the latter; whoever has looked sets it back. `account_id` is whose seats it listens at; `words` make what
    it says of what a seat is told, where it listens at no more than one. `hear`, where it is there, says that at once
    and needs not wake; it gives False where it cannot.
    """

    def __init__(self, account_id: str = "", words: Words | None = None) -> None:
        self.account_id = account_id
        self.words = words
        self.hear: Callable[[Tidings], bool] | None = None
        self.told: list[Tidings] = []
        """What its seat was told, and it has not heard yet."""
        self.doubted = False
        self.loop = asyncio.get_running_loop()
        self._changed = asyncio.Event()
        self._where: set[str] = set()

    def woken(self, match_id: str, told: Tidings | None = None) -> None:
        """Called in its loop."""
        if told is None or self.words not in told.said:
            self._where.add(match_id)
        elif self.hear is not None and self.hear(told):
            return
        else:
            self.told.append(told)
        self.hear = None  # what comes now has to wait for that
        self._changed.set()

    @property
    def is_woken(self) -> bool:
        """Whether it need not wait."""
        return self._changed.is_set()

    async def changed(self) -> set[str]:
        """Wait until a match has changed since the last call; which have, but for what was `told`."""
        await self._changed.wait()
        self._changed.clear()
        where, self._where = self._where, set()
        return where


class Hub:
    """The listeners of this process."""

    def __init__(self) -> None:
        self._listeners: defaultdict[str, defaultdict[str, set[Listener]]] = defaultdict(lambda: defaultdict(set))
        """By matches and seats of theirs; at "" those who listen at all of a match."""
        self._woken: dict[asyncio.AbstractEventLoop, list[tuple[Sequence[Listener], str, Tidings | None]]] = {}
        """Who is to be woken, by loops that have been asked to do it."""
        self.tell_others: Callable[..., None] | None = None
        """Says words to the other processes that serve; None where there are none."""
        self._lock = Lock()

    @contextmanager
    def listening(
        self, match_id: str, account_id: str = "", seat: str = "", words: Words | None = None
    ) -> Iterator[Listener]:
        """A listener at a match, or at one seat of it. Begin to listen first and read afterwards, and nothing is
        missed.
        """
        with self.listening_at((match_id,), account_id, seat, words) as listener:
            yield listener

    @contextmanager
    def listening_at(
        self, match_ids: Iterable[str], account_id: str = "", seat: str = "", words: Words | None = None
    ) -> Iterator[Listener]:
        """One listener at several matches, as `listening` is at one."""
        listener, matches = Listener(account_id, words), frozenset(match_ids)
        with self._lock:
            for match_id in matches:
                self._listeners[match_id][seat].add(listener)
        try:
            yield listener
        finally:
            with self._lock:
                for match_id in matches:
                    of_match = self._listeners[match_id]
                    of_match[seat].discard(listener)
                    if not of_match[seat]:
                        del of_match[seat]
                    if not of_match:
                        del self._listeners[match_id]

    def listeners(self, match_id: str) -> int:
        """How many listen at a match."""
        with self._lock:
            return len(self._at(match_id))

    def words_at(self, match_id: str, seat: str) -> set[Words]:
        """What makes what is said to those who listen at a seat; nothing where none does, or not in words."""
        with self._lock:
            return {one.words for one in self._at(match_id, seat) if one.words is not None}

    def _at(self, match_id: str, seat: str | None = None) -> list[Listener]:
        """Who listens at a match, or at one seat of it, also as one of several; asked with the lock held."""
        of_match = self._listeners.get(match_id)
        if of_match is None:
            return []
        if seat is None:
            return [listener for of_seat in of_match.values() for listener in of_seat]
        return [listener for one in {"", seat} if one in of_match for listener in of_match[one]]

    def nudge(self, match_id: str, told: Mapping[str, Tidings | None] | None = None) -> None:
        """Match N changed. Called after the commit, from whatever thread committed.

        `told`: nothing has changed but that the logs of these seats have grown, and what to say of that, where it is
        known.
        """
        if told is None:
            self.wake_at(match_id)
        else:
            for seat, one in told.items():
                self.wake_at(match_id, seat, one)
        self.tell("match", match_id)

    def nudge_seat(self, match_id: str, seat: str, told: Tidings | None = None) -> None:
        """The log of one seat of match N has grown, and nothing else has changed; else as `nudge`."""
        self.wake_at(match_id, seat, told)
        self.tell("seat", match_id, seat)

    def look_again(self, account_id: str) -> None:
        """Something by which one is signed in to this account has ended. Called after the commit, as `nudge` is."""
        self.doubt(account_id)
        self.tell("account", account_id)

    def tell(self, *word: str) -> None:
        """Tell this to the other processes that serve, if there are any."""
        if self.tell_others is not None:
            self.tell_others(*word)

    # ---- in this process alone

    def wake_at(self, match_id: str, seat: str | None = None, told: Tidings | None = None) -> None:
        """Wake those who listen at a match, or at one seat of it; with what that was told, who speak of it in words."""
        with self._lock:
            listeners = self._at(match_id, seat)
        self._wake(listeners, match_id, told)

    def look_at_all(self) -> None:
        """Wake everybody, to look whether they may still listen and what is new: something may have been missed."""
        with self._lock:
            found = [(match_id, self._at(match_id)) for match_id in self._listeners]
        for match_id, listeners in found:
            for listener in listeners:
                listener.doubted = True
            self._wake(listeners, match_id)

    def doubt(self, account_id: str) -> None:
        """Have the listeners of an account look whether they may still listen."""
        with self._lock:
            listeners = [
                one for match_id in self._listeners for one in self._at(match_id) if one.account_id == account_id
            ]
        for listener in listeners:
            listener.doubted = True
        self._wake(listeners)

    def _wake(self, listeners: Sequence[Listener], match_id: str = "", told: Tidings | None = None) -> None:
        """Wake them, a loop once for all that are to be woken in it. From any thread, and after a loop has gone."""
        in_loops: dict[asyncio.AbstractEventLoop, list[Listener]] = {}
        idle: list[asyncio.AbstractEventLoop] = []
        for listener in listeners:
            in_loops.setdefault(listener.loop, []).append(listener)
        with self._lock:
            for loop, these in in_loops.items():
                if loop not in self._woken:
                    self._woken[loop] = []
                    idle.append(loop)
                self._woken[loop].append((these, match_id, told))
        for loop in idle:
            try:
                loop.call_soon_threadsafe(self._wake_in, loop)
            except RuntimeError:  # the loop is closed: nobody is there to be woken
                with self._lock:
                    self._woken.pop(loop, None)

    def _wake_in(self, loop: asyncio.AbstractEventLoop) -> None:
        """Called in the loop."""
        with self._lock:
            woken = self._woken.pop(loop, ())
        for listeners, match_id, told in woken:
            for listener in listeners:
                listener.woken(match_id, told)


class Presence:
    """Up to which entry of its log each seat's pages have shown while they were to be seen.

    It only says whether a mail may wait a little: it is kept in memory alone, and shown to nobody.
    """

    def __init__(self) -> None:
        self._seen: dict[tuple[str, str], int] = {}
        self._lock = Lock()

    def saw(self, match_id: str, seat: str, number: int) -> bool:
        """A page of this seat, in a window that is to be seen, shows the log up to this entry; whether it is news."""
        with self._lock:
            before = self._seen.pop((match_id, seat), 0)
            self._seen[match_id, seat] = max(number, before)
            while len(self._seen) > MOST_PRESENT:
                del self._seen[next(iter(self._seen))]
        return number > before

    def seen(self, match_id: str, seat: str) -> int:
        """The last entry of a seat's log that a page has shown; 0 where none has."""
        with self._lock:
            return self._seen.get((match_id, seat), 0)
