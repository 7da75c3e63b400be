"""A game that is otherwise in one point, for a test that plants a fault or a leak there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from service.engine.game import AnyGame


def with_info(game: AnyGame, **entries: Any) -> AnyGame:
    """The game with other entries of its `info`."""
    return replace(game, info=replace(game.info, **entries))


def with_functions(game: AnyGame, faculty: str, **functions: Callable[..., Any]) -> AnyGame:
    """The game with other functions in one of its faculties."""
    given = getattr(game, faculty)
    kept = {name: getattr(given, name) for name in dir(given) if not name.startswith("_")}
    return replace(game, **{faculty: SimpleNamespace(**kept | functions)})
