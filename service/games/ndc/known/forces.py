"""A side's units and contacts, and where they stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from service.engine.faculties import alone
from service.engine.hexes import Hex
from service.engine.options import Destination
from service.games.ndc.known import reach
from service.games.ndc.known.picture import Contact, Picture
from service.games.ndc.printed.units import Unit, UnitId


def own(picture: Picture) -> Mapping[UnitId, Unit]:
    """The side's own units as it believes them, by id."""
    return picture.own


def contacts(picture: Picture) -> Mapping[str, Contact]:
    """The enemy's units as they were last reported, by handle."""
    return picture.contacts


def places_of(thing: Unit | Contact) -> tuple[Hex, ...]:
    """The hexes of a unit's or contact's zone; none off the map."""
    return tuple(thing.hexes)


def destinations(picture: Picture, units: Sequence[str]) -> Sequence[Destination]:
    """Where a move of this unit would be accepted now."""
    return reach.destinations(picture, alone(units, "NDC-MOV-01"))
