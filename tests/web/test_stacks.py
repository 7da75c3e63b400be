"""Several units in one place, under a finger and a mouse: who lies there is listed, and all or some of them go on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from docs.examples.bay import SMUGGLER, THE_LANTERN
from service.engine.game import AnyGame
from service.games.skirmish.game import SKIRMISH
from service.matches import Context
from tests.web.browser import DESKTOP, PHONE, Hands, links, window

pytestmark = pytest.mark.browser
WHERE = """() => [...document.querySelectorAll(".map-live a.counter[data-unit]")]
    .map((one) => [one.dataset.unit, one.dataset.place]).sort()"""
SIZES = """all => all.map((one) => one.getBoundingClientRect().height)"""


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"lantern": THE_LANTERN, "skirmish": SKIRMISH}


async def lie(page: Page) -> dict[str, str]:
    """Where the map shows each of the seat's boats."""
    return dict(await page.evaluate(WHERE))


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.soak)], ids=["phone", "desktop"])
async def test_a_stack_of_three_is_split_and_a_part_of_it_joined(
    browser: Browser, context: Context, address: str, size: dict[str, Any]
):
    to = links(context, address, "lantern", "bay")
    async with window(browser, **size) as opened:
        hands = await Hands.at(opened, to[SMUGGLER])
        page = hands.page
        await hands.settled()
        await hands.press(page.locator('.map-live a.counter[data-unit="ark"]'))
        boxes = page.locator("#orders .here [type=checkbox]")
        await expect(boxes).to_have_count(3)
        await expect(page.locator("#orders .here :checked")).to_have_count(3)
        await hands.settled()
        assert min(await page.locator("#orders .here .present").evaluate_all(SIZES)) >= 44
        assert await page.locator(".map-live a.reach").count() == 2, "the ark makes one hex"

        # The slowest stays behind: the others go farther, and one tap more gives one order for both.
        await hands.press(page.locator("#orders .here .present", has_text="Ark"))
        await expect(page.locator('.map-live a.reach[data-place="KKK45"]')).to_have_count(1)
        await hands.settled()
        await hands.press(page.locator('.map-live a.reach[data-place="KKK45"]'))
        line = page.locator("#sheet .written-line .written-order")
        await expect(line).to_have_text("Sail: Swift and Dove to KKK44 → KKK45")
        assert await lie(page) == {"swift": "KKK45", "dove": "KKK45", "ark": "KKK43", "wren": "LLL43"}

        # On who lies where one could go, a tap asks what is meant.
        await hands.settled()
        await hands.press(page.locator('.map-live a.counter[data-unit="wren"]'))
        await hands.has_chosen("wren")
        await hands.press(page.locator('.map-live a.counter[data-unit="dove"]'))
        picker = page.locator(".map-picker button")
        assert [said.split(",")[0] for said in await picker.all_inner_texts()] == ["Move to KKK45", "Dove", "Swift"]
        await hands.press(picker.first)
        await expect(line).to_have_count(2)
        assert (await lie(page))["wren"] == "KKK45" and hands.complaints == [] and await hands.fits()

        # Who closes the step with boats chosen reads that they wait, and is not left before an empty strip.
        await hands.settled()
        await hands.close_step()
        await hands.waits()
        await expect(page.locator("#asked-title")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.soak)], ids=["phone", "desktop"])
async def test_each_unit_of_a_stack_is_read_and_reached_where_units_are_ordered_one_by_one(
    browser: Browser, context: Context, address: str, size: dict[str, Any]
):
    to = links(context, address, "skirmish", "moulin-basset")
    async with window(browser, **size) as opened:
        hands = await Hands.at(opened, to["allied"])
        page = hands.page
        await page.evaluate("sitrepMap.where('0408')")
        for unit in ("A-L1", "A-SQ3"):
            await hands.settled()
            await hands.press(page.locator('.map-live a.counter[data-place="0408"]').last)
            picker = page.locator(".map-picker button")
            assert await picker.count() == 2 and min(await picker.evaluate_all(SIZES)) >= 44
            await hands.press(page.locator(f'.map-picker button[data-unit="{unit}"]'))
            await hands.has_chosen(unit)
        await expect(page.locator("#orders .here .present")).to_have_count(2)
        assert hands.complaints == [] and await hands.fits()


@pytest.mark.soak
async def test_a_strip_whose_unit_is_no_longer_chosen_gives_way_to_what_is_asked(
    browser: Browser, context: Context, address: str
):
    """Who closes a step with boats chosen reads that they wait, and is not left before an empty strip."""
    to = links(context, address, "lantern", "bay")
    async with window(browser, **PHONE) as opened:
        hands = await Hands.at(opened, to[SMUGGLER])
        await hands.settled()
        await hands.press(hands.page.locator('.map-live a.counter[data-unit="ark"]'))
        await expect(hands.page.locator("#desk")).to_have_attribute("data-stop", "strip")
        await hands.settled()
        await hands.close_step()
        await hands.waits()
        await expect(hands.page.locator("#asked-title")).to_be_visible()
