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
_CONNECTION = "connection"

MATCH: Any = bindparam("match_id")
SEAT: Any = bindparam("seat")
# In an update the names of columns are those of what is written.
OF_MATCH: Any = bindparam("of_match")
OF_SEAT: Any = bindparam("of_seat")


def session_on(connection: Connection) -> Session:
    """A session for what its unit of work does with rows and classes; the transaction is the connection's.

    A session that begins one of its own takes longer for it than a statement.
    """
    return Session(
        connection, expire_on_commit=False, join_transaction_mode="rollback_only", info={_CONNECTION: connection}
    )


def connection_of(session: Session) -> Connection:
    """The connection whose transaction a unit of work is."""
    found: Connection = session.info[_CONNECTION]
    return found


def run(session: Session, statement: Executable, values: Values = NONE) -> CursorResult[*tuple[Any, ...]]:
    """Run a statement in the session's transaction, after what the session has still to write.

    In an insert or update that names no values, these are what is written, by the names of the columns.
    """
    session.flush()
    return connection_of(session).execute(statement, values)
