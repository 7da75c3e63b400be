"""The game for three of `docs/examples/towns.py`: played by the umpire, by bots, and on every page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import pytest
from fastapi import FastAPI

from docs.examples.paced import AT_THEIR_OWN_PACE
from docs.examples.towns import AMBER, COBALT, HOUSES, JADE, SHIRE, THREE_HOUSES, AddBidLine, Bid, SetReserve, Travel
from service import matches
from service.app import create_app
from service.bots.random_player import RandomPlayer
from service.engine import recording, umpire
from service.engine.attendance import Attend
from service.engine.dice import LoadedDice
from service.engine.game import AnyGame
from service.engine.orders import Done, Order
from service.engine.outline import PlayerTurn, Segment
from service.engine.places import Ground, Place
from service.engine.seats import NON_PHASING, PHASING, Speaker
from service.engine.sentences import plain_text
from service.engine.state import Position
from service.matches import Context
from service.matches.rehearsal import is_ever_asked, rehearse
from service.settings import Settings
from tests import random_play
from tests.client import TestClient
from tests.kept import orders_said
from tests.service_fixtures import bearer


def place(name: str) -> Place:
    return Place(name)


class Shire:
    """A match of three, in the umpire's hands alone."""

    def __init__(self) -> None:
        self.state: Position = umpire.open_match(THREE_HOUSES, "shire", LoadedDice(), strict=True).state

    def play(self, house: str, *orders: Order) -> list[str]:
        """Send orders; what that house was told, in sentences."""
        outcome = umpire.play(THREE_HOUSES, self.state, house, orders, LoadedDice(), strict=True)
        return [plain_text(THREE_HOUSES.words.prose(entry.report)) for entry in outcome.told.get(house, [])]

    def all_go(self, *ways: Place) -> None:
        for house in HOUSES:
            self.play(house, Travel(path=ways), Done()) if house != JADE else self.play(house, Done())


@pytest.mark.parametrize("seed", range(3))
def test_the_umpire_plays_it(seed: int):
    match = random_play.play_out(THREE_HOUSES, seed)
    assert match.state.ended
    assert recording.fold(match.opening, match.journal) == match.state


def test_at_its_own_pace_a_house_bids_before_others_set_out_and_they_hear_nothing_of_it():
    AT_THEIR_OWN_PACE.validate()
    match = random_play.play_out(AT_THEIR_OWN_PACE, 1)
    assert match.state.ended and recording.fold(match.opening, match.journal) == match.state
    state = umpire.open_match(AT_THEIR_OWN_PACE, "shire", LoadedDice(), strict=True).state
    for house, coins in ((AMBER, 4), (COBALT, 3), (JADE, 0)):
        orders = [Travel(path=(place("Crosskeys"),)), Done(), *([Bid(coins=coins)] if coins else []), Done()]
        outcomes = [umpire.play(AT_THEIR_OWN_PACE, state, house, [one], LoadedDice(), strict=True) for one in orders]
        if house != JADE:
            assert {seat for outcome in outcomes for seat in outcome.told} == {house}
    assert state.pictures[AMBER].charters == ["Crosskeys"] and state.pictures[COBALT].coins == 12
    assert set(state.pictures[JADE].met) == {AMBER, COBALT} and not state.envelopes


def test_nobody_sees_a_bid_and_the_highest_buys():
    shire = Shire()
    shire.all_go(place("Crosskeys"))
    assert set(shire.state.pictures[AMBER].met) == {COBALT}, "Jade stayed at home, and nobody meets it"
    assert shire.play(COBALT, Bid(coins=4), Done()) == ["Orders accepted: Bid: coins 4. This step is closed."]
    shire.play(JADE, Done())
    told = shire.play(AMBER, Bid(coins=5), Done())
    assert "The charter of Crosskeys is yours for 5 coins." in told
    assert shire.state.pictures[COBALT].coins == 12 and not shire.state.pictures[COBALT].charters
    assert "5" not in str(shire.state.pictures[COBALT].met)


def test_a_house_that_did_not_bid_travels_again_in_the_next_season():
    shire = Shire()
    for _ in range(2):
        shire.all_go(place("Brackwater" if shire.state.turn == 1 else "Crosskeys"))
        for house in HOUSES:
            shire.play(house, Done())
    assert shire.state.pictures[AMBER].caravan.town == "Crosskeys"


def test_an_agent_bids_for_a_house_on_standing_orders_by_the_first_line_that_fits():
    shire = Shire()
    shire.play(JADE, SetReserve(coins=9), AddBidLine(town=place("Elm St. Mary"), coins=3))
    shire.play(JADE, AddBidLine(coins=7), Attend(attendance="standing"))
    shire.play(JADE, Done())
    for house in (AMBER, COBALT):
        shire.play(house, Done())
    assert shire.state.waiting == [AMBER, COBALT], "Jade has been answered for"
    for house in (AMBER, COBALT):
        shire.play(house, Done())
    assert shire.state.pictures[JADE].charters == ["Elm St. Mary"] and shire.state.pictures[JADE].coins == 9


# ---- over HTTP, and on the pages


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"houses": THREE_HOUSES}


@pytest.fixture
def app(settings: Settings, context: Context) -> FastAPI:
    """The app with its pages."""
    return create_app(settings, context)


def test_what_an_agent_would_have_bid_is_tried_and_offered_on_the_page(context: Context, client: TestClient):
    """It is nobody's turn here, and a house on standing orders is answered for all the same."""
    account = matches.make_guest(context)
    client.cookies.set(matches.SESSION_COOKIE, matches.open_session(context, account.id))
    match = matches.open_match(context, account, "houses", "shire").match_id
    seats = {house: matches.AtSeat(match, house, account.id) for house in HOUSES}
    amber = seats[AMBER]
    for seat in seats.values():
        matches.take_orders(context, seat, [Done()], version=matches.read(context, seat).version)
    orders = [Bid(coins=2), SetReserve(coins=5)]
    matches.take_orders(context, amber, orders, version=matches.read(context, amber).version)
    [found] = rehearse(context, amber)
    assert (found.titles[-1], found.answered, orders_said(found)) == ("Bids", (Bid(coins=2),), (Bid(coins=5),))
    assert found.open and not found.answered_for
    assert f'href="/matches/{match}/Amber/standing-orders/rehearsal"' in client.get(f"/matches/{match}/Amber").text
    page = client.get(f"/matches/{match}/Amber/standing-orders/rehearsal").text
    assert "They would answer: <strong>Bid: coins 5.</strong>" in page


def asking(*by: Speaker, phasing: str = "") -> AnyGame:
    """The three houses with a heading of orders for each of these, in nobody's turn or in one house's."""
    turn = PlayerTurn("Turn", phasing=(lambda state: phasing) if phasing else None)
    outline = turn[[Segment(str(number), by=one, orders=(Bid,)) for number, one in enumerate(by)]]
    return replace(THREE_HOUSES, outline=outline)


@pytest.mark.parametrize(
    ("game", "houses"),
    [
        (THREE_HOUSES, HOUSES),
        (replace(THREE_HOUSES, standing=None), ()),
        (asking(AMBER, COBALT), ()),
        (asking((AMBER, COBALT)), (AMBER, COBALT)),
        (asking(lambda state: (JADE,)), HOUSES),
        (asking(PHASING, phasing=AMBER), ()),
        (asking(PHASING, NON_PHASING, phasing=AMBER), HOUSES),
        (asking(COBALT, phasing=AMBER), (COBALT,)),
    ],
)
def test_a_rehearsal_is_offered_where_standing_orders_may_answer(game: AnyGame, houses: tuple[str, ...]):
    assert tuple(house for house in HOUSES if is_ever_asked(game, house)) == houses


OF_TWO = re.compile(r"\b(both|two|the other) (sides?|players?|seats?)\b", re.I)
"""Words that are true of two seats only."""


def test_three_bots_play_it_over_http_and_every_page_of_it_is_there(context: Context, client: TestClient):
    account = matches.make_guest(context)
    client.headers.update(bearer(context, account))
    client.cookies.set(matches.SESSION_COOKIE, matches.open_session(context, account.id))
    match = client.post("/api/v1/matches", json={"game": "houses", "scenario": "shire"}).json()["match_id"]
    page = client.get(f"/matches/{match}/Jade")
    assert page.status_code == 200 and "Roads" in page.text
    assert "Amber: asked each time; Cobalt: asked each time" in page.text
    assert "all sides are open to you here" in page.text
    assert "Every side is told which" in page.text and not OF_TWO.search(page.text)
    standing = client.get(f"/api/v1/matches/{match}/seats/Jade/standing-orders").json()
    assert (standing["attendance"], standing["given"]) == ("present", {"bids": [], "reserve": {"coins": 0}})
    rehearsal = client.get(f"/matches/{match}/Jade/standing-orders/rehearsal").text
    assert "anything that they could have answered" in rehearsal and "enemy" not in rehearsal
    players = [RandomPlayer(client, match, house, seed=4) for house in HOUSES]
    for _ in range(200):
        if not sum(player.act() for player in players):
            break
    towns_met = 0
    for house in HOUSES:
        seat = f"/matches/{match}/{house}"
        over = client.get(seat).text
        assert "The match is over" in over and "has won with" in over and "Nobody has won" not in over
        for part in ("history", "letters", "dice", "review", "contacts"):
            found = client.get(f"{seat}/{part}")
            assert found.status_code == 200 and not OF_TWO.search(found.text), part
        met = client.get(f"/api/v1/matches/{match}/seats/{house}/contacts").json()["contacts"]
        page = client.get(f"{seat}/contacts").text
        assert all(f'<span class="fine">{one["contact"]["town"]}</span>' in page for one in met)
        towns_met += len(met)
        assert "All pictures, step by step" in over and "All pictures</a>" in client.get(f"{seat}/history").text
        assert "This game keeps no figures." in client.get(f"{seat}/figures").text
        review = client.get(f"{seat}/review").text
        assert "What was true" not in review and "Where it was wrong" not in review
        step = client.get(f"{seat}/review?step=1", headers={"HX-Request": "true"}).text
        for number in range(3):
            assert f'id="map-of-{number}"' in review and f'hx-target="#map-of-{number}"' in step
        for one in met:
            dossier = client.get(f"{seat}/contacts/{one['handle']}").text
            assert dossier.count("You meet the caravan") == dossier.count('<li class="report') > 0
            assert "Which search" not in dossier
        log = client.get(f"/api/v1/matches/{match}/seats/{house}/log").json()
        assert any(entry["text"].startswith("House Amber has ") for entry in log["entries"])
    assert towns_met, "some house met another"


class Capitals(Ground):
    """Players write its towns in capitals, with what a page and an address have other uses for."""

    def show(self, place: Place) -> str:
        return f"{place.upper()} & #1"


def in_capitals() -> AnyGame:
    shire = {town: SHIRE.neighbours(town) for town in SHIRE.places}
    drawn = {town: spot for town in SHIRE.places if (spot := SHIRE.at(town)) is not None}
    return replace(THREE_HOUSES, ground=lambda picture: Capitals(shire, at=drawn, noun="town", nouns="towns"))


@pytest.mark.parametrize("games", [{"houses": in_capitals()}], ids=["in capitals"])
def test_a_town_is_written_as_its_ground_shows_it_and_led_to_by_what_it_is(context: Context, client: TestClient):
    """In what was told, in what was ordered, on the sheet and in what is known of others."""
    account = matches.make_guest(context)
    client.headers.update(bearer(context, account))
    client.cookies.set(matches.SESSION_COOKIE, matches.open_session(context, account.id))
    match = client.post("/api/v1/matches", json={"game": "houses", "scenario": "shire"}).json()["match_id"]
    travel = {"kind": "travel", "path": ["Crosskeys"]}
    for house in HOUSES:
        seat = f"/api/v1/matches/{match}/seats/{house}"
        tag = client.get(f"{seat}/view").headers["etag"]
        if house == JADE:
            empty = client.get(f"{seat}/sheet").headers["etag"]
            assert client.put(f"{seat}/sheet", json=[travel], headers={"If-Match": empty}).status_code == 200
            sheet = client.get(f"/matches/{match}/{house}").text
            assert re.search(r"to CROSSKEYS &amp; #1", sheet[sheet.index('id="sheet"') :])
        sent = client.post(f"{seat}/orders", json=[travel, {"kind": "done"}], headers={"If-Match": tag})
        assert sent.status_code == 202
    met = client.get(f"/api/v1/matches/{match}/seats/{JADE}/contacts").json()["contacts"][0]
    assert met["contact"] == {"house": "Amber", "town": "Crosskeys", "season": 1}
    for path in ("", "/history", f"/contacts/{met['handle']}", "/contacts"):
        page = client.get(f"/matches/{match}/{JADE}{path}").text
        link = re.search(r'in <a class="place" href="#place-Crosskeys">CROSSKEYS &amp; #1</a>\.', page)
        assert link or path == "/contacts", path
        read = re.sub("<[^>]+>", "", page[page.index("<main") :])
        assert "CROSSKEYS" in read and "Crosskeys" not in read, f"{path}: in lists and figures as in sentences"
    api = f"/api/v1/matches/{match}/seats/{AMBER}"
    said = [entry["text"] for entry in client.get(f"{api}/log").json()["entries"]]
    assert "Orders accepted: Travel: Caravan to CROSSKEYS & #1. This step is closed." in said
    looked_back = [entry["text"] for entry in client.get(f"{api}/history").json()["entries"]]
    assert said[-len(looked_back) :] == looked_back and "CROSSKEYS & #1" in "".join(looked_back)
    with client.websocket_connect(f"{api}/live") as socket:
        assert [socket.receive_json()["text"] for _ in said] == said
