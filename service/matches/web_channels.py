"""Channels on the web: an account's webhook and browsers, which are told when something waits, and its feed.

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
from service.matches.credentials import Account
from service.matches.errors import Malformed, NoSite, NotFound
from service.matches.mail_addresses import (
    AddressOwner,
    Wishes,
    admit,
    ask_for_test,
    demand_means,
    forget_channel,
    open_again,
    shown_address,
    token_of,
)
from service.store import ChannelKind, SavedChannel, SavedNotice

WORDS = "Something waits for you in a match of Sitrep."
"""All that is ever said of a match, on channels that others may read."""
MOST_IN_FEED = 30
MOST_BROWSERS = 10
WISHED = Wishes(contents="none", talk="never", waits=False)
"""What goes by them: that one is asked, reminders, times that are over, offers, seats and ends, at once."""
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


def webhook(context: Context, account: Account) -> Webhook | None:
    """The webhook that is set, if one is."""
    with context.store.look() as look:
        saved = look.notices.channel_of(account.id, kind="webhook")
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


def set_webhook(context: Context, account: Account, url: str, *, client_address: str = "") -> None:
    """Tell this address from now on, once the link that is sent there was opened; another than before has a new secret.

    Raises NoSite, Malformed, TooOften.
    """
    demand_means(context, "webhook")
    url = url.strip()
    try:
        place_of(url)
    except ValueError as fault:
        raise Malformed([(["url"], str(fault))]) from None
    owner = AddressOwner(account.id)
    admit(context, owner, url, client_address)
    with context.store.work() as work:
        before = work.notices.channel_of(account.id, kind="webhook")
        if before is not None:
            work.notices.forget(before.id)
        saved = made(context, account, "webhook", url)
        work.notices.put(saved)
        work.notices.add(saved, "confirm", context.clock())


def made(context: Context, account: Account, kind: ChannelKind, address: str) -> SavedChannel:
    """A channel that nobody has confirmed yet."""
    return SavedChannel(
        id=context.new_id(), account_id=account.id, match_id="", seat="", address=address, secret=context.secret(32),
        made_at=context.clock(), confirmed_at=None, bounced_at=None, paused_at=None, paused_why="", kind=kind,
        **vars(WISHED),
    )  # fmt: skip


def test_webhook(context: Context, account: Account, *, client_address: str = "") -> None:
    """Have it told once; or, while it is not confirmed, its link once more. Raises NoSite, NotFound, TooOften."""
    ask_for_test(context, AddressOwner(account.id), "webhook", client_address=client_address)


def open_webhook_again(context: Context, account: Account) -> None:
    """Tell it again, which was paused since it refused. Raises NoSite, NotFound."""
    open_again(context, AddressOwner(account.id), "webhook")


def forget_webhook(context: Context, account: Account) -> None:
    """Tell it nothing more."""
    forget_channel(context, AddressOwner(account.id), "webhook")


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
    """The browsers of an account that are told, and what became of the last test."""

    hosts: tuple[str, ...]
    test: Literal["none", "waits", "taken", "refused"]
    said: str


def browsers_of(channel: SavedChannel) -> list[Browser]:
    """The browsers that a channel tells."""
    return [Browser(**one) for one in json.loads(channel.address)]


def pushes(context: Context, account: Account) -> Pushes:
    """The browsers that are told."""
    with context.store.look() as look:
        saved = look.notices.channel_of(account.id, kind="push")
        test = look.notices.latest(saved.id, "test") if saved is not None else None
    hosts = tuple(one.host for one in browsers_of(saved)) if saved is not None else ()
    outcome = "none" if test is None else "waits" if test.over_at is None else "taken" if test.sent else "refused"
    return Pushes(hosts, outcome, test.said if test is not None else "")  # type: ignore[arg-type]


def add_browser(context: Context, account: Account, browser: Browser, *, client_address: str = "") -> None:
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
    admit(context, AddressOwner(account.id), browser.endpoint, client_address)
    with context.store.work() as work:
        saved = work.notices.channel_of(account.id, kind="push")
        if saved is None:
            saved = replace(made(context, account, "push", "[]"), confirmed_at=context.clock())
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


def test_pushes(context: Context, account: Account, *, client_address: str = "") -> None:
    """Have all browsers told once. Raises NoSite, NotFound, TooOften."""
    ask_for_test(context, AddressOwner(account.id), "push", client_address=client_address)


def forget_pushes(context: Context, account: Account) -> None:
    """Tell no browser any more."""
    forget_channel(context, AddressOwner(account.id), "push")


# ---- the feed


def feed_link(context: Context, account: Account) -> str | None:
    """Where the account's feed is read, if it has one."""
    with context.store.look() as look:
        saved = look.notices.channel_of(account.id, kind="feed")
    return f"{context.site}/feeds/{token_of(saved, 'feed')}" if saved is not None else None


def make_feed(context: Context, account: Account) -> None:
    """Have a feed, at another address than before. Raises NoSite."""
    demand_means(context, "feed")
    with context.store.work() as work:
        before = work.notices.channel_of(account.id, kind="feed")
        if before is not None:
            work.notices.forget(before.id)
        work.notices.put(replace(made(context, account, "feed", ""), confirmed_at=context.clock()))


def forget_feed(context: Context, account: Account) -> None:
    """Have none; its address leads nowhere from now on."""
    forget_channel(context, AddressOwner(account.id), "feed")


def feed_read(context: Context, token: str) -> list[FeedEntry]:
    """What a feed holds, newest first. Raises NotFound."""
    with context.store.look() as look:
        saved = look.notices.channel(token.partition("-")[0])
        right = token_of(saved, "feed") if saved is not None and saved.kind == "feed" else None
        if saved is None or right is None or not compare_digest(right.encode(), token.encode()):
            raise NotFound()
        found = look.notices.newest(saved.id, MOST_IN_FEED)
    return [
        FeedEntry(one.id, one.dated, where(context, one))
        for one in found
        if one.id is not None and one.dated is not None
    ]


def where(context: Context, notice: SavedNotice) -> str:
    """The page on which is what waits."""
    seat = notice.seat or "arbitration"
    return f"{context.site}/matches/{quote(notice.match_id, safe='')}/{quote(seat, safe='')}"
