"""Writes that come at the same time share a transaction, so that one wait for the disk is enough for all of them.

Whoever comes while a group is being written waits, and is in the next one, which the first of those who wait leads. A
write is over for its caller when its group has been committed, and not before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from threading import Event, Lock
from typing import Any, Generic, TypeVar

W = TypeVar("W")
MOST = 16
"""Writes in one transaction: those who write otherwise wait for its end, and five seconds at most."""


class Write(Generic[W]):
    """What one caller has to write; `key` says in which order those of a group are written."""

    def __init__(self, key: str, write: Callable[[W], Any]) -> None:
        self.key, self.write = key, write
        self.go_on = Event()
        """It is over, or its caller is to lead."""
        self.leads = False
        self.result: Any = None
        self.fault: BaseException | None = None


class Together(Generic[W]):
    """The writers of one database. `begin` opens a transaction, which commits as it is left.

    `passing` is what it raises where the database cannot be had now.
    """

    def __init__(self, begin: Callable[[], AbstractContextManager[W]], passing: type[Exception]) -> None:
        self.begin, self.passing = begin, passing
        self.waiting: list[Write[W]] = []
        self.busy = False
        self.lock = Lock()

    def write(self, key: str, write: Callable[[W], Any]) -> Any:
        """Write this, in a transaction that others may share; what it came to, once that is committed.

        What it raises rolls the whole group back, and each is then written by itself: so it changes nothing but the
        database. Where the database cannot be had now, that is said to each of the group, and nothing was written.
        """
        mine = Write(key, write)
        with self.lock:
            mine.leads = not self.busy
            self.busy = True
            self.waiting.append(mine)
        if not mine.leads:
            mine.go_on.wait()
        if mine.leads:
            self.lead()
        if mine.fault is not None:
            raise mine.fault
        return mine.result

    def lead(self) -> None:
        """Write for all who wait by now, and let the first of those who have come since lead next."""
        with self.lock:
            group, self.waiting = self.waiting[:MOST], self.waiting[MOST:]
        try:
            self.write_all(sorted(group, key=lambda one: one.key))
        finally:
            with self.lock:
                self.busy = bool(self.waiting)
                if self.waiting:
                    self.waiting[0].leads = True
                    self.waiting[0].go_on.set()
            for one in group:
                one.go_on.set()

    def write_all(self, group: Sequence[Write[W]]) -> None:
        try:
            with self.begin() as work:
                for one in group:
                    one.result = one.write(work)
        except BaseException as fault:
            if len(group) == 1 or isinstance(fault, self.passing):
                for one in group:
                    one.fault = fault
                return
            for one in group:
                self.write_all([one])
