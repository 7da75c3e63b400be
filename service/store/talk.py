"""What the sides of a match say to each other, and what each notes for itself. It stands beside the match.

A message stands in the box of each seat that hears it, and in that of its sender, in each under a number of the box's
own series: what one seat does not hear leaves no gap, and nobody learns who has read what.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import CursorResult, delete, func, insert, update
from sqlmodel import col, select

from service.engine.seats import Seat
from service.store import tables
from service.store.saved import SavedMessage, SavedNote
from service.store.unit import Records

_t, _b, _n = tables.Message, tables.TalkBox, tables.PrivateNote


class Talk(Records):
    """Messages and notes, within one unit of work."""

    # ---- messages

    def messages(
        self, match_id: str, seat: Seat, after: int, most: int, *, before: int | None = None
    ) -> list[SavedMessage]:  # fmt: skip
        """The messages in a seat's box with numbers above `after`, and below `before` where that is said, in order; of
        more than so many the latest.
        """
        query = select(_t).where(_t.match_id == match_id, _t.seat == seat, _t.number > after)
        if before is not None:
            query = query.where(_t.number < before)
        rows = self.session.exec(query.order_by(col(_t.number).desc()).limit(most)).all()
        return [SavedMessage(one.number, one.sender, one.text, one.at) for one in reversed(rows)]

    def say(self, match_id: str, sender: Seat, seats: Sequence[Seat], text: str, at: datetime) -> dict[Seat, int]:
        """Put a message into its sender's box, and into those of the other seats that hear it; its number in each.

        The match is held already.
        """
        ends = select(_t.seat, func.max(_t.number)).where(_t.match_id == match_id).group_by(col(_t.seat))
        lengths: dict[Seat, int] = dict(self.session.exec(ends).all())
        boxes = self.session.exec(select(_b.seat, _b.muted).where(_b.match_id == match_id))
        deaf = {seat for seat, muted in boxes if sender in muted}
        its = {"match_id": match_id, "sender": sender, "text": text, "at": at}
        numbers = {seat: lengths.get(seat, 0) + 1 for seat in seats if seat not in deaf}
        rows = [{**its, "seat": seat, "number": number} for seat, number in numbers.items()]
        self.session.execute(insert(_t), rows)
        return numbers

    def box(self, match_id: str, seat: Seat) -> tuple[int, tuple[Seat, ...]]:
        """Up to which message a seat has read, and whom it does not want to hear."""
        row = self.session.get(_b, (match_id, seat))
        return (row.read, tuple(row.muted)) if row is not None else (0, ())

    def keep_box(self, match_id: str, seat: Seat, read: int, muted: Sequence[Seat]) -> None:
        """Write that down anew."""
        self.session.merge(tables.TalkBox(match_id=match_id, seat=seat, read=read, muted=list(muted)))

    # ---- notes

    def notes(self, match_id: str, seat: Seat) -> list[SavedNote]:
        """A seat's notes, in the order in which they were made."""
        query = select(_n).where(_n.match_id == match_id, _n.seat == seat).order_by(col(_n.number))
        return [SavedNote(one.number, one.letter, one.text, one.at) for one in self.session.exec(query)]

    def add_note(self, match_id: str, seat: Seat, letter: int, text: str, at: datetime) -> int:
        """Write a note down; its number. The match is held already."""
        last = self.session.exec(select(func.max(_n.number)).where(_n.match_id == match_id, _n.seat == seat)).one()
        number = (last or 0) + 1
        note = tables.PrivateNote(match_id=match_id, seat=seat, number=number, letter=letter, text=text, at=at)
        self.session.add(note)
        return number

    def forget_notes(self, match_id: str, seat: Seat) -> None:
        """Take all notes of a seat away."""
        self.session.execute(delete(_n).where(col(_n.match_id) == match_id, col(_n.seat) == seat))

    def change_note(self, match_id: str, seat: Seat, number: int, text: str) -> bool:
        """Write a note anew; without text, take it away. False where there is none."""
        which = (col(_n.match_id) == match_id, col(_n.seat) == seat, col(_n.number) == number)
        changed: Any = update(_n).where(*which).values(text=text) if text else delete(_n).where(*which)
        result = self.session.execute(changed.execution_options(synchronize_session=False))
        assert isinstance(result, CursorResult)
        return result.rowcount == 1
