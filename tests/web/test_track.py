"""The strip above the question: where a match is in its sequence of play, and what comes next."""

from __future__ import annotations

import pytest

from docs.examples.towns import THREE_HOUSES
from service.engine.outline import Heading
from service.games.ndc.game import NDC
from web.table.track import track


@pytest.mark.parametrize(
    ("outline", "address", "following"),
    [
        (THREE_HOUSES.outline, "seasons/season/roads", "Bids"),
        (THREE_HOUSES.outline, "seasons/season/bids", "another Season, or Reckoning"),
        (THREE_HOUSES.outline, "reckoning", ""),
        (NDC.outline, "game-turns/game-turn", "First Player Turn"),
    ],
)
def test_after_the_last_step_of_a_turn_the_next_may_come_round(outline: Heading, address: str, following: str):
    """Whether it does is for the umpire to know, so both are named, in the last turn as in the first."""
    found = track(outline, address, (), asked=True, ended=False)
    assert found.coming == following
    assert track(outline, address, (), asked=False, ended=False).coming == ""
