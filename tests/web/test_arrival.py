"""A match page's scripts come from two places, in whatever order the network brings them: its line is always known."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from itertools import permutations
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Browser, Page, Route, expect

from service import matches
from service.engine.attendance import Attend
from service.engine.game import AnyGame
from service.engine.orders import Order
from service.games.ndc.game import NDC
from service.matches import Context, seat_by_link
from service.settings import Settings
from tests.service_fixtures import PATIENCE
from tests.toy import TOY
from tests.web.browser import CDN_ORIGIN, DESKTOP, PHONE, Hands, answered_from_cdn, links, window
from tests.web.test_place_of_action import attacking

pytestmark = pytest.mark.browser


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"toy": TOY, "ndc": NDC}


@pytest.fixture
def settings(database_url: str) -> Settings:
    """A server whose pages have HTMX from the CDN."""
    return Settings(database_url=database_url, open_sign_up=True)


OURS, HTMX, SOCKETS = "live.js", "htmx.min.js", "hx-ws.min.js"
RAN = """
    window.ran = [];
    document.addEventListener("load", ({ target }) => { if (target.src) window.ran.push(target.src); }, true);
"""
DONE_SO_FAR = """async (held) => {
    const later = () => new Promise((done) => setTimeout(done));
    const scripts = [...document.querySelectorAll("script[defer]")].map((script) => script.src);
    const waits = scripts.findIndex((src) => held.some((name) => src.includes(name)));
    const free = waits < 0 ? scripts : scripts.slice(0, waits);
    while (!free.every((src) => window.ran.includes(src))) await later();
    for (let turn = 0; turn < 3; turn += 1) await later();
    const socket = document.querySelector("#socket")._htmx?.ws?.connection?.socket;
    if (socket?.readyState === 0) await new Promise((done) => socket.addEventListener("open", done));
}"""
"""Waits until the scripts that wait for none of these have run, and a socket that they opened stands."""


class Arrivals:
    """Scripts that arrive in an order: each when the page has done all that it can with those before it."""

    def __init__(self, page: Page, order: Sequence[str]) -> None:
        self.page, self.order = page, order
        self.turn = {name: asyncio.Event() for name in order}
        self.turn[order[0]].set()

    @classmethod
    async def at(cls, page: Page, *order: str) -> Arrivals:
        """Have the scripts of the next page arrive in this order."""
        arrivals = cls(page, order)
        await page.add_init_script(RAN)
        for name in order:
            await page.route(f"**/{name}*", arrivals.bring)
        return arrivals

    async def bring(self, route: Route) -> None:
        name = next(name for name in self.order if name in route.request.url)
        await self.turn[name].wait()
        await (answered_from_cdn(route) if route.request.url.startswith(CDN_ORIGIN) else route.continue_())
        *_, rest = [self.order[at:] for at, one in enumerate(self.order, 1) if one == name]
        await self.page.evaluate(DONE_SO_FAR, list(rest))
        if rest:
            self.turn[rest[0]].set()


PRESENT = Attend(attendance="present")


async def told(context: Context, link: str, order: Order = PRESENT) -> int:
    """Have a seat told something by an order from its player's other device; its version then."""
    here = seat_by_link(context, link.rsplit("/", 1)[-1])
    await asyncio.to_thread(
        matches.take_orders, context, here, [order], version=matches.version(context, here), key=None
    )
    return matches.version(context, here)


LAST = ((HTMX, SOCKETS, OURS), (SOCKETS, OURS, HTMX))
"""Ours comes last, and HTMX; the other orders are for the long run, and late sockets in the tests of the live page."""
ORDERS = [
    pytest.param(order, id=" ".join(order), marks=[] if order in LAST else pytest.mark.soak)
    for order in permutations((OURS, HTMX, SOCKETS))
]


@pytest.mark.parametrize("order", ORDERS)
async def test_the_line_is_known_in_whatever_order_the_scripts_arrive(
    browser: Browser, context: Context, address: str, order: tuple[str, ...]
):
    """The page says that it is live, shows what its seat is told, and goes on asking whether the line is alive."""
    link = links(context, address, "toy", "yard")["north"]
    async with window(browser, from_cdn=True, **PHONE) as phone:
        page = await phone.new_page()
        await page.clock.install()
        await Arrivals.at(page, *order)
        async with page.expect_websocket() as opened:
            await page.goto(link)
        await expect(page.locator("#link-state")).to_have_text("live")
        version = await told(context, link)
        await expect(page.locator('#state [name="after"]')).to_have_value(str(version))
        line = await opened.value
        async with line.expect_event("framesent", lambda frame: frame == "?"):
            await page.clock.run_for(12_000)
        match_id, seat = urlsplit(page.url).path.split("/")[2:4]
        async with asyncio.timeout(PATIENCE):  # what it shows is looked at, so a mail may wait
            while context.presence.seen(match_id, seat) != version:
                await page.clock.run_for(1_000)
        await expect(page.locator("#link-state")).to_have_text("live")


async def test_what_comes_while_htmx_is_on_its_way_is_shown_when_it_is_there(
    browser: Browser, context: Context, address: str
):
    """The page was made, and has looked in vain for what is new, before what it looks with came."""
    link = links(context, address, "toy", "yard")["north"]
    async with window(browser, from_cdn=True, **DESKTOP) as table:
        page, come = await table.new_page(), asyncio.Event()

        async def bring(route: Route) -> None:
            await come.wait()
            await answered_from_cdn(route)

        await page.clock.install()
        await page.add_init_script(RAN)
        await page.route(f"**/{HTMX}*", bring)
        await page.goto(link, wait_until="commit")
        await page.evaluate(DONE_SO_FAR, [HTMX])
        version = await told(context, link)
        await page.evaluate("document.dispatchEvent(new CustomEvent('sitrep:news'))")
        await page.clock.run_for(11_000)
        await expect(page.locator("#link-state")).to_have_text("not live")
        come.set()
        await expect(page.locator("#link-state")).to_have_text("live")
        await expect(page.locator('#state [name="after"]')).to_have_value(str(version))


async def test_what_was_half_written_is_reckoned_however_late_htmx_comes(
    browser: Browser, context: Context, address: str
):
    """A page that is read anew has what was being filled in, and its sum as soon as there is what asks for it."""
    async with window(browser, from_cdn=True, **DESKTOP) as table:
        soviet = await Hands.at(table, address + attacking(context))
        page, form = soviet.page, soviet.form("declare-ground-combat")
        await soviet.choose("S-I1")
        await form.locator("[data-asks-place] input").first.check()
        await expect(form.locator(".weighed-total")).to_contain_text("Your total")
        await soviet.settled()
        another_s = "`fill:${location.pathname}:another:`"
        await page.evaluate(f"sessionStorage.setItem({another_s}, '[]')")
        await Arrivals.at(page, OURS, "writing.js", HTMX)
        await page.goto(f"{page.url.partition('?')[0]}?unit=S-I1")
        await expect(form.locator("[data-asks-place] input").first).to_be_checked()
        await expect(form.locator(".weighed-total")).to_contain_text("Your total")
        assert await page.evaluate(f"sessionStorage.getItem({another_s})") is None
