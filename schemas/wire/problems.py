"""What went wrong."""

from __future__ import annotations

from schemas.wire.base import ResponseModel
from schemas.wire.order_lines import OrderLine


class Misplaced(ResponseModel):
    """What is wrong at one place of a request."""

    place: list[str | int]
    reason: str


class Problem(ResponseModel):
    """RFC 9457; `rule` is the rule that says so. Where the rules of a game refuse, it has what a Refusal has.

    `lines`: of a text of order lines, those that cannot be given.
    """

    type: str
    title: str
    status: int
    rule: str
    rule_url: str | None = None
    code: str | None = None
    detail: str | None = None
    index: int | None = None
    errors: list[Misplaced] | None = None
    lines: list[OrderLine] | None = None
