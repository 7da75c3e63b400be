"""What the rules refuse."""

from __future__ import annotations

from schemas.wire.base import ResponseModel


class Refusal(ResponseModel):
    """What the rules say against an order, and which rule says it: the same members as in a problem.

    `rule_url` is the page of this server where the rule can be read; `code` says which kind of refusal it is, in a game
    that tells them apart; `index` is the refused order's place in its list, counted from 0.
    """

    detail: str
    rule: str
    rule_url: str | None = None
    code: str | None = None
    index: int | None = None
