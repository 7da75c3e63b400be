"""The server's player of skirmishes, and the random one: whole matches to the end, from what their seats are told."""

from __future__ import annotations

import hashlib
from itertools import count
from pathlib import Path

import httpx
import pytest

from bench import duels
from bench.contests import SKIRMISH as CONTEST
from bench.short_way import ShortWay
from service.app import context_for
from service.bots import random_player
from service.bots.player import Player
from service.bots.random_player import RandomPlayer
from service.bots.skirmish import PlatoonLeader
from service.bots.skirmish.ground import distance
from service.engine.game import AnyGame
from service.games.skirmish.game import SKIRMISH
from service.matches import Context
from service.settings import Settings
from service.store import Store
from tests.games.skirmish.other_set import HEATH
from tests.shipped import MOULIN_BASSET as GIVEN

MOST_LOOKS = 4_000


def duel(
    folder: Path, kinds: dict[str, type[Player]], seed: int, game: AnyGame = SKIRMISH
) -> tuple[ShortWay, dict[str, Player]]:
    """A match between two players, in memory; nobody may be refused by much."""
    numbers = count()

    def secret(length: int) -> bytes:
        return hashlib.shake_256(f"{seed} {next(numbers)}".encode()).digest(length)

    made = context_for(Settings(data=folder, database_url=None))
    context = Context(
        Store(f"sqlite:///{folder / 'unused.db'}", {game.info.name: game}),
        rate_limits=made.rate_limits,
        secret=secret,
    )
    way = ShortWay(context, game.info.name, "moulin-basset", {})
    with httpx.Client(base_url="http://service", transport=way) as http:
        players = {seat: kinds[seat](http, way.match_id, seat) for seat in game.info.seats}
        for _ in range(MOST_LOOKS):
            if all(player.ended for player in players.values()):
                return way, players
            for player in players.values():
                player.act()
    raise AssertionError(f"seed {seed} came to no end")


@pytest.mark.soak
def test_two_sensible_players_fight_a_match_to_its_end(tmp_path):
    way, players = duel(tmp_path, dict.fromkeys(SKIRMISH.info.seats, PlatoonLeader), 1)
    assert way.state.ended
    for player in players.values():
        assert player.met["fire"] > 10 and player.met["done"] > 20
        assert not player.refused
    assert players["allied"].met["move"] > 15, "he has to take the farm"


@pytest.mark.soak
def test_they_fight_one_by_another_set_of_data_to_its_end(tmp_path):
    """They read its map, its sides and its turns; the figures of fire that they know by heart are the shipped ones."""
    way, players = duel(tmp_path, dict.fromkeys(HEATH.info.seats, PlatoonLeader), 1, HEATH)
    assert way.state.ended and way.state.turn == 6 and way.state.data == HEATH.data_id
    for player in players.values():
        assert player.met["fire"] > 10 and player.ground is not None and player.ground.columns == 23
        assert sum(player.refused.values()) <= 0.05 * sum(player.met.values()), player.refused


@pytest.fixture
def no_repeats(monkeypatch):
    """Requests are sent once: in memory there are no keys."""
    monkeypatch.setattr(random_player, "REPEATED", 0.0)


@pytest.mark.soak
def test_the_random_player_comes_to_an_end_without_a_fault(tmp_path, no_repeats):
    """In strict mode: whatever was offered to it is taken."""
    way, players = duel(tmp_path, {"allied": RandomPlayer, "german": PlatoonLeader}, 2)
    assert way.state.ended and players["allied"].met["fire"]


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(50))
def test_two_bots_finish_fifty_matches_at_the_service(seed):
    """Through the API and the database; none of their orders is ever refused."""
    with duels.service(CONTEST) as play:
        found = play(f"soak {seed}", {})
    print(f"match {seed}: {found['winner']}, {found['score']}")
    assert found["refused"] == {"allied": 0, "german": 0}


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10))
def test_it_comes_to_an_end_with_a_random_player_on_either_side(tmp_path, no_repeats, seed):
    """Nothing that the bot orders is refused; the random player's lists may be, where one order spoils the next."""
    kinds = (PlatoonLeader, RandomPlayer)
    _, players = duel(tmp_path, {"allied": kinds[seed % 2], "german": kinds[1 - seed % 2]}, seed)
    assert not players["allied" if seed % 2 == 0 else "german"].refused


def test_it_measures_as_the_map_does():
    sheet = GIVEN.sheet
    some = list(sheet)[::7]
    assert all(distance(a, b) == sheet.distance(a, b) for a in some for b in some)
