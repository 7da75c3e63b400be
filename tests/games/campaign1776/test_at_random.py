"""Whole matches at random: the first evening comes to its end, and everything that was told folds."""

from __future__ import annotations

import pytest

from service.engine import recording, umpire
from service.engine.dice import Dice
from service.engine.orders import Done
from service.engine.sentences import plain_text
from service.games.campaign1776.game import CAMPAIGN1776
from service.games.campaign1776.sections.arrivals import usual_places
from tests.random_play import RandomMatch, begun, codec, folded_pictures, one_call, play_out

OFTEN, SELDOM = 0.2, 0.03


def passed(match: RandomMatch, dice: Dice) -> None:
    """Whoever is asked places what has come in, and closes."""
    seat = match.state.waiting[0]
    orders = [*usual_places(match.state.pictures[seat]), Done()]
    match.took(umpire.play(CAMPAIGN1776, match.state, seat, orders, dice, strict=False))


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
    match = play_out(CAMPAIGN1776, 25, strict=True, options={"visibility": visibility})
    holds(match)
    met = ["enemy-seen", "forced-marched", *(["march-stopped", "round-fought"] if visibility == "inverted" else [])]
    assert all(match.reports[kind] for kind in met)
    assert all(picture.ended and picture.verdict for picture in match.state.pictures.values())


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(60))
def test_any_match_at_random_comes_to_an_end(seed: int):
    holds(play_out(CAMPAIGN1776, seed, strict=True))


def test_months_of_a_campaign_at_random_fold_and_read_back():
    """Two winter months, a spring interphase, and what it brings."""
    match, rng, dice = begun(CAMPAIGN1776, 3, strict=False, scenario="northern-war-1777")
    while match.state.turn < 4:
        if rng.random() < OFTEN:
            one_call(match, rng, dice, strict=False)
        else:
            passed(match, dice)
    holds(match)
    assert match.reports["areas-found"] and match.state.turn == 4


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("scenario", ["northern-war-1777", "northern-war"])
def test_a_campaign_at_random_comes_to_an_end(scenario: str, seed: int):
    holds(play_out(CAMPAIGN1776, seed, strict=True, scenario=scenario))


@pytest.mark.soak
def test_seventy_two_months_are_played_with_france_in_them():
    """Now and then some orders at random; else both sides place what has come in, and pass."""
    match, rng, dice = begun(CAMPAIGN1776, 1, strict=False, scenario="northern-war")
    while not match.state.ended:
        if rng.random() < SELDOM:
            one_call(match, rng, dice, strict=False)
            continue
        passed(match, dice)
    holds(match)
    assert match.state.turn == CAMPAIGN1776.info.scenarios["northern-war"].turns
    assert match.state.campaign.allied and match.reports["variable-fleet-rolled"]
