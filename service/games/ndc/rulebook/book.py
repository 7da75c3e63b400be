"""The book of NATO Division Commander, put together from the texts in this folder and the figures in `data/`.

A text is a section: its title, what comes before its cases, and the cases, each under a heading with its rule's id, or
with a name only where it explains what no rule of its own says.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from service.engine.rulebook import RULE_ID, Case, Example, Part, Rulebook, Section, Step
from service.engine.tables import DataFault
from service.games.ndc.rulebook.figures import filled
from service.games.ndc.rulebook.printed import charts
from service.games.ndc.tables import DATA, load

HERE = Path(__file__).parent
SCENARIO = "kaltenbach"
EXAMPLE = HERE / "example.json"


@lru_cache
def rulebook() -> Rulebook:
    """The book, read once; DataFault for a text that names a figure which no data file has."""
    scenario = yaml.safe_load((DATA / "scenarios" / f"{SCENARIO}.yaml").read_text("utf-8"))
    figures = {**load().printed, "scenario": scenario}
    return Rulebook(
        sections=tuple(section(file, figures) for file in sorted(HERE.glob("[0-9][0-9]-*.md"))),
        charts=charts(),
        example=example(json.loads(EXAMPLE.read_text("utf-8"))),
        pictures={file.name: file.read_text("utf-8") for file in sorted(HERE.glob("*.svg"))},
    )


def section(file: Path, figures: dict[str, object]) -> Section:
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


def example(stored: dict[str, Any]) -> Example:
    """The example of play, as `example.py` stored it."""
    steps = tuple(
        Step(**{**step, **lists(step, "rules", "truth"), "parts": tuple(map(part, step["parts"]))})
        for step in stored["steps"]
    )
    return Example(title=stored["title"], text=stored["text"], steps=steps)


def part(stored: dict[str, Any]) -> Part:
    return Part(**{**stored, **lists(stored, "orders", "refused", "told")})


def lists(stored: dict[str, Any], *names: str) -> dict[str, tuple[str, ...]]:
    return {name: tuple(stored.get(name, ())) for name in names}
