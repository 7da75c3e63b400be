"""What several orders ask of a side's picture: is it my unit, is a known enemy next to it, would the order be taken."""

from __future__ import annotations

from collections.abc import Iterator

from service.engine.hexes import Hex, adjacent
from service.engine.orders import Refusal
from service.games.ndc.known.picture import Picture
from service.games.ndc.printed.units import Unit, UnitId


def own_unit(picture: Picture, id: UnitId, rule: str) -> Unit:
    """A seat's own unit that it believes to be on the map; an enemy's id is refused like one that does not exist."""
    unit = picture.own.get(id)
    if unit is None:
        raise Refusal(rule, f"You have no unit {id!r}.")
    if unit.hex is None:
        raise Refusal(rule, (unit.said, f" is not on the map; it is due in turn {unit.arrives}."))
    return unit


def known_neighbours(picture: Picture, unit: Unit) -> list[Hex]:
    """The hexes next to a unit in which its owner knows an enemy."""
    known = picture.known_enemies()
    return sorted(there for there in known if any(adjacent(there, here) for here in unit.hexes))


def enterable_neighbours(picture: Picture, unit: Unit) -> Iterator[Hex]:
    """Hexes next to a unit's base hex whose terrain and hexside it may enter and that hold no known enemy."""
    board, known = picture.rules.board, picture.known_enemies()
    assert unit.hex is not None
    for hex in board.grid.neighbours(unit.hex):
        if hex not in known and board.enterable(picture.tables, unit.cls, unit.amphibious, unit.hex, hex):
            yield hex
