"""What routes have in common: the context, who is asking, at which seat, and the version that they have seen."""

from __future__ import annotations

import re
from typing import Annotated, Any

from fastapi import Depends, Header, Path, Query, Request, Response
from limits import parse
from starlette.requests import HTTPConnection

from schemas.orders import MOST_ORDERS
from service import matches
from service.dependencies import IDEMPOTENCY_KEY, READ_ONLY, TheContext
from service.matches import Account, AtSeat, Credentials
from service.matches.errors import Malformed, Problem, TooOften, VersionNeeded
from service.matches.order_lines import LONGEST_ORDER_TEXT
from service.matches.rate_limits import LIMITS, WHY, often
from service.settings import Limited

ETAG = re.compile(r'"(s?)(\d{1,10})"')


async def credentials_of(connection: HTTPConnection) -> Credentials:
    """A bearer token, if one is brought; else cookies."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        looks = connection.scope.get("method", "GET") in READ_ONLY
        return Credentials(bearer=token.strip(), only_looks=looks)
    return Credentials(cookies=connection.cookies)


TheCredentials = Annotated[Credentials, Depends(credentials_of)]


def player(context: TheContext, credentials: TheCredentials) -> Account:
    return matches.who(context, credentials)


MatchId = Annotated[str, Path(max_length=64)]
SeatName = Annotated[str, Path(max_length=64)]


def seated(context: TheContext, credentials: TheCredentials, match_id: MatchId, seat: SeatName) -> AtSeat:
    return matches.at_seat(context, credentials, match_id, seat)


Player = Annotated[Account, Depends(player)]
Seated = Annotated[AtSeat, Depends(seated)]


async def raw_body(request: Request) -> bytes:
    return await request.body()


RawBody = Annotated[bytes, Depends(raw_body)]
"""A body that the game's own forms will read."""


def text_of(body: RawBody) -> str:
    """A body that is text, in UTF-8. Raises Malformed."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        raise Malformed([([], "The text is not in UTF-8.")]) from None
    if "\0" in text:
        raise Malformed([([], "A text holds NUL.")])
    return text


Text = Annotated[str, Depends(text_of)]
"""A body of order lines."""
TEXT = "text/plain"

After = Annotated[int, Query(ge=0, le=2**31 - 1, description="Only entries with numbers above this.")]
Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key", min_length=1, max_length=128, pattern=f"^{IDEMPOTENCY_KEY}$",
        description="A key of your own, kept as long as the match: the same request sent again with it gets the first "
        "answer again and does nothing; another request with it is a 422.",
    ),
]  # fmt: skip
"""The client's key of a request: sent again, it gets the first answer again."""


VIEW_TAG, SHEET_TAG = r'^"[0-9]{1,10}"$', r'^"s[0-9]{1,10}"$'
# As they are described only: to another If-Match the answer is VersionNeeded, not a complaint of its form.
IfMatch = Annotated[
    str | None,
    Header(
        alias="If-Match",
        description="The ETag of the view that you have seen; without it the answer is 428.",
        json_schema_extra={"pattern": VIEW_TAG},
    ),
]
IfSheetMatches = Annotated[
    str | None,
    Header(
        alias="If-Match",
        description="The ETag of the sheet that you have seen, to write over no other.",
        json_schema_extra={"pattern": SHEET_TAG},
    ),
]


def seen_version(if_match: str | None) -> int:
    """The version of the view that an `If-Match` says its caller has seen. Raises VersionNeeded."""
    found = ETAG.fullmatch(if_match or "")
    if found is None or found[1]:
        raise VersionNeeded()
    return int(found[2])


async def seen_sheet(if_match: IfSheetMatches = None) -> int | None:
    """The version of the sheet that the caller has seen, if they say. Raises VersionNeeded if it is unreadable."""
    if if_match is None:
        return None
    found = ETAG.fullmatch(if_match)
    if found is None or not found[1]:
        raise VersionNeeded("If-Match takes the ETag of the sheet.")
    return int(found[2])


SeenSheet = Annotated[int | None, Depends(seen_sheet)]


def tag(response: Response, version: int) -> None:
    """The ETag of a seat's view: the length of its log."""
    response.headers["ETag"] = f'"{version}"'


def tag_sheet(response: Response, version: int) -> None:
    """The sheet's own."""
    response.headers["ETag"] = f'"s{version}"'


# ---- what the documentation says


def problems(*kinds: type[Problem]) -> dict[int | str, dict[str, Any]]:
    """The problems that a route may answer with; of those with one status, what each says."""
    found: dict[int | str, dict[str, Any]] = {}
    for kind in sorted(dict.fromkeys(kinds), key=lambda kind: kind.status):
        before = found.get(kind.status)
        found[kind.status] = {
            "description": f"{before['description']} Or: {kind.title}" if before else kind.title,
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
            **({"headers": HEADERS_OF[kind.status]} if kind.status in HEADERS_OF else {}),
        }
    return found


def too_often(*limits: Limited) -> dict[int | str, dict[str, Any]]:
    """The problem of whoever asks too often, with how often they may."""
    found = problems(TooOften)
    counts = "; ".join(f"at most {often(parse(LIMITS[limit]))} {WHY[limit]}" for limit in limits)
    found[TooOften.status]["description"] += f" Where the server has set nothing else: {counts}."
    return found


def etag(about: str, pattern: str) -> dict[int | str, dict[str, Any]]:
    """An answer that bears a version."""
    header = {"required": True, "description": about, "schema": {"type": "string", "pattern": pattern}}
    return {200: {"headers": {"ETag": header}}}


LINES = {
    "requestBody": {
        "required": True,
        "content": {TEXT: {"schema": {"type": "string", "maxLength": LONGEST_ORDER_TEXT}}},
    }
}
"""The documentation of a body of order lines."""


def body_of(schema: dict[str, Any], *, required: bool = True) -> dict[str, Any]:
    """The documentation of a body that the game's own forms read."""
    return {"requestBody": {"required": required, "content": {"application/json": {"schema": schema}}}}


SECONDS = {
    "required": True,
    "description": "Seconds to wait before the next try.",
    "schema": {"type": "integer", "minimum": 1},
}
HEADERS_OF = {
    401: {"WWW-Authenticate": {"required": True, "schema": {"type": "string", "const": 'Bearer realm="sitrep"'}}},
    429: {"Retry-After": SECONDS},
    503: {"Retry-After": SECONDS},
}
ACCEPTED: dict[int | str, dict[str, Any]] = {
    202: {
        "headers": {
            "Retry-After": {
                "description": "Seconds after which what came of the orders has been told, if there is anything to "
                "tell: the same for all orders. Where orders are worked at once it is left out.",
                "schema": {"type": "integer", "minimum": 1},
            }
        }
    }
}
"""The answer to orders that were accepted."""
OF_VIEW = etag("The version of this seat's view, which is its log's length: for `If-Match` of its orders.", VIEW_TAG)
OF_SHEET = etag("The version of the sheet: for `If-Match` when it is written anew.", SHEET_TAG)

ORDER = {"$ref": "#/components/schemas/AnyOrder"}
ORDERS = {"type": "array", "items": ORDER, "minItems": 1, "maxItems": MOST_ORDERS}
SHEET = {"type": "array", "items": ORDER, "maxItems": MOST_ORDERS}
