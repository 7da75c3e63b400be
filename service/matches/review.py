"""What each side believed and what was true, at any step of a match: after its end, or for its moderator.

To its seats there is nothing here until the match has ended. The journal gives the truth and every picture in one go;
whoever reviews a match first lays courses on the way through it, and a step is followed from the course before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from service.engine.courses import ReviewStep, enter
from service.engine.events import Told
from service.engine.findings import Difference
from service.engine.game import AnyGame
from service.engine.reports import LogEntry, Telling
from service.engine.seats import Seat
from service.engine.situations import Situation
from service.engine.state import Known, duplicate
from service.matches.context import AtSeat, Context
from service.matches.errors import NotFound
from service.matches.history import Change, changes_between
from service.matches.reading import EntryInWords, entry_of
from service.store import MatchFacts, Unavailable, Work
from service.store.courses import Laid, Since, laid

EVERY = 200
"""Events of a journal between its courses: a position, and the pictures in it, are read and followed from there."""


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


# ---- after the end


def ended(context: Context, at: AtSeat) -> MatchFacts:
    """The match. Raises NotFound while it goes on, as for a place that does not exist."""
    with context.store.look() as look:
        seat = look.matches.seat(at.match_id, at.seat)
    if seat is None or not seat.picture.ended:
        raise NotFound()
    return seat.facts


def review(context: Context, at: AtSeat, number: int | None = None, *, step: int | None = None) -> Review:
    """The match after this event, 0 being before the first; None: at its end. Raises NotFound before its end.

    `step` asks for a step instead, counted from 0; there is none after the last.
    """
    return review_of(context, ended(context, at), number, step=step, over=True)


def review_of(
    context: Context, facts: MatchFacts, number: int | None = None, *, step: int | None = None, over: bool = False
) -> Review:
    """The same of a match that is over, or as far as it has come. Raises NotFound."""
    lay_courses(context, facts, over=over)
    with context.store.look() as look:
        return review_in(look, facts, number, step=step)


def review_in(look: Work, facts: MatchFacts, number: int | None, *, step: int | None) -> Review:
    """What it costs does not grow with the match: it begins at the course before."""
    game, courses = facts.game, look.matches.courses(facts.id, facts.game)
    length, cutting = look.matches.stands_at(facts.id)[1], courses.cutting()
    cut = map(cutting.cut, look.matches.journal_between(facts.id, game, cutting.number, length))
    steps = (*courses.steps(), *(one for one in cut if one is not None), cutting.last)
    if step is not None:
        number = steps[min(step, len(steps) - 1)].number
    number = length if number is None else number
    if not 0 <= number <= length:
        raise NotFound()
    first = max((one.first for one in steps if one.first <= number), default=1)
    going = courses.going(first - 1)
    told: dict[Seat, list[LogEntry]] = {seat: [] for seat in game.info.seats}
    before: Any = None
    for event in look.matches.journal_between(facts.id, game, going.number, number):
        if going.number == first - 1:
            before = duplicate(going.state.pictures)
        going.go_on(event)
        if going.number >= first and isinstance(event, Told):
            told[event.seat].append(going.entry(event))
    return Review(
        game=game,
        scenario=facts.scenario,
        match_id=facts.id,
        at=number,
        length=length,
        steps=steps,
        told={seat: tuple(entry_of(game, one) for one in logged) for seat, logged in told.items()},
        tellings={seat: tuple(one.telling for one in logged) for seat, logged in told.items()},
        before=before if before is not None else duplicate(going.state.pictures),
        state=going.state,
    )


def lay_courses(context: Context, facts: MatchFacts, *, over: bool) -> None:
    """Go on through the journal from the last course, and lay those that come after it; one at the end of a match
    that is `over`.

    It is done once for all who review a match, and no transaction is open meanwhile. Where nothing can be written now,
    whoever comes next does it again.
    """
    with context.store.look() as look:
        courses, length = look.matches.courses(facts.id, facts.game), look.matches.stands_at(facts.id)[1]
        last = courses.cutting().number
        if last // EVERY == length // EVERY and not (over and last < length):
            return
        going = courses.going(last)
        journal = look.matches.journal_between(facts.id, facts.game, last, length)
    found, since = list[Laid](), Since()
    for event in journal:
        step, figures = going.go_on(event)
        if step is not None:
            since.steps.append(step)
        enter(since.figures, figures)
        if going.number % EVERY == 0 or (over and going.number == length):
            then = context.store.game(facts.game.info.name, going.state.data)
            found.append(laid(context.store.codec(then), going, since))
            since = Since()
    with suppress(Unavailable), context.store.work() as work:
        work.matches.hold(facts.id)
        work.matches.courses(facts.id, facts.game).lay(found)
