"""A match on paper: the map, the order of battle and the latest letters, as a printer has them."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from playwright.async_api import Browser

from service.engine.game import AnyGame
from service.games.ndc.game import NDC
from service.matches import Context, read, seat_by_link
from tests.client import TestClient
from tests.web.browser import DESKTOP, still, window
from tests.web.midway import midway

MOST = 4


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": NDC}


@pytest.fixture
def links(context: Context) -> Mapping[str, str]:
    """A link to each seat of a match in its second turn."""
    return midway(context, "ndc", 3, lambda state: state.turn == 2)


def test_paper_holds_the_map_the_order_of_battle_and_the_latest_letters(
    context: Context, visitor: TestClient, links: Mapping[str, str]
):
    at = visitor.get(links["US"]).url.path
    page = visitor.get(f"{at}/paper").text
    rows = re.findall(r'<th scope="row">[^<]+</th>\s*<td>([^<]*)</td>', page)
    reading = read(context, seat_by_link(context, links["US"].removeprefix("/seat/")))
    view, count = reading.view, reading.where.letters
    assert len(rows) == len(view.own) + len(view.contacts) > 20
    assert {*rows} >= {unit.hexes[0] for unit in view.own if unit.hexes}
    assert 'class="map-live"' in page and "plain: </span>US" in page and "hatched: </span>Soviet" in page
    letters = re.findall(r'id="letter-(\d+)"', page)
    assert letters == [str(number) for number in range(count, 0, -1)][:MOST]
    assert f'href="{at}/paper"' in visitor.get(at).text, "the menu of the match leads there"


@pytest.mark.browser
async def test_on_paper_there_is_ink_on_white_that_tells_the_sides_apart_and_letters_share_a_page(
    browser: Browser, address: str, links: Mapping[str, str]
):
    """In a dark room too; nothing of the page's own furniture is printed."""
    async with window(browser, color_scheme="dark", **DESKTOP) as opened:
        page = await opened.new_page()
        await page.goto(address + links["US"])
        await page.goto(f"{page.url.split('?')[0]}/paper")
        await still(page)
        printed = await page.pdf()
        await page.emulate_media(media="print", color_scheme="dark")
        look = "(one) => getComputedStyle(one)"
        inks = {
            side: await page.locator(f".map-live .counter.{side} .c-body").first.evaluate(f"{look}.fill")
            for side in ("us", "su")
        }
        assert inks["us"] == "rgb(255, 255, 255)" and "m-hatched" in inks["su"]
        assert await page.locator("body").evaluate(f"{look}.backgroundColor") == "rgb(255, 255, 255)"
        for furniture in (".past-bar", ".paper-ways", ".map-tools"):
            assert not await page.locator(f"{furniture}:visible").count()
        letters = await page.locator(".sitrep").count()
        assert letters == 3 and len(re.findall(rb"/Type /Page\b", printed)) <= letters
