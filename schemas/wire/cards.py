"""What came of fights and movements: result cards."""

from __future__ import annotations

from typing import Literal

from schemas.wire.base import Prose, ResponseModel


class Term(ResponseModel):
    """One line of a sum: its name, the rule that has it, and its value; null where that waits for what `why` says.

    Where only a range is known, `value` is the least that it can be, and `most` the most. Both are counted in points,
    or in halves or quarters of a point where `of` is 2 or 4.
    """

    name: Prose
    rule: str
    value: int | None
    most: int | None
    of: int
    why: str


class Sum(ResponseModel):
    """What was added up, line by line as far as the seat was told, with the dice that it may see.

    The total lies from `least` to `most`: the same where it is known, null where nothing that was told bounds it.
    `comes_to` is what the total means.
    """

    title: Prose
    lines: list[Term]
    dice: list[int]
    least: int | None
    most: int | None
    comes_to: Prose


class Loss(ResponseModel):
    """What it cost a unit of the seat's `own` side, or an enemy as the seat knows it."""

    own: bool
    who: Prose
    what: Prose


class Course(ResponseModel):
    """What can be drawn on the map: an attack or a fire on what, or a way, place by place from where it began."""

    does: Literal["attack", "fire", "move", "retreat", "stop", "contact", "lost"]
    own: bool
    way: list[str]


class Card(ResponseModel):
    """What came of one fight, or of moves that are closed, made of this seat's own reports and of nothing else.

    `number` is that of the last of the log's `entries` of which it is made. `weight`: "grave" cards, with stops,
    contacts and losses, are read first, "slight" ones last.
    """

    number: int
    kind: str
    entries: list[int]
    weight: Literal["grave", "usual", "slight"]
    title: Prose
    outcome: Prose
    text: Prose
    sums: list[Sum]
    losses: list[Loss]
    courses: list[Course]
    places: list[str]


class Cards(ResponseModel):
    """The cards of the latest entries of the seat's log, oldest first; `version` is the whole log's length."""

    version: int
    cards: list[Card]
