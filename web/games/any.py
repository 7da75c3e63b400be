"""A game without a look of its own on a page: its places are drawn as its ground has them."""

from __future__ import annotations

from typing import Any

from web.games.ground_map import GroundMap, is_drawn
from web.games.plain import Dress


class AnyDress(Dress):
    """The look of whatever game there is."""

    def map(self, picture: Any) -> GroundMap | None:
        ground = self.game.ground_of(picture)
        if ground is None or not is_drawn(ground):
            return None
        return GroundMap(self.game, ground, picture, self.game.info.scenarios[picture.scenario].title)
