"""The page on which the sides talk and a side keeps its notes, and how a match page says that something was said."""

from __future__ import annotations

import asyncio
import re
from html import unescape

import pytest
from playwright.async_api import Browser, expect

from service import matches
from service.matches import AtSeat, Context
from service.matches.talk import mute, say_to_others
from tests.client import TestClient
from tests.web.browser import PHONE, window
from tests.web.test_ending import anna, ben, match, state_of
from tests.web.test_lobby import BY_HTMX, opened

__all__ = ["anna", "ben", "match"]
HOSTILE = '<b hx-get="/account" hx-trigger="load">Boo</b>'


def test_a_message_is_announced_on_the_others_page_and_read_on_its_own(anna: TestClient, ben: TestClient, match: str):
    looked = {"live": "1", **state_of(ben.get(f"{match}/south").text)}
    anna.post(f"{match}/north/talk", data={"do": "say", "text": HOSTILE})
    nudged = ben.get(f"{match}/south", params=looked, headers=BY_HTMX)
    assert "1 new message to read." in nudged.text and "Boo" not in nudged.text
    page = ben.get(f"{match}/south/talk").text
    assert '<p class="talk-text" hx-ignore>&lt;b hx-get=' in page and "Mark as read" in page
    again = ben.post(f"{match}/south/talk", data={"do": "read", "up_to": "1"})
    assert again.url.path == f"{match}/south" and "new message" not in again.text
    assert "Mark as read" not in ben.get(f"{match}/south/talk").text


def test_whoever_answers_has_read_what_stood_there(anna: TestClient, ben: TestClient, match: str):
    for said in ("Hello", "Are you there?"):
        anna.post(f"{match}/north/talk", data={"do": "say", "text": said})
    assert 'name="up_to" value="2"' in ben.get(f"{match}/south/talk").text
    anna.post(f"{match}/north/talk", data={"do": "say", "text": "Meanwhile"})
    answered = ben.post(f"{match}/south/talk", data={"do": "say", "text": "Here", "up_to": "2"}).text
    assert answered.count('<span class="tag tag-now">new</span>') == 1, "what came meanwhile was not seen"
    all_read = ben.post(f"{match}/south/talk", data={"do": "say", "text": "And now", "up_to": "4"}).text
    assert "tag-now" not in all_read and "Mark as read" not in all_read


def test_what_is_too_long_stays_in_its_box(anna: TestClient, match: str):
    answer = anna.post(f"{match}/north/talk", data={"do": "say", "text": "x" * 2001})
    assert answer.status_code == 422 and "1 to 2,000 characters" in answer.text and "x" * 2001 in answer.text


def test_a_note_is_on_its_own_seat_s_page_alone(anna: TestClient, ben: TestClient, match: str):
    mine = anna.post(f"{match}/north/talk", data={"do": "note", "text": "Behind the hill"})
    assert "Behind the hill" in mine.text and "Before the first letter" in mine.text
    assert "Behind the hill" not in ben.get(f"{match}/south/talk").text
    gone = anna.post(f"{match}/north/talk", data={"do": "forget", "number": "1"})
    assert "Behind the hill" not in gone.text


def test_a_side_is_muted(anna: TestClient, ben: TestClient, match: str):
    ben.post(f"{match}/south/talk", data={"do": "mute", "muted": "north"})
    anna.post(f"{match}/north/talk", data={"do": "say", "text": "Hello"})
    page = ben.get(f"{match}/south/talk").text
    assert "Hello" not in page and 'value="north" checked' in page


def test_a_match_is_opened_without_talk(anna: TestClient):
    answer = anna.post("/matches", data={"scenario": "toy/yard", "seat": "north", "quiet": "1"})
    assert "Talk between the sides: <strong>no</strong>" in answer.text
    assert "This match was opened without talk." in anna.get(f"{answer.url.path}/north/talk").text
    assert "Talk between the sides: <strong>yes</strong>" in opened(anna)[1]


def test_what_was_said_between_a_page_and_its_socket_is_nudged_at_once(anna: TestClient, ben: TestClient, match: str):
    """The socket goes on from what its page shows, beside the log too; where it shows all, nothing comes unasked."""
    [socket] = re.findall('hx-ws:connect="(.*?)"', ben.get(f"{match}/south").text)
    with ben.websocket_connect(unescape(socket)) as line:
        line.send_text("?")
        assert line.receive_json() == {"type": "here"}
    anna.post(f"{match}/north/talk", data={"do": "say", "text": "Hello"})
    with ben.websocket_connect(unescape(socket)) as line:
        assert line.receive_json() == {"type": "nudge"}


@pytest.mark.browser
async def test_what_is_said_comes_to_the_page_that_is_open_and_what_a_muted_side_says_does_not(
    browser: Browser, context: Context, address: str
):
    """Without a reload; what one is writing stays, and whoever then sends it has read what came meanwhile."""
    anna, ben = (matches.make_account(context, name, "fifteen herons") for name in ("Anna", "Ben"))
    yard = matches.open_match(context, anna, "toy", "yard", seat="north")
    south = await asyncio.to_thread(matches.take_seat, context, ben, yard.match_id, "south", yard.invitations["south"])
    north = AtSeat(yard.match_id, "north", anna.id)
    async with window(browser, **PHONE) as hers:
        page = await hers.new_page()
        await page.request.post(f"{address}/sign-in", form={"name": "Anna", "password": "fifteen herons"})
        async with page.expect_websocket():
            await page.goto(f"{address}/matches/{yard.match_id}/north/talk")
        await page.get_by_label("To south").fill("What I began")
        await page.get_by_label("A new note").focus()
        await asyncio.to_thread(say_to_others, context, south, "Are you there?")
        await expect(page.locator(".talk-text")).to_have_text("Are you there?")
        await expect(page.get_by_label("To south")).to_have_value("What I began")
        await page.get_by_role("button", name="Send").tap()
        await expect(page.locator(".talk-text").first).to_have_text("What I began")
        await expect(page.get_by_text("Mark as read")).to_have_count(0)
        await asyncio.to_thread(mute, context, north, ["south"])
        await asyncio.to_thread(say_to_others, context, south, "You do not hear this.")
        await asyncio.to_thread(say_to_others, context, north, "From my other device")
        await expect(page.locator(".talk-text")).to_have_text(
            ["From my other device", "What I began", "Are you there?"]
        )
