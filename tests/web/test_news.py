"""What a seat was told since its last orders stands on its page, whoever chose the unit that is asked about."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from playwright.async_api import Browser, expect

from docs.examples.towns import AMBER, THREE_HOUSES
from service.engine.game import AnyGame
from service.matches import Context
from tests.web.browser import DESKTOP, Hands, window
from tests.web.midway import midway

pytestmark = pytest.mark.browser


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"houses": THREE_HOUSES}


async def test_news_stand_beside_a_unit_that_is_asked_about_and_give_way_to_one_that_was_chosen(
    browser: Browser, context: Context, address: str
):
    to = midway(context, "houses", 2, lambda state: state.turn == 2 and len(state.waiting) == 3)
    async with window(browser, **DESKTOP) as opened:
        hands = await Hands.at(opened, address + to[AMBER])
        page = hands.page
        await expect(page.locator("#orders .chosen")).to_be_visible()
        await expect(page.locator("#told")).to_contain_text("charter")
        await expect(page.locator("#news")).to_be_visible()
        assert await page.locator("#news .news").evaluate("one => one.getBoundingClientRect().height") > 0
        await page.goto(f"{page.url.split('#')[0].split('?')[0]}?unit=caravan")
        await expect(page.locator("#orders .chosen")).to_be_visible()
        await expect(page.locator("#news .news")).to_be_hidden()
