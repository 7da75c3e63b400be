"""What is said beside the play, and what a seat writes down for itself."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Field, SQLModel

from service.store.tables.columns import Moment, json_column, text_column


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
