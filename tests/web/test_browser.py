"""A phone and a context in real browsers over a real server: a move by two taps, and nothing wider than the screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from service.engine.game import AnyGame
from service.games.ndc.game import NDC
from service.matches import Context
from tests.web.browser import DESKTOP, PHONE, Hands, links, window
from tests.web.test_turn_entry import to_movement

pytestmark = pytest.mark.browser
SMALLEST: Any = {"width": 320, "height": 640}


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": NDC}


@pytest.mark.soak
async def test_two_taps_put_a_move_on_the_sheet(browser: Browser, context: Context, address: str):
    """Tap a unit, tap a hex in its reach: the move stands on the sheet, and the map shows the unit there.

    The suite does so in `test_turn_entry.py`, and the other side is shown it in `test_game_turn.py`.
    """
    to = links(context, address, "ndc", "kaltenbach")
    to_movement(context, to)
    async with window(browser, **PHONE) as phone, window(browser, **DESKTOP) as table:
        soviet, us = await Hands.at(phone, to["Soviet"]), await Hands.at(table, to["US"])
        await soviet.is_asked("Movement Segment")
        await soviet.page.locator('.map-live a[data-unit="S-RC"]').tap()
        await expect(soviet.page.locator("#chosen-title")).to_contain_text("Reconnaissance")
        await soviet.settled()
        await soviet.page.locator('.map-live a.reach[data-place="1708"]').tap()
        await expect(soviet.page.locator("#sheet .written-order")).to_have_text("Reconnaissance Bn moves to 1708")
        await expect(soviet.page.locator('.map-live a[data-unit="S-RC"]')).to_have_attribute("data-place", "1708")
        assert not await us.page.locator("#sheet .written-order").count()
        await soviet.close_step()
        await us.tab("letters")
        await expect(us.page.locator(".sitrep").first).to_be_visible()
        assert soviet.complaints == us.complaints == []


@pytest.mark.soak
async def test_nothing_sticks_out_to_the_side(browser: Browser, context: Context, address: str):
    """On a phone, on a small one, and on a context."""
    to = links(context, address, "ndc", "kaltenbach")
    async with window(browser, **PHONE) as mine:
        hands = await Hands.at(mine, to["US"])

        async def fits(what: str) -> None:
            for size in (DESKTOP["viewport"], SMALLEST, PHONE["viewport"]):
                await hands.page.set_viewport_size(size)
                assert await hands.fits(), (what, size)

        for tab in ("orders", "sheet", "units", "letters", "log"):
            await hands.tab(tab)
            await fits(tab)
        for path in ("/", "/matches/new", "/sign-in", "/sign-up", "/nowhere"):
            await hands.page.goto(f"{address}{path}")
            await fits(path)
