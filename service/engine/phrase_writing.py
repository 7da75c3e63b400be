"""Order lines are written: an order, or an example of what an option offers, as the line that reads back as it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING
from typing import Any

from service.engine.game import AnyGame
from service.engine.options import Choice, Domain, Option, Places, Range, Routes, Several
from service.engine.orders import Order
from service.engine.phrases import TO, Slot, form_of
from service.engine.places import Place
from service.engine.vocabulary import Vocabulary, vocabulary

YES, NO = "yes", "no"
BELOW = "- "
"""What begins a standing line below its order."""


def write(order: Any, vocabulary: Vocabulary) -> str:
    """An order as a line, with its standing lines below. `read` makes the same order of it."""
    form = form_of(type(order))
    words = [
        part if isinstance(part, str) else value_written(part, getattr(order, part.name), vocabulary)
        for part in form.parts
    ]
    for clause in form.clauses:
        value = getattr(order, clause.slot.name)
        if value == clause.slot.default:
            continue
        words += [*clause.words, *(() if clause.is_flag else (value_written(clause.slot, value, vocabulary),))]
    line = " ".join(filter(None, words))
    below = getattr(order, form.below.name) if form.below is not None else ()
    return "\n".join((line, *(f"{BELOW}{write(one, vocabulary)}" for one in below)))


def one_of_each(options: Iterable[Option]) -> list[Option]:
    """Of each kind of order the option to make an example of: the first that leaves something to choose in every field.

    Where there is none, the first of all.
    """
    found: dict[str, Option] = {}
    for option in options:
        before = found.setdefault(option.kind, option)
        if leaves_nothing(before) and not leaves_nothing(option):
            found[option.kind] = option
    return list(found.values())


def leaves_nothing(option: Option) -> bool:
    """Whether a number of an option can only be 0, or of a set nothing can be chosen."""
    return any(isinstance(domain, Range | Several) and not domain.most for domain in option.fields.values())


def examples(game: AnyGame, picture: Any, options: Sequence[Option]) -> list[str]:
    """For each option an order that it offers, as a line."""
    words = vocabulary(game, picture)
    return [example(option, game.orders_by_kind[option.kind], words) for option in options]


def example(option: Option, made: type[Order], vocabulary: Vocabulary) -> str:
    """An order that an option offers, as a line: of each field a usual value, and for a way where it leads to.

    A place that is left to be filled in stands in capitals: `move I5 to HEX`.
    """
    form, said = form_of(made), {**{name: usual(domain) for name, domain in option.fields.items()}, **option.fixed}
    words: list[str] = []
    for at, part in enumerate(form.parts):
        if isinstance(part, Slot):
            words.append(exemplified(part, option, said, vocabulary))
        elif (way := form.way_behind(at)) is None or not isinstance(option.fields.get(way.name), Routes):
            words.append(part)
    for clause in form.clauses:
        name, default = clause.slot.name, clause.slot.default
        has_to_be_said = isinstance(option.fields.get(name), Places | Routes) or default is MISSING
        if has_to_be_said or (name in option.fixed and option.fixed[name] != default):
            of_value = () if clause.is_flag else (exemplified(clause.slot, option, said, vocabulary),)
            words += [*clause.words, *of_value]
    return " ".join(filter(None, words))


def exemplified(slot: Slot, option: Option, said: Mapping[str, Any], vocabulary: Vocabulary) -> str:
    """A usual value of a field, as it stands in a line."""
    if isinstance(option.fields.get(slot.name), Routes):
        noun = vocabulary.ground.noun if vocabulary.ground is not None else "place"
        return f"{TO} {noun.upper()}"
    return value_written(slot, said[slot.name], vocabulary)


def usual(domain: Domain) -> Any:
    """The first value of a domain, of numbers one halfway up, of several as many as there have to be and one at least.

    So an example orders something wherever it can.
    """
    match domain:
        case Choice():
            return domain.values[0]
        case Range():
            return (domain.least + domain.most + 1) // 2
        case Places():
            return domain.places[0]
        case Several():
            return domain.values[: min(domain.most, max(1, domain.least))]
    return None


def value_written(slot: Slot, value: Any, vocabulary: Vocabulary) -> str:
    """The value of a field as it stands in a line."""
    if slot.several:
        return " ".join(one_written(slot.hint, one, vocabulary) for one in value)
    return one_written(slot.hint, value, vocabulary)


def one_written(hint: Any, value: Any, vocabulary: Vocabulary) -> str:
    if isinstance(value, bool):
        return YES if value else NO
    if hint is Place and vocabulary.ground is not None:
        return vocabulary.ground.show(value)
    return vocabulary.short(value) if hint is str else str(value)
