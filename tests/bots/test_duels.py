"""The bot against the random player and against itself, from the pregame to the verdict, over HTTP."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from service import verify
from service.bots.ndc import Commander
from service.bots.player import Player
from service.bots.random_player import RandomPlayer
from service.engine.game import AnyGame
from service.games.ndc.game import NDC
from service.matches import Context
from tests.service_fixtures import at_both_seats

MOST_LOOKS = 5_000
DRAW = range(3, 5)
"""Scores that are nobody's victory; more is the Soviet player's, less the US player's."""


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": NDC}


@pytest.fixture
def http(app: FastAPI, context: Context) -> Iterator[httpx.Client]:
    with at_both_seats(app, context) as client:
        yield client


def sit_down(http: httpx.Client, us: type[Player], soviet: type[Player], seed: int) -> dict[str, Player]:
    """Two kinds of players at the seats of a new match."""
    answer = http.post("/api/v1/matches", json={"game": "ndc", "scenario": "kaltenbach"})
    match_id = answer.raise_for_status().json()["match_id"]

    def sit(kind: type[Player], seat: str) -> Player:
        return RandomPlayer(http, match_id, seat, seed=seed) if kind is RandomPlayer else kind(http, match_id, seat)

    return {"US": sit(us, "US"), "Soviet": sit(soviet, "Soviet")}


def duel(http: httpx.Client, us: type[Player], soviet: type[Player], seed: int) -> tuple[int, dict[str, Player]]:
    """The score of a match between two kinds of players, and the players."""
    players = sit_down(http, us, soviet, seed)
    for _ in range(MOST_LOOKS):
        acted = [player.act() for player in players.values()]
        if all(player.ended for player in players.values()):
            break
        assert any(acted) or any(player.ended for player in players.values()), "nobody is asked, and it is not over"
    else:
        raise AssertionError(f"no end after {MOST_LOOKS} looks")
    view: dict[str, Any] = http.get(f"{players['US'].path}/view").json()["view"]
    assert view["ended"] and isinstance(view["score"], int)
    return view["score"], players


def judged_well(player: Player) -> None:
    """Hardly anything that it ordered was refused, and it searched, moved and attacked."""
    hardly_refused(player)
    assert {"allot-intelligence", "move", "declare-ground-combat", "done"} <= set(player.met)


def hardly_refused(player: Player) -> None:
    assert sum(player.refused.values()) <= 0.05 * sum(player.met.values()), player.refused


@pytest.mark.soak
def test_the_bot_stops_a_random_attacker(http: httpx.Client):
    score, players = duel(http, Commander, RandomPlayer, 2)
    assert score < DRAW.start
    assert sum(players["US"].refused.values()) <= 3


@pytest.mark.soak
def test_the_bot_breaks_through_a_random_defence(http: httpx.Client):
    score, players = duel(http, RandomPlayer, Commander, 1)
    assert score >= DRAW.stop
    judged_well(players["Soviet"])


def test_two_bots_play_a_game_turn_without_a_fault_and_its_dice_come_out(http: httpx.Client):
    players = sit_down(http, Commander, Commander, 0)
    for _ in range(MOST_LOOKS):
        assert any(player.act() for player in players.values()), "nobody is asked"
        if http.get(f"{players['US'].path}/view").json()["where"]["turn"] == 2:
            break
    for player in players.values():
        hardly_refused(player)  # by the luck of the dice nobody may find anybody to attack in so short a time
        assert {"allot-intelligence", "move", "done"} <= set(player.met)
        checked = verify.verify(http.get(f"{player.path}/export").json())
        assert not checked.whole and checked.public_rolls >= 1


@pytest.mark.soak
def test_two_bots_play_a_whole_match_without_a_fault_and_its_dice_come_out(http: httpx.Client):
    _, players = duel(http, Commander, Commander, 0)
    for player in players.values():
        judged_well(player)
        checked = verify.verify(http.get(f"{player.path}/export").json())
        assert checked.whole and checked.turns == 6 and checked.public_rolls == 6
        assert checked.hidden_rolls > 100 and checked.roots > checked.letters > 10
    whole = http.get(f"{players['US'].path}/export").json()
    journal = whole["whole"]["journal"]
    rolls = [place for place, event in enumerate(journal) if event["kind"] == "rolled"]
    for tampered in (with_another_face, dropped, exchanged_with_the_next):
        for place in rolls[:-1:25]:
            before = list(journal)
            tampered(journal, place, rolls[rolls.index(place) + 1])
            with pytest.raises(verify.Untrue):
                verify.verify(whole)
            journal[:] = before
    assert verify.verify(whole).whole


def with_another_face(journal: list[Any], place: int, _: int) -> None:
    first, *others = journal[place]["faces"]
    journal[place] = {**journal[place], "faces": [first % 6 + 1, *others]}


def dropped(journal: list[Any], place: int, _: int) -> None:
    del journal[place]


def exchanged_with_the_next(journal: list[Any], place: int, after: int) -> None:
    journal[place], journal[after] = journal[after], journal[place]


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 106))
def test_the_bot_beats_the_random_player_on_either_side(http: httpx.Client, seed: int):
    defended, _ = duel(http, Commander, RandomPlayer, seed)
    attacked, _ = duel(http, RandomPlayer, Commander, seed)
    print(f"seed {seed}: {defended} as US, {attacked} as Soviet")
    assert defended < DRAW.start and attacked >= DRAW.stop


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(6))
def test_bots_among_themselves_keep_the_scenario_open(http: httpx.Client, seed: int):
    score, _ = duel(http, Commander, Commander, seed)
    print(f"match {seed}: {score}")
    assert -35 < score < 45
