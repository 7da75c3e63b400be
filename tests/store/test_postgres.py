"""On a PostgreSQL server: two who write, one moment for who reads, a match locked while it is written and no longer."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import create_engine, text
from sqlalchemy.exc import IntegrityError
from typer.testing import CliRunner

from service.cli import cli
from service.engine import umpire
from service.engine.orders import Done
from service.games.shelf import GAMES
from service.matches import AtSeat, Context, make_guest, open_match, put_sheet, take_orders, take_seat
from service.matches.errors import SheetMovedOn
from service.settings import Settings
from service.store import MatchMovedOn, SavedAnswer, Store, Unavailable
from service.store.migrate import config_for
from tests.databases import address_of, postgres_database
from tests.toy import TOY, Hide

pytestmark = pytest.mark.postgres


@pytest.fixture
def match_id(context: Context) -> str:
    return open_match(context, make_guest(context), "toy", "yard").match_id


def hidden_at(context: Context, match_id: str, seat: str, hex: str):
    """A match as read, and what the umpire makes of a seat's hiding."""
    match = context.store.read(match_id)
    return match, umpire.play(TOY, match.state, seat, [Hide(hex=hex), Done()], match.dice())


def gone(store: Store) -> None:
    """The server ends every connection to the database, as one does that is started anew."""
    server = create_engine(address_of(None), isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name"
        connection.execute(text(ended), {"name": store.writer.url.database})
    server.dispose()


def until(true: Callable[[], bool]) -> None:
    for _ in range(500):
        if true():
            return
        time.sleep(0.02)
    raise AssertionError("it never came to that")


def test_those_who_start_at_once_make_the_tables_one_after_another():
    """Each waits its turn, and all but the first find nothing to do."""
    with postgres_database() as address:
        stores = [Store(address, {}) for _ in range(4)]
        begin = threading.Barrier(4)

        def start(store: Store) -> bool:
            begin.wait(10)
            store.migrate()
            return store.is_up_to_date()

        with ThreadPoolExecutor(4) as threads:
            assert list(threads.map(start, stores)) == [True] * 4
        command.downgrade(config_for(stores[0].writer), "0030")
        with ThreadPoolExecutor(4) as threads:
            assert list(threads.map(start, stores)) == [True] * 4
        for store in stores:
            store.close()


def test_the_migrations_go_there_and_back():
    with postgres_database() as address:
        store = Store(address, {})
        store.migrate()
        command.check(config_for(store.writer))
        command.downgrade(config_for(store.writer), "base")
        command.upgrade(config_for(store.writer), "head")
        command.check(config_for(store.writer))
        command.downgrade(config_for(store.writer), "base")
        with store.writer.connect() as connection:
            left = connection.execute(text("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).scalars()
            assert list(left) == ["alembic_version"]
        store.close()


def test_of_two_who_write_at_once_the_second_waits_and_is_told_that_the_match_moved_on(context: Context, match_id: str):
    first, second = hidden_at(context, match_id, "north", "12"), hidden_at(context, match_id, "south", "32")
    wrote, begun = threading.Event(), threading.Event()

    def later() -> None:
        with context.store.work() as work:
            begun.set()
            work.matches.append(second[0], second[1], "south", context.clock())

    with ThreadPoolExecutor(1) as threads:
        with context.store.work() as work:
            work.matches.append(first[0], first[1], "north", context.clock())
            waiting = threads.submit(later)
            begun.wait(10)
            with pytest.raises(TimeoutError):
                waiting.result(0.2)
            wrote.set()
        with pytest.raises(MatchMovedOn):
            waiting.result(10)
    assert context.store.read(match_id).state == first[1].state


def test_the_row_of_a_match_is_free_while_the_rules_run(context: Context, match_id: str, monkeypatch):
    """Another asks for the lock, and would not wait, from within the umpire's work."""
    locked = []
    taken_up = umpire.take_up

    def looked_at(*given):
        with context.store.writer.begin() as connection:
            row = connection.execute(text("SELECT id FROM match FOR UPDATE NOWAIT")).scalar_one()
            locked.append(row)
        return taken_up(*given)

    monkeypatch.setattr(umpire, "take_up", looked_at)
    with context.store.look() as look:
        holder = look.matches.holder(match_id, "north")
    assert holder and holder[0]
    take_orders(context, AtSeat(match_id, "north", holder[0]), [Hide(hex="12"), Done()], version=1, key="k")
    assert locked == [match_id]


def test_numbers_and_keys_are_guarded_by_the_database_too(context: Context, match_id: str):
    match, outcome = hidden_at(context, match_id, "north", "12")
    with context.store.work() as work:
        work.matches.append(match, outcome, "north", context.clock())
        work.matches.keep_answer(match_id, "north", "k", SavedAnswer("asked", 2))
    for again in (
        "INSERT INTO journal_entry SELECT * FROM journal_entry",
        "INSERT INTO log_entry SELECT * FROM log_entry",
        "INSERT INTO answer SELECT * FROM answer",
    ):
        with pytest.raises(IntegrityError), context.store.work() as work:
            work.session.execute(text(again))


def test_who_reads_sees_one_moment(context: Context, match_id: str):
    match, outcome = hidden_at(context, match_id, "north", "12")
    with context.store.look() as look:
        before = look.matches.log_length(match_id, "north")
        with context.store.work() as work:
            work.matches.append(match, outcome, "north", context.clock())
        assert len(look.matches.log(match_id, "north", TOY, 0, 100)) == before
    with context.store.look() as look:
        assert look.matches.log_length(match_id, "north") > before


def test_of_many_sheets_written_over_one_version_one_stays(context: Context, match_id: str):
    at = AtSeat(match_id, "north", "whoever")
    begin = threading.Barrier(8)

    def write(_: int) -> bool:
        begin.wait(10)
        try:
            put_sheet(context, at, [Done()], version=0)
        except SheetMovedOn:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        assert sorted(threads.map(write, range(8))) == [False] * 7 + [True]


def test_a_seat_is_taken_while_the_other_gives_orders(context: Context):
    """Both write the match and both seats: they wait for each other in one order, and neither is turned away."""
    opener = make_guest(context)
    for _ in range(10):
        opened = open_match(context, opener, "toy", "yard", seat="north")
        guest, begin = make_guest(context), threading.Barrier(2)

        def order(match_id: str = opened.match_id, begin: threading.Barrier = begin) -> None:
            begin.wait(10)
            take_orders(context, AtSeat(match_id, "north", opener.id), [Hide(hex="12"), Done()], version=1)

        with ThreadPoolExecutor(1) as threads:
            ordered = threads.submit(order)
            begin.wait(10)
            take_seat(context, guest, opened.match_id, "south", opened.invitations["south"])
            ordered.result(10)


def test_a_connection_that_was_cut_is_unavailable_and_then_made_anew(context: Context, match_id: str):
    with pytest.raises(Unavailable), context.store.work() as work:
        own = work.session.execute(text("SELECT pg_backend_pid()")).scalar_one()
        with context.store.reader.connect() as other:
            other.execute(text("SELECT pg_terminate_backend(:pid, 5000)"), {"pid": own})
        work.matches.put_sheet(match_id, "north", "[]")
    with context.store.work() as work:
        assert work.matches.put_sheet(match_id, "north", "[]") == 1


def test_a_name_with_a_nul_is_nobodys(context: Context):
    with context.store.look() as look:
        assert look.accounts.by_name("an\0na") is None
        assert look.matches.facts("\0") is None


def test_a_match_moves_to_sqlite_and_back(settings: Settings, empty_postgres: str, tmp_path: Path):
    """By the command line; and what is written down at the end is what was at the beginning."""
    here = Context(Store(settings.url, GAMES))
    account = make_guest(here)
    match = open_match(here, account, "ndc", "kaltenbach").match_id
    take_orders(here, AtSeat(match, "US", account.id), [Done()], version=len_of(here, match, "US"))
    here.store.close()
    sqlite = f"sqlite:///{tmp_path / 'there.db'}"
    with postgres_database(empty_postgres) as elsewhere:
        for address, *words in (
            (settings.url, "export", match, "one"),
            (sqlite, "import", "one"),
            (sqlite, "export", match, "two"),
            (elsewhere, "import", "two"),
            (elsewhere, "export", match, "three"),
        ):
            files = [str(tmp_path / word) if word in ("one", "two", "three") else word for word in words]
            result = CliRunner().invoke(cli, files, env={"DATABASE_URL": address})
            assert result.exit_code == 0, result.output
    assert (tmp_path / "one").read_text() == (tmp_path / "two").read_text() == (tmp_path / "three").read_text()


def len_of(context: Context, match_id: str, seat: str) -> int:
    with context.store.look() as look:
        return look.matches.log_length(match_id, seat)
