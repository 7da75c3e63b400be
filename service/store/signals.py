"""Words that the processes on one PostgreSQL database say to each other, by its LISTEN and NOTIFY.

They are said after the commit of what they are about, several at a time, and hold nothing that the database's users
could not read there. None is sure to arrive: a process may be killed before it has said it, a connection may be lost.
So whoever hears takes a word for a reason to look, and looks at everything where words may have been missed.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from service.logs import log, note_fault
from service.store import Unavailable

CHANNEL = "sitrep"
MOST_WAITING = 10_000
"""Words kept while the database is away; where there are more, all of them come to one: look at everything."""
AGAIN_AFTER = 0.5
"""Seconds until a connection that was lost is tried anew."""
LOOKS_UP_EVERY = 1.0
"""Seconds after which it is looked whether to stop."""
GATHERS_FOR = 0.004
"""Seconds in which words come together after the first of them, to travel by one statement."""
LOOK_AT_ALL = ("all",)
Word = Sequence[str]


class Signals:
    """Says words to the other processes, and hears theirs in a thread of its own, from `start` to `stop`.

    `hear` is given each word of another process; LOOK_AT_ALL where some may have been missed.
    """

    def __init__(self, engine: Engine, hear: Callable[[Word], None]) -> None:
        self.engine, self.hear = engine, hear
        self._waiting: list[Word] = []
        self._lock = threading.Lock()
        self._is_more = threading.Event()
        self._stopping = threading.Event()
        self._own: int | None = None
        """By which process of the database's this one says its words, which it does not hear itself."""
        self.listens = threading.Event()
        """Set while words are heard."""
        self._threads = [
            threading.Thread(target=self._kept_up, args=(work,), name=name, daemon=True)
            for name, work in (("signals heard", self._hear_all), ("signals said", self._say_all))
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Say what waits to be said, and stop."""
        self._stopping.set()
        self._is_more.set()
        for thread in self._threads:
            thread.join(2 * LOOKS_UP_EVERY)

    def say(self, *word: str) -> None:
        """Say this to the other processes, soon: whoever says it does not wait."""
        with self._lock:
            if len(self._waiting) >= MOST_WAITING:
                self._waiting = [LOOK_AT_ALL]
            self._waiting.append(word)
        self._is_more.set()

    def _kept_up(self, work: Callable[[Any], None]) -> None:
        """Do this on a connection of its own, and on another one where it is lost."""
        while not self._stopping.is_set():
            try:
                driver = self._connected()
            except (DBAPIError, PoolTimeoutError, self.engine.dialect.loaded_dbapi.Error) as fault:
                log.warning("the line to other processes cannot be had", fault=str(getattr(fault, "orig", fault)))
                self._stopping.wait(AGAIN_AFTER)
                continue
            try:
                work(driver)
            except self.engine.dialect.loaded_dbapi.Error as fault:
                log.warning("the line to other processes was lost", fault=str(fault))
                self._stopping.wait(AGAIN_AFTER)
            except Unavailable as fault:
                log.warning("what another process said waits for the database", fault=str(fault))
                self._stopping.wait(AGAIN_AFTER)
            except Exception as fault:
                note_fault(fault, "a word of another process was not understood")
                self._stopping.wait(AGAIN_AFTER)
            finally:
                driver.close()

    def _connected(self) -> Any:
        """The driver's connection, which is no longer the pool's. Raises DBAPIError."""
        connection = self.engine.raw_connection()
        driver: Any = connection.driver_connection
        connection.detach()
        driver.autocommit = True
        return driver

    def _hear_all(self, driver: Any) -> None:
        driver.execute(f"LISTEN {CHANNEL}")
        self.listens.set()
        try:
            self.hear(LOOK_AT_ALL)  # before that nothing was heard
            while not self._stopping.is_set():
                for told in driver.notifies(timeout=LOOKS_UP_EVERY):
                    if told.pid != self._own:
                        self.hear(json.loads(told.payload))
                    if self._stopping.is_set():
                        return
        finally:
            self.listens.clear()

    def _say_all(self, driver: Any) -> None:
        driver.execute("SET synchronous_commit = off")  # nothing is written that would have to last
        self._own = driver.info.backend_pid
        while True:
            if self._is_more.wait(LOOKS_UP_EVERY):
                self._stopping.wait(GATHERS_FOR)
            self._is_more.clear()
            with self._lock:
                words, self._waiting = self._waiting, []
            try:
                if words:
                    driver.execute(
                        "SELECT pg_notify(%s, word) FROM unnest(%s::text[]) AS word", (CHANNEL, payloads(words))
                    )
            except BaseException:
                with self._lock:
                    self._waiting = [LOOK_AT_ALL]
                raise
            if self._stopping.is_set():
                return


def payloads(words: Iterable[Word]) -> list[str]:
    """The words as they travel, each once: a word that is said twice is one reason to look."""
    return list(dict.fromkeys(json.dumps(list(word)) for word in words))
