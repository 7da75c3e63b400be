"""Matches: what is true, what each seat knows and was told, what waits, and who sits there."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Column, Index, Text, false, text
from sqlmodel import Field, SQLModel

from service.store.tables.columns import Json, Moment, json_column, secret_column, text_column


class Match(SQLModel, table=True):
    """A match: what it was opened with, its secrets, and its position without the pictures.

    The position is as of entry `position_at` of the journal: what came after that happens to it when it is read.
        `journal_length` is as of `version`: the acceptances of orders that wait to be worked stand behind it.
    `due_at`: when the time that runs in it is over; None where none runs.
    `data`: the id of the set of data that it is played by now; empty in a game without any.
    `stopped_at`: from when on all sides are told that it has stopped for a fault of ours; None where it has not.
    `paused_at`: since when the owner of the server has its clocks stand; None while they may run.
    `agreements` counts how often what its players offer each other has changed; `rematch_of` is the match after which
    this one was opened with sides swapped. `terms`: what it was opened with beside the options of its game.
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
    paused_at: datetime | None = Field(default=None, sa_type=Moment)
    agreements: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    terms: dict[str, Any] = Field(default_factory=dict, sa_column=Column(Json, nullable=False, server_default="{}"))
    rematch_of: str | None = Field(default=None, index=True, unique=True)
    position: str = Field(sa_column=text_column())
    position_at: int = Field(default=0, sa_column_kwargs={"server_default": "0"})


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
    """A side in a match: who sits there, and how long its log is. Its picture is in a table of its own.

    `journal_seen` is how long the journal was when the sequence of play last told it something: nothing public that
    came later is shown.
    `question`: the heading at which it was last asked, and `asked_at` when. `sent_at`: when orders of its own were last
    acknowledged; None where it was told something since. `for_anybody`: while nobody sits there, any account of
    the server that has a name may. `clock`: how its clock stands, where the match is played with clocks (`clocks`),
    `ends_at` when the time that runs there is over, and `runs_out_at` when the umpire is to answer for it.
    """

    __tablename__ = "seat"

    match_id: str = Field(primary_key=True, foreign_key="match.id")
    seat: str = Field(primary_key=True)
    account_id: str | None = Field(default=None, foreign_key="account.id", index=True)
    turn: int
    asked: bool
    asked_at: datetime | None = Field(default=None, sa_type=Moment)
    question: str = Field(default="", sa_column_kwargs={"server_default": ""})
    ended: bool
    log_length: int
    tally: str = Field(default="", sa_column=Column(Text, nullable=False, server_default=""))
    journal_seen: int
    sent_at: datetime | None = Field(default=None, sa_type=Moment)
    for_anybody: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    clock: dict[str, Any] = Field(default_factory=dict, sa_column=Column(Json, nullable=False, server_default="{}"))
    ends_at: datetime | None = Field(default=None, sa_type=Moment, index=True)
    runs_out_at: datetime | None = Field(default=None, sa_type=Moment, index=True)


class SeatPicture(SQLModel, table=True):
    """What a seat knew after an entry of its log; what came after that is taken in when it is read.

    It stands by itself since it is long, and a row is written whole whatever of it changes.
    """

    __tablename__ = "seat_picture"

    match_id: str = Field(primary_key=True, foreign_key="match.id")
    seat: str = Field(primary_key=True)
    entry: int
    picture: str = Field(sa_column=text_column())


class SeatShown(SQLModel, table=True):
    """An account that holds a seat, has held it, or was shown what it knows: it may have no other seat of the match.

    It lasts as long as the match, whatever becomes of the account. `held`: it was shown it as its holder.
    """

    __tablename__ = "seat_shown"

    match_id: str = Field(primary_key=True, foreign_key="match.id")
    seat: str = Field(primary_key=True)
    account_id: str = Field(primary_key=True, foreign_key="account.id")
    held: bool
    at: datetime = Field(sa_type=Moment)


class SeatChange(SQLModel, table=True):
    """Something that was done with a seat, or with the clocks of the whole match, told to all who sit there.

    Numbered in the match's own series. `seat` is empty where it is the whole match.

    `account_id` did it, nobody on the command line; `holder_id` holds the seat from then on, where that is another.
    `days`: by so many the clocks were extended.
    """

    __tablename__ = "seat_change"

    match_id: str = Field(primary_key=True, foreign_key="match.id")
    number: int = Field(primary_key=True)
    seat: str
    kind: str
    account_id: str | None = Field(default=None, foreign_key="account.id")
    holder_id: str | None = Field(default=None, foreign_key="account.id")
    at: datetime = Field(sa_type=Moment)
    days: int = Field(default=0, sa_column_kwargs={"server_default": "0"})


class Wish(SQLModel, table=True):
    """What an account asks the owner of the server for: a way in for who holds a seat, or a seat for a successor."""

    __tablename__ = "wish"

    id: str = Field(primary_key=True)
    kind: str
    match_id: str = Field(foreign_key="match.id", index=True)
    seat: str
    account_id: str = Field(foreign_key="account.id")
    successor_id: str | None = Field(default=None, foreign_key="account.id")
    at: datetime = Field(sa_type=Moment)


class Arbiter(SQLModel, table=True):
    """The account that was named arbiter of a match when it was opened, and when it agreed to be, or said no.

    The row stays: it never has a seat of that match.
    """

    __tablename__ = "arbiter"

    match_id: str = Field(primary_key=True, foreign_key="match.id")
    account_id: str = Field(foreign_key="account.id", index=True)
    agreed_at: datetime | None = Field(default=None, sa_type=Moment)
    declined_at: datetime | None = Field(default=None, sa_type=Moment)


class Moderator(SQLModel, table=True):
    """The accounts that were named moderator of a match, one after another, by number from 1.

    Each is that from `agreed_at` on and until `ended_at`. The rows stay: none of them ever has a seat of that match.
    """

    __tablename__ = "moderator"

    match_id: str = Field(primary_key=True, foreign_key="match.id")
    number: int = Field(primary_key=True)
    account_id: str = Field(foreign_key="account.id", index=True)
    named_at: datetime = Field(sa_type=Moment)
    agreed_at: datetime | None = Field(default=None, sa_type=Moment)
    ended_at: datetime | None = Field(default=None, sa_type=Moment)


class ModeratorChoice(SQLModel, table=True):
    """Whom a side wants for moderator of its match from now on: once all want the same, it is they."""

    __tablename__ = "moderator_choice"

    match_id: str = Field(primary_key=True, foreign_key="match.id")
    seat: str = Field(primary_key=True)
    account_id: str = Field(foreign_key="account.id")


class Coaching(SQLModel, table=True):
    """Whether an account wants to be coached at a seat of a game, and the lessons that it has had, as JSON."""

    __tablename__ = "coaching"

    account_id: str = Field(primary_key=True, foreign_key="account.id")
    game: str = Field(primary_key=True)
    seat: str = Field(primary_key=True)
    wanted: bool
    met: str = Field(sa_column=text_column())


class LogEntry(SQLModel, table=True):
    """One report that a seat was told, numbered in that seat's own series.

    `picture`: the seat's picture after it, kept with one entry in about a hundred: who looks back begins there.
    """

    __tablename__ = "log_entry"

    match_id: str = Field(primary_key=True, foreign_key="match.id")
    seat: str = Field(primary_key=True)
    number: int = Field(primary_key=True)
    letter: int | None
    turn: int
    kind: str
    report: str = Field(sa_column=text_column())
    picture: str | None = Field(default=None, sa_type=Text)


class LedgerLeaf(SQLModel, table=True):
    """What a stretch of a seat's log came to, up to entry `number`, after which its picture is kept (engine's Leaf).

    `counts`, `stops` and `figures` are JSON; contacts are kept one by one.
    """

    __tablename__ = "ledger_leaf"

    match_id: str = Field(primary_key=True, foreign_key="match.id")
    seat: str = Field(primary_key=True)
    number: int = Field(primary_key=True)
    turn: int
    mark: str
    counts: str = Field(sa_column=text_column())
    stops: str = Field(sa_column=text_column())
    figures: str = Field(sa_column=text_column())


class LedgerContact(SQLModel, table=True):
    """A contact that a seat has or had, as it was told of it up to the last leaf of its ledger (engine's Traced).

    `place`: the how manieth it was that the seat had, from 0. `entries` are numbers of the seat's log, as JSON, and
    `last` the last of them, or 0; `turn` and `letter` are of that one.
    """

    __tablename__ = "ledger_contact"

    match_id: str = Field(primary_key=True, foreign_key="match.id")
    seat: str = Field(primary_key=True)
    handle: str = Field(primary_key=True)
    place: int
    contact: str = Field(sa_column=text_column())
    present: bool
    entries: str = Field(sa_column=text_column())
    last: int
    turn: int
    letter: int | None


FOUND_BY_KIND = (
    "concluded", "corrected", "correction-made", "dice-renewed", "rolled", "ruled", "share-committed", "share-made",
    "share-opened", "shares-mixed",
)  # fmt: skip
"""The kinds of events that are looked for in a journal. To keep where all others are costs more than to write them."""
IS_FOUND_BY_KIND = f"({' OR '.join(f'kind = {kind!r}' for kind in FOUND_BY_KIND)})"
"""Not `IN`: of more than two words SQLite makes a table, anew for each row that is written."""
JOURNAL_BY_KIND = Index(
    "ix_journal_entry_found", "match_id", "number",
    sqlite_where=text(IS_FOUND_BY_KIND), postgresql_where=text(IS_FOUND_BY_KIND),
)  # fmt: skip


class JournalEntry(SQLModel, table=True):
    """One event of a match. `version` is the match's after the call that it came of, `seat` who gave the orders.

    `rules_version`: of the rules by which it was worked; empty for what is older than such stamps, which is as the
    match was opened.
    """

    __tablename__ = "journal_entry"
    __table_args__ = (JOURNAL_BY_KIND,)

    match_id: str = Field(primary_key=True, foreign_key="match.id")
    number: int = Field(primary_key=True)
    version: int
    seat: str | None
    kind: str
    event: str = Field(sa_column=text_column())
    rules_version: str = Field(default="", sa_column_kwargs={"server_default": ""})
    at: datetime = Field(sa_type=Moment)


class Course(SQLModel, table=True):
    """How a match had come to stand after `number` events of its journal: what a review begins at.

    It is laid when somebody reviews the match, and so holds truth and pictures of before as of its end. `data`: the id
    of the set of data that it was played by then. `position` has the pictures in it; `rest` is what else was counted
    of the journal up to there, as JSON (`store/courses.py`). `steps` are those of the review that ended since the
    course before.
    """

    __tablename__ = "course"

    match_id: str = Field(primary_key=True, foreign_key="match.id")
    number: int = Field(primary_key=True)
    data: str
    position: str = Field(sa_column=text_column())
    rest: str = Field(sa_column=text_column())
    steps: str = Field(sa_column=text_column())


class Sheet(SQLModel, table=True):
    """What a seat has written and not yet sent.

    `asked_at`: when it was asked the question for which it wrote that; None where it was asked nothing. With the next
    question it is left over.
    """

    __tablename__ = "sheet"

    match_id: str = Field(primary_key=True, foreign_key="match.id")
    seat: str = Field(primary_key=True)
    version: int
    orders: str = Field(sa_column=text_column())
    asked_at: datetime | None = Field(default=None, sa_type=Moment)


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
    """A secret that lets whoever brings it first take a seat, and leads them there again; only its hash is kept.

    `handed_by`: who holds the seat and hands it over by this; else it is an invitation to a seat that nobody holds.
    """

    __tablename__ = "invitation"

    hash: str = Field(primary_key=True)
    match_id: str = Field(foreign_key="match.id", index=True)
    seat: str
    handed_by: str | None = Field(default=None, foreign_key="account.id")
    made_at: datetime = Field(sa_type=Moment)


class Offer(SQLModel, table=True):
    """A side's open offer to end its match by agreement; `agreed` are the other seats that have accepted so far."""

    __tablename__ = "offer"

    match_id: str = Field(primary_key=True, foreign_key="match.id")
    seat: str = Field(primary_key=True)
    terms: str
    made_at: datetime = Field(sa_type=Moment)
    until: datetime = Field(sa_type=Moment)
    agreed: list[str] = Field(sa_column=json_column())


class Pulse(SQLModel, table=True):
    """When the server was last seen at work: what it was away for longer is no time of its players."""

    __tablename__ = "pulse"

    name: str = Field(primary_key=True)
    at: datetime = Field(sa_type=Moment)
