"""The tables. What is read back by code alone (positions, pictures, events, reports, orders) is text from the codec."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    Column,
    DateTime,
    Dialect,
    Index,
    LargeBinary,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
    text,
    true,
)
from sqlalchemy.types import TypeEngine
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


class Json(TypeDecorator[Any]):
    """JSON; on PostgreSQL JSONB, of a dialect that only a house with such a database need import."""

    impl = JSON
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        if dialect.name != "postgresql":
            return dialect.type_descriptor(JSON())
        from sqlalchemy.dialects.postgresql import JSONB

        return dialect.type_descriptor(JSONB())


def json_column() -> Column[Any]:
    return Column(Json, nullable=False)


def text_column() -> Column[Any]:
    return Column(Text, nullable=False)


def secret_column() -> Column[Any]:
    return Column(LargeBinary, nullable=False)


class Account(SQLModel, table=True):
    """A person. A guest has neither name nor password, and comes in by the links of their seats only.

    `look_key`: what the name looks like; of names that looked alike before that was asked, the oldest alone has it.
    `called`: what a guest has said to be called; others may be called the same. `left_at`: when it was deleted; the row
    stays for the matches that name it, with neither name nor password. `zone`: by whose clocks it is shown times.
    """

    __tablename__ = "account"

    id: str = Field(primary_key=True)
    name: str | None = None
    name_key: str | None = Field(default=None, unique=True)
    look_key: str | None = Field(default=None, index=True, unique=True)
    password: str | None = None
    called: str = Field(default="", sa_column_kwargs={"server_default": ""})
    owner: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    made_at: datetime = Field(sa_type=Moment)
    left_at: datetime | None = Field(default=None, sa_type=Moment)
    zone: str = Field(default="UTC", sa_column_kwargs={"server_default": "UTC"})


class Enrolment(SQLModel, table=True):
    """A secret that lets whoever brings it first sign up; nobody made the one that sets the house up."""

    __tablename__ = "enrolment"

    hash: str = Field(primary_key=True)
    made_by: str | None = Field(default=None, foreign_key="account.id")
    made_at: datetime = Field(sa_type=Moment)


class OneTimeLink(SQLModel, table=True):
    """A secret that lets whoever brings it first do what `kind` says for an account; nobody made the command line's."""

    __tablename__ = "one_time_link"

    hash: str = Field(primary_key=True)
    kind: str
    account_id: str = Field(foreign_key="account.id", index=True)
    match_id: str | None = Field(default=None, foreign_key="match.id")
    seat: str | None = None
    made_by: str | None = Field(default=None, foreign_key="account.id")
    made_at: datetime = Field(sa_type=Moment)
    ends_at: datetime = Field(sa_type=Moment)


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
    `paused_at`: since when the owner of the house has its clocks stand; None while they may run.
    `agreements` counts how often what its players offer each other has changed; `rematch_of` is the match after which
    this one was opened with sides changed. `terms`: what it was opened with beside the options of its game.
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
    acknowledged; None where it was told something since. `for_anybody`: while nobody sits there, any account of
    the house that has a name may. `clock`: how its clock stands, where the match is played with clocks (`clocks`),
    `ends_at` when the time that runs there is over, and `runs_out_at` when the umpire is to answer for it.
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
    for_anybody: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    clock: dict[str, Any] = Field(default_factory=dict, sa_column=Column(Json, nullable=False, server_default="{}"))
    ends_at: datetime | None = Field(default=None, sa_type=Moment, index=True)
    runs_out_at: datetime | None = Field(default=None, sa_type=Moment, index=True)


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
    """

    __tablename__ = "seat_change"

    match_id: str = Field(primary_key=True, foreign_key="match.id")
    number: int = Field(primary_key=True)
    seat: str
    kind: str
    account_id: str | None = Field(default=None, foreign_key="account.id")
    holder_id: str | None = Field(default=None, foreign_key="account.id")
    at: datetime = Field(sa_type=Moment)


class Wish(SQLModel, table=True):
    """What an account asks the owner of the house for: a way in for whoever holds a seat, or a seat for a successor."""

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
    """A secret that lets whoever brings it first take a seat, and leads them there again; only its hash is kept.

    `handed_by`: who holds the seat and hands it over by this; else it is an invitation to a seat that nobody holds.
    """

    __tablename__ = "invitation"

    hash: str = Field(primary_key=True)
    match_id: str = Field(foreign_key="match.id", index=True)
    seat: str
    handed_by: str | None = Field(default=None, foreign_key="account.id")
    made_at: datetime = Field(sa_type=Moment)


class Channel(SQLModel, table=True):
    """A way to tell somebody when they are asked: a mail address of an account, or of one seat of a guest's.

    `match_id` and `seat` are empty where it tells of all seats that the account holds. `secret`: what the links in its
    mails are made from. `confirmed_at`: when its link was opened and its button pressed; before that nothing is told.
    `bounced_at`: when a mail came back first since one went out; `paused_at` and `paused_why`: it did so again.
    `pace` says how often: "at-once", "hours" (one mail of a match in so many `hours`), or "daily", at `hour` in `zone`.
    `quiet_from` and `quiet_until` are full hours; alike where there are none. `contents`: "letter", "notice", "none".
    `letters`: also told of letters that ask nothing. `waits`: what a page of its owner has shown waits a little.
    `day_before` and `hours_before`: reminded a day, and three hours, before a time is over, and by `last_in_quiet` of
    the latter in quiet hours too. `talk`: what others say goes "at-once", "with-next" or "never".
    """

    __tablename__ = "channel"
    __table_args__ = (UniqueConstraint("account_id", "match_id", "seat"),)

    id: str = Field(primary_key=True)
    account_id: str = Field(foreign_key="account.id")
    match_id: str = ""
    seat: str = ""
    address: str
    secret: bytes = Field(sa_column=secret_column())
    made_at: datetime = Field(sa_type=Moment)
    confirmed_at: datetime | None = Field(default=None, sa_type=Moment)
    bounced_at: datetime | None = Field(default=None, sa_type=Moment)
    paused_at: datetime | None = Field(default=None, sa_type=Moment)
    paused_why: str = ""
    contents: str
    pace: str
    hours: int
    hour: int
    zone: str
    quiet_from: int
    quiet_until: int
    letters: bool
    waits: bool
    day_before: bool = Field(default=True, sa_column_kwargs={"server_default": true()})
    hours_before: bool = Field(default=True, sa_column_kwargs={"server_default": true()})
    last_in_quiet: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    talk: str = Field(default="with-next", sa_column_kwargs={"server_default": "with-next"})


class ChannelMatch(SQLModel, table=True):
    """What a channel does in one match otherwise than in all: its pace there, or "silent"."""

    __tablename__ = "channel_match"

    channel_id: str = Field(primary_key=True, foreign_key="channel.id")
    match_id: str = Field(primary_key=True, foreign_key="match.id")
    pace: str


ONCE = "kind IN ('day-before', 'hours-before', 'late') AND answer_by IS NOT NULL"
"""Notices that are written as time goes by, of which each is written once whoever looks."""
NOTICE_ONCE = Index(
    "ix_notice_once", "channel_id", "match_id", "seat", "kind", "answer_by", unique=True, sqlite_where=text(ONCE)
)


class Notice(SQLModel, table=True):
    """That somebody is to be told something by a channel. It holds nothing of the log: the mail is made at sending.

    `up_to_entry`: the last entry of the seat's log that is told; `about`: what else it tells of, by its kind (the
    number of a message or of what was done with a seat, the seat that offers something or is late); `answer_by` the end
    of the time that runs. What waits is taken up when it is `due` and not taken by another, whose hold on it ends at
    `taken_until`.
    When it is first taken up it gets its `id`, which its mail bears, and all that the mail depends on besides the log:
    `dated`, `form` ("letter", "notice", "none" or "digest"), `zone`, `after` and `since`, the id and the last entry of
    the mail before, and `aside`, what it tells beside the log, which may read otherwise a moment later;
    `up_to_message` is the last message of the seat's box that is in it. So what is tried again is the same mail. When
    it is over nothing is left of `aside`. `carried_by`: another notice, whose mail tells of this.
    `over_at`: when it was sent, told by another, or let be; `said` is then the other server's own word, or the reason.
    """

    __tablename__ = "notice"
    __table_args__ = (Index("ix_notice_over_at_due", "over_at", "due"), NOTICE_ONCE)

    number: int | None = Field(default=None, primary_key=True)
    channel_id: str = Field(foreign_key="channel.id", index=True)
    match_id: str = ""
    seat: str = ""
    kind: str
    up_to_entry: int = 0
    about: str = Field(default="", sa_column_kwargs={"server_default": ""})
    answer_by: datetime | None = Field(default=None, sa_type=Moment)
    made_at: datetime = Field(sa_type=Moment)
    due: datetime = Field(sa_type=Moment)
    taken_by: str = ""
    taken_until: datetime | None = Field(default=None, sa_type=Moment)
    tries: int = 0
    id: str | None = Field(default=None, unique=True)
    dated: datetime | None = Field(default=None, sa_type=Moment)
    form: str = ""
    zone: str = ""
    after: str = ""
    since: int = 0
    aside: str = Field(default="", sa_column=Column(Text, nullable=False, server_default=""))
    up_to_message: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    carried_by: int | None = None
    over_at: datetime | None = Field(default=None, sa_type=Moment)
    sent: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    said: str = ""


class LostWay(SQLModel, table=True):
    """Somebody has lost a password or a browser, and says that this mail address is theirs. It is looked up later."""

    __tablename__ = "lost_way"

    id: str = Field(primary_key=True)
    address: str
    at: datetime = Field(sa_type=Moment)


class Offer(SQLModel, table=True):
    """A side's open offer to end its match by agreement; `agreed` are the other seats that have accepted so far."""

    __tablename__ = "offer"

    match_id: str = Field(primary_key=True, foreign_key="match.id")
    seat: str = Field(primary_key=True)
    terms: str
    made_at: datetime = Field(sa_type=Moment)
    until: datetime = Field(sa_type=Moment)
    agreed: list[str] = Field(sa_column=json_column())


class Message(SQLModel, table=True):
    """What a side said to the others, as it stands in the box of one seat, numbered in that seat's own series."""

    __tablename__ = "message"

    match_id: str = Field(primary_key=True, foreign_key="match.id")
    seat: str = Field(primary_key=True)
    number: int = Field(primary_key=True)
    sender: str
    text: str = Field(sa_column=text_column())
    at: datetime = Field(sa_type=Moment)


class TalkBox(SQLModel, table=True):
    """Up to which message a seat has read, and which sides it does not want to hear."""

    __tablename__ = "talk_box"

    match_id: str = Field(primary_key=True, foreign_key="match.id")
    seat: str = Field(primary_key=True)
    read: int
    muted: list[str] = Field(sa_column=json_column())


class PrivateNote(SQLModel, table=True):
    """What a seat has written down for itself, with the number of the last letter that it had then."""

    __tablename__ = "private_note"

    match_id: str = Field(primary_key=True, foreign_key="match.id")
    seat: str = Field(primary_key=True)
    number: int = Field(primary_key=True)
    letter: int
    text: str = Field(sa_column=text_column())
    at: datetime = Field(sa_type=Moment)


class Pulse(SQLModel, table=True):
    """When the house was last seen at work: what it was away for longer is no time of its players."""

    __tablename__ = "pulse"

    name: str = Field(primary_key=True)
    at: datetime = Field(sa_type=Moment)
