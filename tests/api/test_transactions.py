"""How often the API asks the database: what one request reads is of one moment."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from fastapi.routing import APIRoute

from service.app import create_app
from service.matches import Context
from service.settings import Settings
from tests.client import TestClient
from tests.service_fixtures import sit_down

NOT_THERE = (
    "/review",
    "/{handle}",
    "/line-of-sight",
    "/{number}",
    "/{token}",
    "/{link}",
    "/v1/wishes",
    "/arbitration",
    "/moderation",
)
"""What there is only later in a match, or not in the toy game: that it is not there is found in one look, too."""
QUERY = {"/line-of-sight": "?a=11&b=12", "/destinations": "?unit=token", "/log": "?after=1", "/history": "?at=1"}
NAMES = {
    "game": "toy",
    "scenario": "yard",
    "seat": "north",
    "number": "1",
    "handle": "E1",
    "token": "x",
    "link": "x",
    "channel": "webhook",
}


@pytest.fixture
def visitor(settings: Settings, context: Context) -> TestClient:
    """A client of a server without a clock, which would look into the database too."""
    return TestClient(create_app(settings, context))


def test_what_is_asked_of_the_api_is_read_in_one_transaction(
    context: Context, visitor: TestClient, begun: Counter[str]
):
    """Who asks is looked up in it, too; what is printed, such as rules, asks no database."""
    north = sit_down(context, visitor)["north"]
    read = 0
    for route in visitor.app.routes:
        ours = (
            isinstance(route, APIRoute)
            and route.include_in_schema
            and not route.path.endswith("/live/events")  # which is answered for as long as anybody listens
            and route.endpoint.__module__.startswith("service.api.")
        )
        if not ours or route.methods != {"GET"}:
            continue
        path = route.path.format(**NAMES, match_id=north.match_id)
        query = next((said for end, said in QUERY.items() if route.path.endswith(end)), "")
        begun.clear()
        answer = visitor.get(f"{path}{query}", headers=north.headers)
        assert answer.status_code == (404 if route.path.endswith(NOT_THERE) else 200), route.path
        assert begun == ({} if "/games" in route.path or route.path.endswith("/version") else {"reads": 1}), route.path
        read += begun["reads"]
    assert read > 20


def test_what_is_sent_is_read_in_one_transaction_and_written_in_one(
    settings: Settings, context: Context, begun: Counter[str]
):
    """What a request reads before it writes, who asks among it, is of one moment."""
    slow = replace(context, pace=1.0)
    north = sit_down(slow, TestClient(create_app(settings, slow)))["north"]
    seat = f"/api/v1/matches/{north.match_id}/seats/north"
    hide = [{"kind": "hide", "hex": "13"}]

    def sent(method: str, path: str, **what: Any) -> Counter[str]:
        headers = {**north.headers, **what.pop("headers", {})}
        begun.clear()
        answer = north.client.request(method, path, headers=headers, **what)
        assert answer.is_success, answer.text
        return Counter(begun)

    version = {"If-Match": north.client.get(f"{seat}/view", headers=north.headers).headers["etag"]}
    once_each = {"reads": 1, "writes": 1}
    assert sent("POST", f"{seat}/sheet/preview") == {"reads": 1}, "what stands on the sheet"
    assert sent("POST", f"{seat}/sheet/preview", json=hide) == {"reads": 1}
    assert sent("PUT", f"{seat}/sheet", json=hide) == once_each
    as_text = {"content": "hide 13", "headers": {"Content-Type": "text/plain"}}
    assert sent("POST", f"{seat}/sheet/lines/preview", **as_text) == {"reads": 1}
    assert sent("POST", f"{seat}/sheet/lines", **as_text) == once_each
    assert sent("PUT", f"{seat}/sheet", json=[]) == once_each
    assert (
        sent("POST", f"{seat}/orders/lines", content="hide 13", headers={**version, "Content-Type": "text/plain"})
        == once_each
    )
    version = {"If-Match": north.client.get(f"{seat}/view", headers=north.headers).headers["etag"]}
    assert sent("POST", f"{seat}/orders", json=[{"kind": "done"}], headers=version) == once_each
