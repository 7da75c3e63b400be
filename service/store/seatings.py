"""Who has sat where, in the database: what accounts were shown of a match, and how its seats changed hands."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import CursorResult, delete, func, update
from sqlmodel import col, select

from service.engine.seats import Seat
from service.store import tables
from service.store.unit import Records


class SavedSeatChange(NamedTuple):
    """Something done with a seat that all who sit at the match are told.

    `account_id` did it, or nobody: the command line. `holder_id` holds the seat from then on, where that is another.
    """

    seat: Seat
    kind: str
    account_id: str | None
    holder_id: str | None
    at: datetime
    number: int = 0
    days: int = 0


class SavedWish(NamedTuple):
    """What the owner of the server is asked for: `kind`, by an account, for a seat; `successor_id` is to have it."""

    id: str
    kind: str
    match_id: str
    seat: Seat
    account_id: str
    successor_id: str | None
    at: datetime


class Seatings(Records):
    """Who sits and sat where, within one unit of work."""

    def show(self, match_id: str, seat: Seat, account_id: str, at: datetime, *, held: bool) -> None:
        """An account holds a seat, or was shown what it knows; this stays as long as the match."""
        self.session.flush()
        row = self.session.get(tables.SeatShown, (match_id, seat, account_id))
        if row is None:
            row = tables.SeatShown(match_id=match_id, seat=seat, account_id=account_id, held=held, at=at)
            self.session.add(row)
        row.held = row.held or held
        self.session.flush()

    def shown(self, match_id: str, account_ids: Iterable[str]) -> set[Seat]:
        """The seats of a match that one of these accounts holds, has held, or was shown."""
        s = tables.SeatShown
        query = select(s.seat).where(s.match_id == match_id, col(s.account_id).in_(list(account_ids)))
        return set(self.session.exec(query))

    def others_at(self, match_id: str, account_ids: Iterable[str]) -> bool:
        """Whether anybody but these accounts has ever held a seat of a match, or was shown one."""
        s = tables.SeatShown
        query = select(s.account_id).where(s.match_id == match_id, col(s.account_id).not_in(list(account_ids)))
        return self.session.exec(query.limit(1)).first() is not None

    def all_shown(self, account_id: str) -> list[tuple[str, Seat, bool, datetime]]:
        """What an account was shown: match, seat, whether it held it, and since when."""
        s = tables.SeatShown
        query = select(s.match_id, s.seat, s.held, s.at).where(s.account_id == account_id)
        return list(self.session.exec(query.order_by(col(s.at), col(s.match_id), col(s.seat))))

    def was_held(self, match_id: str, seat: Seat) -> bool:
        """Whether anybody has ever held a seat."""
        s = tables.SeatShown
        query = select(s.seat).where(s.match_id == match_id, s.seat == seat, col(s.held))
        return self.session.exec(query).first() is not None

    def hand(self, match_id: str, seat: Seat, was: str | None, to: str | None) -> bool:
        """Put another account at a seat, or nobody; False where it is not held by `was`."""
        s = tables.Seat
        result = self.session.execute(
            update(s)
            .where(col(s.match_id) == match_id, col(s.seat) == seat, col(s.account_id).is_not_distinct_from(was))
            .values(account_id=to)
            .execution_options(synchronize_session=False)
        )
        assert isinstance(result, CursorResult)
        if was is not None:
            self.unit.doubted.add(was)
        return result.rowcount == 1

    def end_ways_in(self, match_id: str, seat: Seat, *, but: str = "") -> None:
        """End every link to a seat, every link that works once into it, and every invitation to it `but` this one."""
        b = tables.BrowserSession
        links = delete(b).where(col(b.match_id) == match_id, col(b.seat) == seat, col(b.hash) != but)
        self.unit.doubted.update(self.session.execute(links.returning(col(b.account_id))).scalars())
        for table in (tables.OneTimeLink, tables.Invitation):
            of_it = (col(table.match_id) == match_id, col(table.seat) == seat, col(table.hash) != but)
            self.session.execute(delete(table).where(*of_it))

    def change(self, match_id: str, change: SavedSeatChange) -> int:
        """Write down what all who sit at the match are told; its number."""
        c = tables.SeatChange
        number = self.session.exec(select(func.count()).where(c.match_id == match_id)).one() + 1
        self.session.add(tables.SeatChange(match_id=match_id, **change._replace(number=number)._asdict()))
        self.session.flush()
        return number

    def changes(self, match_id: str) -> list[SavedSeatChange]:
        """All that was done with the seats of a match, in order."""
        c = tables.SeatChange
        rows = self.session.exec(select(c).where(c.match_id == match_id).order_by(col(c.number)))
        return [
            SavedSeatChange(row.seat, row.kind, row.account_id, row.holder_id, row.at, row.number, row.days)
            for row in rows
        ]

    # ---- what the owner of the server is asked for

    def wish(self, wish: SavedWish) -> None:
        """Ask the owner; asked again, it is the same wish."""
        w = tables.Wish
        same = select(w.id).where(
            w.kind == wish.kind, w.match_id == wish.match_id, w.seat == wish.seat,
            col(w.successor_id).is_not_distinct_from(wish.successor_id),
        )  # fmt: skip
        if self.session.exec(same).first() is None:
            self.session.add(tables.Wish(**wish._asdict()))

    def wishes(self) -> list[SavedWish]:
        """What the owner is asked for, the oldest first."""
        rows = self.session.exec(select(tables.Wish).order_by(col(tables.Wish.at), col(tables.Wish.id)))
        return [_saved_wish(row) for row in rows]

    def wish_of(self, id: str) -> SavedWish | None:
        """One wish."""
        row = self.session.get(tables.Wish, id)
        return _saved_wish(row) if row else None

    def end_wish(self, id: str) -> None:
        """One wish is asked for no more."""
        self.session.execute(delete(tables.Wish).where(col(tables.Wish.id) == id))

    def end_wishes(self, match_id: str, seat: Seat) -> None:
        """Nothing is asked for at a seat any more."""
        w = tables.Wish
        self.session.execute(delete(w).where(col(w.match_id) == match_id, col(w.seat) == seat))


def _saved_wish(row: tables.Wish) -> SavedWish:
    return SavedWish(row.id, row.kind, row.match_id, row.seat, row.account_id, row.successor_id, row.at)
