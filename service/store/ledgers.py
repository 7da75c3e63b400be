"""The ledgers of seats in the database: written with the entries of their logs, read by whoever looks back.

A leaf is turned in the transaction that writes the entry with which a picture is kept. Nothing hangs on its being
there: what no leaf says, the entries of the log since the last one do.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection, bindparam, func, insert, or_, update
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col, select

from service.engine.game import AnyGame
from service.engine.ledger import MARKS, Leaf, LeafWriting, Traced, has_ledger, is_stop
from service.engine.measures import Measure
from service.engine.reports import LogEntry
from service.engine.seats import Seat
from service.logs import note_fault
from service.store import tables
from service.store.codec import Codec, text
from service.store.match_reading import MatchReading
from service.store.saved import KEPT_EVERY
from service.store.statements import MATCH, OF_MATCH, OF_SEAT, SEAT, Prepared
from service.store.unit import run

_l, _c, _e = tables.LedgerLeaf, tables.LedgerContact, tables.LogEntry
LEAVES, CONTACTS = (tables.METADATA.tables[name] for name in ("ledger_leaf", "ledger_contact"))
_HANDLE: Any = bindparam("handle")
_AFTER: Any = bindparam("after")
_MOST: Any = bindparam("most")
_TURN: Any = bindparam("turn")
_of_seat: Any = (_l.match_id == MATCH, _l.seat == SEAT)
_LAST = Prepared(
    select(_l.number, _l.turn, _l.mark, _l.counts).where(*_of_seat).order_by(col(_l.number).desc()).limit(1)
)
_STOPS = Prepared(select(_l.stops).where(*_of_seat).order_by(col(_l.number)))
_FIGURES = Prepared(select(_l.figures).where(*_of_seat).order_by(col(_l.number)))
_BEGUN = Prepared(select(func.max(_l.number)).where(*_of_seat, _l.turn < _TURN))
_ENDED = Prepared(select(func.min(_l.number)).where(*_of_seat, _l.turn > _TURN))
_MARKED = Prepared(
    select(_e.number, _e.kind)
    .where(_e.match_id == MATCH, _e.seat == SEAT, _e.number > _AFTER, or_(*(col(_e.kind) == mark for mark in MARKS)))
    .order_by(col(_e.number))
)
_of_contact: Any = (_c.handle, _c.place, _c.contact, _c.present, _c.entries, _c.turn, _c.letter)
_met: Any = select(*_of_contact).where(_c.match_id == MATCH, _c.seat == SEAT)
_ONE = Prepared(_met.where(_c.handle == _HANDLE))
_ALL = Prepared(_met.order_by(_c.place))
_PRESENT = Prepared(_met.where(col(_c.present)).order_by(_c.place))
_GONE = Prepared(_met.where(col(_c.present).is_(False)).order_by(col(_c.last).desc(), _c.place).limit(_MOST))
_COUNTED = Prepared(select(func.count()).where(_c.match_id == MATCH, _c.seat == SEAT))
_TURN_LEAF = Prepared(insert(LEAVES))
_MEET = Prepared(insert(CONTACTS))
_MEET_AGAIN = Prepared(
    update(CONTACTS).where(
        CONTACTS.c.match_id == OF_MATCH, CONTACTS.c.seat == OF_SEAT, CONTACTS.c.handle == bindparam("of_handle")
    )
)


class Ledger:
    """The ledger of one seat, within a unit of work."""

    def __init__(self, matches: MatchReading, match_id: str, seat: Seat, game: AnyGame) -> None:
        self.matches, self.unit, self.game = matches, matches.unit, game
        self.codec = matches.shelf.codec(game)
        self.of: dict[str, Any] = {"match_id": match_id, "seat": seat}

    # ---- read

    def last(self) -> Leaf:
        """The last leaf: where it ends, and what is counted up to there; an empty one where there is none."""
        found = run(self.unit, _LAST, self.of).first()
        return Leaf(found[0], found[1], found[2], json.loads(found[3])) if found else Leaf()

    def goes_on(self, until: int) -> LeafWriting:
        """What came after the last leaf, up to this entry of the log, with the picture after it."""
        leaf = self.last()
        kept, picture = self.matches.picture_kept(**self.of, game=self.game, until=leaf.number)
        entries = self.matches.log(**self.of, game=self.game, after=kept, limit=max(until - kept, 0))
        for one in entries:
            if one.number <= leaf.number:
                one.report.teach(picture)
        writing = LeafWriting(self.game, picture, leaf)
        for one in entries:
            if one.number > leaf.number:
                writing.take_in(one)
        return writing

    def stops(self, until: int) -> list[int]:
        """The entries of the log, of `until` entries, worth looking back from, and its last."""
        leaf = self.last()
        mark = leaf.mark
        found = [number for (stops,) in run(self.unit, _STOPS, self.of) for number in json.loads(stops)]
        for number, kind in run(self.unit, _MARKED, {**self.of, "after": leaf.number}):
            if 1 < number <= until and is_stop(kind, mark):
                found.append(number - 1)
            mark = kind
        return [*found, *([until] if until else [])]

    def figures(self) -> dict[int, tuple[Measure, ...]]:
        """The figures of the turns that had ended by the last leaf."""
        leaves = run(self.unit, _FIGURES, self.of).scalars()
        return {turn: figures for one in leaves for turn, figures in self.codec.to_figures(one).items()}

    def contact(self, handle: str) -> Traced | None:
        """A contact as it stood by the last leaf; None where the seat had it not by then."""
        row = run(self.unit, _ONE, {**self.of, "handle": handle}).first()
        return self._traced(row)[1] if row else None

    def contacts(self) -> dict[str, Traced]:
        """All contacts that the seat had by the last leaf, in the order in which it had them."""
        return dict(map(self._traced, run(self.unit, _ALL, self.of)))

    def present(self) -> dict[str, Traced]:
        """Those that still stood in its picture."""
        return dict(map(self._traced, run(self.unit, _PRESENT, self.of)))

    def gone(self, most: int) -> dict[str, Traced]:
        """So many of those that did no more, those of which the seat was told last; the latest first."""
        return dict(map(self._traced, run(self.unit, _GONE, {**self.of, "most": most})))

    def _traced(self, row: Any) -> tuple[str, Traced]:
        handle, place, contact, present, entries, turn, letter = row
        return handle, Traced(self.codec.to_contact(contact), present, json.loads(entries), turn, letter, place)

    def entries_near(self, turn: int) -> tuple[int, int]:
        """After and up to which entries all of a turn stands in the log, of the one before it and of the one after it;
        the second is 0 where that goes on.
        """
        begun = run(self.unit, _BEGUN, {**self.of, "turn": turn - 1}).scalar_one()
        ended = run(self.unit, _ENDED, {**self.of, "turn": turn + 1}).scalar_one()
        return begun or 0, ended or 0

    # ---- written

    def turn_leaf(self, until: int) -> None:
        """Write the leaf that ends with this entry of the log, with which a picture is kept.

        Where a leaf cannot be made, the match goes on without, and whoever looks back goes through the log.
        """
        if not has_ledger(self.game):
            return
        try:
            leaf = self.goes_on(until).leaf
        except SQLAlchemyError:
            raise
        except Exception as fault:  # whatever the game's records raise: they are for looking back, and hinder no play
            note_fault(fault, "a leaf of a ledger could not be made")
            return
        run(self.unit, _TURN_LEAF, [row_of(self.codec, self.of, leaf)])
        before = {handle: run(self.unit, _ONE, {**self.of, "handle": handle}).first() for handle in leaf.contacts}
        place = int(run(self.unit, _COUNTED, self.of).scalar_one())
        for handle, traced in leaf.contacts.items():
            if (row := before[handle]) is not None:
                _, earlier = self._traced(row)
                again = columns_of(self.codec, earlier.and_then(traced))
                of = {"of_match": self.of["match_id"], "of_seat": self.of["seat"], "of_handle": handle}
                run(self.unit, _MEET_AGAIN, {**of, **again})
        met = [handle for handle in leaf.contacts if before[handle] is None]
        rows = [
            {**self.of, "handle": handle, "place": number, **columns_of(self.codec, leaf.contacts[handle])}
            for number, handle in enumerate(met, start=place)
        ]
        if rows:
            run(self.unit, _MEET, rows)


def row_of(codec: Codec, of: Mapping[str, Any], leaf: Leaf) -> dict[str, Any]:
    """A leaf as it is stored."""
    return {
        **of, "number": leaf.number, "turn": leaf.turn, "mark": leaf.mark, "counts": text(leaf.counts),
        "stops": text(leaf.stops), "figures": codec.figures(leaf.figures),
    }  # fmt: skip


def columns_of(codec: Codec, traced: Traced) -> dict[str, Any]:
    """A contact as it is stored, beside whose it is."""
    return {
        "contact": codec.contact(traced.contact), "present": traced.present, "entries": text(traced.entries),
        "last": traced.entries[-1] if traced.entries else 0, "turn": traced.turn, "letter": traced.letter,
    }  # fmt: skip


# ---- the ledger of a log that is there

_ENTRY = sa.table(
    "log_entry", sa.column("match_id"), sa.column("seat"), sa.column("number", sa.Integer()), sa.column("letter"),
    sa.column("turn", sa.Integer()), sa.column("report"), sa.column("picture"),
)  # fmt: skip
_KEEP = (
    sa.update(_ENTRY)
    .where(
        _ENTRY.c.match_id == bindparam("of_match"), _ENTRY.c.seat == bindparam("of_seat"),
        _ENTRY.c.number == bindparam("of_number"),
    )
    .values(picture=bindparam("kept"))
)  # fmt: skip
_LEAF = sa.table("ledger_leaf", *(sa.column(column.name) for column in LEAVES.c))
_CONTACT = sa.table("ledger_contact", *(sa.column(column.name) for column in CONTACTS.c))


def write_ledgers(connection: Connection, codec: Codec, opening: Mapping[Seat, Any], match_id: str) -> None:
    """Write the ledgers of a match's seats, of which there is none, from their whole logs.

    So do migrations: tables are named here by those of their columns that have been there since. `opening` are the
    pictures with which the match began, and are used up. Where pictures are not kept yet they are kept from now on.
    Nothing is written where a log cannot be gone through.
    """
    if not has_ledger(codec.game):
        return
    pictures, leaves, contacts = list[dict[str, Any]](), list[dict[str, Any]](), list[dict[str, Any]]()
    for seat, picture in opening.items():
        of, met = {"match_id": match_id, "seat": seat}, dict[str, Traced]()
        mine = (_ENTRY.c.match_id == match_id, _ENTRY.c.seat == seat)
        columns = (_ENTRY.c.number, _ENTRY.c.letter, _ENTRY.c.turn, _ENTRY.c.report, _ENTRY.c.picture.is_not(None))
        rows = connection.execute(sa.select(*columns).where(*mine).order_by(_ENTRY.c.number)).all()
        for leaf, kept in leaves_of(codec, picture, rows):
            leaves.append(row_of(codec, of, leaf))
            if kept is not None:
                pictures.append({"of_match": match_id, "of_seat": seat, "of_number": leaf.number, "kept": kept})
            for handle, traced in leaf.contacts.items():
                met[handle] = met[handle].and_then(traced) if handle in met else traced
        contacts += [
            {**of, "handle": handle, "place": place, **columns_of(codec, traced)}
            for place, (handle, traced) in enumerate(met.items())
        ]
    for statement, found in ((_KEEP, pictures), (sa.insert(_LEAF), leaves), (sa.insert(_CONTACT), contacts)):
        if found:
            connection.execute(statement, found)


def leaves_of(codec: Codec, picture: Any, rows: Sequence[Any]) -> Iterator[tuple[Leaf, str | None]]:
    """The leaves of a whole log: one with each picture that is kept; where none is, with every hundredth entry, and
    the picture that is to be kept there.
    """
    are_kept = any(row[-1] for row in rows)
    writing = LeafWriting(codec.game, picture, Leaf())
    for number, letter, turn, report, is_kept in rows:
        told = codec.to_telling(report)
        writing.take_in(LogEntry(number, letter, told.report, told.occasion, turn))
        if is_kept or not (are_kept or number % KEPT_EVERY):
            yield writing.leaf, None if is_kept else codec.picture(writing.picture)
            writing = LeafWriting(codec.game, writing.picture, writing.leaf)
