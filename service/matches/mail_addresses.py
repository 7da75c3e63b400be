"""Mail addresses: what a player sets, confirms and stops. What goes to them is in `notices`.

An address is an account's, and tells of all its seats; a guest's is of one seat alone, for whoever has the link of
another seat of theirs has no business there. It counts once a button was pressed behind a link that was sent to it.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal, get_args
from urllib.parse import urlsplit
from zoneinfo import available_timezones

from service.mail import ADDRESS, LONGEST_ADDRESS, MailHouse
from service.matches.context import AtSeat, Context
from service.matches.credentials import Account
from service.matches.errors import Malformed, NoMail, NoSite, NotFound
from service.matches.new_passwords import confirm_password
from service.store import ChannelKind, HeldSeat, SavedChannel, Work

Contents = Literal["letter", "letter-and-map", "notice", "none"]
Pace = Literal["at-once", "hours", "daily"]
TalkWish = Literal["at-once", "with-next", "never"]
MatchPace = Literal["", "at-once", "hours", "daily", "silent"]
Purpose = Literal["reply", "list", "stop", "bounces"]
"""What an address of a mail takes: orders; an answer to a list of what waits, which orders nothing; that the mails of
its match are to end; and what its own servers report of it."""
PURPOSES: tuple[Purpose, ...] = get_args(Purpose)
CONFIRMED_WITHIN = timedelta(days=7)
MOST_HOURS = 72
NOT_CONFIRMED = "Open the link in the email that was sent to this address, and press the button there."


@dataclass(frozen=True)
class AddressOwner:
    """Whose a mail address is: an account, or one seat of a guest's."""

    account_id: str
    match_id: str = ""
    seat: str = ""


@dataclass(frozen=True)
class Wishes:
    """What somebody wants to be told, and how: `tables.Channel` says what each is."""

    contents: Contents = "letter"
    pace: Pace = "at-once"
    hours: int = 4
    hour: int = 18
    zone: str = ""
    """Empty: the account's own."""
    quiet_from: int = 0
    quiet_until: int = 0
    letters: bool = False
    waits: bool = True
    day_before: bool = True
    hours_before: bool = True
    last_in_quiet: bool = False
    talk: TalkWish = "with-next"


@dataclass(frozen=True)
class MatchWish:
    """A match that somebody plays, at a seat, and what they wish there otherwise than in all."""

    held: HeldSeat
    pace: MatchPace


@dataclass(frozen=True)
class Channel:
    """A mail address as its owner sees it: its state, what they wish, and what became of the last test."""

    address: str
    state: Literal["unconfirmed", "works", "paused"]
    why: str
    wishes: Wishes
    test: Literal["none", "waits", "taken", "refused"]
    said: str
    answered_at: datetime | None = None
    """When an answer to the last test came."""


def owner_of_seat(context: Context, at: AtSeat) -> AddressOwner | None:
    """Whose address tells of this seat; None where it is an account's, and who asks came by a link to the seat."""
    with context.store.look() as look:
        account = look.accounts.by_id(at.account_id)
    if account is None or account.name is None:
        return AddressOwner(at.account_id, at.match_id, at.seat)
    return None if at.by_link else AddressOwner(at.account_id)


def owner_of(account: Account) -> AddressOwner:
    """Whose address tells of all seats of an account."""
    return AddressOwner(account.id)


def channel(context: Context, owner: AddressOwner) -> Channel | None:
    """The mail address that is set, if one is."""
    with context.store.look() as look:
        saved = saved_of(look, owner)
        if saved is None:
            return None
        test = look.notices.latest(saved.id, "test")
        answered_at = look.arrivals.test_answered_at(test.id) if test is not None and test.id else None
    state = "unconfirmed" if saved.confirmed_at is None else "works" if saved.paused_at is None else "paused"
    outcome = "none" if test is None else "waits" if test.over_at is None else "taken" if test.sent else "refused"
    return Channel(
        address=saved.address,
        state=state,  # type: ignore[arg-type]
        why={"unconfirmed": NOT_CONFIRMED, "works": "", "paused": saved.paused_why}[state],
        wishes=Wishes(**{name: getattr(saved, name) for name in Wishes.__dataclass_fields__}),
        test=outcome,  # type: ignore[arg-type]
        said=test.said if test is not None else "",
        answered_at=answered_at,
    )


def _once(held: list[HeldSeat]) -> list[HeldSeat]:
    """One seat of each match."""
    return list({one.match_id: one for one in reversed(held)}.values())[::-1]


def saved_of(look: Work, owner: AddressOwner, kind: ChannelKind = "mail") -> SavedChannel | None:
    """The channel of this kind that somebody has."""
    return look.notices.channel_of(owner.account_id, owner.match_id, owner.seat, kind)


def set_channel(
    context: Context, owner: AddressOwner, address: str, wishes: Wishes, *, password: str = "", client_address: str = ""
) -> None:
    """The same as `put_channel`, for whoever knows the password, where an account is to get another address: by a link
    that goes there another password is set. Raises WrongPassword, and what that does.
    """
    demand_means(context)
    with context.store.look() as look:
        account, before = look.accounts.by_id(owner.account_id), saved_of(look, owner)
    if account is not None and account.name is not None and (before is None or before.address != address.strip()):
        confirm_password(context, Account(account.id, account.name), password, client_address)
    put_channel(context, owner, address, wishes, client_address=client_address)


def put_channel(
    context: Context, owner: AddressOwner, address: str, wishes: Wishes, *, client_address: str = ""
) -> None:
    """Set the address and what is wished; another address than before gets a mail with a link to confirm it.

    Raises NoMail, Malformed, TooOften.
    """
    demand_means(context)
    address = address.strip()
    if len(address) > LONGEST_ADDRESS or not ADDRESS.fullmatch(address):
        raise Malformed([(["address"], "An email address is written as anna@example.org.")])
    demand_sense(wishes)
    now = context.clock()
    with context.store.look() as look:
        before = saved_of(look, owner)
    is_new = before is None or before.address != address
    if is_new:
        admit(context, owner, address, client_address)
    with context.store.work() as work:
        before = saved_of(work, owner)
        saved = before
        if saved is None or is_new:
            saved = SavedChannel(
                id=context.new_id(), account_id=owner.account_id, match_id=owner.match_id, seat=owner.seat,
                address=address, secret=context.secret(32), made_at=now, confirmed_at=None, bounced_at=None,
                paused_at=None, paused_why="", **vars(wishes),
            )  # fmt: skip
        if is_new:
            put_new(work, owner, saved, before)
            work.notices.add(saved, "confirm", now)
        else:
            work.notices.put(replace(saved, **vars(wishes)))
            work.notices.judge_again(saved.id, now)


def demand_means(context: Context, kind: ChannelKind = "mail") -> None:
    """Refuse what this server cannot send. Raises NoMail, NoSite."""
    if kind == "mail" and context.mail is None:
        raise NoMail()
    if kind != "mail" and not context.site:
        raise NoSite()


def demand_sense(wishes: Wishes) -> None:
    """Refuse wishes that nobody can follow. Raises Malformed."""
    problems = []
    if wishes.contents not in get_args(Contents):
        problems.append((["contents"], f"Contents are {', '.join(get_args(Contents))}."))
    if wishes.pace not in get_args(Pace):
        problems.append((["pace"], f"How often is {', '.join(get_args(Pace))}."))
    if wishes.talk not in get_args(TalkWish):
        problems.append((["talk"], f"What others say goes {', '.join(get_args(TalkWish))}."))
    if not 1 <= wishes.hours <= MOST_HOURS:
        problems.append((["hours"], f"The hours between two emails are 1 to {MOST_HOURS}."))
    for name in ("hour", "quiet_from", "quiet_until"):
        if not 0 <= getattr(wishes, name) <= 23:
            problems.append(([name], "An hour of the day is 0 to 23."))
    if wishes.zone and wishes.zone not in available_timezones():
        problems.append((["zone"], "There is no such time zone; write it as Europe/Paris."))
    if problems:
        raise Malformed(problems)


def admit(context: Context, owner: AddressOwner, address: str, client_address: str) -> None:
    """Count a mail that somebody asks for. Raises TooOften."""
    for who in (f"from {client_address}", f"by {owner.account_id}", f"to {address.casefold()}"):
        context.rate_limits.admit("mail", who)


def forget_channel(context: Context, owner: AddressOwner, kind: ChannelKind = "mail") -> None:
    """Take the address away, with all that waits to be sent to it."""
    with context.store.work() as work:
        saved = saved_of(work, owner, kind)
        if saved is not None:
            work.notices.forget(saved.id)


def ask_for_test(
    context: Context, owner: AddressOwner, kind: ChannelKind = "mail", *, client_address: str = ""
) -> None:
    """Have a test sent; or, to an address that is not confirmed yet, its link once more.

    Raises NoMail, NoSite, NotFound, TooOften.
    """
    demand_means(context, kind)
    with context.store.look() as look:
        saved = saved_of(look, owner, kind)
    if saved is None:
        raise NotFound()
    admit(context, owner, saved.address, client_address)
    now = context.clock()
    with context.store.work() as work:
        if saved.confirmed_at is None:
            work.notices.put(replace(saved, made_at=now))
        work.notices.add(saved, "confirm" if saved.confirmed_at is None else "test", now)


def open_again(context: Context, owner: AddressOwner, kind: ChannelKind = "mail") -> None:
    """Let mails go to an address again that was paused since they came back. Raises NoMail, NoSite, NotFound."""
    demand_means(context, kind)
    with context.store.work() as work:
        saved = saved_of(work, owner, kind)
        if saved is None:
            raise NotFound()
        work.notices.put(replace(saved, bounced_at=None, paused_at=None, paused_why=""))


def put_match_pace(context: Context, owner: AddressOwner, match_id: str, pace: str) -> None:
    """How often one is told of one match by all channels, or not at all. Raises NoMail, Malformed; NotFound for a match
    that one does not play.
    """
    if pace not in get_args(MatchPace):
        raise Malformed(
            [(["pace"], f"How often is {', '.join(get_args(MatchPace)[1:])}, or empty: as in all matches.")]
        )
    with context.store.work() as work:
        if owner.account_id not in work.matches.holders(match_id).values():
            raise NotFound()
        channels = channels_of(work, owner)
        if not channels:
            demand_means(context)
            raise NotFound()
        for saved in channels:
            work.notices.put_pace(saved.id, match_id, pace)
            work.notices.judge_again(saved.id, context.clock())


def channels_of(work: Work, owner: AddressOwner) -> list[SavedChannel]:
    """All channels that somebody has."""
    return [saved for kind in get_args(ChannelKind) if (saved := saved_of(work, owner, kind)) is not None]


def paces_of(work: Work, owner: AddressOwner) -> dict[str, str]:
    """How often somebody is told of single matches, by whatever channel."""
    return {match: pace for saved in channels_of(work, owner) for match, pace in work.notices.paces(saved.id).items()}


def put_new(work: Work, owner: AddressOwner, saved: SavedChannel, before: SavedChannel | None) -> None:
    """Write a channel in the place of the one `before`, if there was one; of single matches it tells as often as the
    others do.
    """
    paces = paces_of(work, owner)
    if before is not None:
        work.notices.forget(before.id)
    work.notices.put(saved)
    for match_id, pace in paces.items():
        work.notices.put_pace(saved.id, match_id, pace)


def match_wishes(context: Context, owner: AddressOwner) -> tuple[MatchWish, ...]:
    """The matches that somebody plays, with how often they are told of each; none without any channel."""
    with context.store.look() as look:
        if not channels_of(look, owner):
            return ()
        paces = paces_of(look, owner)
        held = [one for one in look.matches.seats_of(owner.account_id) if not one.ended]
    mine = [one for one in held if owner.seat in ("", one.seat) and owner.match_id in ("", one.match_id)]
    return tuple(MatchWish(one, paces.get(one.match_id, "")) for one in _once(mine))  # type: ignore[arg-type]


# ---- links in mails


@dataclass(frozen=True)
class Linked:
    """What a link in a mail leads to: an address that it lets confirm, or stop, in one match or in all."""

    address: str
    match_id: str
    done: bool
    kind: ChannelKind = "mail"


def token_of(saved: SavedChannel, purpose: str, match_id: str = "") -> str:
    """What stands in a link of a mail: the address's id and a seal over what the link is for."""
    seal = hmac.new(saved.secret, f"{purpose} {match_id}".encode(), hashlib.sha256).digest()[:15]
    return "-".join((saved.id, base64.b32encode(seal).decode().lower(), *filter(None, [match_id])))


def mail_token(house: MailHouse, saved: SavedChannel, notice_id: str, purpose: Purpose = "reply") -> str:
    """What stands in an address to which something is sent about a mail: the id of its notice, and a seal.

    It is made under the secret of the mail address and, where it has one, that of the server.
    """
    under = hmac.new(saved.secret, house.secret.encode(), hashlib.sha256).digest() if house.secret else saved.secret
    seal = hmac.new(under, f"{purpose} {notice_id}".encode(), hashlib.sha256).digest()[:10]
    return notice_id + base64.b32encode(seal).decode().lower()


def _linked(context: Context, look: Work, token: str, purpose: str) -> tuple[SavedChannel, str]:
    """The address, and the match, of a link. Raises NotFound."""
    id, _, rest = token.partition("-")
    match_id = rest.partition("-")[2]
    saved = look.notices.channel(id)
    if saved is None or not hmac.compare_digest(token_of(saved, purpose, match_id).encode(), token.encode()):
        raise NotFound()
    if purpose == "confirm" and saved.confirmed_at is None and context.clock() > saved.made_at + CONFIRMED_WITHIN:
        raise NotFound()
    return saved, match_id


def to_confirm(context: Context, token: str) -> Linked:
    """The address that a link lets confirm. Raises NotFound."""
    with context.store.look() as look:
        saved, _ = _linked(context, look, token, "confirm")
    return Linked(shown_address(saved), "", saved.confirmed_at is not None, saved.kind)


def confirm(context: Context, token: str) -> Linked:
    """Confirm an address. Raises NotFound."""
    with context.store.work() as work:
        saved, _ = _linked(context, work, token, "confirm")
        if saved.confirmed_at is None:
            work.notices.put(replace(saved, confirmed_at=context.clock()))
    return Linked(shown_address(saved), "", True, saved.kind)


def shown_address(saved: SavedChannel) -> str:
    """An address as it is shown; of a webhook no more than whose it is, since whoever knows it may write there."""
    return saved.address if saved.kind == "mail" else urlsplit(saved.address).hostname or ""


def to_stop(context: Context, token: str) -> Linked:
    """The address, and the match, that a link lets stop. Raises NotFound."""
    with context.store.look() as look:
        saved, match_id = _linked(context, look, token, "stop")
        paces: Mapping[str, str] = look.notices.paces(saved.id)
    return Linked(saved.address, match_id, paces.get(match_id) == "silent")


def stop(context: Context, token: str) -> Linked:
    """Send no more mail of that match to that address; where the link names no match, none at all. Raises NotFound."""
    with context.store.work() as work:
        saved, match_id = _linked(context, work, token, "stop")
        stop_within(context, work, saved, match_id)
    return Linked(saved.address, match_id, True)


def stop_within(context: Context, work: Work, saved: SavedChannel, match_id: str) -> None:
    """The same, within a unit of work."""
    if match_id and work.matches.facts(match_id) is not None:
        work.notices.put_pace(saved.id, match_id, "silent")
    elif not match_id:
        work.notices.put(replace(saved, paused_at=context.clock(), paused_why=STOPPED))


STOPPED = "You stopped it by the link in an email, or by your mail program's own button."
