"""A position is stored with every so many events: in between it is what the journal makes of the one that is stored."""

from __future__ import annotations

import pytest

from service import matches
from service.engine.orders import Done, Order
from service.matches import AtSeat, Context
from service.matches.clock import Clock
from service.store import tables
from tests.matches.waiting import PACE, Hand, all_folds, order, sit, stored
from tests.toy import AnswerInAdvance, Hide

LOW, HIGH = AnswerInAdvance(low=True), AnswerInAdvance(low=False)


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.matches.match_queue.POSITION_EVERY", 6)


def stored_at(context: Context, at: AtSeat) -> int:
    """The entry of the journal after which the position is stored."""
    with context.store.look() as look:
        return look.session.get_one(tables.Match, at.match_id).position_at


def told(clock: Clock, hand: Hand, at: AtSeat, *orders: Order) -> None:
    """Orders of a seat are worked, and what came of them is told."""
    order(clock.context, at, *orders)
    for _ in range(2):
        clock.go_round()
        hand.on(PACE)


def test_it_is_stored_now_and_then_and_read_as_it_stands(slow: Context, hand: Hand):
    north, south = sit(slow)
    clock, when = Clock(slow), {stored_at(slow, north)}
    for at, orders in ((north, (LOW,)), (north, (HIGH,)), (south, (LOW,)), (north, (LOW, Hide(hex="12")))):
        told(clock, hand, at, *orders)
        at_hand, read = clock.resting[north.match_id].match, stored(slow, north.match_id)
        assert at_hand is not None and at_hand.state == read.state
        assert read.unstored == read.journal_length - stored_at(slow, north) < 6
        when.add(stored_at(slow, north))
    assert 1 < len(when) < 5
    all_folds(slow, north.match_id)


def test_killed_between_two_it_goes_on_from_where_it_stood(slow: Context, hand: Hand):
    """Nothing of what was at hand is left: another worker has the journal, and one list that waits in the queue."""
    north, south = sit(slow)
    began = stored_at(slow, north)
    told(Clock(slow), hand, north, LOW)
    order(slow, north, Hide(hex="12"), Done())
    assert stored_at(slow, north) == began
    other = Clock(slow)
    told(other, hand, south, LOW)
    at_hand, read = other.resting[north.match_id].match, stored(slow, north.match_id)
    assert at_hand is not None and at_hand.state == read.state
    assert read.state.waiting == ["south"]
    all_folds(slow, north.match_id)


def test_whoever_else_writes_it_stores_it_whole(slow: Context, hand: Hand):
    north, south = sit(slow)
    clock = Clock(slow)
    told(clock, hand, north, LOW)
    assert stored(slow, north.match_id).unstored
    matches.commit_share(slow, south, "ab" * 32)
    assert not stored(slow, north.match_id).unstored
    told(clock, hand, north, HIGH)
    all_folds(slow, north.match_id)


def test_it_is_stored_as_a_match_ends(slow: Context, hand: Hand):
    north, south = sit(slow)
    clock = Clock(slow)
    for at, hex in ((north, "12"), (south, "32")):
        told(clock, hand, at, Hide(hex=hex), Done())
    while not (read := stored(slow, north.match_id)).state.ended:
        told(clock, hand, north if read.state.waiting == ["north"] else south, Done())
    assert stored_at(slow, north) == read.journal_length and not read.unstored
