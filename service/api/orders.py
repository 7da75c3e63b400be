"""Orders: what a seat asks for."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from fastapi import Response
from starlette.concurrency import run_in_threadpool

from schemas import wire
from service import matches
from service.api.dependencies import (
    ACCEPTED,
    LINES,
    ORDERS,
    IfMatch,
    Key,
    MatchId,
    RawBody,
    SeatName,
    TheCredentials,
    body_of,
    problems,
    seen_version,
    text_of,
    too_often,
)
from service.api.routers import SEAT, router_of
from service.dependencies import TheContext
from service.matches import AtSeat, Context, Credentials
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
    KeyReused, VersionNeeded, Busy,
) | too_often("orders", "anytime")  # fmt: skip
OF_LINES = problems(Malformed, TextTooLong, LinesNotUnderstood, KeyReused)

router = router_of("seats", SEAT, MAY_FAIL)


@router.post(
    "/orders", status_code=202, openapi_extra=body_of(ORDERS), response_model=wire.Accepted, responses=ACCEPTED
)
async def send_orders(
    context: TheContext,
    credentials: TheCredentials,
    match_id: MatchId,
    seat: SeatName,
    body: RawBody,
    if_match: IfMatch = None,
    key: Key = None,
) -> Response:
    """Send a list of orders: all are taken, or none.

    202 says that they are stored; they are worked after.

    What comes of them is told in the log, some time after the answer that is always the same, however much there was to
    work; until then your view is as of the answer, and what you send meanwhile is worked in its turn. `If-Match`
    carries the ETag of the view that you have seen. A request that is sent again with the same `Idempotency-Key` gets
    the answer that it got the first time.
    """

    def take(at: AtSeat, version: int) -> matches.Accepted:
        orders = matches.orders_from_json(matches.game_at(context, at), body)
        return matches.take_orders(context, at, orders, version=version, key=key)

    return await accepted(context, credentials, match_id, seat, if_match, take)


@router.post(
    "/orders/lines", status_code=202, openapi_extra=LINES, response_model=wire.Accepted, responses=ACCEPTED | OF_LINES
)
async def send_order_lines(
    context: TheContext,
    credentials: TheCredentials,
    match_id: MatchId,
    seat: SeatName,
    body: RawBody,
    if_match: IfMatch = None,
    key: Key = None,
) -> Response:
    """Send a text of order lines, one order a line: all are taken, or none, as those of `POST .../orders` are."""

    def take(at: AtSeat, version: int) -> matches.Accepted:
        return matches.take_lines(context, at, text_of(body), version=version, key=key)

    return await accepted(context, credentials, match_id, seat, if_match, take)


async def accepted(
    context: Context,
    credentials: Credentials,
    match_id: str,
    seat: str,
    if_match: str | None,
    take: Callable[[AtSeat, int], matches.Accepted],
) -> Response:
    """The answer to orders that one who may has sent for the version that they say.

    All that may wait for the database is done in one thread: to find one takes longer than most of it.
    """

    def taken() -> matches.Accepted:
        at = matches.at_seat(context, credentials, match_id, seat)
        return take(at, seen_version(if_match))

    answer = wire.Accepted.model_validate(await run_in_threadpool(taken))
    return Response(answer.model_dump_json(), 202, when_to_look(context), "application/json")


def when_to_look(context: Context) -> dict[str, str]:
    """The header that says after how many seconds something is to be read, if anything is; the same for all orders."""
    return {} if context.pace is None else {"Retry-After": str(ceil(context.pace + matches.LEEWAY))}
