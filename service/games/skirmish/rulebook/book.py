"""The book of Skirmish, put together from the texts in this folder and the figures of a set of data."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from service.engine.booktexts import example, sections
from service.engine.data import DataSet
from service.engine.lessons import Coach
from service.engine.lessons import coach as coach_of
from service.engine.rulebook import ExampleScene, Rulebook
from service.engine.scripted import drawn, scenes
from service.games.skirmish.printed.scenario import scenarios
from service.games.skirmish.rulebook import script
from service.games.skirmish.rulebook.printed import charts, files

HERE = Path(__file__).parent
EXAMPLE = HERE / "example.json"


class SkirmishBook:
    """The book as one set of data has it; DataFault for a text that names a figure which no file of the set has.

    The lessons and the example of play speak of the ground and the men of the scenario that we ship: a set of other
    data has neither.
    """

    def __init__(self, data: DataSet, *, is_shipped: bool) -> None:
        self.scenarios, self.is_shipped = scenarios(data.id), is_shipped

    def rulebook(self) -> Rulebook:
        return self._rulebook

    def coach(self) -> Coach | None:
        return self._coach

    @cached_property
    def _rulebook(self) -> Rulebook:
        return Rulebook(
            sections=sections(HERE, files(self.scenarios[0])),
            charts=charts(self.scenarios),
            example=example(json.loads(EXAMPLE.read_text("utf-8"))) if self.is_shipped else None,
            scenes=played if self.is_shipped else None,
            drawn=drawn(script.STEPS) if self.is_shipped else {},
        )

    @cached_property
    def _coach(self) -> Coach | None:
        """The lessons of a first game, which one plays as the side that attacks first."""
        first = self.scenarios[0]
        if not self.is_shipped:
            return None
        return coach_of(HERE / "coach.md", files(first), scenario=first.name, seat=first.first)


def played() -> Sequence[Mapping[str, ExampleScene]]:
    """The example, played anew for its scenes; the stage is the game itself, which has this book."""
    from service.games.skirmish.rulebook.example import STAGE

    return scenes(STAGE, script.STEPS)
