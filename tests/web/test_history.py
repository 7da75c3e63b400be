"""Looking back on a phone: a tap opens a contact's dossier, and the slider goes to what was known before."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from playwright.async_api import Browser, expect

from service import matches
from service.engine.game import AnyGame
from service.engine.recording import Outcome
from service.games.ndc.game import NDC
from service.matches import Context
from tests.kept import MATCH, a_probe, kept
from tests.web.browser import PHONE, Hands, window

pytestmark = pytest.mark.browser


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": NDC}


ABOVE = """() => document.querySelector("#others").getBoundingClientRect().bottom
    <= document.querySelector("#map").getBoundingClientRect().top"""


async def test_a_contact_has_a_dossier_and_the_slider_goes_back(browser: Browser, context: Context, address: str):
    """The battalion of which the enemy told: its dossier by a tap on the map; before their letter it is not there."""
    table = a_probe()
    played = kept(context, table.opening, Outcome(table.truth, table.journal, table.logs), {})
    link = f"{address}/seat/{matches.seat_link(context, played.at('US'))}"
    told = next(c.handle for c in table.picture("us").contacts.values() if c.hexes == ("1608",))
    async with window(browser, **PHONE) as phone:
        us = await Hands.at(phone, link)
        await expect(us.page.locator(".since a")).to_have_attribute("href", f"/matches/{MATCH}/US/history?since=1")
        assert await us.page.evaluate(ABOVE), "who else plays stands above the map, not on it"
        await us.tab("units")
        await us.page.locator("#units .row-foe").last.scroll_into_view_if_needed()
        assert await us.page.locator("#panels").evaluate("(panels) => panels.scrollTop") > 300
        await us.press(us.page.locator(f'#units a.row-name[href$="/contacts/{told}"]'))
        dossier = us.page.locator("#dossier")
        assert await us.page.locator("#panels").evaluate("(panels) => panels.scrollTop") == 0
        await expect(dossier).to_contain_text("The enemy's own word")
        await expect(dossier).to_contain_text("Game turn 1, letter 1")
        await expect(dossier).to_be_in_viewport()
        assert await us.fits()
        await us.tab("log")
        await us.press(us.page.locator('#log .log-where[data-where*="1608"]').first)
        await expect(us.page.locator(".map-flash")).not_to_have_count(0)
        await expect(us.page.locator("#tab-log")).to_be_hidden()
        await us.tab("units")
        await us.press(dossier.locator(".report-when a").first)
        await us.page.wait_for_url("**/history?at=*")
        counter = us.page.locator(f'.counter[href$="/contacts/{told}"]')
        slider, mark = us.page.locator(".dial-range"), us.page.locator(".past-mark")
        await expect(counter).to_have_count(1)
        await expect(mark).to_have_text("The past")
        last = int(await slider.get_attribute("max") or 0)
        await slider.fill(str(last))
        await expect(mark).to_have_text("Now")
        await us.press(us.page.locator("#dial-back"))
        await expect(mark).to_have_text("The past")
        await expect(slider).to_have_value(str(last - 1))
        await us.page.keyboard.press("ArrowRight")
        await expect(mark).to_have_text("Now")
        await us.page.goto(f"{address}/matches/{MATCH}/US/history?at=2&place=1608")
        await expect(us.page.locator("#moment")).to_contain_text("The enemy in the")
        await expect(us.page.locator("#map-live .map-change circle").first).to_be_attached()
        await expect(us.page.locator("#map-live .map-asked circle")).to_have_count(1)
        await us.page.goto(f"{address}/matches/{MATCH}/US/history?at=0")
        await expect(us.page.locator("#map-live .counter").first).to_be_attached()
        await expect(counter).to_have_count(0)
        assert await us.fits()
        assert us.complaints == []
