"""A turn with one thumb, counted; and what a player reads when something goes wrong while they write."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from service import matches
from service.app import create_app
from service.engine.attendance import Attend
from service.engine.game import AnyGame
from service.engine.orders import Done, Order
from service.games.ndc.game import NDC
from service.matches import Context, seat_by_link
from service.settings import Settings
from tests.service_fixtures import serving
from tests.toy import TOY
from tests.web.browser import DESKTOP, PHONE, Hands, links, still, window
from tests.web.test_look import WIDTHS

pytestmark = pytest.mark.browser

TOUCH = 44
MOST_TAPS_BESIDE = 8  # the moves, which take one each: two more than it takes

UNDER = """([x, y]) => {
    const there = document.elementFromPoint(x, y);
    return there && there.closest("a, button, label, summary");
}"""
REACHES = """() => {
    const board = document.querySelector("#board").getBoundingClientRect(), found = [];
    for (const hex of document.querySelectorAll(".map-live a.reach")) {
        const box = hex.querySelector("use").getBoundingClientRect();
        const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
        if (document.elementFromPoint(x, y)?.closest("a") === hex && y < board.bottom - 22)
            found.push(hex.dataset.place);
    }
    return found;
}"""
COMES_OUT = """(field) => {
    const panels = document.querySelector("#panels"), stood = panels.scrollTop;
    const lowest = (one) => one.getBoundingClientRect().bottom;
    panels.scrollTop += lowest(field) - lowest(panels);
    const bar = field.form.querySelector(".actions").getBoundingClientRect(), lay = lowest(field) > bar.top;
    field.focus();
    const lies = lowest(field) > bar.top;
    field.blur();
    panels.scrollTop = stood;
    return [lay, lies];
}"""
"""Whether a field lies under the bar of its form, when it is scrolled there, and when it is then to be filled in."""
ANOTHER_S = "`fill:${location.pathname}:another:`"


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": NDC, "toy": TOY}


def to_movement(context: Context, link: Mapping[str, str]) -> None:
    """Close the steps before the Soviet movement, without an order."""
    for seat in ("US", "Soviet", "Soviet", "Soviet"):
        send(context, link[seat], Done())


def send(context: Context, link: str, order: Order) -> None:
    """Send an order from the seat of a link, as another device of its player does."""
    here = seat_by_link(context, link.rsplit("/", 1)[-1])
    matches.take_orders(context, here, [order], version=matches.version(context, here), key=None)


class Thumb:
    """One thumb on glass: it taps what it sees, and nothing else. No scrolling, no drag, no hover."""

    def __init__(self, hands: Hands) -> None:
        self.hands, self.page, self.taps = hands, hands.page, 0

    async def tap(self, what: Locator) -> None:
        """Tap the middle of something that is in sight and large enough."""
        await self.hands.settled()
        box = await what.bounding_box()
        assert box is not None, what
        assert min(box["width"], box["height"]) >= TOUCH - 0.5, (what, box)
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        there = (await self.page.evaluate_handle(UNDER, [x, y])).as_element()
        assert there, (what, box)
        assert await what.evaluate("(wanted, there) => wanted === there || wanted.contains(there)", there), (what, box)
        self.taps += 1
        await self.page.touchscreen.tap(x, y)

    async def reach(self, hex: str = "") -> None:
        """Tap a hex in reach that lies open in sight: this one, or the first."""
        await self.hands.settled()  # the map goes to where the unit stands
        seen = await self.page.evaluate(REACHES)
        assert seen and (not hex or hex in seen), (hex, seen)
        before = await self.hands.written()
        await self.tap(self.page.locator(f'.map-live a.reach[data-place="{hex or seen[0]}"]'))
        await expect(self.page.locator("#sheet .written-line")).to_have_count(before + 1)


async def primary(page: Page) -> list[str]:
    """What the page puts as its primary action, as far as one sees it, when it is still."""
    await still(page)
    return [text.strip() for text in await page.locator(".button.primary:visible").all_inner_texts()]


@pytest.mark.parametrize("moves", [2, pytest.param(6, marks=pytest.mark.soak)])
async def test_moves_and_a_combat_by_thumb(browser: Browser, context: Context, address: str, moves: int):
    """From the link to sent, six moves and a probe in 12 taps; no more than one primary action, in words."""
    to = links(context, address, "ndc", "kaltenbach")
    to_movement(context, to)
    async with window(browser, **PHONE) as phone:
        soviet = await Hands.at(phone, to["Soviet"])
        page, thumb = soviet.page, Thumb(soviet)
        await page.evaluate("window.firstLoad = true")
        await soviet.is_asked("Movement Segment")
        assert await primary(page) == []
        await thumb.tap(page.locator('.map-live a.counter[data-unit="S-RC"]'))
        await thumb.reach()
        for _ in range(moves - 1):
            await thumb.reach()  # of the next unit, which is chosen by itself
        assert await primary(page) == [f"Look over {moves} orders and send"]

        # The map has most of the screen while units are moved, beside the aim, which is always in sight.
        board = await page.locator("#board").bounding_box()
        assert board is not None and board["height"] > 0.53 * 844

        await thumb.tap(page.locator('#orders .kinds [data-kind="declare-ground-combat"]'))
        form = soviet.form("declare-ground-combat")
        await thumb.tap(form.locator("[data-asks-place] label").first)
        await expect(form.locator(".weighed-total")).to_contain_text("Your total")
        await expect(form.locator(".terms .rule").first).to_have_text("NDC-ATM-01")
        await expect(form.locator(".term-later")).to_contain_text(["defence strength"])
        await soviet.settled()
        assert await form.locator("input[type=number]").last.evaluate(COMES_OUT) == [True, False]
        assert await page.locator("#orders .actions .button:visible").count() > 1
        assert not await page.evaluate(WIDTHS)
        assert len(loud := await primary(page)) == 1 and re.match(r"Probe \d{4}\n", loud[0])
        await thumb.tap(form.locator(".actions .commit"))
        await expect(page.locator("#sheet .written-line")).to_have_count(moves + 1)
        await thumb.tap(page.locator("#act [data-review]"))
        told = page.locator("#sheet .foretold")
        await expect(told).to_contain_text("The enemy is told of the probe")
        await expect(told).to_contain_text("NDC-GCD-11")
        assert await primary(page) == [f"Send {moves + 1} orders and close"]
        await thumb.tap(page.locator("#act .ask-action button"))
        await soviet.waits()
        assert await primary(page) == []
        print("taps from link to sent:", thumb.taps)

        # The US answers elsewhere: what came of it is told on the page as it stands.
        us = seat_by_link(context, to["US"].rsplit("/", 1)[-1])
        while matches.read(context, us).where.asked:
            await asyncio.to_thread(send, context, to["US"], Done())
        await soviet.is_asked("Movement Segment")
        await expect(await soviet.letter(2)).to_contain_text("The probe of")
        assert await page.evaluate("window.firstLoad") and await soviet.fits()
        assert thumb.taps <= moves + MOST_TAPS_BESIDE
        assert soviet.complaints == []


@pytest.mark.soak
async def test_nothing_typed_is_lost(browser: Browser, context: Context, settings: Settings):
    """A server that is away, a page read anew, a seat that is somebody else's: each with a way forward."""
    async with window(browser, **DESKTOP) as table:
        with serving(create_app(settings, context)) as address:
            to = links(context, address, "ndc", "kaltenbach")
            us = await Hands.at(table, to["US"])
            form = us.page.locator("#order-allot-intelligence")
            # A page that is read anew has what was half written, by this player and nobody else.
            await us.page.evaluate(f"sessionStorage.setItem({ANOTHER_S}, '[]')")
            await form.locator('[name="range:signal"]').fill("4")
            await us.page.reload()
            await us.live()
            await expect(form.locator('[name="range:signal"]')).to_have_value("4")
            assert await us.page.evaluate(f"sessionStorage.getItem({ANOTHER_S})") is None
        port = urlsplit(address).port or 0

        # The server is away: it says so, and what was written still stands there when it is back.
        await form.locator(".actions button[type=submit]").click()
        trouble = us.page.locator("#trouble")
        await expect(trouble).to_contain_text("The server cannot be reached just now. Nothing is lost")
        await expect(form.locator('[name="range:signal"]')).to_have_value("4")
        with serving(create_app(settings, context), port=port):
            await expect(trouble).to_be_empty()
            await form.locator(".actions button[type=submit]").click()
            await expect(us.page.locator("#sheet .written-line")).to_have_count(1)

            # Their picture moved on, by an order that they gave elsewhere: nothing is sent, and the sheet is as it was.
            version = await us.page.locator('#act [name="version"]').input_value()
            await asyncio.to_thread(send, context, to["US"], Attend(attendance="present"))
            await expect(us.page.locator("#news")).to_contain_text("US: asked each time from now on.")
            await us.settled()
            await us.page.locator('#act [name="version"]').evaluate("(field, old) => { field.value = old; }", version)
            await us.page.locator("#act .ask-action button").click()
            await expect(us.page.locator("#notice")).to_contain_text("you were told something new")
            await expect(us.page.locator("#sheet .written-line")).to_have_count(1)

            # The session is lost: the page says so, keeps what it shows, and leads back.
            await table.clear_cookies()
            await us.page.locator("#sheet .remove").last.click()
            await expect(trouble).to_contain_text("You are signed out here")
            await expect(trouble.get_by_role("link", name="Sign in")).to_be_visible()
            await expect(us.page.locator("#sheet .written-line")).to_have_count(1)


UNDERNEATH = """() => {
    const notice = document.querySelector("#trouble .notice").getBoundingClientRect();
    return [...document.querySelectorAll("#desk :is(a, button, summary, select, input, label)")]
        .filter((one) => one.checkVisibility() && !one.closest("#trouble, .panels, .map"))
        .filter((one) => {
            const box = one.getBoundingClientRect();
            const beside = box.right <= notice.left || notice.right <= box.left;
            return !beside && box.top < notice.bottom && notice.top < box.bottom;
        }).map((one) => one.textContent.trim());
}"""
"""What is to be pressed and lies under the notice, but for what one may scroll away from there."""


@pytest.mark.parametrize(
    "size", [pytest.param(PHONE, id="phone"), pytest.param(DESKTOP, id="desktop", marks=pytest.mark.soak)]
)
async def test_the_notice_of_an_outage_covers_nothing_and_goes_when_it_is_over(
    browser: Browser, context: Context, address: str, size: dict[str, Any]
):
    """What is to be pressed is in sight beside it; what was pressed in vain can be pressed again."""
    async with window(browser, anew=True, **size) as mine:
        north = await Hands.at(mine, links(context, address, "toy", "yard")["north"])
        page, trouble = north.page, north.page.locator("#trouble")
        send = page.locator("#act .ask-action button")
        await north.tab("sheet")
        await mine.set_offline(True)
        await north.press(send)
        await expect(trouble).to_contain_text("The server cannot be reached just now. Nothing is lost")
        await north.settled()
        await expect(trouble.locator(".notice")).to_be_in_viewport(ratio=1)
        await expect(send).to_be_in_viewport(ratio=1)
        assert await page.evaluate(UNDERNEATH) == []
        assert await north.fits()
        assert await page.evaluate("document.documentElement.scrollHeight <= innerHeight")

        await mine.set_offline(False)
        await expect(trouble).to_be_empty()
        await expect(page.locator("#notice")).to_contain_text("The server is back. What you wrote is here")

        # Where a single request is lost, the notice offers to make it again.
        await north.live()
        async with page.expect_response(lambda answer: "others" in answer.url):
            await page.locator("#others").dispatch_event("sitrep:others")
        await north.settled()
        await expect(page.locator("#desk")).to_have_attribute("data-tab", "sheet")  # nothing of it was sent
        await page.route("**/orders", lambda route: route.abort())
        await north.press(send)
        await expect(trouble).to_contain_text("The server cannot be reached just now.")
        await page.unroute("**/orders")
        await north.press(trouble.get_by_role("button", name="Try again"))
        await expect(trouble).to_be_empty()
        await north.waits()
