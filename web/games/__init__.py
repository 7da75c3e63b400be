"""How each game is said on a page: names, figures and sentences. What is lawful, the umpire says, never a page."""

from __future__ import annotations

from web.games.ndc.dress import NdcDress
from web.games.plain import Dress
from web.games.skirmish.dress import SkirmishDress

DRESSES: dict[str, Dress] = {"ndc": NdcDress(), "skirmish": SkirmishDress()}


def dress(game: str) -> Dress:
    """The game's own words, or plain ones."""
    return DRESSES.get(game, PLAIN)


PLAIN = Dress()
