"""Korsun on a page: its map and its colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from service.games.korsun.known.picture import Picture
from web.games.korsun.counters import LOOKS
from web.games.korsun.map import KorsunMap
from web.games.plain import Dress


class KorsunDress(Dress):
    """The look of Korsun."""

    weighs: ClassVar[frozenset[str]] = frozenset({"declare-attack", "attack-by-breakthrough", "attack-from-reserve"})

    def map(self, picture: Picture) -> KorsunMap:
        return KorsunMap(self.game, picture)

    def colour(self, seat: str, seats: Sequence[str]) -> str:
        return LOOKS[seat]
