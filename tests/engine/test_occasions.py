"""What a report was told on is kept with it, from the heading that is an occasion to the log of the seat."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from service.engine import recording, umpire
from service.engine.dice import Dice, LoadedDice
from service.engine.events import Event, Posted, SeatHeld, Told, TurnBegan
from service.engine.orders import Done, Order
from service.engine.outline import Dispatch, Each, GameTurn, Phase, PlayerTurn
from service.engine.reports import HeadingOpened, LetterArrived, Occasion, OrdersAccepted, Report, Telling, by_turn
from service.engine.telling import release, tell
from tests.engine.tiny import ask, done, opened, playing
from tests.random_play import codec
from tests.toy import NORTH, SOUTH, TOY, AdviceNoted, AnswerInAdvance, Search, SearchHeard, WeatherTold

SEARCH = Occasion(kind="search", turn=1, phasing=NORTH, item="22")


def play(state: Any, seat: str, *orders: Order) -> recording.Outcome:
    return umpire.play(TOY, state, seat, orders, LoadedDice(), strict=True)


def at_a_search() -> tuple[Any, recording.Outcome]:
    """South is asked about the first of two searches of North."""
    state = opened(TOY).state
    play(state, NORTH, Done())
    play(state, SOUTH, Done())
    return state, play(state, NORTH, Search(hex="22"), Search(hex="23"), Done())


def on_what(outcome: recording.Outcome, seat: str) -> list[tuple[type[Report], Occasion | None]]:
    return [(type(entry.report), entry.occasion) for entry in outcome.told.get(seat, [])]


def test_what_is_told_under_a_heading_that_is_an_occasion_bears_it_and_nothing_else_does():
    _, outcome = at_a_search()
    assert on_what(outcome, SOUTH) == [
        (LetterArrived, None), (SearchHeard, None), (SearchHeard, None), (HeadingOpened, SEARCH),
    ]  # fmt: skip
    assert on_what(outcome, NORTH) == [(OrdersAccepted, None)]


def test_what_an_order_tells_that_is_lawful_at_any_time_is_told_on_no_occasion():
    """North may not know that South is being asked, nor about which of the searches."""
    state, _ = at_a_search()
    outcome = play(state, NORTH, AnswerInAdvance(low=True))
    assert on_what(outcome, NORTH) == [(OrdersAccepted, None), (AdviceNoted, None)]


def test_a_report_that_waits_keeps_its_occasion():
    def two(state: Any) -> list[str]:
        return ["a", "b"]

    def hold(state: Any, dice: Dice) -> Iterator[Event]:
        yield TurnBegan(turn=1)
        yield SeatHeld(seat=SOUTH)

    def happens(state: Any, dice: Dice) -> Iterator[Event]:
        yield tell(state, SOUTH, WeatherTold(die=len(state.item() or "")))

    def letter(state: Any, to: str, dice: Dice) -> Iterator[Event]:
        yield from release(state, to)

    game = playing(
        Phase("Dawn", does=hold),
        Each("Fights", each=two, occasion="fight")[Phase("Fight", does=happens)],
        Dispatch("Letter", to=SOUTH, compose=letter),
        ask("Then"),
    )
    outcome = opened(game)
    told = [(type(entry.report), entry.occasion, entry.letter) for entry in outcome.told[SOUTH]]
    fights = [Occasion(kind="fight", turn=1, item=item) for item in ("a", "b")]
    assert told == [(LetterArrived, None, 1), *((WeatherTold, fight, 1) for fight in fights)]
    assert [event.occasion for event in outcome.journal if isinstance(event, Posted)] == fights
    assert done(game, outcome.state)


def test_an_occasion_is_stored_beside_the_report_s_own_fields_and_one_without_as_ever():
    store = codec(TOY)
    heard = SearchHeard(hex="22")
    assert json.loads(store.telling(Telling(heard))) == {"kind": "search-heard", "hex": "22"}
    written = store.telling(Telling(heard, SEARCH))
    plain = {"kind": "search", "turn": 1, "phasing": NORTH, "item": "22"}
    assert json.loads(written) == {"kind": "search-heard", "hex": "22", "occasion": plain}
    assert store.to_telling(written) == Telling(heard, SEARCH)
    assert store.to_telling('{"kind":"search-heard","hex":"22"}') == Telling(heard)
    for event in (Told(seat=SOUTH, report=heard, occasion=SEARCH), Posted(seat=SOUTH, report=heard, occasion=SEARCH)):
        assert store.to_event(store.event(event)) == event


def test_what_waits_in_a_position_of_before_is_read_as_it_was():
    store, state = codec(TOY), opened(TOY).state
    before = json.loads(store.position(state)) | {"post": {SOUTH: [{"kind": "search-heard", "hex": "22"}]}}
    read = store.to_position(json.dumps(before), {}, {})
    assert read.post == {SOUTH: [Telling(SearchHeard(hex="22"))]}
    assert json.loads(store.position(read))["post"] == before["post"]


def test_an_occasion_is_of_the_side_whose_turn_its_own_heading_is():
    """A turn of everybody is nobody's, also while one side has its part of it."""

    def begins(state: Any, dice: Dice) -> Iterator[Event]:
        yield TurnBegan(turn=1)

    def rains(state: Any, dice: Dice) -> Iterator[Event]:
        yield Told(seat=SOUTH, report=WeatherTold(die=3))

    game = playing(
        GameTurn("Day", does=begins, occasion="day")[
            PlayerTurn("North's Rations", phasing=lambda state: NORTH, does=rains),
            PlayerTurn("North's Day", phasing=lambda state: NORTH, does=rains, occasion="north")[ask("March")],
        ],
    )
    assert [occasion for report, occasion in on_what(opened(game), SOUTH) if report is WeatherTold] == [
        Occasion(kind="day", turn=1), Occasion(kind="north", turn=1, phasing=NORTH),
    ]  # fmt: skip


def test_reports_stand_by_the_turn_and_side_of_their_occasions_else_with_what_came_before():
    rain, sun, fog = (WeatherTold(die=die) for die in (1, 2, 3))
    told = [Telling(rain), Telling(sun, SEARCH), Telling(fog), Telling(rain, Occasion(kind="day", turn=1))]
    assert by_turn([*told, Telling(sun, SEARCH)], 0, SOUTH) == {
        (0, SOUTH): [rain], (1, NORTH): [sun, fog, sun], (1, None): [rain],
    }  # fmt: skip
