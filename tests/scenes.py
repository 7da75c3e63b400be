"""The game of a scene, in which every heading is asked: so a scene of a few units is written heading by heading."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from service.engine.game import AnyGame
from service.engine.outline import Heading


@lru_cache(maxsize=32)
def of_scenes(game: AnyGame) -> AnyGame:
    """The same game in which no heading passes; how they do, `tests/engine/test_passing.py` shows."""
    return replace(game, outline=asked_everywhere(game.outline))


def asked_everywhere(heading: Heading) -> Heading:
    """The heading with all that stands under it, none of which passes."""
    return replace(heading, passes=False, children=tuple(map(asked_everywhere, heading.children)))
