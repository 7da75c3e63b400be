"""What each side believed and what was true, at any step of a match: after its end, or for its moderator.

To its seats there is nothing here until the match has ended. It folds the journal over the opening position, which
gives the truth and every picture in one go.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from service.engine.events import Event, Told
from service.engine.findings import Difference
from service.engine.game import AnyGame
from service.engine.reports import SAY_THE_TURN, HeadingOpened, LetterArrived, LogEntry, OrdersAccepted, Telling
from service.engine.seats import Seat
from service.engine.situations import Situation
from service.engine.state import Known, duplicate
from service.matches.context import AtSeat, Context
from service.matches.errors import NotFound
from service.matches.history import Change, changes_between
from service.matches.reading import EntryInWords, entry_of
from service.store import MatchFacts


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


@dataclass(frozen=True)
class Review:
    """A match that is over, after event `at` of its journal of `length` events; `told` is what each seat heard then.

    `before` are the pictures as that step began.
    """

    game: AnyGame
    scenario: str
    match_id: str
    at: int
    length: int
    steps: tuple[ReviewStep, ...]
    told: Mapping[Seat, tuple[EntryInWords, ...]]
    tellings: Mapping[Seat, tuple[Telling, ...]]
    before: Mapping[Seat, Any]
    state: Any

    @property
    def place(self) -> int:
        """Which of the steps this is, or which comes first after it, counted from 0."""
        return next((place for place, step in enumerate(self.steps) if step.number >= self.at), len(self.steps) - 1)

    @property
    def turn(self) -> int:
        return int(self.state.turn)

    @cached_property
    def believed(self) -> dict[Seat, Known[Any, Any]]:
        """What each seat knew at that moment."""
        return {seat: self.game.known(self.state.pictures[seat]) for seat in self.game.info.seats}

    @cached_property
    def situations(self) -> dict[Seat, Situation]:
        """What each seat was told in this step, written up."""
        return {
            seat: self.game.words.situation(
                self.game.known(self.before[seat]), self.game.known(picture), self.tellings[seat], int(picture.turn)
            )
            for seat, picture in self.state.pictures.items()
        }

    @cached_property
    def changes(self) -> dict[Seat, tuple[Change, ...]]:
        """What this step changed on each seat's map."""
        pictures = self.state.pictures
        return {seat: tuple(changes_between(self.game, self.before[seat], pictures[seat])) for seat in pictures}

    @cached_property
    def laid_open(self) -> Mapping[Seat, Any]:
        """Each side's force as it truly stood, in the form of a picture."""
        records = self.game.records
        return records.laid_open(self.state) if records is not None else {}

    @cached_property
    def truth(self) -> dict[Seat, Known[Any, Any]]:
        """The same, with its view, as if it were what the seat knows."""
        return {seat: self.game.known(picture) for seat, picture in self.laid_open.items()}

    @cached_property
    def differences(self) -> dict[Seat, tuple[Difference, ...]]:
        """Where each seat's picture was not what was true."""
        records, seats = self.game.records, self.game.info.seats
        return {seat: tuple(records.differences(self.state, seat)) if records is not None else () for seat in seats}

    @property
    def versions(self) -> dict[Seat, int]:
        """How long each seat's log was."""
        return dict(self.state.log_lengths)


def ended(context: Context, at: AtSeat) -> None:
    """Raises NotFound while the match goes on, as for a place that does not exist."""
    with context.store.look() as look:
        seat = look.matches.seat(at.match_id, at.seat)
    if seat is None or not seat.picture.ended:
        raise NotFound()


@dataclass(frozen=True)
class Finished:
    """A match that is over, or as far as it has come: the position that it began with, which is the reader's own, and
    its journal."""

    facts: MatchFacts
    opening: Any
    journal: list[Event]


def finished(context: Context, at: AtSeat) -> Finished:
    """Raises NotFound while the match goes on, as for a place that does not exist."""
    with context.store.look() as look:
        seat = look.matches.seat(at.match_id, at.seat)
        if seat is None or not seat.picture.ended:
            raise NotFound()
        opening = look.matches.opening(at.match_id, seat.game)
        return Finished(seat.facts, opening, look.matches.journal(at.match_id, seat.game))


def review(context: Context, at: AtSeat, number: int | None = None, *, step: int | None = None) -> Review:
    """The match after this event, 0 being before the first; None: at its end. Raises NotFound before its end.

    `step` asks for a step instead, counted from 0; there is none after the last.
    """
    return review_of(finished(context, at), number, step=step)


def review_of(match: Finished, number: int | None = None, *, step: int | None = None) -> Review:
    """The same of a match that was read already: one that is over, or as far as it has come. Raises NotFound."""
    journal, game = match.journal, match.facts.game
    steps = tuple(steps_of(journal))
    if step is not None:
        number = steps[min(step, len(steps) - 1)].number
    number = len(journal) if number is None else number
    if not 0 <= number <= len(journal):
        raise NotFound()
    first = max((step.first for step in steps if step.first <= number), default=1)
    state = match.opening
    for event in journal[: first - 1]:
        event.change(state)
    before = duplicate(state.pictures)
    for event in journal[first - 1 : number]:
        event.change(state)
    told = told_in(game, journal[:number], first)
    return Review(
        game=game,
        scenario=match.facts.scenario,
        match_id=match.facts.id,
        at=number,
        length=len(journal),
        steps=steps,
        told={seat: tuple(entry_of(game, one) for one in logged) for seat, logged in told.items()},
        tellings={seat: tuple(one.telling for one in logged) for seat, logged in told.items()},
        before=before,
        state=state,
    )


def steps_of(journal: Sequence[Event]) -> Iterator[ReviewStep]:
    """The journal cut before the first orders that answer a question, whoever gives them."""
    first, turn, asked = 1, 0, False
    titles: tuple[str, ...] = ()
    for number, event in enumerate(journal, start=1):
        if not isinstance(event, Told):
            continue
        if asked and isinstance(event.report, OrdersAccepted):
            yield ReviewStep(first, number - 1, turn, event.seat, titles)
            first, asked = number, False
        if isinstance(event.report, HeadingOpened | LetterArrived):
            titles, turn, asked = event.report.titles, event.report.turn, True
    yield ReviewStep(first, len(journal), turn, None, titles)


def told_in(game: AnyGame, journal: Sequence[Event], first: int) -> dict[Seat, list[LogEntry]]:
    """What each seat was told from event `first` on, numbered as in its log."""
    numbers, turns = dict.fromkeys(game.info.seats, 0), dict.fromkeys(game.info.seats, 0)
    found: dict[Seat, list[LogEntry]] = {seat: [] for seat in game.info.seats}
    for place, event in enumerate(journal, start=1):
        if isinstance(event, Told):
            numbers[event.seat] += 1
            if isinstance(event.report, SAY_THE_TURN):
                turns[event.seat] = event.report.turn
            if place >= first:
                number, turn = numbers[event.seat], turns[event.seat]
                found[event.seat].append(event.entry(number, turn))
    return found
