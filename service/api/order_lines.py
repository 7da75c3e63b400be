"""Order lines: one order a line, as text. A list of them can also be sent, as `POST .../orders` says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastapi import Response
from fastapi.responses import PlainTextResponse

from schemas import wire
from service import matches
from service.api.dependencies import LINES, OF_SHEET, TEXT, Seated, SeenSheet, Text, problems, tag_sheet
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
    TextTooLong,
    VersionNeeded,
)
from service.matches.order_lines import OrderLine
from service.matches.reading import SeatReading

router = router_of("seats", SEAT, problems(NotSignedIn, NotFound))
MAY_FAIL = problems(BadRequest, OutOfScope, BodyTooLarge, Malformed, TextTooLong)
AS_TEXT: dict[int | str, dict[str, Any]] = {200: {"content": {TEXT: {"schema": {"type": "string"}}}}}


@router.get("/sheet/lines", responses=AS_TEXT, response_class=PlainTextResponse)
def read_sheet_lines(context: TheContext, at: Seated) -> PlainTextResponse:
    """What stands on the sheet, one order a line; put on an empty sheet, the text makes the same sheet."""
    return PlainTextResponse(matches.lines_on_sheet(context, matches.read(context, at)))


@router.post("/sheet/lines", openapi_extra=LINES, responses=MAY_FAIL | problems(SheetMovedOn, VersionNeeded) | OF_SHEET)
def put_sheet_lines(
    context: TheContext, at: Seated, version: SeenSheet, text: Text, response: Response
) -> wire.OrderLines:
    """Put order lines on the sheet, below what stands there: those that the rules allow; of the others it is said why.

    Each line is read, and judged, as those before it leave things. What a line can look like is in the `line` of each
    option.
    """
    reading = matches.read(context, at)
    sheet, lines = matches.put_lines(context, at, reading, text, version=version)
    tag_sheet(response, sheet.version)
    return sent(reading, lines)


@router.post("/sheet/lines/preview", openapi_extra=LINES, responses=MAY_FAIL)
def preview_sheet_lines(context: TheContext, at: Seated, text: Text) -> wire.OrderLines:
    """What each order line is, as it would stand below what is on the sheet, and what the rules say to it."""
    reading = matches.read(context, at)
    return sent(reading, matches.preview_lines(context, reading, text))


def sent(reading: SeatReading, lines: Sequence[OrderLine]) -> wire.OrderLines:
    """Lines as the wire has them."""
    return wire.OrderLines(lines=[matches.line_on_the_wire(reading.game, line, reading.in_words) for line in lines])
