"""The page on which a match is ended by its players, and where the others see it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from fastapi import FastAPI

from service.matches import Context
from tests.client import TestClient
from tests.web.test_lobby import BEN, BY_HTMX, anna, opened

__all__ = ["anna"]


@pytest.fixture
def ben(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app) as client:
        client.post("/sign-up", data=BEN)
        yield client


@pytest.fixture
def match(anna: TestClient, ben: TestClient) -> str:
    """The address of a match: Anna at north, Ben at south."""
    match, lobby = opened(anna)
    link = re.search(r"/invitations/[^\"]+", lobby)
    assert link
    ben.post(link[0])
    return match


def state_of(page: str) -> dict[str, str]:
    """What a page says that it shows."""
    found = re.search(r'<div id="state".*?</div>', page, re.DOTALL)
    assert found
    return dict(re.findall(r'name="(\w+)" value="([^"]*)"', found[0]))


def test_an_offer_is_shown_to_the_other_at_once_and_ends_the_match_when_it_is_accepted(
    anna: TestClient, ben: TestClient, match: str
):
    looked = {"live": "1", **state_of(ben.get(f"{match}/south").text)}
    assert ben.get(f"{match}/south", params=looked, headers=BY_HTMX).status_code == 204
    made = anna.post(f"{match}/north/end", data={"way": "offer", "terms": "draw", "hours": "24"})
    assert "You offer a draw. It stands until" in made.text and "Withdraw it" in made.text
    nudged = ben.get(f"{match}/south", params=looked, headers=BY_HTMX)
    assert nudged.status_code == 200 and "north offers a draw. It stands until" in nudged.text
    assert "sitrep:stale" not in nudged.headers.get("hx-trigger", ""), "his forms are what they were"
    answer = ben.get(f"{match}/south/end").text
    assert 'value="accept" type="submit">Accept: a draw' in answer
    declined = ben.post(f"{match}/south/end", data={"way": "decline", "seat": "north", "terms": "draw"}).text
    assert "offers a draw" not in declined and "You offer a draw" not in anna.get(f"{match}/north/end").text
    anna.post(f"{match}/north/end", data={"way": "offer", "terms": "draw", "hours": "24"})
    over = ben.post(f"{match}/south/end", data={"way": "accept", "seat": "north", "terms": "draw"})
    for page in (over.text, anna.get(f"{match}/north").text):
        assert "The match is over" in page and "A draw: both sides agreed on it." in page
    assert anna.get(f"{match}/north/review").status_code == 200


def test_who_resigns_says_that_he_means_it(anna: TestClient, match: str):
    asked = anna.post(f"{match}/north/end", data={"way": "resign"})
    assert asked.status_code == 409 and "Confirm that you mean it" in asked.text
    over = anna.post(f"{match}/north/end", data={"way": "resign", "sure": "1"})
    assert "Victory for the south side: the north side resigned." in over.text


def test_a_rematch_leads_both_to_their_new_seats(anna: TestClient, ben: TestClient, match: str):
    anna.post(f"{match}/north/end", data={"way": "resign", "sure": "1"})
    assert "Open a rematch" in anna.get(f"{match}/north/end").text
    again = ben.post(f"{match}/south/end", data={"way": "rematch"}).url.path
    lobby = again.rpartition("/")[0]
    assert "It is kept for <span hx-ignore>Anna</span>." in ben.get(lobby).text
    assert again.endswith("/north") and not again.startswith(match)
    assert "your seat in it is kept" in anna.get(f"{match}/north").text
    home = anna.get("/").text
    assert "Rematch: <strong>south</strong> is kept for you" in home
    taken = anna.post(f"{again.rpartition('/')[0]}/take", data={"seat": "south"})
    assert taken.url.path == f"{again.rpartition('/')[0]}/south"
    assert "is kept for you" not in anna.get("/").text
    assert "Go to your seat" in ben.get(f"{match}/south/end").text


def test_anybody_with_a_name_finds_an_open_seat_on_the_first_page(anna: TestClient, ben: TestClient):
    match, lobby = opened(anna, "anybody")
    assert "Anybody who has an account here may take it." in lobby
    assert "Seats that you may take" in ben.get("/").text and "Seats that you may take" not in anna.get("/").text
    anna.post(f"{match}/open-seats", data={"seat": "south", "anybody": "0"})
    assert "Seats that you may take" not in ben.get("/").text
    anna.post(f"{match}/open-seats", data={"seat": "south", "anybody": "1"})
    assert ben.post(f"{match}/take", data={"seat": "south"}).url.path == f"{match}/south"


def test_a_seat_that_somebody_has_left_is_offered_by_invitation_alone(anna: TestClient, ben: TestClient, match: str):
    assert ben.post("/account/deletion", data={"password": BEN["password"], "seats": "open"}).status_code == 200
    lobby = anna.get(match).text
    assert "Make an invitation link" in lobby and "Open it to anybody" not in lobby
    assert anna.post(f"{match}/open-seats", data={"seat": "south", "anybody": "1"}).status_code == 409
    assert "Open it to anybody" in opened(anna)[1], "nobody has held that one"
    asked = anna.post(f"{match}/invitations", data={"seat": "south"}).text
    assert "Free. Whoever opens your link asks for the seat, and the owner of the server confirms them." in asked
    assert "first takes the seat" not in asked


def test_what_the_computer_agrees_to_is_said_where_it_plays(anna: TestClient, ben: TestClient, match: str):
    assert "To abandon the match" in anna.get(f"{match}/north/end").text
    assert "The computer agrees" not in anna.get(f"{match}/north/end").text
    against_it, _ = opened(anna, "computer")
    assert "The computer agrees to this, but not to a draw." in anna.get(f"{against_it}/north/end").text


def test_a_match_to_which_nobody_came_is_deleted_in_its_lobby(anna: TestClient):
    match, lobby = opened(anna)
    assert "kept for" not in lobby
    assert "Delete this match" in lobby
    home = anna.post(f"{match}/delete")
    assert home.url.path == "/" and match not in home.text
    assert anna.get(match).status_code == 404


def test_while_a_seat_is_free_there_is_nobody_to_agree_with(anna: TestClient, context: Context):
    match, _ = opened(anna)
    page = anna.get(f"{match}/north/end").text
    assert "south is still free" in page and "Make the offer" not in page
