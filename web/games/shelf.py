"""Which look each game has on a page. What it says, its own words say."""

from __future__ import annotations

from functools import lru_cache

from service.engine.game import AnyGame
from web.games.any import AnyDress
from web.games.campaign1776.dress import CampaignDress
from web.games.korsun.dress import KorsunDress
from web.games.ndc.dress import NdcDress
from web.games.plain import Dress
from web.games.skirmish.dress import SkirmishDress

DRESSES: dict[str, type[Dress]] = {
    "campaign1776": CampaignDress, "korsun": KorsunDress, "ndc": NdcDress, "skirmish": SkirmishDress,
}  # fmt: skip


@lru_cache(maxsize=64)
def dress(game: AnyGame) -> Dress:
    """The game's own look, or a plain one."""
    return DRESSES.get(game.code, AnyDress)(game)
