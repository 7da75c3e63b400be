"""A side's bases and contacts, and where they stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from service.engine.faculties import alone
from service.engine.hexes import Hex
from service.engine.options import Destination
from service.games.skirmish.known import reach
from service.games.skirmish.known.picture import Contact, Handle, Picture
from service.games.skirmish.printed.bases import Base, BaseId


def own(picture: Picture) -> Mapping[BaseId, Base]:
    """The side's own bases as it believes them, by id."""
    return picture.own


def contacts(picture: Picture) -> Mapping[Handle, Contact]:
    """Enemies as they were last seen, by handle."""
    return picture.contacts


def places_of(thing: Base | Contact) -> tuple[Hex, ...]:
    """The hex of a base or contact; none off the map."""
    return (thing.hex,) if thing.hex is not None else ()


def destinations(picture: Picture, units: Sequence[str]) -> Sequence[Destination]:
    """Where a base can go."""
    return reach.destinations(picture, alone(units, "SKR-MOV-01"))
