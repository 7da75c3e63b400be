"""My account: tokens for other clients, the browsers that are signed in, and links for others to sign up with."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from service.dependencies import TheContext
from service.matches import (
    SCOPES,
    SESSION_COOKIE,
    Account,
    Context,
    new_token,
    revoke_session,
    revoke_token,
    sessions,
    sign_up_link,
    tokens,
)
from service.matches.errors import Malformed, NotFound, NotSignedIn, TooMany
from web.parts.dependencies import Person, Sent, text
from web.parts.render import go, page

router = APIRouter()
LONGEST_LABEL = 100


def named(me: Person) -> Account:
    """Whoever is signed in to an account with a name; a guest has no use for keys to it."""
    if me is None or me.name is None:
        raise NotSignedIn()
    return me


Named = Annotated[Account, Depends(named)]


@router.get("/account")
def account_page(request: Request, context: TheContext, me: Named) -> Response:
    """What opens the account."""
    return shown(request, context, me)


@router.post("/account/tokens")
def token_made(request: Request, context: TheContext, me: Named, sent: Sent) -> Response:
    """A new token, shown on this page and never again."""
    wished, label = text(sent, "scope", "play"), text(sent, "label").strip()[:LONGEST_LABEL]
    scope = next((scope for scope in SCOPES if scope == wished), None)
    if scope is None:
        raise Malformed([(["scope"], f"The scopes are {', '.join(SCOPES)}.")])
    try:
        return shown(request, context, me, token=new_token(context, me, label=label, scope=scope))
    except TooMany as problem:
        return shown(request, context, me, problem=problem.detail, status=problem.status)


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
    here = str(request.base_url).rstrip("/")
    return shown(request, context, me, link=f"{here}/sign-up/{sign_up_link(context, me)}")


def shown(
    request: Request,
    context: Context,
    me: Account,
    *,
    token: str = "",
    link: str = "",
    problem: str = "",
    status: int = 200,
) -> Response:
    """The page."""
    return page(
        "account.html",
        status=status,
        person=me,
        token=token,
        link=link,
        problem=problem,
        scopes=SCOPES,
        tokens=tokens(context, me),
        sessions=sessions(context, me, request.cookies.get(SESSION_COOKIE)),
    )
