"""The book of Korsun, put together from the texts in this folder and the figures of a set of data."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from service.engine.booktexts import sections
from service.engine.data import DataSet
from service.engine.lessons import Coach
from service.engine.lessons import coach as coach_of
from service.engine.rulebook import Rulebook
from service.games.korsun.printed.reading import SOVIET
from service.games.korsun.printed.scenario import Scenario
from service.games.korsun.rulebook.printed import charts, files

HERE = Path(__file__).parent


class KorsunBook:
    """The book as one set of data has it, with the charts of the scenarios that can be played.

    The lessons fit any ground. Raises DataFault for a text that names a figure which no file of the set has.
    """

    def __init__(self, data: DataSet, scenarios: tuple[Scenario, ...]) -> None:
        self.data, self.scenarios = data, scenarios

    def rulebook(self) -> Rulebook:
        return self._rulebook

    def coach(self) -> Coach | None:
        return self._coach

    @cached_property
    def _rulebook(self) -> Rulebook:
        read = files(self.data)
        return Rulebook(sections=sections(HERE, read), charts=charts(read, self.scenarios))

    @cached_property
    def _coach(self) -> Coach:
        """The lessons of a first game, which one plays as the side that moves first."""
        first = self.scenarios[0]
        return coach_of(HERE / "coach.md", files(self.data), scenario=first.name, seat=SOVIET)
