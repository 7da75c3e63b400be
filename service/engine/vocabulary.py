"""The words that a seat can write in its order lines: what it knows, and nothing of the truth."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from service.engine import judging
from service.engine.game import AnyGame
from service.engine.kinds import kind_of
from service.engine.options import Choice, Option, Places, Several
from service.engine.orders import Refusal
from service.engine.places import Ground, Place

DROPPED = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))
ALIKE = str.maketrans({
    "\u00a0": " ", "\u202f": " ", "\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2010": "-",
    "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-", "\u2212": "-", "\u2192": " ", ",": " ", ";": " ",
    ":": " ",
})  # fmt: skip


def compared(text: str) -> str:
    """A text as texts are compared: whatever its capitals, its commas and its dashes."""
    return plainly(text).casefold()


def plainly(text: str) -> str:
    """A text with one kind of space, quote and dash, and no commas."""
    return " ".join(text.translate(DROPPED).translate(ALIKE).split())


@dataclass(frozen=True)
class Vocabulary:
    """The words of one seat at one moment, all of them its own.

    `names` has what units and contacts are called, each with the id that orders have; `offered` gives the values that
    options offer, by field, for a kind of order; `prefix` is what all ids of own units begin with, and may be left out.
    `way` finds the way of a unit to a place, or None. `lawful` are the kinds of order that may be given now: in one
    that may not, a name is not looked up, for whatever it names, what is wrong with the order is its time.
    """

    ground: Ground | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    offered: Callable[[str], Mapping[str, Sequence[Any]]] = lambda kind: {}
    prefix: str = ""
    lawful: Collection[str] = ()
    way: Callable[[Mapping[str, Any], Place], Sequence[Place] | None] | None = None
    _texts: dict[tuple[str, str], dict[str, str]] = field(default_factory=dict, compare=False, repr=False)

    def short(self, id: str) -> str:
        """An id without what all own ids begin with."""
        return id.removeprefix(self.prefix)

    def texts(self, kind: str, name: str) -> dict[str, str]:
        """What may stand in a field of names, each by how it is compared."""
        if (kind, name) not in self._texts:
            offered = [one for one in self.offered(kind).get(name, ()) if isinstance(one, str)]
            found = {compared(text): id for text, id in self.names.items()}
            self._texts[kind, name] = found | {
                compared(text): one for one in offered for text in (one, self.short(one))
            }
        return self._texts[kind, name]


def vocabulary(game: AnyGame, picture: Any) -> Vocabulary:
    """The words of a seat, from its picture and its options."""
    lawful = {kind_of(kind): kind for kind in judging.lawful_types(game, picture)}

    @cache
    def offered(kind: str) -> Mapping[str, Sequence[Any]]:
        found: dict[str, list[Any]] = {}
        for option in lawful[kind].offers(picture) if kind in lawful else ():
            for name, values in offered_by(option):
                found.setdefault(name, []).extend(values)
        return found

    known, forces = game.known(picture), game.forces
    own = list(forces.own(picture)) if forces is not None else []
    contacts = forces.contacts(picture) if forces is not None else {}
    prefix = prefix_of(own)
    names = {text: id for id in own for text in (game.words.name(known, id), id.removeprefix(prefix), id)}

    def way(said: Mapping[str, Any], to: Place) -> Sequence[Place] | None:
        """The game's own way for whoever the line names."""
        movers = [
            one for value in said.values() for one in (value if isinstance(value, tuple) else (value,)) if one in own
        ]
        try:
            reached = forces.destinations(picture, movers) if forces is not None else ()
        except Refusal:
            return None
        return next((one.path for one in reached if one.place == to), None)

    return Vocabulary(
        ground=game.ground_of(picture), names={**names, **{handle: handle for handle in contacts}}, offered=offered,
        prefix=prefix, lawful=lawful, way=way,
    )  # fmt: skip


def offered_by(option: Option) -> Iterator[tuple[str, Sequence[Any]]]:
    """What an option offers for each of its fields, and has fixed."""
    for name, value in option.fixed.items():
        yield name, value if isinstance(value, list | tuple) else (value,)
    for name, domain in option.fields.items():
        if isinstance(domain, Choice | Several):
            yield name, domain.values
        elif isinstance(domain, Places):
            yield name, domain.places


def prefix_of(own: Sequence[str]) -> str:
    """What all ids of own units begin with, up to a hyphen; empty for a single unit."""
    begins = {id[: id.find("-") + 1] for id in own}
    return begins.pop() if len(begins) == 1 and len(own) > 1 else ""
