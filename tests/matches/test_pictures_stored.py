"""A seat's picture is stored with every so many entries of its own log: in between it is what the log makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from service import matches
from service.engine.game import AnyGame
from service.games.shelf import GAMES
from service.matches import AtSeat, Context
from service.matches.match_queue import MatchQueue, work_off
from service.store import Store
from service.store.kept_pictures import KeptPictures
from service.store.transfer import export_rows
from tests.matches.at_random import calls_at_random, seats_of_new_match
from tests.matches.waiting import PACE, Hand, all_folds, order, sit
from tests.toy import TOY, AnswerInAdvance, Hide

EVERY = 5


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.store.match_columns.PICTURE_EVERY", EVERY)


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {**GAMES, "toy": TOY}


def stored_at(context: Context, at: AtSeat) -> tuple[int, int]:
    """After which entry of the log the picture is stored, and how long the log is."""
    with context.store.look() as look:
        found = look.matches.stored(at.match_id, at.seat)
    return found.at, found.log_length


def is_as_told(context: Context, at: AtSeat) -> None:
    """However a seat is read, cold and warm, it is what its whole log makes of the opening."""
    with context.store.look() as look:
        game = look.matches.facts(at.match_id).game
        folded = look.matches.opening_picture(at.match_id, at.seat, game)
        for entry in look.matches.log(at.match_id, at.seat, game, 0, 10**9):
            entry.report.teach(folded)
        for _ in range(2):
            assert look.matches.seat(at.match_id, at.seat).picture == folded
            assert look.matches.reader(at.match_id, at.seat)[1] == folded
            assert look.matches.picture(at.match_id, at.seat, game) == folded
            look.matches.kept_pictures._kept.clear()


@pytest.mark.parametrize("name", ["toy", "ndc", "skirmish"])
def test_it_is_stored_now_and_then_and_read_as_it_stands(slow: Context, name: str):
    seats = seats_of_new_match(slow, slow.games[name])
    match = next(iter(seats.values())).match_id
    lags = set[int]()
    for _ in calls_at_random(slow, seats, 5, 30):
        work_off(slow, match)
        for seat in seats.values():
            stored, length = stored_at(slow, seat)
            lags.add(length - stored)
            assert length // EVERY == stored // EVERY
            is_as_told(slow, seat)
    assert lags == set(range(EVERY))
    all_folds(slow, match)


def test_another_s_log_stores_no_picture_of_a_seat(slow: Context):
    """Where a seat's picture is stored hangs on how long its own log is, and on nothing that another does."""
    north, south = sit(slow)
    order(slow, south, Hide(hex="32"))
    before = stored_at(slow, south)
    for low in (True, False) * EVERY:
        order(slow, north, AnswerInAdvance(low=low))
        work_off(slow, north.match_id)
    assert stored_at(slow, south) == before
    stored, length = stored_at(slow, north)
    assert length > 2 * EVERY and stored > EVERY


def test_orders_that_were_accepted_as_a_list_was_worked_stand_before_what_came_of_it(slow: Context, hand: Hand):
    """The seat's picture is then made of its log, and stored where that has filled another five entries."""
    north, south = sit(slow)
    order(slow, north, Hide(hex="12"))
    order(slow, south, Hide(hex="32"))
    queue = MatchQueue(slow, north.match_id)
    queue.work_ahead()
    for low in (True, False, True, False):
        order(slow, north, AnswerInAdvance(low=low))
        order(slow, south, AnswerInAdvance(low=low))
    hand.on(PACE)
    while queue.go_on() is not None:
        hand.on(PACE)
    for at in (north, south):
        is_as_told(slow, at)
    all_folds(slow, north.match_id)


def test_another_process_reads_what_this_one_has_at_hand(slow: Context):
    """Nothing but the database is asked by who was not there, and who was there sees what others wrote."""
    context = slow
    north, _ = sit(context)
    other = replace(slow, store=Store(str(context.store.writer.url), context.games))
    matches.read(other, north)
    for low in (True, False) * EVERY:
        order(context, north, AnswerInAdvance(low=low))
        assert matches.read(context, north).picture == matches.read(other, north).picture
        order(other, north, AnswerInAdvance(low=not low))
        assert matches.read(context, north).picture == matches.read(other, north).picture
    is_as_told(context, north)
    other.store.close()


def test_without_a_worker_it_is_stored_each_time(context: Context):
    """Whoever brings orders works them then, and would read what another was told since."""
    north, south = sit(context)
    order(context, south, Hide(hex="32"))
    for low in (True, False):
        order(context, north, AnswerInAdvance(low=low))
        for at in (north, south):
            stored, length = stored_at(context, at)
            assert stored == length


def test_a_match_in_a_file_has_its_pictures_whole(slow: Context):
    context = slow
    north, _ = sit(context)
    for low in (True, False, True):
        order(context, north, AnswerInAdvance(low=low))
    stored, length = stored_at(context, north)
    assert stored < length
    with context.store.look() as look:
        brought = export_rows(look.matches, north.match_id, lambda *_: None)
    assert brought is not None
    codec = context.store.codec(TOY)
    for row in brought["tables"]["seat"]:
        at = AtSeat(north.match_id, row["seat"], north.account_id)
        context.store.pictures = KeptPictures()
        assert codec.to_picture(row["picture"]) == matches.read(context, at).picture
