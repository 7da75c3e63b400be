"""Rate limits: how often one may sign in, send orders and speak on a socket; and how many of a thing one may have."""

from __future__ import annotations

import math
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from limits import RateLimitItem, parse

from service.matches.errors import TooOften
from service.settings import Limited

LIMITS: dict[Limited, str] = {
    "sign-in": "10 per minute",
    "sign-in-from": "60 per minute",
    "account": "20 per hour",
    "name": "5 per day",
    "match": "30 per hour",
    "match-from": "60 per hour",
    "orders": "120 per minute",
    "anytime": "1000 per day",
    "socket": "120 per minute",
    "talk": "30 per minute",
    "mail": "10 per hour",
}
WHY = {
    "sign-in": "one may try to sign in by one name from one address",
    "sign-in-from": "one may try to sign in from one address",
    "account": "new players may come in from one address, and one account may ask for another name",
    "name": "one account may change its name",
    "match": "one account may open matches",
    "match-from": "matches may be opened from one address",
    "orders": "one seat may send orders",
    "anytime": "one seat may give orders that are lawful at any time",
    "socket": "one seat may speak on its live sockets",
    "talk": "one seat may say something to the others, or note something",
    "mail": "emails may be asked for from one address, by one account and to one email address",
}
"""What each limit counts, as it is said to whoever has reached it."""


@dataclass
class Most:
    """How many of a thing there may be at a time; whoever keeps the server may set them anew while it serves.

    `matches` that go on an account may have opened, `guest_matches` one without a name. `sockets` may be open at one
    seat, of one account (`sockets_of_account`), and from one address (`sockets_from`). `lists` of orders of one seat
    may wait to be worked. `sign_up`: who may sign up, where the owner has set it, "open" or "closed".
    """

    matches: int = 50
    guest_matches: int = 10
    sockets: int = 12
    sockets_of_account: int = 40
    sockets_from: int = 300
    lists: int = 20
    sign_up: str = ""


def often(limit: RateLimitItem) -> str:
    """How often a limit admits: "once an hour", "30 times in 5 minutes"."""
    count = "once" if limit.amount == 1 else f"{limit.amount} times"
    unit = limit.GRANULARITY.name
    if limit.multiples > 1:
        return f"{count} in {limit.multiples} {unit}s"
    return f"{count} {'an' if unit == 'hour' else 'a'} {unit}"


SWEPT_EVERY = 1_000
"""Attempts after which those are forgotten who have made none within their limit's time."""


class RateLimits:
    """Counts attempts, in this process, by what is asked and who asks: so many within any stretch of a limit's time.

    A window of its own, since that of `limits` starts a thread at nearly every attempt, which goes through all
    who ever made one. `clock` gives seconds.
    """

    def __init__(
        self, limits: Mapping[Limited, str] | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._limits: dict[str, RateLimitItem] = {
            what: parse(limit) for what, limit in {**LIMITS, **(limits or {})}.items()
        }
        self._clock = clock
        self._admitted: dict[tuple[str, str], deque[float]] = {}
        self._unswept = 0
        self._lock = threading.Lock()

    def limit(self, what: Limited) -> str:
        """How often something may be done, as it is written in the settings."""
        found = self._limits[what]
        multiples = f"{found.multiples} " if found.multiples > 1 else ""
        return f"{found.amount} per {multiples}{found.GRANULARITY.name}"

    def set_limit(self, what: Limited, limit: str) -> None:
        """Let something be done so often from now on; attempts that were counted still count. Raises ValueError."""
        self._limits[what] = parse(limit)

    @property
    def kept(self) -> int:
        """Of how many it keeps count."""
        return len(self._admitted)

    def admit(self, what: str, who: str, attempts: int = 1) -> None:
        """Count one attempt, or several at once. Raises TooOften, with the seconds to wait; then none is counted."""
        limit, now = self._limits[what], self._clock()
        with self._lock:
            self._sweep(now)
            admitted = self._admitted.setdefault((what, who), deque())
            while admitted and admitted[0] <= now - limit.get_expiry():
                admitted.popleft()
            over = len(admitted) + attempts - limit.amount
            if over > 0:
                wait = limit.get_expiry() - (now - admitted[min(over, len(admitted)) - 1] if admitted else 0)
                raise TooOften(max(1, math.ceil(wait)), f"At most {often(limit)} {WHY[what]}")
            admitted.extend([now] * attempts)

    def _sweep(self, now: float) -> None:
        self._unswept += 1
        if self._unswept >= SWEPT_EVERY:
            self._unswept = 0
            self._admitted = {
                (what, who): admitted
                for (what, who), admitted in self._admitted.items()
                if admitted and admitted[-1] > now - self._limits[what].get_expiry()
            }


class Slots:
    """Counts what is open at this moment, in this process, by who has it open."""

    def __init__(self) -> None:
        self._taken: Counter[tuple[str, str]] = Counter()
        self._lock = threading.Lock()

    def take(self, what: str, who: str, most: int) -> bool:
        """Take a slot, to be given back; whether there was one. Nobody else's is ever given up for it."""
        with self._lock:
            found = self._taken[what, who] < most
            if found:
                self._taken[what, who] += 1
            return found

    def give_back(self, what: str, who: str) -> None:
        """Give back a slot that was taken."""
        with self._lock:
            self._taken[what, who] -= 1
            if not self._taken[what, who]:
                del self._taken[what, who]
