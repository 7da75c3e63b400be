"""Channels on the web of one seat: a guest's own, for who has no account; of an account those that it has."""

from __future__ import annotations

from schemas import wire
from service.api.dependencies import Seated, TheCredentials, problems, too_often
from service.api.routers import SEAT, router_of
from service.api.seat_notices import to_change, whose
from service.api.web_channels import KINDS, LINKS, SENT, Channel, shown, told, told_when
from service.dependencies import ClientAddress, TheContext
from service.matches import web_channels
from service.matches.errors import Malformed, NotFound, NotSignedIn, OutOfScope
from service.matches.web_channels import WebWishes

router = router_of("accounts", SEAT, problems(NotSignedIn, NotFound))


@router.get("/webhook")
def read_seat_webhook(context: TheContext, at: Seated) -> wire.Webhook:
    """The webhook that tells of your seat, and what became of the last test."""
    return shown(context, whose(context, at))


@router.put("/webhook", responses=LINKS | SENT | too_often("mail"))
def put_seat_webhook(
    context: TheContext,
    credentials: TheCredentials,
    at: Seated,
    client_address: ClientAddress,
    wished: wire.WebhookWish,
) -> wire.Webhook:
    """Have an address told when something waits at your seat; it is sent a link first, by which it is confirmed."""
    owner = to_change(context, credentials, at)
    web_channels.set_webhook(context, owner, wished.url, client_address=client_address)
    return shown(context, owner, with_secret=True)


@router.delete("/webhook", status_code=204, responses=problems(OutOfScope))
def forget_seat_webhook(context: TheContext, credentials: TheCredentials, at: Seated) -> None:
    """Tell it nothing more."""
    web_channels.forget_webhook(context, to_change(context, credentials, at))


@router.post("/webhook/test", status_code=202, responses=LINKS | too_often("mail"))
def test_seat_webhook(
    context: TheContext, credentials: TheCredentials, at: Seated, client_address: ClientAddress
) -> wire.Webhook:
    """Have it told once; or, while it is not confirmed, its link once more."""
    owner = to_change(context, credentials, at)
    web_channels.test_webhook(context, owner, client_address=client_address)
    return shown(context, owner)


@router.post("/webhook/again", responses=LINKS)
def open_seat_webhook_again(context: TheContext, credentials: TheCredentials, at: Seated) -> wire.Webhook:
    """Tell it again, which was paused since it refused."""
    owner = to_change(context, credentials, at)
    web_channels.open_webhook_again(context, owner)
    return shown(context, owner)


@router.get("/browsers")
def read_seat_browsers(context: TheContext, at: Seated) -> wire.Browsers:
    """The browsers that are told when something waits at your seat, and what became of the last test."""
    return told(context, whose(context, at))


@router.post("/browsers", status_code=201, responses=LINKS | SENT | too_often("mail"))
def add_seat_browser(
    context: TheContext, credentials: TheCredentials, at: Seated, client_address: ClientAddress, browser: wire.Browser
) -> wire.Browsers:
    """Have a browser told, by what its own `PushSubscription` says; the server's key is in the answer to GET."""
    owner = to_change(context, credentials, at)
    told_by = web_channels.Browser(**browser.model_dump())
    web_channels.add_browser(context, owner, told_by, client_address=client_address)
    return told(context, owner)


@router.delete("/browsers", status_code=204, responses=problems(OutOfScope))
def forget_seat_browsers(context: TheContext, credentials: TheCredentials, at: Seated) -> None:
    """Tell no browser any more."""
    web_channels.forget_pushes(context, to_change(context, credentials, at))


@router.post("/browsers/test", status_code=202, responses=LINKS | too_often("mail"))
def test_seat_browsers(
    context: TheContext, credentials: TheCredentials, at: Seated, client_address: ClientAddress
) -> wire.Browsers:
    """Have all of them told once."""
    owner = to_change(context, credentials, at)
    web_channels.test_pushes(context, owner, client_address=client_address)
    return told(context, owner)


@router.get("/feed")
def read_seat_feed_link(context: TheContext, at: Seated) -> wire.FeedLink:
    """Where the feed of your seat is read, if it has one."""
    return wire.FeedLink(url=web_channels.feed_link(context, whose(context, at)))


@router.put("/feed", responses=LINKS)
def put_seat_feed(context: TheContext, credentials: TheCredentials, at: Seated) -> wire.FeedLink:
    """Have a feed, at a new secret address; the one that it had before leads nowhere from then on."""
    owner = to_change(context, credentials, at)
    web_channels.make_feed(context, owner)
    return wire.FeedLink(url=web_channels.feed_link(context, owner))


@router.delete("/feed", status_code=204, responses=problems(OutOfScope))
def forget_seat_feed(context: TheContext, credentials: TheCredentials, at: Seated) -> None:
    """Have none."""
    web_channels.forget_feed(context, to_change(context, credentials, at))


@router.get("/{channel}/wishes", responses=problems(Malformed))
def read_seat_wishes(context: TheContext, at: Seated, channel: Channel) -> wire.ToldWhen:
    """When you are told by the webhook, the browsers or the feed of your seat."""
    return told_when(context, whose(context, at), channel)


@router.put("/{channel}/wishes", responses=LINKS | SENT)
def put_seat_wishes(
    context: TheContext, credentials: TheCredentials, at: Seated, channel: Channel, wished: wire.WebWishes
) -> wire.ToldWhen:
    """Be told by it at once, seldom or once a day, and not in quiet hours; what waits keeps to it too."""
    owner = to_change(context, credentials, at)
    web_channels.put_wishes(context, owner, KINDS[channel], WebWishes(**wished.model_dump()))
    return told_when(context, owner, channel)
