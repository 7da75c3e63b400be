"""The book of NATO Division Commander, put together from the texts in this folder and the figures in `data/`."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from service.data_files import read_file
from service.engine.booktexts import example, sections
from service.engine.coaching import Coach
from service.engine.coaching import coach as coach_of
from service.engine.rulebook import Rulebook
from service.games.ndc.printed.tables import DATA, load
from service.games.ndc.rulebook.printed import charts

HERE = Path(__file__).parent
SCENARIO = "kaltenbach"
EXAMPLE = HERE / "example.json"


@lru_cache
def coach() -> Coach:
    """The lessons of a first game, which one plays as the side that moves at once."""
    return coach_of(HERE / "coach.md", load().printed, scenario=SCENARIO, seat="Soviet")


@lru_cache
def rulebook() -> Rulebook:
    """The book, read once; DataFault for a text that names a figure which no data file has."""
    scenario = read_file(DATA / "scenarios" / f"{SCENARIO}.yaml").value
    figures = {**load().printed, "scenario": scenario}
    return Rulebook(
        sections=sections(HERE, figures),
        charts=charts(),
        example=example(json.loads(EXAMPLE.read_text("utf-8"))),
        pictures={file.name: file.read_text("utf-8") for file in sorted(HERE.glob("*.svg"))},
    )
