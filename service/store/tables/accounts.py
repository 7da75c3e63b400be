"""People: accounts, and by what they come in."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import false
from sqlmodel import Field, SQLModel

from service.store.tables.columns import Moment


class Account(SQLModel, table=True):
    """A person. A guest has neither name nor password, and comes in by the links of their seats only.

    `look_key`: what the name looks like; of names that looked alike before that was asked, the oldest alone has it.
    `called`: what a guest has said to be called; others may be called the same. `left_at`: when it was deleted; the row
    stays for the matches that name it, with neither name nor password. `blocked_at`: since when the owner of the server
    lets it in no more. `zone`: by whose clocks it is shown times. `bot`: its holder has said that a
    program plays with it.
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
    blocked_at: datetime | None = Field(default=None, sa_type=Moment)
    zone: str = Field(default="UTC", sa_column_kwargs={"server_default": "UTC"})
    bot: bool = Field(default=False, sa_column_kwargs={"server_default": false()})


class Enrolment(SQLModel, table=True):
    """A secret that lets whoever brings it first sign up; nobody made the one that sets the server up."""

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
    """A bearer token for a client other than our pages; only its hash is kept, and how it starts.

    `match_id`, `seat`: the one seat that it is for, where it is not for all of its account. `ends_at`: from then on it
    counts no more. `used_at`: about when it last was.
    """

    __tablename__ = "token"

    hash: str = Field(primary_key=True)
    account_id: str = Field(foreign_key="account.id", index=True)
    label: str
    scope: str = Field(default="play", sa_column_kwargs={"server_default": "play"})
    made_at: datetime = Field(sa_type=Moment)
    start: str = Field(default="", sa_column_kwargs={"server_default": ""})
    used_at: datetime | None = Field(default=None, sa_type=Moment)
    ends_at: datetime | None = Field(default=None, sa_type=Moment)
    match_id: str | None = Field(default=None, foreign_key="match.id")
    seat: str | None = None


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


class HouseBound(SQLModel, table=True):
    """A bound that was set on the owner's page, in the place of the one in the settings."""

    __tablename__ = "house_bound"

    name: str = Field(primary_key=True)
    value: str


class Knock(SQLModel, table=True):
    """What a command did beside the process that serves, for that process to tell whoever listens: at a match, or to
    an account by which somebody may no longer be signed in. The other of the two is empty; both are where a bound was
    set.
    """

    __tablename__ = "knock"

    id: int | None = Field(default=None, primary_key=True)
    match_id: str = ""
    account_id: str = ""
