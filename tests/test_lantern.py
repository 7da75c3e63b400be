"""The game of `docs/examples/bay.py`, on a map of lettered hexes: played by the umpire, by bots, and on every page."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from fastapi import FastAPI

from docs.examples.bay import BAY, CUTTER, SHORE, SMUGGLER, THE_LANTERN, Boats, Sail, ShineOn, SteerFor, Words
from service import matches
from service.app import create_app
from service.bots.random_player import RandomPlayer
from service.engine import judging, recording, umpire
from service.engine.attendance import Attend
from service.engine.dice import LoadedDice
from service.engine.game import AnyGame
from service.engine.grids import SheetGround
from service.engine.options import Choice, Option
from service.engine.orders import Done, Order, Refusal, demand
from service.engine.places import Place
from service.engine.sentences import OwnSpan, PlaceSpan, Sentence, place, say
from service.matches import AtSeat, Context
from service.matches.turn_letters import turn_letter
from service.settings import Settings
from tests import random_play
from tests.client import TestClient
from tests.offers import options_for
from tests.service_fixtures import bearer


@pytest.mark.parametrize("seed", range(3))
def test_the_umpire_plays_it(seed: int):
    match = random_play.play_out(THE_LANTERN, seed)
    assert match.state.ended
    assert recording.fold(match.opening, match.journal) == match.state


def night() -> Any:
    """A night at its first watch, both sides being asked where they sail."""
    return umpire.open_match(THE_LANTERN, "bay", LoadedDice(), strict=True).state


def play(state: Any, side: str, *orders: Order) -> None:
    umpire.play(THE_LANTERN, state, side, list(orders), LoadedDice(), strict=True)


def sail(boats: str, *path: str) -> Sail:
    """An order as players say it: "swift dove" to KKK44, KKK45."""
    return Sail(units=tuple(boats.split()), path=tuple(map(Place, path)))


def refused(state: Any, order: Order) -> tuple[str, str]:
    """The rule and the sentence with which the smuggler is refused an order."""
    said = judging.refusal_of(THE_LANTERN, state.pictures[SMUGGLER], order)
    assert said is not None, "it is accepted"
    return said.rule, said.reason


def test_on_standing_orders_boats_sail_where_they_are_bound_for_as_far_as_there_is_room():
    state = night()
    play(state, SMUGGLER, SteerFor(hex=Place("KKK49")), Attend(attendance="standing"), Done())
    for _ in range(12):
        if not state.ended:
            assert state.waiting == [CUTTER]
            play(state, CUTTER, Done())
    lie = sorted(state.smugglers().values())
    assert state.ended and lie == ["KKK48", "KKK49", "KKK49", "KKK49"], "at most three lie in a hex"
    assert state.pictures[SMUGGLER].verdict == "The smuggler has landed 3 boats; the cutter took 0 boats."


# ---- stacks


def test_boats_of_one_hex_sail_together_at_the_pace_of_the_slowest():
    state = night()
    assert refused(state, sail("swift dove ark", "KKK44", "KKK45")) == (
        "BAY-SAI-05", "They sail at the pace of the slowest, 1 to 1 in a watch, not 2.",
    )  # fmt: skip
    play(state, SMUGGLER, sail("swift dove ark", "KKK44"), Done())
    play(state, CUTTER, Done())
    assert [state.boats[boat] for boat in ("swift", "dove", "ark")] == ["KKK44"] * 3


def test_some_stay_behind_and_sail_their_own_way_in_the_same_watch():
    state = night()
    play(state, SMUGGLER, sail("swift dove", "KKK44", "KKK45"), sail("ark", "JJJ43"), Done())
    play(state, CUTTER, Done())
    assert state.smugglers() == {"swift": "KKK45", "dove": "KKK45", "ark": "JJJ43", "wren": "LLL43"}


def test_at_most_three_boats_lie_in_a_hex_and_a_part_of_a_stack_may_come_in():
    state = night()
    together = sail("swift dove ark", "LLL43")
    assert refused(state, together) == ("BAY-SAI-06", "At most 3 boats lie in a hex; LLL43 has room for 2.")
    with pytest.raises(Refusal) as full:
        together.check(state.pictures[SMUGGLER])
    assert PlaceSpan(Place("LLL43")) in full.value.said
    with pytest.raises(Refusal) as apart:
        sail("swift wren", "KKK44").check(state.pictures[SMUGGLER])
    assert {OwnSpan("wren", "Wren"), PlaceSpan(Place("LLL43"))} <= {*apart.value.said}
    assert apart.value.reason == "Boats sail together from one hex; Swift lies in KKK43 and Wren lies in LLL43."
    reach = {way.place for way in THE_LANTERN.forces.destinations(state.pictures[SMUGGLER], together.units)}
    assert "LLL43" not in reach and "KKK44" in reach
    play(state, SMUGGLER, sail("swift ark", "LLL43"), Done())


@pytest.mark.parametrize(
    ("boats", "rule", "sentence"),
    [
        ("swift wren", "BAY-SAI-04",
         "Boats sail together from one hex; Swift lies in KKK43 and Wren lies in LLL43."),
        ("swift swift", "BAY-SAI-01", "Name the boats that sail, each once."),
        ("swift cutter", "BAY-SAI-01", "You have no 'cutter'."),
        ("", "BAY-SAI-01", "Name the boats that sail, each once."),
    ],
)  # fmt: skip
def test_who_cannot_sail_together_is_refused_and_has_no_way_either(boats: str, rule: str, sentence: str):
    state = night()
    assert refused(state, sail(boats, "KKK44")) == (rule, sentence)
    with pytest.raises(Refusal, match=re.escape(sentence)):
        THE_LANTERN.forces.destinations(state.pictures[SMUGGLER], tuple(boats.split()))


def test_a_boat_that_has_sailed_is_no_longer_of_the_stack():
    state = night()
    play(state, SMUGGLER, sail("ark", "KKK44"))
    assert refused(state, sail("swift ark", "KKK45")) == ("BAY-SAI-02", "Ark has its course for this watch.")
    [stack, alone] = [one for one in options_for(THE_LANTERN, state.pictures[SMUGGLER]) if one.kind == "sail"]
    assert stack.subjects == ("swift", "dove") and alone.subjects == ("wren",)


def test_how_many_boats_lie_in_a_hex_is_told_by_the_light_and_by_nothing_else():
    state = night()
    play(state, SMUGGLER, sail("swift dove", "KKK44", "LLL44"), Done())
    play(state, CUTTER, sail("cutter", "LLL47", "LLL46"), Done())
    assert state.pictures[CUTTER].gleams == {}
    play(state, CUTTER, ShineOn(hex=Place("LLL44")), Done())
    gleams = state.pictures[CUTTER].gleams
    assert {handle: gleam.hex for handle, gleam in gleams.items()} == {"gleam-1": "LLL44", "gleam-2": "LLL44"}
    assert len(state.smugglers()) == 4, "the cutter lies two hexes off"


def test_all_whom_the_light_shows_next_to_the_cutter_are_taken_and_their_owner_knows():
    state = night()
    play(state, SMUGGLER, sail("swift dove", "KKK44", "LLL44"), Done())
    play(state, CUTTER, sail("cutter", "LLL47", "LLL46"), Done())
    play(state, CUTTER, Done())
    play(state, SMUGGLER, Done())
    play(state, CUTTER, sail("cutter", "LLL45"), Done())
    play(state, CUTTER, ShineOn(hex=Place("LLL44")), Done())
    assert list(state.smugglers()) == ["ark", "wren"] == list(state.pictures[SMUGGLER].boats)


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


def sheet(client: TestClient, seat: str, **fields: str | list[str]) -> tuple[int, str]:
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
    status, said = sheet(
        client, seat, kind="sail", unit="dove", several__units="dove", routes__path="", goto__path=" kkk 45 "
    )
    assert status == 200, said
    sheet_now = client.get(f"/api/v1/matches/{match}/seats/{SMUGGLER}/sheet").json()["orders"]
    assert [order["path"] for order in sheet_now] == [["KKK44", "KKK45"]]
    assert sheet(client, seat, kind="steer-for", places__hex="0908") == (
        422, "Nothing was done. 0908 is not a hex on this map: write one as LLL43.",
    )  # fmt: skip
    wren = {"kind": "sail", "unit": "wren", "several__units": "wren"}
    assert sheet(client, seat, **wren, routes__path="", goto__path="KKK49") == (
        422,
        "Nothing was done. KKK49 is not among the hexes that it can reach. "
        "Choose where it goes: on the map, in the list, or by writing the name of the hex.",
    )
    assert sheet(client, seat, kind="steer-for", places__hex="lll 49")[0] == 200
    assert client.get(f"/api/v1/matches/{match}/seats/{SMUGGLER}/sheet").json()["orders"][-1]["hex"] == "LLL49"


PAIR: dict[str, Any] = {"kind": "sail", "unit": ["swift", "dove"], "several__units": ["swift", "dove"]}


def test_where_boats_can_sail_together_is_asked_for_all_of_them(client: TestClient, match: str):
    seat = f"/api/v1/matches/{match}/seats/{SMUGGLER}"

    def reach(*boats: str) -> tuple[int, dict[str, Any]]:
        answer = client.get(f"{seat}/destinations", params={"unit": boats})
        return answer.status_code, answer.json()

    status, together = reach("swift", "dove")
    assert status == 200 and together["units"] == ["swift", "dove"]
    assert {way["place"]: way["cost"] for way in together["destinations"]}["KKK45"] == 2
    assert all(len(way["path"]) <= 2 for way in together["destinations"])
    assert {len(way["path"]) for way in reach("swift")[1]["destinations"]} == {1, 2, 3}
    status, refusal = reach("swift", "wren")
    assert (status, refusal["rule"]) == (409, "BAY-SAI-04")
    assert refusal["detail"] == "Boats sail together from one hex; Swift lies in KKK43 and Wren lies in LLL43."
    hidden, nothing = (client.get(f"{seat}/destinations?unit=swift&unit={of}") for of in ("cutter", "nothing"))
    assert hidden.status_code == 404 and hidden.content == nothing.content


def test_an_option_says_of_whom_some_may_go_and_what_the_way_follows(client: TestClient, match: str):
    options = client.get(f"/api/v1/matches/{match}/seats/{SMUGGLER}/options").json()["options"]
    [stack, alone] = [one for one in options if one["kind"] == "sail"]
    assert stack["subjects"] == ["swift", "dove", "ark"] and alone["subjects"] == ["wren"]
    assert stack["fields"] == {
        "units": {"domain": "several", "values": ["swift", "dove", "ark"], "least": 1, "most": 3, "usual": ""},
        "path": {"domain": "routes", "follows": "units"},
    }


# ---- a map whose hexes players write otherwise than they are stored


class Spaced(SheetGround):
    """Players write its hexes as KKK 46."""

    def show(self, place: Place) -> str:
        return f"{place[:3]} {place[3:]}"


class Asking(Words):
    """Its questions, and what the boats are bound for, name a hex."""

    def ask(self, known: Any, kinds: Sequence[str], heading: str) -> Sentence:
        return say("The light was last seen in ", place("LLL48"), ".")


def on_a_spaced_map() -> AnyGame:
    bay = Spaced(BAY.sheet, dict(zip(BAY.sheet, BAY.places, strict=True)))
    return replace(THE_LANTERN, ground=lambda picture: bay, words=Asking())


@pytest.mark.parametrize("games", [{"lantern": on_a_spaced_map()}], ids=["spaced"])
def test_titles_and_questions_write_a_hex_as_its_map_does(client: TestClient, context: Context, match: str):
    seat = f"matches/{match}/seats/{SMUGGLER}"
    options = client.get(f"/api/v1/{seat}/options").json()["options"]
    assert [one["title"] for one in options if one["kind"] == "sail"] == ["Sail from KKK 43", "Sail from LLL 43"]
    page = client.get(f"/matches/{match}/{SMUGGLER}").text
    letter = "\n".join(turn_letter(matches.read(context, AtSeat(match, SMUGGLER, ""))))
    assert 'The light was last seen in <a class="place" href="#place-LLL48">LLL 48</a>.' in page
    assert "The light was last seen in LLL 48." in letter and "\nswift Swift, KKK 43: pace 3.\n" in letter


@pytest.mark.parametrize("games", [{"lantern": on_a_spaced_map()}], ids=["spaced"])
def test_figures_lists_and_standing_orders_write_a_hex_as_its_map_does(client: TestClient, match: str):
    page = client.get(f"/matches/{match}/{SMUGGLER}").text
    bound = '<dt>Bound for</dt><dd><a class="place" href="#place-KKK49">KKK 49</a></dd>'
    assert page.count(bound) == 2, "among the points, and as it was said in advance"
    assert re.search(r">Dove <span class=\"chip-place\">KKK 43<", page)
    looked_back = client.get(f"/matches/{match}/{SMUGGLER}/standing-orders/rehearsal").text
    assert "KKK 44" in looked_back and not re.search("[A-Z]{3}4[0-9]", looked_back)


@pytest.mark.parametrize("games", [{"lantern": on_a_spaced_map()}], ids=["spaced"])
def test_a_choice_among_values_that_are_places_calls_them_as_the_map_does(
    client: TestClient, match: str, monkeypatch: Any
):
    shore = {"hex": Choice(values=tuple(sorted(SHORE)))}
    steer = Option(kind="steer-for", title=say("Steer for the shore"), fields=shore)
    monkeypatch.setattr(SteerFor, "offers", lambda picture: iter((steer,)))
    page = html.unescape(client.get(f"/matches/{match}/{SMUGGLER}").text)
    assert '<option value=""KKK49"" data-place="KKK49">KKK 49</option>' in page


def test_a_stack_is_parted_on_the_page_without_a_script(client: TestClient, match: str):
    """Tick who goes, choose, and put the way on the sheet; who was left behind is next."""
    seat = f"/matches/{match}/{SMUGGLER}"
    whole = client.get(seat).text
    assert f'href="{seat}?unit=swift&amp;unit=dove&amp;unit=ark#tab-orders"' in whole, "a tap chooses all who lie there"
    ticked = re.findall(r'name="unit" value="(\w+)" checked', client.get(f"{seat}?unit=swift&unit=dove&unit=ark").text)
    assert ticked == ["swift", "dove", "ark"]
    nobody = client.get(f"{seat}?here=KKK43").text
    assert "Tick who goes." in nobody and 'name="unit" value="ark" checked' not in nobody
    part = client.get(f"{seat}?here=KKK43&unit=swift&unit=dove").text
    assert "2 of 3 chosen" in part and re.search(r'chosen-title"[^>]*>Swift and Dove<', part)
    assert re.findall(r'name="several:units" value="(\w+)"', part) == ["swift", "dove"]
    way = re.search(r'<option value="([^"]*)" data-place="KKK45"', part)
    assert way is not None
    assert sheet(client, seat, **PAIR, routes__path=way[1])[0] == 200
    after = client.get(f"{seat}?unit=swift&unit=dove").text
    assert "Sail: Swift and Dove to KKK44 → KKK45" in after and "can be sent" in after
    assert "Next<span" in after and "unit=ark#tab-orders" in after


def test_those_who_cannot_go_together_are_told_why(client: TestClient, match: str):
    seat = f"/matches/{match}/{SMUGGLER}"
    both = client.get(f"{seat}?unit=swift&unit=wren").text
    assert "Nothing can be ordered for them together now." in both
    sheet(client, seat, **PAIR, routes__path="LLL43")
    sheet(client, seat, kind="sail", unit="ark", several__units="ark", routes__path="LLL43")
    assert "At most 3 boats lie in a hex; LLL43 has room for 0." in client.get(seat).text


def test_a_set_that_may_be_ticked_and_cannot_go_is_refused_on_the_page(
    client: TestClient, match: str, monkeypatch: Any
):
    """Where the rules have more against it than an option can show, the page says so in place of the form."""
    honest = Boats.destinations

    def destinations(self: Boats, picture: Any, units: Any) -> Any:
        demand(set(units) != {"swift", "ark"}, "BAY-SAI-07", "The Swift does not wait for the Ark.")
        return honest(self, picture, units)

    monkeypatch.setattr(Boats, "destinations", destinations)
    seat = f"/matches/{match}/{SMUGGLER}"
    page = client.get(f"{seat}?unit=swift&unit=ark").text
    assert "The Swift does not wait for the Ark." in page and 'data-order="sail"' not in page
    assert 'data-order="sail"' in client.get(f"{seat}?unit=swift&unit=dove").text


def test_its_page_draws_the_bay_and_what_each_boat_knows_to_be_there(client: TestClient, match: str):
    page = client.get(f"/matches/{match}/{SMUGGLER}").text
    assert 'data-unit="dove"' in page and 'aria-label="Dove, hex KKK43"' in page
    assert 'aria-label="Ark, hex KKK43, on top of 3"' in page and ">3</text>" in page
    assert "LLL48" in page and 'data-place="LLL48"' not in page, "the bay has such a hex; who lies there is not told"
    page = client.get(f"/matches/{match}/{SMUGGLER}?unit=dove").text
    assert len(re.findall(r'class="reach"', page)) == 10
    assert not re.search(r'pattern="|inputmode="numeric"[^>]*name="goto', page) and "or its name" in page
    places = re.search(r'data-places="([^"]*)"', page)
    assert places is not None and [one.split(" ")[2] for one in places[1].split("|")] == list(BAY.places)


def test_two_bots_play_it_over_http_and_every_page_of_it_is_there(client: TestClient, match: str):
    standing = client.get(f"/api/v1/matches/{match}/seats/{CUTTER}/standing-orders")
    assert (standing.json()["attendance"], standing.json()["given"]) == ("present", {"bound_for": "KKK47"})
    players = [RandomPlayer(client, match, boat, seed=3) for boat in (SMUGGLER, CUTTER)]
    for _ in range(200):
        if not sum(player.act() for player in players):
            break
    for boat in (SMUGGLER, CUTTER):
        seat = f"/matches/{match}/{boat}"
        over = client.get(seat).text
        assert "The match is over" in over and "The smuggler " in over
        for part in ("history", "letters", "dice", "review", "contacts", "history?at=1&place=kkk46"):
            assert client.get(f"{seat}/{part}").status_code == 200, part
