"""The charts of intelligence: what finds a unit, and what is told of it then."""

from __future__ import annotations

from collections.abc import Iterable

from service.engine.charting import ChartDraft, Files, Raw, banded, cells
from service.engine.figures import signed
from service.engine.rulebook import Table
from service.engine.sentences import listed
from service.games.ndc.printed.charts import LEVELS, TO_THE_DIE, ReportLevels
from service.games.ndc.rulebook.laying import terrain_name
from service.games.ndc.staff.levels import told_at


def looking(files: Files, least: ReportLevels) -> Iterable[ChartDraft]:
    """The charts of intelligence, and of what is told at least at which level."""
    raw = files["table_5_1"]
    yield ChartDraft(
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
    yield ChartDraft(
        name="tactical",
        title="Tactical intelligence",
        text=f"Roll {raw['die']} for a unit next to an enemy. This never lowers the level.",
        tables=(
            Table(head=("Modified die", *map(banded, raw["level"])), rows=(("Level", *cells(raw["level"].values())),)),
            to_the_die(raw["modifiers"], files["chart_9_7"]),
        ),
        rules=("NDC-SEA-01",),
        files=("tactical",),
    )
    raw = files["table_5_7"]
    table = raw["table"]
    yield ChartDraft(
        name="table-5-7",
        title="Intelligence table (5.7)",
        text=f"Roll {raw['die']} for a unit in a searched sector; the column is the searcher’s level.",
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
    yield ChartDraft(
        name="reports",
        title="What is told of a unit",
        text="At its intelligence level the enemy is told:",
        tables=(
            Table(
                head=("Level", "and all of the lower levels"),
                rows=tuple((name, ", ".join(told) or "no more") for name, told in by_level(least)),
            ),
        ),
        rules=("NDC-REP-01", "NDC-RES-14"),
        files=("reports",),
    )


def by_level(least: ReportLevels) -> Iterable[tuple[str, tuple[str, ...]]]:
    """Each level by its name, with what is told at it and not at a lower one."""
    return [(LEVELS[level], told_at(least, level)) for level in range(least.highest + 1)]


def levels(least: ReportLevels) -> str:
    """The levels as a table of a text."""
    rows, before = [], False
    for name, told in by_level(least):
        more = f"{'also ' if before else ''}{listed(told)}" if told else "no more" if before else "nothing"
        rows.append(f"| {name} | {more} |")
        before = before or bool(told)
    return "\n".join(rows)


def to_the_die(modifiers: Raw, chart: Raw) -> Table:
    """The modifiers of a die roll, with the terrain that gives cover."""
    cover = ", ".join(terrain_name(chart, code) for code in modifiers["cover_terrain"])
    words = TO_THE_DIE | {"cover": f"base hex {cover}"}
    rows = [(words[key], signed(n)) for key, n in modifiers.items() if isinstance(n, int)]
    return Table(title="To the die", head=("If the unit, or it", "Modifier"), rows=tuple(rows))
