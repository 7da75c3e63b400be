"""Two bots of 1776 at the seats of a practice match of a served house, from the first month on.

The suite plays them in process (`tests/bots`). All four scenarios come to a result, the campaign
after 72 months; nothing is refused on the way.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from service.bots.campaign1776 import General
from service.games.campaign1776.game import CAMPAIGN1776
from tests.api.test_random_play import Served, signed_in

pytestmark = pytest.mark.soak
MOST_SECONDS = 60.0
"""The most for a month of the match."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("house")) as served:
        yield served


@pytest.mark.parametrize("scenario", CAMPAIGN1776.info.scenarios)
def test_two_bots_play_a_scenario_over_http_to_a_result(service: Served, scenario: str):
    with signed_in(service.url, f"two at {scenario}") as http:
        answer = http.post("/api/v1/matches", json={"game": "campaign1776", "scenario": scenario})
        assert answer.status_code == 201, answer.text
        match = answer.json()["match_id"]
        players = [General(http, match, seat) for seat in CAMPAIGN1776.info.seats]
        turns = CAMPAIGN1776.info.scenarios[scenario].turns
        until = time.monotonic() + MOST_SECONDS * turns
        while not all(player.ended for player in players) and time.monotonic() < until:
            acted = [player.act() for player in players]
            if not any(acted):
                time.sleep(0.01)
        view = players[0].get("/view").json()["view"]
    print(f"{scenario}: month {view['turn']} of {turns}, {view['verdict'] or 'no result yet'}, score {view['score']}")
    assert not any(player.refused for player in players)
    assert view["verdict"], f"month {view['turn']} of {turns}"
