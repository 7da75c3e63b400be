"""What a seat knew: its picture at any point of its own log, and the dossier of each contact.

Both fold the log over the picture with which the match opened; nothing is kept for it, and the truth is not loaded.
What each side believed and what was true, after the end, is in `review`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Literal

from service.engine.faculties import Forces
from service.engine.findings import Finding
from service.engine.game import AnyGame
from service.engine.places import Place
from service.engine.reports import HeadingOpened, LetterArrived, Occasion, OrdersAccepted, Report
from service.engine.seats import Seat
from service.engine.situations import Situation
from service.engine.state import Known, duplicate
from service.matches.context import AtSeat, Context
from service.matches.errors import NotFound
from service.matches.reading import EVERY_ENTRY, Entry, Where, entry_of, where_of
from service.store import LoggedReport, MatchFacts, Work

# ---- the picture at a point of the log


@dataclass(frozen=True)
class Stop:
    """A point of a seat's log worth looking back from: what entries `first` to `number` made of its picture.

    `letter`: the letter among them, if any. `titles` name the last heading that the seat had then been told of.
    """

    first: int
    number: int
    turn: int
    letter: int | None
    titles: tuple[str, ...]


@dataclass(frozen=True)
class Change:
    """What a telling made of an own unit or a contact on the seat's map: where it was, and where it is now."""

    kind: Literal["new", "moved", "changed", "gone"]
    own: bool
    subject: str
    was: tuple[Place, ...]
    now: tuple[Place, ...]


@dataclass(frozen=True)
class Past:
    """A seat's picture after entry `at` of its log, of `version` entries; `entries` are those of that moment.

    `before` is its picture as that moment began. `turn_ended` is the entry with which its own last turn was over.
    """

    game: AnyGame
    scenario: str
    match_id: str
    seat: Seat
    at: int
    version: int
    ended: bool
    stops: tuple[Stop, ...]
    entries: tuple[Entry, ...]
    logged: tuple[LoggedReport, ...]
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
        return next((place for place, stop in enumerate(self.stops) if stop.number >= self.at), len(self.stops) - 1)


@dataclass(frozen=True)
class Record:
    """A seat's whole log, with the picture that it began with. The picture is the reader's own.

    `turn_ended` is the entry with which its own last turn was over.
    """

    facts: MatchFacts
    opening: Any
    log: list[LoggedReport]
    ended: bool
    asked: bool
    turn_ended: int = 0


def history(
    context: Context,
    at: AtSeat,
    number: int | None = None,
    *,
    stop: int | None = None,
    since: bool = False,
    whole: bool = False,
) -> Past:
    """What the seat knew after this entry of its own log, 0 being before the first; None: what it knows now.

    `stop` asks for a stop instead, counted from 0; there is none after the last; `since` for the first after its own
    last turn. `whole` goes on to the end of the telling that the entry belongs to, for a map that is not half told.
    Raises NotFound for an entry that its log does not have.
    """
    record = record_of(context, at)
    stops = tuple(stops_of(record.log))
    if since:
        stop = first_after(stops, record.turn_ended)
    if stop is not None and stops:
        number = stops[min(stop, len(stops) - 1)].number
    number = len(record.log) if number is None else number
    if not 0 <= number <= len(record.log):
        raise NotFound()
    if whole and number:
        number = next(one.number for one in stops if one.number >= number)
    first = max((one.first for one in stops if one.first <= number), default=1) if number else 1
    logged = tuple(record.log[first - 1 : number])
    for one in record.log[: first - 1]:
        one.report.teach(record.opening)
    before = duplicate(record.opening)
    for one in logged:
        one.report.teach(record.opening)
    return Past(
        game=record.facts.game,
        scenario=record.facts.scenario,
        match_id=at.match_id,
        seat=at.seat,
        at=number,
        version=len(record.log),
        ended=record.ended,
        stops=stops,
        entries=tuple(entry_of(record.facts.game, one) for one in logged),
        logged=logged,
        before=before,
        picture=record.opening,
        turn_ended=record.turn_ended,
    )


def first_after(stops: Sequence[Stop], number: int) -> int:
    """The first stop that goes beyond an entry, counted from 0; else the last."""
    return next((place for place, stop in enumerate(stops) if stop.number > number), max(0, len(stops) - 1))


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


def record_of(context: Context, at: AtSeat) -> Record:
    """The seat's log, of one moment, and its opening picture."""
    with context.store.look() as look:
        return record_in(look, at)


def record_in(look: Work, at: AtSeat) -> Record:
    """The same, within a transaction."""
    seat = look.matches.seat(at.match_id, at.seat)
    if seat is None:
        raise NotFound()
    return Record(
        facts=seat.facts,
        opening=look.matches.opening_picture(at.match_id, at.seat, seat.game),
        log=look.matches.log(at.match_id, at.seat, seat.game, 0, EVERY_ENTRY),
        ended=seat.picture.ended,
        asked=seat.picture.asked,
        turn_ended=seat.tally.turn_ended(asked=seat.picture.asked),
    )


def stops_of(log: Sequence[LoggedReport]) -> Iterator[Stop]:
    """The log cut before each letter, and before the first orders that answer a question.

    So a stop is what was known when orders were given, or all that was known until a letter came; what orders brought
    about at once stands together with them.
    """
    first, turn, letter, asked = 1, 0, None, False
    titles: tuple[str, ...] = ()
    for one in log:
        report = one.report
        answered = asked and isinstance(report, OrdersAccepted)
        if one.number > first and (answered or isinstance(report, LetterArrived)):
            yield Stop(first, one.number - 1, turn, letter, titles)
            first, letter, asked = one.number, None, False
        if isinstance(report, LetterArrived | HeadingOpened):
            titles, turn, asked = report.titles, report.turn, True
        if isinstance(report, LetterArrived):
            letter = report.number
    if log:
        yield Stop(first, log[-1].number, turn, letter, titles)


# ---- dossiers


@dataclass(frozen=True)
class DossierLine:
    """One report of a contact: where the seat then stood, how it came by it, and what it changed.

    `changed` holds the contact's fields that the report altered, with their new values; `gone`: the contact left the
    picture with it.
    """

    entry: Entry
    titles: tuple[str, ...]
    finding: Finding
    changed: dict[str, Any]
    gone: bool


@dataclass(frozen=True)
class Dossier:
    """All that a seat was told of one contact, oldest first.

    `contact` is how it stands in the picture, or stood in it last, of the game's own type; `present`: it still does;
    `places` are where it stands or stood. `turn` is the turn of the seat's picture now, so that ages can be told.
    """

    handle: str
    present: bool
    turn: int
    version: int
    contact: Any
    places: tuple[Place, ...]
    lines: tuple[DossierLine, ...]


def dossiers(context: Context, at: AtSeat) -> list[Dossier]:
    """Every contact that the seat ever had, in the order of its sightings; none in a game without units on a map."""
    record = record_of(context, at)
    game, picture = record.facts.game, record.opening
    forces = game.forces
    if forces is None:
        return []
    lines: dict[str, list[DossierLine]] = {handle: [] for handle in forces.contacts(picture)}
    last = dict(forces.contacts(picture))
    together: dict[Occasion, list[Report]] = {}
    for one in record.log:
        if one.occasion is not None:
            together.setdefault(one.occasion, []).append(one.report)
    for one in record.log:
        of_the_same = together.get(one.occasion, []) if one.occasion is not None else []
        before = {handle: copy(contact) for handle, contact in forces.contacts(picture).items()}
        one.report.teach(picture)
        after = forces.contacts(picture)
        about = game.records.about(one.report) if game.records is not None else None
        for handle in dict.fromkeys((*before, *after)):
            was, now = before.get(handle), after.get(handle)
            if was == now and about != handle:
                continue
            lines.setdefault(handle, []).append(
                DossierLine(
                    entry=entry_of(game, one),
                    titles=tuple(picture.titles),
                    finding=finding_of(game, picture, one.report, handle, was, of_the_same),
                    changed=changed(was, now, handle),
                    gone=now is None,
                )
            )
            last[handle] = copy(now) if now is not None else was
    present = forces.contacts(picture)
    return [
        Dossier(
            handle=handle,
            present=handle in present,
            turn=picture.turn,
            version=len(record.log),
            contact=(contact := present.get(handle, last[handle])),
            places=tuple(forces.places_of(contact)),
            lines=tuple(told),
        )
        for handle, told in lines.items()
    ]


def finding_of(
    game: AnyGame, picture: Any, report: Report, handle: str, was: Any, together: Sequence[Report]
) -> Finding:
    """How the seat came by a report of a contact; nothing is said of it where the game keeps no records."""
    if game.records is None:
        return Finding(how="")
    return game.records.finding(picture, report, handle, was, together)


def dossier(context: Context, at: AtSeat, handle: str) -> Dossier:
    """One contact's. Raises NotFound for a handle that the seat was never told."""
    for one in dossiers(context, at):
        if one.handle == handle:
            return one
    raise NotFound()


def changed(was: Any, now: Any, handle: str) -> dict[str, Any]:
    """The fields of a contact that a report altered, with their new values; its own handle is no news."""
    held = {field.name: getattr(now, field.name) for field in fields(now)} if now is not None else {}
    return {
        name: value for name, value in held.items() if value != handle and (was is None or getattr(was, name) != value)
    }
