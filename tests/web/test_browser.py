"""A phone and a desk in real browsers over a real server: a move by two taps, and nothing wider than the screen."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from playwright.async_api import Browser, expect

from service.engine.ruleset import Ruleset
from service.games.ndc.rules import RULES
from service.matches import Desk
from tests.web.browser import DESKTOP, PHONE, Hands, links, window

pytestmark = pytest.mark.browser


@pytest.fixture
def games() -> Mapping[str, Ruleset]:
    return {"ndc": RULES}


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
        await soviet.settled()
        await soviet.page.locator('.map-live a.reach[data-hex="1708"]').tap()
        await expect(soviet.page.locator("#sheet .written-order")).to_have_text("Reconnaissance Bn moves to 1708")
        await expect(soviet.page.locator('.map-live a[data-unit="S-RC"]')).to_have_attribute("data-hex", "1708")
        assert not await us.page.locator("#sheet .written-order").count()
        await soviet.close_step()
        await us.tab("letters")
        await expect(us.page.locator(".sitrep").first).to_be_visible()
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
