"""The figures of the game: the files of a set of data but for its scenarios.

`load(data)` reads them, and refuses the set (DataFault: file, place, reason) if one of them is faulty. Who plays
reaches them by the position or the picture, as `state.tables`. The shipped figures are original; each file says
so, and may be replaced singly. Movement costs are in halves of a point.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from service.data_files import read
from service.engine.data import data_set
from service.engine.rolls import RollKind, read_rolls
from service.engine.tables import Datum
from service.games.skirmish.printed.checks import check_tables
from service.games.skirmish.printed.figures import (
    CloseFigures,
    FireFigures,
    Grounds,
    MoraleFigures,
    SightingFigures,
    SupportFigures,
    WeatherFigures,
    Windows,
)
from service.games.skirmish.printed.profiles import BaseFigures

FILES = (
    "terrain", "bases", "fire", "morale", "weather", "support", "sighting", "close_combat", "options", "windows",
    "dice",
)  # fmt: skip
ROLL_SLOTS = ("side", "hex", "to", "what")
"""What a purpose of a roll has in braces."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Tables:
    """All figures; `printed` is every file as it stands."""

    printed: dict[str, object]
    ground: Grounds
    bases: BaseFigures
    fire: FireFigures
    morale: MoraleFigures
    weather: WeatherFigures
    support: SupportFigures
    sighting: SightingFigures
    close: CloseFigures
    options: dict[str, tuple[str, ...]]
    windows: Windows
    rolls: Mapping[str, RollKind]


def figures(file: Datum) -> Datum:
    """A data file without its provenance."""
    return Datum(file.file, "", {name: there.value for name, there in file.entries().items() if name != "provenance"})


@lru_cache(maxsize=64)
def load(data: str) -> Tables:
    """All tables of the set of data of this id, read once; DataFault for the first thing that is wrong with them."""
    given = data_set(data)
    whole = {name: read(given, f"{name}.yaml") for name in FILES}
    files = {name: figures(file) for name, file in whole.items()}
    tables = Tables(
        printed={name: file.value for name, file in whole.items()},
        ground=files["terrain"].record(Grounds),
        bases=files["bases"].record(BaseFigures),
        fire=files["fire"].record(FireFigures),
        morale=files["morale"].record(MoraleFigures),
        weather=files["weather"].record(WeatherFigures),
        support=files["support"].record(SupportFigures),
        sighting=files["sighting"].record(SightingFigures),
        close=files["close_combat"].record(CloseFigures),
        windows=files["windows"].record(Windows),
        rolls=read_rolls(files["dice"], ROLL_SLOTS),
        options={name: tuple(v.text() for v in there.items()) for name, there in files["options"].entries().items()},
    )
    check_tables(files, tables)
    return tables
