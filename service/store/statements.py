"""Running statements that are put together once: what every order and every page asks.

Most of what a statement costs is else that SQLAlchemy puts it together, goes through its parts to know it again, and
looks what the session has to do with its rows. Tables are named here by themselves, without the classes of their rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from sqlalchemy import Connection, CursorResult, Executable, bindparam
from sqlmodel import Session

from service.store import tables

MATCHES, SEATS, JOURNAL, LOG, QUEUE, ANSWERS, TOKENS, SESSIONS = (
    tables.METADATA.tables[name]
    for name in ("match", "seat", "journal_entry", "log_entry", "queued_orders", "answer", "token", "session")
)
Values = Mapping[str, Any] | Sequence[Mapping[str, Any]]
NONE: Values = MappingProxyType({})
CONNECTION = "connection"

MATCH: Any = bindparam("match_id")
SEAT: Any = bindparam("seat")
# In an update the names of columns are those of what is written.
OF_MATCH: Any = bindparam("of_match")
OF_SEAT: Any = bindparam("of_seat")


def run(session: Session, statement: Executable, values: Values = NONE) -> CursorResult[*tuple[Any, ...]]:
    """Run a statement in the session's transaction, after what the session has still to write.

    In an insert or update that names no values, these are what is written, by the names of the columns.
    """
    session.flush()
    if CONNECTION not in session.info:  # a unit of work is one transaction, so it is asked for once
        session.info[CONNECTION] = session.connection()
    connection: Connection = session.info[CONNECTION]
    return connection.execute(statement, values)
