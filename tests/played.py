"""A match that a test plays at a table: what the tables of all games have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self, TypeVar

from service.engine import recording, umpire
from service.engine.cursor import address_of
from service.engine.dice import Dice
from service.engine.dice_events import Rolled
from service.engine.events import CursorMoved, Event
from service.engine.game import AnyGame
from service.engine.options import Option
from service.engine.orders import Done, Order, Refusal
from service.engine.reports import LogEntry, Report
from service.engine.state import duplicate
from tests.offers import options_for

R = TypeVar("R", bound=Report)


class Played:
    """A match on the table, with the log of each seat since the position was set up (`opening`)."""

    game: AnyGame
    seats: ClassVar[Mapping[str, str]] = {}
    """Seats by what a test calls them for short."""

    def __init__(self, state: Any, dice: Dice) -> None:
        self.truth = state
        self.dice = dice
        self.opening = duplicate(state)
        self.journal: list[Event] = []
        self.logs: dict[str, list[LogEntry]] = {seat: [] for seat in state.seats}

    # ---- playing

    def took(self, outcome: recording.Outcome) -> None:
        self.journal += outcome.journal
        for seat, entries in outcome.told.items():
            self.logs[seat] += entries

    def seat(self, side: str) -> str:
        return self.seats.get(side, side)

    def order(self, side: str, *orders: Order) -> Self:
        """Send orders; a refusal is raised."""
        self.took(umpire.play(self.game, self.truth, self.seat(side), orders, self.dice, strict=True))
        return self

    def done(self, *sides: str) -> Self:
        """Each side named closes its present heading."""
        for side in sides:
            self.order(side, Done())
        return self

    def refused(self, side: str, *orders: Order) -> Refusal:
        """The refusal that these orders meet; nothing may have changed by it."""
        before = repr(self.truth)
        try:
            umpire.play(self.game, self.truth, self.seat(side), orders, self.dice, strict=True)
        except Refusal as refusal:
            assert repr(self.truth) == before, "a refused order changed the position"
            return refusal
        raise AssertionError(f"accepted: {orders}")

    def done_until(self, name: str, most: int = 60) -> Self:
        """Close heading after heading, whoever is asked, until the innermost one, or a seat's step, has this name."""
        for _ in range(most):
            if name in (self.heading, *self.truth.steps.values()) or self.truth.ended:
                return self
            self.done(self.truth.waiting[0])
        raise AssertionError(f"never came to {name}, stands at {self.address}")

    # ---- looking

    @property
    def address(self) -> str:
        return address_of(self.truth.cursor)

    @property
    def heading(self) -> str:
        """The name of the innermost heading, such as `movement-segment`."""
        return self.truth.cursor[-1].heading if self.truth.cursor else ""

    @property
    def waiting(self) -> list[str]:
        return list(self.truth.waiting)

    def picture(self, side: str) -> Any:
        return self.truth.pictures[self.seat(side)]

    def told(self, side: str, kind: type[R]) -> list[R]:
        """The reports of one kind that a side was told, oldest first."""
        return [entry.report for entry in self.logs[self.seat(side)] if isinstance(entry.report, kind)]

    def options(self, side: str, order: str | None = None) -> list[Option]:
        """What a side may order now, of one kind or all."""
        return [option for option in options_for(self.game, self.picture(side)) if order in (None, option.kind)]

    def rolls(self, purpose: str = "") -> list[Rolled]:
        """The rolls so far whose purpose begins with this text."""
        return [e for e in self.journal if isinstance(e, Rolled) and e.purpose.startswith(purpose)]

    def headings(self) -> list[str]:
        """The innermost headings that were come to, in order."""
        return [e.frames[-1].heading for e in self.journal if isinstance(e, CursorMoved) and e.frames]

    def refolds(self) -> bool:
        """Whether the journal, folded over the opening, gives the position."""
        return bool(recording.fold(self.opening, self.journal) == self.truth)
