"""Two players at random play a scenario over HTTP, from the first question to the verdict.

They are strict: an order out of an option that is refused, and any answer beyond taken, refused and moved on, raises.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import httpx
import pytest
from fastapi import FastAPI

from service.bots.random_player import RandomPlayer
from service.engine.game import AnyGame
from service.games.korsun.game import KORSUN
from service.matches import Context
from tests.service_fixtures import at_both_seats

MOST_LOOKS = 5_000


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"korsun": KORSUN}


@pytest.fixture
def http(app: FastAPI, context: Context) -> Iterator[httpx.Client]:
    with at_both_seats(app, context) as client:
        yield client


@pytest.mark.soak
@pytest.mark.parametrize(("scenario", "seed"), [
    ("korsun-first", 0), ("korsun-first", 1), ("korsun-first", 2), ("korsun-intro", 0), ("korsun-full", 0),
])  # fmt: skip
def test_two_bots_play_a_scenario_to_a_level_of_victory(http: httpx.Client, scenario: str, seed: int):
    answer = http.post("/api/v1/matches", json={"game": "korsun", "scenario": scenario})
    match_id = answer.raise_for_status().json()["match_id"]
    players = [RandomPlayer(http, match_id, seat, seed=seed) for seat in KORSUN.info.seats]
    for _ in range(MOST_LOOKS):
        acted = [player.act() for player in players]
        if all(player.ended for player in players):
            break
        assert any(acted) or any(player.ended for player in players), "nobody is asked, and it is not over"
    view = http.get(f"{players[0].path}/view").json()["view"]
    assert view["ended"] and view["verdict"]
