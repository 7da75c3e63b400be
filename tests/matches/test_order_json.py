"""What a page's form describes has to be as fit for the wire as JSON has."""

from __future__ import annotations

from typing import Any

import pytest

from service.matches import orders_from_plain
from service.matches.errors import Malformed
from tests.toy import TOY


@pytest.mark.parametrize(
    "order",
    [
        {"kind": "hide", "hex": "1\x002"},
        {"kind": "hide", "hex": "\ud800"},
        {"kind": "hide", "hex": "1" * 4001},
        {"kind": "creep", "path": ["12"] * 1001},
        {"kind": "hide", "hex": float("nan")},
        {"kind": "hide", "hex": 10**4000},
    ],
    ids=["NUL", "lone surrogate", "too long", "too many", "NaN", "too big"],
)
def test_a_form_can_bring_nothing_that_json_cannot(order: dict[str, Any]):
    with pytest.raises(Malformed):
        orders_from_plain(TOY, [order])


def test_what_is_fit_is_read():
    [order] = orders_from_plain(TOY, [{"kind": "hide", "hex": "12"}])
    assert order.kind == "hide"
