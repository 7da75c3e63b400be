"""What the moderator of a match sees of it and does, and whom a side wants for one."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import Field

from schemas.wire.base import WHOLE, Prose, RequestModel, ResponseModel, Word
from schemas.wire.clocks import ClockTerms
from schemas.wire.handover import SeatChange
from schemas.wire.matches import SeatHolder
from schemas.wire.seats import Conclusion, OptionField


class PossibleCorrection(ResponseModel):
    """One kind of correction: `kind` and `fixed` go into it as they stand, each of `fields` takes a value.

    Unlike an order that is offered, a combination of fields may be refused: the refusal says why.
    """

    kind: str
    title: Prose
    about: str
    fixed: dict[str, Any]
    fields: dict[str, OptionField]
    rule: str | None


class CorrectionMade(ResponseModel):
    """A correction that was made, and its reason: how what it corrects stood before it, and after, in words.

    `number` is that of its event in the journal.
    """

    number: int
    correction: Annotated[dict[str, Any], Field(description="As it was sent, its `kind` included.")]
    reason: str
    was: dict[str, str]
    now: dict[str, str]


class Moderation(ResponseModel):
    """A match as its moderator has it; `read_moderated` shows the pictures and the truth.

    `titles` say where it stands, and `waiting` for which sides; `may_correct` what may be put right now; `made` what
    was. Before you have agreed these are empty.
    """

    match_id: str
    game: str
    title: str
    scenario: str
    name: str
    opened_by: SeatHolder
    opened_at: datetime
    holders: dict[str, SeatHolder | None]
    clock: ClockTerms | None
    paused_at: datetime | None
    agreed: bool
    ended: bool
    titles: list[str]
    waiting: list[str]
    may_correct: list[PossibleCorrection]
    made: list[CorrectionMade]
    changes: list[SeatChange]
    conclusion: Conclusion | None


class AgreeToModerate(RequestModel):
    """Agree to moderate a match, or say that you do not, or no longer."""

    agreed: bool


class Correct(RequestModel):
    """Put something right: `correction` with its `kind` and fields, as `may_correct` has them, and the reason for it.

    Whoever knew of what you correct reads the reason.
    """

    correction: Annotated[dict[str, Any], Field(max_length=20)]
    reason: Annotated[str, Field(max_length=600)]


class PauseClocks(RequestModel):
    """A moderator has all clocks of a match stand (`paused`), or go on. All sides are told."""

    paused: bool


class GiveDays(RequestModel):
    """A moderator gives every side so many `days` more. All sides are told."""

    days: Annotated[int, Field(ge=1, le=60), WHOLE]


class ChooseModerator(RequestModel):
    """The name of the account that your side wants for moderator from now on."""

    name: Word
