"""The map under fingers, mouse and keys, in the real browser, on a phone and on a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.async_api import Browser, CDPSession, Page, expect

from service.engine.game import AnyGame
from service.games.ndc.game import NDC
from service.matches import Context
from tests.web.browser import DESKTOP, MOTION, PHONE, Hands, links, until, window

pytestmark = pytest.mark.browser

SEEN = """() => {
    const view = document.querySelector("[data-map]"), box = view.getBoundingClientRect();
    const at = new DOMMatrix(view.querySelector(".map-sheet").style.transform);
    const middle = sitrepMap.placeAt(view, box.left + box.width / 2, box.top + box.height / 2);
    return { scale: at.a, x: at.e, y: at.f, middle, left: box.left, top: box.top, wide: box.width, high: box.height };
}"""
MOVED = """async ([from, to, track]) => {
    const old = document.querySelector("#map-live"), now = old.cloneNode(true);
    const counter = now.querySelector(`a.counter[data-place="${from}"]`);
    counter.dataset.place = to;
    if (track) counter.dataset.track = track;
    now.dataset.moment = Number(old.dataset.moment) + 1;
    old.replaceWith(now);
    await null; // the page has seen it
    return counter.getAnimations().length;
}"""
POINTED_OUT = "button => { button.click(); return document.querySelectorAll('.map-flash').length; }"
"""How many hexes the map points out when something is pressed that may send it somewhere."""


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": NDC}


async def seen(page: Page) -> dict[str, Any]:
    """What part of the map is on show: scale and shift, the hex in the middle, and the frame."""
    return await page.evaluate(SEEN)


async def nearer(page: Page, scale: float) -> bool:
    """Whether the map is larger than at this scale."""
    return bool((await seen(page))["scale"] > scale)


class Fingers:
    """Touches at places of the map's frame, given as shares of its width and height."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self.page, self.session, self.clock = page, session, 1000.0

    async def touch(self, kind: str, *shares: tuple[float, float]) -> None:
        frame = await seen(self.page)
        points = [
            {"x": frame["left"] + frame["wide"] * x, "y": frame["top"] + frame["high"] * y, "id": id}
            for id, (x, y) in enumerate(shares)
        ]
        self.clock += 0.05
        await self.session.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, "timestamp": self.clock}
        )

    async def drag(self, start: list[tuple[float, float]], end: list[tuple[float, float]]) -> None:
        await self.touch("touchStart", *start)
        for step in range(1, 5):
            way = step / 4
            await self.touch("touchMove", *(
                (a + (c - a) * way, b + (d - b) * way) for (a, b), (c, d) in zip(start, end, strict=True)
            ))  # fmt: skip
        await self.touch("touchEnd")


async def test_fingers_drag_pinch_tap_twice_and_press_long(browser: Browser, context: Context, address: str):
    to = links(context, address, "ndc", "kaltenbach")
    async with window(browser, anew=True, **PHONE, **MOTION) as phone:
        await phone.clock.install(time=0)
        hands = await Hands.at(phone, to["US"])
        await hands.settled()
        page, fingers = hands.page, Fingers(hands.page, await phone.new_cdp_session(hands.page))
        await phone.clock.pause_at(3600)  # how long a finger lies there, says the scene and not the machine
        before = await seen(page)
        await fingers.drag([(0.5, 0.5)], [(0.7, 0.6)])
        dragged = await seen(page)
        assert dragged["x"] > before["x"] and dragged["y"] > before["y"] and dragged["scale"] == before["scale"]

        await fingers.drag([(0.4, 0.5), (0.6, 0.5)], [(0.2, 0.5), (0.8, 0.5)])
        wide = await seen(page)
        assert wide["scale"] > dragged["scale"] * 1.5

        await page.evaluate("sitrepMap.where('0214')")
        await expect(page.locator("[data-map].is-gliding")).to_have_count(0)  # or a counter comes under the finger
        near = await seen(page)
        for _ in range(2):
            await fingers.touch("touchStart", (0.5, 0.5))
            await fingers.touch("touchEnd")
        await until(lambda: nearer(page, near["scale"] * 1.5))

        # A long press says what a hex is and lists what lies in it; the stack's pieces are answered one by one.
        picker = page.locator(".map-picker")
        await expect(picker).to_have_count(0)
        await page.evaluate("sitrepMap.where('0908')")
        await expect(page.locator("[data-map].is-gliding")).to_have_count(0)
        await fingers.touch("touchStart", (0.5, 0.5))
        await phone.clock.run_for(500)
        await expect(picker).to_have_attribute("aria-label", "Hex 0908")
        await expect(picker.locator("p")).to_contain_text("0908: Steinrod, town, autobahn")
        await fingers.touch("touchEnd")
        await expect(picker).to_be_visible()
        sizes = await picker.locator("button").evaluate_all("all => all.map((b) => b.getBoundingClientRect().height)")
        assert all(size >= 44 for size in sizes)


async def test_mouse_keys_and_the_rest_of_the_page(browser: Browser, context: Context, address: str):
    to = links(context, address, "ndc", "kaltenbach")
    async with window(browser, **DESKTOP, **MOTION) as table:
        player = await Hands.at(table, to["US"])
        await player.settled()
        page = player.page
        view, fit = page.locator("[data-map]"), page.locator('[data-map-zoom="fit"]')
        near = await seen(page)
        await fit.click()
        await player.settled()
        assert (await seen(page))["scale"] < near["scale"] * 0.9
        await fit.click()
        await player.settled()
        assert await seen(page) == pytest.approx(near, abs=1), "from the whole map the same button leads back"
        await view.press("0")
        await player.settled()
        whole = await seen(page)
        await page.mouse.move(whole["left"] + 200, whole["top"] + 200)
        await page.mouse.wheel(0, -600)
        await until(lambda: nearer(page, whole["scale"]))

        await view.focus()
        zoomed = await seen(page)
        await page.keyboard.press("+")
        assert (await seen(page))["scale"] > zoomed["scale"]
        await page.keyboard.press("ArrowRight")
        assert (await seen(page))["x"] < zoomed["x"]
        await page.keyboard.press("0")
        assert (await seen(page))["scale"] == pytest.approx(whole["scale"])

        # Anything on the page may send the map somewhere; Enter there says what one looks at, Escape goes back.
        for _ in range(3):
            await page.keyboard.press("+")
        await page.evaluate("document.body.insertAdjacentHTML('beforeend', '<button data-where=0812>There</button>')")
        await page.locator("[data-where]").evaluate("button => button.click()")
        assert (await seen(page))["middle"] == "0812"
        await page.evaluate("document.querySelector('[data-where]').dataset.where = '0203|1815'")
        assert await page.locator("[data-where]").evaluate(POINTED_OUT) >= 2
        assert (await seen(page))["scale"] < 1
        await page.evaluate("sitrepMap.where('0908')")
        await view.focus()
        await page.keyboard.press("Enter")
        await expect(page.locator(".map-picker p")).to_contain_text("0908: Steinrod, town, autobahn, worth 5")
        await page.keyboard.press("Escape")
        await expect(page.locator(".map-picker")).to_have_count(0)
        await expect(view).to_be_focused()

        # A dispatch moves counters along their way; a key ends that, and who wants no motion sees none.
        stands = await page.locator(".map-live a.counter").first.get_attribute("data-place")
        assert await page.evaluate(MOVED, [stands, "1010", None]) == 1
        await page.keyboard.press("Shift")
        assert await page.evaluate("document.querySelector('[data-place=\"1010\"]').getAnimations().length") == 0
        await page.emulate_media(reduced_motion="reduce")
        assert await page.evaluate(MOVED, ["1010", "1110", None]) == 0

        # On paper it says whose picture of which moment it is, in ink on white whatever the screen's colours.
        await page.emulate_media(media="print", color_scheme="dark")
        line = page.locator(".on-paper")
        await expect(line).to_be_visible()
        await expect(line).to_have_text("Map of The Kaltenbach Gap · US · before the first turn")
        inks = "[getComputedStyle(document.documentElement).backgroundColor, getComputedStyle(line).color]"
        assert await line.evaluate(f"line => {inks}") == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]
        await page.emulate_media(media="screen", color_scheme="light")
        await expect(line).to_be_hidden()

        # What a reader turns off stays off.
        await page.locator(".layers summary").click()
        await page.locator("#map-numbers").uncheck()
        await expect(page.locator(".t-numbers")).to_be_hidden()
        await page.reload()
        await expect(page.locator(".t-numbers")).to_be_hidden()
        assert player.complaints == []
