"""A side's units and contacts, and where they stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from service.engine.options import Destination
from service.engine.orders import Order
from service.engine.places import Place
from service.games.campaign1776.known.picture import Contact, Picture
from service.games.campaign1776.printed.forces import DUE, Pool, PoolId
from service.games.campaign1776.sections.forced import forced_ways
from service.games.campaign1776.sections.marching import march_of


def own(picture: Picture) -> Mapping[PoolId, Pool]:
    """The side's own units as it believes them, by id."""
    return picture.own


def contacts(picture: Picture) -> Mapping[str, Contact]:
    """The enemy places as they were last reported, by handle."""
    return picture.contacts


def places_of(thing: Pool | Contact) -> tuple[Place, ...]:
    """Where units or a contact are; nowhere, where they have not been placed."""
    at = thing.at if isinstance(thing, Pool) else thing.hex
    return (at,) if at != DUE else ()


def subjects(order: Order) -> tuple[PoolId, ...]:
    """The units that an order names as its own."""
    units = getattr(order, "units", None)
    if isinstance(units, tuple):
        return units
    unit = getattr(order, "unit", None)
    return (unit,) if isinstance(unit, str) else ()


def destinations(picture: Picture, units: Sequence[PoolId]) -> Sequence[Destination]:
    """Where units can march together now, by regular movement or, at its time, by forced march."""
    if picture.address.endswith("forced-march"):
        return [Destination(place=hex, cost=points, path=path) for hex, points, path in forced_ways(picture, units)]
    return march_of(picture, units).destinations()
