"""The game of `docs/examples/bay.py`, on a map of lettered hexes: played by the umpire, by bots, and on every page."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from docs.examples.bay import BAY, CUTTER, SMUGGLER, THE_LANTERN, SteerFor
from service import matches
from service.app import create_app
from service.bots.random_player import RandomPlayer
from service.engine import umpire
from service.engine.dice import LoadedDice
from service.engine.game import AnyGame
from service.engine.orders import Done
from service.engine.places import Place
from service.engine.standing import Attend
from service.matches import Context
from service.settings import Settings
from tests import random_play
from tests.service_fixtures import bearer


@pytest.mark.parametrize("seed", range(3))
def test_the_umpire_plays_it(seed: int):
    match = random_play.play_out(THE_LANTERN, seed)
    assert match.state.ended
    assert umpire.fold(match.opening, match.journal) == match.state


def test_on_standing_orders_a_boat_sails_where_it_is_bound_for_and_lands():
    state = umpire.open_match(THE_LANTERN, "bay", LoadedDice(), strict=True).state
    bound = [SteerFor(hex=Place("HHH49")), Attend(attendance="standing"), Done()]
    umpire.play(THE_LANTERN, state, SMUGGLER, bound, LoadedDice(), strict=True)
    for _ in range(12):
        if not state.ended:
            assert state.waiting == [CUTTER]
            umpire.play(THE_LANTERN, state, CUTTER, [Done()], LoadedDice(), strict=True)
    assert state.ended and state.boats[SMUGGLER] == "HHH49" and state.pictures[CUTTER].gleams == {}
    assert state.pictures[SMUGGLER].verdict == "The smuggler has landed in HHH49."


# ---- over HTTP, and on the pages


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"lantern": THE_LANTERN}


@pytest.fixture
def app(settings: Settings, context: Context) -> FastAPI:
    """The app with its pages."""
    return create_app(settings, context)


@pytest.fixture
def match(context: Context, client: TestClient) -> str:
    """A match of somebody who holds both seats."""
    account = matches.make_guest(context)
    client.headers.update(bearer(context, account))
    client.cookies.set(matches.SESSION_COOKIE, matches.open_session(context, account.id))
    made = client.post("/api/v1/matches", json={"game": "lantern", "scenario": "bay"})
    assert made.status_code == 201, made.text
    return str(made.json()["match_id"])


def sheet(client: TestClient, seat: str, **fields: str) -> tuple[int, str]:
    """Put an order on the sheet as the page's form sends it; the status, and the page's words to it."""
    version = re.search(r'name="written" value="(\d+)"', client.get(seat).text)
    assert version is not None
    sent = {"fixed": "{}", "sheet": version[1], **{name.replace("__", ":"): text for name, text in fields.items()}}
    answer = client.post(f"{seat}/sheet", data=sent, headers={"Origin": str(client.base_url)})
    notice = re.search(r'<div class="notice [^>]*>(.*?)</div>', answer.text, re.DOTALL)
    words = re.sub(r"<[^>]*>", " ", notice[1]) if notice else ""
    return answer.status_code, " ".join(html.unescape(words).split())


def test_a_place_is_written_as_one_likes_and_what_is_none_is_refused_in_a_sentence(client: TestClient, match: str):
    seat = f"/matches/{match}/{SMUGGLER}"
    status, said = sheet(client, seat, kind="sail", unit="boat", route__path="", goto__path=" kkk 45 ")
    assert status == 200, said
    sheet_now = client.get(f"/api/v1/matches/{match}/seats/{SMUGGLER}/sheet").json()["orders"]
    assert [order["path"] for order in sheet_now] == [["KKK44", "KKK45"]]
    assert sheet(client, seat, kind="steer-for", hex__hex="0908") == (
        422, "Nothing was done. 0908 is no hex of this map: write one as LLL43.",
    )  # fmt: skip
    assert sheet(client, seat, kind="sail", unit="boat", route__path="", goto__path="KKK49") == (
        422,
        "Nothing was done. KKK49 is not among the hexes that it can reach. "
        "Choose where it goes: on the map, in the list, or by writing the name of the hex.",
    )
    assert sheet(client, seat, kind="steer-for", hex__hex="lll 49")[0] == 200
    assert client.get(f"/api/v1/matches/{match}/seats/{SMUGGLER}/sheet").json()["orders"][-1]["hex"] == "LLL49"


def test_its_page_draws_the_bay_and_what_each_boat_knows_to_be_there(client: TestClient, match: str):
    page = client.get(f"/matches/{match}/{SMUGGLER}").text
    assert 'data-unit="boat"' in page and 'aria-label="Boat, hex KKK43"' in page
    assert "LLL48" in page and 'data-hex="LLL48"' not in page, "the bay has such a hex; who lies there is not told"
    assert len(re.findall(r'class="reach"', page)) == 10
    assert not re.search(r'pattern="|inputmode="numeric"[^>]*name="goto', page) and "or its name" in page
    places = re.search(r'data-places="([^"]*)"', page)
    assert places is not None and [one.split(" ")[2] for one in places[1].split("|")] == list(BAY.places)


def test_two_bots_play_it_over_http_and_every_page_of_it_is_there(client: TestClient, match: str):
    standing = client.get(f"/api/v1/matches/{match}/seats/{CUTTER}/standing-orders")
    assert standing.status_code == 200 and standing.json()["attendance"] == "present"
    players = [RandomPlayer(client, match, boat, seed=3) for boat in (SMUGGLER, CUTTER)]
    for _ in range(200):
        if not sum(player.act() for player in players):
            break
    for boat in (SMUGGLER, CUTTER):
        seat = f"/matches/{match}/{boat}"
        over = client.get(seat).text
        assert "The match is over" in over and "The smuggler " in over
        for part in ("history", "letters", "dice", "review", "contacts", "history?at=1&hex=kkk46"):
            assert client.get(f"{seat}/{part}").status_code == 200, part
