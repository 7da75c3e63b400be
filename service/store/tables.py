"""The tables. What is read back by code alone (positions, pictures, events, reports, orders) is text from the codec."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, Column, DateTime, Dialect, Index, LargeBinary, Text, TypeDecorator, false
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field, SQLModel

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
METADATA = SQLModel.metadata
METADATA.naming_convention = NAMES


class Moment(TypeDecorator[datetime]):
    """An aware moment in UTC, also where the database forgets the zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.replace(tzinfo=UTC) if value is not None and value.tzinfo is None else value


def json_column() -> Column[Any]:
    return Column(JSON().with_variant(JSONB, "postgresql"), nullable=False)


def text_column() -> Column[Any]:
    return Column(Text, nullable=False)


def secret_column() -> Column[Any]:
    return Column(LargeBinary, nullable=False)


class Account(SQLModel, table=True):
    """A person. A guest has neither name nor password, and comes in by the links of his seats only."""

    __tablename__ = "account"

    id: str = Field(primary_key=True)
    name: str | None = None
    name_key: str | None = Field(default=None, unique=True)
    password: str | None = None
    owner: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    made_at: datetime = Field(sa_type=Moment)


class Enrolment(SQLModel, table=True):
    """A secret that lets whoever brings it first sign up; nobody made the one that sets the house up."""

    __tablename__ = "enrolment"

    hash: str = Field(primary_key=True)
    made_by: str | None = Field(default=None, foreign_key="account.id")
    made_at: datetime = Field(sa_type=Moment)


class Token(SQLModel, table=True):
    """A bearer token for a client other than our pages; only its hash is kept."""

    __tablename__ = "token"

    hash: str = Field(primary_key=True)
    account_id: str = Field(foreign_key="account.id", index=True)
    label: str
    scope: str = Field(default="play", sa_column_kwargs={"server_default": "play"})
    made_at: datetime = Field(sa_type=Moment)


class BrowserSession(SQLModel, table=True):
    """A browser that is signed in: to an account, or, by the link of a seat, to that seat and nothing else."""

    __tablename__ = "session"

    hash: str = Field(primary_key=True)
    account_id: str = Field(foreign_key="account.id", index=True)
    match_id: str | None = Field(default=None, foreign_key="match.id")
    seat: str | None = None
    device: str = Field(default="", sa_column_kwargs={"server_default": ""})
    made_at: datetime = Field(sa_type=Moment)
    ends_at: datetime | None = Field(default=None, sa_type=Moment)


class Match(SQLModel, table=True):
    """A match: what it was opened with, its secrets, and the position at `version`, without its pictures.

    `journal_length` is as of `version` too: the acceptances of orders that wait to be worked stand behind it.
    `due_at`: when the time that runs in it is over; None where none runs.
    `data`: the id of the set of data that it is played by now; empty in a game without any.
    `stopped_at`: from when on all sides are told that it has stopped for a fault of ours; None where it has not.
    """

    __tablename__ = "match"

    id: str = Field(primary_key=True)
    game: str
    scenario: str
    data: str = Field(default="", sa_column_kwargs={"server_default": ""})
    options: dict[str, Any] = Field(sa_column=json_column())
    rules_version: str
    chain_end: bytes = Field(sa_column=secret_column())
    hidden: bytes = Field(sa_column=secret_column())
    turns: int
    dice_scheme: int = Field(default=1, sa_column_kwargs={"server_default": "1"})
    opened_by: str = Field(foreign_key="account.id", index=True)
    opened_at: datetime = Field(sa_type=Moment)
    name: str = Field(default="", sa_column_kwargs={"server_default": ""})
    version: int
    journal_length: int
    due_at: datetime | None = Field(default=None, sa_type=Moment, index=True)
    stopped_at: datetime | None = Field(default=None, sa_type=Moment)
    position: str = Field(sa_column=text_column())


class KeptData(SQLModel, table=True):
    """A set of data that some match is or was played by: its files by their paths, as JSON; once, for all matches."""

    __tablename__ = "kept_data"

    id: str = Field(primary_key=True)
    files: str = Field(sa_column=text_column())


class Opening(SQLModel, table=True):
    """The position before the first event, from which the journal can be folded, and the set of data it is of."""

    __tablename__ = "opening"

    match_id: str = Field(primary_key=True, foreign_key="match.id")
    data: str = Field(default="", sa_column_kwargs={"server_default": ""})
    position: str = Field(sa_column=text_column())


class Seat(SQLModel, table=True):
    """A side in a match: who sits there, its picture, and how long its log is.

    `journal_seen` is how long the journal was when the sequence of play last told it something: nothing public that
    came later is shown.
    `question`: the heading at which it was last asked, and `asked_at` when. `sent_at`: when orders of its own were last
    acknowledged; None where it was told something since.
    """

    __tablename__ = "seat"

    match_id: str = Field(primary_key=True, foreign_key="match.id")
    seat: str = Field(primary_key=True)
    account_id: str | None = Field(default=None, foreign_key="account.id", index=True)
    picture: str = Field(sa_column=text_column())
    turn: int
    asked: bool
    asked_at: datetime | None = Field(default=None, sa_type=Moment)
    question: str = Field(default="", sa_column_kwargs={"server_default": ""})
    ended: bool
    log_length: int
    tally: str = Field(default="", sa_column=Column(Text, nullable=False, server_default=""))
    journal_seen: int
    sent_at: datetime | None = Field(default=None, sa_type=Moment)


class Coaching(SQLModel, table=True):
    """Whether an account wants to be coached at a seat of a game, and the lessons that it has had, as JSON."""

    __tablename__ = "coaching"

    account_id: str = Field(primary_key=True, foreign_key="account.id")
    game: str = Field(primary_key=True)
    seat: str = Field(primary_key=True)
    wanted: bool
    met: str = Field(sa_column=text_column())


class LogEntry(SQLModel, table=True):
    """One report that a seat was told, numbered in that seat's own series."""

    __tablename__ = "log_entry"

    match_id: str = Field(primary_key=True, foreign_key="match.id")
    seat: str = Field(primary_key=True)
    number: int = Field(primary_key=True)
    letter: int | None
    turn: int
    kind: str
    report: str = Field(sa_column=text_column())


class JournalEntry(SQLModel, table=True):
    """One event of a match. `version` is the match's after the call that it came of, `seat` who gave the orders.

    `rules_version`: of the rules by which it was worked; empty for what is older than such stamps, which is as the
    match was opened.
    """

    __tablename__ = "journal_entry"
    __table_args__ = (Index("ix_journal_entry_match_id_kind", "match_id", "kind"),)

    match_id: str = Field(primary_key=True, foreign_key="match.id")
    number: int = Field(primary_key=True)
    version: int
    seat: str | None
    kind: str
    event: str = Field(sa_column=text_column())
    rules_version: str = Field(default="", sa_column_kwargs={"server_default": ""})
    at: datetime = Field(sa_type=Moment)


class Sheet(SQLModel, table=True):
    """What a seat has written and not yet sent."""

    __tablename__ = "sheet"

    match_id: str = Field(primary_key=True, foreign_key="match.id")
    seat: str = Field(primary_key=True)
    version: int
    orders: str = Field(sa_column=text_column())


class Answer(SQLModel, table=True):
    """The answer that a request got, kept under the key that its client gave it, as long as the match."""

    __tablename__ = "answer"

    match_id: str = Field(primary_key=True, foreign_key="match.id")
    seat: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    asked: str
    accepted: int


class QueuedOrders(SQLModel, table=True):
    """A list of orders that was acknowledged and waits to be worked, in the order of the numbers.

    `number` is that of its acceptance in the journal, `entry` that in the seat's log; `at` is when it was acknowledged.
    """

    __tablename__ = "queued_orders"

    match_id: str = Field(primary_key=True, foreign_key="match.id")
    number: int = Field(primary_key=True)
    seat: str
    entry: int
    orders: str = Field(sa_column=text_column())
    at: datetime = Field(sa_type=Moment)


class Invitation(SQLModel, table=True):
    """A secret that lets whoever brings it first take a seat; only its hash is kept."""

    __tablename__ = "invitation"

    hash: str = Field(primary_key=True)
    match_id: str = Field(foreign_key="match.id", index=True)
    seat: str
    made_at: datetime = Field(sa_type=Moment)
