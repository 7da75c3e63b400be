"""Charts of a match, drawn as SVG: lines or stacked columns over the turns, with their figures in a table beneath."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from service.matches.charts import ChartLine, TurnChart
from web.drawing.svg import tag

MOST_MARKS = 12
"""So many turns at most are named on an axis, or marked on a line: in a longer match every so manieth."""
WIDE, HIGH = 340, 190
LEFT, RIGHT, TOP, BOTTOM = 30, 10, 12, 24
"""Room for the figures of the axes."""


@dataclass(frozen=True, kw_only=True)
class ChartShown:
    """A chart: its drawing, what its lines are called, in their order, and the rows of its table: one for each turn."""

    id: str
    title: str
    who: str
    drawn: Markup
    legend: tuple[tuple[str, Markup], ...]
    rows: Markup


@dataclass(frozen=True, kw_only=True)
class ChartGroup:
    """The charts of one side's picture, in its colour; of the truth in that of the first side."""

    head: str
    colour: str
    charts: tuple[ChartShown, ...]


def chart_shown(chart: TurnChart, place: int, who: str) -> ChartShown:
    """One chart; `who` says by whom it is."""
    id = f"chart-{place}"
    return ChartShown(
        id=id,
        title=chart.title,
        who=who,
        drawn=drawing(chart, id, who),
        legend=tuple((line.name, sample(line, chart)) for line in chart.lines),
        rows=rows_of(chart),
    )


def rows_of(chart: TurnChart) -> Markup:
    """A row of a table for each turn: numbers alone, which nothing has to be done to."""
    found = list[str]()
    for turn in chart.turns:
        values = "".join(f"<td>{line.values.get(turn, '')}</td>" for line in chart.lines)
        found.append(f'<tr><th scope="row">{turn}</th>{values}</tr>')
    return Markup("".join(found))


def drawing(chart: TurnChart, id: str, who: str) -> Markup:
    top = scale(max((sum_at(chart, turn) for turn in chart.turns), default=0))
    parts = columns(chart, top) if chart.stacked else [line_of(chart, line, top) for line in chart.lines]
    return tag(
        "svg",
        tag("title", f"{chart.title}, {who}", id=f"{id}-title"),
        tag("desc", said(chart), id=f"{id}-desc"),
        *axes(chart, top),
        *parts,
        class_="chart",
        viewBox=f"0 0 {WIDE} {HIGH}",
        role="img",
        aria_labelledby=f"{id}-title {id}-desc",
    )


def said(chart: TurnChart) -> str:
    """What a chart shows, for those who hear it: how each line ends."""
    last = chart.turns[-1] if chart.turns else 0
    ends = ", ".join(f"{line.name} {line.values.get(last, 0)}" for line in chart.lines)
    return f"After turn {last}: {ends}."


def sum_at(chart: TurnChart, turn: int) -> int:
    values = [line.values.get(turn, 0) for line in chart.lines]
    return sum(values) if chart.stacked else max(values, default=0)


def scale(most: int) -> int:
    """The top of the axis: a figure that can be halved, and no smaller than the most."""
    step = 2 if most <= 10 else 4 if most <= 20 else 10
    return max(step, -(-most // step) * step)


def across(chart: TurnChart, turn: int) -> float:
    """Where a turn stands: in the middle of its column."""
    each = (WIDE - LEFT - RIGHT) / max(1, len(chart.turns))
    return LEFT + each * (bisect_left(chart.turns, turn) + 0.5)


def up(value: int, top: int) -> float:
    return HIGH - BOTTOM - value / top * (HIGH - TOP - BOTTOM)


def axes(chart: TurnChart, top: int) -> list[Markup]:
    found = []
    for value in (0, top // 2, top):
        y = round(up(value, top), 1)
        found.append(tag("line", x1=LEFT, x2=WIDE - RIGHT, y1=y, y2=y, class_="chart-rule"))
        found.append(tag("text", value, x=LEFT - 6, y=y + 4, text_anchor="end", class_="chart-figure"))
    for turn in named(chart):
        found.append(
            tag("text", turn, x=round(across(chart, turn), 1), y=HIGH - 7, text_anchor="middle", class_="chart-figure")
        )
    return found


def named(chart: TurnChart) -> list[int]:
    """The turns that are named on the axis."""
    return chart.turns[:: -(-len(chart.turns) // MOST_MARKS) or 1]


def line_of(chart: TurnChart, line: ChartLine, top: int) -> Markup:
    """A line through its figures, with marks of its own form: round ours, square theirs."""
    at = {
        turn: (round(across(chart, turn), 1), round(up(value, top), 1)) for turn, value in sorted(line.values.items())
    }
    return tag(
        "g",
        tag("polyline", points=" ".join(f"{x},{y}" for x, y in at.values()), class_="chart-line"),
        *(mark(line, *at[turn]) for turn in named(chart) if turn in at),
        class_=f"chart-{line.role}",
    )


def mark(line: ChartLine, x: float, y: float) -> Markup:
    if line.role in ("own", "first"):
        return tag("circle", cx=x, cy=y, r="4", class_="chart-mark")
    return tag("rect", x=x - 3.5, y=y - 3.5, width="7", height="7", class_="chart-mark")


def columns(chart: TurnChart, top: int) -> list[Markup]:
    """A column for each turn, its parts one upon the other."""
    wide = min(30.0, (WIDE - LEFT - RIGHT) / max(1, len(chart.turns)) * 0.7)
    found = []
    for turn in chart.turns:
        below = 0
        for line in chart.lines:
            value = line.values.get(turn, 0)
            if value:
                y, foot = up(below + value, top), up(below, top)
                x, high = round(across(chart, turn) - wide / 2, 1), round(foot - y, 1)
                found.append(
                    tag("rect", x=x, y=round(y, 1), width=round(wide, 1), height=high, class_=f"chart-{line.role}")
                )
                below += value
    return found


def sample(line: ChartLine, chart: TurnChart) -> Markup:
    """A piece of a line for the legend."""
    piece = (
        tag("rect", x="6", y="1", width="14", height="14", class_=f"chart-{line.role}")
        if chart.stacked
        else tag(
            "g", tag("polyline", points="0,8 26,8", class_="chart-line"), mark(line, 13, 8), class_=f"chart-{line.role}"
        )
    )
    return tag("svg", piece, class_="chart-sample", viewBox="0 0 26 16", width="26", height="16", aria_hidden="true")


def groups_of(
    charts: Sequence[TurnChart], heads: Mapping[str, str], colours: Mapping[str, str]
) -> tuple[ChartGroup, ...]:
    """All charts, by whom they are; `heads` says how each seat, and "" the truth, is headed, `colours` what it has."""
    cards: dict[str, list[ChartShown]] = {}
    for place, chart in enumerate(charts):
        cards.setdefault(chart.who, []).append(chart_shown(chart, place, heads[chart.who]))
    return tuple(ChartGroup(head=heads[who], colour=colours[who], charts=tuple(of)) for who, of in cards.items())
