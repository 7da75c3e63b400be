"""NATO Division Commander on a page: its map, its colours, its standing orders laid open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from service.engine.game import AnyGame
from service.engine.options import Option
from service.engine.places import Ground
from service.engine.state import Known
from service.games.ndc.known.picture import Picture
from service.games.ndc.known.standing import StandingOrders
from service.games.ndc.known.view import View
from service.games.ndc.printed.scenario import scenarios
from web.games.ndc.first_picture import first_picture
from web.games.ndc.map import NdcMap, map_of
from web.games.ndc.standing import editor
from web.games.plain import Dress, FirstPicture
from web.parts.standing import Editor


class NdcDress(Dress):
    """The look of NATO Division Commander."""

    weighs: ClassVar[frozenset[str]] = frozenset({"declare-ground-combat", "defend"})

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        self.rules = scenarios(game.data_id)[0]
        self.colours = {seat: side.colour for seat, side in self.rules.sides.items()}

    def colour(self, seat: str, seats: Sequence[str]) -> str:
        return self.colours[seat]

    def map(self, picture: Picture) -> NdcMap:
        return map_of(picture.rules)

    def standing(
        self, known: Known[Picture, View], lines: StandingOrders, options: Sequence[Option], ground: Ground | None
    ) -> Editor:
        return editor(self.game.words, known, lines, options, ground)

    def first_picture(self) -> FirstPicture | None:
        return first_picture(self.rules)
