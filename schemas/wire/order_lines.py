"""Order lines: one order a line, as text."""

from __future__ import annotations

from schemas.wire.base import ResponseModel
from schemas.wire.refusals import Refusal


class LineFault(ResponseModel):
    """Why a line is no order; `meant` is what may have been meant, made of the seat's own words."""

    detail: str
    meant: str | None = None


class OrderLine(ResponseModel):
    """A line of a text, by its number, counted from 1: the `kind` of the order that it is, or why it is none.

    `refusal` says why the rules do not allow the order; its `index` counts the lines that are orders.
    """

    number: int
    text: str
    kind: str | None = None
    fault: LineFault | None = None
    refusal: Refusal | None = None


class OrderLines(ResponseModel):
    """What each line of a text is. Those with neither fault nor refusal stand on the sheet, or would."""

    lines: list[OrderLine]
