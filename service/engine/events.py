"""Events: the only things that change the truth. They have no audience and are never shown to a seat as they are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from service.engine.corrections import Correction
from service.engine.endings import Conclusion, Ruling
from service.engine.orders import Order
from service.engine.reports import LetterArrived, LogEntry, Occasion, Report, Telling
from service.engine.seats import Attendance, Seat
from service.engine.state import Frame, Position


@dataclass(frozen=True, kw_only=True)
class Event:
    """Something done. `kind` names it in the journal; `change` is the one change that is its own."""

    kind: str

    def change(self, state: Any) -> None:
        """Alter the position: called when the event happens, and again when a journal is folded."""
        raise NotImplementedError(self.kind)


@dataclass(frozen=True, kw_only=True)
class CursorMoved(Event):
    """The match stands at another heading."""

    kind: Literal["cursor-moved"] = "cursor-moved"
    frames: tuple[Frame, ...]
    phasing: Seat | None

    def change(self, state: Position) -> None:
        state.cursor = [frame.copy() for frame in self.frames]
        state.phasing = self.phasing


@dataclass(frozen=True, kw_only=True)
class SeatsAsked(Event):
    """The present heading waits for the word of these seats."""

    kind: Literal["seats-asked"] = "seats-asked"
    seats: tuple[Seat, ...]

    def change(self, state: Position) -> None:
        state.waiting = list(self.seats)


@dataclass(frozen=True, kw_only=True)
class SeatDone(Event):
    """A seat has closed its part of the present heading."""

    kind: Literal["seat-done"] = "seat-done"
    seat: Seat

    def change(self, state: Position) -> None:
        state.waiting.remove(self.seat)


@dataclass(frozen=True, kw_only=True)
class StepReached(Event):
    """A seat stands at another step of a heading that each takes at its own pace; None: it has taken them all."""

    kind: Literal["step-reached"] = "step-reached"
    seat: Seat
    step: str | None

    def change(self, state: Position) -> None:
        state.steps.pop(self.seat, None)
        if self.step is not None:
            state.steps[self.seat] = self.step


@dataclass(frozen=True, kw_only=True)
class OrdersTakenUp(Event):
    """The umpire takes up orders that were acknowledged before: those of entry `entry` in the log of `seat`.

    `unread` are entries of the same kind that stand before this event, but came only while they were at work: what
    follows was worked by pictures without them. It changes nothing; whoever works a match again from its journal goes
    by it.
    """

    kind: Literal["orders-taken-up"] = "orders-taken-up"
    seat: Seat
    entry: int
    unread: tuple[tuple[Seat, int], ...] = ()

    def change(self, state: Position) -> None:
        pass


@dataclass(frozen=True, kw_only=True)
class OrdersPlanned(Event):
    """Orders were accepted that are worked when all have closed the heading, or their seat its step."""

    kind: Literal["orders-planned"] = "orders-planned"
    seat: Seat
    orders: tuple[Order, ...]

    def change(self, state: Position) -> None:
        state.plans.setdefault(self.seat, []).extend(self.orders)


@dataclass(frozen=True, kw_only=True)
class PlansCleared(Event):
    """The planned orders of a seat have been worked.

    The umpire clears away what the procedure that worked them has not.
    """

    kind: Literal["plans-cleared"] = "plans-cleared"
    seat: Seat

    def change(self, state: Position) -> None:
        state.plans[self.seat] = []


@dataclass(frozen=True, kw_only=True)
class Told(Event):
    """A seat learns a report: its picture takes it in, its log grows by one entry, numbered in its own series.

    `occasion`: what it is told on; under a heading that is an occasion the umpire fills it in.
    """

    kind: Literal["told"] = "told"
    seat: Seat
    report: Report
    letter: int | None = None
    occasion: Occasion | None = None

    @property
    def telling(self) -> Telling:
        return Telling(self.report, self.occasion)

    def entry(self, number: int, turn: int = 0) -> LogEntry:
        """What the seat's log has of it under this number."""
        return LogEntry(number, self.letter, self.report, self.occasion, turn)

    def change(self, state: Position) -> None:
        self.report.teach(state.pictures[self.seat])
        state.log_lengths[self.seat] += 1
        if isinstance(self.report, LetterArrived):
            state.letters[self.seat] = self.report.number


@dataclass(frozen=True, kw_only=True)
class Posted(Event):
    """A report waits for the next letter that the sequence sends to a seat; `occasion` as in Told."""

    kind: Literal["posted"] = "posted"
    seat: Seat
    report: Report
    occasion: Occasion | None = None

    def change(self, state: Position) -> None:
        state.post.setdefault(self.seat, []).append(Telling(self.report, self.occasion))


@dataclass(frozen=True, kw_only=True)
class PostEmptied(Event):
    """The reports that waited for a seat's letter have gone into it."""

    kind: Literal["post-emptied"] = "post-emptied"
    seat: Seat

    def change(self, state: Position) -> None:
        state.post[self.seat] = []


@dataclass(frozen=True, kw_only=True)
class SeatHeld(Event):
    """From now on a seat hears of nothing, until it is released."""

    kind: Literal["seat-held"] = "seat-held"
    seat: Seat

    def change(self, state: Position) -> None:
        state.held.append(self.seat)


@dataclass(frozen=True, kw_only=True)
class SeatReleased(Event):
    """A seat hears of things again; what has waited for it follows."""

    kind: Literal["seat-released"] = "seat-released"
    seat: Seat

    def change(self, state: Position) -> None:
        state.held.remove(self.seat)


@dataclass(frozen=True, kw_only=True)
class HourStrikes:
    """An hour of the day, 0 to 23, by the clocks of a time zone, such as "UTC" or "Europe/Paris" (tz database)."""

    hour: int
    zone: str


@dataclass(frozen=True, kw_only=True)
class WindowOpened(Event):
    """From now on so many seconds are given, neither more nor fewer: a timed heading waits for their end.

    With `until` it is so many at least, and then until that hour strikes next.
    """

    kind: Literal["window-opened"] = "window-opened"
    seconds: int
    until: HourStrikes | None = None

    def change(self, state: Position) -> None:
        state.window = "open"


@dataclass(frozen=True, kw_only=True)
class WindowLapsed(Event):
    """The time is over: whoever has not spoken is answered for, until the heading that waited for it is reached.

    `unread` as in OrdersTakenUp.
    """

    kind: Literal["window-lapsed"] = "window-lapsed"
    unread: tuple[tuple[Seat, int], ...] = ()

    def change(self, state: Position) -> None:
        state.window = "over"


@dataclass(frozen=True, kw_only=True)
class WindowClosed(Event):
    """The heading that waited for the time is reached."""

    kind: Literal["window-closed"] = "window-closed"

    def change(self, state: Position) -> None:
        state.window = ""


@dataclass(frozen=True, kw_only=True)
class RulesChanged(Event):
    """The match goes on under another version of its rules from here on, and by other `data`, where it names a set."""

    kind: Literal["rules-changed"] = "rules-changed"
    version: str
    was: str
    data: str = ""

    def change(self, state: Position) -> None:
        state.rules_version = self.version
        state.data = self.data or state.data


@dataclass(frozen=True, kw_only=True)
class TurnBegan(Event):
    """A game turn begins. Dice are numbered afresh in each turn."""

    kind: Literal["turn-began"] = "turn-began"
    turn: int

    def change(self, state: Position) -> None:
        state.turn = self.turn
        state.rolls = {}


@dataclass(frozen=True, kw_only=True)
class Attended(Event):
    """A seat will from the next question on be asked, or be answered for from its standing orders."""

    kind: Literal["attended"] = "attended"
    seat: Seat
    attendance: Attendance

    def change(self, state: Position) -> None:
        state.attendance[self.seat] = self.attendance


@dataclass(frozen=True, kw_only=True)
class TimeOver(Event):
    """The time of a seat that is asked is over, and the umpire answers for it; `told` to all seats, or not again.

    `by_sheet`: what was on its sheet is sent instead, which is accepted next. It changes nothing by itself; `unread`
    as in OrdersTakenUp.
    """

    kind: Literal["time-over"] = "time-over"
    seat: Seat
    told: bool
    by_sheet: bool = False
    unread: tuple[tuple[Seat, int], ...] = ()

    def change(self, state: Position) -> None:
        pass


@dataclass(frozen=True, kw_only=True)
class Ruled(Event):
    """The arbiter of the match has ruled of a seat whose time was over. It changes nothing; `unread` as before.

    Whoever works a match again from its journal takes it as given, as they take orders.
    """

    kind: Literal["ruled"] = "ruled"
    ruling: Ruling
    unread: tuple[tuple[Seat, int], ...] = ()

    def change(self, state: Position) -> None:
        pass


@dataclass(frozen=True, kw_only=True)
class Corrected(Event):
    """The moderator of the match puts something right, for this reason; `was`: how it stood until now.

    It changes nothing itself: what does, follows, up to CorrectionMade. Whoever works a match again from its journal
    takes it as given, as they take orders. `unread` as before.
    """

    kind: Literal["corrected"] = "corrected"
    correction: Correction
    reason: str
    was: dict[str, str] = field(default_factory=dict)
    unread: tuple[tuple[Seat, int], ...] = ()

    def change(self, state: Position) -> None:
        pass


@dataclass(frozen=True, kw_only=True)
class CorrectionMade(Event):
    """What a correction changes has been changed; `now`: how that which was corrected stands. It changes nothing."""

    kind: Literal["correction-made"] = "correction-made"
    now: dict[str, str] = field(default_factory=dict)

    def change(self, state: Position) -> None:
        pass


@dataclass(frozen=True, kw_only=True)
class Concluded(Event):
    """The umpire ends the match otherwise than by its rules, as follows. It changes nothing; `unread` as before.

    Whoever works a match again from its journal takes it as given, as they take orders.
    """

    kind: Literal["concluded"] = "concluded"
    conclusion: Conclusion
    unread: tuple[tuple[Seat, int], ...] = ()

    def change(self, state: Position) -> None:
        pass


@dataclass(frozen=True, kw_only=True)
class Ended(Event):
    """The match is over."""

    kind: Literal["ended"] = "ended"

    def change(self, state: Position) -> None:
        state.ended = True
        state.waiting = []
