"""The book of NATO Division Commander, put together from the texts in this folder and the figures of a set of data."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from service.data_files import read
from service.engine.booktexts import example, sections
from service.engine.data import DataSet
from service.engine.lessons import Coach
from service.engine.lessons import coach as coach_of
from service.engine.rulebook import ExampleScene, Rulebook
from service.engine.scripted import drawn, scenes
from service.games.ndc.printed.scenario import Scenario, scenarios
from service.games.ndc.rulebook import script
from service.games.ndc.rulebook.looking import levels
from service.games.ndc.rulebook.printed import charts

HERE = Path(__file__).parent
EXAMPLE = HERE / "example.json"


class NdcBook:
    """The book as one set of data has it; DataFault for a text that names a figure which no file of the set has.

    The lessons and the example of play speak of the ground and the dice of the scenario that we ship: a set of other
    data has neither.
    """

    def __init__(self, data: DataSet, *, is_shipped: bool) -> None:
        self.data, self.is_shipped = data, is_shipped
        self.scenarios = scenarios(data.id)

    def rulebook(self) -> Rulebook:
        return self._rulebook

    def coach(self) -> Coach | None:
        return self._coach

    @cached_property
    def _rulebook(self) -> Rulebook:
        first = self.scenarios[0]
        printed = read(self.data, f"scenarios/{first.name}.yaml").value
        return Rulebook(
            sections=sections(HERE, {**figures(first), "scenario": printed}),
            charts=charts(self.scenarios),
            example=example(json.loads(EXAMPLE.read_text("utf-8"))) if self.is_shipped else None,
            scenes=played if self.is_shipped else None,
            drawn=drawn(script.STEPS) if self.is_shipped else {},
            pictures={file.name: file.read_text("utf-8") for file in sorted(HERE.glob("*.svg"))},
        )

    @cached_property
    def _coach(self) -> Coach | None:
        first = self.scenarios[0]
        if not self.is_shipped:
            return None
        return coach_of(HERE / "coach.md", figures(first), scenario=first.name, seat=first.first)


def figures(rules: Scenario) -> Mapping[str, object]:
    """What the texts take their figures from: the files of the tables, what is `told` of a unit, and both sides."""
    told = {**rules.tables.reports.shown, "levels": levels(rules.tables.reports)}
    return {
        **rules.tables.printed,
        "told": told,
        "first": side(rules, rules.first),
        "second": side(rules, rules.second),
    }


def side(rules: Scenario, name: str) -> Mapping[str, object]:
    """What the texts say of a side: its name, and the figures that are its own."""
    attack, defence = (rules.tables.modifiers[rule].uses or {} for rule in ("NDC-DFM-08", "NDC-DFM-09"))
    return {
        "name": name,
        "mode_change_from": rules.sides[name].mode_change_from,
        "chemicals_in_attack": list(attack[name]),
        "chemicals_in_defence": list(defence[name]),
    }


def played() -> Sequence[Mapping[str, ExampleScene]]:
    """The example, played anew for its scenes; the stage is the game itself, which has this book."""
    from service.games.ndc.rulebook.example import STAGE

    return scenes(STAGE, script.STEPS)
