"""Matches by two sets of data of `ndc` in one server, both played by the bot, which reads the map of its match."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from service import matches, verify
from service.bots.host import player_for
from service.bots.ndc import Commander
from service.bots.player import Player
from service.engine.game import AnyGame
from service.games.ndc.game import NDC
from service.matches import Context
from service.matches.replaying import replay
from tests.client import TestClient
from tests.other_data import COLUMNS, HIGHLANDS, SIDES
from tests.service_fixtures import bearer

SETS = {"ndc": NDC, "highlands": HIGHLANDS}


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return SETS


def sit_down(context: Context, client: TestClient) -> list[Player]:
    """The bot at both seats of a match of each."""
    account = matches.make_guest(context)
    client.headers.update(bearer(context, account))
    for name, game in SETS.items():
        matches.open_match(context, account, name, next(iter(game.info.scenarios)))
    lines = client.get("/api/v1/matches").json()
    assert len(lines) == 4
    return [player_for(client, line) for line in lines]


def act_in_turn(players: list[Player], looks: int) -> None:
    """Each looks and acts so often, or until all is over: the matches go on side by side."""
    for _ in range(looks):
        for player in players:
            if not player.ended:
                player.act()
        if all(player.ended for player in players):
            return


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_the_bot_plays_matches_by_either_set_side_by_side(context: Context, client: TestClient, whole: bool):
    players = sit_down(context, client)
    act_in_turn(players, 5_000 if whole else 3)
    seen = set()
    for player in players:
        assert isinstance(player, Commander)
        assert sum(player.refused.values()) <= 0.05 * max(20, sum(player.met.values())), player.refused
        assert player.met["allot-intelligence"] >= (player.seat in ("US", SIDES["US"]))
        view = player.get("/view").json()
        seen.add((view["game"], view["data"], view["seat"], view["view"]["turns"]))
        if player.ground is not None:
            assert max(hex[:2] for hex in player.ground.terrain) == ("20" if view["game"] == "ndc" else str(COLUMNS))
        if whole:
            judged(player)
    assert seen == {
        ("ndc", NDC.data_id, "US", 6), ("ndc", NDC.data_id, "Soviet", 6),
        ("highlands", HIGHLANDS.data_id, SIDES["US"], 3), ("highlands", HIGHLANDS.data_id, SIDES["Soviet"], 3),
    }  # fmt: skip


def judged(player: Player) -> None:
    """The match is over, its dice come out, and the rules make the same of it by the data in its file."""
    assert player.ended
    export = player.get("/export").json()
    assert verify.verify(export).whole
    assert all(stretch.replayed for stretch in replay(export, {export["game"]: SETS[export["game"]]}))
