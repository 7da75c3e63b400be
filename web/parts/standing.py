"""Standing orders on a page: the lines in words, the forms that change them, and what they saved."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from service.engine.game import AnyGame
from service.engine.kinds import kind_of
from service.engine.line_fields import LineField, in_brief, line_fields
from service.engine.line_words import LineNames
from service.engine.lines import ListOrders, SetOtherwise, first_of, list_orders
from service.engine.options import Option, Scalar
from service.engine.places import Ground, Place, called_place, fields_of_places
from service.engine.sentences import Sentence, capital, counted
from service.engine.state import Known
from service.engine.tally import Exchanges, Meter
from service.engine.words import PlainWords
from web.parts.fields import IN_LINE, Field, FormWords, Item, for_writing
from web.parts.forms import Form, draw

ADD_LINE, SET_OTHERWISE = "Add this line", "Set what applies otherwise"


@dataclass(frozen=True, kw_only=True)
class Adding:
    """A form of standing orders: what is asked at first sight, and what is asked in a fold below it."""

    form: Form
    first: tuple[Field, ...]
    more: tuple[Field, ...] = ()
    submit: str


@dataclass(frozen=True, kw_only=True)
class KeptLine:
    """One line in a sentence, with what its buttons order: to go before the line above it, and to be dropped."""

    said: Sentence
    up: ReadyOrder | None
    drop: ReadyOrder | None


@dataclass(frozen=True, kw_only=True)
class ReadyOrder:
    """An order that one button gives: what the button says, the order's kind, and what else it holds."""

    label: str
    kind: str
    fixed: str


@dataclass(frozen=True, kw_only=True)
class StandingList:
    """The lines of one list; `adding` is None where there is no room for more. `ready`: all of it at once."""

    title: str
    about: str
    none: str
    lines: tuple[KeptLine, ...]
    adding: Adding | None
    ready: tuple[ReadyOrder, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Otherwise:
    """What holds where no line fits; `setting` changes it, and is None where that is not offered."""

    title: str
    said: Sentence
    setting: Adding | None


@dataclass(frozen=True, kw_only=True)
class Editor:
    """A game's standing orders, laid open for change. `kinds` are the order types that it offers in its own way."""

    kinds: frozenset[str]
    title: str
    lists: tuple[StandingList, ...]
    otherwise: Otherwise | None


# ---- the editor of any game, made of its lists and of the orders that change them


def editor(game: AnyGame, known: Known[Any, Any], options: Sequence[Option], ground: Ground | None) -> Editor | None:
    """A seat's standing lines, and what holds where none fits; None in a game that has neither.

    `options` are those of any heading. A list that is empty, and to which nothing can be added, is left out: a side may
    never have such lines.
    """
    changes, otherwise = list_orders(game.anytime), first_of(SetOtherwise, game.anytime)
    if not changes and otherwise is None:
        return None
    lists = (standing_list(game.words, known, one, options, ground) for one in changes)
    by_line = {order for one in changes for order in (one.add, one.move, one.drop, one.write) if order is not None}
    return Editor(
        kinds=frozenset(map(kind_of, by_line | ({otherwise} if otherwise else set()))),
        title=game.words.standing_title,
        lists=tuple(one for one in lists if one.lines or one.adding is not None),
        otherwise=None if otherwise is None else otherwise_of(game.words, known, otherwise, options, ground),
    )


def standing_list(
    words: PlainWords, known: Known[Any, Any], orders: ListOrders, options: Sequence[Option], ground: Ground | None
) -> StandingList:
    """One list, with the forms and buttons of those orders that the game has for it."""
    there, names = orders.of, words.line_names(known)
    lines, kind = there.kept(known.picture), kind_of(orders.write) if orders.write else ""
    said = [words.line(known, line) for line in lines]
    new: Adding | None = None
    if orders.add is not None:
        new = adding(options, kind_of(orders.add), there.line, ADD_LINE, names=names, ground=ground)
    elif kind and len(lines) < there.most:
        new = adding(options, kind, there.line, ADD_LINE, names=names, ground=ground, lines=lines)
    ready = orders.write.ready(known.picture) if orders.write else {}
    return StandingList(
        title=words.list_title(there.name),
        about=words.list_help.get(there.name, ""),
        none=words.no_line,
        lines=rewritten(kind, lines, said) if kind else kept(orders, said),
        adding=new,
        ready=tuple(ReadyOrder(label=capital(title), kind=kind, fixed=whole(every)) for title, every in ready.items()),
    )


def otherwise_of(
    words: PlainWords,
    known: Known[Any, Any],
    order: type[SetOtherwise],
    options: Sequence[Option],
    ground: Ground | None,
) -> Otherwise:
    """What holds where no line fits, and the form that changes it."""
    there = order.otherwise
    now = there.kept(known.picture)
    return Otherwise(
        title=there.title,
        said=words.otherwise(known, now),
        setting=adding(
            options, kind_of(order), there.record, SET_OTHERWISE, names=words.line_names(known), ground=ground,
            now=asdict(now),
        ),
    )  # fmt: skip


ANYTHING = "Any"
NUMBER = LineField(label="Line number", zero="the end")


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
    offered = next((option for option in options if option.kind == kind), None)
    if offered is None:
        return None
    asked, of_places = {**line_fields(line), "number": NUMBER}, fields_of_places(line)
    chosen = {name: domain for name, domain in offered.fields.items() if not asked[name].written}
    words = FormWords(
        label=lambda name: called(asked[name]),
        value=lambda name, value: (
            called_place(Place(str(value)), ground)
            if name in of_places and value is not None
            else value_words(asked[name], value, names)
        ),
        ground=ground,
    )
    new: dict[str, Any] = {one.name: one.default for one in fields(line)}
    drawn = draw(replace(offered, fields=chosen), words, (), {"number": 0, **new, **(now or {})}).fields
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
        return field if one.written == "figure" else for_writing(field, ground, one.most or 1)
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


def kept(orders: ListOrders, said: Sequence[Sentence]) -> tuple[KeptLine, ...]:
    """The lines of a list that are moved and dropped by their number."""
    name, move, drop = orders.of.name, orders.move, orders.drop
    return tuple(
        KeptLine(
            said=words,
            up=moved_up(number, kind_of(move), fixed(list=name, number=number, to=number - 1)) if move else None,
            drop=dropped(number, kind_of(drop), fixed(list=name, number=number)) if drop else None,
        )
        for number, words in enumerate(said, start=1)
    )


def rewritten(kind: str, lines: Sequence[Any], said: Sequence[Sentence]) -> tuple[KeptLine, ...]:
    """The lines of a list that is written anew with every change."""
    return tuple(
        KeptLine(
            said=words,
            up=moved_up(
                index + 1, kind, whole([*lines[: index - 1], lines[index], lines[index - 1], *lines[index + 1 :]])
            ),
            drop=dropped(index + 1, kind, whole([*lines[:index], *lines[index + 1 :]])),
        )
        for index, words in enumerate(said)
    )


def moved_up(number: int, kind: str, fixed: str) -> ReadyOrder | None:
    """The button that moves a line up, which the first has not."""
    return ReadyOrder(label=f"Move line {number} up", kind=kind, fixed=fixed) if number > 1 else None


def dropped(number: int, kind: str, fixed: str) -> ReadyOrder:
    """The button that drops a line."""
    return ReadyOrder(label=f"Remove line {number}", kind=kind, fixed=fixed)


def whole(lines: Sequence[Any]) -> str:
    """A list as a form sends it."""
    return fixed(lines=[in_brief(line) for line in lines])


def fixed(**entries: Any) -> str:
    """What a form without fields sends."""
    return json.dumps(entries)


def meter_words(found: Meter) -> tuple[str, ...]:
    """The exchange meter: of this turn, and in all where that is more."""
    this_turn, so_far = f"In this turn {taken(found.this_turn)}", f"In all {taken(found.so_far)}"
    return (this_turn, so_far) if found.this_turn != found.so_far else (so_far,)


def taken(counts: Exchanges) -> str:
    """How often the match waited, was answered for, and wrote; of letters nothing before one has come."""
    letters = f", and {counted(counts.letters, 'letter')} came" if counts.letters else ""
    waited = f"you were asked at {counted(counts.questions, 'step')}, in {counted(counts.sittings, 'sitting')}"
    words = f"{waited}{letters}."
    if counts.answered_for:
        words += f" For you the umpire answered {counted(counts.answered_for, 'step')}"
        words += f", which saved you {counted(counts.sittings_saved, 'sitting')}." if counts.sittings_saved else "."
    return words
