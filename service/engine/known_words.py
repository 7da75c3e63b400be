"""What is said of what a seat knows: facts, lists of units, a contact, and any value of a view in a few words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from typing import Any

from service.engine.facts import (
    NAMES_IT,
    Fact,
    Roster,
    Row,
    as_words,
    is_made_of_parts,
    is_nothing,
    parts,
    row,
    told,
)
from service.engine.line_words import is_line
from service.engine.order_words import OrderWords
from service.engine.places import fields_of_places
from service.engine.sentences import (
    Sentence,
    joined,
    own,
    plain_text,
    say,
    without_stop,
)
from service.engine.state import Known, Picture

OF_ENGINE = frozenset(field.name for field in fields(Picture))
"""What every picture has, and is said at other places."""


class KnownWords(OrderWords):
    """What is known is said field by field, each by its name."""

    def facts(self, known: Known[Any, Any], turn: int) -> tuple[Fact, ...]:
        """What stands at the head of the page."""
        return (Fact.of("Turn", str(turn)),)

    def verdict(self, known: Known[Any, Any], /) -> Sentence:
        """How the match has ended; nothing before that, or where nobody says it."""
        return ()

    def points(self, known: Known[Any, Any]) -> tuple[Fact, ...]:
        """What the seat has besides units, as far as there is any; who has won stands elsewhere."""
        if not is_dataclass(known.view):
            return ()
        held = {
            name: getattr(known.view, name) for field in fields(known.view) if (name := field.name) not in OF_ENGINE
        }
        verdict, of_places = plain_text(self.verdict(known)), fields_of_places(type(known.view))
        return tuple(
            self.fact(name, value, is_place=name in of_places)
            for name, value in held.items()
            if not (is_made_of_parts(value) or is_nothing(value) or (verdict and value == verdict))
        )

    def said_in_advance(self, known: Known[Any, Any], given: Any) -> tuple[Fact, ...]:
        """What is `given` by the seat's standing orders, as facts."""
        if isinstance(given, Sequence) and not isinstance(given, str):
            said = {str(number): self.summed_up(known, line) for number, line in enumerate(given, start=1)}
        else:
            said = self.parts_summed_up(known, given)
        return tuple(Fact.of(self.unit_or_field(known, name), one or "nothing") for name, one in said.items())

    def summed_up(self, known: Known[Any, Any] | None, value: Any, *, is_place: bool = False) -> Sentence:
        """A value in a few words, whatever it is made of; `is_place` where its type is that of a place or of places."""
        if isinstance(value, Sequence | Set) and not isinstance(value, str):
            return joined(", ", (self.summed_up(known, one, is_place=is_place) for one in value))
        if is_line(value):
            return without_stop(self.line(known, value))
        if is_made_of_parts(value):
            said = self.parts_summed_up(known, value, is_place=is_place)
            return joined(", ", (say(self.unit_or_field(known, name), " ", one) for name, one in said.items() if one))
        if is_nothing(value):
            return ()
        name = None if is_place else self.names(known).get(str(value))
        return say(own(str(value), name)) if name else told(value, is_place=is_place)

    def parts_summed_up(
        self, known: Known[Any, Any] | None, thing: Any, *, is_place: bool = False
    ) -> dict[str, Sentence]:
        """What each part of a dataclass or mapping says in a few words, by name."""
        of_places = fields_of_places(type(thing))
        return {
            name: self.summed_up(known, one, is_place=name in of_places or (is_place and isinstance(thing, Mapping)))
            for name, one in parts(thing).items()
        }

    def rosters(self, known: Known[Any, Any]) -> tuple[Roster, ...]:
        """The lists of units that a seat knows of."""
        forces = self.forces
        if forces is None:
            return ()
        own = tuple(row(forces, name, thing, id=name) for name, thing in forces.own(known.picture).items())
        met = tuple(row(forces, name, thing, contact=name) for name, thing in forces.contacts(known.picture).items())
        return (
            Roster(title="Your units", side="own", rows=own, none="You have none on the map."),
            Roster(title="Contacts", side="foe", rows=met, none="No enemy is known."),
        )

    def listed(self, known: Known[Any, Any]) -> Sequence[Roster]:
        """What `rosters` says, asked for once: a page has its lists at several places."""
        if not known.listed:
            known.listed.extend(self.rosters(known))
        return known.listed

    def unit(self, known: Known[Any, Any], unit: str) -> Row | None:
        """One own unit, for the head of its orders."""
        return next((row for roster in self.listed(known) for row in roster.rows if row.id == unit), None)

    def contact(self, contact: Any, turn: int, *, present: bool) -> tuple[Fact, ...]:
        """What is held of a contact of the game's own type, as it was last reported; `turn` is now."""
        of_places = fields_of_places(type(contact))
        return tuple(
            self.fact(name, value, is_place=name in of_places)
            for name, value in parts(contact).items()
            if name not in NAMES_IT and not is_nothing(value)
        )

    def fact(self, name: str, value: Any, *, is_place: bool) -> Fact:
        """A field with its value, whatever it holds; `is_place` where its type is that of a place or of several."""
        if is_made_of_parts(value):
            return Fact.of(as_words(name), self.summed_up(None, value, is_place=is_place))
        return Fact.of(as_words(name), told(value, is_place=is_place))

    def key(self) -> tuple[Fact, ...]:
        """What counters and figures mean."""
        return ()
