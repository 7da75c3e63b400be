"""The owner's page of the server: who has an account, and a way back in for whoever has lost theirs."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from service.dependencies import TheContext
from service.matches import Account, Context, decline, grant, password_link, wishes
from service.matches.errors import NotFound, NotNow, OwnPart, SeatNotForYou, SeatTaken
from service.matches.housekeeping import block, kept_accounts, remove_account
from service.matches.leaving import SUCCESSORS
from service.matches.pausing import all_go_on, counted, go_on, pause, pause_all
from service.matches.post_office import post_office
from service.matches.vitals import vitals
from web.house.account import Named
from web.parts.dependencies import Sent, here, text
from web.parts.render import go, page

router = APIRouter(include_in_schema=False)
NOBODY = "Nobody here has this name. Nothing was done."


def owner(me: Named) -> Account:
    """The owner of the server; to anybody else there is nothing here."""
    if not me.owner:
        raise NotFound()
    return me


HouseOwner = Annotated[Account, Depends(owner)]


@router.get("/account/house")
def house_page(context: TheContext, me: HouseOwner) -> Response:
    """Who has an account."""
    return shown(context, me)


@router.get("/account/house/password-links")
@router.get("/account/house/accounts")
@router.get("/account/house/wishes/{wish}/grant")
def house_again(me: HouseOwner) -> Response:
    """Where a form has answered, opened again: the page, without what it showed once."""
    return go("/account/house")


@router.post("/account/house/password-links")
def password_link_made(request: Request, context: TheContext, me: HouseOwner, sent: Sent) -> Response:
    """A link by which somebody sets a new password, shown on this page and never again."""
    name = text(sent, "name")
    try:
        secret = password_link(context, name, by=me)
    except NotFound as problem:
        return shown(context, me, problem=NOBODY, status=problem.status)
    except OwnPart as problem:
        return shown(context, me, problem=f"{problem.title} {problem.detail}", status=problem.status)
    return shown(context, me, link=f"{here(request)}/password/{secret}", whose=name)


@router.post("/account/house/accounts")
def account_changed(context: TheContext, me: HouseOwner, sent: Sent) -> Response:
    """Block an account, let it in again, or remove it, as the form says."""
    do, name = text(sent, "do"), text(sent, "name")
    successor = next((one for one in SUCCESSORS if one == text(sent, "seats")), None)
    try:
        if do in ("block", "unblock"):
            block(context, me, name, blocked=do == "block")
        elif do == "remove" and successor is not None and text(sent, "sure"):
            remove_account(context, me, name, successor)
        else:
            return shown(context, me, problem="Nothing was done: say that you mean it.", status=422)
    except NotFound as problem:
        return shown(context, me, problem=NOBODY, status=problem.status)
    except (NotNow, OwnPart) as problem:
        return shown(context, me, problem=f"{problem.title} {problem.detail}", status=problem.status)
    return go("/account/house#accounts")


@router.post("/account/house/wishes/{wish}/grant")
def granted(request: Request, context: TheContext, me: HouseOwner, wish: str) -> Response:
    """Do what was asked for; a link is shown on this page and never again."""
    try:
        secret = grant(context, me, wish)
    except (SeatTaken, SeatNotForYou, OwnPart) as problem:
        return shown(context, me, problem=f"{problem.title} {problem.detail}", status=problem.status)
    link = f"{here(request)}/way-in/{secret}" if secret else ""
    return shown(context, me, link=link, whose="the guest", guest=True)


@router.post("/account/house/wishes/{wish}/decline")
def declined(context: TheContext, me: HouseOwner, wish: str) -> Response:
    """Leave it."""
    decline(context, me, wish)
    return go("/account/house")


@router.post("/account/house/pause")
def paused(context: TheContext, me: HouseOwner, sent: Sent) -> Response:
    """Pause a match, by the address of any page of it, or all; or let them go on, as the form says."""
    do, match_id = text(sent, "do"), matched[1] if (matched := re.search(r"(\w+)/*$", address_of(sent))) else ""
    try:
        if do in ("pause-all", "go-on-all"):
            (pause_all if do == "pause-all" else all_go_on)(context, me)
        else:
            (pause if do == "pause" else go_on)(context, me, match_id)
    except NotFound as problem:
        return shown(context, me, problem="No match has this address. Nothing was done.", status=problem.status)
    except NotNow as problem:
        return shown(context, me, problem=problem.detail, status=problem.status)
    return go("/account/house#pauses")


def address_of(sent: Sent) -> str:
    """The address of a match in a form, without what stands behind its id."""
    return re.sub(r"(/matches/\w+).*", r"\1", text(sent, "match").strip())


def shown(
    context: Context,
    me: Account,
    *,
    link: str = "",
    whose: str = "",
    guest: bool = False,
    problem: str = "",
    status: int = 200,
) -> Response:
    """The page."""
    running, standing = counted(context, me)
    return page(
        "house.html", status=status, person=me, link=link, whose=whose, problem=problem, guest=guest,
        accounts=kept_accounts(context, me), wishes=wishes(context, me), running=running, standing=standing,
        successors=SUCCESSORS, alarms=list(vitals(context).alarms()),
        office=post_office(context) if context.mail is not None else None, mail=context.mail,
        draws=context.draw_map is not None,
    )  # fmt: skip
