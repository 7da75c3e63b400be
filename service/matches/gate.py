"""How often one may knock: limits on signing in, on orders and on socket messages."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from service.matches.errors import TooOften

LIMITS = {
    "sign-in": "10 per minute",
    "sign-in-from": "60 per minute",
    "account": "20 per hour",
    "orders": "6000 per minute",
    "socket": "120 per minute",
}
"""By name and address, by address alone, by address, by seat, by seat."""


class Gate:
    """Counts knocks, in this process, by what is asked and who asks."""

    def __init__(self, limits: Mapping[str, str] | None = None) -> None:
        self._limits: dict[str, RateLimitItem] = {
            what: parse(limit) for what, limit in {**LIMITS, **(limits or {})}.items()
        }
        self._counter = MovingWindowRateLimiter(MemoryStorage())

    def admit(self, what: str, who: str) -> None:
        """Count one knock. Raises TooOften, with the seconds to wait."""
        limit = self._limits[what]
        if not self._counter.hit(limit, what, who):
            wait = self._counter.get_window_stats(limit, what, who).reset_time - time.time()
            raise TooOften(max(1, math.ceil(wait)))
