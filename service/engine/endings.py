"""How a match ends otherwise than by its rules: a side resigns, all agree to end it, or a win on time is claimed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from service.engine.seats import Seat

Ending = Literal["resignation", "draw", "abandonment", "time"]
"""Why: a side resigned; all sides agreed on a draw, or to abandon the match; a side's time was over, and that claimed.
"""


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
