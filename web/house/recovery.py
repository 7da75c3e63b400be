"""A way back in by mail, for whoever has lost a password, or the browser with a guest's seat."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from service.dependencies import TheContext, client_address
from service.matches import Account, Context
from service.matches.errors import Malformed, NoMail, TooOften
from service.matches.recovery import ask_way_back
from web.house.accounts import reasons
from web.parts.dependencies import Person, Sent, text
from web.parts.render import page

router = APIRouter(include_in_schema=False)


@router.get("/way-back")
def way_back_page(context: TheContext, me: Person) -> Response:
    """The form; on a server without mail, who helps instead."""
    return shown(context, me)


@router.post("/way-back")
def way_back_asked(request: Request, context: TheContext, me: Person, sent: Sent) -> Response:
    """Have a link sent; the page says the same whether the address is known here or not."""
    address = text(sent, "address")
    try:
        ask_way_back(context, address, client_address=client_address(request))
    except (Malformed, NoMail, TooOften) as problem:
        said = reasons(problem) if isinstance(problem, Malformed) else problem.detail or problem.title
        return shown(context, me, address=address, problem=said, status=problem.status)
    return shown(context, me, asked=address.strip())


def shown(
    context: Context,
    me: Account | None,
    *,
    address: str = "",
    asked: str = "",
    problem: str = "",
    status: int = 200,
) -> Response:
    """The page."""
    return page(
        "way_back.html", status=status, person=me, sends=context.mail is not None, address=address, asked=asked,
        problem=problem,
    )  # fmt: skip
