"""What a seat knew: its picture at any point of its own log, and what its letters brought.

A picture is the latest that is kept up to there, about one in a hundred entries of the log, with the reports since
taken in. The truth is not loaded. What was told of each contact is in `dossiers`; what each side believed and what was
true, after the end, in `review`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from service.engine.faculties import Forces
from service.engine.game import AnyGame
from service.engine.places import Place
from service.engine.reports import LetterArrived, LogEntry
from service.engine.seats import Seat
from service.engine.situations import Situation
from service.engine.state import Known, duplicate
from service.matches.context import AtSeat, Context
from service.matches.errors import NotFound
from service.matches.reading import EntryInWords, Where, entry_of, seat_in, where_of
from service.store import MatchFacts, Work

# ---- the picture at a point of the log


@dataclass(frozen=True)
class Change:
    """What a telling made of an own unit or a contact on the seat's map: where it was, and where it is now."""

    kind: Literal["new", "moved", "changed", "gone"]
    own: bool
    subject: str
    was: tuple[Place, ...]
    now: tuple[Place, ...]


@dataclass(frozen=True)
class History:
    """A seat's picture after entry `at` of its log, of `version` entries; `entries` are those of that moment.

    `stops` are the entries worth looking back from, each the last of a moment. `before` is the picture as this moment
    began. `turn_ended` is the entry with which the seat's own last turn was over.
    """

    game: AnyGame
    scenario: str
    match_id: str
    seat: Seat
    at: int
    version: int
    ended: bool
    stops: tuple[int, ...]
    entries: tuple[EntryInWords, ...]
    logged: tuple[LogEntry, ...]
    before: Any
    picture: Any
    turn_ended: int

    @cached_property
    def situation(self) -> Situation:
        """What the seat was told in that moment, written up."""
        told = [one.telling for one in self.logged]
        return self.game.words.situation(self.game.known(self.before), self.known, told, int(self.picture.turn))

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """What that moment changed on the seat's map."""
        return tuple(changes_between(self.game, self.before, self.picture))

    @property
    def since(self) -> int:
        """The first stop after the seat's own last turn, counted from 0; the last where nothing came since."""
        return first_after(self.stops, self.turn_ended)

    @cached_property
    def known(self) -> Known[Any, Any]:
        """What the seat knew in that moment."""
        return self.game.known(self.picture)

    @property
    def view(self) -> Any:
        """The picture of that moment made ready to read, of the game's `view_type`."""
        return self.known.view

    @cached_property
    def where(self) -> Where:
        """Where the seat then believed the match to be."""
        return where_of(self.picture)

    @property
    def place(self) -> int:
        """Which of the stops this is, or which comes first after it, counted from 0."""
        return min(bisect_left(self.stops, self.at), len(self.stops) - 1)

    @property
    def letter(self) -> int | None:
        """The letter that came in that moment, if one did."""
        return next((one.report.number for one in self.logged if isinstance(one.report, LetterArrived)), None)


@dataclass(frozen=True)
class Record:
    """A seat's log, with the picture that it began with. The picture is the reader's own.

    It is the whole log, or what letters from `since` on brought and all between.
    """

    facts: MatchFacts
    opening: Any
    log: list[LogEntry]
    ended: bool
    asked: bool
    since: int = 1


def history(
    context: Context,
    at: AtSeat,
    number: int | None = None,
    *,
    stop: int | None = None,
    since: bool = False,
    whole: bool = False,
) -> History:
    """What the seat knew after this entry of its own log, 0 being before the first; None: what it knows now.

    `stop` asks for a stop instead, counted from 0; there is none after the last; `since` for the first after its own
    last turn. `whole` goes on to the end of the telling that the entry belongs to, for a map that is not half told.
    Raises NotFound for an entry that its log does not have.
    """
    with context.store.look() as look:
        seat = seat_in(look, at)
        game, log_length = seat.game, seat.log_length
        stops = look.matches.ledger(at.match_id, at.seat, game).stops(log_length)
        turn_ended = seat.tally.turn_ended(asked=seat.picture.asked)
        if since:
            stop = first_after(stops, turn_ended)
        if stop is not None and stops:
            number = stops[min(stop, len(stops) - 1)]
        number = log_length if number is None else number
        if not 0 <= number <= log_length:
            raise NotFound()
        place = bisect_left(stops, number)
        if whole and number:
            number = stops[place]
        begun = stops[place - 1] if place and number else 0
        before, told = look_back(look, at, game, begun, number)
    picture = duplicate(before)
    for one in told:
        one.report.teach(picture)
    return History(
        game=game,
        scenario=seat.facts.scenario,
        match_id=at.match_id,
        seat=at.seat,
        at=number,
        version=log_length,
        ended=seat.picture.ended,
        stops=tuple(stops),
        entries=tuple(entry_of(game, one) for one in told),
        logged=tuple(told),
        before=before,
        picture=picture,
        turn_ended=turn_ended,
    )


def look_back(look: Work, at: AtSeat, game: AnyGame, begun: int, until: int) -> tuple[Any, list[LogEntry]]:
    """A seat's picture after so many entries of its log, and the entries from there up to another.

    What it costs does not grow with what was told before: it begins with the latest picture that is kept.
    """
    kept, picture = look.matches.picture_kept(at.match_id, at.seat, game, begun)
    log = look.matches.log(at.match_id, at.seat, game, kept, until - kept)
    for one in log[: begun - kept]:
        one.report.teach(picture)
    return picture, log[begun - kept :]


def first_after(stops: Sequence[int], number: int) -> int:
    """The first stop that goes beyond an entry, counted from 0; else the last."""
    return min(bisect_right(stops, number), max(0, len(stops) - 1))


def changes_between(game: AnyGame, before: Any, after: Any) -> Iterator[Change]:
    """What stands otherwise on the second picture's map than on the first's; of own units only where they stand."""
    forces = game.forces
    if forces is None:
        return
    yield from changes_of(forces, forces.own(before), forces.own(after), own=True)
    yield from changes_of(forces, forces.contacts(before), forces.contacts(after), own=False)


def changes_of(
    forces: Forces[Any], before: Mapping[str, Any], after: Mapping[str, Any], *, own: bool
) -> Iterator[Change]:
    for subject in dict.fromkeys((*before, *after)):
        one, other = before.get(subject), after.get(subject)
        was = forces.places_of(one) if one is not None else ()
        now = forces.places_of(other) if other is not None else ()
        if was != now:
            kind: Literal["new", "moved", "gone"] = "gone" if not now else "moved" if was else "new"
            yield Change(kind=kind, own=own, subject=subject, was=was, now=now)
        elif not own and now and one != other:
            yield Change(kind="changed", own=own, subject=subject, was=was, now=now)


def letters_in(
    look: Work, at: AtSeat, *, latest: int | None = None, before: int | None = None, number: int | None = None
) -> Record:
    """The record from the `latest` so many letters on, of those `before` one if it is named; or that of one letter by
    its `number`; else the whole.

    What it costs to read does not grow with what was told before. Raises NotFound for a letter that the seat has not
    had.
    """
    seat = seat_in(look, at)
    game, count, until = seat.game, seat.picture.letters, seat.log_length
    if number is not None and not 1 <= number <= count:
        raise NotFound()
    last = number or (count if before is None else min(count, before - 1))
    since = number or (1 if latest is None else max(1, last - latest + 1))
    is_latest = number is None and last == count
    if not is_latest:
        until = look.matches.end_of_letter(at.match_id, at.seat, last)
    begun = look.matches.end_of_letter(at.match_id, at.seat, since - 1) if since > 1 else 0
    picture, log = look_back(look, at, game, begun, until)
    return Record(
        facts=seat.facts, opening=picture, log=log, asked=seat.picture.asked, since=since,
        ended=seat.picture.ended and is_latest,
    )  # fmt: skip
