"""Going through a match's journal, with all that a review counts on the way."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from service.engine.events import Event, Told
from service.engine.game import AnyGame
from service.engine.ledger import add
from service.engine.measures import Measure
from service.engine.reports import SAY_THE_TURN, HeadingOpened, LetterArrived, LogEntry, OrdersAccepted
from service.engine.seats import Seat

Figures = dict[Seat, dict[int, tuple[Measure, ...]]]
"""Figures by whose they are, "" for the truth, and by turn."""


@dataclass(frozen=True)
class ReviewStep:
    """A point of the journal worth looking back from: events `first` to `number`, after which a seat was to act.

    `titles` name the heading at which it was.
    """

    first: int
    number: int
    turn: int
    seat: Seat | None
    titles: tuple[str, ...]


@dataclass
class Rest:
    """What is counted of a journal beside the position, up to some event of it.

    A step goes on that began with event `first`; there a seat was last `asked`, or not, in `turn` at the heading of
    these `titles`. `turns`: the turn in which each seat believes to be; `counts`: what its figures are made of.
    """

    first: int = 1
    asked: bool = False
    turn: int = 0
    titles: tuple[str, ...] = ()
    turns: dict[Seat, int] = field(default_factory=dict)
    counts: dict[Seat, dict[str, int]] = field(default_factory=dict)


class Cutting:
    """Cuts a journal into steps, event by event, `number` events behind it."""

    def __init__(self, number: int = 0, rest: Rest | None = None) -> None:
        self.number = number
        self.rest = rest or Rest()

    def cut(self, event: Event) -> ReviewStep | None:
        """Go on by one event: the step that ended before it, if one did.

        That is so before the first orders that answer a question, whoever gives them.
        """
        rest, step = self.rest, None
        if isinstance(event, Told):
            if rest.asked and isinstance(event.report, OrdersAccepted):
                step = ReviewStep(rest.first, self.number, rest.turn, event.seat, rest.titles)
                rest.first, rest.asked = self.number + 1, False
            if isinstance(event.report, HeadingOpened | LetterArrived):
                rest.titles, rest.turn, rest.asked = event.report.titles, event.report.turn, True
        self.number += 1
        return step

    @property
    def last(self) -> ReviewStep:
        """The step that goes on, or with which the match has ended."""
        return ReviewStep(self.rest.first, self.number, self.rest.turn, None, self.rest.titles)


class Going(Cutting):
    """The same, with all else that comes of the events. The position is its own, and changes."""

    def __init__(self, game: AnyGame, state: Any, number: int = 0, rest: Rest | None = None) -> None:
        super().__init__(number, rest)
        self.game, self.state = game, state

    def go_on(self, event: Event) -> tuple[ReviewStep | None, Figures]:
        """Let the next event happen: the step that ended before it, and the figures of the turn that ended with it."""
        step, turn = self.cut(event), int(self.state.turn)
        event.change(self.state)
        if isinstance(event, Told):
            if isinstance(event.report, SAY_THE_TURN):
                self.rest.turns[event.seat] = event.report.turn
            if (records := self.game.records) is not None:
                counts = self.rest.counts.setdefault(event.seat, {})
                add(counts, records.counted(self.state.pictures[event.seat], event.telling))
        return step, self.figures(turn) if int(self.state.turn) != turn else {}

    def figures(self, turn: int) -> Figures:
        """The figures as they are, entered for this turn: what was true first, then what each side believed."""
        if (records := self.game.records) is None:
            return {}
        pictures, counts = self.state.pictures, self.rest.counts
        mine = {seat: {turn: tuple(records.measures(pictures[seat], counts.get(seat, {})))} for seat in pictures}
        return {"": {turn: tuple(records.true_measures(self.state))}, **mine}

    def entry(self, event: Told) -> LogEntry:
        """What the event, which has just happened, told its seat, as an entry of that seat's log."""
        return event.entry(self.state.log_lengths[event.seat], self.rest.turns.get(event.seat, 0))


def enter(figures: Figures, more: Figures) -> None:
    """Add to figures those of more turns."""
    for who, by_turn in more.items():
        figures.setdefault(who, {}).update(by_turn)
