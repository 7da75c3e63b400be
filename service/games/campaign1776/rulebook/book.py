"""The book of 1776, put together from the texts in this folder and the figures of a set of data."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from service.engine.booktexts import sections
from service.engine.data import DataSet
from service.engine.lessons import Coach
from service.engine.lessons import coach as coach_of
from service.engine.rulebook import Rulebook
from service.games.campaign1776.printed.reading import BRITISH
from service.games.campaign1776.printed.scenario import Scenario
from service.games.campaign1776.rulebook.printed import charts, files

HERE = Path(__file__).parent


class Book1776:
    """The book as one set of data has it. Raises DataFault for a text that names a figure which no file of it has."""

    def __init__(self, data: DataSet, scenarios: tuple[Scenario, ...]) -> None:
        self.data, self.scenarios = data, scenarios

    def rulebook(self) -> Rulebook:
        return self._rulebook

    def coach(self) -> Coach | None:
        return self._coach

    @cached_property
    def _coach(self) -> Coach:
        """The lessons of a first game, which one plays as the side that moves first."""
        first = self.scenarios[0]
        return coach_of(HERE / "coach.md", files(self.data), scenario=first.name, seat=BRITISH)

    @cached_property
    def _rulebook(self) -> Rulebook:
        read = files(self.data)
        return Rulebook(sections=sections(HERE, read), charts=charts(read, self.scenarios))
