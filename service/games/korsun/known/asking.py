"""What orders ask of a picture before anything else: whose unit or marker it is, and whether it stands on the map."""

from __future__ import annotations

from collections.abc import Iterable

from service.engine.hexes import Hex
from service.engine.orders import Order, Refusal, demand
from service.engine.sentences import OwnSpan, own, place
from service.games.korsun.known.field import Field
from service.games.korsun.known.picture import Picture, field_of
from service.games.korsun.printed.units import Command, Sdm, Unit, UnitId


def named(unit: UnitId) -> OwnSpan:
    """A unit of one's own, as it stands in a sentence."""
    return own(unit, unit)


def own_unit(picture: Picture, id: UnitId, rule: str) -> Unit:
    """An own unit by its id; an enemy's is refused like one that does not exist."""
    demand(id in picture.own, rule, f"You have no unit {id!r}.")
    return picture.own[id]


def unit_on_map(picture: Picture, id: UnitId, rule: str) -> tuple[Unit, Hex]:
    """An own unit that stands on the map, and where."""
    unit = own_unit(picture, id, rule)
    demand(unit.hex is not None, rule, (named(id), " is not on the map."))
    assert unit.hex is not None
    return unit, unit.hex


def own_sdm(picture: Picture, command: Command, rule: str) -> Sdm:
    """An own supply marker that is in the game."""
    demand(command in picture.sdms and not picture.sdms[command].gone, rule, f"You have no supply marker {command!r}.")
    return picture.sdms[command]


def one_hex_away(picture: Picture, here: Hex, hex: Hex, rule: str) -> None:
    """Refuse a place that is no hex next to another in which something can stand."""
    near = hex in picture.rules.board.land and hex in picture.rules.board.beside(here)
    demand(
        near,
        rule,
        (place(hex), " is not a hex next to ", place(here), " in which anything can stand: this is a move of one."),
    )


def distinct(names: Iterable[str], rule: str) -> None:
    """Refuse a list in which something stands twice, or in which there is nothing."""
    listed = tuple(names)
    demand(listed and len(set(listed)) == len(listed), rule, "Name who does it, each once.")


class OnField(Order):
    """An order that is judged on the map by the picture, which stays the same for all that is offered from it."""

    def check(self, picture: Picture) -> None:
        self.check_on(picture, field_of(picture))

    def check_on(self, picture: Picture, field: Field) -> None:
        """The same on `field`, the map by the picture. Raises a Refusal."""
        raise NotImplementedError

    def is_taken(self, picture: Picture, field: Field) -> bool:
        """Whether the rules, by this picture, take it."""
        try:
            self.check_on(picture, field)
        except Refusal:
            return False
        return True
