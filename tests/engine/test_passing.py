"""Where a seat could do nothing but close a heading it is passed, but for the last before others hear of something."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from service.engine import recording, umpire
from service.engine.attendance import Attend
from service.engine.dice import LoadedDice
from service.engine.events import Event, Told, WindowOpened
from service.engine.game import AnyGame
from service.engine.orders import Done
from service.engine.outline import AtOwnPace, Dispatch, Each, Heading, Phase, Repeat, Segment, Step
from service.engine.recording import PassedOn
from service.engine.reports import HeadingOpened, HeadingPassed, OrdersAccepted
from service.engine.seats import EVERYBODY, NON_PHASING, PHASING, STANDING
from service.engine.sentences import plain_text
from service.engine.validation.faults import FaultyGame
from tests.engine.faulty import turn
from tests.engine.tiny import ask, done, opened, playing, stands
from tests.toy import HEXES, NORTH, SOUTH, AnswerInAdvance, Hide, Search, WeatherTold


def scout(title: str = "Scout", **more: Any) -> Segment:
    """A heading of North's that passes where everything has been searched."""
    return ask(title, **{"orders": (Search,), "passes": True, **more})


def left(state: Any, *hexes: str) -> Any:
    """North has these hexes left to search."""
    state.pictures[NORTH].searched = [hex for hex in HEXES if hex not in hexes]
    return state


def told(outcome: recording.Outcome, seat: str) -> list[Any]:
    return [entry.report for entry in outcome.told.get(seat, [])]


ROUND = (ask("Hide", orders=(Hide,)), scout(), ask("March", orders=(Hide,)), ask("Answer", by=SOUTH))


def test_where_nothing_can_be_done_a_heading_is_passed_and_said_so():
    game = playing(*ROUND)
    outcome = done(game, left(opened(game).state))
    assert told(outcome, NORTH) == [
        OrdersAccepted(orders=(Done(),)), HeadingPassed(address="scout", titles=("Scout",), turn=0),
        HeadingOpened(address="march", titles=("March",), turn=0),
    ]  # fmt: skip
    assert SOUTH not in outcome.told
    assert plain_text(game.words.prose(told(outcome, NORTH)[1])) == "Scout: nothing to decide, so it was passed."
    assert game.words.is_news(told(outcome, NORTH)[1])


def test_where_something_can_be_done_it_is_asked():
    game = playing(*ROUND)
    state = left(opened(game).state, "22")
    assert not any(isinstance(report, HeadingPassed) for report in told(done(game, state), NORTH))
    assert stands(state) == "scout" and state.waiting == [NORTH]


def test_what_is_lawful_at_any_time_keeps_nobody_at_a_heading():
    """An answer in advance can be given at the next one too."""
    game = playing(ask("Hide", orders=(Hide,)), scout(orders=(Search, AnswerInAdvance)), ask("March", orders=(Hide,)))
    state = left(opened(game).state)
    done(game, state)
    assert stands(state) == "march"
    umpire.play(game, state, NORTH, [AnswerInAdvance(low=True)], LoadedDice(), strict=True)
    assert state.lie_low[NORTH]


def test_the_first_of_a_sitting_passes_too_and_nobody_else_hears_of_it():
    """South's word brings North the same question, whether or not North has anything to search before it."""
    heard = []
    for hexes in ((), ("22",)):
        game = playing(ask("Answer", by=SOUTH), scout(), ask("March", orders=(Hide,)))
        state = left(opened(game).state, *hexes)
        outcome = done(game, state)
        heard.append(told(outcome, SOUTH))
        assert stands(state) == ("scout" if hexes else "march")
        if hexes:
            outcome = done(game, state)
            assert SOUTH not in outcome.told
        assert isinstance(told(outcome, NORTH)[-1], HeadingOpened)
    assert heard[0] == heard[1]


def test_a_match_can_begin_with_a_heading_that_is_passed():
    def all_searched(state: Any, dice: Any) -> Iterator[Event]:
        left(state)
        yield from ()

    game = playing(scout(does=all_searched), ask("March", orders=(Hide,)))
    outcome = umpire.open_match(game, "yard", LoadedDice())
    assert [type(report) for report in told(outcome, NORTH)] == [HeadingPassed, HeadingOpened]


def test_dice_fall_as_if_the_seat_had_closed_it():
    """The words of a roll are those of a closing by hand, for whoever reads them."""

    def roll(state: Any, dice: Any) -> Iterator[Event]:
        dice.roll("1d6", "TOY-1 luck")
        yield from ()

    causes = []
    for hexes in ((), ("22",)):
        game = playing(ask("Hide", orders=(Hide,)), scout(ends=roll), ask("March", orders=(Hide,)))
        state = left(opened(game).state, *hexes)
        events = done(game, state).journal + (done(game, state).journal if hexes else [])
        causes.append([(event.cause, event.faces) for event in events if event.kind == "rolled"])
    assert causes[0] == causes[1] and len(causes[0]) == 1


def test_on_standing_orders_it_is_answered_as_any_other():
    """In another's turn: what answers for a seat is known to all, and says so in its log."""
    game = playing(
        Phase("Turn", phasing=lambda state: NORTH)[
            ask("Hide", orders=(Hide,)),
            ask("Fire", by=NON_PHASING, orders=(Search,), passes=True),
            ask("Send off", by=NON_PHASING),
        ]
    )
    state = opened(game).state
    state.pictures[SOUTH].searched = list(HEXES)
    umpire.play(game, state, SOUTH, [Attend(attendance=STANDING)], LoadedDice(), strict=True)
    reports = told(done(game, state, NORTH), SOUTH)
    assert [type(report) for report in reports] == [HeadingOpened, OrdersAccepted] * 2


def test_steps_at_ones_own_pace_pass_too():
    game = playing(
        AtOwnPace("Plans", by=EVERYBODY)[
            Step("Hide", orders=(Hide,)), Step("Scout", orders=(Search,), passes=True), Step("Last", orders=(Hide,))
        ]
    )
    state = left(opened(game).state)
    assert [type(report) for report in told(done(game, state, NORTH), NORTH)] == [
        OrdersAccepted, HeadingPassed, HeadingOpened,
    ]  # fmt: skip
    assert state.steps == {NORTH: "last", SOUTH: "hide"} and state.waiting == [NORTH, SOUTH]


def north_alone(state: Any, seat: str) -> bool:
    return seat == NORTH


def test_the_last_step_that_a_seat_takes_is_asked_though_it_passes_for_whoever_takes_another():
    """With the last word of a seat its progress is over, for which the others may be waiting."""
    game = playing(
        AtOwnPace("Plans", by=EVERYBODY)[
            Step("Hide", orders=(Hide,)), Step("Scout", orders=(Search,), passes=True),
            Step("Last", orders=(Hide,), takes=north_alone),
        ]
    )  # fmt: skip
    state = left(opened(game).state)
    state.pictures[SOUTH].searched = list(HEXES)
    for seat in (NORTH, SOUTH):
        done(game, state, seat)
    assert state.steps == {NORTH: "last", SOUTH: "scout"} and state.waiting == [NORTH, SOUTH]


# ---- what others would hear


def tell_south(state: Any, dice: Any) -> Iterator[Event]:
    yield Told(seat=SOUTH, report=WeatherTold(die=3))


def set_a_time(state: Any, dice: Any) -> Iterator[Event]:
    yield WindowOpened(seconds=60)


LOUD: dict[str, tuple[tuple[Heading, ...], str]] = {
    "told as it is left": ((scout(ends=tell_south), ask("March", orders=(Hide,))), "a report 'weather-told' for south"),
    "told before the next": (
        (scout(), ask("March", does=tell_south, orders=(Hide,))), "a report 'weather-told' for south",
    ),
    "a time begins": ((scout(ends=set_a_time), ask("March", orders=(Hide,))), "the event 'window-opened'"),
    "another is asked": ((scout(), ask("Answer", by=SOUTH)), "a report 'heading-opened' for south"),
    "a letter goes": ((scout(), Dispatch("Letter", to=SOUTH)), "a report 'letter-arrived' for south"),
    "the end": ((scout(), Phase("End", does=tell_south)), "a report 'weather-told' for south"),
}  # fmt: skip


@pytest.mark.parametrize(("headings", "heard"), LOUD.values(), ids=LOUD)
def test_the_umpire_stops_before_anybody_else_hears_of_something_by_it(headings: tuple[Heading, ...], heard: str):
    game = playing(ask("Hide", orders=(Hide,)), *headings)
    with pytest.raises(PassedOn, match=heard):
        done(game, left(opened(game).state))


def test_it_stops_where_the_end_of_a_time_would_come_next():
    game = playing(
        ask("Hide", orders=(Hide,), ends=set_a_time),
        scout(),
        Segment("Result", timed=True),
        ask("March", orders=(Hide,)),
    )
    with pytest.raises(PassedOn, match="the end of a time comes next"):
        done(game, left(opened(game).state))


# ---- what an outline shows of that


def night(state: Any) -> bool:
    return False


def north(state: Any) -> list[str]:
    return [NORTH]


def ones(*headings: Heading) -> AnyGame:
    return turn(*headings, ask("Answer", by=NON_PHASING))


def tries() -> Each:
    """What South replies to each thing that was ordered at the heading before."""
    return Each("Tries", each=lambda state: (), of_before=True)[ask("Reply", by=NON_PHASING)]


LAST = "`passes`, and may be the last before “{}”, where others hear of something."
FAULTY: dict[str, tuple[AnyGame, str]] = {
    "the last of a turn": (turn(scout(by=PHASING)), "`passes`, and no question to the same seat is certain to follow."),
    "before a letter": (
        ones(scout(by=PHASING), Dispatch("Letter", to=NON_PHASING), ask("March", by=PHASING)), LAST.format("Letter"),
    ),
    "before another": (ones(scout(by=PHASING)), LAST.format("Answer")),
    "before items of an earlier heading": (
        ones(scout(by=PHASING), ask("March", by=PHASING, when=night, orders=(Hide,)), tries()), LAST.format("Reply"),
    ),
    "before what may be left out": (
        ones(scout(by=PHASING), ask("March", by=PHASING, when=night, orders=(Hide,))), LAST.format("Answer"),
    ),
    "out of a Repeat": (
        ones(Repeat("Rounds", until=night)[scout(by=PHASING)], Segment("Count")), LAST.format("Answer"),
    ),
    "both are asked": (turn(scout(by=EVERYBODY)), "`passes`, and it is not one seat alone that is asked."),
    "a function says who": (turn(scout(by=north)), "`passes`, and it is not one seat alone that is asked."),
    "nothing to order": (
        ones(scout(by=PHASING, orders=()), ask("March", by=PHASING)),
        "`passes`, and nothing can be ordered there: it would never be asked.",
    ),
    "the last step": (
        playing(AtOwnPace("Plans", by=EVERYBODY)[Step("Scout", orders=(Search,), passes=True)]),
        "`passes`, and no Step is asked after it.",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("game", "fault"), FAULTY.values(), ids=FAULTY)
def test_a_heading_that_cannot_pass_is_a_fault_of_its_game(game: AnyGame, fault: str):
    with pytest.raises(FaultyGame) as faulty:
        game.validate()
    assert any(said.endswith(fault) and "Scout” " in said for said in faulty.value.faults), faulty.value.faults


@pytest.mark.parametrize("game", [
    ones(scout(by=PHASING), Segment("Count"), ask("March", by=PHASING, orders=(Hide,))),
    ones(scout(by=PHASING, when=night), ask("March", by=PHASING, when=night, orders=(Hide,))),
    ones(Repeat("Rounds", until=night)[scout(by=PHASING)], ask("March", by=PHASING, orders=(Hide,))),
    ones(scout(by=PHASING), tries(), ask("March", by=PHASING, orders=(Hide,))),
])  # fmt: skip
def test_before_a_question_to_the_same_seat_it_can(game: AnyGame):
    try:
        game.validate()
    except FaultyGame as faulty:
        assert not any("passes" in fault for fault in faulty.faults), faulty.faults
