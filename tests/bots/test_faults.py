"""What a bot does where the service is at fault, and where it is busy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from service.bots import host as bot_host
from service.bots import player as bot_player
from service.bots.host import Host
from service.bots.player import MOST_WAITS, HouseAtFault, UnexpectedAnswer, ask
from service.bots.random_player import RandomPlayer
from service.cli import main

LINE = {"match_id": "m", "seat": "north", "game": "toy", "turn": 1, "question": "hiding", "asked_at": "1"}


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long it would have waited."""
    found: list[float] = []
    monkeypatch.setattr(bot_player.time, "sleep", found.append)
    return found


def house(answer: Callable[[httpx.Request], httpx.Response]) -> tuple[httpx.Client, list[str]]:
    """A client of a server that answers so, and the paths it was asked for."""
    asked: list[str] = []

    def handle(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.path)
        return answer(request)

    return httpx.Client(base_url="http://house", transport=httpx.MockTransport(handle)), asked


def test_at_a_fault_it_stops_at_once(pauses: list[float]):
    http, asked = house(lambda _: httpx.Response(500, json={"type": "/api/problems/fault"}))
    with pytest.raises(HouseAtFault, match="a fault of its own"):
        ask(http, "POST", "/api/v1/matches/m/seats/north/orders", json=[])
    assert len(asked) == 1 and not pauses


def test_where_it_is_busy_it_comes_again_when_it_is_asked_to_and_not_for_ever(pauses: list[float]):
    http, asked = house(lambda _: httpx.Response(503, headers={"Retry-After": "17"}))
    assert ask(http, "GET", "/x").status_code == 503
    assert len(asked) == MOST_WAITS + 1 and pauses == [17.0] * MOST_WAITS


def test_it_does_not_wait_an_hour_for_an_answer(pauses: list[float]):
    http, asked = house(lambda _: httpx.Response(429, headers={"Retry-After": "3600"}))
    assert ask(http, "GET", "/x").status_code == 429 and len(asked) == 1 and not pauses


@pytest.mark.parametrize("moved_on", [True, False])
def test_a_unit_that_was_offered_a_moment_ago_and_goes_nowhere_is_a_fault_only_if_nothing_was_told_since(
    moved_on: bool,
):
    tags = iter(['"1"', '"2"' if moved_on else '"1"'])

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("/destinations"):
            return httpx.Response(409, json={"rule": "TOY-MOV-01"})
        return httpx.Response(200, json={"options": [], "anytime_kinds": ["hide"]}, headers={"ETag": next(tags)})

    http, _ = house(answer)
    player = RandomPlayer(http, "m", "north")
    player.look()
    if moved_on:
        assert player.ways("N1") == []
    else:
        with pytest.raises(UnexpectedAnswer, match="TOY-MOV-01"):
            player.ways("N1")


def test_a_host_leaves_a_match_at_fault_alone_and_plays_the_others(said: list[str], monkeypatch):
    lines: list[dict[str, Any]] = [dict(LINE), {**LINE, "match_id": "other"}]

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/api/v1/matches":
            return httpx.Response(200, json=lines)
        if "/matches/m/" in request.url.path:
            return httpx.Response(500)
        if "/games/" in request.url.path:
            return httpx.Response(200, json={"code": "toy"})
        return httpx.Response(200, json={"options": [], "anytime_kinds": []}, headers={"ETag": '"1"'})

    host = Host("http://house", "token")
    host.http, asked = house(answer)
    now = [1000.0]
    monkeypatch.setattr(bot_host.time, "monotonic", lambda: now[0])
    for _ in range(5):
        host.round()
    at_fault = "/api/v1/matches/m/seats/north/options"
    assert asked.count(at_fault) == 1 and asked.count(at_fault.replace("/m/", "/other/")) == 5
    assert sum("the bot stops at match m" in line for line in said) == 1
    lines[0]["asked_at"] = "2"  # something was told there: the owner has mended it
    host.round()
    assert asked.count(at_fault) == 2
    now[0] += bot_host.AFTER_A_FAULT + 1
    host.round()
    assert asked.count(at_fault) == 3


def test_the_command_stops_and_says_so(monkeypatch: pytest.MonkeyPatch):
    def at_fault(*_: Any, **__: Any) -> None:
        raise HouseAtFault("GET /api/v1/matches/m: the service has met a fault of its own (500)")

    monkeypatch.setattr("service.cli.ask", at_fault)
    monkeypatch.setattr("sys.argv", ["sitrep", "bot", "http://house", "token", "m", "north"])
    with pytest.raises(SystemExit, match=r"The bot stops\. GET /api/v1/matches/m: the service has met a fault"):
        main()


# ---- what came of its orders


class OneShot(bot_player.Player):
    """Fires, and fires again."""

    def orders(self, offers: list[bot_player.Offer]) -> list[bot_player.Order]:
        return [{"kind": "fire"}]


def test_it_waits_for_what_comes_of_its_orders_as_long_as_the_service_says_that_it_may_take(monkeypatch):
    now, told = [100.0], [False]

    def answer(request: httpx.Request) -> httpx.Response:
        if request.method == "POST":
            return httpx.Response(202, json={"version": 7}, headers={"Retry-After": "2"})
        if request.url.path.endswith("/log"):
            assert request.url.params["after"] == "7"
            return httpx.Response(200, json={"entries": [{"number": 8}] if told[0] else []})
        return httpx.Response(200, json={"options": [{"kind": "done"}], "anytime_kinds": []}, headers={"ETag": '"6"'})

    http, asked = house(answer)
    monkeypatch.setattr(bot_player.time, "monotonic", lambda: now[0])
    player = OneShot(http, "m", "north")
    orders = "/api/v1/matches/m/seats/north/orders"
    assert player.act() and not player.act() and not player.act()
    assert asked.count(orders) == 1
    told[0] = True
    assert player.act() and asked.count(orders) == 2, "there is news"
    told[0] = False
    assert not player.act()
    now[0] += 2.0
    assert player.act() and asked.count(orders) == 3, "nothing comes of it any more"


def test_a_host_does_not_ask_without_a_pause_where_a_player_waits(monkeypatch):
    pauses: list[float] = []
    host = Host("http://house", "token")
    host.http, _ = house(lambda _: httpx.Response(200, json=[dict(LINE)]))
    monkeypatch.setattr(host, "act_at", lambda line: False)

    def wait(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:
            host.stopping.set()

    monkeypatch.setattr(host.stopping, "wait", wait)
    host.run()
    assert pauses == [bot_host.SOON] * 3


def test_at_a_match_that_has_stopped_it_stops(pauses: list[float]):
    def answer(request: httpx.Request) -> httpx.Response:
        if request.method == "POST":
            return httpx.Response(409, json={"type": "/api/problems/match-stopped", "rule": "SITREP-MATCH-STOPPED"})
        return httpx.Response(200, json={"options": [{"kind": "done"}], "anytime_kinds": []}, headers={"ETag": '"6"'})

    http, _ = house(answer)
    with pytest.raises(HouseAtFault, match="has stopped"):
        OneShot(http, "m", "north").act()
