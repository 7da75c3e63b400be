"""A page that was nudged, swapped and paged in a real browser is the page that a browser is sent anew."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import pytest
from playwright.async_api import Browser, expect

from service import matches
from service.engine.attendance import Attend
from service.engine.game import AnyGame
from service.games.ndc.game import NDC
from service.matches import Context, seat_by_link
from tests.web.browser import DESKTOP, Hands, window
from tests.web.midway import midway

pytestmark = pytest.mark.browser

SHOWN = """() => Object.fromEntries(["bar", "asked", "news", "map-live", "units", "sheet"].map((id) => {
    const copy = document.getElementById(id).cloneNode(true);
    const marks = ["data-htmx-powered", "data-link", "data-stale", "data-state"];
    for (const one of [copy, ...copy.querySelectorAll("*")]) {
        for (const mark of marks) one.removeAttribute(mark);
        one.classList.remove("is-new", "htmx-added");
        if (!one.getAttribute("class")) one.removeAttribute("class");
        if (one.matches("input[name=key], details, .link-words, #link-state")) one.remove();
    }
    return [id, copy.outerHTML.replace(/\\s+/g, " ").replace(/> </g, "><")];
}))"""
HASHES = "() => [...document.querySelectorAll('#desk [data-v]')].map((one) => one.dataset.v).sort()"
NUMBERS = "lines => lines.map((line) => Number(line.textContent))"


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": NDC}


FOLDS = ("#news .news", "#aim .aim", "#declared > .fold")
"""What is late and stands in a fold."""


@pytest.mark.parametrize(("whose", "turn"), [("asked", 2), pytest.param("both", 3, marks=pytest.mark.soak)])
async def test_a_nudged_page_is_what_a_fresh_one_is(
    browser: Browser, context: Context, address: str, whose: str, turn: int
):
    """Also after answers that crossed on their way; and the log is read on to its beginning, each line once."""
    seats = midway(context, "ndc", 5, lambda state: state.turn == turn).values()
    sides = {to: seat_by_link(context, to.removeprefix("/seat/")) for to in seats}
    asked, waiting = sorted(seats, key=lambda to: not matches.read(context, sides[to]).where.asked)
    async with window(browser, **DESKTOP) as one, window(browser, **DESKTOP) as two:
        pages = [await Hands.at(one, address + asked)]
        if whose == "both":
            pages.append(await Hands.at(two, address + waiting))
        for _ in range(2):
            await pages[0].close_step()
            await pages[0].settled()
        for present in ("standing", "present"):
            order = Attend(attendance=present)
            at = matches.version(context, sides[waiting])
            await asyncio.to_thread(matches.take_orders, context, sides[waiting], [order], version=at, key=None)
        for hands, to in zip(pages, (asked, waiting), strict=False):
            version = str(matches.version(context, sides[to]))
            await expect(hands.page.locator('#state [name="after"]')).to_have_value(version)
            units = hands.page.locator("#units .row-name[hx-get]")
            for place in (0, 1, 2):
                await units.nth(place).dispatch_event("click")
            await hands.settled()
            await hands.page.locator("#orders .close").first.dispatch_event("click")
            await hands.settled()
            await hands.page.locator("#asked .where > summary").dispatch_event("click")
            for tab in ("units", "log"):
                await hands.tab(tab)
                await hands.settled()
            for fold in FOLDS:
                if await (closed := hands.page.locator(f"{fold}:not([open], [hidden]) > summary")).count():
                    await closed.dispatch_event("click")
                    await hands.settled()
            await expect(hands.page.locator("[data-stale]:not([hidden] > *)")).to_have_count(0)
            kept, hashes = await hands.page.evaluate(SHOWN), await hands.page.evaluate(HASHES)
            numbers = await hands.page.locator("#log-lines .log-number").evaluate_all(NUMBERS)
            await hands.page.reload()
            await hands.live()
            fresh = await hands.page.evaluate(SHOWN)
            for id, html in fresh.items():
                assert kept[id] == html, id
            assert set(await hands.page.evaluate(HASHES)) <= set(hashes)
            anew = await hands.page.locator("#log-lines .log-number").evaluate_all(NUMBERS)
            assert numbers[: len(anew)] == anew
            await hands.tab("log")
            while await (more := hands.page.locator("#log-more a")).count():
                await more.click()
                await hands.settled()
                numbers = await hands.page.locator("#log-lines .log-number").evaluate_all(NUMBERS)
            assert numbers == sorted(set(numbers), reverse=True) and numbers[-1] < 4
            assert hands.complaints == []
            await expect(hands.page.locator("#log-lines .quiet")).to_be_hidden()
