"""What a round reads and writes is read and written by one statement for all, and each finds what it would alone."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from sqlalchemy import event, insert, text
from sqlalchemy.exc import IntegrityError

from service import matches
from service.matches import AtSeat, Context
from service.store import MatchMovedOn, ahead
from service.store.match_reading import STANDS_AT
from service.store.statements import ANSWERS, Prepared
from tests.matches.waiting import sit


class Statements:
    """The statements that are put to a database from now on."""

    def __init__(self, context: Context) -> None:
        self.said: list[str] = []
        for engine in (context.store.writer, context.store.reader):
            event.listen(engine, "before_cursor_execute", self.note)

    def note(self, _: Any, __: Any, statement: str, *rest: Any) -> None:
        self.said.append(statement)


def turn_of(context: Context, at: AtSeat) -> int:
    """The turn in the seat's row, which is written beside its picture."""
    with context.store.look() as look:
        return int(look.session.connection().execute(
            text("SELECT turn FROM seat WHERE match_id = :id AND seat = :seat"), {"id": at.match_id, "seat": at.seat}
        ).scalar_one())  # fmt: skip


def test_each_finds_what_it_would_find_alone(context: Context):
    tables = [sit(context) for _ in range(3)]
    seats = [(one.match_id, one.seat) for table in tables for one in table] + [("nowhere", "north")]
    with context.store.look() as look:
        alone = [look.matches.signs(*one) for one in seats]
        logs = [look.matches.log(*one, context.games["toy"], 0, 100) for one in seats]
    asked = Statements(context)
    with context.store.look() as look:
        ahead.signs(look, seats)
        ahead.logs(look, [(*one, 0) for one in seats], 100)
        said = len(asked.said)
        assert [look.matches.signs(*one) for one in seats] == alone
        assert [look.matches.log(*one, context.games["toy"], 0, 100) for one in seats] == logs
    assert len(asked.said) == said


@pytest.mark.parametrize("odd", ["north\0", "\ud800"])
def test_a_name_that_no_row_can_have_takes_nothing_from_the_others(context: Context, odd: str):
    """SQLite takes a text up to NUL: asked for `north` and NUL it must not give what is north's."""
    north, south = sit(context)
    with context.store.look() as look:
        ahead.who_sits(look, (), (), [(north.match_id, name) for name in ("north", odd, "south")])
        found = [look.matches.holder(north.match_id, name) for name in ("north", "south")]
        assert found == [(north.account_id,), (south.account_id,)]
        if odd != "\ud800":
            assert look.matches.holder(north.match_id, odd) is None


def test_what_is_written_meanwhile_is_read_anew(context: Context):
    (north, _), (other, _) = sit(context), sit(context)
    ids = [{"match_id": one.match_id} for one in (north, other)]
    with context.store.work() as work:
        work.ask_ahead((STANDS_AT, ids))
        first = work.matches.facts_and_version(north.match_id)[0]
        assert first is not None
        before = work.matches.stands_at(north.match_id)
        work.matches._write_down(first, before[0], before[1], [("toy", "{}")], None, context.clock())
        assert work.matches.stands_at(north.match_id) == (before[0], before[1] + 1)
        work.session.rollback()


def test_a_row_that_is_not_as_it_was_takes_all_with_it(context: Context):
    """Both are written by one statement, which changes one row too few."""
    (north, _), (other, _) = sit(context), sit(context)
    versions = [one.version for one in (matches.read(context, north), matches.read(context, other))]
    with pytest.raises(MatchMovedOn), context.store.work() as work:
        for one, version in ((north, versions[0]), (other, 99)):
            facts = work.matches.facts(one.match_id)
            assert facts is not None
            work.matches.change_seat(facts, one.seat, as_of=version, turn=7)
    assert turn_of(context, north) != 7


def test_nothing_is_committed_where_somebody_caught_that_a_row_was_not_as_it_was(context: Context):
    (north, _), (other, _) = sit(context), sit(context)
    version = matches.read(context, north).version
    with pytest.raises(MatchMovedOn), context.store.work() as work:
        for one, as_of in ((north, version), (other, 99)):
            facts = work.matches.facts(one.match_id)
            assert facts is not None
            work.matches.change_seat(facts, one.seat, as_of=as_of, turn=7)
        with suppress(MatchMovedOn):
            work.matches.stands_at(north.match_id)
    assert turn_of(context, north) != 7


def test_nothing_is_committed_where_somebody_caught_that_what_comes_last_could_not_be_written(context: Context):
    """Such as the notices of what a seat was told."""
    north, _ = sit(context)
    key = {"match_id": north.match_id, "seat": north.seat, "key": "once", "asked": "", "accepted": 1}
    version = matches.read(context, north).version
    with pytest.raises(IntegrityError), context.store.work() as work:
        facts = work.matches.facts(north.match_id)
        assert facts is not None
        work.matches.change_seat(facts, north.seat, as_of=version, turn=7)
        for _ in range(2):
            work.write_last(Prepared(insert(ANSWERS)), key)
        with suppress(IntegrityError):
            work.matches.stands_at(north.match_id)
    assert turn_of(context, north) != 7


def test_orders_of_many_matches_take_as_many_statements_as_those_of_two(context: Context):
    """A round reads and writes by the same number of statements, however many are in it."""
    counted = []
    for number in (2, 7):
        tables = [sit(context) for _ in range(number)]
        asked = Statements(context)
        with context.store.look() as look:
            ahead.orders(look, [(north.match_id, north.seat, "key") for north, _ in tables])
            for north, _ in tables:
                assert look.matches.seat(north.match_id, north.seat) is not None
                assert look.matches.answer(north.match_id, north.seat, "key") is None
                assert look.queue.waiting_of(north.match_id, north.seat) == (0, None)
        counted.append(len(asked.said))
        asked.said.clear()
    assert counted[0] == counted[1]
