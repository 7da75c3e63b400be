"""Standing orders, answers given in advance and whether they are used; and all orders that are lawful at any time."""

from __future__ import annotations

from fastapi import APIRouter, Response

from schemas import wire
from service import matches
from service.api.dependencies import (
    ACCEPTED,
    ANYTIME_ORDERS,
    OF_VIEW,
    Key,
    RawBody,
    Seated,
    SeenVersion,
    TheContext,
    body_of,
    problems,
    tag,
)
from service.api.orders import MAY_FAIL, say_when
from service.api.view import lines_written, plain
from service.matches.errors import NotFound, NotSignedIn
from service.matches.rehearsal import rehearsed

router = APIRouter(prefix="/matches/{match_id}/seats/{seat}", tags=["seats"], responses=problems(NotSignedIn, NotFound))


@router.get("/standing-orders", responses=OF_VIEW)
def read_standing_orders(context: TheContext, at: Seated, response: Response) -> wire.StandingOrders:
    """Whether you are asked in the turns of others or answered for, and what you have said in advance."""
    found = matches.standing_orders(context, at)
    tag(response, found.version)
    return wire.StandingOrders(
        version=found.version,
        attendance=found.attendance,
        lines=lines_written(found.game, found.lines),
        anytime=[plain(option, found.game) for option in found.anytime],
        exchanges=wire.Meter.model_validate(found.exchanges),
    )


@router.get("/standing-orders/rehearsal")
def rehearse_standing_orders(context: TheContext, at: Seated) -> wire.Rehearsals:
    """What your standing orders would have answered to the latest questions, with what you knew then."""
    return wire.Rehearsals(questions=[wire.Rehearsal.model_validate(found) for found in rehearsed(context, at)])


@router.post("/anytime-orders", status_code=202, openapi_extra=body_of(ANYTIME_ORDERS), responses=MAY_FAIL | ACCEPTED)
def send_anytime_orders(
    context: TheContext, at: Seated, version: SeenVersion, body: RawBody, response: Response, key: Key = None
) -> wire.Accepted:
    """Send orders that are lawful at any heading, standing orders among them, and no others: they are worked after."""
    orders = matches.orders_from_json(matches.game_at(context, at), body)
    accepted = matches.take_anytime_orders(context, at, orders, version=version, key=key)
    say_when(context, response)
    return wire.Accepted.model_validate(accepted)
