"""How often the API asks the database: what one request reads is of one moment."""

from __future__ import annotations

from collections import Counter

import pytest

from service.api.description import all_routes
from service.app import create_app
from service.matches import Context
from service.settings import Settings
from tests.client import TestClient
from tests.service_fixtures import sit_down

NOT_THERE = ("/review", "/{handle}", "/line-of-sight", "/{number}", "/{token}")
"""What there is only later in a match, or not in the toy game: that it is not there is found in one look, too."""
QUERY = {"/line-of-sight": "?a=11&b=12", "/destinations": "?unit=token", "/log": "?after=1", "/history": "?at=1"}
NAMES = {"game": "toy", "scenario": "yard", "seat": "north", "number": "1", "handle": "E1", "token": "x"}


@pytest.fixture
def visitor(settings: Settings, context: Context) -> TestClient:
    """A client of a house without a clock, which would look into the database too."""
    return TestClient(create_app(settings, context))


def test_what_is_asked_of_the_api_is_read_in_one_transaction(
    context: Context, visitor: TestClient, begun: Counter[str]
):
    """Who asks is looked up in it, too; what is printed, such as rules, asks no database."""
    north = sit_down(context, visitor)["north"]
    read = 0
    for route in all_routes(visitor.app.routes):
        ours = route.include_in_schema and route.endpoint.__module__.startswith("service.api.")
        if not ours or route.methods != {"GET"}:
            continue
        path = route.path.format(**NAMES, match_id=north.match_id)
        query = next((said for end, said in QUERY.items() if route.path.endswith(end)), "")
        begun.clear()
        answer = visitor.get(f"/api/v1{path}{query}", headers=north.headers)
        assert answer.status_code == (404 if route.path.endswith(NOT_THERE) else 200), route.path
        assert begun == ({} if "/games" in route.path else {"reads": 1}), route.path
        read += begun["reads"]
    assert read > 20
