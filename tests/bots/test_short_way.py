"""Duels on the short way are the duels that the service would see: the figures in docs/balance.md rest on it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from bench import duels
from bench.contests import CONTESTS, Contest, Result

Way = Callable[[Contest], AbstractContextManager[duels.Play]]


def result_of(way: Way, game: str, options: dict[str, str]) -> Result:
    with way(CONTESTS[game]) as play:
        return play("either way", options)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("game", "options"),
    [("ndc", {}), ("ndc", {"double_intelligence": "US"}), ("skirmish", {}), ("skirmish", {"fog": "off"})],
)
def test_the_same_seed_gives_the_same_match_either_way(game: str, options: dict[str, str]):
    through_the_service = result_of(duels.service, game, options)
    assert result_of(duels.short_way, game, options) == through_the_service
