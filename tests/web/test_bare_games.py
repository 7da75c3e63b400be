"""Games that give little beyond their rules: nothing outside reads their pictures by the names of the fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from docs.examples.fox import FOX, FOX_AND_HOUNDS, HOUNDS, START, Ears, Night
from service import matches
from service.app import create_app
from service.engine.game import AnyGame
from service.matches import Context
from service.settings import Settings
from tests.altered import with_info
from tests.engine.test_auction import AUCTION


@dataclass(slots=True, kw_only=True)
class Odd(Ears):
    """Ears whose entries are called what elsewhere means a map, standing orders and a winner."""

    own: int = 3
    contacts: str = "none"
    standing: tuple[str, ...] = ("on one leg",)
    winner: bool = False
    hexes: float = 0.5
    handle: dict[str, int] = field(default_factory=dict)


ODD = replace(
    with_info(FOX_AND_HOUNDS, name="odd"),
    picture=Odd,
    view_type=Odd,
    set_up=lambda scenario, options: Night(pictures={FOX: Odd(fox=START), HOUNDS: Odd()}),
)
BARE = {
    "odd": (ODD, "meadow", {"kind": "slink", "path": ["0203"]}),
    "auction": (AUCTION, "hall", {"kind": "bid", "coins": 2}),
}


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {name: game for name, (game, _, _) in BARE.items()}


@pytest.fixture
def app(settings: Settings, context: Context) -> FastAPI:
    return create_app(settings, context)


@pytest.mark.parametrize("name", BARE)
def test_all_that_a_seat_can_read_is_there_whatever_its_picture_calls_its_entries(
    name: str, context: Context, client: TestClient
):
    game, scenario, order = BARE[name]
    account = matches.make_guest(context)
    client.cookies.set(matches.SESSION_COOKIE, matches.open_session(context, account.id))
    match = matches.open_match(context, account, name, scenario).match_id
    seat = game.info.seats[0]
    api = f"/api/v1/matches/{match}/seats/{seat}"
    sent = client.post(
        f"{api}/orders", json=[order, {"kind": "done"}], headers={"If-Match": '"1"', "Idempotency-Key": "a"}
    )
    assert sent.status_code == 202, sent.text
    for path in (
        "view",
        "options",
        "history?at=2",
        "contacts",
        "letters",
        "standing-orders",
        "standing-orders/rehearsal",
        "log",
    ):
        assert client.get(f"{api}/{path}").status_code == 200, path
    for path in ("", "/history", "/history?at=2", "/contacts", "/figures", "/letters", "/standing-orders"):
        assert client.get(f"/matches/{match}/{seat}{path}").status_code == 200, path
    said: dict[str, Any] = client.get(f"{api}/standing-orders").json()
    assert (said["attendance"], said["answers"]) == ("present", None)
    page = client.get(f"/matches/{match}/{seat}").text
    assert "you are present" in page and "you are on standing orders" not in page
