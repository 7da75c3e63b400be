"""Three at a table: who speaks where, who is told, and steps that each takes at its own pace."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

import pytest

from service.engine import recording, umpire
from service.engine.attendance import Attend
from service.engine.dice import LoadedDice
from service.engine.events import Event, Posted, Told, WindowOpened
from service.engine.game import AnyGame
from service.engine.orders import Done, Order, Refusal
from service.engine.outline import AtOwnPace, Dispatch, Heading, Phase, Segment, Step
from service.engine.recording import Outcome
from service.engine.reports import HeadingOpened, LetterArrived, OrdersAccepted
from service.engine.seats import EVERYBODY, NON_PHASING, PHASING, STANDING
from service.engine.tally import is_own, own_turn
from tests.altered import with_info
from tests.engine.test_auction import AUCTION, Bid, BidMade, LotTaken, hall
from tests.engine.tiny import Resign

ANN, BOB, CAT = "Ann", "Bob", "Cat"


def three(*headings: Heading) -> AnyGame:
    """The auction's words for three, with another sequence of play."""

    def opening(scenario: str, options: Any) -> Any:
        return hall(scenario, options, seats=(ANN, BOB, CAT))

    game = with_info(AUCTION, seats=(ANN, BOB, CAT))
    return replace(game, outline=Heading("Three")[headings], set_up=opening)


def anns_turn(*headings: Heading) -> AnyGame:
    return three(Phase("Turn", phasing=lambda state: ANN)[headings])


def opened(game: AnyGame) -> Any:
    return umpire.open_match(game, "hall", LoadedDice(), strict=True).state


def play(game: AnyGame, state: Any, seat: str, *orders: Order) -> Outcome:
    return umpire.play(game, state, seat, orders, LoadedDice(), strict=True)


def told(outcome: Outcome, seat: str) -> list[type]:
    return [type(entry.report) for entry in outcome.told.get(seat, [])]


# ---- who speaks


def the_richest(state: Any) -> list[str]:
    return [BOB]


def asked_by(by: Any) -> list[str]:
    return list(opened(anns_turn(Segment("A", by=by), Segment("Z", by=ANN))).waiting)


def test_the_non_phasing_are_all_the_others():
    assert asked_by(PHASING) == [ANN]
    assert asked_by(NON_PHASING) == [BOB, CAT]
    assert asked_by(EVERYBODY) == [ANN, BOB, CAT]


def test_several_seats_speak_in_the_order_of_the_table_and_each_once():
    assert asked_by((CAT, ANN)) == [ANN, CAT]
    assert asked_by((CAT, NON_PHASING)) == [BOB, CAT]


def test_a_function_of_the_position_says_who_speaks():
    assert asked_by(the_richest) == [BOB]


def test_a_seat_that_is_not_in_the_match_cannot_speak():
    with pytest.raises(AssertionError, match=r"no seats of this match: \['Dan'\]"):
        asked_by((ANN, "Dan"))


def test_a_letter_to_the_non_phasing_goes_to_each_of_the_others():
    game = anns_turn(Segment("A", by=ANN), Dispatch("Letter", to=NON_PHASING), Segment("Z", by=ANN))
    outcome = play(game, opened(game), ANN, Done())
    assert told(outcome, BOB) == told(outcome, CAT) == [LetterArrived]
    assert LetterArrived not in told(outcome, ANN)


def test_of_several_in_anothers_turn_who_is_on_standing_orders_is_answered_for():
    game = anns_turn(Segment("A", by=ANN), Segment("B", by=NON_PHASING), Segment("Z", by=ANN))
    state = opened(game)
    play(game, state, CAT, Attend(attendance=STANDING))
    outcome = play(game, state, ANN, Done())
    assert state.waiting == [BOB]
    assert told(outcome, CAT) == [HeadingOpened, OrdersAccepted]


def bob_if_he_has_bid(state: Any) -> list[str]:
    return [ANN, *([BOB] if state.bids.get(BOB) else [])]


@pytest.mark.parametrize("step", [False, True])
def test_whom_else_a_heading_asks_decides_nothing_for_a_seat_on_standing_orders(step: bool):
    """Whether Bob has bid is hidden: Ann is answered for in both worlds alike."""
    asks = (
        AtOwnPace("B", by=bob_if_he_has_bid)[Step("One", orders=(Bid,))] if step else Segment("B", by=bob_if_he_has_bid)
    )
    heard = []
    for coins in (0, 1):
        game = three(Segment("A", by=EVERYBODY, orders=(Bid,)), asks, Segment("Z", by=CAT))
        state = opened(game)
        play(game, state, BOB, Bid(coins=coins), Done())
        play(game, state, CAT, Done())
        play(game, state, ANN, Attend(attendance=STANDING))
        heard.append(told(play(game, state, ANN, Done()), ANN))
    assert heard[0] == heard[1] and heard[0][-2:] == [HeadingOpened, OrdersAccepted]


def window(state: Any, dice: Any) -> Iterator[Event]:
    yield WindowOpened(seconds=60)


def test_after_the_end_nobody_is_answered_for_any_more():
    """Of those whose time is over the first ends the match; the others hear of nothing after it."""

    def resign(picture: Any, heading: Heading) -> list[Order]:
        return [Resign()]

    game = replace(
        three(Segment("B", by=EVERYBODY, does=window, orders=(Resign,)), Segment("Z", by=ANN)), answer=resign
    )
    state = opened(game)
    assert state.waiting == [ANN, BOB, CAT]
    outcome = umpire.lapse(game, state, LoadedDice(), strict=True)
    kinds = [event.kind for event in outcome.journal]
    assert state.ended and "told" not in kinds[kinds.index("ended") :]


# ---- at its own pace


def refund(state: Any, seat: str, dice: Any) -> Iterator[Event]:
    """What a seat has bid in the first step comes to nothing."""
    yield BidMade(seat=seat, coins=-state.bids.get(seat, 0))


def has_bid(state: Any, seat: str) -> bool:
    return bool(state.bids.get(seat))


def paced(**turn: Any) -> AnyGame:
    return three(
        Phase("Closing", **turn)[
            AtOwnPace("Stages", by=EVERYBODY)[
                Step("First", orders=(Bid,)),
                Step("Second", takes=has_bid, orders=(Bid,)),
                Step("Refund", begins=refund),
                Step("Third", orders=(Bid,), finishes=refund),
            ],
            Segment("After", by=ANN),
        ]
    )


def where(state: Any, seat: str) -> str:
    return str(state.pictures[seat].address.rsplit("/", 1)[-1])


def test_each_takes_the_steps_at_its_own_pace_and_knows_where_it_stands():
    game = paced()
    state = opened(game)
    assert [where(state, seat) for seat in state.seats] == ["first", "first", "first"]
    play(game, state, ANN, Bid(coins=1), Done())
    assert [where(state, seat) for seat in state.seats] == ["second", "first", "first"]
    assert state.pictures[ANN].titles == ("Closing", "Stages", "Second")
    play(game, state, ANN, Done())
    assert where(state, ANN) == "third" and not state.bids[ANN], "the umpire's own step lay between"
    play(game, state, BOB, Done())
    assert [where(state, seat) for seat in state.seats] == ["third", "third", "first"], "no bid, no second"
    assert state.waiting == [ANN, BOB, CAT]


def test_nothing_is_told_of_anothers_progress():
    game = paced()
    state = opened(game)
    for orders in ((Bid(coins=1), Done()), (Done(),), (Bid(coins=2), Done())):
        outcome = play(game, state, ANN, *orders)
        assert set(outcome.told) == {ANN}
    assert state.waiting == [BOB, CAT] and not state.pictures[ANN].asked


def test_it_is_over_when_the_last_has_taken_all_steps():
    game = paced()
    state = opened(game)
    for seat in (BOB, CAT, ANN):
        play(game, state, seat, Done())
        play(game, state, seat, Bid(coins=3), Done())
    assert (where(state, ANN), state.waiting, state.steps) == ("after", [ANN], {})
    assert not any(state.bids.values()), "what each bid last came to nothing as it left the last step"


def test_an_order_of_another_step_is_refused_by_what_the_seat_knows():
    game = three(AtOwnPace("Stages", by=EVERYBODY)[Step("First", orders=(Bid,)), Step("Second", orders=(Attend,))])
    state = opened(game)
    play(game, state, ANN, Done())
    with pytest.raises(Refusal, match="you are at Stages › Second"):
        play(game, state, ANN, Bid(coins=1))
    play(game, state, BOB, Bid(coins=1))


def test_whoever_is_on_standing_orders_in_anothers_turn_is_taken_through_all_steps():
    game = three(
        Phase("Turn", phasing=lambda state: ANN)[
            Segment("Before", by=ANN),
            AtOwnPace("Stages", by=NON_PHASING)[Step("First", orders=(Bid,)), Step("Second", orders=(Bid,))],
            Segment("After", by=ANN),
        ]
    )
    state = opened(game)
    play(game, state, BOB, Attend(attendance=STANDING))
    outcome = play(game, state, ANN, Done())
    assert told(outcome, BOB) == [HeadingOpened, OrdersAccepted] * 2
    assert state.waiting == [CAT]


def test_planned_orders_wait_for_the_end_of_their_own_step():
    seen: list[Any] = []

    def worked(state: Any, seat: str, dice: Any) -> Iterator[Event]:
        seen.append((seat, list(state.plans[seat])))
        yield from ()

    game = three(
        AtOwnPace("Stages", by=(ANN, BOB))[
            Step("First", orders=(Bid,), works="when done", finishes=worked), Step("Second", orders=(Bid,))
        ]
    )
    state = opened(game)
    play(game, state, ANN, Bid(coins=2))
    assert not seen and not state.bids
    play(game, state, ANN, Done())
    assert seen == [(ANN, [Bid(coins=2)])] and state.waiting == [ANN, BOB]
    assert not state.plans[ANN], "what was worked is planned no more"


def tell_all(state: Any, seat: str, dice: Any) -> Iterator[Event]:
    yield from (Told(seat=reader, report=LotTaken(by=seat)) for reader in state.seats)


def post_to_all(state: Any, seat: str, dice: Any) -> Iterator[Event]:
    yield from (Posted(seat=reader, report=LotTaken(by=seat)) for reader in state.seats)


def roll_in_public(state: Any, seat: str, dice: Any) -> Iterator[Event]:
    dice.roll("1d6", "AUC-9 progress", public=True)
    yield from ()


def open_window(state: Any, seat: str, dice: Any) -> Iterator[Event]:
    yield from window(state, dice)


@dataclass(frozen=True, kw_only=True)
class Boast(Order):
    """Tell everybody."""

    kind: Literal["boast"] = "boast"

    def resolve(self, state: Any, seat: str, dice: Any) -> Iterator[Event]:
        yield from tell_all(state, seat, dice)


@pytest.mark.parametrize("loud", [tell_all, post_to_all, roll_in_public, open_window])
@pytest.mark.parametrize("entry", ["begins", "finishes"])
def test_a_step_that_lets_others_hear_of_it_is_stopped_before_they_do(entry: str, loud: Any):
    game = three(
        AtOwnPace("Stages", by=EVERYBODY)[Step("First", orders=(Bid,)), Step("Second", orders=(Bid,), **{entry: loud})]
    )
    state = opened(game)
    state.turn = 1
    with pytest.raises(recording.ToldOfProgress, match="“Second” of Ann"):
        for _ in range(2):
            umpire.play(game, state, ANN, [Done()], LoadedDice())
    assert state.log_lengths[BOB] == 1 and not state.post.get(BOB) and not state.rolls and not state.window


@pytest.mark.parametrize("at_any_time", [False, True])
def test_what_is_ordered_at_a_step_is_told_to_nobody_else_but_what_is_lawful_at_any_time_is(at_any_time: bool):
    """An order that may be given at any time says nothing of where its seat stands."""
    orders, anytime = ((), (Boast,)) if at_any_time else ((Boast,), ())
    game = replace(three(AtOwnPace("Stages", by=EVERYBODY)[Step("First", orders=(Bid, *orders))]), anytime=anytime)
    state = opened(game)
    if at_any_time:
        assert LotTaken in told(play(game, state, ANN, Boast()), BOB)
    else:
        with pytest.raises(recording.ToldOfProgress, match=r"“First” of Ann, a report .lot-taken. for Bob"):
            play(game, state, ANN, Boast())


def test_a_step_tells_its_own_seat_what_it_likes():
    def tell_one(state: Any, seat: str, dice: Any) -> Iterator[Event]:
        yield Told(seat=seat, report=LotTaken(by=seat))

    game = three(AtOwnPace("Stages", by=EVERYBODY)[Step("First", orders=(Bid,), finishes=tell_one)])
    assert told(play(game, opened(game), ANN, Done()), ANN) == [OrdersAccepted, LotTaken]


def test_a_journal_of_it_folds_to_the_same_position():
    game = paced()
    opening = umpire.open_match(game, "hall", LoadedDice(), strict=True)
    state, journal = opening.state, list(opening.journal)
    for seat in (CAT, ANN, CAT, BOB):
        journal += play(game, state, seat, Bid(coins=1), Done()).journal
    assert recording.fold(game.open("hall", {}), journal) == state


# ---- whose turn a seat is asked in


def opened_for(game: AnyGame, seat: str) -> HeadingOpened:
    """What a seat is told as it is asked first."""
    outcome = umpire.open_match(game, "hall", LoadedDice(), strict=True)
    return next(entry.report for entry in outcome.told[seat] if isinstance(entry.report, HeadingOpened))


@pytest.mark.parametrize(
    "by", [EVERYBODY, (PHASING, NON_PHASING), (ANN, BOB), (PHASING, BOB), lambda state: (ANN, BOB)],
    ids=["everybody", "both roles", "two seats", "a role and a seat", "a function"],
)  # fmt: skip
def test_a_seat_is_told_whether_it_is_asked_in_anothers_turn(by: Any):
    game = anns_turn(Segment("A", by=by))
    assert (opened_for(game, ANN).own, opened_for(game, BOB).own) == (True, False)
    assert own_turn(game, opened_for(game, ANN), ANN) == "0 turn"
    assert own_turn(game, opened_for(game, BOB), BOB) == ""


def test_a_turn_of_nobodys_is_everybodys_own():
    game = three(Segment("A", by=lambda state: (ANN, BOB)))
    assert (opened_for(game, ANN).own, own_turn(game, opened_for(game, BOB), BOB)) == (True, "0 ")


@pytest.mark.parametrize(("by", "own"), [(PHASING, True), (NON_PHASING, False), (BOB, True), (ANN, False)])
def test_of_a_log_of_before_the_heading_tells_it(by: str, own: bool):
    game = anns_turn(Segment("A", by=by))
    assert is_own(game, HeadingOpened(address="turn/a", titles=("A",), turn=1), BOB) is own
