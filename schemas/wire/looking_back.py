"""History, dossiers, and the review of a match that is over."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, TypeAdapter

from schemas.wire.base import Prose, ResponseModel
from schemas.wire.log import LogEntry
from schemas.wire.seats import Where

_ANY: TypeAdapter[Any] = TypeAdapter(Any)

Fields = Annotated[dict[str, Any], BeforeValidator(lambda held: _ANY.dump_python(held, mode="json"))]
"""A dataclass of a game, or some of its fields, as JSON has them."""


class History(ResponseModel):
    """What the seat knew after entry `at` of its log of `version` entries; `entries` are those since the stop before.

    `stops` are the entries worth looking back from: the last before each letter, before orders that answered a
    question, and of the log. `view` is of the game's own form.
    """

    version: int
    seat: str
    at: int
    stops: list[int]
    where: Where
    entries: list[LogEntry]
    view: Any


class Finding(ResponseModel):
    """How the seat came by a report, as far as it can know; `level`: the least at which so much is told.

    `near`: what the seat had there itself; `other`: the contact that goes on in place of this one.
    """

    how: str
    level: int | None
    near: list[Prose]
    other: str | None


class DossierLine(ResponseModel):
    """One report of a contact: what it changed of it, and whether the contact left the picture with it."""

    entry: LogEntry
    titles: list[str]
    finding: Finding
    changed: Fields
    gone: bool


class ContactLine(ResponseModel):
    """A contact as it stands in the seat's picture, or (`present` false) stood in it last, of the game's own form."""

    handle: str
    present: bool
    contact: Fields


class Contacts(ResponseModel):
    """Every contact that the seat was ever told of."""

    contacts: list[ContactLine]


class Dossier(ContactLine):
    """A contact with every report of it, oldest first; `turn` is that of the seat's picture now."""

    version: int
    turn: int
    lines: list[DossierLine]


class ReviewStep(ResponseModel):
    """A point of the journal worth looking back from, made by events `first` to `number`; then `seat` was to act."""

    first: int
    number: int
    turn: int
    seat: str | None
    titles: list[str]


class Difference(ResponseModel):
    """One thing in which a seat's picture was not what was true; `believed` and `true` are places."""

    kind: Literal["own", "elsewhere", "nobody", "otherwise", "unseen"]
    text: Prose
    subject: str | None
    believed: list[str]
    true: list[str]


class Believed(ResponseModel):
    """What one side believed: its view, of the game's own form, what it had just been told, and where it was wrong."""

    version: int
    entries: list[LogEntry]
    view: Any
    differences: list[Difference]


class Review(ResponseModel):
    """A match that is over, after event `at` of its journal of `length` events; `truth` has each side's true force."""

    at: int
    length: int
    turn: int
    steps: list[ReviewStep]
    seats: dict[str, Believed]
    truth: dict[str, Any]
