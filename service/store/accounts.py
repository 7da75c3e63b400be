"""Accounts in the database, and the secrets by which they are known; these come in hashed and are never read back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import CursorResult, Delete, bindparam, delete, func, update
from sqlmodel import col, select

from service.engine.seats import Seat
from service.store import tables
from service.store.rights import forget_right, number_of
from service.store.statements import SESSIONS, TOKENS, Prepared
from service.store.unit import Records, run


class SavedAccount(NamedTuple):
    """A person; a guest has no name, and may be `called` by one that others have too."""

    id: str
    name: str | None
    password: str | None
    owner: bool = False
    called: str = ""
    made_at: datetime | None = None
    left_at: datetime | None = None
    zone: str = "UTC"
    blocked: bool = False
    bot: bool = False


class SavedSession(NamedTuple):
    """What a cookie stands for: an account, or one seat of one match."""

    account_id: str
    match_id: str | None
    seat: Seat | None
    ends_at: datetime | None
    made_at: datetime | None = None
    id: str = ""
    device: str = ""


class SavedToken(NamedTuple):
    """A bearer token: whose it is, what for, and what it may; for one seat alone, where one is named."""

    id: str
    account_id: str
    label: str
    scope: str
    made_at: datetime
    start: str = ""
    used_at: datetime | None = None
    ends_at: datetime | None = None
    match_id: str | None = None
    seat: Seat | None = None


class SavedInvitation(NamedTuple):
    """An invitation: the match and the seat that it is for, and the account that hands it over so, if one does."""

    match_id: str
    seat: Seat
    handed_by: str | None


class SavedLink(NamedTuple):
    """A link that works once: what it is for, for which account, at which seat, and who made it.

    Nobody did on the command line.
    """

    kind: str
    account_id: str
    made_by: str | None
    made_at: datetime
    ends_at: datetime
    match_id: str | None = None
    seat: Seat | None = None


class SavedCoaching(NamedTuple):
    """Whether somebody wants to be coached, and the names of the lessons that they have had."""

    wanted: bool
    met: tuple[str, ...]


PUBLIC = 16
"""A token is known to its owner by the first letters of its hash, from which nobody finds the token."""


# Asked for by every request.
_t, _b = TOKENS.c, SESSIONS.c
TOKEN = Prepared(
    select(  # type: ignore[call-overload]
        _t.hash, _t.account_id, _t.label, _t.scope, _t.made_at, _t.start, _t.used_at, _t.ends_at, _t.match_id, _t.seat
    ).where(_t.hash == bindparam("hash"))
)  # fmt: skip
SESSION = Prepared(
    select(_b.account_id, _b.match_id, _b.seat, _b.ends_at, _b.made_at, _b.hash, _b.device)  # type: ignore[call-overload]
    .where(_b.hash == bindparam("hash"))
)  # fmt: skip


class Accounts(Records):
    """The accounts, within one unit of work."""

    def by_id(self, account_id: str) -> SavedAccount | None:
        row = self.session.get(tables.Account, account_id)
        return _saved_account(row) if row else None

    def by_name(self, name_key: str) -> SavedAccount | None:
        found = self.session.exec(select(tables.Account).where(tables.Account.name_key == name_key)).one_or_none()
        return _saved_account(found) if found else None

    def has_owner(self) -> bool:
        """Whether there is an owner's account."""
        return self.owner() is not None

    def owner(self) -> str | None:
        """The id of the owner's account."""
        return self.session.exec(select(tables.Account.id).where(col(tables.Account.owner))).first()

    def make_owner(self, account_id: str) -> None:
        """Make an account the owner's."""
        self.session.get_one(tables.Account, account_id).owner = True

    def token_of(self, hash: str) -> SavedToken | None:
        row = run(self.unit, TOKEN, {"hash": hash}).first()
        return SavedToken(row[0][:PUBLIC], *row[1:]) if row else None

    def tokens(self, account_id: str) -> list[SavedToken]:
        """The account's bearer tokens, newest first."""
        rows = self.session.exec(select(tables.Token).where(tables.Token.account_id == account_id))
        return sorted(map(saved_token, rows), key=lambda token: (token.made_at, token.id), reverse=True)

    def session_of(self, hash: str) -> SavedSession | None:
        row = run(self.unit, SESSION, {"hash": hash}).first()
        if row is None:
            return None
        account_id, match_id, seat, ends_at, made_at, hash, device = row
        return SavedSession(account_id, match_id, seat, ends_at, made_at, hash[:PUBLIC], device)

    def sessions(self, account_id: str) -> list[SavedSession]:
        """The account's sessions and links to its seats, newest first, those that are over among them."""
        rows = self.session.exec(select(tables.BrowserSession).where(tables.BrowserSession.account_id == account_id))
        return sorted(map(saved_session, rows), key=lambda one: (str(one.made_at), one.id), reverse=True)

    def by_look(self, look_key: str) -> str | None:
        """The id of the account whose name looks so."""
        return self.session.exec(select(tables.Account.id).where(tables.Account.look_key == look_key)).one_or_none()

    def add(self, account: SavedAccount, name_key: str | None, at: datetime, look_key: str | None = None) -> None:
        """Raises sqlalchemy's IntegrityError where the name is taken, or looks like one that is."""
        self.session.add(
            tables.Account(
                id=account.id,
                name=account.name,
                name_key=name_key,
                look_key=look_key,
                password=account.password,
                owner=account.owner,
                called=account.called,
                made_at=at,
            )
        )
        self.session.flush()

    def forget(self, account_id: str) -> None:
        """Take away an account that nothing names yet."""
        forget_right(self.unit, account_id)
        self.unit.doubted.discard(account_id)
        self.session.execute(delete(tables.Account).where(col(tables.Account.id) == account_id))

    def name(self, account: SavedAccount, name_key: str, look_key: str | None = None) -> None:
        """Give a guest's account its name and password. Raises sqlalchemy's IntegrityError where the name is taken."""
        row = self.session.get_one(tables.Account, account.id)
        row.name, row.name_key, row.look_key = account.name, name_key, look_key
        row.password, row.owner = account.password, account.owner
        self.session.flush()

    def rename(self, account_id: str, name: str, name_key: str, look_key: str) -> None:
        """Give an account another name. Raises sqlalchemy's IntegrityError where it is taken."""
        row = self.session.get_one(tables.Account, account_id)
        row.name, row.name_key, row.look_key = name, name_key, look_key
        self.session.flush()

    def add_token(
        self, hash: str, account_id: str, label: str, at: datetime, scope: str = "play", *, start: str = "",
        ends_at: datetime | None = None, match_id: str | None = None, seat: Seat | None = None,
    ) -> None:  # fmt: skip
        self.session.add(
            tables.Token(
                hash=hash, account_id=account_id, label=label, scope=scope, made_at=at, start=start, ends_at=ends_at,
                match_id=match_id, seat=seat,
            )
        )  # fmt: skip

    def note_uses(self, uses: Mapping[str, datetime]) -> None:
        """When tokens, by their hashes, were last used."""
        for hash, at in sorted(uses.items()):
            self.session.execute(
                update(tables.Token)
                .where(col(tables.Token.hash) == hash)
                .values(used_at=at)
                .execution_options(synchronize_session=False)
            )

    def set_bot(self, account_id: str, bot: bool) -> None:
        """Whether a program plays with an account."""
        self.session.get_one(tables.Account, account_id).bot = bot

    def revoke_token(self, account_id: str, id: str) -> bool:
        """End one of the account's tokens; False where it has none of this id."""
        self.unit.doubted.add(account_id)
        return self._deleted(_of(delete(tables.Token), tables.Token, account_id, id))

    def add_session(self, hash: str, session: SavedSession, at: datetime) -> None:
        self.session.add(
            tables.BrowserSession(
                hash=hash,
                account_id=session.account_id,
                match_id=session.match_id,
                seat=session.seat,
                device=session.device,
                made_at=at,
                ends_at=session.ends_at,
            )
        )

    def end_session(self, hash: str) -> None:
        ended = delete(tables.BrowserSession).where(col(tables.BrowserSession.hash) == hash)
        self.unit.doubted.update(self.session.execute(ended.returning(col(tables.BrowserSession.account_id))).scalars())

    def revoke_session(self, account_id: str, id: str) -> bool:
        """End one of the account's sessions; False where it has none of this id."""
        self.unit.doubted.add(account_id)
        return self._deleted(_of(delete(tables.BrowserSession), tables.BrowserSession, account_id, id))

    def set_zone(self, account_id: str, zone: str) -> None:
        """By the clocks of this zone an account is shown times."""
        self.session.get_one(tables.Account, account_id).zone = zone

    def set_password(self, account_id: str, password: str) -> None:
        """Write the hash of another password."""
        self.session.get_one(tables.Account, account_id).password = password

    def all_coaching(self, account_id: str) -> list[tuple[str, Seat, SavedCoaching]]:
        """Where an account is coached, and the lessons that it has had: by game and seat."""
        c = tables.Coaching
        rows = self.session.exec(select(c).where(c.account_id == account_id).order_by(col(c.game), col(c.seat)))
        return [(row.game, row.seat, SavedCoaching(row.wanted, tuple(json.loads(row.met)))) for row in rows]

    def end(self, account_id: str, at: datetime) -> None:
        """Take away all by which one comes in to an account, and its name. Its row stays, for what names its id."""
        self.end_sessions(account_id)
        self.end_tokens(account_id)
        self.end_links(account_id)
        for table, column in (
            (tables.Coaching, tables.Coaching.account_id), (tables.Enrolment, tables.Enrolment.made_by),
            (tables.Invitation, tables.Invitation.handed_by), (tables.OneTimeLink, tables.OneTimeLink.made_by),
            (tables.Wish, tables.Wish.account_id), (tables.Wish, tables.Wish.successor_id),
            (tables.Arbiter, tables.Arbiter.account_id),
        ):  # fmt: skip
            self.session.execute(delete(table).where(col(column) == account_id))
        row = self.session.get_one(tables.Account, account_id)
        row.name = row.name_key = row.look_key = row.password = None
        row.owner, row.left_at, row.called, row.zone, row.blocked_at = False, at, "", "UTC", None
        row.bot = False
        self.session.flush()

    def end_sessions(self, account_id: str, *, but: str = "") -> None:
        """Sign out every browser of an account, and end the links to its seats, but for the session of this hash."""
        table = tables.BrowserSession
        self.unit.doubted.add(account_id)
        self.session.execute(delete(table).where(col(table.account_id) == account_id, col(table.hash) != but))

    def right_to_listen(self, account_id: str) -> int:
        """The number of an account's right to listen: another one, and it may have ended."""
        return number_of(self.unit, account_id)

    def end_tokens(self, account_id: str) -> None:
        """End every token of an account."""
        self.unit.doubted.add(account_id)
        self.session.execute(delete(tables.Token).where(col(tables.Token.account_id) == account_id))

    def add_link(self, hash: str, link: SavedLink) -> None:
        """A link that works once."""
        self.session.add(tables.OneTimeLink(hash=hash, **link._asdict()))

    def link(self, hash: str) -> SavedLink | None:
        """A link that was not used yet."""
        row = self.session.get(tables.OneTimeLink, hash)
        if row is None:
            return None
        return SavedLink(row.kind, row.account_id, row.made_by, row.made_at, row.ends_at, row.match_id, row.seat)

    def use_up_link(self, hash: str) -> bool:
        """Take a link away; False where it was used already."""
        return self._deleted(delete(tables.OneTimeLink).where(col(tables.OneTimeLink.hash) == hash))

    def end_links(self, account_id: str) -> None:
        """Take away all links of an account that work once."""
        self.session.execute(delete(tables.OneTimeLink).where(col(tables.OneTimeLink.account_id) == account_id))

    def coaching(self, account_id: str, game: str, seat: Seat) -> SavedCoaching:
        """Whether an account is coached at a seat of a game, and the lessons that it has had."""
        row = self.session.get(tables.Coaching, (account_id, game, seat))
        return SavedCoaching(row.wanted, tuple(json.loads(row.met))) if row else SavedCoaching(False, ())

    def put_coaching(self, account_id: str, game: str, seat: Seat, coaching: SavedCoaching) -> None:
        """Write that anew."""
        met = json.dumps(coaching.met)
        row = tables.Coaching(account_id=account_id, game=game, seat=seat, wanted=coaching.wanted, met=met)
        self.session.merge(row)

    def enrol(self, hash: str, made_by: str | None, at: datetime) -> None:
        """A link to sign up with. Of those that nobody made, that set the server up, the newest alone counts."""
        if made_by is None:
            self.session.execute(delete(tables.Enrolment).where(col(tables.Enrolment.made_by).is_(None)))
        self.session.add(tables.Enrolment(hash=hash, made_by=made_by, made_at=at))

    def enrolment(self, hash: str) -> tuple[str | None] | None:
        """Who made a link to sign up with."""
        row = self.session.get(tables.Enrolment, hash)
        return (row.made_by,) if row else None

    def use_up_enrolment(self, hash: str) -> bool:
        """Take a link to sign up with away; False where it was used already."""
        return self._deleted(delete(tables.Enrolment).where(col(tables.Enrolment.hash) == hash))

    def invite(self, hash: str, match_id: str, seat: Seat, at: datetime, handed_by: str | None = None) -> None:
        row = tables.Invitation(hash=hash, match_id=match_id, seat=seat, handed_by=handed_by, made_at=at)
        self.session.add(row)

    def end_invitations(self, match_id: str, seat: Seat) -> None:
        """Take away every invitation to a seat."""
        i = tables.Invitation
        self.session.execute(delete(i).where(col(i.match_id) == match_id, col(i.seat) == seat))

    def invitation(self, hash: str) -> SavedInvitation | None:
        """The invitation of this token; None where there is none."""
        row = self.session.get(tables.Invitation, hash)
        return SavedInvitation(row.match_id, row.seat, row.handed_by) if row else None

    def seats_invited_to(self, match_id: str) -> set[Seat]:
        """The seats of a match for which there are invitations that nobody has ended."""
        return {*self.session.exec(select(tables.Invitation.seat).where(tables.Invitation.match_id == match_id))}

    def _deleted(self, statement: Delete) -> bool:
        result = self.session.execute(statement)
        assert isinstance(result, CursorResult)
        return result.rowcount == 1


def _of(statement: Delete, table: Any, account_id: str, id: str) -> Delete:
    return statement.where(table.account_id == account_id, func.substr(table.hash, 1, PUBLIC) == id)


def _saved_account(row: tables.Account) -> SavedAccount:
    blocked = row.blocked_at is not None
    return SavedAccount(
        row.id,
        row.name,
        row.password,
        row.owner,
        row.called,
        row.made_at,
        row.left_at,
        row.zone,
        blocked,
        row.bot,
    )


def saved_token(row: tables.Token) -> SavedToken:
    return SavedToken(
        row.hash[:PUBLIC], row.account_id, row.label, row.scope, row.made_at, row.start, row.used_at, row.ends_at,
        row.match_id, row.seat,
    )  # fmt: skip


def saved_session(row: tables.BrowserSession) -> SavedSession:
    return SavedSession(row.account_id, row.match_id, row.seat, row.ends_at, row.made_at, row.hash[:PUBLIC], row.device)
