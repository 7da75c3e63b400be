"""One process serves a database: who listens at a match is known within it alone, and another would not hear of orders.

It is a lock that goes with the process, however it ends: on a file beside SQLite's, or in PostgreSQL itself.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import Engine, text
from sqlalchemy.exc import OperationalError

KEY = int.from_bytes(b"sitrep")
PATIENCE = 5.0
"""Seconds: a server that is stopped or killed may still hold the lock while its successor starts."""
PAUSE = 0.1


class AlreadyServed(Exception):
    """Another process serves this database already."""

    def __init__(self) -> None:
        super().__init__(
            "Another process serves this database already. Sitrep serves from one process: "
            "who listens at a match is known within it alone."
        )


@contextmanager
def single_instance(engine: Engine) -> Iterator[None]:
    """Hold the right to serve the database. Raises AlreadyServed."""
    with (_file_held if engine.dialect.name == "sqlite" else _lock_held)(engine):
        yield


@contextmanager
def _file_held(engine: Engine) -> Iterator[None]:
    database = engine.url.database
    if not database or database == ":memory:":
        yield
        return
    file = os.open(f"{database}-serving", os.O_CREAT | os.O_RDWR, 0o600)
    try:
        _until_held(lambda: _flocked(file))
        yield
    finally:
        os.close(file)


def _flocked(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@contextmanager
def _lock_held(engine: Engine) -> Iterator[None]:
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        _until_held(lambda: bool(connection.execute(text("SELECT pg_try_advisory_lock(:key)"), {"key": KEY}).scalar()))
        try:
            yield
        finally:
            try:
                connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": KEY})
            except OperationalError:  # the database went first, and the lock with it
                connection.invalidate()


def _until_held(tried: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not tried():
        if time.monotonic() > deadline:
            raise AlreadyServed()
        time.sleep(PAUSE)
