"""The match in figures, turn by turn: as a seat knows it, and after the end as each side believed it and as it was.

Until the end they come from the seat's own log alone: those of turns that are over are kept in its ledger.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from service.engine.courses import enter as more
from service.engine.measures import LineRole, Measure
from service.engine.seats import Seat
from service.matches.context import AtSeat, Context
from service.matches.reading import seat_in
from service.matches.review import ended, lay_courses


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

    @cached_property
    def turns(self) -> list[int]:
        """The turns of which there is a figure, once all are entered."""
        return sorted({turn for line in self.lines for turn in line.values})


def charts(context: Context, at: AtSeat) -> list[TurnChart]:
    """What the seat knows of the match in figures, with the value that each had at the end of a turn."""
    with context.store.look() as look:
        seat = seat_in(look, at)
        ledger = look.matches.ledger(at.match_id, at.seat, seat.game)
        since = ledger.goes_on(seat.log_length)
        since.end_turn()
        figures = {**ledger.figures(), **since.leaf.figures}
    drawn = list[TurnChart]()
    for turn, measures in figures.items():
        enter(drawn, at.seat, turn, measures)
    return drawn


def charts_of_all(context: Context, at: AtSeat) -> list[TurnChart]:
    """After the end: what was true first, then what each side believed. Raises NotFound before the end."""
    facts, drawn = ended(context, at), list[TurnChart]()
    lay_courses(context, facts, over=True)
    with context.store.look() as look:
        courses, length = look.matches.courses(facts.id, facts.game), look.matches.stands_at(facts.id)[1]
        figures, going = courses.figures(), courses.going(length)
        for event in look.matches.journal_between(facts.id, facts.game, going.number, length):
            more(figures, going.go_on(event)[1])
    more(figures, going.figures(int(going.state.turn)))
    for turn in figures.get("", {}):
        for who, by_turn in figures.items():
            enter(drawn, who, turn, by_turn[turn])
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
