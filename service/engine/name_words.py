"""What things are called: seats, turns, own units and contacts, fields and their values, options of a match, rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from service.engine.facts import (
    as_words,
    name_of,
    value_words,
)
from service.engine.faculties import Forces
from service.engine.options import Scalar
from service.engine.seats import Seat
from service.engine.sentences import (
    AsideSpan,
    OwnSpan,
    RuleSpan,
    Sentence,
    Span,
    own,
)
from service.engine.state import Known

if TYPE_CHECKING:
    from service.engine.game import ScenarioInfo

Reads = Callable[[Sentence], Sentence]


class NameWords:
    """Everything is called as its kind and its field names say, a unit or contact by the `name` of its dataclass.

    `forces`, `told_of` and `sides` are the forces, the scenarios and the seats of the game that speaks, which says so
    itself by `of_game`.
    """

    forces: Forces[Any] | None = None
    told_of: Mapping[str, ScenarioInfo] = {}
    sides: Sequence[Seat] = ()
    option_titles: ClassVar[dict[str, str]] = {}
    option_words: ClassVar[dict[str, dict[str, str]]] = {}
    """What may be agreed on when a match is opened, and its values, where their names are no words."""
    option_meanings: ClassVar[dict[str, dict[str, str]]] = {}
    """What it means to choose one of these values, in a sentence, where its words do not say it."""

    def of_game(self, forces: Forces[Any] | None, scenarios: Mapping[str, ScenarioInfo], sides: Sequence[Seat]) -> Self:
        """The same words for a game with these forces, scenarios and seats."""
        mine = copy(self)
        mine.forces, mine.told_of, mine.sides = forces, scenarios, sides
        return mine

    def the_side(self, seat: str) -> str:
        """The side that sits there, within a sentence."""
        return f"the {self.seat(seat)} side"

    def seat(self, seat: str) -> str:
        """What a seat is called."""
        return seat

    def turns_of(self, turn: int) -> str:
        """A turn's date."""
        return f"Turn {turn}"

    def heading(self, titles: Sequence[str]) -> str:
        """Where in the sequence of play something was told, in few words."""
        return "".join(titles[-1:])

    def rule_names(self) -> Mapping[str, str]:
        """What rules are called in a sentence, by their ids."""
        return {}

    def option(self, name: str) -> str:
        """What one of a match's options is called."""
        return self.option_titles.get(name) or name.replace("_", " ").capitalize()

    def option_value(self, name: str, value: object) -> str:
        """A value of one of a match's options."""
        return self.option_words.get(name, {}).get(str(value)) or (
            value_words("", value) if isinstance(value, bool) else str(value)
        )

    def option_meaning(self, name: str, value: object) -> str:
        """What it means to choose a value of one of a match's options; nothing where its words say it."""
        return self.option_meanings.get(name, {}).get(str(value), "")

    def names(self, known: Known[Any, Any] | None) -> Mapping[str, str]:
        """What the reader's own things are called, by their ids."""
        if self.forces is None or known is None:
            return {}
        return {id: name_of(thing) or as_words(id) for id, thing in self.forces.own(known.picture).items()}

    def named(self, known: Known[Any, Any] | None) -> Mapping[str, str]:
        """What `names` says, asked for once: a list calls each of its units by its name."""
        if known is None:
            return self.names(None)
        if not known.named:
            known.named.update(self.names(known))
        return known.named

    def name(self, known: Known[Any, Any], unit: str) -> str:
        """What a unit is called."""
        return self.named(known).get(unit) or value_words("unit", unit)

    def called(self, known: Known[Any, Any] | None, unit: str) -> OwnSpan:
        """An own unit by its name; where it is not known, or no longer, by its id, as a log of before has it."""
        return own(unit, "" if known is None else self.named(known).get(unit, ""))

    def label(self, field: str) -> str:
        """What a field is called."""
        return as_words(field)

    def value(self, known: Known[Any, Any] | None, field: str, value: Scalar) -> str:
        """A field's value as words."""
        return value_words(field, value)

    def unit_or_field(self, known: Known[Any, Any] | None, name: str) -> str:
        """What a key is called: a unit's id by the unit's name, anything else as a field."""
        return self.named(known).get(name) or self.label(name)

    def contact_name(self, contact: Any, handle: str) -> str:
        """What a contact of the game's own type is called, from how it was last reported."""
        return name_of(contact) or as_words(handle)

    def naming(self, *known: Known[Any, Any]) -> Reads:
        """Calls own things and rules in a sentence by their names: things as the last that knows of them does."""

        rules = self.rule_names()
        own: dict[str, str] | None = None

        def named(span: Span) -> Span:
            nonlocal own
            if isinstance(span, OwnSpan) and not span.words:
                if own is None:  # most sentences name none
                    own = {id: name for one in known for id, name in self.named(one).items()}
                return replace(span, words=own[span.id]) if span.id in own else span
            if isinstance(span, RuleSpan) and not span.words and (words := rules.get(span.rule)):
                return replace(span, words=words)
            return span

        return lambda said: tuple(map(named, said))

    def reader(self, known: Known[Any, Any]) -> Reads:
        """Makes of a sentence of the umpire what the page says: own things and rules are named, asides left out."""
        name = self.naming(known)
        return lambda said: name(tuple(span for span in said if not isinstance(span, AsideSpan)))
