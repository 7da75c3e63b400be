"""The random player at both seats of a practice match, over real HTTP, from pregame to the end.

The suite plays one long game into its second turn; in process it plays each to the end (`tests/games`), small ones over
HTTP too (`tests/test_houses.py`), and the soak does so here.
"""

from __future__ import annotations

import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
import uvicorn

from service.app import context_for, create_app
from service.bots.random_player import RandomPlayer, client
from service.engine.game import AnyGame
from service.games.shelf import GAMES
from service.matches.clock import lapse_all
from service.settings import Settings
from tests.service_fixtures import PATIENCE
from tests.toy import TOY

EVERY = {**GAMES, "toy": TOY}
MOST_LOOKS, MOST_IDLE = 20_000, 50
NO_LIMITS = {"orders": "1000000 per minute", "account": "1000 per minute", "sign-in": "1000 per minute"}


class Served(uvicorn.Server):
    """The service in a thread of its own, at a port that was free."""

    def __init__(self, folder: Path) -> None:
        settings = Settings(data=folder, database_url=None, limits=NO_LIMITS, open_sign_up=True, pace=0.0,
                            lists_waiting_per_seat=1_000)  # fmt: skip
        context = context_for(settings, EVERY)
        context.store.migrate()
        self.context = context
        self.app = create_app(settings, context, with_pages=False)
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        super().__init__(uvicorn.Config(self.app, log_level="warning", access_log=False, lifespan="on"))
        self.thread = threading.Thread(target=self.run, kwargs={"sockets": [self.socket]}, daemon=True)

    def let_time_pass(self) -> int:
        """End the windows that are open, as time would; how many. What waits to be worked is left to the worker."""
        with self.context.store.look() as look:
            if waiting := len(look.queue.matches_waiting()):
                time.sleep(0.01)
                return waiting
        return lapse_all(replace(self.context, clock=lambda: self.context.clock() + timedelta(days=7)))

    def __enter__(self) -> Served:
        self.thread.start()
        while not self.started:
            assert self.thread.is_alive(), "the service did not start"
            time.sleep(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        self.should_exit = True
        self.thread.join(PATIENCE)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("house")) as served:
        yield served


def practice_match(http: httpx.Client, game: AnyGame) -> str:
    """A practice match of a game: both seats are the caller's."""
    asked = {"game": game.info.name, "scenario": next(iter(game.info.scenarios))}
    answer = http.post("/api/v1/matches", json=asked)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["match_id"])


def signed_in(url: str, name: str) -> httpx.Client:
    """A client with an account and a token of its own."""
    who = {"name": name, "password": "correct horse battery"}
    with client(url) as http:
        assert http.post("/api/v1/accounts", json=who).status_code == 201
        token = http.post("/api/v1/tokens", json=who).json()["token"]
    return client(url, token=token)


def play_out(
    service: Served, http: httpx.Client, game: AnyGame, seed: int, until: int | None = None
) -> list[RandomPlayer]:
    """A match by two random players to its end; both know that it is over. Raises what the players raise.

    Where neither is asked, time has to pass. `until`: a turn at whose beginning they stop.
    """
    idle = 0
    match = practice_match(http, game)
    players = [RandomPlayer(http, match, seat, seed=seed) for seat in game.info.seats]
    for _ in range(MOST_LOOKS):
        acted = [player.act() for player in players]
        if all(player.ended for player in players):
            return players
        if until is not None and turn_of(http, players[0]) >= until:
            return players
        moved_on = any(acted) or any(player.ended for player in players) or service.let_time_pass()
        idle = 0 if moved_on else idle + 1
        assert idle < MOST_IDLE, "nobody is asked, and the match is not over"
    where = http.get(f"{players[0].path}/view").json()["where"]
    raise AssertionError(f"seed {seed}: no end after {MOST_LOOKS} looks, at {where}")


def turn_of(http: httpx.Client, player: RandomPlayer) -> int:
    return int(http.get(f"{player.path}/view").json()["where"]["turn"])


def reached_the_end(http: httpx.Client, players: list[RandomPlayer]) -> Counter[str]:
    """Both seats are told so, and the log of each has no gap; the kinds of orders that were taken."""
    for player in players:
        where = http.get(f"{player.path}/view").json()["where"]
        assert where["ended"] and not where["asked"]
    return taken_without_a_gap(http, players)


def taken_without_a_gap(http: httpx.Client, players: list[RandomPlayer]) -> Counter[str]:
    """The log of each seat has no gap; the kinds of orders that were taken."""
    for player in players:
        view = http.get(f"{player.path}/view").json()
        entries = http.get(f"{player.path}/log").json()["entries"]
        assert entries and [e["number"] for e in entries] == list(range(entries[0]["number"], view["version"] + 1))
    return sum((player.met for player in players), Counter())


@pytest.mark.parametrize(
    "name", [pytest.param("ndc", marks=pytest.mark.soak), *(game for game in GAMES if game != "ndc")]
)
def test_random_players_play_through_a_turn(service: Served, name: str):
    """No fault, no refusal of what was offered, never stuck."""
    with signed_in(service.url, f"turn of {name}") as http:
        [scenario, *_] = EVERY[name].info.scenarios.values()
        second = scenario.first_turn + 1
        players = play_out(service, http, EVERY[name], 0, until=second)
        assert turn_of(http, players[0]) >= second
        assert taken_without_a_gap(http, players)["done"] >= 2


@pytest.mark.soak
@pytest.mark.parametrize("name", EVERY)
def test_random_players_come_to_the_end(service: Served, name: str):
    """The same, and both know that it is over."""
    with signed_in(service.url, f"random {name}") as http:
        players = play_out(service, http, EVERY[name], 0)
        assert reached_the_end(http, players)["done"] >= 2


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 150))
def test_fifty_matches_of_random_players_come_to_the_end(service: Served, seed: int):
    with signed_in(service.url, f"soak {seed}") as http:
        for name in GAMES:
            players = play_out(service, http, GAMES[name], seed)
            taken = reached_the_end(http, players)
            print(f"{name}, seed {seed}: {taken.total()} orders: {dict(sorted(taken.items()))}")
