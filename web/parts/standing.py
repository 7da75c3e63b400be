"""Standing orders on a page: the lines in words, the forms that change them, and what they saved."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from service.engine.line_words import LineNames
from service.engine.lines import LineField, as_written, line_fields
from service.engine.options import Option, Scalar
from service.engine.places import Ground
from service.engine.sentences import Sentence, capital, counted, plain_text
from service.engine.tally import Exchanges, Meter
from web.parts.forms import IN_LINE, Field, Form, FormWords, Item, draw, written

REHEARSAL = "What would they have answered so far?"


@dataclass(frozen=True, kw_only=True)
class Adding:
    """A form of standing orders: what is asked at first sight, and what is asked in a fold below it."""

    form: Form
    first: tuple[Field, ...]
    more: tuple[Field, ...] = ()
    submit: str


@dataclass(frozen=True, kw_only=True)
class KeptLine:
    """One line in words, with what its buttons order: to go up one place, and to be dropped."""

    said: str
    up: str
    drop: str
    moves: str = "move-standing-line"
    drops: str = "drop-standing-line"


@dataclass(frozen=True, kw_only=True)
class Preset:
    """All lines at once, by one button: what it says, and what it orders."""

    label: str
    kind: str
    fixed: str


@dataclass(frozen=True, kw_only=True)
class Lines:
    """The lines of one kind; `adding` is None where there is no room for more."""

    title: str
    about: str
    none: str
    lines: tuple[KeptLine, ...]
    adding: Adding | None


@dataclass(frozen=True, kw_only=True)
class Editor:
    """A game's standing orders, laid open for change. `kinds` are the order types that it offers in its own way.

    `rest` changes what holds where no line fits, in a game that has such a thing. `rehearsal` asks what they would have
    answered to questions of earlier.
    """

    kinds: frozenset[str]
    lists: tuple[Lines, ...]
    title: str = "Standing orders"
    rehearsal: str = REHEARSAL
    presets: tuple[Preset, ...] = ()
    otherwise: str = ""
    rest: Adding | None = None


ANYTHING = "Any"
PLACE = LineField(label="Place in the list", zero="the end")


def adding(
    options: Sequence[Option],
    kind: str,
    line: type[Any],
    submit: str,
    *,
    names: LineNames,
    ground: Ground | None,
    now: Mapping[str, Any] | None = None,
    lines: Sequence[Any] | None = None,
) -> Adding | None:
    """The form of an order with the fields of a line, if it is offered, cut in two by what is asked at first sight.

    Places in it are those of this `ground`. It is filled in with what holds `now`, or with a new line. `lines`: the
    order holds all lines, and these already.
    """
    offered = next((option for option in options if option.order == kind), None)
    if offered is None:
        return None
    asked = {**line_fields(line), "place": PLACE}
    chosen = {name: domain for name, domain in offered.fields.items() if not asked[name].written}
    words = FormWords(
        label=lambda name: called(asked[name]),
        value=lambda name, value: value_words(asked[name], value, names),
        ground=ground,
    )
    new: dict[str, Any] = {one.name: one.default for one in fields(line)}
    drawn = draw(replace(offered, fields=chosen), words, (), {"place": 0, **new, **(now or {})}).fields
    before = "" if lines is None else IN_LINE
    by_hand = {name: one for name, one in line_fields(line).items() if one.label and name not in chosen}
    found = dict(zip(chosen, drawn, strict=True))
    found |= {name: by_hand_of(name, one, names, ground, before) for name, one in by_hand.items()}
    ranked = sorted((one.first, name) for name, one in asked.items() if one.first and name in found)
    first = [name for _, name in ranked]
    settled = "{}" if lines is None else whole(lines)
    return Adding(
        form=Form(kind=kind, fixed=settled, fields=tuple(found.values()), rule=None),
        first=tuple(found[name] for name in first),
        more=tuple(field for name, field in found.items() if name not in first),
        submit=submit,
    )


def by_hand_of(name: str, one: LineField, names: LineNames, ground: Ground | None, before: str) -> Field:
    """The form's field for a line's field that no option draws: written, or chosen from what its values are called."""
    named = {name: capital(words) for name, words in names.get(one.names, {}).items()}
    values: dict[Any, str] = {**one.values, **named}
    if one.written:
        written_as = f"{before}written-{one.written}:{name}"
        field = Field(name=written_as, label=called(one), control="text", most=one.most, in_figures=True)
        return field if one.written == "figure" else written(field, ground, one.most or 1)
    if one.several:
        items = tuple(Item(value=value, label=words) for value, words in values.items())
        return Field(name=f"{before}several:{name}", label=one.label, control="checks", items=items, most=len(items))
    values = values or {False: "No", True: "Yes"}
    items = tuple(Item(value=json.dumps(value), label=words) for value, words in values.items())
    control = "radio" if len(items) < 4 else "select"
    return Field(name=f"{before}choice:{name}", label=one.label, control=control, items=items, now=items[0].value)


def called(one: LineField) -> str:
    """What a field of a line is called in a form."""
    return f"{one.label}, 0: {one.zero}" if one.zero else one.label


def value_words(one: LineField, value: Scalar, names: LineNames) -> str:
    """What a value of a field of a line is called."""
    if value in one.values:
        return one.values[value]
    if isinstance(value, bool):
        return "Yes" if value else "No"
    return ANYTHING if value is None else capital(names.get(one.names, {}).get(str(value), str(value)))


def kept(name: str, said: Sequence[Sentence], ground: Ground | None) -> tuple[KeptLine, ...]:
    """The lines of a list that are moved and dropped by their place."""
    return tuple(
        KeptLine(
            said=plain_text(words, ground),
            up=fixed(lines=name, place=place, to=place - 1) if place > 1 else "",
            drop=fixed(lines=name, place=place),
        )
        for place, words in enumerate(said, start=1)
    )


def rewritten(kind: str, lines: Sequence[Any], said: Sequence[Sentence], ground: Ground | None) -> tuple[KeptLine, ...]:
    """The lines of a list that is written anew with every change."""
    return tuple(
        KeptLine(
            said=plain_text(words, ground),
            up=whole([*lines[: place - 1], lines[place], lines[place - 1], *lines[place + 1 :]]) if place else "",
            drop=whole([*lines[:place], *lines[place + 1 :]]),
            moves=kind,
            drops=kind,
        )
        for place, words in enumerate(said)
    )


def whole(lines: Sequence[Any]) -> str:
    """A list as a form sends it."""
    return fixed(lines=[as_written(line) for line in lines])


def fixed(**entries: Any) -> str:
    """What a form without fields sends."""
    return json.dumps(entries)


def meter_words(found: Meter) -> tuple[str, ...]:
    """The exchange meter in two sentences."""
    return (f"This turn {taken(found.this_turn)}", f"In all, {taken(found.so_far)}")


def taken(counts: Exchanges) -> str:
    """How often the match waited, was answered for, and wrote; of letters nothing before one has come."""
    letters = f", and {counted(counts.letters, 'letter')} came" if counts.letters else ""
    waited = f"the match waited for you at {counted(counts.questions, 'step')} in {counted(counts.sittings, 'sitting')}"
    words = f"{waited}{letters}."
    if counts.answered_for:
        words += f" Standing orders answered {counted(counts.answered_for, 'step')} for you"
        words += f" and saved you {counted(counts.sittings_saved, 'sitting')}." if counts.sittings_saved else "."
    return words
