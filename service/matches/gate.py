"""How often one may knock: limits on signing in, on orders and on socket messages."""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping

from limits import RateLimitItem, parse

from service.matches.errors import TooOften

LIMITS = {
    "sign-in": "10 per minute",
    "sign-in-from": "60 per minute",
    "account": "20 per hour",
    "orders": "6000 per minute",
    "socket": "120 per minute",
}
"""By name and address, by address alone, by address, by seat, by seat."""

SWEPT_EVERY = 1_000
"""Knocks after which those are forgotten who have not knocked within their limit's time."""


class Gate:
    """Counts knocks, in this process, by what is asked and who asks: so many within any stretch of a limit's time.

    A window of its own, since that of `limits` starts a thread at nearly every knock, which goes through all who ever
    knocked. `clock` gives seconds.
    """

    def __init__(self, limits: Mapping[str, str] | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits: dict[str, RateLimitItem] = {
            what: parse(limit) for what, limit in {**LIMITS, **(limits or {})}.items()
        }
        self._clock = clock
        self._admitted: dict[tuple[str, str], deque[float]] = {}
        self._unswept = 0
        self._lock = threading.Lock()

    @property
    def kept(self) -> int:
        """Of how many it keeps count."""
        return len(self._admitted)

    def admit(self, what: str, who: str) -> None:
        """Count one knock. Raises TooOften, with the seconds to wait; then it is not counted."""
        limit, now = self._limits[what], self._clock()
        with self._lock:
            self._sweep(now)
            admitted = self._admitted.setdefault((what, who), deque())
            while admitted and admitted[0] <= now - limit.get_expiry():
                admitted.popleft()
            if len(admitted) >= limit.amount:
                wait = limit.get_expiry() - (now - admitted[0] if admitted else 0)
                raise TooOften(max(1, math.ceil(wait)))
            admitted.append(now)

    def _sweep(self, now: float) -> None:
        self._unswept += 1
        if self._unswept >= SWEPT_EVERY:
            self._unswept = 0
            self._admitted = {
                (what, who): admitted
                for (what, who), admitted in self._admitted.items()
                if admitted and admitted[-1] > now - self._limits[what].get_expiry()
            }
