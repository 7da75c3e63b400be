"""Who plays: accounts with passwords, tokens for other clients, sessions for pages, and links to single seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from urllib.parse import quote

from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher
from sqlalchemy.exc import IntegrityError

from service.engine.seats import Seat
from service.lookalikes import look_of
from service.matches.account_names import as_written, fit_name, for_guest, key_of, tidy
from service.matches.context import AtSeat, Context, hashed
from service.matches.credentials import Account, Scope, enrolment, new_token
from service.matches.devices import device_name
from service.matches.errors import (
    Blocked,
    NameTaken,
    NotFound,
    NotSignedIn,
    OutOfScope,
    SignUpClosed,
    WrongPassword,
)
from service.matches.passwords import fit_password
from service.store import SavedAccount, SavedSession, SavedToken, Work, ahead

SESSION_LASTS = timedelta(days=90)
SESSION_COOKIE = "sitrep"
USES_NOTED_EVERY = timedelta(hours=1)
"""How exactly it is known when a token was last used."""

PASSWORDS = PasswordHash((Argon2Hasher(),))


@cache
def nobodys_password() -> str:
    """What is verified where there is no account, so that it takes as long."""
    return PASSWORDS.hash("the password of an account that does not exist")


@dataclass(frozen=True)
class Credentials:
    """What a request brings: a bearer token, or else cookies; and whether it only looks."""

    bearer: str | None = None
    only_looks: bool = False
    cookies: Mapping[str, str] = field(default_factory=dict)


# ---- accounts


def make_account(
    context: Context,
    name: str,
    password: str,
    *,
    client_address: str = "",
    guest: Account | None = None,
    link: str | None = None,
) -> Account:
    """A new account; a guest's is given the name, so that their seats stay theirs.

    A link to sign up with is used up. Raises SignUpClosed without one, where the server is not open to all; NotFound
    for one that is used up; NameTaken, NameMisleads, Malformed, TooOften.
    """
    if link is None and not context.lets_anybody_sign_up:
        raise SignUpClosed()
    name = tidy(name)
    fit_password(password, name)
    context.rate_limits.admit("account", client_address)
    nameless = guest is not None and guest.name is None
    account = SavedAccount(guest.id if guest and nameless else context.new_id(), name, PASSWORDS.hash(password))
    try:
        with context.store.work() as work:
            if link is not None:
                account = account._replace(owner=enrolment(work, link).sets_up)
                if not work.accounts.use_up_enrolment(hashed(link)):
                    raise NotFound()
            fit_name(work, name, account.id)
            if nameless:
                work.accounts.name(account, key_of(name), look_of(name))
                work.notices.became_account(account.id)
            else:
                work.accounts.add(account, key_of(name), context.clock(), look_of(name))
    except IntegrityError:
        raise NameTaken() from None
    return Account(account.id, name, account.owner)


def make_guest(context: Context, account_id: str | None = None, called: str = "") -> Account:
    """An account without name or password, for whoever comes in by the link of a seat, and may say what to call them.

    Raises Malformed, NameMisleads.
    """
    called = for_guest(called)
    with context.store.work() as work:
        return add_guest(context, work, account_id, called)


def forget_guest(context: Context, guest: Account) -> None:
    """Take the account of a guest away who came to no seat."""
    with context.store.work() as work:
        work.accounts.forget(guest.id)


def add_guest(context: Context, work: Work, account_id: str | None = None, called: str = "") -> Account:
    """The same, within a transaction."""
    account = SavedAccount(account_id or context.new_id(), None, None, called=called)
    work.accounts.add(account, None, context.clock())
    return Account(account.id, None)


def by_password(context: Context, name: str, password: str, client_address: str) -> Account:
    """The account of this name and password; it takes as long to say that there is none.

    Raises WrongPassword, TooOften, Blocked.
    """
    name_key = key_of(as_written(name))
    context.rate_limits.admit("sign-in-from", client_address)
    context.rate_limits.admit("sign-in", f"{client_address} {hashed(name_key)}")
    with context.store.look() as look:
        account = look.accounts.by_name(name_key)
    if not PASSWORDS.verify(password, (account and account.password) or nobodys_password()) or account is None:
        raise WrongPassword()
    if account.blocked:
        raise Blocked()
    return Account(account.id, account.name, account.owner)


def issue_token(
    context: Context,
    name: str,
    password: str,
    *,
    label: str = "",
    scope: Scope = "play",
    days: int | None = None,
    seat: tuple[str, Seat] | None = None,
    client_address: str = "",
) -> str:
    """A bearer token, shown this once. Raises WrongPassword, TooOften, TooMany, Blocked, NotFound."""
    return new_token(
        context, by_password(context, name, password, client_address), label=label, scope=scope, days=days, seat=seat
    )


def sign_in(context: Context, name: str, password: str, *, client_address: str = "", user_agent: str = "") -> str:
    """A session, as the value for SESSION_COOKIE. Raises WrongPassword, TooOften, Blocked."""
    account = by_password(context, name, password, client_address)
    return open_session(context, account.id, user_agent)


def open_session(context: Context, account_id: str, user_agent: str = "") -> str:
    """A session for an account that is known already, as the value for SESSION_COOKIE. Raises Blocked."""
    token = context.new_token()
    ends_at = context.clock() + SESSION_LASTS
    session = SavedSession(account_id, None, None, ends_at, device=device_name(user_agent))
    with context.store.work() as work:
        if work.keeping.is_blocked(account_id):
            raise Blocked()
        work.accounts.add_session(hashed(token), session, context.clock())
    return token


def sign_out(context: Context, token: str) -> None:
    """End the session, or the seat's link, that a cookie stands for."""
    with context.store.work() as work:
        session = work.accounts.session_of(hashed(token))
        work.accounts.end_session(hashed(token))
    if session is not None:
        context.hub.look_again(session.account_id)


# ---- who is asking


def who(context: Context, credentials: Credentials) -> Account:
    """The account that is asking. Raises NotSignedIn, and OutOfScope for a token that may not ask this."""
    with context.store.look() as look:
        account = who_in(context, look, credentials)
    if account is None:
        raise NotSignedIn()
    return account


def who_in(context: Context, look: Work, credentials: Credentials) -> Account | None:
    """The account that is asking, if there is one, within a transaction. Raises OutOfScope as `who` does."""
    account_id = _account_of(context, look, credentials, ("play",))
    account = look.accounts.by_id(account_id) if account_id else None
    return Account(account.id, account.name, account.owner, account.zone) if account else None


def at_seat(context: Context, credentials: Credentials, match_id: str, seat: Seat) -> AtSeat:
    """The seat, for its holder. Raises NotFound alike for another's seat and one that does not exist.

    Before the seat is looked for it raises NotSignedIn, and OutOfScope for a token that may not order.
    """
    with context.store.look() as look:
        return may_sit(context, look, credentials, match_id, seat)


def ask_ahead_who_sits(look: Work, asked: Sequence[tuple[Credentials, str, Seat]]) -> None:
    """Read at once what `may_sit` reads for each of these; it depends on who asks for what alone."""
    tokens = {one.bearer for one, _, _ in asked if one.bearer is not None}
    cookies = {
        one.cookies.get(name)
        for one, match_id, seat in asked
        if one.bearer is None
        for name in (SESSION_COOKIE, seat_cookie(match_id, seat))
    }
    seats = {(match_id, seat) for _, match_id, seat in asked}
    ahead.who_sits(look, [*map(hashed, tokens)], [hashed(one) for one in cookies if one], seats)


def may_sit(context: Context, look: Work, credentials: Credentials, match_id: str, seat: Seat) -> AtSeat:
    """The same, within a transaction."""
    linked = _link_to(context, look, credentials, match_id, seat)
    own = _account_of(context, look, credentials, ("play", "bot"), of=(match_id, seat))
    account_id = linked or own
    if account_id is None:
        raise NotSignedIn()
    if look.matches.holder(match_id, seat) != (account_id,):
        raise NotFound()
    return AtSeat(match_id, seat, account_id, by_link=account_id != own)


@dataclass(frozen=True)
class RightToListen:
    """Somebody was looked at and may listen at a seat: at this number of the account's right, and until this moment."""

    number: int
    until: datetime | None

    def stands(self, now: datetime, number: int) -> bool:
        """Whether it still does, the number being what it is now."""
        return self.number == number and (self.until is None or now < self.until)


def right_number(context: Context, at: AtSeat) -> int:
    """The number of the right by which somebody listens at a seat; it grows with all that may end it."""
    with context.store.look() as look:
        return look.accounts.right_to_listen(at.account_id)


def may_listen(context: Context, credentials: Credentials, at: AtSeat) -> RightToListen:
    """The right to listen at a seat, by all that is known of whoever asks. Raises what `at_seat` does, and NotFound
    where by now it is another's.
    """
    with context.store.look() as look:
        if may_sit(context, look, credentials, at.match_id, at.seat).account_id != at.account_id:
            raise NotFound()
        cookies = (credentials.cookies.get(name) for name in (SESSION_COOKIE, seat_cookie(at.match_id, at.seat)))
        found: list[SavedToken | SavedSession | None] = (
            [_live_token(context, look, credentials.bearer)]
            if credentials.bearer is not None
            else [_live_session(context, look, cookie) for cookie in cookies]
        )
        ends = [one.ends_at for one in found if one is not None and one.ends_at is not None]
        if credentials.bearer is not None:  # so that it is noted that the token is still used
            ends.append(context.clock() + USES_NOTED_EVERY)
        return RightToListen(look.accounts.right_to_listen(at.account_id), min(ends, default=None))


def _account_of(
    context: Context,
    look: Work,
    credentials: Credentials,
    acting: tuple[Scope, ...],
    of: tuple[str, Seat] | None = None,
) -> str | None:
    """The account, for a request that only looks, or by a token of a scope that may act; `of` a seat, or at large.

    Raises OutOfScope, also for a token for one seat where it is at large; NotFound for one where it is another seat.
    """
    if credentials.bearer is not None:
        token = _live_token(context, look, credentials.bearer)
        if token is None:
            return None
        if token.match_id is not None and of != (token.match_id, token.seat):
            raise NotFound() if of is not None else OutOfScope()
        if not credentials.only_looks and token.scope not in acting:
            raise OutOfScope()
        return token.account_id
    session = _live_session(context, look, credentials.cookies.get(SESSION_COOKIE))
    return session.account_id if session and session.seat is None else None


def _live_token(context: Context, look: Work, bearer: str) -> SavedToken | None:
    hash, now = hashed(bearer), context.clock()
    token = look.accounts.token_of(hash)
    if token is None or (token.ends_at is not None and token.ends_at <= now):
        return None
    if token.used_at is None or token.used_at < now - USES_NOTED_EVERY:
        context.token_uses[hash] = now
    return token


def seat_of_token(context: Context, look: Work, credentials: Credentials) -> AtSeat | None:
    """The one seat that a token is for, within a transaction."""
    token = _live_token(context, look, credentials.bearer) if credentials.bearer is not None else None
    if token is None or token.match_id is None or token.seat is None:
        return None
    return AtSeat(token.match_id, token.seat, token.account_id)


def _link_to(context: Context, look: Work, credentials: Credentials, match_id: str, seat: Seat) -> str | None:
    if credentials.bearer is not None:
        return None
    session = _live_session(context, look, credentials.cookies.get(seat_cookie(match_id, seat)))
    return session.account_id if session and (session.match_id, session.seat) == (match_id, seat) else None


def _live_session(context: Context, look: Work, token: str | None) -> SavedSession | None:
    session = look.accounts.session_of(hashed(token)) if token else None
    if session is None or (session.ends_at is not None and session.ends_at <= context.clock()):
        return None
    return session


# ---- links to single seats


def seat_cookie(match_id: str, seat: Seat) -> str:
    """The name of the cookie that signs a browser in to a seat: one for each, so that two windows can be two seats."""
    return f"sitrep-{match_id}-{quote(seat, safe='').replace('%', '.')}"


def seat_link(context: Context, at: AtSeat) -> str:
    """A secret that signs whoever has it in to this seat and to nothing else; the page's address is /seat/<secret>."""
    with context.store.work() as work:
        return add_seat_link(context, work, at)


def add_seat_link(context: Context, work: Work, at: AtSeat) -> str:
    """The same, within a transaction."""
    token = context.new_token()
    work.accounts.add_session(hashed(token), SavedSession(at.account_id, at.match_id, at.seat, None), context.clock())
    return token


def seat_by_link(context: Context, token: str) -> AtSeat:
    """The seat that a link is for. Its token is the value for `seat_cookie(at.match_id, at.seat)`. Raises NotFound."""
    with context.store.look() as look:
        seat = _seat_of(context, look, token)
    if seat is None:
        raise NotFound()
    return seat


def seats_by_link(context: Context, look: Work, credentials: Credentials) -> list[AtSeat]:
    """The seats that a browser holds by their links, within a transaction."""
    tokens = (token for name, token in credentials.cookies.items() if name.startswith(f"{SESSION_COOKIE}-"))
    return [seat for token in tokens if (seat := _seat_of(context, look, token)) is not None]


def _seat_of(context: Context, look: Work, token: str) -> AtSeat | None:
    session = _live_session(context, look, token)
    if session is None or session.match_id is None or session.seat is None:
        return None
    if look.matches.holder(session.match_id, session.seat) != (session.account_id,):
        return None
    return AtSeat(session.match_id, session.seat, session.account_id)
