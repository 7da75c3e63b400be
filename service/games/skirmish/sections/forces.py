"""A side's bases and contacts, and where they stand."""

from __future__ import annotations

from collections.abc import Mapping

from service.engine.hexes import Hex
from service.engine.orders import Order
from service.games.skirmish.known.picture import Contact, Handle, Picture
from service.games.skirmish.printed.bases import Base, BaseId
from service.games.skirmish.sections.moving import destinations

__all__ = ["contacts", "destinations", "own", "places_of", "subject"]


def own(picture: Picture) -> Mapping[BaseId, Base]:
    """The side's own bases as it believes them, by id."""
    return picture.own


def contacts(picture: Picture) -> Mapping[Handle, Contact]:
    """Enemies as they were last seen, by handle."""
    return picture.contacts


def places_of(thing: Base | Contact) -> tuple[Hex, ...]:
    """The hex of a base or contact; none off the map."""
    return (thing.hex,) if thing.hex is not None else ()


def subject(order: Order) -> BaseId | None:
    """The base that an order names as its own `base`."""
    base = getattr(order, "base", None)
    return base if isinstance(base, str) else None
