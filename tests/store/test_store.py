"""Nothing that was acknowledged is lost, and nothing is half written."""

from __future__ import annotations

import re
import shutil
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, event
from sqlalchemy.exc import InternalError, OperationalError

from service.engine import recording, umpire
from service.engine.orders import Done
from service.matches import Context, open_match
from service.matches.accounts import make_guest
from service.settings import Settings
from service.store import (
    AlreadyServed,
    MatchMovedOn,
    NoSuchMatch,
    SavedAnswer,
    Store,
    Unavailable,
    UnfitAddress,
)
from service.store import database as database_engines
from service.store.migrate import config_for, revisions
from service.store.tables import FOUND_BY_KIND
from tests.service_fixtures import SYNCHRONOUS
from tests.toy import TOY, Hide


@pytest.fixture
def match_id(context: Context) -> str:
    return open_match(context, make_guest(context), "toy", "yard").match_id


def hidden_at(context: Context, match_id: str, seat: str, hex: str):
    """A match as read, and what the umpire makes of a seat's hiding."""
    match = context.store.read(match_id)
    return match, umpire.play(TOY, match.state, seat, [Hide(hex=hex), Done()], match.dice())


def counts(context: Context) -> dict[str, int]:
    with context.store.look() as look:
        return {
            table: look.session.connection().exec_driver_sql(f"SELECT count(*) FROM {table}").scalar_one()
            for table in ("journal_entry", "log_entry", "answer")
        }


# ---- the connection


@pytest.fixture
def synced_commits(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a server; has to be asked for before the context."""
    monkeypatch.setattr(database_engines, "SYNCHRONOUS", SYNCHRONOUS)


@pytest.mark.usefixtures("synced_commits")
@pytest.mark.parametrize(
    ("pragma", "value"), [("synchronous", 2), ("journal_mode", "wal"), ("foreign_keys", 1), ("busy_timeout", 5000)]
)
def test_the_writing_connection_syncs_every_commit(context: Context, database: Path, pragma: str, value: object):
    with context.store.work() as work:
        assert work.session.connection().exec_driver_sql(f"PRAGMA {pragma}").scalar_one() == value


def test_a_unit_of_work_holds_the_right_to_write_from_its_beginning(context: Context, database: Path):
    other = sqlite3.connect(database, isolation_level=None, timeout=0)
    with context.store.work() as work:
        work.session.connection()
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
    other.execute("BEGIN IMMEDIATE")
    other.close()


def test_a_writer_makes_no_reader_wait(context: Context, match_id: str):
    with context.store.work() as work:
        work.matches.put_sheet(match_id, "north", "[]")
        work.session.flush()
        assert context.store.read(match_id).version == 1


def test_what_only_reads_cannot_write(context: Context):
    with pytest.raises((OperationalError, InternalError), match=r"read-?only"), context.store.look() as look:
        look.session.connection().exec_driver_sql("DELETE FROM match")


def test_a_locked_database_is_unavailable_and_no_fault_of_ours(context: Context, database: Path, monkeypatch):
    monkeypatch.setattr("service.store.database.BUSY_MILLISECONDS", 0)
    store = Store(f"sqlite:///{database}", context.games)
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unavailable), store.work() as work:
        work.session.connection()
    other.close()
    store.close()


# ---- a match


def test_a_match_is_read_back_as_it_was_written(context: Context, match_id: str):
    match, outcome = hidden_at(context, match_id, "north", "12")
    with context.store.work() as work:
        work.matches.append(match, outcome, "north", context.clock())
    again = context.store.read(match_id)
    assert again.state == outcome.state
    assert again.version == match.version + 1


def test_the_journal_folds_to_the_snapshot(context: Context, match_id: str):
    for seat, hex in (("north", "12"), ("south", "32")):
        match, outcome = hidden_at(context, match_id, seat, hex)
        with context.store.work() as work:
            work.matches.append(match, outcome, seat, context.clock())
    with context.store.look() as look:
        opening, journal = look.matches.opening(match_id, TOY), look.matches.journal(match_id, TOY)
    assert recording.fold(opening, journal) == context.store.read(match_id).state


def test_whoever_writes_second_is_told_that_the_match_moved_on(context: Context, match_id: str):
    first, second = hidden_at(context, match_id, "north", "12"), hidden_at(context, match_id, "south", "32")
    with context.store.work() as work:
        work.matches.append(first[0], first[1], "north", context.clock())
    before = counts(context)
    with pytest.raises(MatchMovedOn), context.store.work() as work:
        work.matches.append(second[0], second[1], "south", context.clock())
    assert counts(context) == before
    assert context.store.read(match_id).state.hexes["south"] == "33"


def test_of_snapshot_journal_logs_and_answer_all_are_written_or_none(context: Context, match_id: str):
    """A fault after everything was sent to the database, before the commit."""
    before, stood = counts(context), context.store.read(match_id)
    match, outcome = hidden_at(context, match_id, "north", "12")
    with pytest.raises(RuntimeError, match="power cut"), context.store.work() as work:
        work.matches.append(match, outcome, "north", context.clock())
        work.matches.keep_answer(match_id, "north", "key", SavedAnswer("asked", outcome.accepted))
        work.session.flush()
        raise RuntimeError("power cut")
    assert counts(context) == before
    assert context.store.read(match_id) == stood


def test_after_a_crash_what_was_committed_is_there_and_nothing_else(context: Context, match_id: str, database: Path):
    """The files as a crash in the middle of the next transaction leaves them, opened by another process's eyes."""
    match, outcome = hidden_at(context, match_id, "north", "12")
    with context.store.work() as work:
        work.matches.append(match, outcome, "north", context.clock())
    committed = context.store.read(match_id)
    match, outcome = hidden_at(context, match_id, "south", "31")
    crashed = database.parent / "crashed"
    crashed.mkdir()
    with pytest.raises(RuntimeError), context.store.work() as work:
        work.matches.append(match, outcome, "south", context.clock())
        work.session.flush()
        for file in database.parent.glob("sitrep.db*"):
            shutil.copyfile(file, crashed / file.name)
        raise RuntimeError("power cut")
    found = Store(f"sqlite:///{crashed / 'sitrep.db'}", context.games)
    assert found.read(match_id) == committed
    found.close()


def test_no_write_is_lost_among_many(context: Context, match_id: str):
    """Eight threads write a sheet ten times each: eighty versions."""

    def write() -> None:
        for _ in range(10):
            with context.store.work() as work:
                work.matches.put_sheet(match_id, "north", "[]")

    threads = [threading.Thread(target=write) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with context.store.look() as look:
        assert look.matches.sheet(match_id, "north").version == 80


def test_nobody_else_reads_the_files_of_the_database(context: Context, match_id: str, database: Path):
    files = sorted(database.parent.glob("sitrep.db*"))
    assert [file.name for file in files] == ["sitrep.db", "sitrep.db-shm", "sitrep.db-wal"]
    assert [file.stat().st_mode & 0o777 for file in files] == [0o600] * 3


def test_a_database_that_others_could_read_is_closed_to_them(tmp_path: Path):
    file = tmp_path / "old.db"
    for kept in (file, tmp_path / "old.db-wal"):
        kept.touch(mode=0o644)
        kept.chmod(0o644)
    Store(f"sqlite:///{file}", {}).close()
    assert {kept.stat().st_mode & 0o777 for kept in tmp_path.iterdir()} == {0o600}


@pytest.mark.usefixtures("database")
def test_one_process_serves_a_file(context: Context, settings: Settings, monkeypatch):
    """Another is told so; after the first has ended it may."""
    monkeypatch.setattr("service.store.instance_lock.PATIENCE", 0)
    other = Store(settings.url, context.games)
    with (
        context.store.single_instance(),
        pytest.raises(AlreadyServed, match="One process serves a SQLite file"),
        other.single_instance(),
    ):
        pass
    with other.single_instance():
        pass
    other.close()


@pytest.mark.parametrize(
    ("address", "said"), [("mysql://h/x", "must begin"), ("nonsense", "must begin"), ("foo://h", "must begin")]
)
def test_an_address_that_leads_to_no_database_is_refused_in_a_sentence(address: str, said: str):
    with pytest.raises(UnfitAddress, match=said):
        Store(address, {})


def test_a_match_that_does_not_exist(context: Context):
    with pytest.raises(NoSuchMatch):
        context.store.read("nowhere")


# ---- the journal


def test_what_is_looked_for_in_a_journal_is_found_by_its_kind(context: Context, match_id: str):
    """By an index of those events alone, whose condition the question repeats word for word."""
    match, outcome = hidden_at(context, match_id, "north", "12")
    with context.store.work() as work:
        work.matches.append(match, outcome, "north", context.clock())
    asked = list[str]()
    event.listen(context.store.reader, "before_cursor_execute", lambda *told: asked.append(told[2]))
    with context.store.look() as look:
        every = list(enumerate(look.matches.journal(match_id, TOY), 1))
        found = look.matches.journal_of(match_id, TOY, FOUND_BY_KIND)
        connection = look.session.connection()
        if connection.dialect.name == "sqlite":  # PostgreSQL reads a table as small as this one whole
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {asked[-1]}", (match_id, *FOUND_BY_KIND))
            assert "ix_journal_entry_found" in plan.all()[0][-1]
        with pytest.raises(AssertionError):
            look.matches.journal_of(match_id, TOY, ("told",))
    assert found and found == [(number, one) for number, one in every if one.kind in FOUND_BY_KIND]
    assert len(found) < len(every)


def test_all_kinds_that_are_looked_for_are_kinds_of_events():
    assert set(FOUND_BY_KIND) <= set(TOY.events_by_kind)


# ---- migrations


def test_a_new_database_has_the_tables_that_the_migrations_make(tmp_path: Path):
    new, migrated = (Store(f"sqlite:///{tmp_path / name}", {}) for name in ("new.db", "old.db"))
    assert not new.is_up_to_date()
    new.migrate()
    command.upgrade(config_for(migrated.writer), "head")
    assert tables_of(new.writer) == tables_of(migrated.writer)
    for store in (new, migrated):
        assert store.is_up_to_date()
        command.check(config_for(store.writer))
        store.migrate()
        store.close()


def tables_of(engine: Engine) -> dict[str, list[str]]:
    """What SQLite holds of each table and index: columns and constraints, of a table in any order."""
    with engine.connect() as connection:
        found = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").all()
    parts = {
        name: re.split(r",\s*(?![^()]*\))", re.sub(r"[\"']|^CREATE TABLE .*\(|\)$", "", sql)) for name, sql in found
    }
    return {name: sorted(part.strip() for part in of_one) for name, of_one in parts.items()}


def test_of_names_that_looked_alike_before_all_stay_and_the_oldest_is_looked_at(tmp_path: Path):
    store = Store(f"sqlite:///{tmp_path / 'old.db'}", {})
    command.upgrade(config_for(store.writer), "0014")
    people = [
        ("c", "Аnna", "2026-03-01"),
        ("a", "Anna", "2026-01-01"),
        ("b", None, "2026-01-02"),
        ("d", "Ben", "2026-02-01"),
    ]
    with store.writer.begin() as connection:
        for id, name, made_at in people:
            row = (id, name, name and name.casefold(), f"{made_at} 12:00:00")
            connection.exec_driver_sql("INSERT INTO account (id, name, name_key, made_at) VALUES (?, ?, ?, ?)", row)
    store.migrate()
    with store.look() as look:
        assert {key: look.accounts.by_look(key) for key in ("anna", "ben")} == {"anna": "a", "ben": "d"}
        kept = look.accounts.by_id("c")
        assert kept is not None and kept.name == "Аnna"
    store.close()


def put(connection: sqlite3.Connection, table: str, row: dict[str, Any]) -> None:
    names, marks = ", ".join(row), ", ".join("?" * len(row))
    connection.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", tuple(row.values()))


def test_what_a_mail_tells_up_to_is_kept_when_its_columns_get_other_names(tmp_path: Path):
    file = tmp_path / "old.db"
    store = Store(f"sqlite:///{file}", {})
    command.upgrade(config_for(store.writer), "0026")
    then = "2026-01-01 12:00:00"
    words = ("channel_id", "match_id", "seat", "kind", "taken_by", "form", "zone", '"after"', "said")
    row = {"number": 1, "upto": 7, "said_upto": 3, "since": 5, "made_at": then, "due": then, "tries": 0}
    row |= dict.fromkeys(words, "")
    with sqlite3.connect(file) as connection:
        put(connection, "account", {"id": "anna", "made_at": then, "owner": False, "zone": "UTC"})
        wished = dict.fromkeys(("contents", "pace", "zone", "match_id", "seat", "paused_why"), "")
        wished |= dict.fromkeys(("hours", "hour", "quiet_from", "quiet_until", "letters", "waits"), 0)
        channel = {"id": "one", "account_id": "anna", "address": "anna@mail.example", "secret": b"x", "made_at": then}
        put(connection, "channel", channel | wished)
        put(connection, "notice", row | {"channel_id": "one"})
    store.migrate()
    with store.look() as look:
        [notice] = look.notices.carried(1)
        [found] = look.notices.channels_of("anna")
    assert (found.id, found.kind) == ("one", "mail")
    assert (notice.up_to_entry, notice.up_to_message, notice.since) == (7, 3, 5)
    command.downgrade(config_for(store.writer), "0026")
    with sqlite3.connect(file) as connection:
        assert connection.execute("SELECT upto, said_upto FROM notice").fetchone() == (7, 3)
    store.close()


def test_the_names_of_the_migrations_say_in_which_order_they_run():
    """So that a server whose tables are up to date starts without Alembic."""
    scripts = ScriptDirectory.from_config(config_for())
    assert revisions() == [script.revision for script in scripts.walk_revisions()][::-1]


def test_the_migrations_go_back_to_nothing(tmp_path: Path):
    store = Store(f"sqlite:///{tmp_path / 'new.db'}", {})
    store.migrate()
    command.downgrade(config_for(store.writer), "base")
    with store.writer.connect() as connection:
        left = connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table'").scalars().all()
    assert left == ["alembic_version"]
    store.close()


def test_a_moment_of_which_the_line_was_lost_is_followed_by_another(context: Context, match_id: str):
    """Of those who are answered in one round only the first hears that the database could not be had."""
    moment = context.store.one_moment()
    with pytest.raises(Unavailable), moment.look() as look:
        assert look.matches.facts(match_id) is not None
        look.connection.invalidate()
        raise OperationalError("", None, sqlite3.OperationalError("gone"), connection_invalidated=True)
    with moment.look() as look:
        assert look.matches.facts(match_id) is not None
    moment.end()
