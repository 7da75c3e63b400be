"""NATO Division Commander on a page: its map, its colours, the first page's picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from service.engine.game import AnyGame
from service.games.ndc.known.picture import Picture
from service.games.ndc.printed.scenario import scenarios
from web.games.ndc.first_picture import first_picture
from web.games.ndc.map import NdcMap, map_of
from web.games.ndc.symbols import sign_of
from web.games.plain import Dress, FirstPicture


class NdcDress(Dress):
    """The look of NATO Division Commander."""

    weighs: ClassVar[frozenset[str]] = frozenset({"declare-ground-combat", "defend", "counter-battery", "interdict"})
    leading: ClassVar[tuple[str, ...]] = ("type",)
    term: ClassVar[str] = "T/O"

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        self.rules = scenarios(game.data_id)[0]
        self.colours = {seat: side.colour for seat, side in self.rules.sides.items()}

    def colour(self, seat: str, seats: Sequence[str]) -> str:
        return self.colours[seat]

    def map(self, picture: Picture) -> NdcMap:
        return map_of(picture.rules)

    def sign(self, state: str) -> str:
        return sign_of(state.lower())

    def first_picture(self) -> FirstPicture | None:
        return first_picture(self.rules)
