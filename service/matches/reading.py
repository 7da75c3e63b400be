"""What a seat may read: its picture, its options, and its log.

Everything here comes from the seat's own picture and log. The truth is not loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Any

from schemas.reports import ReportForms
from service.engine import judging
from service.engine.endings import Conclusion
from service.engine.game import AnyGame
from service.engine.kinds import kind_of
from service.engine.line_of_sight import LineOfSight
from service.engine.options import Destination, Option
from service.engine.orders import Done, Order, Refusal
from service.engine.places import Ground, Place
from service.engine.reports import LogEntry, Report
from service.engine.seats import PRESENT, Attendance, Seat
from service.engine.sentences import Sentence
from service.engine.state import Known
from service.matches.context import AtSeat, Context
from service.matches.errors import NotFound
from service.matches.made_once import made_once
from service.matches.rulebooks import rules_refuse
from service.store import MatchFacts, SavedSeat, SavedSheet, Work
from service.store.clocks import ClockTerms, SeatClock
from service.store.codec import order_writer

MOST_ENTRIES = 10_000
"""The maximum number of entries in one page of a log."""
DONE = kind_of(Done)
EVERY_ENTRY = 10**9
LEEWAY = 0.25
"""Seconds beyond the pace in which what comes of orders is written down and read."""


@dataclass(frozen=True)
class Where:
    """Where a seat believes the match to be."""

    address: str
    titles: tuple[str, ...]
    turn: int
    item: str | None
    asked: bool
    letters: int
    attendance: dict[Seat, Attendance]
    ended: bool
    conclusion: Conclusion | None
    """How it ended, where that was otherwise than by its rules."""


def where_of(picture: Any) -> Where:
    """Where a picture has its seat."""
    return Where(
        address=picture.address,
        titles=tuple(picture.titles),
        turn=picture.turn,
        item=picture.item,
        asked=picture.asked,
        letters=picture.letters,
        attendance={seat: picture.attendance.get(seat, PRESENT) for seat in picture.seats},
        ended=picture.ended,
        conclusion=picture.conclusion,
    )


class SeatReading:
    """A seat's picture at one version; view and options are worked out when they are asked for."""

    def __init__(self, seat: SavedSeat, sheet: SavedSheet, *, stopped: bool = False, settles: float = 0.0) -> None:
        self.picture = seat.picture
        """For the rules and the game's words; nothing outside is shown it as it is."""
        self.match_id = seat.facts.id
        self.scenario = seat.facts.scenario
        self.name = seat.facts.name
        """What its players call the match; empty where it has no name of its own."""
        self.game: AnyGame = seat.game
        self.seat: Seat = seat.seat
        self.version: int = seat.log_length
        self.tally = seat.tally
        self.due_at = seat.facts.due_at
        """When the time that runs in the match is over; None where none runs."""
        self.sheet_version: int = sheet.version
        self.sheet_text: str = sheet.orders
        self.left_over_text: str = sheet.left_over
        """What was written for a question that is over, and not sent."""
        self.agreements = seat.facts.agreements
        """How often what its players offer each other has changed."""
        self.aside = aside(seat.facts.agreements, seat.said, seat.read)
        self.clock = own_clock(seat)
        """What was agreed of time, and how the seat's clock stands; None in a match without clocks."""
        self.paused = seat.facts.paused_at is not None
        """Whether the owner of the server has paused the match, so that its clocks stand."""
        self.unread = seat.unread
        """How many messages of others the seat has not read."""
        self.stopped = stopped
        """Whether all sides are told that the match has stopped, for a fault of ours."""
        self.settles = settles
        """Seconds until what comes of the orders that were last acknowledged is told, if anything is; else 0."""

    @cached_property
    def where(self) -> Where:
        return where_of(self.picture)

    @cached_property
    def known(self) -> Known[Any, Any]:
        """What the seat knows, as the game's words are told it."""
        return self.game.known(self.picture, self.tally.score)

    @cached_property
    def in_words(self) -> Callable[[Sentence], str]:
        """Makes of a sentence what the seat reads as plain text."""
        return self.game.in_words(self.known)

    @property
    def view(self) -> Any:
        """The picture made ready to read, of the game's `view_type`."""
        return self.known.view

    @cached_property
    def heading_options(self) -> list[Option]:
        """What may be ordered at the heading where the seat is asked, closing it included; else nothing."""
        return judging.heading_options(self.game, self.picture)

    @property
    def now(self) -> list[Option]:
        """What may be ordered in this step, but for closing it."""
        return without_done(self.heading_options)

    @cached_property
    def anytime_options(self) -> list[Option]:
        """What may be ordered at any heading."""
        return judging.anytime_options(self.game, self.picture)

    @cached_property
    def anytime_kinds(self) -> list[str]:
        """The kinds of the orders that may be given at any heading; found for less than their options."""
        return [kind_of(order) for order in judging.offered_anytime(self.game, self.picture)]

    def destinations(self, units: Sequence[str]) -> Sequence[Destination]:
        """Where units can go together, each named once.

        Raises NotFound for a unit that the seat does not have, and RulesRefuse for those that cannot move together.
        """
        forces = self.game.forces
        if forces is None or not forces.own(self.picture).keys() >= set(units):
            raise NotFound()
        try:
            return forces.destinations(self.picture, units)
        except Refusal as refusal:
            raise rules_refuse(self.game, refusal, self.in_words) from None

    @cached_property
    def ground(self) -> Ground | None:
        """The places of the map, and how they are written; None in a game without a map."""
        return self.game.ground_of(self.picture)

    def place(self, text: str) -> Place:
        """The place that somebody wrote. Raises NotFound."""
        place = self.ground.parse(text) if self.ground is not None else None
        if place is None:
            raise NotFound()
        return place

    def sight_line(self, a: str, b: str) -> LineOfSight:
        """Whether one sees from place to place, as the seat knows it. Raises NotFound where none can tell."""
        asked = self.game.sight
        found = asked(self.picture, self.place(a), self.place(b)) if asked is not None else None
        if found is None:
            raise NotFound()
        return found


def without_done(options: Sequence[Option]) -> list[Option]:
    """What of these is something else than closing the step."""
    return [option for option in options if option.kind != DONE]


def seat_in(look: Work, at: AtSeat) -> SavedSeat:
    """A seat as the store has it. Raises NotFound."""
    seat = look.matches.seat(at.match_id, at.seat)
    if seat is None:
        raise NotFound()
    return seat


def read(context: Context, at: AtSeat) -> SeatReading:
    """What the seat knows, as of now."""
    with context.store.look() as look:
        return reading_in(context, look, at)


def reading_in(context: Context, look: Work, at: AtSeat) -> SeatReading:
    """The same, within a transaction."""
    seat = seat_in(look, at)
    sheet = look.matches.sheet(at.match_id, at.seat)
    return SeatReading(seat, sheet, stopped=is_stopped(context, seat.facts), settles=settles(context, seat.sent_at))


def version(context: Context, at: AtSeat) -> int:
    """How long the seat's log is."""
    with context.store.look() as look:
        return look.matches.log_length(at.match_id, at.seat)


@dataclass(frozen=True)
class Signs:
    """Signs of a seat's state: while none of them changes, it has nothing new to read.

    `version` is the length of its log; `settles` and `stopped` are as a SeatReading has them; so many seats of the
    match as `taken` says have somebody who plays them, and so often as `changed` says something was done with its
    seats that all are told. `aside` stands for what is beside the match.
    """

    version: int
    settles: float
    stopped: bool
    taken: int
    changed: int
    aside: str

    @property
    def beside(self) -> str:
        """All of them that do not follow the log and its own orders, in one word."""
        return "-".join((str(int(self.stopped)), str(self.taken), str(self.changed), *self.aside.split()))

    def is_new_to(self, after: int, beside: str) -> bool:
        """Whether there is something new to who has the log up to this entry, and these signs beside it."""
        return self.version > after or self.beside != beside


def aside(agreements: int, said: int, read: int) -> str:
    """Stands for what is beside the match, offers to end it and talk, and changes with it."""
    return f"{agreements} {said} {read}"


def signs(context: Context, at: AtSeat) -> Signs:
    """Whether there is something new to read, for little. Raises NotFound."""
    with context.store.look() as look:
        return signs_in(context, look, at)


def signs_in(context: Context, look: Work, at: AtSeat) -> Signs:
    """The same, within a transaction."""
    found = look.matches.signs(at.match_id, at.seat)
    if found is None:
        raise NotFound()
    return Signs(
        version=found.log_length,
        settles=settles(context, found.sent_at),
        stopped=found.stopped_at is not None and found.stopped_at <= context.clock(),
        taken=found.taken,
        changed=found.changed,
        aside=aside(found.agreements, found.said, found.read),
    )


def own_clock(seat: SavedSeat) -> tuple[ClockTerms, SeatClock] | None:
    """What was agreed, and the clock of a seat that was read; None in a match without clocks."""
    terms = ClockTerms.of(seat.facts.terms)
    return (terms, SeatClock.of(seat.clock)) if terms is not None else None


def is_stopped(context: Context, facts: MatchFacts) -> bool:
    """Whether all sides are told by now that a match has stopped."""
    return facts.stopped_at is not None and facts.stopped_at <= context.clock()


def settles(context: Context, sent_at: datetime | None) -> float:
    """Seconds until what comes of orders that were sent then has been told: it hangs on nothing else."""
    if sent_at is None or context.pace is None:
        return 0.0
    passed = (context.clock() - sent_at).total_seconds()
    return max(0.0, context.pace + LEEWAY - passed) if passed >= 0 else 0.0  # the clock was set back since


def game_at(context: Context, at: AtSeat) -> AnyGame:
    """The game that is played at this seat."""
    with context.store.look() as look:
        facts = look.matches.facts(at.match_id)
    if facts is None:
        raise NotFound()
    return facts.game


# ---- the log


@dataclass(frozen=True, kw_only=True)
class EntryInWords(LogEntry):
    """An entry of a seat's log with what it says."""

    text: Sentence
    forms: ReportForms = field(repr=False, compare=False)

    @property
    def kind(self) -> str:
        return self.report.kind

    @property
    def plain(self) -> dict[str, Any]:
        """The report as the wire has it."""
        return self.forms.plain(self.report)


@dataclass(frozen=True)
class Log:
    """Entries of a log in order; `version` is the log's whole length.

    `in_words` makes of a sentence what the seat reads as plain text, by what it knew when the log was read.
    """

    version: int
    entries: tuple[EntryInWords, ...]
    in_words: Callable[[Sentence], str] = field(compare=False)


def log(context: Context, at: AtSeat, *, after: int = 0, limit: int = MOST_ENTRIES, latest: int | None = None) -> Log:
    """What the seat was told, from the entry after this number on; `latest`: of that, only so many at the end."""
    with context.store.look() as look:
        reader = look.matches.reader(at.match_id, at.seat)
        if reader is None:
            raise NotFound()
        game, picture, log_length = reader
        if latest is not None:
            after = max(after, log_length - latest)
        logged = look.matches.log(at.match_id, at.seat, game, after, limit)
    entries = tuple(entry_of(game, one) for one in logged)
    return Log(log_length, entries, game.in_words(game.known(picture)))


@lru_cache(maxsize=64)
def _forms(reports: tuple[tuple[str, type[Report]], ...], write: Callable[[Order], dict[str, Any]]) -> ReportForms:
    return ReportForms(dict(reports), write)


@made_once  # by the game itself: to look for its kinds takes longer than to write a report
def report_forms(game: AnyGame) -> ReportForms:
    """The game's reports as the wire has them; also the source of their JSON Schema."""
    return _forms(tuple(game.reports_by_kind.items()), order_writer(game))


def entry_of(game: AnyGame, logged: LogEntry) -> EntryInWords:
    """A log's entry as its seat reads it."""
    return EntryInWords(
        number=logged.number,
        letter=logged.letter,
        turn=logged.turn,
        text=game.words.prose(logged.report),
        report=logged.report,
        occasion=logged.occasion,
        forms=report_forms(game),
    )
