"""Seats that change hands, and what the owner of a server is asked for."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from schemas.wire.base import ResponseModel
from schemas.wire.matches import SeatHolder


class SeatChange(ResponseModel):
    """Something that was done with a seat, told to all who sit at the match; numbered in the match's own series.

    `seat` is empty where it was done with the whole match: the owner of the server `paused` it, or `resumed` it.
    A moderator agrees, leaves, pauses or extends its clocks; where one is wanted or named, that is the `holder`.
    """

    number: int
    seat: str
    kind: Literal[
        "handed-over", "link-made", "link-used", "link-mailed", "mail-used", "password-link", "password-set", "blocked",
        "unblocked", "removed", "removed-computer", "left", "computer", "confirmed", "paused", "resumed",
        "claim-announced", "moderator-agreed", "moderator-left", "moderator-wanted", "moderator-named",
        "moderator-paused", "moderator-resumed", "extended",
    ]  # fmt: skip
    by: Annotated[SeatHolder | None, Field(description="Who did it; nobody: whoever runs the server, at its machine.")]
    holder: Annotated[SeatHolder | None, Field(description="Who holds the seat from then on, or moderates.")]
    at: datetime
    text: str


class Wish(ResponseModel):
    """What the owner of the server is asked for: a way in for a guest, or a seat that was left for a successor."""

    id: str
    kind: Literal["way-in", "successor"]
    match_id: str
    match: str
    seat: str
    by: SeatHolder
    successor: SeatHolder | None
    at: datetime


class Granted(ResponseModel):
    """Done. A way in is a link, shown this once; its page is at `/way-in/` and the secret."""

    link: str | None
