"""Channels on the web: a webhook and browsers, which are told when something waits, and a feed.

They are an account's, and tell of all its seats, or of one seat of a guest's.

Neither says more than that something waits, always in the same words, since nobody knows who reads them. Which notices
go by them and when is in `notices`, as for mail.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hmac import compare_digest
from typing import Literal
from urllib.parse import quote, urlsplit

from service.guarded import place_of
from service.matches.context import Context
from service.matches.errors import Malformed, NoSite, NotFound
from service.matches.mail_addresses import (
    AddressOwner,
    Pace,
    Wishes,
    admit,
    ask_for_test,
    demand_means,
    demand_sense,
    forget_channel,
    open_again,
    put_new,
    saved_of,
    shown_address,
    token_of,
)
from service.store import ChannelKind, SavedChannel, SavedNotice

WORDS = "Something waits for you in a match of Sitrep."
"""All that is ever said of a match, on channels that others may read."""
MOST_IN_FEED = 30
MOST_BROWSERS = 10
WebKind = Literal["webhook", "push", "feed"]
WISHED = Wishes(contents="none", talk="never", waits=False)
"""What goes by them at first: that one is asked, reminders, times that are over, offers, seats and ends, at once."""
NOT_CONFIRMED = "Open the link that was sent there, and press the button."


@dataclass(frozen=True)
class Webhook:
    """A webhook as its owner sees it: whose it is, the secret that its JSON is signed with, and how it does."""

    host: str
    secret: str
    state: Literal["unconfirmed", "works", "paused"]
    why: str
    test: Literal["none", "waits", "taken", "refused"]
    said: str


@dataclass(frozen=True)
class FeedEntry:
    """That something waited, since when, and where."""

    id: str
    at: datetime
    url: str


def webhook(context: Context, owner: AddressOwner) -> Webhook | None:
    """The webhook that is set, if one is."""
    with context.store.look() as look:
        saved = saved_of(look, owner, "webhook")
        test = look.notices.latest(saved.id, "test") if saved is not None else None
    if saved is None:
        return None
    state = "unconfirmed" if saved.confirmed_at is None else "works" if saved.paused_at is None else "paused"
    outcome = "none" if test is None else "waits" if test.over_at is None else "taken" if test.sent else "refused"
    return Webhook(
        host=shown_address(saved),
        secret=saved.secret.hex(),
        state=state,  # type: ignore[arg-type]
        why=NOT_CONFIRMED if state == "unconfirmed" else saved.paused_why,
        test=outcome,  # type: ignore[arg-type]
        said=test.said if test is not None else "",
    )


def set_webhook(context: Context, owner: AddressOwner, url: str, *, client_address: str = "") -> None:
    """Tell this address from now on, once the link that is sent there was opened; another than before has a new secret.

    Raises NoSite, Malformed, TooOften.
    """
    demand_means(context, "webhook")
    url = url.strip()
    try:
        place_of(url)
    except ValueError as fault:
        raise Malformed([(["url"], str(fault))]) from None
    admit(context, owner, url, client_address)
    with context.store.work() as work:
        before = saved_of(work, owner, "webhook")
        saved = made(context, owner, "webhook", url, before)
        put_new(work, owner, saved, before)
        work.notices.add(saved, "confirm", context.clock())


def made(
    context: Context, owner: AddressOwner, kind: ChannelKind, address: str, before: SavedChannel | None = None
) -> SavedChannel:
    """A channel that nobody has confirmed yet, which tells when the one `before` did."""
    wished = Wishes(**{name: getattr(before, name) for name in vars(WISHED)}) if before is not None else WISHED
    return SavedChannel(
        id=context.new_id(), **vars(owner), address=address, secret=context.secret(32), made_at=context.clock(),
        confirmed_at=None, bounced_at=None, paused_at=None, paused_why="", kind=kind, **vars(wished),
    )  # fmt: skip


def test_webhook(context: Context, owner: AddressOwner, *, client_address: str = "") -> None:
    """Have it told once; or, while it is not confirmed, its link once more. Raises NoSite, NotFound, TooOften."""
    ask_for_test(context, owner, "webhook", client_address=client_address)


def open_webhook_again(context: Context, owner: AddressOwner) -> None:
    """Tell it again, which was paused since it refused. Raises NoSite, NotFound."""
    open_again(context, owner, "webhook")


def forget_webhook(context: Context, owner: AddressOwner) -> None:
    """Tell it nothing more."""
    forget_channel(context, owner, "webhook")


# ---- when they are told


@dataclass(frozen=True)
class WebWishes:
    """When one is told by a channel on the web: `tables.Channel` says what each is."""

    pace: Pace = "at-once"
    hours: int = 4
    hour: int = 18
    zone: str = ""
    quiet_from: int = 0
    quiet_until: int = 0
    letters: bool = False
    waits: bool = False
    day_before: bool = True
    hours_before: bool = True
    last_in_quiet: bool = False


def wishes_of(context: Context, owner: AddressOwner, kind: WebKind) -> WebWishes:
    """When one is told by this channel, or would be if one had it."""
    with context.store.look() as look:
        saved = saved_of(look, owner, kind)
    names = WebWishes.__dataclass_fields__
    return WebWishes(**{name: getattr(saved, name) for name in names}) if saved is not None else WebWishes()


def put_wishes(context: Context, owner: AddressOwner, kind: WebKind, wishes: WebWishes) -> None:
    """Be told so from now on, also of what waits. Raises NoSite, NotFound, Malformed."""
    demand_means(context, kind)
    demand_sense(replace(WISHED, **vars(wishes)))
    with context.store.work() as work:
        saved = saved_of(work, owner, kind)
        if saved is None:
            raise NotFound()
        work.notices.put(replace(saved, **vars(wishes)))
        work.notices.judge_again(saved.id, context.clock())


# ---- browsers


@dataclass(frozen=True)
class Browser:
    """A browser that is told by its maker's server: at which address, and the keys that it reads with, as written."""

    endpoint: str
    p256dh: str
    auth: str

    @property
    def host(self) -> str:
        """Whose server that is."""
        return urlsplit(self.endpoint).hostname or ""


@dataclass(frozen=True)
class Pushes:
    """The browsers of somebody that are told, and what became of the last test."""

    hosts: tuple[str, ...]
    test: Literal["none", "waits", "taken", "refused"]
    said: str


def browsers_of(channel: SavedChannel) -> list[Browser]:
    """The browsers that a channel tells."""
    return [Browser(**one) for one in json.loads(channel.address)]


def pushes(context: Context, owner: AddressOwner) -> Pushes:
    """The browsers that are told."""
    with context.store.look() as look:
        saved = saved_of(look, owner, "push")
        test = look.notices.latest(saved.id, "test") if saved is not None else None
    hosts = tuple(one.host for one in browsers_of(saved)) if saved is not None else ()
    outcome = "none" if test is None else "waits" if test.over_at is None else "taken" if test.sent else "refused"
    return Pushes(hosts, outcome, test.said if test is not None else "")  # type: ignore[arg-type]


def add_browser(context: Context, owner: AddressOwner, browser: Browser, *, client_address: str = "") -> None:
    """Tell this browser too, and the oldest no more where there are too many. Raises NoSite, Malformed, TooOften."""
    if context.push is None:
        raise NoSite("It has no key to tell browsers with.")
    demand_means(context, "push")
    try:
        place_of(browser.endpoint)
        lengths = [len(urlsafe_b64decode(one + "=" * (-len(one) % 4))) for one in (browser.p256dh, browser.auth)]
    except ValueError:
        lengths = []
    if lengths != [65, 16]:
        raise Malformed([(["endpoint"], "This browser has given no address at which it can be told.")])
    admit(context, owner, browser.endpoint, client_address)
    with context.store.work() as work:
        saved = saved_of(work, owner, "push")
        if saved is None:
            saved = replace(made(context, owner, "push", "[]"), confirmed_at=context.clock())
            put_new(work, owner, saved, None)
        others = [one for one in browsers_of(saved) if one.endpoint != browser.endpoint]
        work.notices.put(
            replace(saved, address=written([*others, browser][-MOST_BROWSERS:]), bounced_at=None, paused_at=None)
        )


def written(browsers: Sequence[Browser]) -> str:
    """Browsers as they are stored."""
    return json.dumps([vars(one) for one in browsers])


def forget_browsers(context: Context, channel: SavedChannel, endpoints: Sequence[str]) -> None:
    """Tell these no more, which are gone."""
    with context.store.work() as work:
        saved = work.notices.channel(channel.id)
        if saved is not None and endpoints:
            left = [one for one in browsers_of(saved) if one.endpoint not in endpoints]
            work.notices.put(replace(saved, address=written(left)))


def test_pushes(context: Context, owner: AddressOwner, *, client_address: str = "") -> None:
    """Have all browsers told once. Raises NoSite, NotFound, TooOften."""
    ask_for_test(context, owner, "push", client_address=client_address)


def forget_pushes(context: Context, owner: AddressOwner) -> None:
    """Tell no browser any more."""
    forget_channel(context, owner, "push")


# ---- the feed


def feed_link(context: Context, owner: AddressOwner) -> str | None:
    """Where the feed is read, if there is one."""
    with context.store.look() as look:
        saved = saved_of(look, owner, "feed")
    return f"{context.site}/feeds/{token_of(saved, 'feed')}" if saved is not None else None


def make_feed(context: Context, owner: AddressOwner) -> None:
    """Have a feed, at another address than before. Raises NoSite."""
    demand_means(context, "feed")
    with context.store.work() as work:
        before = saved_of(work, owner, "feed")
        saved = made(context, owner, "feed", "", before)
        put_new(work, owner, replace(saved, confirmed_at=context.clock()), before)


def forget_feed(context: Context, owner: AddressOwner) -> None:
    """Have none; its address leads nowhere from now on."""
    forget_channel(context, owner, "feed")


def feed_read(context: Context, token: str) -> list[FeedEntry]:
    """What a feed holds, newest first. Raises NotFound, also while its account is blocked."""
    with context.store.look() as look:
        saved = look.notices.channel(token.partition("-")[0])
        right = token_of(saved, "feed") if saved is not None and saved.kind == "feed" else None
        if saved is None or right is None or not compare_digest(right.encode(), token.encode()):
            raise NotFound()
        if look.keeping.is_blocked(saved.account_id):
            raise NotFound()
        found = look.notices.newest(saved.id, MOST_IN_FEED)
    return [
        FeedEntry(one.id, one.dated, where(context, one))
        for one in found
        if one.id is not None and one.dated is not None
    ]


def where(context: Context, notice: SavedNotice) -> str:
    """The page on which is what waits: once a day the list of all matches."""
    if notice.form == "digest":
        return f"{context.site}/"
    seat = notice.seat or "arbitration"
    return f"{context.site}/matches/{quote(notice.match_id, safe='')}/{quote(seat, safe='')}"
