"""Reading what seats were told, and what they know by that.

A seat's picture is stored with every so many entries of its log; what it was told since is taken in when it is read.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from sqlalchemy import bindparam, func
from sqlmodel import col, select

from service.engine.game import AnyGame
from service.engine.kinds import kind_of
from service.engine.reports import AT_ANY_MOMENT, LogEntry, Telling
from service.engine.seats import Seat
from service.engine.state import duplicate
from service.store import tables
from service.store.kept_pictures import KeptPictures, Stored
from service.store.shelf import Shelf
from service.store.statements import MATCH, SEAT, Prepared
from service.store.unit import Records, Unit, run

REPEATED = frozenset(kind_of(report) for report in AT_ANY_MOMENT)
"""Kinds that a seat can bring about as often as it likes, in the same words. No picture changes anything in them."""

_m, _s, _e, _p = tables.Match, tables.Seat, tables.LogEntry, tables.SeatPicture
_AFTER: Any = bindparam("after")
_MOST: Any = bindparam("most")
_KIND: Any = bindparam("kind")
OF_ITS_SEAT: Any = (col(_p.match_id) == col(_s.match_id)) & (col(_p.seat) == col(_s.seat))
PICTURE: Any = (_p.picture, _p.entry, _s.log_length)
"""A picture as it is stored, after which entry of the log that is, and how long the log is."""
_PICTURES: Any = select(_s.seat, *PICTURE).join(_p, OF_ITS_SEAT)
_PICTURES_OF = Prepared(_PICTURES.where(_s.match_id == MATCH))
_PICTURE_OF = Prepared(_PICTURES.where(_s.match_id == MATCH, _s.seat == SEAT))
_LOG_LENGTH = Prepared(select(_s.log_length).where(_s.match_id == MATCH, _s.seat == SEAT))
READER = Prepared(
    select(_m.game, _m.data, *PICTURE)
    .join(_m, col(_m.id) == col(_s.match_id))
    .join(_p, OF_ITS_SEAT)
    .where(_s.match_id == MATCH, _s.seat == SEAT)
)
"""What whoever reads a seat's log has to know of it."""
_LOG: Any = (
    select(_e.number, _e.letter, _e.turn, _e.kind, _e.report)  # type: ignore[call-overload]
    .where(_e.match_id == MATCH, _e.seat == SEAT, _e.number > _AFTER)
    .order_by(col(_e.number))
)
_LOG_OF_A_KIND = Prepared(_LOG.limit(_MOST).where(_e.kind == _KIND))
ALL_OF_LOG = Prepared(_LOG.where(_e.number <= _MOST))  # its numbers have no gaps
_LATEST: Any = (
    select(_e.number, _e.letter, _e.turn, _e.kind, _e.report)  # type: ignore[call-overload]
    .where(_e.match_id == MATCH, _e.seat == SEAT, _e.number < _AFTER, _e.kind == _KIND)
    .order_by(col(_e.number).desc())
    .limit(_MOST)
)
_LATEST_OF_A_KIND = Prepared(_LATEST)
_KEPT = Prepared(
    select(_e.number, _e.picture)
    .where(_e.match_id == MATCH, _e.seat == SEAT, _e.number <= _MOST, col(_e.picture).is_not(None))
    .order_by(col(_e.number).desc())
    .limit(1)
)
_KEPT_AT = Prepared(
    select(func.max(_e.number)).where(
        _e.match_id == MATCH, _e.seat == SEAT, _e.number <= _MOST, col(_e.picture).is_not(None)
    )
)
_OF_A_LETTER = Prepared(
    select(_e.number)
    .where(_e.match_id == MATCH, _e.seat == SEAT, _e.letter == bindparam("letter"))
    .order_by(col(_e.number).desc())
    .limit(1)
)


LAST_NUMBER = 2**31 - 1
"""No entry of a log has a number above this."""


def last_of(after: int, limit: int) -> int:
    """The number of the last of so many entries behind one."""
    return min(after + limit, LAST_NUMBER)


class Logs(Records):
    """The logs of seats and their pictures, within one unit of work; nothing else of a match is read."""

    def __init__(self, unit: Unit, shelf: Shelf, kept: KeptPictures) -> None:
        super().__init__(unit)
        self.kept_pictures = kept
        self.shelf = shelf

    # ---- sets of data

    def game(self, name: str, data: str = "") -> AnyGame:
        """The game of this name played by the set of this id; by the one on offer where none is named.

        Raises LookupError, UnfitData.
        """
        return self.shelf.find(name, data, self.kept)

    def kept(self, data: str) -> str | None:
        """The text of a set of data that is kept; None where there is none of that id."""
        row = self.session.get(tables.KeptData, data)
        return row.files if row is not None else None

    # ---- what a seat was told

    def log_length(self, match_id: str, seat: Seat) -> int:
        return int(run(self.unit, _LOG_LENGTH, {"match_id": match_id, "seat": seat}).scalar_one())

    def log(
        self, match_id: str, seat: Seat, game: AnyGame, after: int, limit: int, kind: str | None = None
    ) -> list[LogEntry]:
        """Entries of a seat's log with numbers above `after`, in order; of one kind, where one is named."""
        asked = {"match_id": match_id, "seat": seat, "after": after}
        if kind is None:
            logged = run(self.unit, ALL_OF_LOG, {**asked, "most": last_of(after, limit)})
        else:
            logged = run(self.unit, _LOG_OF_A_KIND, {**asked, "most": limit, "kind": kind})
        return self._entries(game, logged)

    def latest(self, match_id: str, seat: Seat, game: AnyGame, kind: str, before: int, limit: int) -> list[LogEntry]:
        """The latest entries of a kind in a seat's log with numbers below `before`, the last of them first."""
        asked = {"match_id": match_id, "seat": seat, "after": before, "most": limit, "kind": kind}
        return self._entries(game, run(self.unit, _LATEST_OF_A_KIND, asked))

    def _entries(self, game: AnyGame, logged: Iterable[tuple[Any, ...]]) -> list[LogEntry]:
        to_telling = self.shelf.codec(game).to_telling
        found: list[LogEntry] = []
        same: dict[str, Telling] = {}  # for this reading alone: what is remembered longer tells who has read what
        for number, letter, turn, kind, report in logged:
            told = same.get(report) or to_telling(report)
            if kind in REPEATED:
                same[report] = told
            found.append(LogEntry(number, letter, told.report, told.occasion, turn))
        return found

    # ---- what it knows by that

    def pictures(self, match_id: str, game: AnyGame) -> dict[Seat, tuple[Any, int]]:
        """What each seat knows, and how long its log is; for the umpire, as the position is."""
        rows = run(self.unit, _PICTURES_OF, {"match_id": match_id}).all()
        stored = {seat: Stored(*its) for seat, *its in rows}
        return {
            seat: (self._made_of(match_id, seat, game, stored[seat]), stored[seat].log_length)
            for seat in game.info.seats
        }

    def stored(self, match_id: str, seat: Seat) -> Stored:
        """What is stored of what one seat knows. Raises LookupError."""
        _, *stored = run(self.unit, _PICTURE_OF, {"match_id": match_id, "seat": seat}).one()
        return Stored(*stored)

    def picture(self, match_id: str, seat: Seat, game: AnyGame) -> Any:
        """What one seat knows, to be changed. Raises LookupError."""
        return self._made_of(match_id, seat, game, self.stored(match_id, seat))

    def _made_of(self, match_id: str, seat: Seat, game: AnyGame, stored: Stored) -> Any:
        """The picture that comes of what is stored, with what the seat was told since."""
        picture = self.shelf.codec(game).to_picture(stored.text)
        return self._told_since(match_id, seat, game, picture, stored.at, stored.log_length)

    def _told_since(self, match_id: str, seat: Seat, game: AnyGame, picture: Any, after: int, until: int) -> Any:
        """The same picture, which has taken in what its seat was told after one entry of its log, up to another."""
        if after < until:
            for entry in self.log(match_id, seat, game, after, until - after):
                entry.report.teach(picture)
        return picture

    def _lent(self, match_id: str, seat: Seat, game: AnyGame, stored: Stored) -> Any:
        """What a seat knows that asks for it; shared with others, for whoever changes nothing in it."""
        lend = partial(self.kept_pictures.lend, match_id, seat, stored)
        if (picture := lend()) is None:
            own = self._own(match_id, seat, game, stored)
            picture = lend()
        return picture if picture is not None else own  # it is gone already where many ask at a time

    def _own(self, match_id: str, seat: Seat, game: AnyGame, stored: Stored) -> Any:
        """The same, to be changed."""
        if (picture := self.kept_pictures.copy(match_id, seat, stored)) is not None:
            return picture
        picture = self._taken(match_id, seat, game, stored)
        self.kept_pictures.keep(match_id, seat, stored, duplicate(picture))
        return picture

    def _taken(self, match_id: str, seat: Seat, game: AnyGame, stored: Stored) -> Any:
        """The same, to be changed and given back."""
        taken = self.kept_pictures.take(match_id, seat, stored)
        if taken is None:
            return self._made_of(match_id, seat, game, stored)
        return self._told_since(match_id, seat, game, *taken, stored.log_length)

    def reader(self, match_id: str, seat: Seat) -> tuple[AnyGame, Any, int] | None:
        """The game, what a seat knows, and how long its log is; for less than all of the seat.

        The picture is shared with others: nobody changes it.
        """
        row = run(self.unit, READER, {"match_id": match_id, "seat": seat}).first()
        if row is None:
            return None
        name, data, text, stored_at, log_length = row
        game = self.game(name, data)
        return game, self._lent(match_id, seat, game, Stored(text, stored_at, log_length)), log_length

    # ---- what it knew before

    def picture_kept(self, match_id: str, seat: Seat, game: AnyGame, until: int) -> tuple[int, Any]:
        """The latest of a seat's pictures that are kept up to this entry of its log, and the entry after which it is.

        It is the opening's, and 0, before the first.
        """
        kept = run(self.unit, _KEPT, {"match_id": match_id, "seat": seat, "most": until}).first()
        if kept is None:
            return 0, self.opening_picture(match_id, seat, game)
        return kept[0], self.shelf.codec(game).to_picture(kept[1])

    def kept_at(self, match_id: str, seat: Seat, until: int) -> int:
        """The entry after which that picture is; 0 for the opening's."""
        found = run(self.unit, _KEPT_AT, {"match_id": match_id, "seat": seat, "most": until}).scalar_one()
        return found or 0

    def end_of_letter(self, match_id: str, seat: Seat, letter: int) -> int:
        """The number of the last entry that a letter brought to a seat; 0 for one that it has not had."""
        found = run(self.unit, _OF_A_LETTER, {"match_id": match_id, "seat": seat, "letter": letter}).first()
        return int(found[0]) if found else 0

    def opening_picture(self, match_id: str, seat: Seat, game: AnyGame) -> Any:
        """What one seat knew before it was told anything; no other part of the opening is read."""
        row = self.session.get_one(tables.Opening, match_id)
        return self.shelf.codec(self.game(game.info.name, row.data)).to_opening_picture(row.position, seat)
