"""Korsun on a page: its map and its colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from service.engine.options import Option
from service.engine.state import Known
from service.games.korsun.known.picture import Picture
from web.games.korsun.counters import LOOKS
from web.games.korsun.map import KorsunMap
from web.games.plain import Dress


class KorsunDress(Dress):
    """The look of Korsun."""

    weighs: ClassVar[frozenset[str]] = frozenset({"declare-attack", "attack-by-breakthrough", "attack-from-reserve"})
    attacked_together: ClassVar[bool] = True

    def map(self, picture: Picture) -> KorsunMap:
        return KorsunMap(self.game, picture)

    def colour(self, seat: str, seats: Sequence[str]) -> str:
        return LOOKS[seat]

    def aimed(self, known: Known[Picture, Any], options: Sequence[Option], contact: str) -> list[Option]:
        there = known.picture.contacts.get(contact)
        return [one for one in options if there and one.kind in self.weighs and one.fixed["hex"] == there.hex]
