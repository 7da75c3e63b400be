"""Reports: the only things that change a picture. A seat's log consists of reports and of nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from service.engine.endings import Conclusion, Ruling
from service.engine.orders import Order
from service.engine.seats import Attendance, Seat

if TYPE_CHECKING:
    from service.engine.state import Picture


@dataclass(frozen=True, kw_only=True)
class Report:
    """Something told to one seat. `kind` names it; `owed_by` is the rule that allows it, where its game says which.

    All reports of every game derive from this one.
    """

    owed_by: ClassVar[str] = ""
    kind: str

    def teach(self, picture: Any) -> None:
        """Alter the picture of the seat that is told, by it and the report alone; mere news leaves it as it is."""


@dataclass(frozen=True, kw_only=True)
class Occasion:
    """What a report was told on: the third combat of a side's turn, say, or that turn itself.

    `kind` says what, such as "combat"; `item` which of its kind, where there are several in a turn of one side. Two
    reports with the same occasion belong together. It reaches the seat that is told, so it holds nothing that the seat
    does not know by then: the turn, whose turn it is, and an item of which it hears.
    """

    kind: str
    turn: int
    phasing: Seat | None = None
    item: str | None = None


@dataclass(frozen=True)
class Telling:
    """A report as a seat is told it: with its occasion, if it has one.

    It is stored as its report is, with the occasion beside the report's own fields.
    """

    report: Report
    occasion: Occasion | None = None


@dataclass(frozen=True)
class LogEntry:
    """One entry of a seat's log: its number in that seat's own series, the letter it came with, if any, the report.

    `occasion`: what it was told on, if on anything. `turn`: that in which the seat then believed itself to be; 0 until
    the entry is read from where it is kept.
    """

    number: int
    letter: int | None
    report: Report
    occasion: Occasion | None = None
    turn: int = 0

    @property
    def telling(self) -> Telling:
        return Telling(self.report, self.occasion)


def by_turn(told: Iterable[Telling], turn: int, whose: Seat | None) -> dict[tuple[int, Seat | None], list[Report]]:
    """Reports by the turn and the side whose turn it was, as their occasions say, in the order in which they were told.

    What was told on no occasion stands with what came before it; at the beginning that is what its reader knew of by
    then: `turn`, and `whose` it was.
    """
    there, found = (turn, whose), dict[tuple[int, Seat | None], list[Report]]()
    for one in told:
        if one.occasion is not None:
            there = (one.occasion.turn, one.occasion.phasing)
        found.setdefault(there, []).append(one.report)
    return found


@dataclass(frozen=True, kw_only=True)
class HeadingOpened(Report):
    """The sequence of play has come to a heading where this seat is asked for its orders.

    `own`: it is asked in no turn of another's; nothing in logs of before this was told.
    """

    kind: Literal["heading-opened"] = "heading-opened"
    address: str
    titles: tuple[str, ...]
    turn: int
    item: str | None = None
    own: bool | None = field(default=None, compare=False)  # so that a match of before is worked anew as it was

    def teach(self, picture: Picture) -> None:
        picture.address = self.address
        picture.titles = self.titles
        picture.turn = self.turn
        picture.item = self.item
        picture.asked = True


@dataclass(frozen=True, kw_only=True)
class HeadingPassed(Report):
    """The umpire has closed a heading for this seat, which could have done nothing there but close it.

    It is not asked there. Its next question is told in the same call, and nothing is told to anybody else in between.
    """

    kind: Literal["heading-passed"] = "heading-passed"
    address: str
    titles: tuple[str, ...]
    turn: int

    def teach(self, picture: Picture) -> None:
        picture.address = self.address
        picture.titles = self.titles
        picture.turn = self.turn


@dataclass(frozen=True, kw_only=True)
class OrdersAccepted(Report):
    """A list of orders was accepted: the seat's own units now stand, by its belief, as they were ordered.

    `answered_for`: the umpire gave them, from the seat's standing orders or from what it had planned, or because its
    time was over.
    """

    kind: Literal["orders-accepted"] = "orders-accepted"
    orders: tuple[Order, ...]
    answered_for: bool = False

    def teach(self, picture: Picture) -> None:
        for order in self.orders:
            order.believe(picture)


@dataclass(frozen=True, kw_only=True)
class LetterArrived(Report):
    """A dispatch reached this seat; the reports that came with it follow in the log.

    `root` seals all dice that fell so far, also where none did: what it stands for is opened when the match is over.
    """

    kind: Literal["letter-arrived"] = "letter-arrived"
    number: int
    address: str
    titles: tuple[str, ...]
    turn: int
    root: str = ""

    def teach(self, picture: Picture) -> None:
        picture.letters = self.number
        picture.turn = self.turn
        if not picture.asked:
            picture.address = self.address
            picture.titles = self.titles


@dataclass(frozen=True, kw_only=True)
class AttendanceTold(Report):
    """A seat goes over to standing orders, or back: known to every seat."""

    kind: Literal["attendance-told"] = "attendance-told"
    seat: Seat
    attendance: Attendance

    def teach(self, picture: Picture) -> None:
        picture.attendance[self.seat] = self.attendance


@dataclass(frozen=True, kw_only=True)
class RulesTold(Report):
    """From here on the match is worked by another version of its rules: told to all its seats at one moment.

    `changes` are sentences of the game's rulebook, the newest version's first. `data` is the id of the set of data that
    the match is played by from here on; empty where that has not changed.
    """

    kind: Literal["rules-told"] = "rules-told"
    version: str
    was: str
    changes: tuple[str, ...] = ()
    data: str = ""

    def teach(self, picture: Picture) -> None:
        picture.data = self.data or picture.data

    @property
    def sentence(self) -> str:
        """All of it in words, the same in every game."""
        said = " ".join(self.changes) or "The rulebook says what changed."
        return f"From here on version {self.version} of the rules applies; until now it was {self.was}. {said}"


@dataclass(frozen=True, kw_only=True)
class TimeTold(Report):
    """The time of a seat was over, as it was agreed, and the umpire answers for it until its next letter.

    `by_sheet`: what was on its sheet is sent instead, as it had chosen.
    """

    kind: Literal["time-told"] = "time-told"
    seat: Seat
    by_sheet: bool = False


@dataclass(frozen=True, kw_only=True)
class RulingTold(Report):
    """The arbiter has ruled of a seat whose time was over: told to all seats at one moment, with the reason."""

    kind: Literal["ruling-told"] = "ruling-told"
    ruling: Ruling


@dataclass(frozen=True, kw_only=True)
class CorrectionTold(Report):
    """The moderator has put something right that the seat knew of: what it `was` as told, and is `now`, by names.

    A seat that knew nothing of it, neither before nor after, is not told. What it learns by it, other reports teach.
    """

    kind: Literal["correction-told"] = "correction-told"
    reason: str
    was: tuple[tuple[str, str], ...] = ()
    now: tuple[tuple[str, str], ...] = ()

    @classmethod
    def renewed(cls, said: Mapping[str, Any]) -> Mapping[str, Any]:
        """Both were once written by name."""
        pairs = {of: [*said[of].items()] for of in ("was", "now") if isinstance(said.get(of), Mapping)}
        return {**said, **pairs}


@dataclass(frozen=True, kw_only=True)
class MatchConcluded(Report):
    """The match has ended otherwise than by its rules: told to all its seats at one moment.

    `turn` is the one in which it stood, which not every seat may have heard of before.
    """

    kind: Literal["match-concluded"] = "match-concluded"
    conclusion: Conclusion
    turn: int

    def teach(self, picture: Picture) -> None:
        picture.turn = self.turn
        picture.asked, picture.ended = False, True
        picture.conclusion = self.conclusion


AT_ANY_MOMENT: tuple[type[Report], ...] = (
    OrdersAccepted, AttendanceTold, RulesTold, TimeTold, RulingTold, CorrectionTold, MatchConcluded,
)  # fmt: skip
"""Reports that do not follow the sequence of play: a seat gets them also while it may hear of nothing else."""

SAY_THE_TURN = (HeadingOpened, HeadingPassed, LetterArrived, MatchConcluded)
"""Reports that tell a seat in which turn it is: they and what follows them in its log belong to that turn."""


def in_their_turns(entries: Iterable[LogEntry], turn: int) -> Iterator[LogEntry]:
    """Entries that follow one another in a log, with the turns that they belong to; before the first it was `turn`."""
    for entry in entries:
        if isinstance(entry.report, SAY_THE_TURN):
            turn = entry.report.turn
        yield LogEntry(entry.number, entry.letter, entry.report, entry.occasion, turn)
