"""A game's book as its players read it: sections of cases, charts, and an example of play. Plain text and tables.

Texts are Markdown. A case that is a rule has the rule's id, which every refusal cites; other cases explain. How a book
looks on a page, and what a link in it leads to, is the page's business.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from service.engine.line_of_sight import LineOfSight
from service.engine.places import Place

RULE_ID = re.compile(r"\b(?:[A-Z][A-Z0-9]*-[A-Z]+-\d{2}|P\d{1,2})\b")
"""A rule's id, such as NDC-MOV-03, or the number of a principle that rules rest on, such as P7."""
WHAT_CHANGED = "what-changed"
"""The name of the section in which each case is a version of the rules."""


@dataclass(frozen=True, kw_only=True)
class Case:
    """One case: a rule under its id, or an explanation under a name of its own."""

    id: str
    title: str
    text: str

    @property
    def is_rule(self) -> bool:
        return RULE_ID.fullmatch(self.id) is not None


@dataclass(frozen=True, kw_only=True)
class Section:
    """A part of the rules, with what one should know before its cases."""

    name: str
    title: str
    text: str
    cases: tuple[Case, ...]


@dataclass(frozen=True, kw_only=True)
class Table:
    """A printed table. The first cell of a row is its margin where `margin` says so."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    note: str = ""
    margin: bool = True
    unbroken: bool = False
    """Each row stays on one line, however wide."""


@dataclass(frozen=True, kw_only=True)
class Chart:
    """A chart: its tables, the rules that use it, and where its figures come from (`provenance`)."""

    name: str
    title: str
    text: str
    tables: tuple[Table, ...]
    rules: tuple[str, ...] = ()
    provenance: str = ""


@dataclass(frozen=True, kw_only=True)
class ExamplePart:
    """What one side did and was told at a step of the example."""

    seat: str
    orders: tuple[str, ...] = ()
    why: str = ""
    refused: tuple[str, ...] = ()
    told: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ExampleStep:
    """A step of the example of play: what it shows, each side's picture, and what was true, which none of them saw."""

    heading: str
    turn: str
    title: str
    text: str
    rules: tuple[str, ...]
    parts: tuple[ExamplePart, ...]
    truth: tuple[str, ...] = ()
    comment: str = ""


@dataclass(frozen=True, kw_only=True)
class Example:
    """An example of play, from a match that was really played."""

    title: str
    text: str
    steps: tuple[ExampleStep, ...]


@dataclass(frozen=True, kw_only=True)
class ExampleScene:
    """What a side knew after a step of the example, and at which places something had become of that step for it.

    `line` is a line of sight that the step speaks of. What the side did not know is not in its picture.
    """

    seat: str
    picture: Any
    places: tuple[Place, ...]
    line: LineOfSight | None = None


@dataclass(frozen=True, kw_only=True)
class Rulebook:
    """The whole book. `pictures` are SVG, by the names under which the texts show them.

    `scenes` plays the example anew and has a scene for each of its sides after each of its steps, to be drawn; `drawn`
    says beside which cases one of them stands, by the number of its step from 1 on, and its side.
    """

    sections: tuple[Section, ...] = ()
    charts: tuple[Chart, ...] = ()
    example: Example | None = None
    pictures: Mapping[str, str] = field(default_factory=dict)
    scenes: Callable[[], Sequence[Mapping[str, ExampleScene]]] | None = None
    drawn: Mapping[str, tuple[int, str]] = field(default_factory=dict)

    def cases(self) -> Iterator[Case]:
        """Every case, in printed order."""
        for section in self.sections:
            yield from section.cases

    @cached_property
    def changes(self) -> Mapping[str, tuple[str, ...]]:
        """What each version of the rules changed, in sentences, the newest first: its section "What changed"."""
        found = (section for section in self.sections if section.name == WHAT_CHANGED)
        return {
            case.title: tuple(" ".join(point.split()) for point in re.split(r"^- ", case.text, flags=re.MULTILINE)[1:])
            for section in found
            for case in section.cases
        }

    @cached_property
    def words(self) -> str:
        """The id of the case that says what the game's words mean; empty where there is none."""
        return next((case.id for case in self.cases() if case.title == "Words"), "")

    @cached_property
    def rules(self) -> frozenset[str]:
        """The ids of the rules that can be read here."""
        return frozenset(case.id for case in self.cases() if case.is_rule)
