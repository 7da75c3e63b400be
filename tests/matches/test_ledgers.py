"""Ledgers: what looking back comes to is the same with them and without, and costs the same however long a log is."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import OperationalError

from service import matches
from service.engine.events import Told
from service.engine.game import AnyGame
from service.engine.state import duplicate
from service.games.ndc.known.lines import SetStandingOrders
from service.games.shelf import GAMES
from service.matches import AtSeat, Context
from service.matches.charts import charts
from service.matches.dossiers import contacts, contacts_in_brief
from service.matches.ending import resign
from service.matches.errors import NotFound
from service.matches.history import history
from service.matches.importing import take_in_match
from service.matches.review import review
from service.store import Unavailable, ledgers, tables
from service.store import telling_seats as writing
from service.store.courses import Courses
from service.store.kept_pictures import KeptPictures
from service.store.migrations.ledgers import write_all
from service.store.transfer import export_rows
from tests.kept import context_on
from tests.looking_back import dossiers_of_whole_log, every_dossier, figures_of_whole_log
from tests.matches.at_random import calls_at_random, seats_of_new_match
from tests.secrecy.work import counted
from tests.stops import stops_of

reviewing = import_module("service.matches.review")
LEAVES, CONTACTS = tables.LedgerLeaf, tables.LedgerContact


def played(context: Context, game: AnyGame, calls: int, seed: int = 3) -> list[AtSeat]:
    """A match at random, and its seats."""
    seats = seats_of_new_match(context, game)
    for _ in calls_at_random(context, seats, seed, calls):
        pass
    return list(seats.values())


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return GAMES


@pytest.fixture
def kept_often(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (writing, ledgers):
        monkeypatch.setattr(module, "KEPT_EVERY", 9)


def is_as_the_log_says(context: Context, at: AtSeat) -> None:
    """Stops, contacts, dossiers and charts of a seat are what its whole log comes to."""
    whole = dossiers_of_whole_log(context, at)
    assert every_dossier(context, at) == whole
    listed, (present, gone) = contacts(context, at), contacts_in_brief(context, at, most=10**6)
    assert [(one.handle, one.contact, one.present, one.reports) for one in listed] == [
        (one.handle, one.contact, one.present, len(one.lines)) for one in whole
    ]
    assert present == [one for one in listed if one.present]
    assert sorted(gone, key=lambda one: listed.index(one)) == [one for one in listed if not one.present]
    paged = [one for past in range(0, len(gone), 3) for one in contacts_in_brief(context, at, most=3, past=past)[1]]
    assert paged == gone
    drawn = {(one.title, line.name): line.values for one in charts(context, at) for line in one.lines}
    figures = figures_of_whole_log(context, at)
    assert drawn == {
        (one.chart, one.name): {turn: same.value for turn, told in figures.items() for same in told
                                if (same.chart, same.name) == (one.chart, one.name)}
        for told in figures.values() for one in told
    }  # fmt: skip
    with context.store.look() as look:
        seat = look.matches.seat(at.match_id, at.seat)
        assert seat is not None
        log = look.matches.log(at.match_id, at.seat, seat.game, 0, 10**9)
    assert list(history(context, at).stops) == list(stops_of(log))


def rows_of(context: Context) -> list[Any]:
    """All ledgers, and after which entries pictures are kept."""
    log = tables.METADATA.tables["log_entry"]
    kept = sa.select(*log.primary_key).where(log.c.picture.is_not(None)).order_by(*log.primary_key)
    with context.store.look() as look:
        found = [
            look.session.execute(sa.select(table).order_by(*table.primary_key)).all()
            for table in (tables.METADATA.tables[name] for name in ("ledger_leaf", "ledger_contact"))
        ]
        return [*found, look.session.execute(kept).all()]


def tear_out(context: Context) -> None:
    """Take all ledgers away, as if the matches were of before there were any."""
    with context.store.work() as work:
        work.session.execute(sa.delete(CONTACTS))
        work.session.execute(sa.delete(LEAVES))


@pytest.mark.usefixtures("kept_often")
@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_ledger_comes_to_what_the_whole_log_does_and_a_migration_writes_the_same(context: Context, game: AnyGame):
    """As the match goes on; without it; and as the migration writes it, of which nothing else is asked."""
    seats = played(context, game, 40)
    written = rows_of(context)
    assert len(written[0]) > 4 and (written[1] or game.info.name == "skirmish")
    for at in seats:
        is_as_the_log_says(context, at)
    tear_out(context)
    for at in seats:
        is_as_the_log_says(context, at)
    with context.store.writer.begin() as connection:
        write_all(connection)
    assert rows_of(context) == written


@pytest.mark.usefixtures("kept_often")
def test_a_match_of_before_gets_its_pictures_and_its_ledger_and_goes_on(context: Context):
    """Where no picture was kept they are kept from the migration on, and the next leaf begins where the last ends."""
    at, other = played(context, GAMES["ndc"], 30)
    tear_out(context)
    with context.store.work() as work:
        work.session.execute(sa.update(tables.LogEntry).values(picture=None))
    with context.store.writer.begin() as connection:
        write_all(connection)
    assert len(rows_of(context)[0]) > 4
    for seat in (at, other):
        is_as_the_log_says(context, seat)


@pytest.mark.usefixtures("kept_often")
def test_a_match_that_nobody_gave_a_ledger_gets_one_as_it_goes_on(context: Context):
    at, other = played(context, GAMES["ndc"], 20)
    tear_out(context)
    for _ in calls_at_random(context, {at.seat: at, other.seat: other}, 8, 12):
        pass
    assert rows_of(context)[0]
    for seat in (at, other):
        is_as_the_log_says(context, seat)


@pytest.mark.usefixtures("kept_often")
def test_a_match_that_is_taken_in_has_its_ledger(context: Context, empty_database: Path, tmp_path: Path):
    at, _ = played(context, GAMES["ndc"], 25)
    with context.store.look() as look:
        brought = export_rows(look.matches, at.match_id, lambda name, rows: None)
    (tmp_path / "there").mkdir()
    there, _ = context_on(empty_database, tmp_path / "there")
    take_in_match(there, brought)
    assert rows_of(there)[0]
    is_as_the_log_says(there, at)
    there.store.close()


def test_a_leaf_that_cannot_be_made_hinders_nobody(
    context: Context, monkeypatch: pytest.MonkeyPatch, faults: list[BaseException], capfd: pytest.CaptureFixture[str]
):
    """The match goes on; whoever looks back goes through the log. The fault is noted by its place, not in its words."""
    monkeypatch.setattr(writing, "KEPT_EVERY", 9)

    def fails(*_: Any) -> Any:
        raise ArithmeticError("nobody counts today")

    monkeypatch.setattr(GAMES["ndc"].records, "counted", fails)
    at, _ = played(context, GAMES["ndc"], 12)
    assert matches.version(context, at) > 9 and rows_of(context)[0] == []
    said = capfd.readouterr().err
    assert "a leaf of a ledger could not be made" in said and "nobody counts today" not in said
    assert {type(one) for one in faults} == {ArithmeticError}
    faults.clear()
    monkeypatch.undo()
    is_as_the_log_says(context, at)


def test_a_leaf_for_which_the_database_cannot_be_had_is_waited_for(context: Context, monkeypatch: pytest.MonkeyPatch):
    """PostgreSQL would take nothing more in that transaction, and the match would be stopped for it."""
    at, _ = played(context, GAMES["ndc"], 2)
    locked = sqlite3.OperationalError("database is locked")
    locked.sqlite_errorcode = sqlite3.SQLITE_BUSY

    def locked_out(*_: Any) -> Any:
        raise OperationalError("", None, locked)

    monkeypatch.setattr(ledgers.Ledger, "goes_on", locked_out)
    with pytest.raises(Unavailable), context.store.work() as work:
        work.matches.ledger(at.match_id, at.seat, GAMES["ndc"]).turn_leaf(1)


@pytest.mark.usefixtures("kept_often")
def test_what_a_seat_looks_back_at_is_read_from_its_last_leaf_on(context: Context):
    """However long its log is: as many entries are read out of it, and no picture but the one that is kept there."""
    seats, most = seats_of_new_match(context, GAMES["ndc"]), 0
    for call, at in enumerate(calls_at_random(context, seats, 3, 60)):
        if call % 6 == 0:
            with counted() as work:
                charts(context, at)
                contacts_in_brief(context, at, most=20)
            assert work.loaded["to_picture"] <= 4
            most = max(most, work.loaded["to_telling"] // 2)
    with context.store.look() as look:
        batches = [look.matches.log_length(at.match_id, at.seat) for at in seats.values()]
    assert most < max(batches) / 3


@pytest.mark.usefixtures("kept_often")
def test_what_another_seat_does_turns_no_leaf_of_this_one_and_changes_no_work_of_its_looks(context: Context):
    """Cold and warm: statements, what is loaded, and what is taught are the same."""
    at, other = played(context, GAMES["ndc"], 20)

    def looks() -> list[Any]:
        found = []
        for look_back in (history, contacts, charts):
            with counted() as work:
                look_back(context, at)
            found.append(work)
        return found

    leaves = [row for row in rows_of(context)[0] if row.seat == at.seat]

    def cold_and_warm() -> list[Any]:
        context.store.pictures = KeptPictures()
        return [looks(), looks()]

    before = cold_and_warm()
    for number in range(20):
        orders = [SetStandingOrders(keep_csps=number % 3)]
        matches.take_orders(context, other, orders, version=matches.version(context, other))
    assert [row for row in rows_of(context)[0] if row.seat == at.seat] == leaves
    assert len(rows_of(context)[0]) > len(leaves) + 2
    assert cold_and_warm() == before


# ---- courses


def over(context: Context, game: AnyGame = GAMES["ndc"]) -> list[AtSeat]:
    """A match that its players have ended after a while."""
    seats = played(context, game, 40)
    resign(context, seats[0])
    return seats


def test_a_review_is_what_the_whole_journal_comes_to_at_each_of_its_steps(
    context: Context, monkeypatch: pytest.MonkeyPatch
):
    """Whichever is asked for first; and courses are laid once, for all who review the match."""
    monkeypatch.setattr(reviewing, "EVERY", 50)
    at, other = over(context)
    with context.store.look() as look:
        game = GAMES["ndc"]
        state, journal = look.matches.opening(at.match_id, game), look.matches.journal(at.match_id, game)
    steps = review(context, at, step=7).steps
    lying = courses_of(context)
    assert len(lying) > 5 and lying[-1] == len(journal)
    done = 0
    for place, step in enumerate(steps):
        before = duplicate(state.pictures)
        for event in journal[done : step.number]:
            event.change(state)
        found = review(context, other if place % 2 else at, step=place)
        assert (found.at, found.state, found.before, found.steps) == (step.number, state, before, steps)
        told = [event for event in journal[done : step.number] if isinstance(event, Told)]
        for seat, entries in found.told.items():
            assert [one.report for one in entries] == [event.report for event in told if event.seat == seat]
            assert [one.number for one in entries] == [
                *range(state.log_lengths[seat] - len(entries) + 1, state.log_lengths[seat] + 1)
            ]
        done = step.number
    assert done == len(journal) and courses_of(context) == lying


def courses_of(context: Context) -> list[int]:
    with context.store.look() as look:
        course = tables.METADATA.tables["course"]
        return list(look.session.execute(sa.select(course.c.number).order_by(course.c.number)).scalars())


def test_after_the_first_look_a_step_of_a_review_reads_few_events(context: Context, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reviewing, "EVERY", 50)
    at, other = over(context)
    with counted() as first:
        length = review(context, at).length
    longest = 0
    for place in range(0, len(review(context, at).steps), 3):
        with counted() as work:
            step = review(context, other, step=place)
        assert not any(statement.startswith("INSERT") for statement in work.statements)
        longest = max(longest, work.loaded["to_event"])
        assert work.loaded["to_event"] <= 50 + step.at - step.steps[place].first + 1
    assert longest < first.loaded["to_event"] and first.loaded["to_event"] >= length > 400


def test_where_courses_cannot_be_written_the_review_is_shown_all_the_same(
    context: Context, monkeypatch: pytest.MonkeyPatch
):
    """And whoever was killed on the way has laid all of them or none: the next one does."""
    monkeypatch.setattr(reviewing, "EVERY", 50)
    at, _ = over(context)
    honest = Courses.lay

    def fails(self: Courses, laid: Any) -> None:
        honest(self, laid[:3])
        raise Unavailable()

    monkeypatch.setattr(Courses, "lay", fails)
    seen = review(context, at, step=9)
    assert courses_of(context) == []
    monkeypatch.setattr(Courses, "lay", honest)
    assert review(context, at, step=9).state == seen.state and len(courses_of(context)) > 5


def test_two_who_review_at_once_lay_the_same_courses_once(context: Context, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reviewing, "EVERY", 50)
    at, other = over(context)
    honest = Courses.lay

    def meanwhile(self: Courses, laid: Any) -> None:
        monkeypatch.setattr(Courses, "lay", honest)
        honest(self, laid[:4])
        honest(self, laid)

    monkeypatch.setattr(Courses, "lay", meanwhile)
    assert review(context, at).state == review(context, other).state
    assert courses_of(context) == sorted(set(courses_of(context))) and len(courses_of(context)) > 5


def test_before_the_end_a_seat_lays_nothing_and_finds_nothing(context: Context):
    at, _ = played(context, GAMES["ndc"], 12)
    with pytest.raises(NotFound):
        review(context, at)
    assert courses_of(context) == []
