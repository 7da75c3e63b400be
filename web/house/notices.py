"""Notices: the page where somebody sets by which address they are told, and of what; and the links in mails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from fastapi import APIRouter, Request, Response
from starlette.datastructures import FormData

from service.dependencies import TheContext, client_address
from service.matches import Account, Context, mail_addresses, web_channels
from service.matches.errors import Malformed, NoMail, NoSite, NotSignedIn, TooOften, WrongPassword
from service.matches.mail_addresses import AddressOwner, Linked, Wishes
from service.matches.web_channels import WebKind, WebWishes
from web.house.account import WRONG, Named
from web.house.accounts import reasons
from web.parts.dependencies import Person, Seated, Sent, seat_page, text, whole
from web.parts.render import go, page
from web.parts.words import zones

router = APIRouter(include_in_schema=False)
CONTENTS = {
    "letter": ("The whole turn", "What you were told, your units, what is asked, and what you may order."),
    "letter-and-map": ("The whole turn, and the map", "With it the map as you know it, as a picture of up to 200 kB."),
    "notice": ("One line and a link", "Whose turn it is and until when, offers and seats; nothing of what happened."),
    "none": ("Only that something waits", "Not even the match is named."),
}
TOLD_BY: dict[str, WebKind] = {"push": "push", "webhook": "webhook", "feed": "feed"}
TALK = {"at-once": "In an email of its own", "with-next": "With the next email about its match", "never": "Not by mail"}
PACES = {"at-once": "At once", "hours": "Once every so many hours, at most", "daily": "Once a day"}
IN_A_MATCH = {"": "As in all", "at-once": "At once", "hours": "Seldom", "daily": "Once a day", "silent": "Nothing"}


@dataclass(frozen=True)
class AddressPage:
    """Whose address a page is about: where the page is, and where it leads back to. `owner` is none of this browser's
    where it came by a link to the seat of somebody with an account."""

    here: str
    back: str
    back_title: str
    owner: AddressOwner | None


@router.get("/notices")
def notices_page(context: TheContext, me: Named) -> Response:
    """The address of an account."""
    return shown(context, me, of_account(me))


@router.post("/notices")
def notices_set(request: Request, context: TheContext, me: Named, sent: Sent) -> Response:
    """Set it, or what is wished."""
    return done(request, context, me, of_account(me), sent)


@router.get("/matches/{match_id}/{seat}/notices")
def seat_notices_page(context: TheContext, me: Person, at: Seated) -> Response:
    """The address of a guest's seat, or of the account that sits there."""
    return shown(context, me, of_seat(context, at))


@router.post("/matches/{match_id}/{seat}/notices")
def seat_notices_set(request: Request, context: TheContext, me: Person, at: Seated, sent: Sent) -> Response:
    """Set it, or what is wished."""
    return done(request, context, me, of_seat(context, at), sent)


def of_account(me: Account) -> AddressPage:
    return AddressPage("/notices", "/account", "Account", mail_addresses.owner_of(me))


def of_seat(context: Context, at: Seated) -> AddressPage:
    here = seat_page(at.match_id, at.seat)
    return AddressPage(f"{here}/notices", here, "Back to the match", mail_addresses.owner_of_seat(context, at))


def done(request: Request, context: Context, me: Account | None, place: AddressPage, sent: FormData) -> Response:
    """Do what the button says, and show the page again; with what is wrong, where something is."""
    owner = place.owner
    if owner is None:
        raise NotSignedIn()
    asks = client_address(request)
    doing: dict[str, Callable[[], None]] = {
        "save": lambda: mail_addresses.set_channel(
            context, owner, text(sent, "address"), wishes(sent), password=text(sent, "password"), client_address=asks
        ),
        "test": lambda: mail_addresses.ask_for_test(context, owner, client_address=asks),
        "open": lambda: mail_addresses.open_again(context, owner),
        "forget": lambda: mail_addresses.forget_channel(context, owner),
        "match": lambda: mail_addresses.put_match_pace(context, owner, text(sent, "match"), text(sent, "pace")),
        "webhook": lambda: web_channels.set_webhook(context, owner, text(sent, "url"), client_address=asks),
        "webhook-test": lambda: web_channels.test_webhook(context, owner, client_address=asks),
        "webhook-open": lambda: web_channels.open_webhook_again(context, owner),
        "webhook-forget": lambda: web_channels.forget_webhook(context, owner),
        "push": lambda: web_channels.add_browser(
            context,
            owner,
            web_channels.Browser(*(text(sent, name) for name in ("endpoint", "p256dh", "auth"))),
            client_address=asks,
        ),
        "push-test": lambda: web_channels.test_pushes(context, owner, client_address=asks),
        "push-forget": lambda: web_channels.forget_pushes(context, owner),
        "feed": lambda: web_channels.make_feed(context, owner),
        "feed-forget": lambda: web_channels.forget_feed(context, owner),
        **{f"{name}-when": when(context, owner, kind, sent) for name, kind in TOLD_BY.items()},
    }
    do = doing.get(text(sent, "do"))
    if do is None:
        raise Malformed([(["do"], "The form asks for nothing that can be done.")])
    try:
        do()
    except WrongPassword as problem:
        return shown(context, me, place, problem=WRONG, status=problem.status)
    except (Malformed, NoMail, NoSite, TooOften) as problem:
        said = reasons(problem) if isinstance(problem, Malformed) else problem.detail or problem.title
        return shown(context, me, place, problem=said, status=problem.status)
    return go(place.here)


def when(context: Context, owner: AddressOwner, kind: WebKind, sent: FormData) -> Callable[[], None]:
    """Sets when one is told by a channel on the web."""
    names = WebWishes.__dataclass_fields__
    return lambda: web_channels.put_wishes(
        context, owner, kind, WebWishes(**{name: getattr(wishes(sent), name) for name in names})
    )


def wishes(sent: FormData) -> Wishes:
    """What the form says that is wished; what it does not say is as usual."""
    usual: Any = Wishes()
    return Wishes(
        contents=cast(Any, text(sent, "contents", usual.contents)),
        pace=cast(Any, text(sent, "pace", usual.pace)),
        zone=text(sent, "zone").strip() or usual.zone,
        talk=cast(Any, text(sent, "talk", usual.talk)),
        letters=bool(text(sent, "letters")),
        waits=bool(text(sent, "waits")),
        day_before=bool(text(sent, "day_before")),
        hours_before=bool(text(sent, "hours_before")),
        last_in_quiet=bool(text(sent, "last_in_quiet")),
        **{name: whole(sent, name, getattr(usual, name)) for name in ("hours", "hour", "quiet_from", "quiet_until")},
    )


def contents(wished: Wishes, *, draws: bool) -> dict[str, tuple[str, str]]:
    """What a mail may say: with a map where the server draws them, or its owner wishes for one."""
    return {
        name: words for name, words in CONTENTS.items() if draws or name != "letter-and-map" or name == wished.contents
    }


def shown(
    context: Context, me: Account | None, place: AddressPage, *, problem: str = "", status: int = 200
) -> Response:
    """The page."""
    channel = mail_addresses.channel(context, place.owner) if place.owner is not None else None
    wished = channel.wishes if channel is not None else Wishes()
    owner = place.owner if context.site else None
    return page(
        "notices.html",
        status=status,
        person=me,
        place=place,
        channel=channel,
        wishes=wished,
        matches=[
            (one, title(context, one.held))
            for one in (mail_addresses.match_wishes(context, place.owner) if place.owner is not None else ())
        ],
        sends=context.mail is not None,
        answers=context.mail is not None and bool(context.mail.reply),
        has_web=owner is not None,
        webhook=web_channels.webhook(context, owner) if owner is not None else None,
        push=context.push if owner is not None else None,
        pushes=web_channels.pushes(context, owner) if owner is not None else None,
        feed=web_channels.feed_link(context, owner) if owner is not None else None,
        told={name: web_channels.wishes_of(context, owner, kind) for name, kind in TOLD_BY.items()}
        if owner is not None
        else {},
        contents=contents(wished, draws=context.draw_map is not None),
        talk=TALK,
        usual_zone=me.zone if me is not None else "UTC",
        paces=PACES,
        in_a_match=IN_A_MATCH,
        zones=zones(),
        problem=problem,
    )


def title(context: Context, held: Any) -> str:
    """What a match in the list is called."""
    scenario = context.game(held.game, held.data).info.scenarios[held.scenario]
    return str(held.name or scenario.title)


# ---- the links in mails


@router.get("/mail/confirm/{token}")
def confirm_page(context: TheContext, token: str) -> Response:
    """The button that confirms an address; opening the link alone does nothing, for there are programs that do."""
    return linked(mail_addresses.to_confirm(context, token), "confirm", f"/mail/confirm/{token}")


@router.post("/mail/confirm/{token}")
def confirmed(context: TheContext, token: str) -> Response:
    """Confirm it."""
    return linked(mail_addresses.confirm(context, token), "confirm", "")


@router.get("/mail/stop/{token}")
def stop_page(context: TheContext, token: str) -> Response:
    """The button that ends mails."""
    return linked(mail_addresses.to_stop(context, token), "stop", f"/mail/stop/{token}")


@router.post("/mail/stop/{token}")
def stopped(context: TheContext, token: str) -> Response:
    """End them; mail programs ask this by themselves, without a cookie."""
    return linked(mail_addresses.stop(context, token), "stop", "")


def linked(link: Linked, purpose: str, action: str) -> Response:
    """The page of a link, with its button where there is still something to do."""
    return page("mail_link.html", link=link, purpose=purpose, action="" if link.done else action)
