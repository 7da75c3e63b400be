"""All that a seat may order, as tests look through it."""

from __future__ import annotations

from typing import Any

from service.engine import judging
from service.engine.game import AnyGame
from service.engine.options import Option


def options_for(game: AnyGame, picture: Any) -> list[Option]:
    """What a seat's heading asks of it by what it knows, then what is lawful at any heading."""
    return [*judging.heading_options(game, picture), *judging.anytime_options(game, picture)]
