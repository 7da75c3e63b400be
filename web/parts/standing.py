"""Standing orders on a page: the lines in words, the forms that change them, and what they saved."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from service.engine.options import Option
from service.engine.tally import Exchanges, Meter
from web.parts.forms import Field, Form


@dataclass(frozen=True, kw_only=True)
class Adding:
    """A form of standing orders: what is asked at first sight, and what is asked in a fold below it."""

    form: Form
    first: tuple[Field, ...]
    more: tuple[Field, ...] = ()
    submit: str


@dataclass(frozen=True, kw_only=True)
class Line:
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
    lines: tuple[Line, ...]
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
    rehearsal: str = "What would they have answered so far?"
    presets: tuple[Preset, ...] = ()
    otherwise: str = ""
    rest: Adding | None = None


def adding(
    options: Sequence[Option],
    kind: str,
    fields: Sequence[Field],
    first: Sequence[str],
    submit: str,
    fixed: str = "{}",
) -> Adding | None:
    """The form of an order type with these fields, if it is offered; those not named in `first` go below the fold."""
    if not any(option.order == kind for option in options):
        return None
    form = Form(kind=kind, title=submit, fixed=fixed, fields=tuple(fields), rule=None)
    named = {field.name.partition(":")[2]: field for field in fields}
    return Adding(
        form=form,
        first=tuple(named[name] for name in first),
        more=tuple(field for name, field in named.items() if name not in first),
        submit=submit,
    )


def fixed(**entries: Any) -> str:
    """What a form without fields sends."""
    return json.dumps(entries)


def meter_words(found: Meter) -> tuple[str, ...]:
    """The exchange meter in two sentences."""
    return (f"This turn {taken(found.this_turn)}", f"In all, {taken(found.so_far)}")


def taken(counts: Exchanges) -> str:
    words = (
        f"the match waited for you at {many(counts.questions, 'step')} in {many(counts.sittings, 'sitting')}, and "
        f"{many(counts.letters, 'letter')} came."
    )
    if counts.answered_for:
        words += f" Standing orders answered {many(counts.answered_for, 'step')} for you"
        words += f" and saved you {many(counts.sittings_saved, 'sitting')}." if counts.sittings_saved else "."
    return words


def many(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
