"""NATO Division Commander on a page: its map, its colours, its standing orders laid open, what its counters mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from service.engine.game import AnyGame
from service.engine.options import Option
from service.engine.places import Ground
from service.engine.sentences import own
from service.engine.words import Fact
from service.games.ndc.known.picture import Picture
from service.games.ndc.known.view import View
from service.games.ndc.printed.board import scenarios
from web.games.ndc.map import NdcMap, map_of
from web.games.ndc.standing import editor
from web.games.plain import Dress
from web.parts.standing import Editor

KEY = {
    "6-4-18": "attack, defence, movement points left",
    "M A D E": "the mode: March, Attack, Defend, dug in (E, entrenched)",
    "Bars": "T/O levels, how much of the unit is left: 4 is a full battalion",
    "✕ ✓ !": "Engaged in combat, finished moving, has attacked",
    "Att/Def": "attack and defence strength in the present mode",
    "MP": "movement points left, of all in this mode",
    "Fatigue": "F0 rested to F3 worn out",
    "Enemy knows": "the intelligence level that he has of the unit: from 1 its moves and losses, from 2 its hex, "
    "from 3 its type, at 4 everything",
    "CSPs": "combat support points: artillery and air, to be used up in the turn",
    "EW": "electronic warfare, from signal points",
    "Contact": "an enemy as last reported; a pale one with −2 was seen two turns ago",
    "Hatched hexes": "the zone of control of a known enemy: who enters has to stop",
    "Star on a hex": "an objective, with its points",
}


class NdcDress(Dress):
    """The look of NATO Division Commander."""

    weighs: ClassVar[frozenset[str]] = frozenset({"declare-ground-combat", "defend"})

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        [first, *_] = scenarios(game.data_id)
        self.colours = {seat: side.colour for seat, side in first.sides.items()}

    def colour(self, seat: str, seats: Sequence[str]) -> str:
        return self.colours[seat]

    def map(self, picture: Picture) -> NdcMap:
        return map_of(picture.rules)

    def standing(self, view: View, options: Sequence[Option], ground: Ground | None) -> Editor:
        return editor(view, options, ground, lambda unit: own(unit, self.game.words.name(view, unit)))

    def key(self) -> tuple[Fact, ...]:
        return tuple(Fact(label=label, value=value) for label, value in KEY.items())
