"""A side's units, its ships and its contacts, and where they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from service.engine.options import Destination
from service.engine.places import Place
from service.games.campaign1776.known.picture import Contact, Picture
from service.games.campaign1776.printed.pieces import NOWHERE, Pool, Ship
from service.games.campaign1776.sections.forced import forced_ways
from service.games.campaign1776.sections.marching import march_of
from service.games.campaign1776.sections.sailing import voyage_of


def own(picture: Picture) -> Mapping[str, Pool | Ship]:
    """The side's own units and ships as it believes them, by id."""
    return {**picture.own, **picture.ships}


def contacts(picture: Picture) -> Mapping[str, Contact]:
    """The enemy places as they were last reported, by handle."""
    return picture.contacts


def places_of(thing: Pool | Ship | Contact) -> tuple[Place, ...]:
    """Where units, a ship or a contact are; nowhere, where they have not been placed."""
    at = thing.hex if isinstance(thing, Contact) else thing.at
    return (at,) if at not in NOWHERE else ()


def destinations(picture: Picture, units: Sequence[str]) -> Sequence[Destination]:
    """Where units, or ships, can go together now, by regular movement or, at its time, by forced march."""
    if picture.address.endswith("forced-march"):
        return [Destination(place=hex, cost=points, path=path) for hex, points, path in forced_ways(picture, units)]
    if any(id in picture.ships for id in units):
        return voyage_of(picture, units).destinations()
    return march_of(picture, units).destinations()
