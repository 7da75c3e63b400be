"""The pages of a moderator: agreeing, seeing both sides, the clocks, putting something right, and who is next."""

from __future__ import annotations

import re
from typing import Any

import pytest
from fastapi import FastAPI

from service.games.campaign1776.game import CAMPAIGN1776
from service.matches import Context, make_account, open_session
from service.matches.accounts import SESSION_COOKIE
from tests.client import TestClient
from tests.toy import TOY
from tests.web.by_hand import app, context, hand, vera
from tests.web.test_clocks import AGREED
from tests.web.test_ending import anna, ben

__all__ = ["anna", "app", "ben", "context", "hand", "vera"]
UNITS = r'<option value="(BR\d+)" >(\d+) British regulars'


@pytest.fixture
def games() -> dict[str, Any]:
    return {"toy": TOY, "campaign1776": CAMPAIGN1776}


def opened(anna: TestClient, ben: TestClient) -> str:
    """The first evening of 1776, which Vera is asked to moderate, Anna with the British and Ben the Americans."""
    answer = anna.post("/matches", data={"scenario": "campaign1776/brandywine-1777", "seat/campaign1776": "British",
                                         "moderator": "Vera", **AGREED})  # fmt: skip
    link = re.search(r"/invitations/[^\"]+", answer.text)
    assert link and "Moderator: <strong hx-ignore>Vera, who has not agreed yet</strong>" in answer.text, answer.text
    assert "Vera, who has not agreed yet" in ben.get(link[0]).text
    ben.post(link[0])
    return str(answer.url.path)


def test_a_moderator_agrees_and_sees_both_sides_and_no_seat(anna: TestClient, ben: TestClient, vera: TestClient):
    match = opened(anna, ben)
    assert "You are asked to agree" in vera.get("/").text
    page, review = f"{match}/moderation", f"{match}/moderation/review"
    assert "I agree to moderate" in vera.get(page).text and vera.get(review).status_code == 404
    assert "It waits for the British side." in vera.post(page, data={"do": "agree"}).text
    shown = vera.get(review).text
    assert "What was true" in shown and "What American believed" in shown
    assert "dial-step" in vera.get(review, params={"step": "0"}, headers={"HX-Request": "true"}).text
    for client in (anna, ben):
        assert {client.get(path).status_code for path in (page, review)} == {404}
    for place in ("", "/British", "/American", "/British/review"):
        assert vera.get(f"{match}{place}").status_code == 404


def test_what_is_put_right_is_read_by_its_owner_with_the_reason(anna: TestClient, ben: TestClient, vera: TestClient):
    match = opened(anna, ben)
    page = f"{match}/moderation"
    unit, number = re.findall(UNITS, vera.post(page, data={"do": "agree"}).text)[0]
    said = {
        "do": "set-strength",
        "option": "0",
        "unit": unit,
        "number": str(int(number) - 1),
        "reason": "Twice counted",
    }
    done = vera.post(page, data=said).text
    assert "Twice counted" in done and f"({unit}): {number} in" in done and f"→ {int(number) - 1} in" in done
    log = [client.get(f"{match}/{seat}").text for client, seat in ((anna, "British"), (ben, "American"))]
    assert ["The moderator has put something right." in text for text in log] == [True, False]
    refused = vera.post(page, data=said)
    assert refused.status_code == 409 and f"There are {int(number) - 1} of {unit} already." in refused.text
    assert 'value="Twice counted"' in refused.text, "what was written is not lost"
    gone = vera.post(page, data={"do": "void-round", "hex": "OO32", "reason": "So"})
    assert gone.status_code == 409 and "cannot be put right now" in gone.text


def test_every_form_that_is_shown_is_read_again(anna: TestClient, ben: TestClient, vera: TestClient):
    match = opened(anna, ben)
    page = f"{match}/moderation"
    shown = vera.post(page, data={"do": "agree"}).text
    unit = re.findall(UNITS, shown)[0][0]
    forms: dict[str, dict[str, Any]] = {
        "put-units": {"units": [unit], "hex": "oo33", "in_fort": "False"},
        "give-units": {"unit_kind": "BR", "number": "2", "hex": "OO33", "in_fort": "False"},
        "set-fort": {"hex": "OO33", "whose": "British"}, "set-entrenchment": {"hex": "OO33", "whose": "British"},
        "set-losses": {"unit_kind": "BR", "number": "2"}, "put-ship": {"ship": "TR1", "to": "MM34/NN35"},
    }  # fmt: skip
    kinds = {kind for kind in re.findall(r'name="do" value="([a-z-]+)"', shown) if kind in forms or "-" in kind}
    assert kinds - {"set-strength"} == set(forms)
    for kind, said in forms.items():
        answer = vera.post(page, data={"do": kind, "option": "0", "reason": f"As {kind} says", **said})
        assert not re.findall('role="alert">([^<]+)', answer.text), kind
        assert f"As {kind} says" in answer.text and answer.status_code == 200, (kind, answer.text)


def test_clocks_stand_and_more_time_is_given_and_both_sides_read_it(
    anna: TestClient, ben: TestClient, vera: TestClient
):
    match = opened(anna, ben)
    page = f"{match}/moderation"
    vera.post(page, data={"do": "agree"})
    assert "Let the match go on" in vera.post(page, data={"do": "pause"}).text
    assert "Stop all clocks" in vera.post(page, data={"do": "go-on"}).text
    assert "gives every side 4 more days" in vera.post(page, data={"do": "extend", "days": "4"}).text
    assert vera.post(page, data={"do": "extend", "days": "99"}).status_code == 422
    for client in (anna, ben):
        if client is anna:
            assert "gives every side 4 more days" in client.get(match).text
    assert "gives every side 4 more days" in ben.get(f"{match}/American").text


def test_another_moderator_takes_both_sides(
    anna: TestClient, ben: TestClient, vera: TestClient, app: FastAPI, context: Context
):
    match = opened(anna, ben)
    walter = make_account(context, "Walter", "a long password")
    browser = TestClient(app, cookies={SESSION_COOKIE: open_session(context, walter.id)})
    said = anna.post(f"{match}/moderators", data={"seat": "British", "name": "Walter"}).text
    assert "wants Walter as moderator" in said and browser.get(f"{match}/moderation").status_code == 404
    ben.post(f"{match}/moderators", data={"seat": "American", "name": "Walter"})
    assert "I agree to moderate" in browser.get(f"{match}/moderation").text
    assert vera.get(f"{match}/moderation").status_code == 404
    assert vera.post(f"{match}/moderation", data={"do": "no"}).status_code == 404
    assert browser.post(f"{match}/moderation", data={"do": "no"}).url.path == "/"


READ = ("view", "log", "options", "cards", "dice", "export", "clock", "seat-changes")
KEY = re.compile(rb'name="key" value="[^"]*"')
"""Each time another."""
PAGES = ("", "/letters", "/history", "/clock")


def test_to_a_side_that_knew_nothing_of_it_not_a_byte_changes(anna: TestClient, ben: TestClient, vera: TestClient):
    """Neither by the moderator's looking nor by what they put right: on pages, over the API, in lists of matches."""
    match = opened(anna, ben)
    page = f"{match}/moderation"
    shown = vera.post(page, data={"do": "agree"}).text
    unit, number = re.findall(UNITS, shown)[-1]

    def fetched() -> dict[str, tuple[int, bytes, str]]:
        paths = [f"/api/v1{match}/seats/American/{what}" for what in READ]
        paths += [f"{match}/American{place}" for place in PAGES]
        paths += ["/", "/api/v1/matches", match, f"/api/v1{match}"]
        answers = {path: ben.get(path) for path in paths}
        return {
            path: (one.status_code, KEY.sub(b"", one.content), one.headers.get("etag", ""))
            for path, one in answers.items()
        }

    before = fetched()
    assert {status for status, _, _ in before.values()} == {200}
    vera.get(f"{page}/review")
    vera.get(f"/api/v1{match}/moderation/review")
    for kind, said in (("set-strength", {"unit": unit, "number": str(int(number) + 2)}),
                       ("set-losses", {"unit_kind": "BR", "number": "5"})):  # fmt: skip
        done = vera.post(page, data={"do": kind, "reason": "Miscounted", **said})
        assert done.status_code == 200 and "Miscounted" in done.text
    assert fetched() == before
