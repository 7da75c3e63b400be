"""Accounts in the database, and the secrets by which they are known; these come in hashed and are never read back."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import CursorResult, delete
from sqlmodel import Session, col, select

from service.engine.seats import Seat
from service.store import tables


class SavedAccount(NamedTuple):
    """A person; a guest has no name."""

    id: str
    name: str | None
    password: str | None


class SavedSession(NamedTuple):
    """What a cookie stands for: an account, or one seat of one match."""

    account_id: str
    match_id: str | None
    seat: Seat | None
    ends_at: datetime | None


class Accounts:
    """The accounts, within one unit of work."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def by_id(self, account_id: str) -> SavedAccount | None:
        row = self.session.get(tables.Account, account_id)
        return SavedAccount(row.id, row.name, row.password) if row else None

    def by_name(self, name_key: str) -> SavedAccount | None:
        found = self.session.exec(select(tables.Account).where(tables.Account.name_key == name_key)).one_or_none()
        return SavedAccount(found.id, found.name, found.password) if found else None

    def by_token(self, hash: str) -> str | None:
        """The account that a bearer token's hash stands for."""
        row = self.session.get(tables.Token, hash)
        return row.account_id if row else None

    def session_of(self, hash: str) -> SavedSession | None:
        row = self.session.get(tables.BrowserSession, hash)
        return SavedSession(row.account_id, row.match_id, row.seat, row.ends_at) if row else None

    def add(self, account: SavedAccount, name_key: str | None, at: datetime) -> None:
        """Raises sqlalchemy's IntegrityError where the name is taken."""
        self.session.add(
            tables.Account(id=account.id, name=account.name, name_key=name_key, password=account.password, made_at=at)
        )
        self.session.flush()

    def name(self, account: SavedAccount, name_key: str) -> None:
        """Give a guest's account its name and password. Raises sqlalchemy's IntegrityError where the name is taken."""
        row = self.session.get_one(tables.Account, account.id)
        row.name, row.name_key, row.password = account.name, name_key, account.password
        self.session.flush()

    def add_token(self, hash: str, account_id: str, label: str, at: datetime) -> None:
        self.session.add(tables.Token(hash=hash, account_id=account_id, label=label, made_at=at))

    def add_session(self, hash: str, session: SavedSession, at: datetime) -> None:
        self.session.add(
            tables.BrowserSession(
                hash=hash,
                account_id=session.account_id,
                match_id=session.match_id,
                seat=session.seat,
                made_at=at,
                ends_at=session.ends_at,
            )
        )

    def end_session(self, hash: str) -> None:
        self.session.execute(delete(tables.BrowserSession).where(col(tables.BrowserSession.hash) == hash))

    def invite(self, hash: str, match_id: str, seat: Seat, at: datetime) -> None:
        self.session.add(tables.Invitation(hash=hash, match_id=match_id, seat=seat, made_at=at))

    def invitation(self, hash: str) -> tuple[str, Seat] | None:
        """The match and the seat that an invitation is for."""
        row = self.session.get(tables.Invitation, hash)
        return (row.match_id, row.seat) if row else None

    def use_up(self, hash: str) -> bool:
        """Take an invitation away; False where it was used already."""
        result = self.session.execute(delete(tables.Invitation).where(col(tables.Invitation.hash) == hash))
        assert isinstance(result, CursorResult)
        return result.rowcount == 1
