"""The database's engines: one to write with, one to read with, set up so that nothing acknowledged is ever lost.

SQLite: a unit of work that writes begins IMMEDIATE, so that two never read the same thing and both write; the log is
written ahead and synced at each commit; readers have connections of their own, on which nothing can be written. All
its files are for the service's own user alone.

PostgreSQL: who writes waits for a locked row as long as SQLite waits for its lock; who reads sees one moment, and
nothing can be written there.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, OperationalError

from service.store.statements import on_driver

BUSY_MILLISECONDS = 5000
SYNCHRONOUS = "FULL"
"""What SQLite waits for at a commit: until the disk has it, so that what was acknowledged outlasts a power cut."""
PAGES_KEPT = 256
"""How many kB of pages a connection of SQLite's keeps; left alone it keeps 2 MB, and there are up to forty of them.

The machine keeps the file's pages itself, and what another connection has written makes those that are kept worthless.
"""
CONNECTIONS = {"pool_size": 20, "max_overflow": 20, "hide_parameters": True}

PASSING = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PROTOCOL,
    }
)
"""What SQLite says of a lock, of a disk and of a file that cannot be had; a missing table is none of these."""

PASSING_STATES = ("08", "40", "53", "57", "58", "55P03")
"""How such states begin at PostgreSQL: connections, deadlocks, resources, shutting down, the system, a lock not had."""

NOWHERE = "\uffff"
"""No character: no name, label or id of ours has it."""


class UnfitAddress(Exception):
    """A sentence that says why an address leads to no database that can be used."""


def passes(fault: DBAPIError) -> bool:
    """Whether what the database says may be otherwise in a moment, with the same statement."""
    if fault.connection_invalidated:
        return True
    if isinstance(fault.orig, sqlite3.Error):
        return (getattr(fault.orig, "sqlite_errorcode", 0) & 0xFF) in PASSING
    state = getattr(fault.orig, "sqlstate", None)
    if state is None:  # a connection that never came about
        return isinstance(fault, OperationalError)
    return str(state).startswith(PASSING_STATES)


def disk_is_full(fault: DBAPIError) -> bool:
    """Whether the database says that its disk has no room left."""
    if isinstance(fault.orig, sqlite3.Error):
        return (getattr(fault.orig, "sqlite_errorcode", 0) & 0xFF) == sqlite3.SQLITE_FULL
    return getattr(fault.orig, "sqlstate", None) == "53100"


def make_engines(address: str) -> tuple[Engine, Engine]:
    """The engine to write with and the engine to read with. Raises UnfitAddress."""
    try:
        url = make_url(address)
        if url.drivername in ("postgres", "postgresql"):
            url = url.set(drivername="postgresql+psycopg")
        if url.get_backend_name() == "sqlite":
            keep_private(url)
            return sqlite_engine(url, writes=True), sqlite_engine(url, writes=False)
        return postgres_engine(url, writes=True), postgres_engine(url, writes=False)
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as unfit:
        if getattr(unfit, "name", "") == "psycopg":
            raise UnfitAddress(
                "PostgreSQL takes the extra `postgres`: in the tree of Sitrep, pip install '.[postgres]'."
            ) from None
        raise UnfitAddress("DATABASE_URL must begin with sqlite:/// or postgresql://.") from None


def keep_private(url: URL) -> None:
    """Nobody else on the machine reads the file; SQLite gives the two that it lays beside it the same rights."""
    if not url.database or url.database == ":memory:":
        return
    file = Path(url.database)
    if file.parent.is_dir():
        file.touch(mode=0o600)
    for kept in (file, file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm")):
        if kept.is_file() and kept.stat().st_mode & 0o077:
            kept.chmod(0o600)


def sqlite_engine(url: URL, *, writes: bool) -> Engine:
    engine = create_engine(
        url, connect_args={"check_same_thread": False}, json_deserializer=orjson.loads, **CONNECTIONS
    )

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # the driver begins nothing by itself; `begin` below does
        for pragma in (
            "journal_mode=WAL",
            f"synchronous={SYNCHRONOUS}",
            "foreign_keys=ON",
            f"cache_size=-{PAGES_KEPT}",
            f"busy_timeout={BUSY_MILLISECONDS}",
            f"query_only={'OFF' if writes else 'ON'}",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        on_driver(connection, "BEGIN IMMEDIATE" if writes else "BEGIN DEFERRED")

    return engine


def postgres_engine(url: URL, *, writes: bool) -> Engine:
    from psycopg.types.string import StrDumper

    class Dumper(StrDumper):
        """PostgreSQL takes no NUL, and an address can bring one: it asks for what is nowhere, and finds nothing."""

        def dump(self, obj: str) -> bytes:
            return bytes(super().dump(obj.replace("\0", NOWHERE)) or b"")

    told = [f"-c lock_timeout={BUSY_MILLISECONDS}", "-c synchronous_commit=on"]
    engine = create_engine(
        url,
        pool_pre_ping=True,
        isolation_level="READ COMMITTED" if writes else "REPEATABLE READ",
        execution_options={} if writes else {"postgresql_readonly": True},
        connect_args={"connect_timeout": 5, "options": " ".join(told)},
        **CONNECTIONS,
    )

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _: Any) -> None:
        connection.adapters.register_dumper(str, Dumper)

    return engine
