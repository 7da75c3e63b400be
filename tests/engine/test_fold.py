"""The journal folds to the position, a log to its seat's picture; a match can be put away between any two orders."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine import recording, umpire
from service.engine.dice import Dice, Seeds
from service.engine.events import Told
from service.engine.state import duplicate
from service.store.codec import Codec
from tests.random_play import random_orders
from tests.toy import TOY

SEEDS = Seeds(b"c" * 32, b"d" * 32, turns=4)
CODEC = Codec(TOY)


def saved_and_loaded(state: Any) -> Any:
    return CODEC.to_opening(CODEC.opening(state))


def a_match(seed: int, *, saves: bool) -> tuple[Any, list[Any]]:
    """A random match to its end; with `saves` it is put away and taken out again between any two orders."""
    rng = random.Random(seed)
    outcome = umpire.open_match(TOY, "yard", Dice("m", SEEDS), strict=True)
    state, journal = outcome.state, list(outcome.journal)
    while not state.ended:
        if saves:
            state = saved_and_loaded(state)
        seat = rng.choice(state.waiting)
        orders = random_orders(TOY, state.pictures[seat], rng)
        journal += umpire.play(TOY, state, seat, orders, Dice("m", SEEDS), strict=True).journal
    return state, journal


@settings(max_examples=10)
@given(st.integers(0, 10_000))
def test_the_journal_folds_to_the_position(seed: int):
    opening = TOY.open("yard", {})
    before = duplicate(opening)
    state, journal = a_match(seed, saves=False)
    assert recording.fold(opening, journal) == state
    assert opening == before, "folding leaves the opening as it is"


@settings(max_examples=10)
@given(st.integers(0, 10_000))
def test_a_match_goes_on_alike_when_saved_and_loaded_between_any_two_orders(seed: int):
    """Dice, numbers, letters, plans: nothing lives outside the position."""
    assert a_match(seed, saves=True) == a_match(seed, saves=False)


@settings(max_examples=10)
@given(st.integers(0, 10_000))
def test_what_a_seat_was_told_folds_to_its_picture(seed: int):
    state, journal = a_match(seed, saves=False)
    pictures = TOY.open("yard", {}).pictures
    for event in journal:
        if isinstance(event, Told):
            event.report.teach(pictures[event.seat])
    assert pictures == state.pictures
