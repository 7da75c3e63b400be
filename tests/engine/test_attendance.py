"""Present, or on standing orders: one or the other, known to both, so the time of an answer tells nothing."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from service.engine import recording, umpire
from service.engine.attendance import Attend
from service.engine.dice import LoadedDice
from service.engine.events import SeatDone, Told
from service.engine.game import AnyGame
from service.engine.options import Choice
from service.engine.orders import Done, Order
from service.engine.outline import Heading, Phase, Segment
from service.engine.reports import AttendanceTold, HeadingOpened, OrdersAccepted
from service.engine.seats import EVERYBODY, PRESENT, STANDING
from tests.engine.tiny import ask, opened, playing, stands
from tests.offers import options_for
from tests.toy import NORTH, SOUTH, TOY, AnswerInAdvance, Hide, LieLow, Search


def play(state: Any, seat: str, *orders: Order, game: AnyGame = TOY) -> recording.Outcome:
    return umpire.play(game, state, seat, orders, LoadedDice(), strict=True)


def norths_turn(*headings: Heading) -> AnyGame:
    """The toy game with a turn of North's alone."""
    return playing(Phase("Turn", phasing=lambda state: NORTH)[headings])


def moving(*south: Order) -> Any:
    """North is asked for its moves of turn 1; South has given these orders at its own first heading."""
    state = opened(TOY).state
    play(state, SOUTH, *south, Done())
    play(state, NORTH, Done())
    return state


def test_a_seat_is_present_as_it_starts_and_every_decision_waits_for_its_word():
    state = moving()
    assert state.attendance[SOUTH] == PRESENT
    play(state, NORTH, Search(hex="12"), Done())
    assert state.waiting == [SOUTH]


def test_standing_orders_answer_at_once():
    state = moving(Attend(attendance=STANDING), AnswerInAdvance(low=True))
    outcome = play(state, NORTH, Search(hex="12"), Done())
    assert stands(state) == "game-turn/south-s-turn/movement 1"
    told = [e.report for e in outcome.told[SOUTH] if not e.letter]
    assert [type(report) for report in told] == [HeadingOpened, OrdersAccepted, HeadingOpened]
    assert told[1].orders == (LieLow(low=True), Done())


def test_where_standing_orders_are_silent_the_default_holds():
    state = moving(Attend(attendance=STANDING))
    outcome = play(state, NORTH, Search(hex="12"), Done())
    told = [e.report for e in outcome.told[SOUTH] if isinstance(e.report, OrdersAccepted)]
    assert told == [OrdersAccepted(orders=(Done(),), answered_for=True)]


def test_what_the_rules_forbid_by_then_falls_back_to_the_default():
    """A standing answer that no longer fits the picture gives way; the match goes on."""
    game = replace(TOY, answer=lambda picture, heading: [LieLow(low=True), Search(hex="99")])
    state = moving(Attend(attendance=STANDING))
    outcome = play(state, NORTH, Search(hex="12"), Done(), game=game)
    accepted = [e.report for e in outcome.told[SOUTH] if isinstance(e.report, OrdersAccepted)]
    assert accepted == [OrdersAccepted(orders=(Done(),), answered_for=True)]


def test_in_its_own_turn_a_seat_on_standing_orders_is_asked():
    state = moving(Attend(attendance=STANDING))
    play(state, NORTH, Done())
    assert stands(state) == "game-turn/south-s-turn/movement 1"
    assert state.waiting == [SOUTH]


def test_attendance_is_told_to_both_sides():
    state = moving()
    outcome = play(state, SOUTH, Attend(attendance=STANDING))
    for seat in state.seats:
        assert outcome.told[seat][-1].report == AttendanceTold(seat=SOUTH, attendance=STANDING)
        assert state.pictures[seat].attendance == {NORTH: PRESENT, SOUTH: STANDING}


def test_a_change_takes_effect_at_the_next_question_not_yet_put():
    """South is being asked about 12; going over to standing orders answers for it about 13 only."""
    state = moving()
    play(state, NORTH, Search(hex="12"), Search(hex="13"), Done())
    play(state, SOUTH, Attend(attendance=STANDING))
    assert (state.waiting, state.item()) == ([SOUTH], "12")
    play(state, SOUTH, Done())
    assert stands(state) == "game-turn/south-s-turn/movement 1"
    state = moving(Attend(attendance=STANDING))
    play(state, SOUTH, Attend(attendance=PRESENT))
    play(state, NORTH, Search(hex="12"), Done())
    assert (state.waiting, state.item()) == ([SOUTH], "12")


def test_attendance_is_lawful_in_the_others_turn_and_after_done_in_a_list():
    state = moving()
    play(state, NORTH, Search(hex="12"), Search(hex="13"), Done())
    play(state, SOUTH, Done(), Attend(attendance=STANDING))
    assert stands(state) == "game-turn/south-s-turn/movement 1"


def test_the_same_things_are_told_whatever_is_answered():
    """The other side's log grows alike whether the seat answers itself or its standing orders do, lying low or not."""
    told = []
    for attend in (PRESENT, STANDING):
        for low in (True, False):
            state = moving(Attend(attendance=attend), AnswerInAdvance(low=low))
            before = deepcopy(state)
            entries = list(play(state, NORTH, Search(hex="12"), Done()).told[NORTH])
            if attend == PRESENT:
                entries += play(state, SOUTH, LieLow(low=low), Done()).told.get(NORTH, [])
            told.append([(e.number - before.log_lengths[NORTH], e.letter, e.report) for e in entries])
    assert told[0] == told[1] == told[2] == told[3]


def test_of_both_sides_one_may_be_on_standing_orders():
    """It is answered for at once; the other is asked, and the heading closes with its word."""
    game = norths_turn(ask("A"), Segment("B", by=EVERYBODY, orders=(Hide,)), ask("C"))
    state = opened(game).state
    play(state, SOUTH, Attend(attendance=STANDING), game=game)
    outcome = play(state, NORTH, Done(), game=game)
    assert (stands(state), state.waiting) == ("turn/b", [NORTH])
    assert SeatDone(seat=SOUTH) in outcome.journal
    assert not state.pictures[SOUTH].asked and state.pictures[NORTH].asked
    play(state, NORTH, Hide(hex="22"), Done(), game=game)
    assert stands(state) == "turn/c"


def test_in_nobodys_turn_whoever_is_on_standing_orders_is_answered_for_beside_one_who_is_present():
    game = playing(ask("A"), Segment("B", by=EVERYBODY, orders=(Hide,)))
    state = opened(game).state
    play(state, SOUTH, Attend(attendance=STANDING), game=game)
    outcome = play(state, NORTH, Done(), game=game)
    assert state.waiting == [NORTH]
    questions = [event.seat for event in outcome.journal if isinstance(event, Told)][-3:]
    assert questions == [NORTH, SOUTH, SOUTH], "both are asked before one is answered for"


def test_where_all_are_on_standing_orders_all_are_asked():
    """A match does not play itself."""
    game = playing(ask("A"), Segment("B", by=EVERYBODY, orders=(Hide,)))
    state = opened(game).state
    for seat in (SOUTH, NORTH):
        play(state, seat, Attend(attendance=STANDING), game=game)
    play(state, NORTH, Done(), game=game)
    assert state.waiting == [NORTH, SOUTH]


def test_a_planned_answer_waits_like_any_other():
    seen: list[Any] = []

    def worked(state: Any, dice: Any) -> Any:
        seen.append(dict(state.plans))
        yield from ()

    game = replace(
        norths_turn(ask("A"), Segment("B", by=EVERYBODY, orders=(LieLow,), works="when done", ends=worked), ask("C")),
        answer=lambda picture, heading: [LieLow(low=True)],
    )
    state = opened(game).state
    play(state, SOUTH, Attend(attendance=STANDING), game=game)
    play(state, NORTH, Done(), game=game)
    assert not state.lying_low
    play(state, NORTH, LieLow(low=False), Done(), game=game)
    assert seen == [{SOUTH: [LieLow(low=True)], NORTH: [LieLow(low=False)]}]
    assert not any(state.plans.values()), "the engine clears away what `ends` has worked"


@pytest.mark.parametrize("seat", [NORTH, SOUTH])
def test_being_present_or_not_is_offered_at_any_heading(seat: str):
    picture = moving().pictures[seat]
    offered = {option.kind: option for option in options_for(TOY, picture)}
    assert offered["attend"].fields == {"attendance": Choice(values=(PRESENT, STANDING))}
