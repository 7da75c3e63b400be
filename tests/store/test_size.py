"""What is stored of a match stays small, however it goes: it is read and written with every order."""

from __future__ import annotations

import pytest

from service.games.shelf import GAMES
from tests.random_play import begun, codec, one_call

MOST_BYTES = 64_000


@pytest.mark.parametrize(("every", "most"), [(10, 60), pytest.param(1, None, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", GAMES)
def test_a_position_and_its_pictures_together_are_small_through_a_match(name: str, every: int, most: int | None):
    """Looked at after every call to its end, or after every so many of its first calls."""
    match, rng, dice = begun(GAMES[name], 5, strict=False)
    store, largest = codec(match.game), 0
    while not match.state.ended and (most is None or match.calls < most):
        one_call(match, rng, dice, strict=False)
        if match.calls % every and not match.state.ended:
            continue
        texts = (store.position(match.state), *map(store.picture, match.state.pictures.values()))
        largest = max(largest, sum(len(text.encode()) for text in texts))
    assert largest < MOST_BYTES
