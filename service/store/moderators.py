"""The moderators of matches in the database: who was named, one after another, and whom each side wants."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, update
from sqlmodel import col, select

from service.engine.seats import Seat
from service.store import tables
from service.store.saved import SavedModerator
from service.store.unit import Records

_o, _c = tables.Moderator, tables.ModeratorChoice


class Moderators(Records):
    """Who moderates which match, within one unit of work."""

    def name(self, match_id: str, account_id: str, at: datetime) -> None:
        """Name the account that is to moderate a match from now on, if it agrees: whoever did so does no longer."""
        self.end(match_id, at)
        number = self.session.exec(select(func.count()).select_from(_o).where(_o.match_id == match_id)).one() + 1
        self.session.add(_o(match_id=match_id, number=number, account_id=account_id, named_at=at))
        self.session.flush()

    def agree(self, match_id: str, at: datetime) -> None:
        """Whoever was named last agrees."""
        self._change(update(_o).where(col(_o.match_id) == match_id, col(_o.ended_at).is_(None)).values(agreed_at=at))

    def end(self, match_id: str, at: datetime) -> None:
        """Nobody moderates a match any more."""
        self._change(update(_o).where(col(_o.match_id) == match_id, col(_o.ended_at).is_(None)).values(ended_at=at))

    def leave(self, account_id: str, at: datetime) -> None:
        """An account moderates nothing any more."""
        self._change(update(_o).where(col(_o.account_id) == account_id, col(_o.ended_at).is_(None)).values(ended_at=at))

    def all_of(self, match_id: str) -> list[SavedModerator]:
        """Who was ever named, in order; nobody in a match that was opened without a moderator."""
        rows = self.session.exec(select(_o).where(_o.match_id == match_id).order_by(col(_o.number)))
        return [SavedModerator(row.account_id, row.named_at, row.agreed_at, row.ended_at) for row in rows]

    def now(self, match_id: str) -> SavedModerator | None:
        """Who moderates a match, or was named and is to agree; None where nobody does now."""
        return next((one for one in reversed(self.all_of(match_id)) if one.ended_at is None), None)

    def moderated_by(self, account_id: str) -> list[str]:
        """The matches that an account moderates or was named for, newest first."""
        m = tables.Match
        query = select(_o.match_id).join(m, col(m.id) == col(_o.match_id))
        query = query.where(_o.account_id == account_id, col(_o.ended_at).is_(None))
        return list(self.session.exec(query.order_by(col(m.opened_at).desc(), col(m.id))))

    # ---- whom the sides want

    def choose(self, match_id: str, seat: Seat, account_id: str) -> None:
        """Write down whom a side wants for moderator from now on."""
        self.session.merge(_c(match_id=match_id, seat=seat, account_id=account_id))
        self.session.flush()

    def choices(self, match_id: str) -> Mapping[Seat, str]:
        """Whom each side that has said so wants."""
        return {row.seat: row.account_id for row in self.session.exec(select(_c).where(_c.match_id == match_id))}

    def forget_choices(self, match_id: str) -> None:
        """No side wants anybody else any more."""
        self._change(delete(_c).where(col(_c.match_id) == match_id))

    def _change(self, statement: Any) -> None:
        self.session.execute(statement.execution_options(synchronize_session=False))
