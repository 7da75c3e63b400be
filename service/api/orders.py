"""Orders: what a seat asks for."""

from __future__ import annotations

from fastapi import APIRouter

from schemas import wire
from service import matches
from service.api.doors import ORDERS, Key, RawBody, Seated, SeenVersion, TheDesk, body_of, problems, too_often
from service.matches.errors import (
    BadRequest,
    BodyTooLarge,
    Busy,
    KeyReused,
    Malformed,
    NotFound,
    NotSignedIn,
    OutOfScope,
    PictureMovedOn,
    RulesRefuse,
    VersionNeeded,
)

MAY_FAIL = problems(
    BadRequest, NotSignedIn, OutOfScope, NotFound, RulesRefuse, PictureMovedOn, BodyTooLarge, Malformed, KeyReused,
    VersionNeeded, Busy,
) | too_often("orders")  # fmt: skip

router = APIRouter(prefix="/matches/{match_id}/seats/{seat}", tags=["seats"], responses=MAY_FAIL)


@router.post("/orders", status_code=202, openapi_extra=body_of(ORDERS))
def send_orders(desk: TheDesk, at: Seated, version: SeenVersion, body: RawBody, key: Key = None) -> wire.Accepted:
    """Send one order or a list: all are taken, or none. What comes of them is told in the log.

    `If-Match` carries the ETag of the view that you have seen. A request that is sent again with the same
    `Idempotency-Key` gets the answer that it got the first time.
    """
    orders = matches.orders_from_json(matches.rules_at(desk, at), body)
    return wire.Accepted.model_validate(matches.take_orders(desk, at, orders, version=version, key=key))
