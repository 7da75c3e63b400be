"""How a match ends otherwise than by its rules, and what its arbiter may rule when the time of a side is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from service.engine.seats import Seat

Ending = Literal["resignation", "draw", "abandonment", "time", "forfeit"]
"""Why: a side resigned; all sides agreed on a draw, or to abandon the match; a side's time was over, and the other
claimed the match, or its arbiter ruled it forfeited.
"""
Decision = Literal["more-time", "answered", "forfeited"]
"""What an arbiter may rule of a side whose time is over: it has more; the umpire answers for it; it has lost."""


@dataclass(frozen=True, kw_only=True)
class Conclusion:
    """How a match ended otherwise than by its rules.

    `by`: the side that resigned, or whose time was over; None where all agreed. `winner`: the other side of two.
    """

    reason: Ending
    by: Seat | None = None
    winner: Seat | None = None


def lost_by(reason: Ending, seat: Seat, seats: Sequence[Seat]) -> Conclusion:
    """The end of a match of two that one side brings upon itself."""
    [winner] = (other for other in seats if other != seat)
    return Conclusion(reason=reason, by=seat, winner=winner)


@dataclass(frozen=True, kw_only=True)
class Ruling:
    """What the arbiter ruled of a `seat` whose time was over, and the `reason` in their own words, for all to read.

    `days`: how much more time it has, from then on.
    """

    seat: Seat
    decision: Decision
    days: int = 0
    reason: str = ""
