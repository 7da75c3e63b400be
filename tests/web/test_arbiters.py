"""The pages of an arbiter, and what both sides read of one: before they join, in the lobby, and beside the clocks."""

from __future__ import annotations

import re

from service.store.clocks import DAY
from tests.client import TestClient
from tests.matches.waiting import Hand
from tests.web.by_hand import app, context, hand, vera
from tests.web.test_clocks import AGREED, send
from tests.web.test_ending import anna, ben

__all__ = ["anna", "app", "ben", "context", "hand", "vera"]
RULED = {**AGREED, "off": [], "over": "arbiter", "arbiter": "Vera"}


def opened(anna: TestClient, ben: TestClient) -> str:
    """A match whose arbiter Vera is asked to be, Anna at north and Ben at south: its address."""
    answer = anna.post("/matches", data={"scenario": "toy/yard", "seat": "north", **RULED})
    link = re.search(r"/invitations/[^\"]+", answer.text)
    assert link and "Arbiter: <strong hx-ignore>Vera, who has not agreed yet</strong>" in answer.text, answer.text
    assert "Vera, who has not agreed yet" in ben.get(link[0]).text
    ben.post(link[0])
    return str(answer.url.path)


def test_an_arbiter_agrees_and_sees_a_page_of_their_own(anna: TestClient, ben: TestClient, vera: TestClient):
    match = opened(anna, ben)
    assert "You are asked to agree" in vera.get("/").text
    asked = vera.get(f"{match}/arbitration").text
    assert "I agree to be the arbiter" in asked and "Give more time" not in asked
    agreed = vera.post(f"{match}/arbitration", data={"do": "agree"}).text
    assert "There is nothing to rule: no time is over." in agreed and "2 days with the last letter" in agreed
    assert "Arbiter: <strong hx-ignore>Vera</strong>" in anna.get(f"{match}/north/clock").text
    for client in (anna, ben):
        assert client.get(f"{match}/arbitration").status_code == 404
    for place in ("", "/north", "/south", "/north/clock"):
        assert vera.get(f"{match}{place}").status_code == 404


def test_a_time_that_is_over_is_ruled_on_and_both_sides_read_why(
    anna: TestClient, ben: TestClient, vera: TestClient, hand: Hand
):
    match = opened(anna, ben)
    vera.post(f"{match}/arbitration", data={"do": "agree"})
    send(anna, match, "north", {"kind": "hide", "hex": "12"}, {"kind": "done"})
    hand.on(2 * DAY)
    assert "Time over: south" in vera.get("/").text
    page = vera.get(f"{match}/arbitration").text
    assert "The time of the south side is over" in page and "Rule it forfeited" in page
    refused = vera.post(
        f"{match}/arbitration", data={"do": "more-time", "seat": "south", "days": "99", "reason": "Ill"}
    )
    assert refused.status_code == 422 and 'value="Ill"' in refused.text
    assert vera.post(f"{match}/arbitration", data={"do": "hang", "seat": "south"}).status_code == 422
    ruled = vera.post(
        f"{match}/arbitration", data={"do": "more-time", "seat": "south", "days": "2", "reason": "<b>Ill"}
    )
    said = "The arbiter gives the south side, whose time was over, 2 more days: “&lt;b&gt;Ill”."
    assert said in ruled.text
    for client, seat in ((anna, "north"), (ben, "south")):
        assert said in client.get(f"{match}/{seat}").text
    late = vera.post(f"{match}/arbitration", data={"do": "forfeited", "seat": "south"})
    assert late.status_code == 409 and "nothing to rule" in late.text


def test_an_arbiter_who_is_no_account_here_is_refused_and_the_form_is_kept(anna: TestClient):
    answer = anna.post("/matches", data={"scenario": "toy/yard", "seat": "north", **RULED, "arbiter": "Walter"})
    assert answer.status_code == 422 and "Name the account of this server" in answer.text
    for kept in ('value="arbiter" selected', 'name="arbiter" value="Walter"'):
        assert kept in answer.text


def test_an_arbiter_who_says_no_is_one_no_more(anna: TestClient, ben: TestClient, vera: TestClient):
    match = opened(anna, ben)
    assert "You are the arbiter" not in vera.post(f"{match}/arbitration", data={"do": "no"}).text
    assert vera.get(f"{match}/arbitration").status_code == 404
    assert "Nobody: whoever was named has said no" in anna.get(match).text
