"""The fire plan of Skirmish in words, and the forms that change it: each sends all of it, with a line more or less."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from service.engine.options import Option
from service.games.skirmish.known.picture import ANY
from service.games.skirmish.known.picture import Line as PlanLine
from service.games.skirmish.known.view import View
from service.games.skirmish.printed.profiles import BaseFigures
from service.games.skirmish.staff.plan import (
    ANYTHING,
    EITHER,
    EXPOSURES,
    HIDDEN,
    LAST,
    LED,
    PLATES,
    THEN,
    WHEN,
    WORTH,
    line_words,
)
from web.parts.forms import Field, Item
from web.parts.standing import Editor, Line, Lines, Preset, adding, fixed

KIND = "set-fire-plan"
ABOUT = (
    "What your bases do in the enemy's moves, and in your remaining fire, without your being asked. For each base the "
    "first line that fits its best shot decides; a plan goes only by what you know."
)
NONE = "No line: you are asked at every step at which you have a shot."
# ---- the forms


def plain(lines: Sequence[PlanLine]) -> list[dict[str, object]]:
    """Lines as an order holds them, what does not matter left out."""
    blank = asdict(PlanLine())
    return [{name: value for name, value in asdict(line).items() if value != blank[name]} for line in lines]


def editor(figures: BaseFigures, view: View, options: Sequence[Option]) -> Editor | None:
    """The plan laid open for change, where it may be changed; the first of its options is the plan as it stands."""
    offered = [option for option in options if option.order == KIND]
    if not offered:
        return None
    lines, bases = list(map(line_of, offered[0].fixed["lines"])), {base.id: base.name for base in view.own}
    zones = [there.zone for there in view.announced]
    return Editor(
        kinds=frozenset({KIND}),
        title="Fire plan",
        rehearsal="What would it have done so far?",
        lists=(
            Lines(
                title="Fire plan",
                about=ABOUT,
                none=NONE,
                lines=tuple(
                    Line(
                        said=line_words(figures, line, bases),
                        up=whole([*lines[: place - 1], line, lines[place - 1], *lines[place + 1 :]]) if place else "",
                        drop=whole([*lines[:place], *lines[place + 1 :]]),
                        moves=KIND,
                        drops=KIND,
                    )
                    for place, line in enumerate(lines)
                ),
                adding=adding(
                    options, KIND, fields(figures, bases, zones), ("bases", "then", "range_max", "expected"),
                    "Add this line", fixed=whole(lines),
                ),
            ),
        ),
        presets=tuple(Preset(label=option.title, kind=KIND, fixed=json.dumps(option.fixed)) for option in offered[1:]),
    )  # fmt: skip


def line_of(said: Mapping[str, Any]) -> PlanLine:
    """A line from an option."""
    entries: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in said.items()}
    return PlanLine(**entries)


def whole(lines: Sequence[PlanLine]) -> str:
    """A plan as a form sends it."""
    return fixed(lines=plain(lines))


def fields(figures: BaseFigures, bases: Mapping[str, str], zones: Sequence[str]) -> tuple[Field, ...]:
    """Of one line more: what of it is asked, `line+` before each name. `zones`: where reinforcements are announced."""
    own = tuple(Item(value=id, label=name) for id, name in bases.items())
    classes = tuple(Item(value=name, label=cls.title.capitalize()) for name, cls in figures.classes.items())
    return (
        Field(name="line+several:bases", label="Who (all, if none is named)", control="checks", items=own,
              most=len(own)),
        choice("then", "What to do", THEN),
        Field(name="line+figure:range_max", label="Within hexes", control="text", most=2),
        choice("expected", "If it can be expected to do", ANYTHING | WORTH),
        choice("at", "When", WHEN),
        Field(name="line+several:target", label="At what (anything, if none is named)", control="checks",
              items=classes, most=len(classes)),
        several("exposure", "How he stands or goes (in any way, if none is named)", EXPOSURES),
        several("aspect", "The plate that he shows (any, if none is named)", PLATES),
        Field(name="line+hexes:hexes", label="In one of the hexes", control="text", most=199),
        Field(name="line+hexes:crosses", label="As he comes onto a line between two hexes", control="text", most=9),
        Field(name="line+figure:steps_min", label="Once he was seen to make steps", control="text", most=2),
        Field(name="line+figure:enemies_min", label="Enemies in sight, at least", control="text", most=2),
        Field(name="line+figure:enemies_max", label="Enemies in sight, at most", control="text", most=2),
        choice("concealed", "If it is hidden", EITHER | HIDDEN),
        choice("leader", "If there is a leader", EITHER | LED),
        choice("last_shot", "Its last shot", EITHER | LAST),
        choice("reserve", "Its last shot, kept for reinforcements", {
            None: "Not minded", ANY: "Announced for any zone", **{zone: f"Announced for {zone}" for zone in zones},
        }),
        Field(name="line+figure:range_min", label="From hexes on", control="text", most=2),
        Field(name="line+figure:shots", label="Shots a turn, at most", control="text", most=2),
        Field(name="line+figure:turn_from", label="From turn", control="text", most=2),
    )  # fmt: skip


def several(name: str, label: str, values: Mapping[str, str]) -> Field:
    """Any of a few."""
    items = tuple(Item(value=value, label=words) for value, words in values.items())
    return Field(name=f"line+several:{name}", label=label, control="checks", items=items, most=len(items))


def choice(name: str, label: str, values: Mapping[Any, str]) -> Field:
    """One of a few values, the first for a beginning."""
    items = tuple(Item(value=json.dumps(value), label=words) for value, words in values.items())
    control = "radio" if len(items) < 4 else "select"
    return Field(name=f"line+choice:{name}", label=label, control=control, items=items, now=items[0].value)
