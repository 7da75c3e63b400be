"""A book's parts as they are written: a section as Markdown with its figures, an example as it was stored.

A text is a section: its title, what comes before its cases, and the cases, each under a heading with its rule's id, or
with a name only where it explains what no rule of its own says.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from service.engine.figures import filled
from service.engine.rulebook import RULE_ID, Case, Example, ExamplePart, ExampleStep, Section
from service.engine.tables import DataFault


def sections(folder: Path, figures: Mapping[str, object]) -> tuple[Section, ...]:
    """The sections of a folder in the order of their numbers; DataFault for a figure that no data file has."""
    return tuple(section(file, figures) for file in sorted(folder.glob("[0-9][0-9]-*.md")))


def section(file: Path, figures: Mapping[str, object]) -> Section:
    """One text."""
    head, *cases = re.split(r"^## ", filled(file.read_text("utf-8"), figures, file.name), flags=re.MULTILINE)
    title, _, text = head.removeprefix("# ").partition("\n")
    if not head.startswith("# "):
        raise DataFault(file.name, "line 1", "the title of the section is missing")
    return Section(name=file.stem[3:], title=title.strip(), text=text.strip(), cases=tuple(map(case, cases)))


def case(written: str) -> Case:
    """One case, by its heading: a rule's id and title, or a title."""
    heading, _, text = written.partition("\n")
    rule = RULE_ID.match(heading)
    title = heading[rule.end() :] if rule else heading
    name = rule[0] if rule else re.sub(r"\W+", "-", heading.lower()).strip("-")
    return Case(id=name, title=title.strip(), text=text.strip())


def example(stored: Mapping[str, Any]) -> Example:
    """The example of play, as it was stored."""
    steps = tuple(
        ExampleStep(**{**step, **lists(step, "rules", "truth"), "parts": tuple(map(part, step["parts"]))})
        for step in stored["steps"]
    )
    return Example(title=stored["title"], text=stored["text"], steps=steps)


def part(stored: Mapping[str, Any]) -> ExamplePart:
    return ExamplePart(**{**stored, **lists(stored, "orders", "refused", "told")})


def lists(stored: Mapping[str, Any], *names: str) -> dict[str, tuple[str, ...]]:
    return {name: tuple(stored.get(name, ())) for name in names}
