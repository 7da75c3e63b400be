"""An order with something else in one of its fields, over HTTP: a clean answer, no fault."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from shutil import copyfile
from typing import Any

from service.app import create_app
from service.engine.game import AnyGame
from service.matches import Context, make_guest
from service.matches.context import hashed
from service.matches.rate_limits import RateLimits
from service.settings import Settings
from service.store import Store
from tests.client import TestClient


@contextmanager
def served(game: AnyGame, scenario: str, seat: str, empty: Path, folder: Path) -> Iterator[tuple[TestClient, str]]:
    """A match of a game served, and the path of a seat of it."""
    settings = Settings(database_url=f"sqlite:///{copyfile(empty, folder / 'sitrep.db')}")
    context = Context(
        Store(settings.url, {game.info.name: game}), rate_limits=RateLimits({"orders": "1000000 per minute"})
    )
    account, token = make_guest(context), context.new_token()
    with context.store.work() as work:
        work.accounts.add_token(hashed(token), account.id, "test", context.clock())
    with TestClient(create_app(settings, context), headers={"Authorization": f"Bearer {token}"}) as client:
        opened = client.post("/api/v1/matches", json={"game": game.info.name, "scenario": scenario})
        yield client, f"/api/v1/matches/{opened.json()['match_id']}/seats/{seat}"


def kinds_of(game: AnyGame) -> list[str]:
    """The game's own kinds of orders."""
    return sorted(set(game.orders_by_kind) - {"attend", "done"})


def spoilt(
    at: tuple[TestClient, str], game: AnyGame, kind: str, lawful: Mapping[str, Any], odd: Sequence[str], every: int
) -> None:  # fmt: skip
    """In each field one in so many of the odd values, in the next the following ones."""
    client, path = at
    before, taken = client.get(f"{path}/view"), 0
    version = before.headers["ETag"]
    names = [field.name for field in fields(game.orders_by_kind[kind]) if field.name != "kind"]
    for number, name in enumerate([*names, "more"], kinds_of(game).index(kind)):
        others = {other: lawful[other] for other in names if other != name and other in lawful}
        opening = json.dumps({"kind": kind, **others})[:-1]
        for value in odd[number % every :: every]:
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
