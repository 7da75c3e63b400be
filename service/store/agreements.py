"""What the players of a match agree on beside its rules: offers to end it, its arbiter, rematches, seats for anybody.

None of it is part of the match: no version moves by it, and neither journal nor log nor dice know of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import CursorResult, Select, delete, update
from sqlmodel import col, select

from service.engine.seats import Seat
from service.store import tables
from service.store.saved import SavedArbiter, SavedOffer, SavedOpenSeat
from service.store.unit import Records

_m, _s, _o = tables.Match, tables.Seat, tables.Offer
_OPEN: Any = (
    select(  # type: ignore[call-overload]
        _m.id, _s.seat, _m.game, _m.scenario, _m.data, _m.name, _m.options, _m.opened_by, _m.opened_at, _m.rematch_of
    )
    .join(_s, col(_s.match_id) == col(_m.id))
    .where(col(_s.account_id).is_(None), col(_s.ended).is_(False))
    .order_by(col(_m.opened_at).desc(), col(_m.id), col(_s.seat))
)
MOST_OPEN = 100
"""So many open seats are listed, those of the newest matches."""


class Agreements(Records):
    """What players agree on, within one unit of work."""

    # ---- offers

    def offers(self, match_id: str, now: datetime) -> list[SavedOffer]:
        """The offers of a match that are open, by their seats."""
        query = select(_o).where(_o.match_id == match_id, _o.until > now).order_by(col(_o.seat))
        return [
            SavedOffer(one.seat, one.terms, one.made_at, one.until, tuple(one.agreed))
            for one in self.session.exec(query)
        ]

    def put_offer(self, match_id: str, offer: SavedOffer) -> None:
        """Write down a seat's offer, in place of the one that it has made before."""
        row = tables.Offer(
            match_id=match_id, seat=offer.seat, terms=offer.terms, made_at=offer.made_at, until=offer.until,
            agreed=list(offer.agreed),
        )  # fmt: skip
        self.session.merge(row)
        self.touch(match_id)

    def withdraw(self, match_id: str, seat: Seat | None = None) -> bool:
        """Take a seat's offer back, or all offers of a match; whether there was any."""
        which = [col(_o.match_id) == match_id, *((col(_o.seat) == seat,) if seat is not None else ())]
        found = self._changed(delete(_o).where(*which)) > 0
        if found:
            self.touch(match_id)
        return found

    def touch(self, match_id: str) -> None:
        """Whoever listens at the match is to look at what is agreed on."""
        self._changed(update(_m).where(col(_m.id) == match_id).values(agreements=col(_m.agreements) + 1))

    # ---- coming to sit without an invitation

    def set_for_anybody(self, match_id: str, seats: Sequence[Seat], *, open_: bool) -> None:
        """Whether anybody of the server may take these seats while they are free."""
        which = (col(_s.match_id) == match_id, col(_s.seat).in_(seats))
        self._changed(update(_s).where(*which).values(for_anybody=open_))

    def is_for_anybody(self, match_id: str, seat: Seat) -> bool:
        """Whether anybody of the server may take a seat, as far as it is free."""
        found = self.session.exec(select(_s.for_anybody).where(_s.match_id == match_id, _s.seat == seat)).first()
        return bool(found)

    def for_anybody(self, match_id: str) -> tuple[Seat, ...]:
        """The free seats of a match that anybody of the server may take."""
        which = (col(_s.match_id) == match_id, col(_s.for_anybody).is_(True), col(_s.account_id).is_(None))
        return tuple(self.session.exec(select(_s.seat).where(*which).order_by(col(_s.seat))))

    def open_to_anybody(self) -> list[SavedOpenSeat]:
        """The free seats that anybody of the server may take, those of the newest matches first."""
        return self._seats(_OPEN.where(col(_s.for_anybody).is_(True)).limit(MOST_OPEN))

    def open_rematches(self, account_id: str) -> list[SavedOpenSeat]:
        """The free seats of rematches of the matches that an account has played."""
        played = select(_s.match_id).where(_s.account_id == account_id)
        return self._seats(_OPEN.where(col(_m.rematch_of).in_(played)).limit(MOST_OPEN))

    def rematch(self, match_id: str) -> str | None:
        """The match that was opened after this one with sides swapped."""
        return self.session.exec(select(_m.id).where(_m.rematch_of == match_id)).first()

    def _seats(self, query: Select[Any]) -> list[SavedOpenSeat]:
        return [SavedOpenSeat(*row) for row in self.session.execute(query).all()]

    # ---- the arbiter

    def name_arbiter(self, match_id: str, account_id: str) -> None:
        """Name the account that is to be the arbiter of a match, if it agrees."""
        self.session.add(tables.Arbiter(match_id=match_id, account_id=account_id))

    def arbiter(self, match_id: str) -> SavedArbiter | None:
        """Who was named arbiter of a match, and whether they have agreed, or said no."""
        row = self.session.get(tables.Arbiter, match_id)
        return SavedArbiter(row.account_id, row.agreed_at, row.declined_at) if row is not None else None

    def agree_to_be_arbiter(self, match_id: str, at: datetime) -> None:
        """Whoever was named arbiter agrees."""
        self.session.get_one(tables.Arbiter, match_id).agreed_at = at
        self.touch(match_id)

    def decline_to_be_arbiter(self, match_id: str, at: datetime) -> None:
        """Whoever was named arbiter is it not, or no longer."""
        self.session.get_one(tables.Arbiter, match_id).declined_at = at
        self.touch(match_id)

    def arbitrated_by(self, account_id: str) -> dict[str, datetime | None]:
        """The matches whose arbiter an account was named and has not said no, newest first, and when it agreed."""
        a = tables.Arbiter
        query = select(a.match_id, a.agreed_at).join(_m, col(_m.id) == col(a.match_id))
        query = query.where(a.account_id == account_id, col(a.declined_at).is_(None))
        return dict(self.session.exec(query.order_by(col(_m.opened_at).desc(), col(_m.id))).all())

    # ---- a match that never began

    def delete(self, match_id: str) -> None:
        """Take all rows of a match out of every table."""
        for table in reversed(tables.METADATA.sorted_tables):
            if "match_id" in table.c:
                self.session.execute(delete(table).where(table.c.match_id == match_id))
        self.session.execute(delete(_m).where(col(_m.id) == match_id).execution_options(synchronize_session=False))

    def _changed(self, statement: Any) -> int:
        result = self.session.execute(statement.execution_options(synchronize_session=False))
        assert isinstance(result, CursorResult)
        return result.rowcount
