"""Who is told by mail, and of what."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Column, Index, Text, UniqueConstraint, false, text, true
from sqlmodel import Field, SQLModel

from service.store.tables.columns import Moment, secret_column


class Channel(SQLModel, table=True):
    """A way to tell somebody when they are asked: a mail address of an account, or of one seat of a guest's.

    Or by its `kind`, "mail", "webhook" or "feed", an address on the web that is told, or a secret one that is read.
    `match_id` and `seat` are empty where it tells of all seats that the account holds. `secret`: what the links in its
    mails are made from. `confirmed_at`: when its link was opened and its button pressed; before that nothing is told.
    `bounced_at`: when a mail came back first since one went out, or by `paused_why` was first reported to have;
    `paused_at` and `paused_why`: it did so again.
    `pace` says how often: "at-once", "hours" (one mail of a match in so many `hours`), or "daily", at `hour` in `zone`.
    `quiet_from` and `quiet_until` are full hours; alike where there are none. `contents`: "letter", "letter-and-map",
    "notice", "none".
    `letters`: also told of letters that ask nothing. `waits`: what a page of its owner has shown waits a little.
    `day_before` and `hours_before`: reminded a day, and three hours, before a time is over, and by `last_in_quiet` of
    the latter in quiet hours too. `talk`: what others say goes "at-once", "with-next" or "never".
    """

    __tablename__ = "channel"
    __table_args__ = (UniqueConstraint("account_id", "match_id", "seat", "kind"),)

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
    kind: str = Field(default="mail", sa_column_kwargs={"server_default": "mail"})


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
    number of a message or of what was done with a seat, the seat that offers something or is late, or that a map was
    asked for); `answer_by` the end of the time that runs. What waits is taken up when it is `due` and not taken by
    another, whose hold on it ends at `taken_until`.
    When it is first taken up it gets its `id`, which its mail bears, and all that the mail depends on besides the log:
    `dated`, `form` (as `contents`, or "digest"), `zone`, `after` and `since`, the id and the last entry of
    the mail before, and `aside`, what it tells beside the log, which may read otherwise a moment later;
    `up_to_message` is the last message of the seat's box that is in it, and `sheet_version` that of the sheet which an
    answer to a mail shows. So what is tried again is the same mail. When it is over nothing is left of `aside`, with
    which an answer to a mail begins. `carried_by`: another notice, whose mail tells of this. `over_at`: when it was
    sent, told by another, or let be; `said` is then the other server's own word, or the reason.
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
    sheet_version: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    carried_by: int | None = None
    over_at: datetime | None = Field(default=None, sa_type=Moment)
    sent: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    said: str = ""


class ArrivedMail(SQLModel, table=True):
    """A mail that came to an address from which a notice may be answered, and what became of it.

    `notice_id`, and with it channel, match and seat: what it answers. `mail_id`: what it is known by if it comes again,
    once it was read. Whoever works it holds it until `taken_until`; it was worked, or let be, at `over_at`, and
    `outcome` says which. `content` is empty then, but for one that could not be read.
    """

    __tablename__ = "arrived_mail"
    __table_args__ = (Index("ix_arrived_mail_over_at", "over_at"),)

    number: int | None = Field(default=None, primary_key=True)
    notice_id: str
    channel_id: str = Field(foreign_key="channel.id", index=True)
    match_id: str
    seat: str
    content: bytes = Field(sa_column=secret_column())
    came_at: datetime = Field(sa_type=Moment)
    mail_id: str = ""
    taken_until: datetime | None = Field(default=None, sa_type=Moment)
    tries: int = 0
    over_at: datetime | None = Field(default=None, sa_type=Moment)
    outcome: str = ""


class LostWay(SQLModel, table=True):
    """Somebody has lost a password or a browser, and says that this mail address is theirs. It is looked up later."""

    __tablename__ = "lost_way"

    id: str = Field(primary_key=True)
    address: str
    at: datetime = Field(sa_type=Moment)
