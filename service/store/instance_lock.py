"""One process serves a database: who listens at a match is known within it alone, and another would not hear of orders.

It is a lock that goes with the process, however it ends: on a file beside SQLite's, or in PostgreSQL itself.
"""

from __future__ import annotations

import fcntl
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError

from service.logs import log

KEY = int.from_bytes(b"sitrep")
PATIENCE = 5.0
"""Seconds: a server that is stopped or killed may still hold the lock while its successor starts."""
PAUSE = 0.1
LOOKED_AT_EVERY = 3.0
"""Seconds between two looks whether the connection that holds the lock still stands."""


class AlreadyServed(Exception):
    """Another process serves this database already."""

    def __init__(self) -> None:
        super().__init__(
            "Another process serves this database already. Sitrep serves from one process: "
            "who listens at a match is known within it alone."
        )


class Claim:
    """The right to serve a database: held, or lost for the moment, since the database went and came back."""

    def __init__(self) -> None:
        self.is_held = True


def stop_serving() -> None:
    """End this process as its operator would: another one serves the database by now."""
    os.kill(os.getpid(), signal.SIGTERM)


@contextmanager
def single_instance(engine: Engine, *, when_lost: Callable[[], None] = stop_serving) -> Iterator[Claim]:
    """Hold the right to serve the database. Raises AlreadyServed.

    Where the database is started anew it is claimed again; where another process was sooner, `when_lost` is called.
    """
    if engine.dialect.name == "sqlite":
        with _file_held(engine):
            yield Claim()
    else:
        with _lock_held(engine, when_lost) as claim:
            yield claim


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
def _lock_held(engine: Engine, when_lost: Callable[[], None]) -> Iterator[Claim]:
    held, claim, stop = [_connection(engine)], Claim(), threading.Event()
    watch = threading.Thread(target=_watch, args=(engine, held, claim, stop, when_lost), name="claim", daemon=True)
    try:
        _until_held(lambda: _locked(held[0]))
        watch.start()
        yield claim
    finally:
        stop.set()
        if watch.is_alive():
            watch.join(PATIENCE)
        _let_go(held.pop() if held else None)


def _connection(engine: Engine) -> Connection:
    return engine.connect().execution_options(isolation_level="AUTOCOMMIT")


def _locked(connection: Connection) -> bool:
    return bool(connection.execute(text("SELECT pg_try_advisory_lock(:key)"), {"key": KEY}).scalar())


def _let_go(connection: Connection | None) -> None:
    if connection is None:
        return
    try:
        connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": KEY})
    except DBAPIError:  # the database went first, and the lock with it
        connection.invalidate()
    connection.close()


def _watch(
    engine: Engine, held: list[Connection], claim: Claim, stop: threading.Event, when_lost: Callable[[], None]
) -> None:
    """See now and then that the lock's connection stands; else claim again. `held` is that connection, or empty."""
    while not stop.wait(LOOKED_AT_EVERY):
        try:
            held[0].execute(text("SELECT 1"))
        except DBAPIError:
            claim.is_held = False
            log.warning("the database has gone, and with it the claim to serve it")
            held.pop().invalidate()
            try:
                if not _claimed_again(engine, held, stop):
                    return
            except AlreadyServed as taken:
                log.error("this process stops", reason=str(taken))
                when_lost()
                return
            claim.is_held = True
            log.warning("the database is back, and claimed again")


def _claimed_again(engine: Engine, held: list[Connection], stop: threading.Event) -> bool:
    """Claim the database once it can be reached; False where this process is asked to stop. Raises AlreadyServed."""
    while not stop.wait(PAUSE):
        try:
            connection = _connection(engine)
        except DBAPIError:
            continue
        try:
            _until_held(lambda: _locked(connection))  # noqa: B023  it is asked at once
        except DBAPIError:
            connection.invalidate()
            continue
        except AlreadyServed:
            connection.close()
            raise
        held.append(connection)
        return True
    return False


def _until_held(tried: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not tried():
        if time.monotonic() > deadline:
            raise AlreadyServed()
        time.sleep(PAUSE)
