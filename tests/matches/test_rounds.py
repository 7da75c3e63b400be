"""One worker serves all matches: none holds up what is due in another for longer than one list takes to work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

import pytest

from service import matches
from service.engine import umpire
from service.engine.game import AnyGame
from service.engine.orders import Done
from service.live import Hub
from service.matches import Context
from service.matches.clock import RESTS_FOR, Clock
from service.matches.errors import PictureMovedOn, TooOften
from service.matches.match_queue import MatchQueue
from service.matches.rate_limits import Most
from service.store import Unavailable
from service.store.matches import Matches
from tests.matches.waiting import PACE, TIMED, Hand, order, seen, sit, stored
from tests.toy import TOY, AnswerInAdvance, Hide

LOW = AnswerInAdvance(low=True)


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"toy": TOY, "timed": TIMED}


@dataclass
class Worked:
    """Which matches were worked, list by list; in some it takes its time."""

    hand: Hand
    seconds: dict[str, float] = field(default_factory=dict)
    matches: list[str] = field(default_factory=list)

    def take_up(self, game: AnyGame, state: Any, seat: str, orders: Any, entry: int, dice: Any) -> Any:
        self.hand.on(self.seconds.get(dice.match, 0))
        self.matches.append(dice.match)
        return TAKE_UP(game, state, seat, orders, entry, dice)


TAKE_UP = umpire.take_up


@pytest.fixture
def worked(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> Worked:
    found = Worked(hand)
    monkeypatch.setattr(umpire, "take_up", found.take_up)
    return found


class Woken(Hub):
    """When those who listen at a match were woken."""

    def __init__(self, hand: Hand) -> None:
        super().__init__()
        self.hand, self.at = hand, dict[str, float]()

    def nudge(self, match_id: str, told: Any = None) -> None:
        self.at[match_id] = (self.hand.now - Hand().now).total_seconds()


def test_what_is_due_in_one_match_waits_for_one_list_of_another_at_most(slow: Context, hand: Hand, worked: Worked):
    told = Woken(hand)
    slow = replace(slow, hub=told)
    busy, quiet = sit(slow)[0], sit(slow)[0]
    for _ in range(5):
        order(slow, busy, LOW)
    order(slow, quiet, LOW)
    worked.seconds[busy.match_id] = 0.6
    clock = Clock(slow)
    for _ in range(5):
        clock.go_round()
    assert PACE <= told.at[quiet.match_id] <= PACE + 0.6
    assert worked.matches.count(busy.match_id) == 5


def test_one_list_of_each_match_is_worked_in_turn(slow: Context, hand: Hand, worked: Worked):
    many, few = sit(slow)[0], sit(slow)[0]
    for at in (many, few, many, few, many):
        order(slow, at, LOW)
        hand.on(0.1)
    clock = Clock(slow)
    assert [clock.go_round() < 0.1 for _ in range(3)] == [True, True, False], "there is more to work, till all is"
    first, second = many.match_id, few.match_id
    assert worked.matches == [first, second, first, second, first]


def test_a_list_behind_one_that_took_long_is_told_at_a_moment_of_its_own(slow: Context, hand: Hand, worked: Worked):
    """It was ready when that one was told, and a whole number of paces had not passed since it was acknowledged."""
    north, south = sit(slow)
    queue = MatchQueue(slow, north.match_id)
    order(slow, south, LOW)
    hand.on(0.5)
    order(slow, north, LOW)
    worked.seconds[north.match_id] = PACE - 0.4
    queue.step()
    worked.seconds.clear()
    queue.step()
    hand.on(2 * PACE - 0.5 - (PACE - 0.4))
    queue.go_on()
    assert (seen(slow, north), seen(slow, south)) == (2, 3)
    hand.on(0.5)
    queue.go_on()
    assert (seen(slow, north), seen(slow, south)) == (3, 3)


def test_an_order_that_comes_between_the_end_of_a_time_and_its_being_told_does_not_put_it_off(
    slow: Context, hand: Hand, monkeypatch
):
    """Although the end takes some time to work, and is worked again."""
    north, _ = sit(slow, "timed")
    hand.on(60)
    queue, lapse = MatchQueue(slow, north.match_id), umpire.lapse
    monkeypatch.setattr(umpire, "lapse", lambda *given: (hand.on(0.1), lapse(*given))[1])
    over = hand.now
    queue.go_on()
    hand.on(0.5)
    order(slow, north, Hide(hex="12"))
    queue.go_on()
    hand.on((over + timedelta(seconds=PACE) - hand.now).total_seconds())
    queue.go_on()
    assert queue.lapses == 1 and stored(slow, north.match_id).state.hexes["north"] == "12"


def test_a_clock_that_is_set_back_puts_nothing_off(slow: Context, hand: Hand):
    """What was worked ahead is due as soon as it was; what still waits, a pace after it is worked."""
    north, south = sit(slow)
    clock = Clock(slow)
    order(slow, north, LOW)
    hand.on(1.5)
    clock.go_round()
    order(slow, south, LOW)
    hand.on(-3600)
    clock.go_round()
    hand.on(PACE - 1.5)
    clock.go_round()
    assert (seen(slow, north), seen(slow, south)) == (3, 2)
    hand.on(1.5)
    clock.go_round()
    assert (seen(slow, north), seen(slow, south)) == (3, 3)
    assert matches.read(slow, north).settles == 0, "nor does it say that his orders are still with the umpire"


@pytest.mark.parametrize("failing", ["append", "saved_of"])
def test_a_match_whose_rows_the_database_withholds_is_tried_again_and_holds_up_no_other(
    slow: Context, hand: Hand, monkeypatch, failing: str
):
    first, second = sit(slow)[0], sit(slow)[0]
    for at in (first, second):
        order(slow, at, LOW)
    honest, tried = getattr(Matches, failing), []

    def withheld(self: Matches, match: Any, *given: Any, **more: Any) -> Any:
        if first.match_id == match_of(match):
            tried.append(hand.now)
            raise Unavailable("the row is locked")
        return honest(self, match, *given, **more)

    clock = Clock(slow)
    with monkeypatch.context() as patch:
        patch.setattr(Matches, failing, withheld)
        clock.go_round()
        hand.on(PACE)
        for _ in range(3):
            clock.go_round()
    assert (seen(slow, first), seen(slow, second)) == (2, 3)
    assert len(tried) == len(set(tried)) > 0, "not again at once"
    hand.on(PACE)
    clock.go_round()
    hand.on(PACE)
    clock.go_round()
    assert seen(slow, first) == 3 and stored(slow, first.match_id).state.lie_low["north"] is True


def match_of(match: Any) -> str:
    return match.facts.id if hasattr(match, "facts") else match.id


# ---- what is at hand


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Of which matches the position was read, and of which the pictures, by somebody who had the position."""
    found: list[str] = []
    saved_of, pictures = Matches.saved_of, Matches.pictures

    def read_position(self: Matches, facts: Any, **how: Any) -> Any:
        found.append("position")
        return saved_of(self, facts, **how)

    monkeypatch.setattr(Matches, "saved_of", read_position)
    monkeypatch.setattr(Matches, "pictures", lambda self, *of: (found.append("pictures"), pictures(self, *of))[1])
    return found


def told_in_time(clock: Clock, hand: Hand) -> None:
    for _ in range(2):
        clock.go_round()
        hand.on(PACE)


def test_a_match_that_was_just_worked_is_not_read_again(slow: Context, hand: Hand, read: list[str]):
    north, south = sit(slow)
    clock = Clock(slow)
    for at, orders in ((north, (LOW,)), (south, (LOW, Hide(hex="32"))), (north, (Hide(hex="12"), Done()))):
        order(slow, at, *orders)
        told_in_time(clock, hand)
    assert read == ["position", "pictures"] and not clock.queues
    at_hand = clock.resting[north.match_id].match
    match = stored(slow, north.match_id)
    assert at_hand is not None and (at_hand.state, at_hand.version) == (match.state, match.version)
    assert match.state.waiting == ["south"]


def test_it_is_where_somebody_else_has_written_it(slow: Context, hand: Hand, read: list[str]):
    north, south = sit(slow)
    clock = Clock(slow)
    order(slow, north, LOW)
    told_in_time(clock, hand)
    matches.commit_share(slow, south, "ab" * 32)
    read.clear()
    order(slow, south, LOW)
    told_in_time(clock, hand)
    assert read == ["position", "pictures"]


def test_what_stands_in_a_log_before_the_outcome_of_the_last_list_is_taken_in_before_it(
    slow: Context, read: list[str], monkeypatch
):
    """It was accepted while that was worked: the picture that is at hand was told of the outcome without it."""
    north, _ = sit(slow)
    queue, sent = MatchQueue(slow, north.match_id), []

    def slowly(*given: Any) -> Any:
        outcome = TAKE_UP(*given)
        sent.append(order(slow, north, Hide(hex="12"), Done())) if not sent else None
        return outcome

    monkeypatch.setattr(umpire, "take_up", slowly)
    order(slow, north, LOW)
    queue.go_on(hurry=True)
    read.clear()
    queue.go_on(hurry=True)
    assert read == ["pictures"] and queue.match is not None
    assert queue.match.state == stored(slow, north.match_id).state
    assert queue.match.state.waiting == ["south"]


def test_so_many_positions_are_at_hand_and_none_of_a_match_that_is_over(slow: Context, hand: Hand, monkeypatch):
    monkeypatch.setattr("service.matches.clock.MOST_RESTING", 2)
    clock, places = Clock(slow), [sit(slow)[0] for _ in range(3)]
    over = sit(slow, "timed")
    hand.on(60)
    told_in_time(clock, hand)
    for at in over:
        order(slow, at, Done())
        told_in_time(clock, hand)
    assert stored(slow, over[0].match_id).state.ended and not clock.resting
    for at in places:
        order(slow, at, LOW)
        told_in_time(clock, hand)
    assert list(clock.resting) == [at.match_id for at in places[1:]]


def test_a_position_is_at_hand_for_a_while_after_the_last_list(slow: Context, hand: Hand):
    clock, (north, _) = Clock(slow), sit(slow)
    order(slow, north, LOW)
    told_in_time(clock, hand)
    hand.on(RESTS_FOR.total_seconds() / 2)
    clock.go_round()
    assert list(clock.resting) == [north.match_id]
    hand.on(RESTS_FOR.total_seconds())
    clock.go_round()
    assert not clock.resting


def test_memory_is_given_back_once_when_all_is_at_rest(slow: Context, hand: Hand, monkeypatch: pytest.MonkeyPatch):
    given = list[float]()
    monkeypatch.setattr("service.matches.clock.give_back", lambda: given.append(hand.now.timestamp()))
    clock, (north, _) = Clock(slow), sit(slow)
    clock.go_round()
    order(slow, north, LOW)
    told_in_time(clock, hand)
    assert not given
    for _ in range(3):
        hand.on(RESTS_FOR.total_seconds() + 1)
        clock.go_round()
    assert len(given) == 1


# ---- how many lists may wait


def test_so_many_lists_of_a_seat_may_wait_and_those_of_the_other_side_do_not_count(slow: Context, hand: Hand):
    slow = replace(slow, most=Most(lists=3))
    north, south = sit(slow)
    queue = MatchQueue(slow, north.match_id)
    for at in (south, south, south, north, north):
        order(slow, at, LOW)
    hand.on(0.5)
    order(slow, north, LOW, key="k")
    queue.go_on()
    with pytest.raises(TooOften) as refused:
        order(slow, north, LOW)
    assert refused.value.retry_after == 2 and seen(slow, north) == 4, "nothing was done"
    assert matches.take_orders(slow, north, [LOW], version=3, key="k").version == 4, "it was accepted before"
    with pytest.raises(PictureMovedOn):
        matches.take_orders(slow, north, [LOW], version=3)
    hand.on(PACE - 0.5)
    queue.go_on()
    for _ in range(2):
        order(slow, north, LOW)
    with pytest.raises(TooOften):
        order(slow, north, LOW)
