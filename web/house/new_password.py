"""A new password by a link that works once."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from service.dependencies import TheContext
from service.matches import SESSION_COOKIE, open_session, read_password_link, set_password_by_link
from service.matches.errors import Malformed
from web.house.accounts import LEAST_PASSWORD, reasons
from web.parts.dependencies import Person, Sent, secure, text, user_agent
from web.parts.render import go, page

router = APIRouter(include_in_schema=False)


@router.get("/password/{link}")
def password_page(context: TheContext, me: Person, link: str) -> Response:
    """The form, which opening the link does not use up."""
    whose = read_password_link(context, link).name
    return page("password.html", person=me, link=link, whose=whose, least=LEAST_PASSWORD)


@router.post("/password/{link}")
def password_set(request: Request, context: TheContext, me: Person, link: str, sent: Sent) -> Response:
    """Set it, and sign this browser in."""
    whose = read_password_link(context, link).name
    try:
        account = set_password_by_link(context, link, text(sent, "password"))
    except Malformed as problem:
        return page(
            "password.html", status=problem.status, person=me, link=link, whose=whose, least=LEAST_PASSWORD,
            problem=reasons(problem),
        )  # fmt: skip
    session = open_session(context, account.id, user_agent(request))
    return go("/", [(SESSION_COOKIE, session)], secure=secure(request))
