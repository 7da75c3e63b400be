"""What every page asks first: who is there, at which seat, and what the form said."""

from __future__ import annotations

import re
from typing import Annotated
from urllib.parse import quote

from fastapi import Depends, Request
from starlette.datastructures import FormData
from starlette.requests import HTTPConnection

from schemas.plain_json import UNFIT
from service.dependencies import IDEMPOTENCY_KEY, TheContext
from service.matches import Account, AtSeat, Credentials, at_seat, who
from service.matches.errors import BadRequest, Malformed, NotSignedIn

KEY = re.compile(IDEMPOTENCY_KEY)


async def credentials_of(connection: HTTPConnection) -> Credentials:
    """Pages know a browser by its cookies only. This waits for nobody, and so takes no thread."""
    return Credentials(cookies=connection.cookies)


TheCredentials = Annotated[Credentials, Depends(credentials_of)]


def person(context: TheContext, credentials: TheCredentials) -> Account | None:
    """Who is signed in, if anybody."""
    try:
        return who(context, credentials)
    except NotSignedIn:
        return None


Person = Annotated[Account | None, Depends(person)]


def seated(context: TheContext, credentials: TheCredentials, match_id: str, seat: str) -> AtSeat:
    """The seat in the path, for whoever may sit there."""
    return at_seat(context, credentials, match_id, seat)


Seated = Annotated[AtSeat, Depends(seated)]


async def sent(request: Request) -> FormData:
    """The fields of the form that was sent; files are none of ours, nor text that is none. Raises Malformed."""
    try:
        form = await request.form(max_files=0, max_fields=200)
    except UnicodeError:  # in whatever encoding it says that it is
        raise BadRequest() from None
    if any(not isinstance(value, str) or UNFIT.search(name + value) for name, value in form.multi_items()):
        raise Malformed([([], "A text holds NUL or half a character.")])
    return form


Sent = Annotated[FormData, Depends(sent)]


def user_agent(request: Request) -> str:
    """What the browser calls itself."""
    return request.headers.get("user-agent", "")


def text(form: FormData, name: str, otherwise: str = "") -> str:
    """One field of a form as text."""
    value = form.get(name)
    return value if isinstance(value, str) else otherwise


def whole(form: FormData, name: str, otherwise: int = 0) -> int:
    """One field of a form as a whole number, not negative."""
    return whole_number(text(form, name), otherwise)


def whole_number(said: str, otherwise: int = 0) -> int:
    """What an address or a form says as a whole number, not negative, and no bigger than a log is long."""
    return int(said) if said.isdecimal() and len(said) < 10 else otherwise


def key(form: FormData) -> str | None:
    """The key of a form that is not to be done twice. Raises Malformed."""
    said = text(form, "key")
    if said and not KEY.fullmatch(said):
        raise Malformed([(["key"], "A key has 1 to 128 letters, digits and symbols.")])
    return said or None


def here(request: Request) -> str:
    """The address of this server, of which links are made: SITREP_URL, or else the one that the request came to."""
    site: str = request.app.state.context.site
    return site or str(request.base_url).rstrip("/").replace("//0.0.0.0", "//127.0.0.1").replace("//[::]", "//[::1]")


def secure(request: Request) -> bool:
    """Whether cookies are to travel by HTTPS only."""
    return request.url.scheme == "https" or bool(getattr(request.app.state, "secure_cookies", False))


def seat_page(match_id: str, seat: str) -> str:
    """The address of a seat's match page."""
    return f"/matches/{quote(match_id, safe='')}/{quote(seat, safe='')}"


def live_socket(match_id: str, seat: str, version: int, beside: str) -> str:
    """The address of the socket that nudges a page of this seat, which shows this version and what lies beside it."""
    return f"/api/v1/matches/{match_id}/seats/{seat}/live/page?after={version}&beside={beside}"


def lobby_page(match_id: str) -> str:
    """The address of a match's lobby."""
    return f"/matches/{quote(match_id, safe='')}"


def arbitration_page(match_id: str) -> str:
    """The address of a match's page for its arbiter."""
    return f"{lobby_page(match_id)}/arbitration"


def moderation_page(match_id: str) -> str:
    """The address of a match's page for its moderator."""
    return f"{lobby_page(match_id)}/moderation"


def local(address: str) -> str:
    """An address of this server, or the home page."""
    return address if address.startswith("/") and not address.startswith(("//", "/\\")) else "/"
