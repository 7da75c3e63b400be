"""Whole matches at random: the first evening comes to its end, and everything that was told folds."""

from __future__ import annotations

import pytest

from service.engine import recording
from service.engine.sentences import plain_text
from service.games.campaign1776.game import CAMPAIGN1776
from tests.random_play import RandomMatch, codec, folded_pictures, play_out


def holds(match: RandomMatch) -> None:
    """The journal folds to the position, each log to its seat's picture, all of it reads back equal, and is said."""
    assert recording.fold(match.opening, match.journal) == match.state
    assert folded_pictures(match) == match.state.pictures
    store = codec(CAMPAIGN1776)
    assert store.to_opening(store.opening(match.state)) == match.state
    for event in match.journal:
        assert store.to_event(store.event(event)) == event
    for entries in match.logs.values():
        for entry in entries:
            said = plain_text(CAMPAIGN1776.words.prose(entry.report))
            assert said.endswith(".") and not {"_", "None", "dict"} & set(said.split()), said


@pytest.mark.parametrize("visibility", ["inverted", "open"])
def test_a_match_at_random_folds_and_reads_back(visibility: str):
    match = play_out(CAMPAIGN1776, 2, strict=True, options={"visibility": visibility})
    holds(match)
    met = ["enemy-seen", "forced-marched", *(["march-stopped", "round-fought"] if visibility == "inverted" else [])]
    assert all(match.reports[kind] for kind in met)
    assert all(picture.ended and picture.verdict for picture in match.state.pictures.values())


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(60))
def test_any_match_at_random_comes_to_an_end(seed: int):
    holds(play_out(CAMPAIGN1776, seed, strict=True))
