"""What comes of orders is told in its time, whatever waits before it, and so is the end of a time."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from service import matches
from service.engine import umpire
from service.engine.game import AnyGame
from service.engine.orders import Done
from service.games.shelf import GAMES
from service.live import Hub
from service.matches import Context
from service.matches.clock import Clock, lapse
from service.matches.errors import Busy
from service.matches.match_queue import MatchQueue, work_off
from tests.matches.waiting import PACE, TIMED, Hand, all_folds, journal, order, seen, sit, stored, waiting
from tests.toy import TOY, AnswerInAdvance, Hide


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"toy": TOY, "timed": TIMED, **GAMES}


def test_what_comes_of_orders_is_told_when_the_pace_is_over_and_no_sooner(slow: Context, hand: Hand, seats):
    north, south = seats
    order(slow, north, Hide(hex="12"), Done())
    order(slow, south, Hide(hex="32"), Done())
    queue = MatchQueue(slow, north.match_id)
    assert queue.go_on() == hand.now + timedelta(seconds=PACE)
    hand.on(PACE - 0.01)
    queue.go_on()
    assert (seen(slow, north), seen(slow, south)) == (2, 2)
    hand.on(0.01)
    assert queue.go_on() is None
    assert seen(slow, north) > 2 and seen(slow, south) > 2


def test_what_takes_longer_is_told_when_the_pace_is_over_again(slow: Context, hand: Hand, seats, monkeypatch):
    north, south = seats
    order(slow, south, Hide(hex="32"), Done())
    work_off(slow, north.match_id)
    order(slow, north, Hide(hex="12"), Done())
    take_up = umpire.take_up
    monkeypatch.setattr(umpire, "take_up", lambda *given: (hand.on(PACE + 0.1), take_up(*given))[1])
    queue = MatchQueue(slow, north.match_id)
    sent = hand.now
    assert queue.go_on() == sent + timedelta(seconds=2 * PACE)
    hand.on(PACE - 0.2)
    queue.go_on()
    assert seen(slow, north) == 2
    hand.on(0.2)
    queue.go_on()
    with slow.store.look() as look:
        [asked_at] = [one.asked_at for one in look.matches.seats_of(north.account_id) if one.seat == "north"]
    assert asked_at == sent + timedelta(seconds=2 * PACE), "the moment says nothing of the work either"


def test_each_list_is_told_in_its_own_time_whatever_stands_before_it(slow: Context, hand: Hand, seats):
    """What the other side has just ordered neither holds up nor hastens what one's own orders come to."""
    north, south = seats
    queue = MatchQueue(slow, north.match_id)
    order(slow, south, AnswerInAdvance(low=True))
    queue.go_on()
    hand.on(0.5)
    order(slow, north, AnswerInAdvance(low=True))
    queue.go_on()
    hand.on(PACE - 0.5)
    queue.go_on()
    assert (seen(slow, north), seen(slow, south)) == (2, 3)
    hand.on(0.5)
    queue.go_on()
    assert (seen(slow, north), seen(slow, south)) == (3, 3)
    all_folds(slow, north.match_id)


def test_a_list_is_worked_by_the_picture_that_believes_it_also_where_another_was_worked_ahead(
    slow: Context, seats, monkeypatch
):
    north, south = seats
    worked_by, take_up = [], umpire.take_up

    def seen_at_work(game: AnyGame, state: Any, seat: str, *given: Any) -> Any:
        worked_by.append((seat, state.pictures[seat].hex, state.log_lengths[seat]))
        return take_up(game, state, seat, *given)

    monkeypatch.setattr(umpire, "take_up", seen_at_work)
    queue = MatchQueue(slow, north.match_id)
    order(slow, south, Hide(hex="32"))
    queue.go_on()
    order(slow, north, Hide(hex="12"))
    queue.go_on()
    assert worked_by == [("south", "32", 2), ("north", "12", 2)]


def test_a_seat_is_said_to_wait_for_the_umpire_until_its_last_list_is_told(slow: Context, hand: Hand, seats):
    """News of an earlier list says nothing of the one behind it."""
    north, _ = seats
    queue = MatchQueue(slow, north.match_id)
    order(slow, north, AnswerInAdvance(low=True))
    hand.on(0.5)
    order(slow, north, AnswerInAdvance(low=False))
    queue.go_on()
    hand.on(PACE - 0.5)
    queue.go_on()
    assert seen(slow, north) == 4 and matches.read(slow, north).settles == matches.signs(slow, north).settles > 0
    hand.on(0.5)
    queue.go_on()
    assert seen(slow, north) == 5 and matches.read(slow, north).settles == 0


def test_a_clock_works_what_waits_when_it_begins_and_what_comes_then(context: Context):
    begun = threading.Event()

    class Listening(Hub):
        def nudge(self, match_id: str, told: Any = None) -> None:
            if stored(context, match_id).state.turn == 1:
                begun.set()

    quick = replace(context, pace=0.0, hub=Listening())
    north, south = sit(quick)
    order(quick, north, Hide(hex="12"), Done())
    clock = Clock(quick)
    clock.start()
    order(quick, south, Hide(hex="32"), Done())
    assert begun.wait(60)
    clock.stop()
    assert not clock.thread.is_alive()
    all_folds(quick, north.match_id)


def test_what_was_accepted_before_a_time_lapses_is_worked_first(slow: Context, hand: Hand):
    north, south = sit(slow, "timed")
    hand.on(59)
    order(slow, north, Hide(hex="12"), Done())
    hand.on(1)
    queue = MatchQueue(slow, north.match_id)
    queue.go_on()
    hand.on(0.5)
    order(slow, south, Hide(hex="32"))
    queue.go_on()
    hand.on(PACE - 0.5)
    queue.go_on()
    match = stored(slow, north.match_id)
    assert queue.lapses == 1 and match.state.hexes == {"north": "12", "south": "32"}
    assert [one.kind for one in journal(slow, north.match_id)].count("seat-done") == 2
    all_folds(slow, north.match_id)


def test_what_is_accepted_while_the_end_of_a_time_is_worked_is_in_time(slow: Context, hand: Hand, monkeypatch):
    north, south = sit(slow, "timed")
    hand.on(60)
    queue = MatchQueue(slow, north.match_id)
    queue.go_on()
    hand.on(PACE + 0.1)
    take, ended = umpire.lapse, []

    def meanwhile(*given: Any) -> Any:
        ended.append(1)
        return take(*given)

    monkeypatch.setattr(umpire, "lapse", meanwhile)
    with pytest.raises(Busy):
        order(slow, north, Hide(hex="13"))
    monkeypatch.setattr("service.matches.playing._demand_in_time", lambda *_: None)
    order(slow, north, Hide(hex="12"))
    order(slow, south, AnswerInAdvance(low=True))
    queue.go_on()
    assert ended == [1] and not queue.lapses, "it began anew"
    hand.on(PACE)
    queue.go_on()
    assert queue.lapses == 1 and stored(slow, north.match_id).state.hexes["north"] == "12"
    all_folds(slow, north.match_id)


def test_orders_that_belong_to_no_heading_do_not_put_off_the_end_of_a_time(slow: Context, hand: Hand, monkeypatch):
    """Else a seat that sends them again and again could keep the other waiting: each time the end would begin anew."""
    north, south = sit(slow, "timed")
    hand.on(60)
    queue, take, ended = MatchQueue(slow, north.match_id), umpire.lapse, []
    monkeypatch.setattr(umpire, "lapse", lambda *given: (ended.append(1), take(*given))[1])
    queue.go_on()
    hand.on(PACE / 2)
    order(slow, south, AnswerInAdvance(low=True))
    queue.go_on()
    assert ended == [1] and not queue.lapses
    hand.on(PACE / 2)
    queue.go_on()
    assert queue.lapses == 1 and waiting(slow, north.match_id) == 1
    hand.on(PACE)
    queue.go_on()
    assert ended == [1] and waiting(slow, north.match_id) == 0
    assert stored(slow, north.match_id).state.lie_low["south"] is True
    all_folds(slow, north.match_id)


def test_the_end_of_a_time_is_not_told_before_the_pace_is_over(slow: Context, hand: Hand):
    north, _ = sit(slow, "timed")
    hand.on(60)
    queue = MatchQueue(slow, north.match_id)
    assert queue.go_on() == hand.now + timedelta(seconds=PACE)
    assert not queue.lapses
    hand.on(PACE)
    queue.go_on()
    assert queue.lapses == 1
    assert lapse(slow, north.match_id) is False
