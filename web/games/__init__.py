"""How each game is said on a page: names, figures and sentences. What is lawful, the umpire says, never a page."""

from __future__ import annotations

from functools import lru_cache

from service.engine.game import AnyGame
from web.games.any import AnyDress
from web.games.ndc.dress import NdcDress
from web.games.plain import Dress
from web.games.skirmish.dress import SkirmishDress

DRESSES: dict[str, Dress] = {"ndc": NdcDress(), "skirmish": SkirmishDress()}


@lru_cache(maxsize=64)
def dress(game: AnyGame) -> Dress:
    """The game's own words, or plain ones."""
    return DRESSES.get(game.info.name) or AnyDress(game)
