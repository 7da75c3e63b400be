"""A copy of the SQLite database while it is in use, and putting it back: both as of one moment, or not at all."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from service.store.migrate import is_known

PAGES_AT_A_TIME = 256
SECONDS_TO_WAIT = 30.0

Progress = Callable[[int, int], None]
"""Told how many pages are done, and of how many."""


class UnfitBackup(Exception):
    """A sentence that says why a file is no backup that can be used."""


def back_up(source: Path, target: Path, progress: Progress) -> None:
    """Write all that the database holds at this moment to a new file. Orders go on being taken meanwhile.

    The copy has the file's name only when it is whole, checked, and on the disk. Raises UnfitBackup, FileExistsError.
    """
    if not source.is_file():
        raise UnfitBackup(f"There is no database at {source}.")
    if target.exists():
        raise FileExistsError(target)
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(source, timeout=SECONDS_TO_WAIT, isolation_level=None)) as reading:
            os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            with closing(sqlite3.connect(part)) as writing:
                # One moment: within a transaction the copy sees nothing of what is written meanwhile, and never
                # has to begin again.
                reading.execute("BEGIN")
                reading.execute("SELECT count(*) FROM sqlite_master").fetchone()
                copy(reading, writing, progress, PAGES_AT_A_TIME)
                writing.execute("PRAGMA journal_mode=DELETE")
        check(part)
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.rename(target)
    finally:
        part.unlink(missing_ok=True)


def restore(backup: Path, database: Path, progress: Progress) -> Path | None:
    """Put a backup in the place of the database, in one transaction; where the former database was copied to first.

    Raises UnfitBackup, and has then changed nothing.
    """
    if not is_known(check(backup)):
        raise UnfitBackup(f"{backup} is of a later version of Sitrep than this one.")
    former = copy_beside(database) if database.is_file() else None
    database.parent.mkdir(parents=True, exist_ok=True)
    database.touch(mode=0o600)
    with (
        closing(sqlite3.connect(f"file:{backup}?mode=ro", uri=True)) as reading,
        closing(sqlite3.connect(database, timeout=SECONDS_TO_WAIT, isolation_level=None)) as writing,
    ):
        copy(reading, writing, progress, -1)
        writing.execute("PRAGMA journal_mode=WAL")
    return former


def copy_beside(database: Path) -> Path:
    """Copy a database to a file beside it, which has its name and a number; that file. Raises UnfitBackup."""
    free = next(one for n in range(10_000) if not (one := database.with_name(f"{database.name}.before-{n}")).exists())
    back_up(database, free, lambda done, total: None)
    return free


def copy(reading: sqlite3.Connection, writing: sqlite3.Connection, progress: Progress, pages: int) -> None:
    def told(status: int, remaining: int, total: int) -> None:
        progress(total - remaining, total)

    reading.backup(writing, pages=pages, progress=told, sleep=0.05)


def check(file: Path) -> str:
    """The revision of its tables. Raises UnfitBackup where a file is no whole database of ours."""
    unfit = UnfitBackup(f"{file} is no database of Sitrep.")
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as reading:
            said = reading.execute("PRAGMA integrity_check").fetchone()
            if said != ("ok",):
                raise UnfitBackup(f"{file} is damaged.")
            reading.execute("SELECT id FROM match LIMIT 1").fetchall()
            rows = reading.execute("SELECT version_num FROM alembic_version").fetchall()
    except sqlite3.Error as error:
        raise unfit from error
    if len(rows) != 1:
        raise unfit
    return str(rows[0][0])
