"""Ways out of a match, and seats that are free."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from schemas.wire.base import WHOLE, RequestModel, ResponseModel, Scalar, Word
from schemas.wire.matches import SeatHolder
from schemas.wire.seats import Conclusion

Terms = Literal["draw", "abandonment"]


class Offer(ResponseModel):
    """A side offers all others to end the match; open `until` then. `agreed` are others that have accepted already."""

    seat: str
    terms: Terms
    made_at: datetime
    until: datetime
    agreed: list[str]


class Kept(ResponseModel):
    """A seat that is kept for somebody in a rematch; `taken`: they sit there already."""

    match_id: str
    seat: str
    taken: bool


class WaysOut(ResponseModel):
    """How a match ended, or may be ended by its players. None of it is part of the match but its `conclusion`.

    `conclusion` says how it ended, where that was otherwise than by its rules. While some seats are `free` nothing is
    agreed on. Only in a match of two one `may_resign`. `offers` are open to all seats. `rematch`: the seat that is kept
    for this one in the match that was opened after it with sides changed.
    """

    match_id: str
    seat: str
    ended: bool
    conclusion: Conclusion | None
    free: list[str]
    may_resign: bool
    offers: list[Offer]
    rematch: Kept | None


class MakeOffer(RequestModel):
    """Offer all other seats a draw, or to abandon the match, for so many `hours`; it takes the place of your last."""

    terms: Terms
    hours: Annotated[int, Field(ge=1, le=720), WHOLE] = 168


class Resign(RequestModel):
    """Give the match up: the other side has won."""

    way: Literal["resign"]


class AcceptOffer(RequestModel):
    """Accept the offer of `seat`, which has these `terms`."""

    way: Literal["accept"]
    seat: Word
    terms: Terms


class Claim(RequestModel):
    """Claim the match where the other side's time is over, a day after you have announced that."""

    way: Literal["claim"]


class AnnounceClaim(RequestModel):
    """Announce that you claim the match, where the other side's time is over. Both sides are told."""

    way: Literal["announce-claim"]


EndMatch = Annotated[Resign | AcceptOffer | AnnounceClaim | Claim, Field(discriminator="way")]
"""One of the ways to end a match."""


class OpenSeat(ResponseModel):
    """A free seat that you may take without an invitation; `kept`: it is kept for you, in a rematch."""

    match_id: str
    seat: str
    game: str
    title: str
    scenario: str
    name: str
    options: dict[str, Scalar]
    opened_by: SeatHolder
    opened_at: datetime
    kept: bool


class OpenToAnybody(RequestModel):
    """Whether anybody of the server who has a name may take a free seat without an invitation."""

    seat: Word
    anybody: bool
