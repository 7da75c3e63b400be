"""Pictures that were read or written a moment ago, so that they are not read out of their texts again and again.

A picture is kept beside the very text that it stands for. Whoever reads brings the text that the database has now:
where that is another, the picture is read out of it, whoever wrote it and in whatever process. So nothing that is kept
can be stale, and losing it loses nothing.

A seat is kept because it was read or gave orders itself, and for so long; what another seat does keeps none and lets
none go. Only as many are kept as the house has room for, and then those go that were asked for longest ago, in
whatever match.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Any

from service.engine.seats import Seat
from service.engine.state import duplicate
from service.store.codec import Codec

KEPT_FOR = 30.0
"""Seconds since a seat was last read or gave orders."""
MOST_CHARACTERS = 6_000_000
"""Of the texts of all pictures that are kept; in memory a picture takes some five times as much as its text."""


@dataclass(slots=True)
class Kept:
    """A picture, which nobody changes, with the text that it stands for; `asked_at`: when its seat last asked."""

    text: str
    picture: Any
    asked_at: float


class KeptPictures:
    """The pictures that one process keeps. `clock` gives seconds."""

    def __init__(self, most: int = MOST_CHARACTERS, clock: Callable[[], float] = time.monotonic) -> None:
        self.most, self.clock = most, clock
        self._kept: dict[tuple[str, Seat], Kept] = {}
        """Those that were asked for last are behind."""
        self._characters = 0
        self._lock = Lock()

    def read(self, codec: Codec, match_id: str, seat: Seat, text: str) -> Any:
        """The picture of a seat that stands in this text; the reader's own, to be changed."""
        return duplicate(self.look_at(codec, match_id, seat, text))

    def look_at(self, codec: Codec, match_id: str, seat: Seat, text: str) -> Any:
        """The same, shared with others: for whoever changes nothing in it."""
        now = self.clock()
        with self._lock:
            kept = self._kept.pop((match_id, seat), None)
            if kept is not None:
                kept.asked_at = now
                self._kept[match_id, seat] = kept
        if kept is not None and kept.text == text:
            return kept.picture
        picture = codec.to_picture(text)
        self.keep(match_id, seat, text, picture)
        return picture

    def keep(self, match_id: str, seat: Seat, text: str, picture: Any) -> None:
        """Keep the picture of a seat that asks for it; nobody changes it from now on."""
        now = self.clock()
        with self._lock:
            self._drop((match_id, seat))
            self._kept[match_id, seat] = Kept(text, picture, now)
            self._characters += len(text)
            self._sweep(now)

    def keeps(self, match_id: str, seat: Seat) -> bool:
        """Whether the seat has asked for its picture lately."""
        return (match_id, seat) in self._kept

    def renew(self, match_id: str, seat: Seat, text: str, picture: Any) -> None:
        """Have this instead of the picture that is kept of a seat, as it was told something; nothing if none is."""
        with self._lock:
            kept = self._kept.get((match_id, seat))
            if kept is not None:
                self._characters += len(text) - len(kept.text)
                kept.text, kept.picture = text, picture

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
