"""The umpire goes from question to question, tells each seat its own, and changes the position by events only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from service.engine import judging, recording, umpire
from service.engine.dice import Dice, LoadedDice
from service.engine.events import Ended, Event, Told
from service.engine.orders import Done, Order, Refusal
from service.engine.outline import Dispatch, Heading, Phase, Repeat, Segment
from service.engine.reports import HeadingOpened, LetterArrived, OrdersAccepted
from service.engine.seats import EVERYBODY
from tests.engine.tiny import Resign, ask, done, opened, playing, stands
from tests.offers import options_for
from tests.toy import NORTH, SOUTH, TOY, Creep, Hide, LieLow, MatchOver, Search, SearchHeard, WeatherTold


def kinds(outcome: recording.Outcome, seat: str) -> list[type]:
    return [type(entry.report) for entry in outcome.told.get(seat, [])]


def play(state: Any, seat: str, *orders: Any, dice: Dice | None = None) -> recording.Outcome:
    return umpire.play(TOY, state, seat, orders, dice or LoadedDice(), strict=True)


def at_norths_movement(dice: Dice | None = None) -> Any:
    state = opened(TOY).state
    play(state, NORTH, Done())
    play(state, SOUTH, Done(), dice=dice)
    assert stands(state) == "game-turn/north-s-turn/movement 1"
    return state


# ---- both sides at once


def test_of_both_sides_each_sees_its_own_readiness_only():
    outcome = opened(TOY)
    state = outcome.state
    assert state.waiting == [NORTH, SOUTH]
    assert kinds(outcome, NORTH) == kinds(outcome, SOUTH) == [HeadingOpened]
    outcome = play(state, NORTH, Hide(hex="22"), Done())
    assert state.waiting == [SOUTH]
    assert not state.pictures[NORTH].asked and state.pictures[SOUTH].asked
    assert kinds(outcome, NORTH) == [OrdersAccepted]
    assert SOUTH not in outcome.told, "the other side is told nothing, not even that one is ready"


def test_the_match_moves_on_when_the_last_of_both_has_closed():
    state = opened(TOY).state
    play(state, SOUTH, Done())
    outcome = play(state, NORTH, Done())
    assert state.waiting == [NORTH]
    assert kinds(outcome, NORTH) == [OrdersAccepted, WeatherTold, HeadingOpened]
    assert kinds(outcome, SOUTH) == [WeatherTold]


def test_a_seat_that_has_closed_its_part_orders_nothing_more_there():
    state = opened(TOY).state
    play(state, NORTH, Done())
    for order in (Hide(hex="22"), Done()):
        with pytest.raises(Refusal, match="not asked for orders now"):
            play(state, NORTH, order)
    play(state, SOUTH, Hide(hex="22"), Hide(hex="23"))
    assert state.waiting == [SOUTH]


# ---- letters


def test_a_letter_arrives_numbered_in_its_seats_own_series():
    state = at_norths_movement()
    outcome = play(state, NORTH, Search(hex="12"), Search(hex="13"), Done())
    entries = outcome.told[SOUTH]
    assert [type(e.report) for e in entries] == [LetterArrived, SearchHeard, SearchHeard, HeadingOpened]
    assert [e.letter for e in entries] == [1, 1, 1, None]
    assert state.letters == {NORTH: 0, SOUTH: 1}
    assert state.pictures[SOUTH].letters == 1 and state.pictures[SOUTH].heard == ["12", "13"]


def test_a_letter_goes_also_when_it_has_nothing_to_say():
    state = at_norths_movement()
    outcome = play(state, NORTH, Done())
    assert next((e.letter, type(e.report)) for e in outcome.told[SOUTH]) == (1, LetterArrived)
    assert [(e.letter, type(e.report)) for e in outcome.told[NORTH]] == [(None, OrdersAccepted), (1, LetterArrived)]


def test_in_the_other_sides_turn_a_seat_stands_at_the_last_heading_it_was_told_of():
    state = opened(TOY).state
    play(state, NORTH, Done())
    play(state, SOUTH, Done())
    assert state.pictures[SOUTH].address == "hiding"
    play(state, NORTH, Search(hex="12"))
    assert state.pictures[SOUTH].address == "hiding"
    play(state, NORTH, Done())
    assert state.pictures[SOUTH].address == "game-turn/north-s-turn/searches/answer"
    assert state.pictures[NORTH].address == "game-turn/north-s-turn/movement"


def test_the_item_of_an_each_is_told_with_its_question():
    state = at_norths_movement()
    play(state, NORTH, Search(hex="12"), Search(hex="13"), Done())
    assert state.pictures[SOUTH].item == "12"
    play(state, SOUTH, LieLow(low=True), Done(), dice=LoadedDice([1]))
    assert (state.pictures[SOUTH].item, state.waiting) == ("13", [SOUTH])


# ---- what is told, and its numbers


def test_logs_are_numbered_without_gaps_each_in_its_own_series():
    state = opened(TOY).state
    logs: dict[str, list[int]] = {NORTH: [1], SOUTH: [1]}
    while not state.ended:
        outcome = play(state, state.waiting[0], Done())
        for seat, entries in outcome.told.items():
            logs[seat] += [entry.number for entry in entries]
    for seat, numbers in logs.items():
        assert numbers == list(range(1, state.log_lengths[seat] + 1))


def test_accepted_is_the_length_of_the_log_before_anything_came_of_the_orders():
    state = at_norths_movement()
    before = dict(state.log_lengths)
    outcome = play(state, NORTH, Search(hex="12"), Search(hex="13"), Done())
    assert outcome.accepted == before[NORTH] + 1
    assert outcome.told[NORTH][0].number == outcome.accepted
    assert isinstance(outcome.told[NORTH][0].report, OrdersAccepted)


# ---- a match ends


def test_a_match_ended_in_its_middle_stops_there():
    """Found in the first of two searches: the second is not worked, and nobody is asked again."""
    state = opened(TOY).state
    play(state, NORTH, Done())
    play(state, SOUTH, Hide(hex="12"), Done())
    play(state, NORTH, Search(hex="12"), Search(hex="13"), Done())
    outcome = play(state, SOUTH, Done(), dice=LoadedDice([6]))
    assert state.ended and state.waiting == []
    assert [e.kind for e in outcome.journal][-2:] == ["ended", "phase-sealed"]
    assert isinstance(outcome.told[NORTH][-1].report, MatchOver)
    for seat in state.seats:
        assert not state.pictures[seat].asked
        assert options_for(TOY, state.pictures[seat]) == []
        with pytest.raises(Refusal, match="The match is over"):
            play(state, seat, Done())


def ending(state: Any, dice: Dice) -> Iterator[Event]:
    yield Ended()


@pytest.mark.parametrize(
    "heading",
    [
        ask("Fight", does=ending),
        ask("Fight", by=EVERYBODY, does=ending),
        Phase("Fight", does=ending)[ask("A")],
        Dispatch("Fight", to=NORTH, compose=lambda state, to, dice: ending(state, dice)),
    ],
    ids=["asks", "asks both", "has headings under it", "dispatch"],
)
def test_a_heading_that_ends_the_match_asks_nobody(heading: Heading):
    game = playing(ask("First"), heading, ask("Last"))
    state = opened(game).state
    outcome = done(game, state)
    assert state.ended and state.waiting == []
    assert not state.pictures[NORTH].asked
    assert outcome.journal[-2] == Ended()


def test_what_closes_a_heading_may_end_the_match():
    game = playing(Phase("Turn", ends=ending)[ask("A")], ask("Last"))
    state = opened(game).state
    done(game, state)
    assert state.ended and state.waiting == []


def test_an_order_that_ends_the_match_leaves_nothing_to_those_behind_it():
    game = replace(playing(ask("A", orders=(Resign, Hide))), orders=(*TOY.orders, Resign))
    state = opened(game).state
    umpire.play(game, state, NORTH, [Resign(), Hide(hex="22"), Done()], LoadedDice(), strict=True)
    assert state.ended
    assert state.hexes[NORTH] == "11"


# ---- faulty games are found out


def test_a_sequence_that_asks_nobody_is_found_out():
    endless = Repeat("Turns", until=lambda state: False)[Phase("Nothing"), Phase("Nothing more")]
    with pytest.raises(RuntimeError, match="asked nobody for 10000 headings"):
        umpire.open_match(playing(endless), "yard", LoadedDice())


def test_a_sequence_that_comes_to_its_end_without_asking_ends():
    assert opened(playing(Phase("Nothing"))).state.ended


def straight_into_the_truth(state: Any, dice: Dice) -> Iterator[Event]:
    state.hexes[NORTH] = "33"
    yield Told(seat=NORTH, report=WeatherTold(die=1))


def after_its_last_event(state: Any, dice: Dice) -> Iterator[Event]:
    yield Told(seat=NORTH, report=WeatherTold(die=1))
    state.hexes[NORTH] = "33"


@pytest.mark.parametrize("procedure", [straight_into_the_truth, after_its_last_event])
def test_strict_mode_finds_a_change_made_without_an_event(procedure: Any):
    game = playing(ask("A"), Phase("B", does=procedure))
    state = opened(game).state
    with pytest.raises(recording.ChangedWithoutEvent, match="not by an event: its `hexes`"):
        done(game, state)


def test_phasing_is_told_by_the_outline_alone():
    """A heading of PHASING where no side is phasing is a fault of the outline."""
    with pytest.raises(AssertionError, match="no side is phasing"):
        opened(playing(Segment("A", by="phasing")))


def test_moves_are_planned_and_come_true_when_the_seat_closes_the_heading():
    state = at_norths_movement()
    play(state, NORTH, Creep(path=("12", "22")))
    assert state.hexes[NORTH] == "11", "the truth waits"
    assert state.pictures[NORTH].hex == "22", "the seat believes what it ordered"
    assert state.plans[NORTH] == [Creep(path=("12", "22"))]
    play(state, NORTH, Done())
    assert state.hexes[NORTH] == "22"
    assert state.plans[NORTH] == []


def test_an_order_that_was_offered_may_be_refused_by_the_heading_under_a_code_of_its_own():
    """It is asked of what is given, and neither of what is offered nor of the word that closes the heading."""
    weighed: list[Order] = []

    def allows(picture: Any, order: Order) -> None:
        weighed.append(order)
        raise Refusal("DUTY-01", "That would be against your duty.")

    game = playing(ask("Choose", orders=(Resign,), allows=allows))
    state = opened(game).state
    judging.heading_options(game, state.pictures[NORTH])
    assert weighed == []
    with pytest.raises(Refusal, match="against your duty") as refused:
        umpire.play(game, state, NORTH, [Resign()], LoadedDice(), strict=True)
    assert (refused.value.code, refused.value.index, weighed) == (judging.AGAINST_A_DUTY, 0, [Resign()])
    done(game, state)
    assert weighed == [Resign()]
