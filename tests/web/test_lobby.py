"""Who sits where: in the lobby, and on the page of whoever waits for somebody."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from service import matches
from service.matches import Desk

ANNA = {"name": "Anna", "password": "a long password"}
BEN = {"name": "<b>Ben</b>", "password": "a long password"}
BY_HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}


@pytest.fixture
def anna(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app) as client:
        client.post("/sign-up", data=ANNA)
        yield client


def opened(client: TestClient, opponent: str = "invitation") -> tuple[str, str]:
    """A match with its opener at north: its address, and the page that answered."""
    answer = client.post("/matches", data={"scenario": "toy/yard", "seat": "north", "opponent": opponent})
    found = re.search(r"/matches/\w+", str(answer.url))
    assert found, answer.text
    return found[0], answer.text


def test_the_opener_is_told_that_the_seat_is_free_and_then_who_has_taken_it(app: FastAPI, anna: TestClient):
    match, lobby = opened(anna)
    link = re.search(r"/invitations/[^\"]+", lobby)
    assert link and "Free" in lobby
    page = anna.get(f"{match}/north").text
    assert f'href="{match}">south is free: invite somebody' in page
    with TestClient(app) as ben:
        ben.post("/sign-up", data=BEN)
        ben.post(link[0])
        assert "north: <span hx-ignore>Anna</span>" in ben.get(f"{match}/south").text
    asked = re.search(r'hx-get="([^"]+others=1)" hx-trigger="every', page)
    assert asked
    news = anna.get(asked[1], headers=BY_HTMX).text
    assert "south: <span hx-ignore>&lt;b&gt;Ben&lt;/b&gt;</span>" in news
    assert "every" not in news, "nobody else is waited for"
    assert "&lt;b&gt;Ben&lt;/b&gt;" in anna.get(match).text


def test_a_guest_and_the_computer_are_called_so(app: FastAPI, anna: TestClient, desk: Desk):
    match, lobby = opened(anna)
    link = re.search(r"/invitations/[^\"]+", lobby)
    assert link
    with TestClient(app) as guest:
        guest.post(link[0])
    assert "A guest" in anna.get(match).text
    matches.bot_token(desk)
    match, _ = opened(anna, "bot")
    assert "The computer" in anna.get(match).text
    assert "south: <span hx-ignore>The computer</span>" in anna.get(f"{match}/north").text
    card = anna.get(f"/api/v1{match}").json()
    assert card["holders"] == {"north": {"kind": "named", "name": "Anna"}, "south": {"kind": "bot", "name": None}}


def test_in_practice_nobody_is_missing(app: FastAPI, desk: Desk, visitor: TestClient):
    for token in matches.practice_links(desk, "toy", "yard").values():
        page = visitor.get(f"/seat/{token}").text
    assert "Play north" in page and "free" not in page and "A guest" not in page


def test_a_match_page_says_where_else_its_player_is_asked(anna: TestClient):
    """Of other matches how many, a link to the only one, and nothing of this one."""
    pages = [
        anna.post("/matches", data={"scenario": "toy/yard", "opponent": "practice", "seat": "north"}).url.path
        for _ in range(3)
    ]
    assert "2 other matches need you" in anna.get(pages[0]).text
    alone = opened(anna, "bot")[0]
    assert "3 other matches need you" in anna.get(f"{alone}/north").text, "a match counts once, however many its seats"
