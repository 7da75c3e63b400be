"""My account: tokens for other clients, the browsers that are signed in, and links for others to sign up with."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import StreamingResponse

from service.dependencies import TheContext, client_address
from service.matches import (
    SCOPES,
    SESSION_COOKIE,
    Account,
    Context,
    change_password,
    matches_of,
    new_token,
    rename,
    revoke_session,
    revoke_token,
    sessions,
    set_zone,
    sign_up_link,
    tokens,
)
from service.matches.credentials import is_bot, set_bot
from service.matches.errors import (
    Malformed,
    NameMisleads,
    NameTaken,
    NotFound,
    NotSignedIn,
    Problem,
    TooMany,
    TooOften,
    WrongPassword,
)
from service.matches.leaving import SUCCESSORS, delete_account, own_data
from web.house.accounts import LEAST_PASSWORD, reasons
from web.parts.dependencies import Person, Sent, here, text, whole
from web.parts.render import go, page
from web.parts.words import zones

router = APIRouter(include_in_schema=False)
LONGEST_LABEL = 100
DONE = {
    "name": "Your matches show your new name from now on.",
    "zone": "Your pages show times by the clocks of {zone} from now on.",
    "password": "Your password is changed. Every other browser is signed out.",
}
"""What a form of the page says when it is done."""
NOT_YOURS = "That seat is not yours. No token was made."
WRONG = "That is not your current password. Nothing was done."


def named(me: Person) -> Account:
    """Whoever is signed in to an account with a name; a guest has no use for keys to it."""
    if me is None or me.name is None:
        raise NotSignedIn()
    return me


Named = Annotated[Account, Depends(named)]


@router.get("/account")
def account_page(request: Request, context: TheContext, me: Named, done: str = "") -> Response:
    """What opens the account; with that the form of this name is `done`, where one has come from it."""
    return shown(request, context, me, done=DONE.get(done, "").format(zone=me.zone), at=done)


@router.get("/account/name")
@router.get("/account/zone")
@router.get("/account/password")
@router.get("/account/export")
@router.get("/account/deletion")
@router.get("/account/tokens")
@router.get("/account/sign-up-links")
def account_again(request: Request, me: Named) -> Response:
    """Where a form has answered, opened again: the page, without what it showed once."""
    return go(f"/account#{request.url.path.rpartition('/')[2]}")


@router.post("/account/name")
def renamed(request: Request, context: TheContext, me: Named, sent: Sent) -> Response:
    """Another name."""
    try:
        rename(context, me, text(sent, "name"))
    except (NameTaken, NameMisleads, Malformed, TooOften) as problem:
        return shown(request, context, me, problem=reasons(problem), status=problem.status, at="name")
    return go("/account?done=name#name")


@router.post("/account/zone")
def zone_changed(request: Request, context: TheContext, me: Named, sent: Sent) -> Response:
    """Times by the clocks of another zone."""
    try:
        set_zone(context, me, text(sent, "zone").strip())
    except Malformed as problem:
        return shown(request, context, me, problem=reasons(problem), status=problem.status, at="zone")
    return go("/account?done=zone#zone")


@router.post("/account/password")
def password_changed(request: Request, context: TheContext, me: Named, sent: Sent) -> Response:
    """Another password; every other browser is signed out."""
    try:
        change_password(
            context,
            me,
            text(sent, "current"),
            text(sent, "password"),
            revoke_tokens=bool(text(sent, "revoke_tokens")),
            cookie=request.cookies.get(SESSION_COOKIE),
            client_address=client_address(request),
        )
    except (WrongPassword, TooOften) as problem:
        return shown(request, context, me, problem=of_password(problem), status=problem.status, at="password")
    except Malformed as problem:
        return shown(request, context, me, problem=reasons(problem), status=problem.status, at="password")
    return go("/account?done=password#password")


@router.post("/account/export")
def exported(request: Request, context: TheContext, me: Named, sent: Sent) -> Response:
    """All that is kept of the account, as a file."""
    try:
        found = own_data(context, me, text(sent, "password"), client_address=client_address(request))
    except (WrongPassword, TooOften) as problem:
        return shown(request, context, me, problem=of_password(problem), status=problem.status, at="export")
    named = {"Content-Disposition": 'attachment; filename="sitrep-account.json"'}
    return StreamingResponse(found, media_type="application/json", headers=named)


@router.post("/account/deletion")
def deleted(request: Request, context: TheContext, me: Named, sent: Sent) -> Response:
    """The account's end."""
    wished = text(sent, "seats")
    successor = next((one for one in SUCCESSORS if one == wished), None)
    if successor is None:
        raise Malformed([(["seats"], f"Of the seats becomes: {', '.join(SUCCESSORS)}.")])
    try:
        delete_account(context, me, text(sent, "password"), successor, client_address=client_address(request))
    except (WrongPassword, TooOften) as problem:
        return shown(request, context, me, problem=of_password(problem), status=problem.status, at="deletion")
    answer = go("/?left=1")
    answer.delete_cookie(SESSION_COOKIE)
    return answer


def of_password(problem: Problem) -> str:
    """Why the password was not taken."""
    return WRONG if isinstance(problem, WrongPassword) else reasons(problem)


@router.post("/account/tokens")
def token_made(request: Request, context: TheContext, me: Named, sent: Sent) -> Response:
    """A new token, shown on this page and never again."""
    wished, label = text(sent, "scope", "play"), text(sent, "label").strip()[:LONGEST_LABEL]
    scope = next((scope for scope in SCOPES if scope == wished), None)
    if scope is None:
        raise Malformed([(["scope"], f"The scopes are {', '.join(SCOPES)}.")])
    match_id, _, of_match = text(sent, "seat").partition(" ")
    seat = (match_id, of_match) if of_match else None
    try:
        made = new_token(context, me, label=label, scope=scope, days=whole(sent, "days") or None, seat=seat)
        return shown(request, context, me, token=made)
    except NotFound as problem:
        return shown(request, context, me, problem=NOT_YOURS, status=problem.status)
    except TooMany as problem:
        return shown(request, context, me, problem=problem.detail, status=problem.status)


@router.post("/account/bot")
def bot_marked(context: TheContext, me: Named, sent: Sent) -> Response:
    """Whether a program plays with this account."""
    set_bot(context, me, bool(text(sent, "bot")))
    return go("/account#bot")


@router.post("/account/tokens/{token}/revoke")
def token_revoked(context: TheContext, me: Named, token: str) -> Response:
    """End a token."""
    revoke_token(context, me, token)
    return go("/account")


@router.post("/account/sessions/{session}/revoke")
def session_revoked(context: TheContext, me: Named, session: str) -> Response:
    """Sign a browser out."""
    revoke_session(context, me, session)
    return go("/account")


@router.post("/account/sign-up-links")
def link_made(request: Request, context: TheContext, me: Named) -> Response:
    """A link for one person to sign up with, shown on this page and never again; the owner's to make."""
    if not me.owner:
        raise NotFound()
    return shown(request, context, me, link=f"{here(request)}/sign-up/{sign_up_link(context, me)}")


def seats_to_name(context: Context, me: Account) -> list[tuple[str, str]]:
    """The seats in matches that go on, each as a form names it and in words."""
    found = []
    for held in matches_of(context, me):
        game = context.game(held.game, held.data)
        scenario = game.info.scenarios.get(held.scenario)
        match = held.name or (scenario.title if scenario else held.scenario)
        if not held.ended:
            found.append((f"{held.match_id} {held.seat}", f"{game.words.seat(held.seat)}, {match}"))
    return found


def shown(
    request: Request,
    context: Context,
    me: Account,
    *,
    token: str = "",
    link: str = "",
    done: str = "",
    problem: str = "",
    at: str = "",
    status: int = 200,
) -> Response:
    """The page; a `problem`, or what is `done`, is said at the form that it is about, if it is named."""
    return page(
        "account.html",
        status=status,
        person=me,
        token=token,
        link=link,
        done=done,
        problem=problem,
        at=at,
        least=LEAST_PASSWORD,
        successors=SUCCESSORS,
        zones=zones(),
        scopes=SCOPES,
        tokens=tokens(context, me),
        seats=seats_to_name(context, me),
        is_bot=is_bot(context, me),
        sessions=sessions(context, me, request.cookies.get(SESSION_COOKIE)),
    )
