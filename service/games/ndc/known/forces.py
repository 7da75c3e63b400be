"""A side's units and contacts, and where they stand."""

from __future__ import annotations

from collections.abc import Mapping

from service.engine.hexes import Hex
from service.engine.orders import Order
from service.games.ndc.known.picture import Contact, Picture
from service.games.ndc.known.reach import destinations
from service.games.ndc.printed.units import Unit, UnitId

__all__ = ["contacts", "destinations", "own", "places_of", "subject"]


def own(picture: Picture) -> Mapping[UnitId, Unit]:
    """The side's own units as it believes them, by id."""
    return picture.own


def contacts(picture: Picture) -> Mapping[str, Contact]:
    """The enemy's units as they were last reported, by handle."""
    return picture.contacts


def places_of(thing: Unit | Contact) -> tuple[Hex, ...]:
    """The hexes of a unit's or contact's zone; none off the map."""
    return tuple(thing.hexes)


def subject(order: Order) -> UnitId | None:
    """The unit that an order names as its own `unit`."""
    unit = getattr(order, "unit", None)
    return unit if isinstance(unit, str) else None
