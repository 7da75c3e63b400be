"""Talk between the seats of a match, and private notes."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import Field

from schemas.wire.base import WHOLE, RequestModel, ResponseModel, Word

Text = Annotated[str, Field(min_length=1, max_length=8_000, description="At most 2,000 characters when it is tidied.")]
Number = Annotated[int, Field(ge=0, le=2**31 - 1), WHOLE]


class Message(ResponseModel):
    """What a side said, numbered in the box of the seat that reads it; `sender` may be that seat itself."""

    number: int
    sender: str
    text: str
    at: datetime


class Talk(ResponseModel):
    """What was said to your seat and by it: the latest messages, of `length` in all.

    `on`: whether the match was opened with talk. You have `read` them up to that number, which nobody else learns;
    what sides that you have `muted` say does not come in. `next`: the address of what was said before these messages,
    where there is any.
    """

    on: bool
    messages: list[Message]
    length: int
    read: int
    muted: list[str]
    next: str | None = None


class Say(RequestModel):
    """Say something to all other seats; or note something for yourself."""

    text: Text


class SentMessage(ResponseModel):
    """The number of what was said in the box of its sender."""

    number: int


class MarkRead(RequestModel):
    """You have read your messages up to this number."""

    read: Number


class Mute(RequestModel):
    """The sides of which you want to hear nothing; all others are heard."""

    muted: Annotated[list[Word], Field(max_length=20)]


class Note(ResponseModel):
    """What you have noted for yourself; `letter` is the last that you had then, 0 before the first."""

    number: int
    letter: int
    text: str
    at: datetime
