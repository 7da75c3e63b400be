"""What browser tests drive: a real Chromium with its CDN answered from `.tools/cdn`, and a player's hands."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Browser, BrowserContext, Page, Route, async_playwright, expect

from tests.machine import CDN, CHROMIUM

CDN_ORIGIN = "https://cdn.jsdelivr.net/"
ARGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True,
}  # fmt: skip
DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """The machine's own Chromium."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield browser
        await browser.close()


@asynccontextmanager
async def window(browser: Browser, **size: Any) -> AsyncIterator[BrowserContext]:
    """A browser of somebody's own: PHONE or DESKTOP, no cookies, the CDN's files from `.tools/cdn`."""
    context = await browser.new_context(**size)
    await context.route(f"{CDN_ORIGIN}**", from_cdn)
    yield context
    await context.close()


async def from_cdn(route: Route) -> None:
    """Answer with the very bytes that the CDN would."""
    file = CDN / route.request.url.removeprefix(CDN_ORIGIN)
    await route.fulfill(
        body=file.read_bytes(), content_type="text/javascript", headers={"Access-Control-Allow-Origin": "*"}
    )


@dataclass
class Hands:
    """A player at his match page. `complaints` collects what the browser's console says in anger."""

    page: Page
    complaints: list[str]

    @classmethod
    async def at(cls, context: BrowserContext, link: str) -> Hands:
        """Open the link of a seat and wait until the page is live."""
        page = await context.new_page()
        hands = cls(page, [])
        page.on("console", lambda said: hands.complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: hands.complaints.append(str(error)))
        await page.goto(link)
        await hands.live()
        return hands

    async def live(self) -> None:
        """Wait until the socket stands."""
        await expect(self.page.locator("#link-state")).to_have_attribute("data-state", "on", timeout=10_000)

    async def tab(self, name: str) -> None:
        """Open one of the tabs, as a thumb does."""
        tab = self.page.locator(f'.tab[data-tab="{name}"]')
        if await tab.get_attribute("aria-current") is None:
            await tab.click()

    async def choose(self, unit: str) -> None:
        """Choose a unit by its chip, as one can without the map."""
        await self.tab("orders")
        await self.page.locator(f'#orders .chip[href*="unit={unit}"]').first.click()
        await expect(self.page.locator("#orders > [data-chosen]")).to_have_value(unit)

    def form(self, order: str) -> Any:
        """The form of an order type."""
        return self.page.locator(f'#orders form[data-order="{order}"]').first

    async def write(self, order: str, **fields: str) -> None:
        """Fill in the form of an order type and put it on the sheet; fields by their names after the colon."""
        await self.tab("orders")
        before = await self.written()
        form = self.form(order)
        for name, value in fields.items():
            box = form.locator(f'[name$=":{name}"]').first
            if await box.evaluate("box => box.tagName") == "SELECT":
                await box.select_option(value)
            elif await box.get_attribute("type") in ("radio", "checkbox"):
                await form.locator(f'[name$=":{name}"][value="{value}"]').check(force=True)
            else:
                await box.fill(value)
        await form.locator("button[type=submit]").click()
        await expect(self.page.locator("#sheet .written-line")).to_have_count(before + 1)

    async def written(self) -> int:
        """How many orders stand on the sheet."""
        return await self.page.locator("#sheet .written-line").count()

    async def close_step(self) -> None:
        """Send what stands on the sheet and close the step: the one clear action."""
        version = await self.version()
        await self.page.locator("#asked .ask-action button").click()
        await expect(self.page.locator('#state [name="after"]')).not_to_have_value(str(version), timeout=10_000)

    async def version(self) -> int:
        """The version of the picture that the page shows."""
        return int(await self.page.locator('#state [name="after"]').input_value())

    async def asked(self) -> bool:
        """Whether the page asks for orders."""
        return "asked-asked" in (await self.page.locator("#asked").get_attribute("class") or "")

    async def is_asked(self, title: str | None = None) -> None:
        """Wait until the page asks for orders, without a reload; for a heading of this title, where one is given."""
        await expect(self.page.locator("#asked")).to_have_class(re.compile(r"\basked-asked\b"), timeout=10_000)
        if title is not None:
            await expect(self.page.locator("#asked-title")).to_have_text(title, timeout=10_000)

    async def fits(self) -> bool:
        """Whether nothing sticks out to the side."""
        return bool(await self.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))
