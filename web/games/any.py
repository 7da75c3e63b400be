"""A game without words of its own on a page: what its forces and its ground know is shown as it is named."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from service.engine.game import AnyGame
from service.engine.state import Picture
from web.games.ground_map import GroundMap, is_drawn
from web.games.plain import Dress, Fact, Roster, Row, told
from web.parts.forms import plain

OF_ENGINE = frozenset(field.name for field in fields(Picture))
"""What every picture has: the page says it at other places."""


class AnyDress(Dress):
    """The dress of whatever game there is. A view that is no picture is shown by its fields alone."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def map(self, picture: Any) -> GroundMap | None:
        ground = self.game.ground(picture) if self.game.ground is not None else None
        if ground is None or not is_drawn(ground):
            return None
        return GroundMap(self.game, ground, self.game.info.scenarios[picture.scenario].title)

    def points(self, view: Any) -> tuple[Fact, ...]:
        if not is_dataclass(view):
            return ()
        held = {name: getattr(view, name) for field in fields(view) if (name := field.name) not in OF_ENGINE}
        return tuple(
            Fact(label=plain(name), value=told(value)) for name, value in held.items() if not is_made_of_parts(value)
        )

    def rosters(self, view: Any) -> tuple[Roster, ...]:
        forces = self.game.forces
        if forces is None or not isinstance(view, self.game.picture):
            return ()
        own = tuple(self.row(name, thing, id=name) for name, thing in forces.own(view).items())
        met = tuple(self.row(name, thing, contact=name) for name, thing in forces.contacts(view).items())
        return (
            Roster(title="Your units", side="own", rows=own, none="You have none on the map."),
            Roster(title="Contacts", side="foe", rows=met, none="You know of nobody."),
        )

    def unit(self, view: Any, unit: str) -> Row | None:
        return next((row for roster in self.rosters(view) for row in roster.rows if row.id == unit), None)

    def name(self, view: Any, unit: str) -> str:
        return plain(unit)

    def contact_name(self, contact: Mapping[str, Any], handle: str) -> str:
        return plain(handle)

    def row(self, name: str, thing: Any, **what: Any) -> Row:
        """One unit or contact: where it stands, and what else its fields say."""
        assert self.game.forces is not None, "only a game with forces has rows"
        places = self.game.forces.places_of(thing)
        line = ", ".join(f"{label.lower()} {value}" for label, value in said(thing) if value not in map(str, places))
        hex = places[0] if places else None
        return Row(name=plain(name), line=line, hex=hex, absent="" if hex else "not on the map", **what)


def said(thing: Any) -> Iterator[tuple[str, str]]:
    """The fields of a thing that say something in a word or two."""
    if is_dataclass(thing):
        for field in fields(thing):
            value = getattr(thing, field.name)
            if not is_made_of_parts(value) and field.name != "handle":
                yield plain(field.name), told(value)


def is_made_of_parts(value: Any) -> bool:
    """Whether a value is made of others, and has no word for itself."""
    return isinstance(value, Mapping) or (is_dataclass(value) and not isinstance(value, type))
