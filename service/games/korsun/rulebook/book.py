"""The book of Korsun, put together from the texts in this folder and the figures of a set of data."""

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
from service.games.korsun.printed.reading import SOVIET
from service.games.korsun.printed.scenario import Scenario
from service.games.korsun.rulebook import script
from service.games.korsun.rulebook.printed import charts, files

HERE = Path(__file__).parent
EXAMPLE = HERE / "example.json"


class KorsunBook:
    """The book as one set of data has it, with the charts of the scenarios that can be played.

    The lessons fit any ground; the examples speak of the map and the figures that we ship, and a set of other data has
    none. Raises DataFault for a text that names a figure which no file of the set has.
    """

    def __init__(self, data: DataSet, scenarios: tuple[Scenario, ...], *, is_shipped: bool) -> None:
        self.data, self.scenarios, self.is_shipped = data, scenarios, is_shipped

    def rulebook(self) -> Rulebook:
        return self._rulebook

    def coach(self) -> Coach | None:
        return self._coach

    @cached_property
    def _rulebook(self) -> Rulebook:
        read = files(self.data)
        if not self.is_shipped:
            return Rulebook(sections=sections(HERE, read), charts=charts(read, self.scenarios))
        return Rulebook(
            sections=sections(HERE, read), charts=charts(read, self.scenarios),
            example=example(json.loads(EXAMPLE.read_text("utf-8"))), scenes=played,
            drawn=drawn([step for part in script.PARTS for step in part.steps]),
        )  # fmt: skip

    @cached_property
    def _coach(self) -> Coach:
        """The lessons of a first game, which one plays as the side that moves first."""
        first = self.scenarios[0]
        return coach_of(HERE / "coach.md", files(self.data), scenario=first.name, seat=SOVIET)


def played() -> Sequence[Mapping[str, ExampleScene]]:
    """The examples, played anew for their scenes; their stage is the game itself, which has this book."""
    from service.games.korsun.rulebook.example import stage

    return [scene for part in script.PARTS for scene in scenes(stage(part), part.steps)]
