"""How big a match of Korsun is: the position of The Whole Pocket with both pictures, as it is stored."""

from __future__ import annotations

import pytest

from service.games.korsun.game import KORSUN
from service.games.korsun.truth.state import State
from tests.games.korsun.table import new_match
from tests.random_play import begun, codec, one_call

MOST = 96_000
"""Bytes."""


def size(state: State) -> int:
    """Bytes of a position with both pictures, as they are stored."""
    store = codec(KORSUN)
    return len(store.position(state).encode()) + sum(
        len(store.picture(one).encode()) for one in state.pictures.values()
    )


def test_the_position_of_the_whole_pocket_with_both_pictures_stays_small():
    """Before the first move every unit and marker is there, and all that can be seen is seen."""
    assert size(new_match("korsun-full").truth) <= MOST


@pytest.mark.soak
def test_it_stays_small_to_the_end_of_a_match():
    """At the opening of each game-turn of a match at random, when much was seen and lost from sight again."""
    match, rng, dice = begun(KORSUN, 3, strict=True, scenario="korsun-full")
    turns = dict[int, int]()
    while not match.state.ended:
        if match.state.turn not in turns:
            turns[match.state.turn] = size(match.state)
        one_call(match, rng, dice)
    assert len(turns) >= 6 and max(turns.values()) <= MOST, turns
