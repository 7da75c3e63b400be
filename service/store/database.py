"""The database's engines: one to write with, one to read with, set up so that nothing acknowledged is ever lost.

SQLite: a unit of work that writes begins IMMEDIATE, so that two never read the same thing and both write; the log is
written ahead and synced at each commit; readers have connections of their own, on which nothing can be written.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event

BUSY_MILLISECONDS = 5000


def make_engines(url: str) -> tuple[Engine, Engine]:
    """The engine to write with and the engine to read with."""
    if url.startswith("sqlite"):
        return sqlite_engine(url, writes=True), sqlite_engine(url, writes=False)
    return (
        create_engine(url, pool_pre_ping=True, hide_parameters=True),
        create_engine(url, pool_pre_ping=True, hide_parameters=True, execution_options={"postgresql_readonly": True}),
    )


def sqlite_engine(url: str, *, writes: bool) -> Engine:
    engine = create_engine(
        url, connect_args={"check_same_thread": False}, pool_size=20, max_overflow=20, hide_parameters=True
    )

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # the driver begins nothing by itself; `begin` below does
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            f"busy_timeout={BUSY_MILLISECONDS}",
            f"query_only={'OFF' if writes else 'ON'}",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN DEFERRED")

    return engine
