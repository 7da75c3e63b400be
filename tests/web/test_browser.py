"""Two players at two real browsers over a real server: a phone and a desk, each page changing while it is looked at."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from playwright.async_api import Browser, Route, expect

from service.engine.ruleset import Ruleset
from service.games.ndc.rules import RULES
from service.matches import Desk
from tests.toy import TOY
from tests.web.browser import CDN_ORIGIN, DESKTOP, PHONE, Hands, from_cdn, links, window

pytestmark = pytest.mark.browser


@pytest.fixture
def games() -> Mapping[str, Ruleset]:
    return {"ndc": RULES, "toy": TOY}


async def test_the_opponents_page_changes_without_a_reload(browser: Browser, desk: Desk, address: str):
    """North hides at his phone; south, at his desk, is asked for his orders as soon as it is his turn."""
    to = links(desk, address, "toy", "yard")
    async with window(browser, **PHONE) as phone, window(browser, **DESKTOP) as table:
        north, south = await Hands.at(phone, to["north"]), await Hands.at(table, to["south"])
        await north.write("hide", hex="12")
        await north.close_step()
        await south.write("hide", hex="32")
        await south.close_step()
        await north.is_asked("Movement")
        await north.write("search", hex="22")
        await north.close_step()
        await south.is_asked("Answer")
        await expect(south.page.locator("#announce")).not_to_be_empty()
        await south.tab("letters")
        await expect(south.page.locator(".sitrep").first).to_contain_text("Search heard")
        assert north.complaints == south.complaints == []


async def test_a_form_that_is_being_filled_in_is_not_overwritten(browser: Browser, desk: Desk, address: str):
    """What south has chosen stays while his page follows the match; it offers to refresh the forms."""
    to = links(desk, address, "toy", "yard")
    async with window(browser, **DESKTOP) as here, window(browser, **DESKTOP) as there:
        north, south = await Hands.at(here, to["north"]), await Hands.at(there, to["south"])
        await south.form("hide").locator("select").select_option("33")
        await north.page.locator("#orders .standing summary").click()
        await north.form("attend").locator('[value="\\"standing\\""]').check(force=True)
        await north.form("attend").locator("button").click()
        await expect(south.page.locator("#stale .notice")).to_be_visible(timeout=10_000)
        await expect(south.form("hide").locator("select")).to_have_value("33")
        await south.page.locator("#stale [data-refresh]").click()
        await expect(south.page.locator("#stale .notice")).to_have_count(0)
        assert south.complaints == []


async def after_htmx(route: Route) -> None:
    """Hold a script back until htmx has gone through the page."""
    await route.request.frame.wait_for_selector("#live[data-htmx-powered]", state="attached")
    await from_cdn(route)


async def test_a_page_is_live_however_late_its_sockets_come_and_catches_up_after_a_loss(
    browser: Browser, desk: Desk, address: str
):
    to = links(desk, address, "toy", "yard")
    async with window(browser, **DESKTOP) as here, window(browser, **PHONE) as there:
        await there.route(f"{CDN_ORIGIN}**/hx-ws.min.js", after_htmx)
        north, south = await Hands.at(here, to["north"]), await Hands.at(there, to["south"])
        await north.close_step()
        await there.set_offline(True)
        await south.page.evaluate("document.querySelector('#socket')._htmx.ws.connection.socket.close()")
        await expect(south.page.locator("#link-state")).to_have_attribute("data-state", "lost")
        await north.page.locator("#orders .standing summary").click()
        await north.form("attend").locator('[value="\\"standing\\""]').check(force=True)
        before = await south.version()
        await north.form("attend").locator("button").click()
        await there.set_offline(False)
        await south.live()
        await expect(south.page.locator('#state [name="after"]')).to_have_value(str(before + 1), timeout=10_000)


async def test_two_taps_put_a_move_on_the_sheet(browser: Browser, desk: Desk, address: str):
    """Tap a unit, tap a hex in its reach: the move stands on the sheet, and the map shows the unit there."""
    to = links(desk, address, "ndc", "kaltenbach")
    async with window(browser, **PHONE) as phone, window(browser, **DESKTOP) as table:
        soviet, us = await Hands.at(phone, to["Soviet"]), await Hands.at(table, to["US"])
        await us.close_step()
        for heading in ("Intelligence Phase", "Asset Transfer Phase", "Mode Change and Forced March Designation Phase"):
            await soviet.is_asked(heading)
            await soviet.close_step()
        await soviet.is_asked("Movement Segment")
        await soviet.page.locator('.map-live a[data-unit="S-RC"]').tap()
        await expect(soviet.page.locator("#chosen-title")).to_contain_text("Reconnaissance")
        await soviet.page.locator('.map-live a.reach[data-hex="1708"]').tap()
        await expect(soviet.page.locator("#sheet .written-order")).to_have_text("Reconnaissance Bn moves to 1708")
        await expect(soviet.page.locator('.map-live a[data-unit="S-RC"]')).to_have_attribute("data-hex", "1708")
        assert not await us.page.locator("#sheet .written-order").count()
        await soviet.close_step()
        await us.tab("letters")
        await expect(us.page.locator(".sitrep").first).to_be_visible(timeout=10_000)
        assert soviet.complaints == us.complaints == []


@pytest.mark.parametrize("size", [PHONE, DESKTOP, {"viewport": {"width": 320, "height": 640}}])
async def test_nothing_sticks_out_to_the_side(browser: Browser, desk: Desk, address: str, size: dict[str, object]):
    to = links(desk, address, "ndc", "kaltenbach")
    async with window(browser, **size) as context:
        hands = await Hands.at(context, to["US"])
        for tab in ("orders", "sheet", "units", "letters", "log"):
            await hands.tab(tab)
            assert await hands.fits(), tab
        for path in ("/", "/matches/new", "/sign-in", "/sign-up", "/nowhere"):
            await hands.page.goto(f"{address}{path}")
            assert await hands.fits(), path
