"""Order lines: one order a line, in words that anybody can type; written and read from one declaration.

An order type says how it is written by its `phrase`:

    phrase: ClassVar[Phrase] = Phrase(
        "attack {target} with {unit} as {type}", barrage="barrage {}", chemical="chemical", hqs="from {}"
    )

The words and fields of the first text stand in this order. What has a default is said behind them, in any order or not
at all. A clause without braces is a flag that turns its default round. What a phrase does not mention is called by its
field's name; an order type without a phrase is its kind and what has to be said. A tuple takes words until the next
clause begins; a list of standing lines is written as lines below, behind a hyphen, each by the phrase of its dataclass.

A way is written place by place, or as `to` and where it leads, which takes the game's own way: `move 86 42 via 0706
0707` or `move 86 42 to 0707`. So the word that a phrase has before a way is never `to`.

What a word may mean is what its writer knows (`Vocabulary`), and nothing is guessed: a suggestion is only said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from service.engine.orders import Phrase
from service.engine.places import Place

TO = "to"
"""Stands before where a way leads, instead of its places and of the word before them."""
FIELD = re.compile(r"\{(\w*)\}")


@dataclass(frozen=True)
class Slot:
    """A field of an order as a phrase has it: the type of one value, and whether it takes several or may be none."""

    name: str
    hint: Any
    several: bool
    default: Any

    @property
    def is_way(self) -> bool:
        """Whether its values are places that one goes through."""
        return self.several and self.hint is Place

    @property
    def is_line(self) -> bool:
        """Whether its values are lines below the order."""
        return is_dataclass(self.hint)


@dataclass(frozen=True)
class Clause:
    """Words behind which a field's value stands; a flag has no slot to fill."""

    words: tuple[str, ...]
    slot: Slot
    is_flag: bool


@dataclass(frozen=True)
class PhraseForm:
    """How a type is written: words and slots in their order, then clauses in any order."""

    parts: tuple[str | Slot, ...]
    clauses: tuple[Clause, ...]
    below: Slot | None

    def way_behind(self, at: int) -> Slot | None:
        """The way that is written behind the word at this place, if one is."""
        follows = self.parts[at + 1] if at + 1 < len(self.parts) else None
        return follows if isinstance(follows, Slot) and follows.is_way else None

    @property
    def verb(self) -> tuple[str, ...]:
        """The words that it begins with."""
        first = next((at for at, part in enumerate(self.parts) if isinstance(part, Slot)), len(self.parts))
        return tuple(str(part) for part in self.parts[:first])

    @property
    def pattern(self) -> str:
        """How it is written, for somebody who did not know: `move UNIT PATH...`."""
        said = [part if isinstance(part, str) else called(part) for part in self.parts]
        for one in self.clauses:
            clause = " ".join((*one.words, *(() if one.is_flag else (called(one.slot),))))
            said.append(clause if one.slot.default is MISSING else f"[{clause}]")
        return " ".join(said)


def called(slot: Slot) -> str:
    return f"{slot.name.strip('_').replace('_', '-').upper()}{'...' if slot.several else ''}"


def form_of(made: Any) -> PhraseForm:
    """How an order type, or the dataclass of a standing line, is written. Raises FaultyPhrase."""
    return _form_of(made)


@cache
def _form_of(made: type[Any]) -> PhraseForm:
    slots = {slot.name: slot for slot in slots_of(made)}
    phrase: Phrase | None = getattr(made, "phrase", None)
    kind = getattr(made, "__dataclass_fields__", {}).get("kind")
    words = phrase.words if phrase is not None else str(kind.default).replace("-", " ") if kind is not None else ""
    parts: list[str | Slot] = []
    for word in words.split():
        named = FIELD.fullmatch(word)
        if named and named[1] not in slots:
            raise FaultyPhrase(f"The phrase of {made.__name__} names the field {named[1]!r}, which it does not have.")
        parts.append(slots.pop(named[1]) if named else word)
    if phrase is None:
        for slot in positional(slots.values()):
            parts.append(slots.pop(slot.name))
    clauses = []
    said = dict(phrase.clauses) if phrase is not None else {}
    below = next((slot for slot in slots.values() if slot.is_line), None)
    for name, slot in slots.items():
        if slot is not below:
            text = said.pop(name, "") or default_clause(slot)
            is_flag = "{}" not in text
            if (is_flag and slot.hint is not bool) or FIELD.search(text.replace("{}", "")):
                raise FaultyPhrase(f"The clause {text!r} of {made.__name__} has no {{}} for the value of {name}.")
            clauses.append(Clause(tuple(text.replace("{}", "").split()), slot, is_flag))
    if said:
        raise FaultyPhrase(f"The phrase of {made.__name__} has a clause for {', '.join(said)}, which is no field left.")
    form = PhraseForm(tuple(parts), tuple(clauses), below)
    if any(part == TO and form.way_behind(at) is not None for at, part in enumerate(parts)):
        raise FaultyPhrase(
            f"The phrase of {made.__name__} has “{TO}” before a way, where it says that only its end follows."
        )
    return form


def positional(slots: Iterable[Slot]) -> list[Slot]:
    """The fields that have to be said, up to one that takes several: without a phrase they stand behind the kind."""
    needed = [slot for slot in slots if slot.default is MISSING and not slot.is_line]
    ends = next((at for at, slot in enumerate(needed, 1) if slot.several), len(needed))
    return needed[:ends]


class FaultyPhrase(ValueError):
    """A phrase that does not fit its type, in a sentence."""


def default_clause(slot: Slot) -> str:
    words = slot.name.strip("_").replace("_", " ")
    if slot.hint is bool and slot.default is not MISSING:
        return f"no {words}" if slot.default else words
    return f"{words} {{}}"


def slots_of(made: type[Any]) -> Iterator[Slot]:
    """The fields of a type that a line has to say, or may."""
    hints = get_type_hints(made)
    for one in fields(made):
        if one.name == "kind" and get_origin(hints["kind"]) is Literal:
            continue
        hint = hints[one.name]
        if get_origin(hint) in (Union, UnionType):
            [hint] = [arm for arm in get_args(hint) if arm is not NoneType]
        several = get_origin(hint) is tuple
        default = one.default_factory() if one.default_factory is not MISSING else one.default
        yield Slot(one.name, get_args(hint)[0] if several else hint, several, default)
