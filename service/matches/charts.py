"""The match in figures, turn by turn: as a seat knows it, and after the end as each side believed it and as it was.

Until the end they come from the seat's own log alone. Nothing is kept for them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from service.engine.events import Told
from service.engine.measures import LineRole, Measure
from service.engine.reports import Telling
from service.engine.seats import Seat
from service.matches.context import AtSeat, Context
from service.matches.history import record_of
from service.matches.review import finished


@dataclass
class ChartLine:
    """One figure through the turns, by turn."""

    name: str
    role: LineRole
    values: dict[int, int] = field(default_factory=dict)


@dataclass
class TurnChart:
    """What belongs into one chart: `who` it is by, "" for the truth, and its lines; `stacked`: parts of a sum."""

    title: str
    who: Seat
    stacked: bool
    lines: list[ChartLine] = field(default_factory=list)

    @property
    def turns(self) -> list[int]:
        return sorted({turn for line in self.lines for turn in line.values})


def charts(context: Context, at: AtSeat) -> list[TurnChart]:
    """What the seat knows of the match in figures, with the value that each had at the end of a turn."""
    record = record_of(context, at)
    records, picture, drawn = record.facts.game.records, record.opening, list[TurnChart]()
    if records is None:
        return drawn
    told: list[Telling] = []
    for place, one in enumerate(record.log):
        one.report.teach(picture)
        told.append(one.telling)
        if place + 1 == len(record.log) or record.log[place + 1].turn != one.turn:
            enter(drawn, at.seat, one.turn, records.measures(picture, told))
    return drawn


def charts_of_all(context: Context, at: AtSeat) -> list[TurnChart]:
    """After the end: what was true first, then what each side believed. Raises NotFound before the end."""
    match = finished(context, at)
    game, state = match.facts.game, match.opening
    records, drawn = game.records, list[TurnChart]()
    if records is None:
        return drawn
    told: dict[Seat, list[Telling]] = {seat: [] for seat in game.info.seats}

    def close(turn: int) -> None:
        enter(drawn, "", turn, records.true_measures(state))
        for seat in game.info.seats:
            enter(drawn, seat, turn, records.measures(state.pictures[seat], told[seat]))

    turn = int(state.turn)
    for event in match.journal:
        event.change(state)
        if isinstance(event, Told):
            told[event.seat].append(event.telling)
        if int(state.turn) != turn:
            close(turn)
            turn = int(state.turn)
    close(turn)
    return drawn


def enter(drawn: list[TurnChart], who: Seat, turn: int, measures: Iterable[Measure]) -> None:
    """Enter the figures of a turn; what was before the first is in no chart."""
    if not turn:
        return
    for one in measures:
        chart = next((chart for chart in drawn if (chart.title, chart.who) == (one.chart, who)), None)
        if chart is None:
            chart = TurnChart(one.chart, who, one.stacked)
            drawn.append(chart)
        line = next((line for line in chart.lines if line.name == one.name), None)
        if line is None:
            line = ChartLine(one.name, one.role)
            chart.lines.append(line)
        line.values[turn] = one.value
