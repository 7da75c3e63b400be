"""The two-worlds trial by the second set of data of each game: what is hidden is hidden by any figures."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from service.engine.game import AnyGame
from tests.games.skirmish.other_set import HEATH
from tests.other_data import HIGHLANDS
from tests.roll_kinds import kinds_in
from tests.secrecy import ndc_worlds, skirmish_worlds  # noqa: F401 (what is hidden in each game)
from tests.secrecy.trial import Tally, try_match
from tests.secrecy.worlds import SECRETS


@pytest.mark.soak
@pytest.mark.parametrize("seed", (3, 8))
@pytest.mark.parametrize(("shipped", "game"), [("skirmish", HEATH), ("ndc", HIGHLANDS)], ids=["heath", "highlands"])
def test_secrets_stay_secret_by_other_data(monkeypatch: Any, shipped: str, game: AnyGame, seed: int):
    monkeypatch.setitem(SECRETS, game.info.name, replace(SECRETS[shipped], game=game, rolls=lambda: kinds_in(game)))
    tally = Tally()
    try_match(game.info.name, seed, tally, calls=60, every=15, steps=3, tries=4)
    assert tally.pairs > tally.vacuous
