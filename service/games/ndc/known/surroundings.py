"""What a side knows of the hexes of the map: enemy control, its own units and known enemies there, what entering costs.

Nothing in here reads the truth.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cached_property

from service.engine.hexes import Hex
from service.games.ndc.known.picture import Contact, HexRow, Picture, hexes_of, in_a_row
from service.games.ndc.known.zones import controlled_hexes
from service.games.ndc.printed.tables import Tables
from service.games.ndc.printed.units import Marker, Unit

NO_HEX = in_a_row(())


class Surroundings:
    """What a picture says of the hexes of the map, found once for all units that are asked about.

    It is of the picture as it stands: whoever changes that makes another.
    """

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self._beside: dict[Hex, HexRow] = {}

    @cached_property
    def zones(self) -> frozenset[Hex]:
        """The hexes under enemy control."""
        return controlled_hexes(self.picture)

    @cached_property
    def known(self) -> dict[Hex, Contact]:
        """Known enemies by hex."""
        return self.picture.known_enemies()

    @cached_property
    def extra(self) -> Callable[[Hex, bool], int]:
        """What a hex costs on top of its terrain."""
        return extras(self.picture)

    @cached_property
    def _held(self) -> dict[Hex, list[Unit]]:
        found = defaultdict[Hex, list[Unit]](list)
        for unit in self.picture.own.values():
            for hex in unit.hexes:
                found[hex].append(unit)
        return found

    def is_full(self, unit: Unit, hex: Hex) -> bool:
        """Whether by its owner's knowledge a unit would be in the way of another in a hex, or another in its way."""
        there = self._held.get(hex)
        return there is not None and bool(crowd(unit, there))

    def held_back(self, unit: Unit, hex: Hex) -> bool:
        """Whether a move to this hex, next to the same enemies, was open to a unit in an earlier segment."""
        earlier = self.picture.earlier_moves.get(unit.id)
        return earlier is not None and hex in hexes_of(earlier.get(self.beside(hex), NO_HEX))

    def beside(self, hex: Hex) -> HexRow:
        """The known enemies next to a hex."""
        if (found := self._beside.get(hex)) is None:
            found = self._beside[hex] = in_a_row(enemies_beside(self.picture, hex))
        return found


def marker_cost(tables: Tables, marker: Marker) -> int:
    """Points that a marker costs whoever enters its hex (parent 3.32, 3.34)."""
    if marker.kind == "interdiction":
        return tables.interdiction.cost_per_marker * marker.strength
    return tables.chemical.gas.cost if marker.kind == "gas" else 0


def lost_up_to(tables: Tables, marker: Marker, mode: str) -> int:
    """The highest roll at which a unit in a mode loses T/O levels as it moves into the hex of a marker; 0: at none."""
    if marker.kind == "interdiction":
        return marker.strength - (tables.interdiction.march_mode if mode == "march" else 0)
    return tables.chemical.gas.hit_up_to if marker.kind == "gas" else 0


def extras(picture: Picture) -> Callable[[Hex, bool], int]:
    """Points on top of terrain for weather, interdiction and gas, by the hex entered and whether by road."""
    tables, marked = picture.tables, defaultdict[Hex, int](int)
    wet = sum(tables.weather_effects(condition).hex for condition in picture.weather)
    for marker in picture.markers:
        marked[marker.hex] += marker_cost(tables, marker)
    return lambda hex, by_road: (0 if by_road else wet) + marked.get(hex, 0)


def crowd(unit: Unit, there: Iterable[Unit]) -> list[Unit]:
    """Those of the units in a hex that leave no room for another: combat units, but for a unit's own other half."""
    if not unit.combat:
        return []
    return [
        other
        for other in there
        if other.combat
        and other.id != unit.id
        and (unit.detached_from is None or other.detached_from != unit.detached_from)
    ]


def enemies_beside(picture: Picture, hex: Hex) -> list[Hex]:
    """The known enemies next to a hex, by the hexes in which their contacts stand: a new handle makes no new enemy."""
    near = picture.rules.board.grid.neighbours(hex)
    contacts = [contact for contact in picture.contacts.values() if contact.known]
    return sorted(held for contact in contacts for held in contact.hexes if held in near)


def held_back(picture: Picture, unit: Unit, hex: Hex) -> bool:
    """Whether a move to this hex, next to the same enemies, was already open to a unit in an earlier segment."""
    return Surroundings(picture).held_back(unit, hex)
