"""The book of Skirmish, put together from the texts in this folder and the figures in `data/`."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from service.engine.booktexts import example, sections
from service.engine.coaching import Coach
from service.engine.coaching import coach as coach_of
from service.engine.rulebook import Rulebook
from service.games.skirmish.printed.scenario import scenario
from service.games.skirmish.rulebook.printed import charts, files

HERE = Path(__file__).parent
SCENARIO = "moulin-basset"
EXAMPLE = HERE / "example.json"


@lru_cache
def coach() -> Coach:
    """The lessons of a first game, which one plays as the side that attacks."""
    return coach_of(HERE / "coach.md", files(scenario(SCENARIO)), scenario=SCENARIO, seat="allied")


@lru_cache
def rulebook() -> Rulebook:
    """The book, read once; DataFault for a text that names a figure which no data file has."""
    given = scenario(SCENARIO)
    return Rulebook(
        sections=sections(HERE, files(given)),
        charts=charts(given),
        example=example(json.loads(EXAMPLE.read_text("utf-8"))),
    )
