"""Signing up, in and out."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter, Request, Response

from service.dependencies import TheContext, client_address
from service.matches import (
    SESSION_COOKIE,
    Account,
    Context,
    Credentials,
    become_owner,
    came_as_another,
    make_account,
    open_session,
    read_sign_up_link,
    sign_in,
    sign_out,
    who,
)
from service.matches.errors import Blocked, Malformed, NameMisleads, NameTaken, Problem, WrongPassword
from web.parts.dependencies import Person, Sent, local, secure, text, user_agent
from web.parts.render import go, page

router = APIRouter(include_in_schema=False)
LEAST_PASSWORD = 8


@router.get("/sign-in")
def sign_in_page(me: Person, next: str = "/") -> Response:
    """The form to sign in."""
    return form(new=False, me=me, next=local(next))


@router.get("/sign-up")
def sign_up_page(context: TheContext, me: Person, next: str = "/") -> Response:
    """The form to sign up, or, on a server that is not open to all, what it takes."""
    return form(new=True, me=me, next=local(next), closed=not context.lets_anybody_sign_up)


@router.get("/sign-up/{link}")
def sign_up_by_link_page(context: TheContext, me: Person, link: str) -> Response:
    """The form to sign up by a link, which opening it does not use up."""
    return form(new=True, me=me, next="/", link=link, sets_up=read_sign_up_link(context, link).sets_up)


@router.post("/sign-in")
def signing_in(request: Request, context: TheContext, me: Person, sent: Sent) -> Response:
    """Sign this browser in."""

    def entered(name: str, password: str) -> str:
        token = sign_in(context, name, password, client_address=client_address(request), user_agent=user_agent(request))
        return known_here(context, request, token, me)

    return signed(request, sent, False, entered)


@router.post("/sign-up")
def signing_up(request: Request, context: TheContext, me: Person, sent: Sent) -> Response:
    """Make an account, or give a guest's a name, and sign this browser in to it."""
    return signed(request, sent, True, lambda name, password: made(context, request, name, password, me))


@router.post("/sign-up/{link}")
def signing_up_by_link(request: Request, context: TheContext, me: Person, link: str, sent: Sent) -> Response:
    """Make an account by a link, or the account that is signed in the owner's; the link is then used up."""
    sets_up = read_sign_up_link(context, link).sets_up
    if me is not None and text(sent, "own"):
        become_owner(context, me, link)
        return go("/account")
    return signed(
        request,
        sent,
        True,
        lambda name, password: made(context, request, name, password, me, link),
        link=link,
        sets_up=sets_up,
    )


@router.post("/sign-out")
def signing_out(request: Request, context: TheContext) -> Response:
    """End the session of this browser."""
    if token := request.cookies.get(SESSION_COOKIE):
        sign_out(context, token)
    answer = go("/")
    answer.delete_cookie(SESSION_COOKIE)
    return answer


def made(
    context: Context, request: Request, name: str, password: str, guest: Account | None, link: str | None = None
) -> str:
    """A new account's session."""
    account = make_account(context, name, password, client_address=client_address(request), guest=guest, link=link)
    return known_here(context, request, open_session(context, account.id, user_agent(request)), guest)


def known_here(context: Context, request: Request, token: str, before: Account | None) -> str:
    """A session that begins in a browser in which seats were seen before; that is noted, and the session given back."""
    account = who(context, Credentials(cookies={SESSION_COOKIE: token}))
    came_as_another(context, account, before, Credentials(cookies=request.cookies))
    return token


def signed(
    request: Request,
    sent: Sent,
    new: bool,
    enter: Callable[[str, str], str],
    *,
    link: str = "",
    sets_up: bool = False,
) -> Response:
    """Enter and go where one wanted to go; or the form again, saying what is wrong."""
    name, password, then = text(sent, "name"), text(sent, "password"), local(text(sent, "next", "/"))
    try:
        token = enter(name, password)
    except (WrongPassword, Blocked, NameTaken, NameMisleads, Malformed) as problem:
        said, status = reasons(problem), problem.status
    else:
        return go(then, [(SESSION_COOKIE, token)], secure=secure(request))
    return form(new=new, me=None, next=then, name=name, problem=said, status=status, link=link, sets_up=sets_up)


def reasons(problem: Problem) -> str:
    """What is wrong with a form, in the words of the service."""
    found = " ".join(error["reason"] for error in problem.members.get("errors", []))
    return found or f"{problem.title} {problem.detail}".strip()


def form(
    *,
    new: bool,
    me: Account | None,
    next: str,
    name: str = "",
    problem: str = "",
    status: int = 200,
    link: str = "",
    sets_up: bool = False,
    closed: bool = False,
) -> Response:
    """The page with the form."""
    return page(
        "sign.html",
        status=status,
        person=me,
        new=new,
        next=next,
        name=name,
        problem=problem,
        least=LEAST_PASSWORD,
        action=f"/sign-up/{link}" if link else "/sign-up" if new else "/sign-in",
        sets_up=sets_up,
        closed=closed,
    )
