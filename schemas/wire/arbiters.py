"""What the arbiter of a match sees of it, and rules."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from schemas.wire.base import WHOLE, RequestModel, ResponseModel, Word
from schemas.wire.clocks import Away, ClockTerms
from schemas.wire.handover import SeatChange
from schemas.wire.matches import SeatHolder
from schemas.wire.seats import Conclusion

Decision = Literal["more-time", "answered", "forfeited"]


class Ruling(ResponseModel):
    """What was ruled of a side whose time was over: it has `days` more; the umpire answers for it; or it has lost."""

    seat: str
    decision: Decision
    days: int
    reason: str


class Arbitration(ResponseModel):
    """A match as its arbiter sees it: what all its seats may know, and nothing else.

    `hours`: whole hours that each side had, as the others were told with their last letter. `late`: the sides whose
    time is over, since when; the umpire answers for them at `answered_at` unless you rule before. `rulings` are those
    so far; `conclusion` says how the match ended, where that was otherwise than by its rules.
    """

    match_id: str
    game: str
    title: str
    scenario: str
    name: str
    opened_by: SeatHolder
    opened_at: datetime
    holders: dict[str, SeatHolder | None]
    clock: ClockTerms
    agreed: bool
    ended: bool
    hours: dict[str, int]
    late: dict[str, datetime]
    answered_at: dict[str, datetime]
    away: dict[str, list[Away]]
    rulings: list[Ruling]
    changes: list[SeatChange]
    conclusion: Conclusion | None


class AgreeToArbitrate(RequestModel):
    """Agree to be the arbiter of a match, or say that you are not, or no longer."""

    agreed: bool


class Rule(RequestModel):
    """Rule what is done of a side whose time is over; `days` only with more time. All sides read the `reason`."""

    seat: Word
    decision: Decision
    days: Annotated[int, Field(ge=0, le=60), WHOLE] = 0
    reason: Annotated[str, Field(max_length=600)] = ""
