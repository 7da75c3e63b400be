"""Orders: what a seat asks for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import ceil
from typing import Annotated, Any

from fastapi import Depends, Response
from starlette.datastructures import State
from starlette.requests import HTTPConnection

from schemas import wire
from service import matches
from service.api import rounds as together
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
from service.dependencies import OneContext
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

Rounds = together.Rounds[Callable[[Context], matches.Attempt], matches.Accepted]
AT_A_TIME = 32
"""Lists of orders in one round, which is more than may write at a time."""


def order_rounds(app: State) -> Rounds:
    """Where the orders of all requests are taken, by the app's context."""
    return together.Rounds(lambda asked: matches.take_together(app.context, asked), AT_A_TIME)


async def order_rounds_of(connection: HTTPConnection) -> Rounds:
    found: Rounds = connection.app.state.order_rounds
    return found


OrderRounds = Annotated[Rounds, Depends(order_rounds_of)]

router = router_of("seats", SEAT, MAY_FAIL)


@router.post(
    "/orders", status_code=202, openapi_extra=body_of(ORDERS), response_model=wire.Accepted, responses=ACCEPTED
)
async def send_orders(
    context: OneContext,
    rounds: OrderRounds,
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
    return await accepted(context, rounds, (credentials, match_id, seat), if_match, key, list_of(body))


def list_of(body: bytes) -> Callable[[Context], matches.OrdersSent]:
    """A list of orders as JSON."""
    return lambda then: matches.orders_sent(then, partial(matches.orders_from_json, raw=body))


def list_that_says(said: Any) -> Callable[[Context], matches.OrdersSent]:
    """A list of orders as JSON that was read already, and is fit."""
    return lambda then: matches.orders_sent(then, partial(matches.orders_from_said, said=said))


@router.post(
    "/orders/lines", status_code=202, openapi_extra=LINES, response_model=wire.Accepted, responses=ACCEPTED | OF_LINES
)
async def send_order_lines(
    context: OneContext,
    rounds: OrderRounds,
    credentials: TheCredentials,
    match_id: MatchId,
    seat: SeatName,
    body: RawBody,
    if_match: IfMatch = None,
    key: Key = None,
) -> Response:
    """Send a text of order lines, one order a line: all are taken, or none, as those of `POST .../orders` are."""

    def sent(_: Context) -> matches.OrdersSent:
        return matches.lines_sent(text_of(body))

    return await accepted(context, rounds, (credentials, match_id, seat), if_match, key, sent)


async def accepted(
    context: Context,
    rounds: Rounds,
    who: tuple[Credentials, str, str],
    if_match: str | None,
    key: str | None,
    sent: Callable[[Context], matches.OrdersSent],
) -> Response:
    """The answer to orders that one who may has sent for the version that they say, when their round is over."""

    def attempt(then: Context, at: AtSeat) -> matches.Attempt:
        version = seen_version(if_match)
        return matches.Attempt(at, sent(then), version, key)

    answer = wire.Accepted.model_validate(await rounds.ask(matches.Sending(*who, attempt)))
    return Response(answer.model_dump_json(), 202, when_to_look(context), "application/json")


def when_to_look(context: Context) -> dict[str, str]:
    """The header that says after how many seconds something is to be read, if anything is; the same for all orders."""
    return {} if context.pace is None else {"Retry-After": str(ceil(context.pace + matches.LEEWAY))}
