"""Two of the server's bots play the campaigns of 1776 over HTTP, from January 1776 to a result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

import httpx
import pytest
from fastapi import FastAPI

from bench.contests import CAMPAIGN1776 as CONTEST
from bench.duels import service
from service.bots.campaign1776 import General
from service.engine.game import AnyGame
from service.games.campaign1776.game import CAMPAIGN1776
from service.matches import Context
from tests.service_fixtures import at_both_seats

MOST_LOOKS = 20_000


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"campaign1776": CAMPAIGN1776}


@pytest.fixture
def http(app: FastAPI, context: Context) -> Iterator[httpx.Client]:
    with at_both_seats(app, context) as client:
        yield client


@pytest.mark.soak
@pytest.mark.parametrize("scenario", ["northern-war-1777", "northern-war"])
def test_two_bots_play_a_campaign_to_a_result(http: httpx.Client, scenario: str):
    """With the whole war France comes in, and her fleets with her; next to nothing that is ordered is refused."""
    answer = http.post("/api/v1/matches", json={"game": "campaign1776", "scenario": scenario})
    match_id = answer.raise_for_status().json()["match_id"]
    players = {seat: General(http, match_id, seat) for seat in CAMPAIGN1776.info.seats}
    for _ in range(MOST_LOOKS):
        acted = [player.act() for player in players.values()]
        if all(player.ended for player in players.values()):
            break
        assert any(acted) or any(player.ended for player in players.values()), "nobody is asked, and it is not over"
    view = http.get(f"{players['British'].path}/view").json()["view"]
    print(scenario, view["verdict"], view["score"], view["turn"], {s: p.refused for s, p in players.items()})
    assert view["ended"] and view["verdict"] in ("British", "American", "draw")
    assert all(sum(player.refused.values()) <= 0.01 * sum(player.met.values()) for player in players.values())
    if scenario == "northern-war":
        assert view["public"]["allied"] and players["American"].met["bring-fleets"]


class Noted(General):
    """Its players are at hand after the match."""

    all_of_them: ClassVar[dict[str, General]] = {}

    def __init__(self, http: httpx.Client, match_id: str, seat: str) -> None:
        super().__init__(http, match_id, seat)
        self.all_of_them[seat] = self


@pytest.mark.soak
def test_two_bots_play_the_whole_war_through_its_last_month():
    """By one of the seeds of docs/balance.md with which the British side still holds a town then."""
    with service(replace(CONTEST, player=Noted, scenario="northern-war")) as play:
        for seed in ("northern-war 7", "northern-war 8", "northern-war 0"):
            result, british = play(seed, {}), Noted.all_of_them["British"]
            view = british.http.get(f"{british.path}/view").json()["view"]
            print(seed, view["turn"], result["score"], result["winner"], result["refused"])
            assert view["ended"] and view["public"]["allied"] and not any(result["refused"].values())
            if view["turn"] == 72:
                assert Noted.all_of_them["American"].met["bring-fleets"] and view["verdict"]
                return
    raise AssertionError("none of them came to month 72")
