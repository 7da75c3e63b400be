"""Credentials: bearer tokens and sessions, which their owner can list and revoke, and links to sign up with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal
from zoneinfo import available_timezones

from service.engine.seats import Seat
from service.matches.context import Context, hashed
from service.matches.errors import Malformed, NotFound, NotNow, TooMany
from service.store import SavedToken, Work

Scope = Literal["read", "play", "bot"]
SCOPES: Mapping[Scope, str] = {
    "play": "do everything that you can",
    "bot": "play your seats, and read",
    "read": "only read",
}
MOST_TOKENS = 50
TOKENS_BEGIN = "sitrep_"
STARTS = len(TOKENS_BEGIN) + 4
"""So many letters of a token are kept and shown, so that its owner knows which it is."""

SET_UP = "set-up link"
"""The lease of the process that has printed the link that sets the server up."""
TOGETHER = timedelta(minutes=1)
"""Processes that start within so long of one another start together."""
JUST_PRINTED = (
    "This server has no owner yet, and another process of it has just printed the link that makes one. "
    "Where that is lost, start this one again in a minute."
)


@dataclass(frozen=True)
class Account:
    """A person; a guest has no name. The owner set the server up. `zone`: by whose clocks they are shown times."""

    id: str
    name: str | None
    owner: bool = False
    zone: str = "UTC"


@dataclass(frozen=True)
class Session:
    """A browser that is signed in to an account, or, by a link, to one of its seats; `this` is the one that asks.

    `device` is what the browser called itself, such as "Firefox on Android"; empty where that is not known.
    """

    id: str
    device: str
    match_id: str | None
    seat: Seat | None
    made_at: datetime | None
    ends_at: datetime | None
    this: bool


@dataclass(frozen=True)
class Enrolment:
    """What a link to sign up with does: it makes the owner's account, or one like any other."""

    sets_up: bool


def set_zone(context: Context, account: Account, zone: str) -> Account:
    """Show an account times by the clocks of this zone of IANA's list, such as Europe/Paris. Raises Malformed."""
    if zone not in available_timezones():
        raise Malformed([(["zone"], "There is no such time zone; write it as Europe/Paris.")])
    with context.store.work() as work:
        work.accounts.set_zone(account.id, zone)
    return replace(account, zone=zone)


def is_bot(context: Context, account: Account) -> bool:
    """Whether a program plays with an account, as its holder has said."""
    with context.store.look() as look:
        found = look.accounts.by_id(account.id)
    return found is not None and found.bot


def set_bot(context: Context, account: Account, bot: bool) -> None:
    """Whether a program plays with an account, which all who meet it are told."""
    with context.store.work() as work:
        work.accounts.set_bot(account.id, bot)


# ---- tokens


def new_token(
    context: Context,
    account: Account,
    *,
    label: str = "",
    scope: Scope = "play",
    days: int | None = None,
    seat: tuple[str, Seat] | None = None,
) -> str:
    """A bearer token, shown this once; it begins with TOKENS_BEGIN, by which it is known where it should not be.

    It counts for so many `days`, or until it is revoked; for one `seat` (match and seat) alone, where that is named.
    Raises TooMany, and NotFound for a seat that is not the account's.
    """
    token, now = f"{TOKENS_BEGIN}{context.new_token()}", context.clock()
    with context.store.work() as work:
        if len(work.accounts.tokens(account.id)) >= MOST_TOKENS:
            raise TooMany(f"An account has at most {MOST_TOKENS} tokens. Revoke one.")
        if seat is not None and work.matches.holder(*seat) != (account.id,):
            raise NotFound()
        match_id, of_match = seat or (None, None)
        work.accounts.add_token(
            hashed(token), account.id, label, now, scope, start=token[:STARTS],
            ends_at=now + timedelta(days=days) if days is not None else None, match_id=match_id, seat=of_match,
        )  # fmt: skip
    return token


def tokens(context: Context, account: Account) -> list[SavedToken]:
    """The account's tokens, newest first; what they are is not kept."""
    with context.store.look() as look:
        return look.accounts.tokens(account.id)


def revoke_token(context: Context, account: Account, token_id: str) -> None:
    """End a token. Raises NotFound where the account has none of this id."""
    with context.store.work() as work:
        if not work.accounts.revoke_token(account.id, token_id):
            raise NotFound()
    context.hub.look_again(account.id)


# ---- sessions


def sessions(context: Context, account: Account, cookie: str | None = None) -> list[Session]:
    """The browsers that are signed in to the account or to its seats, newest first."""
    now, this = context.clock(), hashed(cookie) if cookie else ""
    with context.store.look() as look:
        saved = look.accounts.sessions(account.id)
    return [
        Session(one.id, one.device, one.match_id, one.seat, one.made_at, one.ends_at, this.startswith(one.id))
        for one in saved
        if one.ends_at is None or one.ends_at > now
    ]


def revoke_session(context: Context, account: Account, session_id: str) -> None:
    """Sign a browser out. Raises NotFound where the account has no session of this id."""
    with context.store.work() as work:
        if not work.accounts.revoke_session(account.id, session_id):
            raise NotFound()
    context.hub.look_again(account.id)


# ---- links to sign up with


def set_up_link(context: Context, process: str = "") -> str | None:
    """The secret that makes the owner's account, while the server has none; the one before it counts no more.

    Of several processes that start together, each with a name of its own, the first gets one: another's would make it
    count no more. Raises NotNow for the others.
    """
    token = context.new_token()
    with context.store.work() as work:
        if work.accounts.has_owner():
            return None
        if process:
            at = work.leases.moment()
            if not work.leases.take(SET_UP, process, at, at + TOGETHER):
                raise NotNow(JUST_PRINTED)
        work.accounts.enrol(hashed(token), None, context.clock())
    return token


def become_owner(context: Context, account: Account, link: str) -> None:
    """Make an account that is there already the owner's, by the link that sets the server up, which is then used up.

    Raises NotFound for any other link, for one that is used up, and for a guest.
    """
    with context.store.work() as work:
        if (
            account.name is None
            or not enrolment(work, link).sets_up
            or not work.accounts.use_up_enrolment(hashed(link))
        ):
            raise NotFound()
        work.accounts.make_owner(account.id)


def sign_up_link(context: Context, account: Account | None) -> str:
    """A link with which one person may sign up, open server or not; made by its owner, or on the command line (None).

    Raises NotFound, and NotNow where the server has no owner yet.
    """
    if account is not None and not account.owner:
        raise NotFound()
    token = context.new_token()
    with context.store.work() as work:
        # What nobody made sets the server up, and the newest of it alone counts: so this is the owner's all the same.
        made_by = account.id if account is not None else work.accounts.owner()
        if made_by is None:
            raise NotNow("This server has no owner yet: `sitrep serve` prints the link that makes one.")
        work.accounts.enrol(hashed(token), made_by, context.clock())
    return token


def read_sign_up_link(context: Context, link: str) -> Enrolment:
    """What a link is for. Raises NotFound, also for one that was used."""
    with context.store.look() as look:
        return enrolment(look, link)


def enrolment(work: Work, link: str) -> Enrolment:
    """The same, within a transaction. Raises NotFound."""
    found = work.accounts.enrolment(hashed(link))
    if found is None:
        raise NotFound()
    return Enrolment(sets_up=found[0] is None)
