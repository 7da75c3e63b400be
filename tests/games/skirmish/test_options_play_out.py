"""Matches at random under every option that alters the sequence or the orders: none stands still, all fold."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.engine import recording
from service.games.skirmish.game import SKIRMISH
from tests import random_play

OPTIONS = (
    {"markers": "honour"},
    {"markers": "honour", "rof_mode": "dice", "remaining_fire": "not_yet_fired"},
    {"rof_mode": "dice", "halt_scope": "step", "setup": "free"},
    {"halt_scope": "stack", "turn_structure": "fixed_attacker"},
    {"fog": "off", "setup": "free"},
)


@pytest.mark.soak
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: " ".join(options.values()))
def test_a_match_at_random_under_options(options: dict[str, str]):
    game = replace(SKIRMISH, set_up=lambda name, given: SKIRMISH.set_up(name, options))
    match = random_play.play_out(game, seed=len(options), strict=False)
    assert recording.fold(match.opening, match.journal) == match.state
    assert random_play.folded_pictures(match) == match.state.pictures
