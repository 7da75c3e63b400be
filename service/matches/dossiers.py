"""What a seat was told of each contact that it has or had, from its own log and picture alone.

Which contacts there are, and which entries of the log tell of each, its ledger says. A dossier goes through the log
only where one of its entries stands, from the latest picture that is kept before it. The truth is not loaded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, fields
from typing import Any, overload

from service.engine.findings import Finding
from service.engine.game import AnyGame
from service.engine.ledger import Traced
from service.engine.places import Place
from service.engine.reports import LogEntry, Occasion, Report
from service.matches.context import AtSeat, Context
from service.matches.errors import NotFound
from service.matches.reading import EntryInWords, entry_of, seat_in
from service.store import Work
from service.store.saved import SavedSeat


@dataclass(frozen=True)
class DossierLine:
    """One report of a contact: where the seat then stood, how it came by it, and what it changed.

    `changed` holds the contact's fields that the report altered, with their new values; `gone`: the contact left the
    picture with it.
    """

    entry: EntryInWords
    titles: tuple[str, ...]
    finding: Finding
    changed: dict[str, Any]
    gone: bool


@dataclass(frozen=True)
class ContactLine:
    """A contact in a list of them: of the game's own type, as it stands in the picture, or stood in it last.

    `present`: it still does; `places` are where it stands or stood. So many `reports` told of it, the last of them
    entry `last` of the log, in that `turn`, with that `letter`, if with any; 0 where it was known from the start and
    nothing was told of it since.
    """

    handle: str
    present: bool
    contact: Any
    places: tuple[Place, ...]
    reports: int
    last: int
    turn: int
    letter: int | None


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


# ---- all of them


def contacts(context: Context, at: AtSeat) -> list[ContactLine]:
    """Every contact that the seat ever had, in the order of its sightings; none in a game without units on a map."""
    with context.store.look() as look:
        seat = seat_in(look, at)
        ledger = look.matches.ledger(at.match_id, at.seat, seat.game)
        since = ledger.goes_on(seat.log_length).leaf.contacts
        met = ledger.contacts()
    for handle, later in since.items():
        met[handle] = met[handle].and_then(later) if handle in met else later
    return [line_of(seat.game, handle, one) for handle, one in met.items()]


def contacts_in_brief(
    context: Context, at: AtSeat, *, most: int, past: int = 0
) -> tuple[list[ContactLine], list[ContactLine]]:
    """The contacts that stand in the seat's picture, in the order of its sightings, and of those that do no more so
    many, those first of which it was told last; `past` so many others.

    What that costs does not grow with what was told before.
    """
    with context.store.look() as look:
        seat = seat_in(look, at)
        ledger = look.matches.ledger(at.match_id, at.seat, seat.game)
        since = ledger.goes_on(seat.log_length).leaf.contacts
        met = {**ledger.present(), **ledger.gone(past + most + len(since))}
        for handle, later in since.items():
            earlier = met.get(handle) or ledger.contact(handle)
            met[handle] = earlier.and_then(later) if earlier is not None else later
    in_order = sorted(met.items(), key=lambda one: one[1].place)
    lines = [line_of(seat.game, handle, one) for handle, one in in_order]
    gone = sorted((one for one in lines if not one.present), key=lambda one: -one.last)
    return [one for one in lines if one.present], gone[past : past + most]


def line_of(game: AnyGame, handle: str, one: Traced) -> ContactLine:
    return ContactLine(
        handle=handle,
        present=one.present,
        contact=one.contact,
        places=places_of(game, one.contact),
        reports=len(one.entries),
        last=one.entries[-1] if one.entries else 0,
        turn=one.turn,
        letter=one.letter,
    )


def places_of(game: AnyGame, contact: Any) -> tuple[Place, ...]:
    return tuple(game.forces.places_of(contact)) if game.forces is not None else ()


# ---- one of them


def dossier(context: Context, at: AtSeat, handle: str) -> Dossier:
    """One contact's. Raises NotFound for a handle that the seat was never told."""
    with context.store.look() as look:
        seat = seat_in(look, at)
        ledger = look.matches.ledger(at.match_id, at.seat, seat.game)
        earlier = ledger.contact(handle)
        later = ledger.goes_on(seat.log_length).leaf.contacts.get(handle)
        if (known := earlier or later) is None:
            raise NotFound()
        found = known.and_then(later) if later is not None and later is not known else known
        lines = tuple(lines_of(look, at, seat, handle, found.entries))
    return Dossier(
        handle=handle,
        present=found.present,
        turn=seat.picture.turn,
        version=seat.log_length,
        contact=found.contact,
        places=places_of(seat.game, found.contact),
        lines=lines,
    )


def lines_of(look: Work, at: AtSeat, seat: SavedSeat, handle: str, entries: Sequence[int]) -> Iterator[DossierLine]:
    """What each of these entries of the log, in order, told of a contact."""
    game, together = seat.game, dict[Occasion, Together]()
    assert game.forces is not None
    picture: Any = None
    number = 0
    for entry in entries:
        if picture is None or look.matches.kept_at(at.match_id, at.seat, entry - 1) > number:
            number, picture = look.matches.picture_kept(at.match_id, at.seat, game, entry - 1)
        *passed, one = look.matches.log(at.match_id, at.seat, game, number, entry - number)
        for before in passed:
            before.report.teach(picture)
        was = copy(game.forces.contacts(picture).get(handle))
        one.report.teach(picture)
        now, number = game.forces.contacts(picture).get(handle), entry
        of_the_same: Sequence[Report] = ()
        if one.occasion is not None:
            of_the_same = together.setdefault(one.occasion, Together(look, at, seat, one.occasion))
        yield DossierLine(
            entry=entry_of(game, one),
            titles=tuple(picture.titles),
            finding=finding_of(game, picture, one, handle, was, of_the_same),
            changed=changed(was, now, handle),
            gone=now is None,
        )


class Together(Sequence[Report]):
    """All that a seat was told on an occasion, read when somebody asks for it: most games make nothing of it.

    It stands in the seat's log in the turn that the occasion is of, or in the one before or after that.
    """

    def __init__(self, look: Work, at: AtSeat, seat: SavedSeat, occasion: Occasion) -> None:
        self.look, self.at, self.seat, self.occasion = look, at, seat, occasion
        self._found: list[Report] | None = None

    def found(self) -> list[Report]:
        if self._found is None:
            matches, game = self.look.matches, self.seat.game
            after, until = matches.ledger(self.at.match_id, self.at.seat, game).entries_near(self.occasion.turn)
            log = matches.log(self.at.match_id, self.at.seat, game, after, (until or self.seat.log_length) - after)
            self._found = [one.report for one in log if one.occasion == self.occasion]
        return self._found

    def __len__(self) -> int:
        return len(self.found())

    @overload
    def __getitem__(self, place: int) -> Report: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Report]: ...
    def __getitem__(self, place: Any) -> Any:
        return self.found()[place]


def finding_of(
    game: AnyGame, picture: Any, one: LogEntry, handle: str, was: Any, together: Sequence[Report]
) -> Finding:
    """How the seat came by a report of a contact; nothing is said of it where the game keeps no records."""
    if game.records is None:
        return Finding(how="")
    return game.records.finding(picture, one.report, handle, was, together)


def changed(was: Any, now: Any, handle: str) -> dict[str, Any]:
    """The fields of a contact that a report altered, with their new values; its own handle is no news."""
    held = {field.name: getattr(now, field.name) for field in fields(now)} if now is not None else {}
    return {
        name: value for name, value in held.items() if value != handle and (was is None or getattr(was, name) != value)
    }
