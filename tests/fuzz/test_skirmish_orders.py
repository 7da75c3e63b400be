"""Orders of a skirmish with something else in each of their fields, over HTTP: a clean answer, no fault."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest

from service.app import create_app
from service.games.skirmish.game import SKIRMISH
from service.matches import Context, make_guest
from service.matches.context import hashed
from service.matches.rate_limits import RateLimits
from service.settings import Settings
from service.store import Store
from tests.client import TestClient
from tests.fuzz.test_bodies import HOSTILE

LONG = (
    '["0101"' + ', "0101"' * 900 + "]",
    '["A-SQ1"' + ', "A-SQ1"' * 60 + "]",
    '["G-HMG", "G-D1"]',
    '["2199", "0000"]',
)
PLANS = ("[" + ", ".join(["{}"] * 60) + "]", '[{"bases": ["A-SQ1"' + ', "A-SQ1"' * 300 + "]}]", '[{"range_min": 1e30}]',
         '[{"bases": ["G-HMG"]}]', '[{"then": "run"}]')  # fmt: skip
IDS = ('"G-HMG"', '"G-D1"', '"A-SQ1"', '"9999"', '"E1"')
LAWFUL: dict[str, Any] = {
    "base": "A-SQ1", "leader": "A-L1", "target": "1", "weapon": "small arms", "path": ["0505"], "hex": "0505",
    "group": "A-R1", "zone": "north", "battery": "A-BTY", "number": 1, "heading": 2, "watch": True, "lines": [],
}  # fmt: skip


@pytest.fixture(scope="module")
def seat(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, str]]:
    """A match of skirmish served, and the path of the side that is asked first."""
    file = copyfile(empty_database, tmp_path_factory.mktemp("skirmish") / "sitrep.db")
    settings = Settings(database_url=f"sqlite:///{file}")
    context = Context(
        Store(settings.url, {SKIRMISH.info.name: SKIRMISH}), rate_limits=RateLimits({"orders": "1000000 per minute"})
    )
    account, token = make_guest(context), context.new_token()
    with context.store.work() as work:
        work.accounts.add_token(hashed(token), account.id, "test", context.clock())
    with TestClient(create_app(settings, context), headers={"Authorization": f"Bearer {token}"}) as client:
        opened = client.post("/api/v1/matches", json={"game": SKIRMISH.info.name, "scenario": "moulin-basset"})
        yield client, f"/api/v1/matches/{opened.json()['match_id']}/seats/allied"


KINDS = sorted(set(SKIRMISH.orders_by_kind) - {"attend", "done"})


@pytest.mark.parametrize(
    ("kind", "every"), [(kind, every) if every > 1 else pytest.param(kind, every, marks=pytest.mark.soak)
                        for every in (16, 1) for kind in KINDS]
)  # fmt: skip
def test_each_field_of_an_order_with_something_else_in_it(seat: tuple[TestClient, str], kind: str, every: int):
    """In each field one in so many of the odd values, in the next the following ones."""
    client, path = seat
    before, taken = client.get(f"{path}/view"), 0
    version = before.headers["ETag"]
    names = [field.name for field in fields(SKIRMISH.orders_by_kind[kind]) if field.name != "kind"]
    for number, name in enumerate([*names, "more"], KINDS.index(kind)):
        others = {other: LAWFUL[other] for other in names if other != name and other in LAWFUL}
        opening = json.dumps({"kind": kind, **others})[:-1]
        for value in (*HOSTILE, *LONG, *PLANS, *IDS)[number % every :: every]:
            body = f"[{opening}, {json.dumps(name)}: {value}}}]"
            headers = {"Content-Type": "application/json"}
            tried = client.post(f"{path}/sheet/preview", content=body, headers=headers)
            assert tried.status_code in (200, 422), f"{body[:200]}: {tried.status_code} {tried.text}"
            sent = client.post(f"{path}/orders", content=body, headers={**headers, "If-Match": version})
            assert sent.status_code in (202, 409, 422), f"{body[:200]}: {sent.status_code} {sent.text}"
            if sent.status_code == 202:
                taken += 1
                version = client.get(f"{path}/view").headers["ETag"]
    assert taken or client.get(f"{path}/view").content == before.content
