"""Pictures that were read or written a moment ago, so that they are not read out of their texts again and again.

A picture is kept beside the very text that is stored, and the length of its seat's log after which it is. Whoever reads
brings the text that the database has now, and how long the log is: where the text is another, the picture is read out
of it, and where the log has grown it takes in what came since, whoever wrote it and in whatever process. So nothing
that is kept can be stale, and losing it loses nothing.

A seat is kept because it was read or gave orders itself, and for so long; what another seat does keeps none and lets
none go. Only as many are kept as the server has room for, and then those go that were asked for longest ago, in
whatever match.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, NamedTuple

from service.engine.reports import Report
from service.engine.seats import Seat
from service.engine.state import duplicate
from service.logs import note_fault

KEPT_FOR = 30.0
"""Seconds since a seat was last read or gave orders."""
MOST_CHARACTERS = 6_000_000
"""Of the texts of all pictures that are kept; in memory a picture takes some five times as much as its text."""


class Stored(NamedTuple):
    """A picture as it is stored, after which entry of its seat's log that is, and how long the log is."""

    text: str
    at: int
    log_length: int


@dataclass(slots=True)
class Kept:
    """A picture as of this length of its seat's log; `text`: the picture that is stored, of then or before.

    `asked_at`: when its seat last asked. `lent`: somebody reads it, who may go on reading.
    """

    text: str
    length: int
    picture: Any
    asked_at: float
    lent: bool = False

    def is_behind(self, stored: Stored) -> bool:
        """Whether it is made of what is stored, and of nothing later than whoever reads that knows."""
        return self.length <= stored.log_length and self.text == stored.text

    def is_it(self, stored: Stored) -> bool:
        """Whether it is what comes of what is stored."""
        return self.length == stored.log_length and self.text == stored.text

    def own(self) -> Any:
        """The picture, for whoever changes it."""
        return duplicate(self.picture) if self.lent else self.picture


class KeptPictures:
    """The pictures that one process keeps. `clock` gives seconds."""

    def __init__(self, most: int = MOST_CHARACTERS, clock: Callable[[], float] = time.monotonic) -> None:
        self.most, self.clock = most, clock
        self._kept: dict[tuple[str, Seat], Kept] = {}
        """Those that were asked for last are behind. Nothing in it is looked at or changed without the lock."""
        self._characters = 0
        self._lock = Lock()

    def copy(self, match_id: str, seat: Seat, stored: Stored) -> Any | None:
        """The picture of a seat that asks for it, its reader's own; None where it is to be made first."""
        with self._lock:
            kept = self._asked(match_id, seat, stored)
            return duplicate(kept.picture) if kept is not None else None

    def lend(self, match_id: str, seat: Seat, stored: Stored) -> Any | None:
        """The same, the very picture that is kept: for whoever changes nothing in it."""
        with self._lock:
            kept = self._asked(match_id, seat, stored)
            if kept is None:
                return None
            kept.lent = True
            return kept.picture

    def take(self, match_id: str, seat: Seat, stored: Stored) -> tuple[Any, int] | None:
        """What is kept of the picture of a seat that asks for it, and as of which length of its log.

        It is kept no more: whoever takes it may change it, and gives it back with `keep`.
        """
        with self._lock:
            kept = self._kept.get((match_id, seat))
            if kept is None or not kept.is_behind(stored):
                return None
            self._drop((match_id, seat))
            return kept.own(), kept.length

    def _asked(self, match_id: str, seat: Seat, stored: Stored) -> Kept | None:
        """What is kept of a seat that asks now, if it is what comes of what is stored."""
        kept = self._kept.pop((match_id, seat), None)
        if kept is None:
            return None
        kept.asked_at = self.clock()
        self._kept[match_id, seat] = kept
        return kept if kept.is_it(stored) else None

    def keep(self, match_id: str, seat: Seat, stored: Stored, picture: Any) -> None:
        """Keep the picture of a seat that asks for it; nobody changes it from now on.

        Whoever comes late with one of before puts none in the place of a later one.
        """
        with self._lock:
            kept = self._kept.get((match_id, seat))
            if kept is not None and kept.length > stored.log_length:
                return
            self._drop((match_id, seat))
            self._kept[match_id, seat] = Kept(stored.text, stored.log_length, picture, now := self.clock())
            self._characters += len(stored.text)
            self._sweep(now)

    def told(self, match_id: str, seat: Seat, before: int, reports: Sequence[Report], text: str | None) -> None:
        """A seat whose log had this length was told these reports; its picture was stored after them, if it was."""
        with self._lock:
            kept = self._kept.get((match_id, seat))
            if kept is None or kept.length != before:
                return  # whoever asks for it reads what is missing
            try:
                kept.picture, kept.lent = kept.own(), False
                for report in reports:
                    report.teach(kept.picture)
            except Exception as fault:  # that is committed: who reads next makes the picture anew
                note_fault(fault, "a kept picture could not take in what its seat was told")
                self._drop((match_id, seat))
                return
            kept.length += len(reports)
            if text is not None:
                self._characters += len(text) - len(kept.text)
                kept.text = text

    def sweep(self) -> None:
        """Let those go that nobody has asked for in a while."""
        with self._lock:
            self._sweep(self.clock())

    def _sweep(self, now: float) -> None:
        while self._kept:
            first = next(iter(self._kept))
            if self._characters <= self.most and now - self._kept[first].asked_at < KEPT_FOR:
                return
            self._drop(first)

    def _drop(self, which: tuple[str, Seat]) -> None:
        if (kept := self._kept.pop(which, None)) is not None:
            self._characters -= len(kept.text)
