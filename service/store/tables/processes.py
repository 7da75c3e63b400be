"""The processes that serve one server: what one of them has at a time, and numbers by which all know what has ended."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Field, SQLModel

from service.store.tables.columns import Moment


class Lease(SQLModel, table=True):
    """What one process has until a moment, and longer only if it asks again: the lead, or its place among those who
    serve. `holder` is the name of the process.
    """

    __tablename__ = "lease"

    name: str = Field(primary_key=True)
    holder: str
    until: datetime = Field(sa_type=Moment)


class ListeningRight(SQLModel, table=True):
    """How often something has ended by which an account may listen: a token, session or link, or its hold on a seat.

    Written in the transaction that ends it. No row: never.
    """

    __tablename__ = "listening_right"

    account_id: str = Field(primary_key=True, foreign_key="account.id")
    number: int
