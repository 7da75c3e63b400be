"""A fault of ours stops the match that it befell, for both sides alike, and no other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from service import matches
from service.engine import umpire
from service.engine.attendance import Attend
from service.engine.events import Event
from service.engine.game import AnyGame
from service.engine.orders import Done
from service.games.shelf import GAMES
from service.matches import Context
from service.matches.clock import Clock
from service.matches.errors import MatchStopped
from service.matches.playing import Attempt, lines_sent, take
from tests.matches.waiting import PACE, TIMED, Hand, all_folds, journal, order, sit, stored, waiting
from tests.toy import TOY, Hide


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"toy": TOY, "timed": TIMED, **GAMES}


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
            for text in ("attend standing", "search 11", "no order at all"):
                with pytest.raises(MatchStopped, match="Nothing is lost"):
                    take(slow, Attempt(at, lines_sent(text), matches.version(slow, at), None))
            sheet, lines = matches.put_lines(slow, at, matches.read(slow, at), "attend standing\nsearch 11")
            assert len(sheet.orders) == 1 and lines[1].refusal is not None, "what is written is not stopped"
            matches.put_sheet(slow, at, [])
    assert waiting(slow, match_id) == 2
    said = capfd.readouterr().err
    assert said.count("a match has stopped") == 1 and "a secret" not in said and "test_stopped_matches" in said
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
