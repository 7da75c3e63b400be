"""1776 on a page: its map and its colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from service.games.campaign1776.known.picture import Picture
from web.games.campaign1776.counters import LOOKS
from web.games.campaign1776.map import CampaignMap
from web.games.plain import Dress


class CampaignDress(Dress):
    """The look of 1776."""

    weighs: ClassVar[frozenset[str]] = frozenset({"attack", "start-combat", "fight-on", "continue", "meet-attack"})

    def map(self, picture: Picture) -> CampaignMap:
        return CampaignMap(self.game, picture)

    def colour(self, seat: str, seats: Sequence[str]) -> str:
        return LOOKS[seat]
