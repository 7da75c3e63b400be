"""Channels on the web of the account that is asking: a webhook and browsers that are told, and a feed that is read."""

from __future__ import annotations

from typing import Literal

from schemas import wire
from service.api.dependencies import Player, problems, too_often
from service.api.routers import router_of
from service.dependencies import ClientAddress, TheContext
from service.matches import Context, web_channels
from service.matches.errors import (
    BadRequest,
    BodyTooLarge,
    Malformed,
    NoSite,
    NotFound,
    NotSignedIn,
    OutOfScope,
)
from service.matches.mail_addresses import AddressOwner, owner_of
from service.matches.web_channels import WebKind, WebWishes

router = router_of("accounts", "/me", problems(NotSignedIn))
LINKS = problems(OutOfScope, NoSite)
SENT = problems(BadRequest, BodyTooLarge, Malformed)
Channel = Literal["webhook", "browsers", "feed"]
KINDS: dict[Channel, WebKind] = {"webhook": "webhook", "browsers": "push", "feed": "feed"}


@router.get("/webhook")
def read_webhook(context: TheContext, account: Player) -> wire.Webhook:
    """Your webhook, and what became of the last test."""
    return shown(context, owner_of(account))


@router.put("/webhook", responses=LINKS | SENT | too_often("mail"))
def put_webhook(
    context: TheContext, account: Player, client_address: ClientAddress, wished: wire.WebhookWish
) -> wire.Webhook:
    """Have an address told when something waits for you; it is sent a link first, by which somebody confirms it."""
    web_channels.set_webhook(context, owner_of(account), wished.url, client_address=client_address)
    return shown(context, owner_of(account), with_secret=True)


@router.delete("/webhook", status_code=204, responses=problems(OutOfScope))
def forget_webhook(context: TheContext, account: Player) -> None:
    """Tell it nothing more."""
    web_channels.forget_webhook(context, owner_of(account))


@router.post("/webhook/test", status_code=202, responses=LINKS | problems(NotFound) | too_often("mail"))
def test_webhook(context: TheContext, account: Player, client_address: ClientAddress) -> wire.Webhook:
    """Have it told once; or, while it is not confirmed, its link once more."""
    web_channels.test_webhook(context, owner_of(account), client_address=client_address)
    return shown(context, owner_of(account))


@router.post("/webhook/again", responses=LINKS | problems(NotFound))
def open_webhook_again(context: TheContext, account: Player) -> wire.Webhook:
    """Tell it again, which was paused since it refused."""
    web_channels.open_webhook_again(context, owner_of(account))
    return shown(context, owner_of(account))


@router.get("/browsers")
def read_browsers(context: TheContext, account: Player) -> wire.Browsers:
    """The browsers that are told when something waits for you, and what became of the last test."""
    return told(context, owner_of(account))


@router.post("/browsers", status_code=201, responses=LINKS | SENT | too_often("mail"))
def add_browser(
    context: TheContext, account: Player, client_address: ClientAddress, browser: wire.Browser
) -> wire.Browsers:
    """Have a browser told, by what its own `PushSubscription` says; the server's key is in the answer to GET."""
    told_by = web_channels.Browser(**browser.model_dump())
    web_channels.add_browser(context, owner_of(account), told_by, client_address=client_address)
    return told(context, owner_of(account))


@router.delete("/browsers", status_code=204, responses=problems(OutOfScope))
def forget_browsers(context: TheContext, account: Player) -> None:
    """Tell no browser any more."""
    web_channels.forget_pushes(context, owner_of(account))


@router.post("/browsers/test", status_code=202, responses=LINKS | problems(NotFound) | too_often("mail"))
def test_browsers(context: TheContext, account: Player, client_address: ClientAddress) -> wire.Browsers:
    """Have all of them told once."""
    web_channels.test_pushes(context, owner_of(account), client_address=client_address)
    return told(context, owner_of(account))


@router.get("/feed")
def read_feed_link(context: TheContext, account: Player) -> wire.FeedLink:
    """Where your feed is read, if you have one."""
    return wire.FeedLink(url=web_channels.feed_link(context, owner_of(account)))


@router.put("/feed", responses=LINKS)
def put_feed(context: TheContext, account: Player) -> wire.FeedLink:
    """Have a feed, at a new secret address; the one that it had before leads nowhere from then on."""
    web_channels.make_feed(context, owner_of(account))
    return wire.FeedLink(url=web_channels.feed_link(context, owner_of(account)))


@router.delete("/feed", status_code=204, responses=problems(OutOfScope))
def forget_feed(context: TheContext, account: Player) -> None:
    """Have none."""
    web_channels.forget_feed(context, owner_of(account))


@router.get("/{channel}/wishes", responses=problems(Malformed))
def read_wishes(context: TheContext, account: Player, channel: Channel) -> wire.ToldWhen:
    """When you are told by your webhook, your browsers or your feed, or would be if you had it."""
    return told_when(context, owner_of(account), channel)


@router.put("/{channel}/wishes", responses=LINKS | SENT | problems(NotFound))
def put_wishes(context: TheContext, account: Player, channel: Channel, wished: wire.WebWishes) -> wire.ToldWhen:
    """Be told by it at once, seldom or once a day, and not in quiet hours; what waits keeps to it too."""
    web_channels.put_wishes(context, owner_of(account), KINDS[channel], WebWishes(**wished.model_dump()))
    return told_when(context, owner_of(account), channel)


def told_when(context: Context, owner: AddressOwner, channel: Channel) -> wire.ToldWhen:
    """The wishes of a channel as the wire has them."""
    return wire.ToldWhen(**vars(web_channels.wishes_of(context, owner, KINDS[channel])))


def shown(context: Context, owner: AddressOwner, *, with_secret: bool = False) -> wire.Webhook:
    """The webhook as the wire has it."""
    found = web_channels.webhook(context, owner)
    return wire.Webhook(
        host=found.host if found is not None else None,
        secret=found.secret if found is not None and with_secret else None,
        state=found.state if found is not None else "none",
        why=found.why if found is not None else "",
        test=found.test if found is not None else "none",
        said=found.said if found is not None else "",
    )


def told(context: Context, owner: AddressOwner) -> wire.Browsers:
    """The browsers as the wire has them."""
    found = web_channels.pushes(context, owner)
    key = context.push.public if context.push is not None else None
    return wire.Browsers(key=key, hosts=list(found.hosts), test=found.test, said=found.said)
