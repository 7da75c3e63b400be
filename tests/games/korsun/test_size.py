"""How big a match of Korsun is: the position of The Whole Pocket with both pictures, as it is stored."""

from __future__ import annotations

from service.games.korsun.game import KORSUN
from tests.games.korsun.table import new_match
from tests.random_play import codec

MOST = 96_000
"""Bytes."""


def test_the_position_of_the_whole_pocket_with_both_pictures_stays_small():
    """Before the first move every unit and marker is there, and all that can be seen is seen."""
    state = new_match("korsun-full").truth
    store = codec(KORSUN)
    size = len(store.position(state).encode()) + sum(
        len(store.picture(one).encode()) for one in state.pictures.values()
    )
    assert size <= MOST, f"{size} bytes"
