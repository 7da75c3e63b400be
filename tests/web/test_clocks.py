"""Time on the pages: what is agreed before anybody joins, how the clocks stand, absences, and a claim."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from fastapi import FastAPI
from sqlmodel import select

from service import matches
from service.matches import Context
from service.matches.clock import lapse_all
from service.store import tables
from tests.client import TestClient
from tests.matches.waiting import Hand
from tests.web.by_hand import app, context, hand
from tests.web.test_ending import anna, ben
from tests.web.test_lobby import BY_HTMX

__all__ = ["anna", "app", "ben", "context", "hand"]
AGREED = {"clock": "step", "days": "2", "off": ["5", "6"], "zone": "Europe/Paris", "absence": "3", "over": "claimed"}


def opened(anna: TestClient, ben: TestClient, **terms: object) -> str:
    """A match by the clock, Anna at north and Ben at south: its address."""
    answer = anna.post("/matches", data={"scenario": "toy/yard", "seat": "north", **AGREED, **terms})
    link = re.search(r"/invitations/[^\"]+", answer.text)
    assert link and "Each side has 2 days" in answer.text, answer.text
    asked = ben.get(link[0]).text
    assert "Time does not pass on Saturday and Sunday, by the calendar of Europe/Paris." in asked
    ben.post(link[0])
    return str(answer.url.path)


def test_what_was_agreed_is_on_the_invitation_and_each_sees_his_own_clock(anna: TestClient, ben: TestClient):
    match = opened(anna, ben)
    page = anna.get(f"{match}/north").text
    assert re.search(r"Your time</dt><dd>until \w+ \d+ \w+ \d+, \d\d:\d\d UTC", page)
    clocks = anna.get(f"{match}/north/clock").text
    assert "Time of south" in clocks and "2 days with your last letter" in clocks


def test_an_absence_is_seen_by_both_and_has_to_be_said_before(anna: TestClient, ben: TestClient, hand: Hand):
    match = opened(anna, ben)
    today = hand().date()
    assert anna.post(f"{match}/north/clock", data={"do": "away", "first": str(today)}).status_code == 422
    assert anna.post(f"{match}/north/clock", data={"do": "away", "first": "soon"}).status_code == 422
    first, last = today + timedelta(1), today + timedelta(2)
    said = anna.post(f"{match}/north/clock", data={"do": "away", "first": str(first), "last": str(last)})
    assert "1 day is left to you" in said.text
    assert f"north: {first:%a %d %b %Y} to {last:%a %d %b %Y}." in ben.get(f"{match}/south/clock").text
    back = anna.post(f"{match}/north/clock", data={"do": "back", "first": str(first)}).text
    assert "Nobody is away." in back and "3 days are left to you" in back


def test_the_sheet_may_be_sent_when_the_time_is_up(anna: TestClient, ben: TestClient):
    match = opened(anna, ben)
    assert 'name="sends" value="1" checked' not in anna.get(f"{match}/north/clock").text
    assert (
        'name="sends" value="1" checked' in anna.post(f"{match}/north/clock", data={"do": "sheet", "sends": "1"}).text
    )
    assert 'name="sends" value="1" checked' not in anna.post(f"{match}/north/clock", data={"do": "sheet"}).text
    assert 'name="sends" value="1" checked' not in ben.get(f"{match}/south/clock").text


def test_a_match_without_clocks_says_so(anna: TestClient, ben: TestClient):
    answer = anna.post("/matches", data={"scenario": "toy/yard", "seat": "north"})
    assert "played without clocks" in anna.get(f"{answer.url.path}/north/clock").text
    assert "/clock" not in anna.get(f"{answer.url.path}/north").text
    assert ben.get("/").status_code == 200
    assert anna.get(f"{answer.url.path}/north", headers=BY_HTMX).status_code == 200


def test_what_makes_no_sense_is_not_agreed_on(anna: TestClient):
    answer = anna.post("/matches", data={"scenario": "toy/yard", "seat": "north", **AGREED, "zone": "Atlantis"})
    assert answer.status_code == 422 and "no such time zone" in answer.text


def test_a_visitor_whose_form_is_refused_leaves_no_account_behind(app: FastAPI, context: Context):
    """The guest is made with the match, and comes with it to a seat."""

    def accounts() -> int:
        with context.store.look() as look:
            return len(look.accounts.session.exec(select(tables.Account.id)).all())

    visitor, before = TestClient(app), accounts()
    asked = {"scenario": "toy/yard", "seat": "north", "opponent": "invitation"}
    refused = visitor.post("/matches", data={**asked, **AGREED, "zone": "Nowhere"})
    assert refused.status_code == 422 and accounts() == before and not visitor.cookies
    opened = visitor.post("/matches", data={**asked, **AGREED})
    assert accounts() == before + 1 and visitor.get(f"{opened.url.path}/north").status_code == 200


def test_a_form_with_one_wrong_field_keeps_all_that_was_said(anna: TestClient):
    assert anna.put("/api/v1/me/zone", json={"zone": "Europe/Paris"}).status_code == 200
    fresh = anna.get("/matches/new").text
    assert 'name="zone" value="Europe/Paris"' in fresh and '<details class="agreed" open>' not in fresh
    said = {"scenario": "toy/yard", "seat/toy": "south", "opponent": "anybody", "quiet": "1", "name": "By <post>"}
    answer = anna.post("/matches", data={**said, **AGREED, "zone": "Nowhere"})
    assert answer.status_code == 422 and '<details class="agreed" open><summary>Time ' in answer.text
    for kept in (
        'name="zone" value="Nowhere"', 'value="step" selected', 'name="days" min="1" max="365" value="2"',
        'name="off" value="5" checked', 'name="off" value="6" checked', 'name="absence" min="0" max="60" value="3"',
        'value="claimed" selected', 'value="anybody" checked', 'value="south" required checked',
        'name="quiet" value="1" checked', 'name="name" value="By &lt;post&gt;"',
    ):  # fmt: skip
        assert kept in answer.text, kept
    assert 'name="off" value="0" checked' not in answer.text


def send(client: TestClient, match: str, seat: str, *orders: dict[str, str]) -> None:
    api = f"/api/v1{match}/seats/{seat}"
    version = client.get(f"{api}/view").headers["etag"]
    assert client.post(f"{api}/orders", json=list(orders), headers={"If-Match": version}).status_code == 202


@pytest.mark.parametrize("way", ["the umpire answers", "the other claims it", "the other resigns"])
def test_a_match_whose_one_player_has_gone_is_finished_by_the_other(
    way: str, context: Context, hand: Hand, anna: TestClient, ben: TestClient
):
    """Ben has hidden, and is never seen again. Anna ends it in the way that was agreed, or that is hers alone."""
    match = opened(anna, ben, over="answered" if way == "the umpire answers" else "claimed")
    send(ben, match, "south", {"kind": "hide", "hex": "32"}, {"kind": "done"})
    send(anna, match, "north", {"kind": "hide", "hex": "12"}, {"kind": "done"})
    for _ in range(60):
        page = anna.get(f"{match}/north").text
        if "The match is over" in page:
            break
        if anna.get(f"/api/v1{match}/seats/north/view").json()["where"]["asked"]:
            send(anna, match, "north", {"kind": "done"})
        elif way == "the other resigns":
            page = anna.post(f"{match}/north/end", data={"way": "resign", "sure": "1"}).text
        elif way == "the other claims it":
            hand.on(7 * 86_400)
            assert "The time of the south side is over." in anna.get(f"{match}/north/clock").text
            announced = anna.post(f"{match}/north/clock", data={"do": "announce"}).text
            assert "You may claim it from" in announced and "Claim the match</button>" not in announced
            assert "the other side has announced that it claims the match" in ben.get(f"{match}/south/clock").text
            assert "may claim the match a day after" in anna.post(f"{match}/north/clock", data={"do": "claim"}).text
            hand.on(86_400)
            assert "Claim the match</button>" in anna.get(f"{match}/north/clock").text
            page = anna.post(f"{match}/north/clock", data={"do": "claim"}).text
        else:
            hand.on(7 * 86_400)
            lapse_all(context)
    assert "The match is over" in page
    if way == "the other claims it":
        assert "Victory for the north side: the time of the south side was over, and the win was claimed." in page
    assert anna.get(f"{match}/north/review").status_code == 200
    assert ben.get(f"{match}/south/review").status_code == 200


def test_the_owner_of_the_house_pauses_a_match_by_its_address(
    context: Context, app: FastAPI, hand: Hand, anna: TestClient, ben: TestClient
):
    """Both sides read it where they play, with who did it; no clock runs until it goes on."""
    match = opened(anna, ben)
    owner = TestClient(app)
    owner.post(f"/sign-up/{matches.set_up_link(context)}", data={"name": "Olga", "password": "a long password"})
    house = owner.get("/account/house").text
    assert "Played by the clock now: 1; paused: 0." in house and "Resume all matches" not in house
    for wrong, status in (("/matches/nowhere", 404), ("", 404)):
        said = owner.post("/account/house/pause", data={"do": "pause", "match": wrong})
        assert said.status_code == status and "No match has this address." in said.text
    address = f"http://testserver{match}/south?others=1#orders"
    assert "paused: 1." in owner.post("/account/house/pause", data={"do": "pause", "match": address}).text
    again = owner.post("/account/house/pause", data={"do": "pause", "match": address})
    assert again.status_code == 409 and "This match is paused already." in again.text
    for client, seat in ((anna, "north"), (ben, "south")):
        assert "Olga, the owner of the server, has paused it." in client.get(f"{match}/{seat}").text
        assert "2 days left; the match is paused" in client.get(f"{match}/{seat}").text
        assert "has paused this match since" in client.get(f"{match}/{seat}/clock").text
    hand.on(30 * 86_400)
    assert "paused: 0." in owner.post("/account/house/pause", data={"do": "go-on-all"}).text
    page = ben.get(f"{match}/south").text
    assert "it goes on, as Olga, the owner of the server, decided. Each side has the time that it had." in page
    assert re.search(r"Your time</dt><dd>until", page)


def test_the_time_is_shown_by_the_clocks_of_the_reader_and_of_the_match(anna: TestClient, ben: TestClient):
    """Anna's zone is New York's, the match's is that of Paris."""
    match = opened(anna, ben)
    assert re.search(r"In Europe/Paris</dt><dd>until .* CES?T", anna.get(f"{match}/north/clock").text)
    assert anna.put("/api/v1/me/zone", json={"zone": "America/New_York"}).status_code == 200
    page = anna.get(f"{match}/north/clock").text
    assert re.search(r"Your time</dt><dd>until .* E[SD]T", page) and "In Europe/Paris</dt>" in page
    assert re.search(r"Your time</dt><dd>until .* E[SD]T", anna.get(f"{match}/north").text)
    assert anna.put("/api/v1/me/zone", json={"zone": "Europe/Paris"}).status_code == 200
    assert "In Europe/Paris</dt>" not in anna.get(f"{match}/north/clock").text
