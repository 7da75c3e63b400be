"""What a seat was told: entries, letters, situation reports."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from schemas.wire.base import Prose, ResponseModel


class Occasion(ResponseModel):
    """What reports that belong together were told on: `kind` and, of several of a kind in a turn of one side, `item`.

    `phasing`: the seat whose turn it was, if it was anybody's.
    """

    kind: str
    turn: int
    phasing: str | None
    item: str | None


class LogEntry(ResponseModel):
    """One thing that the seat was told: `report` is of the game's own form, told apart by its `kind`.

    `occasion`: what it was told on; null where it was told by itself, and in logs that were kept without.
    """

    number: int
    letter: int | None
    turn: int
    kind: str
    text: Prose
    report: dict[str, Any] = Field(validation_alias="plain")
    occasion: Occasion | None


class Log(ResponseModel):
    """What the seat was told; `version` is the whole log's length.

    `next`: the address of what was told after these entries, where there is more, as the header `Link` has it too.
    """

    version: int
    entries: list[LogEntry]
    next: str | None = None


class Paragraph(ResponseModel):
    """What happened in one place or of one kind; `[3]` in the text refers to note 3."""

    title: Prose
    text: Prose


class Situation(ResponseModel):
    """A situation report, written up by the seat's staff from what it was told; `date` is of the game's calendar."""

    to: str
    sender: str
    date: str
    paragraphs: list[Paragraph]
    notes: list[Prose]


class Letter(ResponseModel):
    """A dispatch that reached the seat, with what it told.

    `situation` covers all that the seat was told since the letter before, this one included.
    """

    number: int
    turn: int
    address: str
    titles: list[str]
    entries: list[LogEntry]
    situation: Situation


class Letters(ResponseModel):
    """The seat's post, oldest first. `next`: the address of the letters before these, where there are any."""

    letters: list[Letter]
    next: str | None = None
