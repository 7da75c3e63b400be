"""What is said at a glance: facts, rows, lists; and names and values where a game has no words of its own."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Literal, NamedTuple, Self

from service.engine.faculties import Forces
from service.engine.options import Scalar
from service.engine.places import Place, fields_of_places
from service.engine.seats import STANDING
from service.engine.sentences import Said, Sentence, TextSpan, joined, place, say

NAMES_IT = frozenset({"id", "handle", "name"})
"""The fields of a unit or contact by which it is called, and which tell nothing beside its name."""


@dataclass(frozen=True, kw_only=True)
class Fact:
    """One thing worth knowing, with its name."""

    label: str
    value: Sentence

    @classmethod
    def of(cls, label: str, *value: Said) -> Self:
        """A fact whose value is put together from these pieces, as a sentence is."""
        return cls(label=label, value=say(*value))


Takes = Literal["", "chosen", "aimed"]
"""Which order that stands in its form is given when a time is over: that of whoever is chosen, only one that its player
has aimed, or none. One that is filled in is given in either case."""


class NothingAsked(NamedTuple):
    """What a seat reads that is not asked: a title, and what there is to say of it."""

    title: Sentence
    text: Sentence


@dataclass(frozen=True, kw_only=True)
class Decision:
    """A question with few answers: to let things go on, which is called `passing`, or to act, which is `verb`.

    `by_form`: how it is to act by the button of a form, beside what that button says.
    """

    title: str
    lead: Sentence
    passing: str
    verb: str
    by_form: str = "at once"


@dataclass(frozen=True, kw_only=True)
class Row:
    """One unit or contact of a list; `line` says in few words what it is.

    `id` where it can be chosen, `contact` its handle, `place` where it stands.
    """

    name: str
    line: Sentence = ()
    id: str | None = None
    contact: str | None = None
    place: Place | None = None
    absent: str = ""
    figures: tuple[Fact, ...] = ()
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Roster:
    """A list of units: ours or theirs."""

    title: str
    side: str
    rows: tuple[Row, ...]
    none: str


def as_words(name: str) -> str:
    """A field's name, or a value's, as words."""
    return name.replace("_", " ").replace("-", " ").capitalize()


def value_words(field: str, value: Scalar) -> str:
    """A value as words, where the game has none of its own."""
    if value is None:
        return "None"
    if isinstance(value, bool):
        return "Yes" if value else "No"
    text = str(value)
    if field == "attendance":
        return "On standing orders" if text == STANDING else "Asked each time"
    return text if any(c.isdigit() or c.isupper() for c in text) else as_words(text)


def running(label: str) -> str:
    """A label as it stands within a sentence; abbreviations stay as they are."""
    return label if label[1:2].isupper() else label[:1].lower() + label[1:]


def within(said: Sentence) -> Sentence:
    """A sentence as it stands within another: begun as a label is."""
    first = said[0] if said else None
    return (replace(first, words=running(first.words)), *said[1:]) if isinstance(first, TextSpan) else said


def told(value: Any, *, is_place: bool = False) -> Sentence:
    """Any value of a view, in a word or two; `is_place` where its type is that of a place or of several."""
    if isinstance(value, tuple | list):
        return joined(", ", (place(one) if is_place and isinstance(one, str) else str(one) for one in value)) or say(
            "none"
        )
    if is_place and isinstance(value, str):
        return say(place(value))
    return say(value_words("", value) if isinstance(value, Scalar) else str(value))


def row(forces: Forces[Any], name: str, thing: Any, id: str | None = None, contact: str | None = None) -> Row:
    """One unit or contact: where it stands, and what else its fields say."""
    places = forces.places_of(thing)
    line = joined(", ", worth_saying(thing, places))
    first = places[0] if places else None
    absent = "" if first else "not on the map"
    return Row(name=name_of(thing) or as_words(name), line=line, place=first, absent=absent, id=id, contact=contact)


def worth_saying(thing: Any, places: Collection[Place]) -> Iterator[Said]:
    """What the fields of a thing say in a word or two, but for its name and the places where it stands."""
    of_places = fields_of_places(type(thing))
    for name, value in parts(thing).items():
        if name in NAMES_IT or is_made_of_parts(value) or is_nothing(value) or value in places:
            continue
        if isinstance(value, bool):
            yield as_words(name).lower() if value else f"not {as_words(name).lower()}"
        else:
            yield say(f"{as_words(name).lower()} ", told(value, is_place=name in of_places))


def name_of(thing: Any) -> str:
    """What a unit or contact says that it is called; empty where it says nothing of it."""
    name = getattr(thing, "name", "")
    return name if isinstance(name, str) else ""


def parts(thing: Any) -> dict[str, Any]:
    """What a dataclass or mapping is made of, by name."""
    if isinstance(thing, Mapping):
        return {str(name): value for name, value in thing.items()}
    if is_dataclass(thing):
        return {field.name: getattr(thing, field.name) for field in fields(thing)}
    return {}


def is_nothing(value: Any) -> bool:
    """Whether a value says nothing: no value, or one without anything in it. Nought and no are something."""
    return value is None or (isinstance(value, str | Sequence | Mapping | Set) and not value)


def is_made_of_parts(value: Any) -> bool:
    """Whether a value is made of others, and has no word for itself."""
    return isinstance(value, Mapping) or (is_dataclass(value) and not isinstance(value, type))
