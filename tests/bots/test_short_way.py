"""Duels on the short way are the duels that the service would see: the figures in docs/balance.md rest on it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from bench import duels


def result_of(way: Callable[[], AbstractContextManager[duels.Play]], seed: str, **options: str) -> dict[str, object]:
    with way() as play:
        found: dict[str, object] = play(seed, options)
    return found


@pytest.mark.soak
@pytest.mark.parametrize("options", [{}, {"double_intelligence": "US"}])
def test_the_same_seed_gives_the_same_match_either_way(options: dict[str, str]):
    through_the_service = result_of(duels.service, "either way", **options)
    assert result_of(duels.short_way, "either way", **options) == through_the_service
