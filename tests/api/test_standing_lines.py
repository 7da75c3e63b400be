"""What a seat has said in advance is read in one place in every game, and is of the type that its schema names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from fastapi import FastAPI
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from service.engine.game import AnyGame
from service.games.shelf import GAMES
from service.matches import Context
from tests.client import TestClient
from tests.service_fixtures import sit_down


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return GAMES


HELD = {"then": "hold", "at": "both", "bases": ["A-SQ1"], "crosses": ["0507", "0607"]}
SAID: Mapping[str, tuple[str, str, list[dict[str, Any]]]] = {
    "ndc": ("kaltenbach", "US", [
        {"kind": "add-attack-line", "type": "assault", "fire": 2}, {"kind": "set-standing-orders", "most_ew": 1},
    ]),
    "skirmish": ("moulin-basset", "allied", [{"kind": "set-fire-plan", "lines": [HELD]}]),
}  # fmt: skip


@pytest.mark.parametrize("game", SAID)
def test_what_was_said_in_advance_is_read_back_as_it_is_described(
    game: str, app: FastAPI, context: Context, client: TestClient
):
    scenario, seat, orders = SAID[game]
    player = sit_down(context, client, game, scenario)[seat]
    seen = player.get("standing-orders").json()["version"]
    put = player.post("orders", orders, If_Match=f'"{seen}"')
    assert put.status_code == 202, put.text
    given = player.get("standing-orders").json()["given"]
    if game == "ndc":
        assert (given["attacks"][0]["fire"], given["retreats"], given["most_ew"]) == (2, [], 1)
    else:
        assert [{name: line[name] for name in HELD} for line in given] == [HELD]
    registry = Registry().with_resource("urn:sitrep", DRAFT202012.create_resource(app.openapi()))
    described = Draft202012Validator(
        {"$ref": "urn:sitrep#/components/schemas/StandingOrders/properties/given"}, registry=registry
    )
    described.validate(given)
    assert not described.is_valid(["anything"])
    assert "standing" not in player.view()["view"], "read in one place"
