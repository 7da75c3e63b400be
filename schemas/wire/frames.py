"""What goes over the sockets."""

from __future__ import annotations

from typing import Literal

from schemas.wire.base import ResponseModel
from schemas.wire.log import LogEntry


class EntryFrame(LogEntry):
    """A socket's frame: the log has grown by this."""

    type: Literal["entry"] = "entry"


class NudgeFrame(ResponseModel):
    """A page's socket's frame: there is something new to fetch. It is the same bytes each time."""

    type: Literal["nudge"] = "nudge"


class SeatFrame(ResponseModel):
    """A frame of an account's stream: there is something new at one of its seats, which is asked now, or was told.

    Each is of the same size, which `pad` fills up. `number` counts what came since the stream began.
    """

    type: Literal["seat"] = "seat"
    number: int
    match_id: str
    seat: str
    what: Literal["asked", "told"]
    pad: str


class HereFrame(ResponseModel):
    """A page's socket's answer to the text `?`: the line between them stands. It is the same bytes each time."""

    type: Literal["here"] = "here"
