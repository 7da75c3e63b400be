"""A side's units and contacts, and where they stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from service.engine.faculties import alone
from service.engine.hexes import Hex
from service.engine.options import Destination
from service.games.korsun.known.asking import distinct, own_unit
from service.games.korsun.known.picture import Contact, Picture
from service.games.korsun.printed.units import Unit, UnitId
from service.games.korsun.sections.breakout import ways_out
from service.games.korsun.sections.breakthrough import reserves
from service.games.korsun.sections.movement import MOVE, can_end, tactical_ends


def own(picture: Picture) -> Mapping[UnitId, Unit]:
    """The side's own units as it believes them, by id."""
    return picture.own


def contacts(picture: Picture) -> Mapping[str, Contact]:
    """The enemy hexes as they were last reported, by handle."""
    return picture.contacts


def places_of(thing: Unit | Contact) -> tuple[Hex, ...]:
    """The hex of a unit or contact; none off the map."""
    return (thing.hex,) if thing.hex is not None else ()


def destinations(picture: Picture, units: Sequence[UnitId]) -> Sequence[Destination]:
    """Where units can go together now: by a breakout where one is under way, from reserve, or tactically."""
    distinct(units, MOVE)
    if picture.address.endswith("breakout-phase"):
        own_unit(picture, units[0], MOVE)
        return ways_out(picture, alone(units, "KOR-GBO-02"))
    if "reserve-movement" not in picture.address:
        return tactical_ends(picture, units)
    march = reserves(picture, units)
    return [way for way in march.destinations() if can_end(march.field, units, Hex(way.place), ())]
