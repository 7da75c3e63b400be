"""The charts of intelligence: what finds a unit, and what is told of it then."""

from __future__ import annotations

from collections.abc import Iterable

from service.engine.charting import Draft, Files, Raw, banded, cells
from service.engine.figures import signed
from service.engine.rulebook import Table
from service.games.ndc.printed.charts import TO_THE_DIE
from service.games.ndc.rulebook.laying import terrain_name


def looking(files: Files) -> Iterable[Draft]:
    """The charts of intelligence."""
    raw = files["table_5_1"]
    yield Draft(
        name="table-5-1",
        title="Operational intelligence level (5.1)",
        text=f"By points put into quality. A point for coverage searches {raw['sectors_per_coverage_point']} sectors.",
        tables=(
            Table(
                head=("Quality points", *map(banded, raw["level"])), rows=(("Level", *cells(raw["level"].values())),)
            ),
        ),
        rules=("NDC-INT-02", "NDC-INT-04"),
        files=("table_5_1",),
    )
    raw = files["tactical"]
    yield Draft(
        name="tactical",
        title="Tactical intelligence",
        text=f"Roll {raw['die']} for a unit next to an enemy. The level never falls by it.",
        tables=(
            Table(head=("Modified die", *map(banded, raw["level"])), rows=(("Level", *cells(raw["level"].values())),)),
            to_the_die(raw["modifiers"], files["chart_9_7"]),
        ),
        rules=("NDC-SEA-01",),
        files=("tactical",),
    )
    raw = files["table_5_7"]
    table = raw["table"]
    yield Draft(
        name="table-5-7",
        title="Intelligence table (5.7)",
        text=f"Roll {raw['die']} for a unit in a searched sector; the column is the searcher's level.",
        tables=(
            Table(
                head=("Modified die", *(f"level {level}" for level in table["columns"])),
                rows=tuple((banded(die), *cells(row)) for die, row in table["rows"].items()),
            ),
            to_the_die(raw["modifiers"], files["chart_9_7"]),
        ),
        rules=("NDC-SEA-02", "NDC-SEA-03", "NDC-MAC-03"),
        files=("table_5_7",),
    )
    raw = files["reports"]
    what = {"movement": "hexes as it enters them", "hex": "where it stands", "type": "its type", "mode": "its mode",
            "designation": "its name", "to": "its T/O level", "losses": "T/O levels and hexes lost in combat",
            "one_unit_though_spread": "that it is one unit, though spread"}  # fmt: skip
    yield Draft(
        name="reports",
        title="What is told of a unit",
        text="At its intelligence level the enemy is told:",
        tables=(
            Table(
                head=("Level", "and all of the lower levels"),
                rows=tuple(
                    (str(level), ", ".join(words for entry, words in what.items() if raw[entry] == level) or "no more")
                    for level in range(raw["highest"] + 1)
                ),
            ),
        ),
        rules=("NDC-REP-01", "NDC-RES-14"),
        files=("reports",),
    )


def to_the_die(modifiers: Raw, chart: Raw) -> Table:
    """The modifiers of a die roll, with the terrain that gives cover."""
    cover = ", ".join(terrain_name(chart, code) for code in modifiers["cover_terrain"])
    words = TO_THE_DIE | {"cover": f"base hex {cover}"}
    rows = [(words[key], signed(n)) for key, n in modifiers.items() if isinstance(n, int)]
    return Table(title="To the die", head=("If the unit, or it", "Modifier"), rows=tuple(rows))
