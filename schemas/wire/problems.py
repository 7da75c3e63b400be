"""What went wrong."""

from __future__ import annotations

from schemas.wire.base import ResponseModel


class Misplaced(ResponseModel):
    """What is wrong at one place of a request."""

    place: list[str | int]
    reason: str


class Problem(ResponseModel):
    """RFC 9457; `rule` is the rule that says so, `rule_url` the page of this house where a game's rule can be read.

    `index` is the refused order's place in its list; `code` says which kind of refusal it is.
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
