"""The book of Korsun, put together from the texts in this folder and the figures of a set of data."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from service.engine.booktexts import sections
from service.engine.data import DataSet
from service.engine.lessons import Coach
from service.engine.rulebook import Rulebook
from service.games.korsun.printed.scenario import Scenario
from service.games.korsun.rulebook.printed import charts, files

HERE = Path(__file__).parent


class KorsunBook:
    """The book as one set of data has it, with the charts of the scenarios that can be played.

    Raises DataFault for a text that names a figure which no file of the set has.
    """

    def __init__(self, data: DataSet, scenarios: tuple[Scenario, ...]) -> None:
        self.data, self.scenarios = data, scenarios

    def rulebook(self) -> Rulebook:
        return self._rulebook

    def coach(self) -> Coach | None:
        """There are no lessons yet."""
        return None

    @cached_property
    def _rulebook(self) -> Rulebook:
        read = files(self.data)
        return Rulebook(sections=sections(HERE, read), charts=charts(read, self.scenarios))
