"""Who listens at which match, and waking them after a commit.

All that travels is "match N changed". A listener then looks at the log of its own seat, and says something only where
that has grown: what a socket sends, and when, depends on nothing else.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock


class Listener:
    """Wakes when its match has changed since it last slept."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._changed = asyncio.Event()

    def wake(self) -> None:
        """May be called from any thread, and after the loop has gone."""
        with suppress(RuntimeError):  # the loop is closed: nobody is there to be woken
            self._loop.call_soon_threadsafe(self._changed.set)

    async def changed(self) -> None:
        """Wait until the match has changed since the last call."""
        await self._changed.wait()
        self._changed.clear()


class Hub:
    """The listeners of this process."""

    def __init__(self) -> None:
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._lock = Lock()

    @contextmanager
    def listening(self, match_id: str) -> Iterator[Listener]:
        """A listener at a match. Begin to listen first and read afterwards, and nothing is missed."""
        listener = Listener()
        with self._lock:
            self._listeners[match_id].add(listener)
        try:
            yield listener
        finally:
            with self._lock:
                self._listeners[match_id].discard(listener)
                if not self._listeners[match_id]:
                    del self._listeners[match_id]

    def listeners(self, match_id: str) -> int:
        """How many listen at a match."""
        with self._lock:
            return len(self._listeners.get(match_id, ()))

    def nudge(self, match_id: str) -> None:
        """Match N changed. Called after the commit, from whatever thread committed."""
        with self._lock:
            listeners = list(self._listeners.get(match_id, ()))
        for listener in listeners:
            listener.wake()
