"""What browser tests drive: a real Chromium, its windows, and a player's hands."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Route, async_playwright, expect

from service.matches import Context, practice_links
from tests.machine import CDN, CHROMIUM
from tests.service_fixtures import PATIENCE
from web.house.files import TYPES, known, packed
from web.parts.render import STATIC

CDN_ORIGIN = "https://cdn.jsdelivr.net/"
OWN_CDN = str(CDN / "npm")
"""What a server is told that is to serve the CDN's files itself, as most do here: what a test answers in the place of
another server, the browser does not keep, nor anything else on that page.
"""
ARGS = [
    "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync",
    "--process-per-site",  # pages of one window share a process, and what was read of our styles and scripts in it
]  # fmt: skip
DRAWN = ["--disable-gpu"]
UNDRAWN = [
    "--use-gl=angle", "--use-angle=swiftshader", "--ignore-gpu-blocklist", "--enable-gpu-rasterization",
    "--disable-gl-drawing-for-tests", "--in-process-gpu",
]  # fmt: skip
"""All but the colouring of pixels, which takes half of the browser's processor time; without SwiftShader it draws."""
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True,
}  # fmt: skip
DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PAUSE, MOMENT = "PAUSE = 700;", "PAUSE = 1;"
MOTION: dict[str, Any] = {"reduced_motion": "no-preference"}
expect.set_options(timeout=PATIENCE * 1000)


IN_SIGHT = """(counter) => {
    const box = counter.getBoundingClientRect(), frame = counter.closest("[data-map]").getBoundingClientRect();
    const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
    const isCovered = document.elementFromPoint(x, y)?.closest(".map-tools, .other-seats, .sight");
    return frame.left < x && x < frame.right && frame.top < y && y < frame.bottom && !isCovered;
}"""


STILL = """() => new Promise((still) => {
    const busy = ".is-fresh, .htmx-request, [aria-busy=true], [data-map]:is(.is-gliding, .is-moving, .is-zooming)";
    const maps = () => [...document.querySelectorAll("[data-map]:not([data-zoom])")].filter((map) => map.clientWidth);
    const moves = (one) => one.effect.getKeyframes().some((frame) => "transform" in frame || "translate" in frame);
    const moving = () => document.getAnimations().some((one) => one.playState === "running" && moves(one));
    const things = "main, main :is(a, button, label, summary, select, input, .panels)";
    const boxes = () => [...document.querySelectorAll(things)]
        .map((one) => [one, ...Object.values(one.getBoundingClientRect().toJSON()), one.scrollTop]).flat();
    let before = [];
    const look = () => {
        if (document.querySelector(busy) || maps().length || moving()) {
            before = [];
            return setTimeout(look, 20);
        }
        const now = boxes();
        if (now.length && now.length === before.length && now.every((one, at) => one === before[at])) return still();
        before = now;
        requestAnimationFrame(() => setTimeout(look));
    };
    setTimeout(look);
})"""
"""Waits until nothing is fetched, drawn or moved, and two frames on end show the same things in the same places."""


MAP_KEPT = "() => new Promise((kept) => setTimeout(kept, 250))"
"""Waits until where a map lies is kept, by the page's own timers, which keep it sooner."""


@asynccontextmanager
async def chromium(*, drawn: bool = False) -> AsyncIterator[Browser]:
    """The machine's own Chromium; what it shows can be taken a picture of where it is `drawn`."""
    async with async_playwright() as playwright:
        args = [*ARGS, *(DRAWN if drawn else UNDRAWN)]
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=args)
        yield browser
        await browser.close()


KEPT: WeakKeyDictionary[Browser, dict[str, list[BrowserContext]]] = WeakKeyDictionary()
"""Windows that were tidied and may be used again, by what they were opened as: they know our styles and scripts."""


@asynccontextmanager
async def window(
    browser: Browser, *, guarded: bool = False, from_cdn: bool = False, anew: bool = False, **size: Any
) -> AsyncIterator[BrowserContext]:
    """A browser of somebody's own: PHONE or DESKTOP, with no cookies and nothing stored.

    Its player wants no motion, or each frame of it would be drawn; where a scene is about motion, MOTION asks for it.
    Its buttons take a tap as soon as a heading is there; where a scene is about the pause before, it is `guarded`.
    Where the server names a CDN, that is answered `from_cdn`, out of `.tools/cdn`. A scene that has its own clock, or
    scripts in every page, or a service worker, or goes offline, has a window made `anew`, and nobody after it.
    """
    options = {"service_workers": "block", "reduced_motion": "reduce", **size}
    fresh = guarded or from_cdn or anew
    kept = KEPT.setdefault(browser, {}).setdefault(json.dumps(options, sort_keys=True), [])
    opened = kept.pop() if kept and not fresh else await browser.new_context(**options)
    opened.set_default_timeout(PATIENCE * 1000)
    if guarded:
        await opened.route(re.compile(r"/double-tap\.js\b"), as_it_is)
    if from_cdn:
        await opened.route(f"{CDN_ORIGIN}**", answered_from_cdn)
    try:
        yield opened
    except BaseException:
        fresh = True
        raise
    finally:
        if fresh:
            await opened.close()
        else:
            await tidied(opened)
            kept.append(opened)


async def tidied(opened: BrowserContext) -> None:
    """Have a window forget all that its pages left there but our styles and scripts; one stays, and is blank."""
    await opened.unroute_all()
    origins = {"/".join(page.url.split("/", 3)[:3]) for page in opened.pages if page.url.startswith("http")}
    for page in opened.pages:
        assert not await page.evaluate("'__pwClock' in window"), "who has a clock of his own has a window made anew"
        if page.url != BLANK:
            async with page.expect_navigation(url=BLANK):
                await page.evaluate(GO_BLANK)
    first, *others = opened.pages or [await opened.new_page()]
    for page in others:
        await page.close()
    device = await opened.new_cdp_session(first)
    for origin in origins:
        await device.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": STORED})
    await device.detach()
    await opened.clear_cookies()


BLANK = "about:blank"
GO_BLANK = f"location.replace('{BLANK}')"
"""Nothing of ours runs then any more that could store something. A page that goes there by itself stays in the process
that it shares with the next pages of its window.
"""
STORED = "local_storage,indexeddb,cache_storage,websql,file_systems"


async def answered_from_cdn(route: Route) -> None:
    """Answer with the very bytes that the CDN would."""
    file = CDN / route.request.url.removeprefix(CDN_ORIGIN)
    await route.fulfill(
        body=file.read_bytes(), content_type="text/javascript", headers={"Access-Control-Allow-Origin": "*"}
    )


async def as_it_is(route: Route) -> None:
    """The script that guards a new heading, with its pause (`unguarded`)."""
    await route.fulfill(body=STATIC["double-tap.js"].read_bytes(), content_type="text/javascript")


@contextmanager
def unguarded() -> Iterator[None]:
    """Meanwhile houses of this process serve the script that guards a new heading with a pause of a moment."""
    script = STATIC["double-tap.js"].read_text(encoding="utf-8")
    assert script.count(PAUSE) == 1
    with pytest.MonkeyPatch.context() as patch:
        packed.cache_clear()
        patch.setitem(known(), "double-tap.js", (script.replace(PAUSE, MOMENT).encode(), TYPES[".js"]))
        yield
    packed.cache_clear()


def links(context: Context, address: str, game: str, scenario: str) -> dict[str, str]:
    """A link to each seat of a practice match, as the first command makes it."""
    return {seat: f"{address}/seat/{token}" for seat, token in practice_links(context, game, scenario).items()}


READ = """() => {
    const briefing = document.querySelector("dialog.briefing-first");
    return briefing && new Promise((closed) => {
        briefing.addEventListener("close", () => closed());
        briefing.querySelector("button").click();
    });
}"""


async def briefed(page: Page) -> None:
    """Close the briefing that a page shows before the first order, where it does; a `Newcomer` does so by a tap."""
    await page.evaluate(READ)


async def until(holds: Callable[[], Awaitable[object]]) -> None:
    """Ask until it holds. (Playwright's own waiting for a function evaluates text, which our pages forbid.)"""
    async with asyncio.timeout(PATIENCE):
        while not await holds():
            await asyncio.sleep(0.02)


async def still(page: Page) -> None:
    """Wait until nothing on a page is fetched or moves any more: before that, a box that is measured says nothing."""
    async with asyncio.timeout(PATIENCE):
        await page.evaluate(STILL)


@dataclass
class Hands:
    """A player at their match page. `complaints` collects what the browser's console says in anger.

    It says so too of a share of the dice that came when the first dice had been rolled: that is answered with 409, as
    anybody's would be, the server's own share stands in for it, and the dice page says so.

    Where the window is a phone's, everything is done by touch.
    """

    page: Page
    complaints: list[str]
    touch: bool = False

    @classmethod
    async def at(cls, opened: BrowserContext, link: str) -> Hands:
        """Open the link of a seat and wait until the page is live."""
        page = await opened.new_page()
        hands = cls(page, [])
        page.on("console", hands.hear)
        page.on("pageerror", lambda error: hands.complaints.append(str(error)))
        await page.goto(link)
        hands.touch = bool(await page.evaluate("navigator.maxTouchPoints > 0"))
        await hands.live()
        await hands.begin()
        return hands

    async def begin(self) -> None:
        """Read the briefing, where it is shown before the first order."""
        await briefed(self.page)

    def hear(self, said: ConsoleMessage) -> None:
        """Note what the console says in anger."""
        too_late = said.location["url"].endswith("/entropy") and "409" in said.text
        if said.type == "error" and not too_late:
            self.complaints.append(said.text)

    async def live(self) -> None:
        """Wait until the socket stands."""
        await expect(self.page.locator("#link-state")).to_have_attribute("data-state", "on")

    async def press(self, what: Locator) -> None:
        """Tap it or click it."""
        await (what.tap() if self.touch else what.click())

    async def tab(self, name: str) -> None:
        """Open one of the tabs, as a thumb does."""
        tab = self.page.locator(f'.tab[data-tab="{name}"]')
        if await tab.get_attribute("aria-current") is None:
            await self.press(tab)

    async def choose(self, unit: str) -> None:
        """Choose a unit by its chip, as one can without the map."""
        await self.tab("orders")
        await self.press(self.page.locator(f'#orders .chip[href*="unit={unit}"]').first)
        await self.has_chosen(unit)

    async def choose_on_map(self, unit: str) -> None:
        """Choose a unit by its counter; one that lies out of sight is first looked for in the list of units."""
        counter = self.page.locator(f'.map-live a.counter[data-unit="{unit}"]')
        await self.settled()
        if not await counter.evaluate(IN_SIGHT):
            await self.tab("units")
            await self.press(self.page.locator(f'#units .row:has(a[href*="unit={unit}"]) a.place'))
            await self.settled()
        await self.press(counter)
        await self.has_chosen(unit)

    async def has_chosen(self, unit: str) -> None:
        """Wait until the page shows the forms of this unit, and of no other."""
        await expect(self.page.locator(f'#orders > [name="unit"][value="{unit}"]')).to_have_count(1)
        await expect(self.page.locator('#orders > [name="unit"]')).to_have_count(1)
        await self.settled()

    async def move(self, unit: str, to: str) -> None:
        """Choose a unit on the map, then a hex in its reach: the move stands on the sheet and the counter there."""
        before = await self.written()
        await self.choose_on_map(unit)
        await self.press(self.page.locator(f'.map-live a.reach[data-place="{to}"]'))
        await expect(self.page.locator("#sheet .written-line")).to_have_count(before + 1)
        await expect(self.page.locator(f'.map-live a[data-unit="{unit}"]')).to_have_attribute("data-place", to)

    async def unfold(self, order: str) -> None:
        """Open an order's form, where a phone shows the chosen unit in a strip."""
        await self.tab("orders")
        kind = self.page.locator(f'#orders .kinds [data-kind="{order}"]')
        if await self.page.locator('#desk[data-stop="strip"]').count() and await kind.is_visible():
            await self.press(kind)

    async def pick(self, order: str, field: str, value: str) -> None:
        """Make one of the choices on which the rest of an order's form depends."""
        await self.unfold(order)
        name = f"pick.{order}.{field}"
        async with self.page.expect_response(lambda answer: name in answer.url):
            await self.page.locator(f'#orders [name="{name}"]').select_option(value)
        await self.settled()

    def form(self, order: str) -> Any:
        """The form of an order type."""
        return self.page.locator(f'#orders form[data-order="{order}"]').first

    async def write(self, order: str, **fields: str) -> None:
        """Fill in the form of an order type and put it on the sheet; fields by their names after the colon."""
        await self.unfold(order)
        before = await self.written()
        form = self.form(order)
        for name, value in fields.items():
            boxes = form.locator(f'[name$=":{name}"]')
            is_choice = (await boxes.first.get_attribute("name") or "").startswith("choice:")
            value = json.dumps(value) if is_choice else value
            if await boxes.first.evaluate("box => box.tagName") == "SELECT":
                await boxes.first.select_option(value)
            elif await boxes.last.get_attribute("type") in ("radio", "checkbox"):
                item = self.page.locator(f"[name$=':{name}'][value='{value}']")
                await self.press(form.locator("label").filter(has=item))
                await expect(form.locator(item)).to_be_checked()
            else:
                await boxes.first.fill(value)
        await self.press(form.locator(".actions button[type=submit]:not([name])"))
        await expect(self.page.locator("#sheet .written-line")).to_have_count(before + 1)

    async def written(self) -> int:
        """How many orders stand on the sheet."""
        return await self.page.locator("#sheet .written-line").count()

    async def close_step(self) -> None:
        """Send what stands on the sheet and close the step: the one clear action."""
        version = await self.version()
        review = self.page.locator("#act [data-review]")
        if await review.is_visible():
            await self.press(review)
        await self.press(self.page.locator('#act .ask-action button:not([name="then"])'))  # not what all do at once
        await expect(self.page.locator('#state [name="after"]')).not_to_have_value(str(version))
        await self.settled()

    async def waits(self) -> None:
        """Wait until the page says that it is the other's turn to decide."""
        await expect(self.page.locator("#asked")).to_have_class(re.compile(r"\basked-waiting\b"))

    async def settled(self) -> None:
        """Wait until the page is still, as a player does before they tap or measure."""
        await still(self.page)

    async def pass_time(self, seconds: int) -> None:
        """Let so many seconds of the page's own clock pass, none of them while something is fetched: how long that may
        take is counted by that clock too.
        """
        for _ in range(seconds):
            await self.page.clock.run_for(1_000)
            await self.settled()

    async def version(self) -> int:
        """The version of the picture that the page shows."""
        return int(await self.page.locator('#state [name="after"]').input_value())

    async def asked(self) -> bool:
        """Whether the page asks for orders."""
        return "asked-asked" in (await self.page.locator("#asked").get_attribute("class") or "")

    async def is_asked(self, title: str | None = None) -> None:
        """Wait until the page asks for orders, without a reload; for a heading of this title, where one is given."""
        await expect(self.page.locator("#asked")).to_have_class(re.compile(r"\basked-asked\b"))
        if title is not None:
            await expect(self.page.locator("#asked-title")).to_have_text(title)
        await self.settled()

    async def letter(self, number: int) -> Locator:
        """The letter of this number, as soon as it is there; its tab is opened."""
        await self.tab("letters")
        letter = self.page.locator(f"#letter-{number}")
        await expect(letter).to_be_visible()
        return letter

    async def look_where_asked(self) -> None:
        """Have the map show the hex that one is asked about."""
        await self.press(self.page.locator("#asked a.place").first)
        await expect(self.page.locator(".map-flash")).to_have_count(0)

    async def foes(self) -> list[str]:
        """The hexes in which the map shows enemy counters."""
        return sorted(
            await self.page.locator(".map-live a.counter:not([data-unit])").evaluate_all(
                "counters => counters.map((counter) => counter.dataset.place)"
            )
        )

    async def bytes(self) -> str:
        """All that the server gives this seat as its page, and what has become of it in the browser."""
        fetched = await (await self.page.request.get(self.page.url)).text()
        return fetched + await self.page.content()

    async def fits(self) -> bool:
        """Whether nothing sticks out to the side."""
        return bool(await self.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))
