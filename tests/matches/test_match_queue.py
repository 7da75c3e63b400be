"""What was acknowledged is worked after, in its order, each list once; and what came of it is told in its time."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from service import matches
from service.engine import umpire
from service.engine.attendance import Attend
from service.engine.events import OrdersTakenUp, Told
from service.engine.game import AnyGame
from service.engine.orders import Done
from service.engine.reports import AttendanceTold, OrdersAccepted
from service.games.shelf import GAMES
from service.matches import Accepted, Context
from service.matches.clock import lapse
from service.matches.errors import PictureMovedOn, RulesRefuse
from service.matches.match_queue import MatchQueue, work_off
from service.store.matches import Matches
from tests.matches.waiting import PACE, TIMED, Hand, all_folds, journal, order, sit, stored, waiting
from tests.random_play import OfferRefused, random_orders
from tests.toy import TOY, AnswerInAdvance, Creep, Hide, Search


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"toy": TOY, "timed": TIMED, **GAMES}


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
    """Both seats send when they like; the worker comes and goes, is killed, and publishes in its own time."""
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
