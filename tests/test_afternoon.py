"""The game of `docs/a-game-in-an-afternoon.md`: played by the umpire, by bots over HTTP, and shown on the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path

import pytest
from fastapi import FastAPI

import service.games.ndc
from docs.examples import bay, fox, paced, towns
from docs.examples.fox import FOX_AND_HOUNDS
from service import matches
from service.app import create_app
from service.bots.random_player import RandomPlayer
from service.engine.game import AnyGame
from service.engine.recording import fold
from service.engine.state import Picture
from service.matches import Context
from service.settings import Settings
from tests import random_play
from tests.client import TestClient
from tests.secrecy import towns_worlds
from tests.service_fixtures import bearer

RULE = Path(__file__).parent.parent / "docs" / "adding-a-rule.md"
NDC_CODE = (Path(service.games.ndc.__file__).parent, Path(__file__).parent / "games" / "ndc")
EXAMPLES = [str(module.__file__) for module in (fox, towns, paced, bay, towns_worlds)]
PAGE = Path(__file__).parent.parent / "docs" / "a-game-in-an-afternoon.md"


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"fox": FOX_AND_HOUNDS}


def test_it_is_as_short_as_it_is_said_to_be():
    assert len(Path(fox.__file__).read_text(encoding="utf-8").splitlines()) <= 240


def test_the_page_names_all_that_the_engine_has_in_a_picture():
    _, _, said = PAGE.read_text(encoding="utf-8").partition("A picture has ")
    names = said.partition("; what a position has")[0].replace("\n", " ")
    assert (
        names == ", ".join(f"`{field.name}`" for field in fields(Picture)[:-1]) + f" and `{fields(Picture)[-1].name}`"
    )


@pytest.mark.parametrize("seed", range(3))
def test_the_umpire_plays_it(seed: int):
    match = random_play.play_out(FOX_AND_HOUNDS, seed)
    assert match.state.ended
    assert fold(match.opening, match.journal) == match.state


@pytest.fixture
def app(settings: Settings, context: Context) -> FastAPI:
    """The app with its pages."""
    return create_app(settings, context)


def test_bots_play_it_over_http_and_the_page_shows_it(context: Context, client: TestClient):
    """Engine, service and pages know nothing of it: the game is handed to them, and that is all."""
    account = matches.make_guest(context)
    client.headers.update(bearer(context, account))
    client.cookies.set(matches.SESSION_COOKIE, matches.open_session(context, account.id))
    made = client.post("/api/v1/matches", json={"game": "fox", "scenario": "meadow"})
    assert made.status_code == 201, made.text
    match = made.json()["match_id"]
    players = [RandomPlayer(client, match, seat, seed=7) for seat in ("Fox", "Hounds")]
    page = client.get(f"/matches/{match}/Fox")
    assert page.status_code == 200 and "The fox slinks" in page.text
    assert "you are asked each time; Hounds: asked each time" in page.text
    assert "you are on standing orders" not in page.text
    standing = client.get(f"/api/v1/matches/{match}/seats/Fox/standing-orders")
    assert standing.status_code == 200 and standing.json()["attendance"] == "present"
    for _ in range(200):
        if not any(player.act() for player in players):
            break
    view = client.get(f"/api/v1/matches/{match}/seats/Fox/view").json()
    assert view["where"]["ended"] and view["view"]["verdict"] in ("The fox is caught.", "The fox is away.")
    over = client.get(f"/matches/{match}/Fox").text
    assert f'tabindex="-1">{view["view"]["verdict"]}</h2>' in over and "Nobody has won" not in over


def test_every_piece_of_code_on_the_page_is_in_one_of_the_examples():
    pieces = [piece.split("```")[0].strip("\n") for piece in PAGE.read_text(encoding="utf-8").split("```python\n")[1:]]
    whole = {file: Path(file).read_text(encoding="utf-8") for file in EXAMPLES}
    used = {file for piece in pieces for file in EXAMPLES if f"{piece}\n" in whole[file]}
    unfound = [piece for piece in pieces if not any(f"{piece}\n" in text for text in whole.values())]
    assert not unfound
    assert used == set(EXAMPLES), "the page takes something from each"


def test_every_line_of_code_on_the_page_about_a_rule_is_in_the_game():
    pieces = [piece.split("```")[0] for piece in RULE.read_text(encoding="utf-8").split("```python\n")[1:]]
    shown = [line.strip() for piece in pieces for line in piece.splitlines() if line.strip() not in ("", "...")]
    lines = {
        line.strip()
        for folder in NDC_CODE
        for file in folder.rglob("*.py")
        for line in file.read_text(encoding="utf-8").splitlines()
    }
    assert len(shown) > 30 and [line for line in shown if line not in lines] == []
