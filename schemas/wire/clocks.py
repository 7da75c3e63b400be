"""Time in correspondence: what is agreed of it, and how the clocks of a match stand."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from schemas.wire.base import RequestModel, ResponseModel, Word

ClockKind = Literal["step", "bank"]
WhenOver = Literal["answered", "claimed", "arbiter"]
Weekday = Annotated[int, Field(ge=0, le=6)]


class NewClock(RequestModel):
    """What is agreed of time.

    `kind`: so many `days` for all that a side is asked between two letters (`step`), or a `bank` of so many with
    `increment` hours more at each letter. Time does not pass on the weekdays `off` (0 is Monday) by the calendar of the
    `zone`, nor on the days on which a side is away; of these each may have `absence`. When a time is `over` the umpire
    answers for the side, by its standing orders or else with nothing; or the other side of two may claim the match; or
    the arbiter of the match rules.
    """

    kind: ClockKind
    days: Annotated[int, Field(ge=1, le=365)]
    increment: Annotated[int, Field(ge=0, le=240)] = 0
    off: Annotated[list[Weekday], Field(max_length=6)] = []  # noqa: RUF012 (a copy for each)
    zone: Annotated[str, Field(min_length=1, max_length=64)] = "UTC"
    absence: Annotated[int, Field(ge=0, le=60)] = 0
    over: WhenOver = "answered"


class ClockTerms(ResponseModel):
    """What was agreed of time, as `NewClock` has it."""

    kind: ClockKind
    days: int
    increment: int
    off: list[int]
    zone: str
    absence: int
    over: WhenOver


class Away(ResponseModel):
    """Days on which a side is away, the last among them."""

    first: date
    last: date


class Clocks(ResponseModel):
    """How the clocks stand; `terms` is null in a match without.

    `left` are seconds of your own, and `over_at` is when your time is over, while it runs. `others` are the whole hours
    that each other side had left when you had your last letter. `away` are the days on which sides are away, and
    `absence` how many more you may be. `claimable`: the side whose time is over, so that you may announce that
    you claim the match, and claim it from `claim_at` on. The late side sees `claim_at` too. `paused_at`: since when the
    owner of the server has paused the match.
    `sends_sheet`: what stands on your sheet is sent when your time is over, once, if all of it is lawful then.
    """

    terms: ClockTerms | None
    left: int
    over_at: datetime | None
    others: dict[str, int]
    away: dict[str, list[Away]]
    absence: int
    claimable: str | None
    claim_at: datetime | None
    paused_at: datetime | None
    sends_sheet: bool


class BeAway(RequestModel):
    """Be away from the first of these days to the last, by the calendar of the match's zone; said before it begins."""

    first: Annotated[date, Field(strict=False)]
    last: Annotated[date, Field(strict=False)]


class PutPause(RequestModel):
    """Pause a match, or let it go on; without `match_id` all that are played by the clock."""

    paused: bool
    match_id: Word | None = None


class Pauses(ResponseModel):
    """How many matches by the clock are `running`, and how many are `paused`."""

    running: int
    paused: int


class SendSheet(RequestModel):
    """Have what stands on your sheet sent when your time is over, or not."""

    sends: bool
