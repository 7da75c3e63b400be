"""A new password for an account: changed by whoever knows the present one, or set by a link that works once.

The link is made by the owner of the server, on its page or on the command line.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Literal, get_args

from service.matches import accounts
from service.matches.account_names import as_written, key_of
from service.matches.context import Context, hashed
from service.matches.credentials import Account
from service.matches.errors import NotFound, OwnPart, WrongPassword
from service.matches.passwords import fit_password
from service.matches.seat_transfers import SeatChangeKind, tell
from service.store import SavedLink, Work

LINK_LASTS = timedelta(days=3)
LinkKind = Literal["password", "password-by-mail"]
"""How a link reaches the account's holder: from the owner's hand, which all their opponents are told of, or by mail."""


@dataclass(frozen=True)
class PasswordLink:
    """Whose password a link sets."""

    name: str


def confirm_password(context: Context, account: Account, password: str, client_address: str) -> None:
    """Whether whoever is signed in knows the account's password too. Raises WrongPassword, TooOften.

    Tries count as signing in does.
    """
    if account.name is None or accounts.by_password(context, account.name, password, client_address).id != account.id:
        raise WrongPassword()


def change_password(
    context: Context,
    account: Account,
    current: str,
    password: str,
    *,
    revoke_tokens: bool = False,
    cookie: str | None = None,
    client_address: str = "",
) -> None:
    """Give an account another password. Every browser but the one of this cookie is signed out, and every link to one
    of its seats ends; its tokens too, where that is asked. Raises WrongPassword, Malformed, TooOften.
    """
    confirm_password(context, account, current, client_address)
    fit_password(password, account.name or "")
    with context.store.work() as work:
        set_password(work, account.id, password, keep=hashed(cookie) if cookie else "", revoke_tokens=revoke_tokens)
    context.hub.look_again(account.id)


def set_password(work: Work, account_id: str, password: str, *, keep: str = "", revoke_tokens: bool = True) -> None:
    """The same, within a transaction, for whoever may; `keep` is the hash of the session that does not end."""
    work.accounts.set_password(account_id, accounts.PASSWORDS.hash(password))
    work.accounts.end_sessions(account_id, but=keep)
    work.accounts.end_links(account_id)
    if revoke_tokens:
        work.accounts.end_tokens(account_id)


# ---- by a link that works once


def password_link(context: Context, name: str, *, by: Account | None = None) -> str:
    """The secret of a link that sets a new password for the account of this name; the one before it counts no more.

    `by` is the owner of the server; nobody on the command line. All who sit at the account's matches that go on are
    told of the link, and again when it is used. Raises NotFound to anybody else, and for no such name; OwnPart where
    the owner has a part in a match of that account.
    """
    if by is not None and not by.owner:
        raise NotFound()
    made_by = by.id if by else None
    with context.store.work() as work:
        account = work.accounts.by_name(key_of(as_written(name)))
        if account is None:
            raise NotFound()
        if by is not None and by.id != account.id and work.keeping.sits_beside(by.id, account.id):
            raise OwnPart(f"sitrep password {name}")
        link = add_password_link(context, work, account.id, made_by)
        told = tell_of_password(context, work, account.id, "password-link", made_by)
    for match_id in told:
        context.hub.nudge(match_id)
    return link


def add_password_link(
    context: Context, work: Work, account_id: str, made_by: str | None, kind: LinkKind = "password"
) -> str:
    """The same for a known account, within a transaction; nobody made what goes by mail."""
    token = context.new_token()
    now = context.clock()
    work.accounts.end_links(account_id)
    work.accounts.add_link(hashed(token), SavedLink(kind, account_id, made_by, now, now + LINK_LASTS))
    return token


def read_password_link(context: Context, token: str) -> PasswordLink:
    """Whose password a link sets; to look uses nothing up. Raises NotFound, also for one that was used or is over."""
    with context.store.look() as look:
        link = live_link(context, look, token, *get_args(LinkKind))
        account = look.accounts.by_id(link.account_id)
    if account is None or account.name is None:
        raise NotFound()
    return PasswordLink(account.name)


def set_password_by_link(context: Context, token: str, password: str) -> Account:
    """Set the password that a link is for, which is then used up; whoever was signed in is so no more, and the
    account's tokens end. Where the owner had made the link, all who sit at the account's matches are told. Raises
    NotFound, Malformed.
    """
    fit_password(password, read_password_link(context, token).name)
    with context.store.work() as work:
        link = live_link(context, work, token, *get_args(LinkKind))
        account = work.accounts.by_id(link.account_id)
        if account is None or not work.accounts.use_up_link(hashed(token)):
            raise NotFound()
        set_password(work, account.id, password)
        by_hand = link.kind == "password"
        told = tell_of_password(context, work, account.id, "password-set", link.made_by) if by_hand else []
    for match_id in told:
        context.hub.nudge(match_id)
    context.hub.look_again(account.id)
    return Account(account.id, account.name, account.owner)


def tell_of_password(
    context: Context, work: Work, account_id: str, kind: SeatChangeKind, by: str | None
) -> list[str]:  # fmt: skip
    """Tell all who sit at an account's matches that go on; which matches are to be nudged after the commit."""
    told = sorted((one.match_id, one.seat) for one in work.matches.seats_of(account_id) if not one.ended)
    for match_id, seat in told:
        tell(work, match_id, seat, kind, by, context.clock())
    return [match_id for match_id, _ in told]


def live_link(context: Context, look: Work, token: str, *kinds: str) -> SavedLink:
    """A link of one of these kinds that still works. Raises NotFound."""
    link = look.accounts.link(hashed(token))
    if link is None or link.kind not in kinds or link.ends_at <= context.clock():
        raise NotFound()
    return link
