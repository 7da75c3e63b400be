"""What was acknowledged is worked after, in its order, each list once; and what came of it is told in its time."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from service import matches
from service.engine import recording, umpire
from service.engine.events import Event, OrdersTakenUp, Told
from service.engine.game import AnyGame
from service.engine.orders import Done
from service.engine.reports import AttendanceTold, OrdersAccepted
from service.engine.standing import Attend
from service.games.shelf import GAMES
from service.live import Hub
from service.matches import Accepted, AtSeat, Context
from service.matches.clock import Clock, lapse
from service.matches.errors import Busy, MatchStopped, PictureMovedOn, RulesRefuse
from service.matches.working import MatchQueue, work_off
from service.store.matches import Matches
from tests.matches.waiting import PACE, TIMED, Hand, journal, order, seen, sit, stored, waiting
from tests.random_play import OfferRefused, random_orders
from tests.toy import TOY, AnswerInAdvance, Creep, Hide, Search

EVERY_ENTRY = 10**9


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"toy": TOY, "timed": TIMED, **GAMES}


@pytest.fixture
def seats(slow: Context) -> tuple[AtSeat, AtSeat]:
    return sit(slow)


def all_folds(context: Context, match_id: str) -> None:
    """Journal over opening gives the position; each log over the opening picture gives that picture; no gaps."""
    match = stored(context, match_id)
    with context.store.look() as look:
        opening = look.matches.opening(match_id, match.game)
        events = look.matches.journal(match_id, match.game)
        assert len(events) == match.journal_length
        assert recording.fold(opening, events) == match.state
        for seat in match.game.info.seats:
            picture = look.matches.opening_picture(match_id, seat, match.game)
            log = look.matches.log(match_id, seat, match.game, 0, EVERY_ENTRY)
            assert [entry.number for entry in log] == list(range(1, match.state.log_lengths[seat] + 1))
            for entry in log:
                entry.report.teach(picture)
            assert picture == match.state.pictures[seat]


# ---- acknowledged first


def test_orders_are_acknowledged_when_they_are_stored_and_worked_after(slow: Context, seats):
    north, _ = seats
    assert order(slow, north, Hide(hex="12"), Done()) == Accepted(2)
    match = stored(slow, north.match_id)
    assert match.state.hexes["north"] == "11" and match.state.waiting == ["north", "south"]
    reading = matches.read(slow, north)
    assert (reading.view.hex, reading.view.asked, reading.version) == ("12", False, 2)
    work_off(slow, north.match_id)
    match = stored(slow, north.match_id)
    assert match.state.hexes["north"] == "12" and match.state.waiting == ["south"]
    assert waiting(slow, north.match_id) == 0
    all_folds(slow, north.match_id)


def test_nothing_that_the_seat_may_not_know_is_read_or_written_before_the_answer(slow: Context, seats, monkeypatch):
    def never(*_: Any) -> None:
        raise AssertionError("the position was read")

    monkeypatch.setattr(Matches, "saved_of", never)
    monkeypatch.setattr(Matches, "pictures", never)
    monkeypatch.setattr(Matches, "append", never)
    assert order(slow, seats[0], Hide(hex="12"), key="k") == Accepted(2)


def test_a_refusal_queues_nothing(slow: Context, seats):
    with pytest.raises(RulesRefuse):
        order(slow, seats[0], Hide(hex="12"), Hide(hex="99"))
    assert waiting(slow, seats[0].match_id) == 0 and matches.version(slow, seats[0]) == 1


def test_a_further_order_is_checked_by_the_picture_of_the_acknowledgement_and_worked_behind(slow: Context, seats):
    """It means the same as if both lists had been one."""
    north, south = seats
    order(slow, north, Hide(hex="12"), Done())
    order(slow, south, Hide(hex="32"), Done())
    work_off(slow, north.match_id)
    order(slow, north, Creep(path=("13",)))
    with pytest.raises(RulesRefuse):
        order(slow, north, Creep(path=("11",)))
    order(slow, north, Creep(path=("23",)), Search(hex="21"), Done())
    with pytest.raises(PictureMovedOn):
        matches.take_orders(slow, north, [Attend(attendance="standing")], version=4)
    assert waiting(slow, north.match_id) == 2
    work_off(slow, north.match_id)
    assert stored(slow, north.match_id).state.hexes["north"] == "23"
    all_folds(slow, north.match_id)


def test_two_seats_that_are_asked_at_one_heading_have_both_lists_queued(slow: Context, seats):
    order(slow, seats[0], Hide(hex="12"), Done())
    order(slow, seats[1], Hide(hex="32"), Done())
    assert waiting(slow, seats[0].match_id) == 2
    work_off(slow, seats[0].match_id)
    match = stored(slow, seats[0].match_id)
    assert match.state.hexes == {"north": "12", "south": "32"} and match.state.turn == 1
    all_folds(slow, seats[0].match_id)


def test_a_repeated_request_waits_for_nothing_and_is_queued_once(slow: Context, seats):
    north, _ = seats
    first = matches.take_orders(slow, north, [Hide(hex="12")], version=1, key="k")
    assert matches.take_orders(slow, north, [Hide(hex="12")], version=1, key="k") == first
    assert waiting(slow, north.match_id) == 1


def test_a_list_that_the_end_of_the_match_overtakes_lapses(slow: Context, hand: Hand):
    """South answers in advance behind the last word, which ends the match; both are told of the end."""
    north, south = sit(slow, "timed")
    hand.on(60)
    lapse(slow, north.match_id)
    for at in (north, south):
        order(slow, at, Done())
    order(slow, south, AnswerInAdvance(low=True))
    work_off(slow, north.match_id)
    match = stored(slow, north.match_id)
    assert match.state.ended and match.state.lie_low == {} and waiting(slow, north.match_id) == 0
    taken_up = [event.seat for event in journal(slow, north.match_id) if isinstance(event, OrdersTakenUp)]
    assert taken_up == ["north", "south"], "of what lapses nothing is written down"
    assert matches.read(slow, south).where.ended
    all_folds(slow, north.match_id)


def test_done_that_is_worked_when_its_heading_is_over_comes_to_nothing(slow: Context, seats):
    """It cannot be queued so; whoever works it has to survive it all the same."""
    match = stored(slow, seats[0].match_id)
    outcome = umpire.take_up(TOY, match.state, "north", [Hide(hex="12"), Done()], 2, match.dice())
    before = outcome.state.hexes["north"]
    again = umpire.take_up(TOY, outcome.state, "north", [Hide(hex="13"), Done()], 3, match.dice())
    assert before == again.state.hexes["north"] == "12" and again.state.waiting == ["south"]
    assert [event.kind for event in again.journal] == ["orders-taken-up"]


def test_attendance_that_is_queued_holds_from_its_place_in_the_queue(slow: Context, seats):
    north, south = seats
    order(slow, north, Hide(hex="12"), Done())
    order(slow, south, Attend(attendance="standing"), Hide(hex="32"), Done())
    order(slow, south, Attend(attendance="present"))
    assert stored(slow, north.match_id).state.attendance["south"] == "present"
    work_off(slow, north.match_id)
    told = [e.report for e in journal(slow, north.match_id) if isinstance(e, Told) and e.seat == "north"]
    assert [one.attendance for one in told if isinstance(one, AttendanceTold)] == ["standing", "present"]
    all_folds(slow, north.match_id)


# ---- once


def test_what_was_worked_ahead_but_not_published_is_worked_again_after_a_kill(slow: Context, hand: Hand, seats):
    north, _ = seats
    order(slow, north, Hide(hex="12"), Done())
    killed = MatchQueue(slow, north.match_id)
    killed.go_on()
    assert killed.ahead and waiting(slow, north.match_id) == 1
    hand.on(PACE)
    MatchQueue(slow, north.match_id).go_on()
    assert waiting(slow, north.match_id) == 0 and stored(slow, north.match_id).state.waiting == ["south"]
    killed.go_on()
    assert [e.kind for e in journal(slow, north.match_id)].count("seat-done") == 1


def test_acceptances_that_come_in_meanwhile_do_not_make_the_work_begin_anew(slow: Context, seats, monkeypatch):
    """Else a seat could keep the match standing by sending orders. What it is told of the work stands behind them."""
    north, south = seats
    order(slow, north, Hide(hex="12"), Done())
    worked, take_up = [], umpire.take_up

    def slowly(game: AnyGame, state: Any, seat: str, orders: Any, entry: int, dice: Any) -> Any:
        outcome = take_up(game, state, seat, orders, entry, dice)
        if not worked:
            order(slow, south, Hide(hex="32"))
            order(slow, south, Hide(hex="31"), Done())
        worked.append((seat, entry))
        return outcome

    monkeypatch.setattr(umpire, "take_up", slowly)
    work_off(slow, north.match_id)
    assert worked == [("north", 2)] and waiting(slow, north.match_id) == 2
    [taken] = [event for event in journal(slow, north.match_id) if isinstance(event, OrdersTakenUp)]
    assert taken.unread == (("south", 2), ("south", 3))
    all_folds(slow, north.match_id)
    work_off(slow, north.match_id)
    assert worked == [("north", 2), ("south", 2), ("south", 3)]
    assert stored(slow, north.match_id).state.hexes == {"north": "12", "south": "31"}
    all_folds(slow, north.match_id)


def test_a_share_that_is_noted_meanwhile_does(slow: Context, seats, monkeypatch):
    """It changes the position itself."""
    north, _ = seats
    order(slow, north, Hide(hex="12"), Done())
    queue = MatchQueue(slow, north.match_id)
    queue.go_on()
    matches.commit_share(slow, north, "ab" * 32)
    queue.go_on(hurry=True)
    assert stored(slow, north.match_id).state.waiting == ["south"] and waiting(slow, north.match_id) == 0
    all_folds(slow, north.match_id)


@pytest.mark.parametrize(
    ("game", "lists", "seed"),
    [
        *(("toy", 20, seed) for seed in range(2)),
        *((game, 12, 0) for game in GAMES),
        *(pytest.param("toy", 40, seed, marks=pytest.mark.soak) for seed in range(6)),
        *(pytest.param(game, 30, seed, marks=pytest.mark.soak) for game in GAMES for seed in range(2)),
    ],
)
def test_however_acknowledging_and_working_overlap_journal_and_logs_give_position_and_pictures(
    slow: Context, hand: Hand, game: str, lists: int, seed: int
):
    """Both seats send when they like; the worker comes and goes, is killed, and publishes in his own time."""
    rng = random.Random(f"{game} {seed}")
    at = {one.seat: one for one in sit(slow, game)}
    match_id = next(iter(at.values())).match_id
    played, queue, sent, most = slow.games[game], MatchQueue(slow, match_id), 0, 0
    for _ in range(40 * lists):
        if sent >= lists:
            break
        doing = rng.random()
        if doing < 0.5:
            seat = rng.choice(played.info.seats)
            with slow.store.look() as look:
                picture, version = look.matches.pictures(match_id, played)[seat]
            if picture.ended:
                break
            try:
                orders = random_orders(played, picture, rng)
            except OfferRefused:
                continue  # what is offered is held to elsewhere
            if orders:
                matches.take_orders(slow, at[seat], orders, version=version)
                sent += 1
                most = max(most, waiting(slow, match_id))
        elif doing < 0.8:
            queue.go_on()
        elif doing < 0.97:
            hand.on(rng.choice((0.3, PACE, 60.0, 24 * 3600.0)))
            queue.go_on()
        else:
            queue = MatchQueue(slow, match_id)
        if rng.random() < 0.05:
            all_folds(slow, match_id)
    assert sent > lists // 4 and most > 1
    work_off(slow, match_id)
    assert waiting(slow, match_id) == 0
    all_folds(slow, match_id)
    with slow.store.look() as look:
        assert look.queue.stopped_at(match_id) is None
    accepted = [e for e in journal(slow, match_id) if isinstance(e, Told) and isinstance(e.report, OrdersAccepted)]
    taken = [e for e in journal(slow, match_id) if isinstance(e, OrdersTakenUp)]
    overtaken = sum(not e.report.answered_for for e in accepted) - len(taken)
    assert overtaken == 0 or stored(slow, match_id).state.ended


# ---- in its time


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
        [asked_at] = [one.asked_at for one in look.matches.lines_of(north.account_id) if one.seat == "north"]
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
        def nudge(self, match_id: str) -> None:
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


# ---- the end of a time


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
    monkeypatch.setattr("service.matches.playing._demand_open", lambda *_: None)
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


# ---- a fault of ours


def fails(*_: Any, **__: Any) -> Iterator[Event]:
    raise RuntimeError("a secret")
    yield


@pytest.mark.faults
@pytest.mark.parametrize("whose", [0, 1])
def test_a_fault_in_the_work_stops_the_match_for_both_alike_and_resuming_works_it_once(
    slow: Context, hand: Hand, seats, monkeypatch, capfd, whose: int
):
    match_id = seats[0].match_id
    before = [matches.read(slow, at).stopped for at in seats]
    with monkeypatch.context() as patch:
        patch.setattr(Hide, "resolve", fails)
        order(slow, seats[whose], Hide(hex="12"), Done())
        clock = Clock(slow)
        for _ in range(3):
            clock.go_round()
            hand.on(PACE)
        assert [matches.read(slow, at).stopped for at in seats] == before == [False, False], "not at a telling moment"
        order(slow, seats[1 - whose], Hide(hex="32"), Done())
        while hand.now.second:
            hand.on(1)
        assert [matches.read(slow, at).stopped for at in seats] == [True, True]
        for at in seats:
            with pytest.raises(MatchStopped, match="Nothing is lost"):
                order(slow, at, Attend(attendance="standing"))
    assert waiting(slow, match_id) == 2
    said = capfd.readouterr().err
    assert said.count("a match has stopped") == 1 and "a secret" not in said and "test_working" in said
    clock.go_round()
    assert waiting(slow, match_id) == 2, "nobody has mended it yet"
    with slow.store.work() as work:
        assert work.queue.resume(match_id) and not work.queue.resume(match_id)
    for _ in range(3):
        clock.go_round()
        hand.on(PACE)
    state = stored(slow, match_id).state
    assert waiting(slow, match_id) == 0 and state.turn == 1
    assert sorted(state.hexes.values()) == ["12", "32"]
    assert [e.kind for e in journal(slow, match_id)].count("seat-done") == 2
    assert not matches.read(slow, seats[0]).stopped
    all_folds(slow, match_id)


@pytest.mark.faults
def test_a_fault_at_the_end_of_a_time_stops_that_match_and_no_other(slow: Context, hand: Hand, monkeypatch, capfd):
    first, second = (sit(slow, "timed")[0] for _ in "ab")
    lapses = umpire.lapse
    monkeypatch.setattr(
        umpire, "lapse", lambda game, state, dice: fails_at(first.match_id, dice) or lapses(game, state, dice)
    )
    clock = Clock(slow)
    for _ in range(3):
        hand.on(60)
        clock.go_round()
    assert [matches.read(slow, at).stopped for at in (first, second)] == [True, False]
    assert matches.read(slow, second).where.titles == ("Again",)
    assert capfd.readouterr().err.count("a match has stopped") == 1


def fails_at(match_id: str, dice: Any) -> None:
    if dice.match == match_id:
        raise ZeroDivisionError
