"""Who may serve a database: one process, where it is a file of our own; else as many as there are, who share the work.

The lock of a file goes with the process that has it, however it ends. In PostgreSQL those who serve know of each other
(`leases.py`); what may be done by one of them at a time, such as bringing the tables up to date, is done under a lock
there.
"""

from __future__ import annotations

import fcntl
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError

KEY = int.from_bytes(b"sitrep")
PATIENCE = 5.0
"""Seconds: a server that is stopped or killed may still hold the lock while its successor starts."""
PAUSE = 0.1
LONGEST_TURN = 600.0
"""Seconds for which it is waited that another process has done what one does at a time."""


class AlreadyServed(Exception):
    """Another process serves this database already."""

    def __init__(self) -> None:
        super().__init__(
            "Another process serves this database already. One process serves a SQLite file; several take PostgreSQL."
        )


class Claim:
    """The right to serve a database: held, or lost for the moment, since the database cannot be reached."""

    def __init__(self) -> None:
        self.is_held = True


def stop_serving() -> None:
    """End this process as its operator would."""
    os.kill(os.getpid(), signal.SIGTERM)


@contextmanager
def single_instance(engine: Engine) -> Iterator[Claim]:
    """Hold the right to serve a database of our own; on PostgreSQL others have it too. Raises AlreadyServed."""
    database = engine.url.database
    if engine.dialect.name != "sqlite" or not database or database == ":memory:":
        yield Claim()
        return
    file = os.open(f"{database}-serving", os.O_CREAT | os.O_RDWR, 0o600)
    try:
        _until_held(lambda: _flocked(file), PATIENCE)
        yield Claim()
    finally:
        os.close(file)


def _flocked(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@contextmanager
def one_at_a_time(engine: Engine) -> Iterator[None]:
    """What is done in here is done by one process of those on a PostgreSQL database at a time; others wait their turn.

    A file of our own is served by one process anyway. Raises AlreadyServed where a turn does not end.
    """
    if engine.dialect.name == "sqlite":
        yield
        return
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        asked = text("SELECT pg_try_advisory_lock(:key)")
        _until_held(lambda: bool(connection.execute(asked, {"key": KEY}).scalar()), LONGEST_TURN)
        try:
            yield
        finally:
            try:
                connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": KEY})
            except DBAPIError:  # the database went first, and the lock with it
                connection.invalidate()


def _until_held(tried: Callable[[], bool], patience: float) -> None:
    deadline = time.monotonic() + patience
    while not tried():
        if time.monotonic() > deadline:
            raise AlreadyServed()
        time.sleep(PAUSE)
