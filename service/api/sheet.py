"""The sheet: where a seat writes its orders before it sends them."""

from __future__ import annotations

from fastapi import Response

from schemas import wire
from service import matches
from service.api.dependencies import OF_SHEET, SHEET, RawBody, Seated, SeenSheet, body_of, problems, tag_sheet
from service.api.routers import SEAT, router_of
from service.dependencies import TheContext
from service.matches.errors import (
    BadRequest,
    BodyTooLarge,
    Malformed,
    NotFound,
    NotSignedIn,
    OutOfScope,
    SheetMovedOn,
    VersionNeeded,
)

router = router_of("seats", SEAT, problems(NotSignedIn, NotFound))


@router.get("/sheet", responses=OF_SHEET)
def read_sheet(context: TheContext, at: Seated, response: Response) -> wire.Sheet:
    """What stands on the sheet. Its ETag is its own; it has nothing to do with the view's."""
    found = matches.sheet(context, at)
    tag_sheet(response, found.version)
    return wire.Sheet.model_validate(found)


@router.put(
    "/sheet",
    openapi_extra=body_of(SHEET),
    responses=problems(BadRequest, OutOfScope, SheetMovedOn, BodyTooLarge, Malformed, VersionNeeded) | OF_SHEET,
)
def write_sheet(context: TheContext, at: Seated, version: SeenSheet, body: RawBody, response: Response) -> wire.Sheet:
    """Write the sheet anew. Well-formed orders may stand there whatever the rules say of them."""
    orders = matches.orders_from_json(matches.game_at(context, at), body, none=True)
    written = matches.put_sheet(context, at, orders, version=version)
    tag_sheet(response, written.version)
    return wire.Sheet.model_validate(written)


@router.post(
    "/sheet/preview",
    openapi_extra=body_of(SHEET, required=False),
    responses=problems(BadRequest, OutOfScope, BodyTooLarge, Malformed),
)
def preview_sheet(context: TheContext, at: Seated, body: RawBody) -> wire.Preview:
    """What the rules refuse of a list of orders, in turn, by what you know; with no body, of those on the sheet."""
    reading = matches.read(context, at)
    orders = matches.orders_from_json(reading.game, body, none=True) if body else None
    found = matches.preview(context, reading, orders)
    return wire.Preview(refusals=[matches.refusal_on_the_wire(reading.game, one, reading.in_words) for one in found])
