"""Orders: what a seat asks for."""

from __future__ import annotations

from math import ceil

from fastapi import APIRouter, Response

from schemas import wire
from service import matches
from service.api.dependencies import (
    ACCEPTED,
    ORDERS,
    BringsText,
    Key,
    RawBody,
    Seated,
    SeenVersion,
    body_of,
    problems,
    text_of,
    too_often,
)
from service.dependencies import TheContext
from service.matches import Context
from service.matches.errors import (
    BadRequest,
    BodyTooLarge,
    Busy,
    KeyReused,
    LinesNotUnderstood,
    Malformed,
    MatchStopped,
    NotFound,
    NotSignedIn,
    OutOfScope,
    PictureMovedOn,
    RulesRefuse,
    TextTooLong,
    VersionNeeded,
)

MAY_FAIL = problems(
    BadRequest, NotSignedIn, OutOfScope, NotFound, RulesRefuse, MatchStopped, PictureMovedOn, BodyTooLarge, Malformed,
    TextTooLong, LinesNotUnderstood, KeyReused, VersionNeeded, Busy,
) | too_often("orders", "anytime")  # fmt: skip

router = APIRouter(prefix="/matches/{match_id}/seats/{seat}", tags=["seats"], responses=MAY_FAIL)


@router.post("/orders", status_code=202, openapi_extra=body_of(ORDERS, lines=True), responses=ACCEPTED)
def send_orders(
    context: TheContext,
    at: Seated,
    version: SeenVersion,
    body: RawBody,
    is_text: BringsText,
    response: Response,
    key: Key = None,
) -> wire.Accepted:
    """Send a list of orders, or as `text/plain` a text of order lines: all are taken, or none.

    202 says that they are stored; they are worked after.

    What comes of them is told in the log, some time after the answer that is always the same, however much there was to
    work; until then your view is as of the answer, and what you send meanwhile is worked in its turn. `If-Match`
    carries the ETag of the view that you have seen. A request that is sent again with the same `Idempotency-Key` gets
    the answer that it got the first time.
    """
    if is_text:
        accepted = matches.take_lines(context, at, text_of(body), version=version, key=key)
    else:
        orders = matches.orders_from_json(matches.game_at(context, at), body)
        accepted = matches.take_orders(context, at, orders, version=version, key=key)
    say_when(context, response)
    return wire.Accepted.model_validate(accepted)


def say_when(context: Context, response: Response) -> None:
    """Say after how many seconds there is something to be read, if there is anything: it is the same for all orders."""
    if context.pace is not None:
        response.headers["Retry-After"] = str(ceil(context.pace + matches.LEEWAY))
