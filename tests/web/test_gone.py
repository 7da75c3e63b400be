"""A match whose one player has gone is claimed by the other, in a browser."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fastapi import FastAPI
from playwright.async_api import Browser, expect

from service.app import create_app
from service.engine.orders import Done
from service.matches import Context, read, seat_link
from service.settings import Settings
from service.store.clocks import DAY, ClockTerms
from tests.matches.test_clocks import hidden, sit
from tests.matches.waiting import Hand, order
from tests.web.browser import PHONE, window

pytestmark = pytest.mark.browser


@pytest.fixture
def hand() -> Hand:
    return Hand()


@pytest.fixture
def context(context: Context, hand: Hand) -> Context:
    return replace(context, clock=hand)


@pytest.fixture
def app(settings: Settings, context: Context) -> FastAPI:
    return create_app(settings, context)


async def test_who_waits_claims_the_match_when_the_time_of_the_other_is_over(
    browser: Browser, context: Context, hand: Hand, address: str
):
    north, south = sit(context, ClockTerms("step", 2, over="claimed"))
    hidden(context, north, south)
    while read(context, north).where.asked:
        order(context, north, Done())
    link = seat_link(context, north)
    hand.on(2 * DAY)
    async with window(browser, **PHONE) as anna:
        page = await anna.new_page()
        await page.goto(f"{address}/seat/{link}")
        await page.goto(f"{address}/matches/{north.match_id}/north/clock")
        await page.get_by_role("button", name="Claim the match").click()
        await expect(page.locator("#asked-title")).to_contain_text(
            "Victory for the north side: the time of the south side was over"
        )
        await page.get_by_role("link", name="Rematch with sides changed").click()
        await expect(page.get_by_role("heading", name="The match is over")).to_be_visible()
