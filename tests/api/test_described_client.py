"""A player that is written from openapi.json alone plays matches between two accounts."""

from __future__ import annotations

import ast
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from docs.examples.bay import THE_LANTERN
from service.engine.game import AnyGame
from service.games.shelf import GAMES
from service.matches import Context
from service.matches.clock import lapse_all
from tests.api import described_client
from tests.api.described_client import Api, SeatPlayer, sit_down
from tests.client import TestClient
from tests.service_fixtures import caller

MOST_ROUNDS = 4_000


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"lantern": THE_LANTERN}


def apis(*https: Any) -> list[Api]:
    """An account for each of these clients, by the document that the server serves."""
    document = https[0].get("/api/v1/openapi.json").json()
    found = [Api(http, document) for http in https]
    for number, api in enumerate(found):
        api.sign_up(f"Reader {number}")
    return found


def test_it_plays_some_steps_of_a_small_game(client: TestClient):
    players = sit_down(apis(client, client), "lantern", closing=0.0)
    for _ in range(6):
        assert one_round(players), "the match moves on"
    assert all(player.given for player in players)
    filled = sum((player.fields_filled for player in players), Counter())
    assert filled["routes"] and filled["several"] and filled["choice"]


def one_round(players: list[SeatPlayer]) -> bool:
    """Each that is asked orders something; whether anybody was."""
    acted = [player.act() for player in players]
    return any(acted)


def test_it_imports_nothing_of_ours():
    tree = ast.parse(Path(described_client.__file__).read_text())
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)} | {
        name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names
    }
    ours = {"service", "web", "schemas", "docs", "tests", "bench"}
    assert not [name for name in imported if name is None or name.partition(".")[0] in ours]


class TestWholeMatches:
    """To their end, over real HTTP, on a server that has the games of the shelf and one of the examples."""

    @pytest.fixture
    def games(self) -> Mapping[str, AnyGame]:
        return {**GAMES, "lantern": THE_LANTERN}

    @pytest.mark.soak
    @pytest.mark.parametrize(
        ("game", "scenario"),
        [
            ("ndc", ""), ("skirmish", ""), ("lantern", ""), ("korsun", "korsun-first"), ("korsun", "korsun-intro"),
            ("korsun", "korsun-full"), ("campaign1776", "brandywine-1777"),
        ],
    )  # fmt: skip
    def test_it_plays_a_match_to_its_end(self, context: Context, house: str, game: str, scenario: str):
        with caller(house) as one, caller(house) as other:
            players = sit_down(apis(one, other), game, scenario)
            began = time.monotonic()
            for rounds in range(MOST_ROUNDS):  # noqa: B007 (told at the end)
                if not one_round(players):
                    if all(player.ended for player in players):
                        break
                    assert let_time_pass(context), "nobody is asked, and the match is not over"
            else:
                pytest.fail(f"no end after {MOST_ROUNDS} rounds")
            for player in players:
                player.look_back()
        given = sum((player.given for player in players), Counter())
        print(f"{game} {scenario}: {rounds} rounds, {time.monotonic() - began:.0f} s, {dict(sorted(given.items()))}")
        assert given["done"] > 2 and len(given) > 2 and all(player.given for player in players)


def let_time_pass(context: Context) -> int:
    """End the windows that are open, as a week would; how many."""
    return lapse_all(replace(context, clock=lambda: context.clock() + timedelta(days=7)))
