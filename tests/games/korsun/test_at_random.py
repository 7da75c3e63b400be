"""Matches at random: each scenario is played to a level of victory, and everything that was told folds."""

from __future__ import annotations

import pytest

from service.engine import recording
from service.engine.sentences import plain_text
from service.games.korsun.game import KORSUN
from service.games.korsun.printed.scenario import AGREED, OPTIONS, WINNERS
from tests.offers import options_for
from tests.random_play import RandomMatch, begun, codec, folded_pictures, one_call, play_out


def holds(match: RandomMatch) -> None:
    """The journal folds to the position, each log to its seat's picture, and all of it reads back equal."""
    assert recording.fold(match.opening, match.journal) == match.state
    assert folded_pictures(match) == match.state.pictures
    store = codec(KORSUN)
    assert store.to_opening(store.opening(match.state)) == match.state
    for event in match.journal:
        assert store.to_event(store.event(event)) == event


def are_said(match: RandomMatch) -> None:
    """Every report is a sentence, and none of them says a name of the program's."""
    for entries in match.logs.values():
        for entry in entries:
            said = plain_text(KORSUN.words.prose(entry.report))
            assert said.endswith(".") and not {"_", "None", "dict"} & set(said.split()), said


def test_a_game_turn_at_random_folds_and_reads_back():
    match, rng, dice = begun(KORSUN, 12, strict=True)
    while match.state.turn < 17:
        one_call(match, rng, dice)
    holds(match)
    are_said(match)
    assert match.reports["enemy-seen"] and match.reports["combat-fought"]


def test_the_first_soviet_player_turn_of_two_pincers_at_random_folds_and_reads_back():
    match, rng, dice = begun(KORSUN, 2, strict=True, scenario="korsun-intro")
    while match.state.phasing != "German" or match.state.cursor[2].heading[:1] != "f":
        one_call(match, rng, dice)
    holds(match)


ASKED = dict.fromkeys(AGREED, "asked")
EVERY_OPTION = dict.fromkeys(OPTIONS, "on") | ASKED
SOAKED = [
    *(("korsun-first", {}, seed) for seed in range(40)), *(("korsun-first", ASKED, seed) for seed in range(8)),
    *(("korsun-intro", {}, seed) for seed in range(8)),
    *(("korsun-intro", EVERY_OPTION, seed) for seed in range(8, 16)), *(("korsun-full", {}, seed) for seed in range(6)),
]  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize(("scenario", "options", "seed"), SOAKED)
def test_a_match_at_random_comes_to_a_level_of_victory(scenario: str, options: dict[str, str], seed: int):
    match = play_out(KORSUN, seed, strict=True, scenario=scenario, options=options)
    holds(match)
    are_said(match)
    assert all(picture.ended and picture.verdict in WINNERS for picture in match.state.pictures.values())
    assert all(options_for(KORSUN, picture) == [] for picture in match.state.pictures.values())
