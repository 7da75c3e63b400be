"""On the home screen and without a connection: the shell, the view that a player keeps, and what erases it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, Page, expect

from service import matches
from service.matches import Context
from tests.client import TestClient
from tests.web.browser import PHONE, briefed, until, window
from web.parts.device_cache import keeper

CACHED = """async (start) => {
    const found = [];
    for (const name of (await caches.keys()).filter((name) => name.startsWith(start)))
        for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
    return found.sort();
}"""
VIEWS, EVERYTHING = "sitrep-view-", ""
ANOTHER_KEEPS = f"""(path) => navigator.locks.request('{VIEWS}', async () => {{
    await (await caches.open('{VIEWS}another')).put(path, new Response('his view'));
}})"""


def test_a_device_finds_a_name_and_icons_for_its_home_screen(visitor: TestClient):
    home = visitor.get("/").text
    assert 'rel="manifest" href="/manifest.webmanifest"' in home
    said = visitor.get("/manifest.webmanifest")
    assert said.headers["content-type"] == "application/manifest+json"
    assert (said.json()["start_url"], said.json()["display"]) == ("/", "standalone")
    for icon in said.json()["icons"]:
        answer = visitor.get(icon["src"])
        assert answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            wide, high = (int.from_bytes(answer.content[at : at + 4], "big") for at in (16, 20))
            assert icon["sizes"] == f"{wide}x{high}"
    assert {icon["purpose"] for icon in said.json()["icons"]} == {"any", "maskable"}


def test_the_shell_is_our_own_files_and_nothing_of_a_match(visitor: TestClient):
    worker = visitor.get("/sw.js")
    assert worker.headers["cache-control"] == "no-cache"
    assert "worker-src" not in worker.headers["content-security-policy"], "which leaves it to script-src"
    shell = re.findall(r'"(/[^"]+)"', worker.text.split("\n")[4])
    assert len(shell) > 10
    assert all(address.startswith("/static/") and visitor.get(address).status_code == 200 for address in shell)


def test_each_account_has_a_cache_of_its_own_whose_name_does_not_tell_it():
    assert keeper("anna") != keeper("ben")
    assert "anna" not in keeper("anna")


PASSWORD = "a long password"


async def at_a_seat(context: Context, opened: BrowserContext, address: str) -> Page:
    """Sign in, and go to a seat of a match, with the service worker at work."""
    anna = matches.make_account(context, "Anna", PASSWORD)
    seat = f"/matches/{matches.open_match(context, anna, 'toy', 'yard').match_id}/north"
    page = await opened.new_page()
    answer = await page.request.post(f"{address}/sign-in", form={"name": "Anna", "password": PASSWORD})
    assert answer.ok
    await page.goto(f"{address}{seat}")
    await briefed(page)
    await page.evaluate("navigator.serviceWorker.ready")
    return page


async def sign_in(page: Page) -> None:
    await page.locator("[name=name]").fill("Anna")
    await page.locator("[name=password]").fill(PASSWORD)
    await page.locator("#sign-form button").click()


async def keep(page: Page, *, keeping: bool) -> None:
    """Turn the switch, and wait until it is so."""
    if await page.locator("#menu:not([open])").count():
        await page.locator("#menu > summary").click()
    switch = page.locator("[data-keep] input")
    await switch.set_checked(keeping)
    await expect(switch).to_be_enabled()
    await expect(switch).to_be_checked(checked=keeping)


HELD = """() => {
    const fetched = window.fetch, held = new Promise((letGo) => { window.letGo = letGo; });
    window.readAnew = new Promise((read) => {
        window.fetch = async (...asked) => {
            const answer = await fetched(...asked);
            if (asked[0] !== `${location.pathname}?letters=1` || !sessionStorage.getItem("hold")) return answer;
            window.isHeld = true;
            await held;
            const text = await answer.text();
            answer.text = async () => { read(); return text; };
            return answer;
        };
    });
}"""
"""Holds the answer with which a page keeps its view anew, where the session says so, until it is let go."""


async def cached(page: Page, start: str = VIEWS) -> list[Any]:
    """The paths that are cached in this browser."""
    return list(await page.evaluate(CACHED, start))


async def nothing_cached(page: Page) -> bool:
    """Whether no view is cached in this browser."""
    return not await cached(page)


@pytest.mark.browser
@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["in part", "whole"])
async def test_the_last_view_is_read_without_a_connection_where_its_player_keeps_it(
    browser: Browser, context: Context, address: str, whole: bool
):
    """It says of when it is, nothing can be sent from it, and it goes with the switch and at signing out."""
    async with window(browser, anew=True, **PHONE, service_workers="allow") as mine:
        page = await at_a_seat(context, mine, address)
        seat = re.sub(r"#.*", "", page.url)
        path = seat.removeprefix(address)
        title = await page.locator("#asked-title").text_content()
        assert await cached(page) == [], "nothing is kept unasked"
        if whole:
            await mine.set_offline(True)
            await page.goto(seat)
            await expect(page.locator("h1")).to_have_text("No connection")
            assert await cached(page) == [], "nor where there is no connection"
            await mine.set_offline(False)
            await page.goto(seat)

        await keep(page, keeping=True)
        assert await cached(page) == [path]
        every = await cached(page, EVERYTHING)
        assert not [one for one in every if not one.startswith("/static/") and one not in (path, "/offline")]
        await mine.set_offline(True)
        await page.goto(f"{seat}?unit=")
        await expect(page.locator(".kept-line")).to_contain_text("No connection. This is the page as it was on")
        await expect(page.locator("#asked-title")).to_have_text(title or "")
        assert await page.locator("form button:not(:disabled)").count() == 0
        await page.goto(f"{address}/account")
        await expect(page.locator(".kept-views a")).to_have_attribute("href", path)
        await mine.set_offline(False)

        if whole:
            await page.goto(seat)
            await keep(page, keeping=False)
            assert await cached(page) == []
            await keep(page, keeping=True)
        await page.goto(f"{address}/account")
        await expect(page.locator(".kept-views a")).to_have_count(1)
        await page.evaluate("sessionStorage.setItem('fill:half written', '[]')")
        await page.locator('form[action="/sign-out"] button').click()
        await page.wait_for_url(f"{address}/")
        assert await cached(page) == [], "signing out erases it"
        assert await page.evaluate("sessionStorage.length") == 0, "and what was half written"
        await mine.set_offline(True)
        await page.goto(seat)
        await expect(page.locator("h1")).to_have_text("No connection")
        await mine.set_offline(False)


@pytest.mark.browser
async def test_a_kept_view_goes_where_somebody_signs_in_or_the_seat_is_no_longer_his(
    browser: Browser, context: Context, address: str
):
    async with window(browser, anew=True, **PHONE, service_workers="allow") as mine:
        page = await at_a_seat(context, mine, address)
        seat = re.sub(r"#.*", "", page.url)
        path = seat.removeprefix(address)
        await keep(page, keeping=True)
        await page.goto(f"{address}/sign-in")
        await sign_in(page)
        await page.wait_for_url(f"{address}/")
        assert await cached(page) == [], "whoever signs in may be another"
        await page.goto(seat)
        await page.evaluate(ANOTHER_KEEPS, path)
        assert await cached(page) == [path]
        await page.goto(seat)
        await until(lambda: nothing_cached(page))
        await keep(page, keeping=True)
        await mine.clear_cookies()
        answer = await page.goto(seat)
        assert answer is not None and answer.status == 401
        assert await cached(page) == []


@pytest.mark.browser
async def test_a_view_that_is_still_on_its_way_is_not_kept_after_it_was_given_up(
    browser: Browser, context: Context, address: str
):
    """A page that is kept fetches itself anew as it opens; its player may turn the switch before that has come."""
    async with window(browser, anew=True, **PHONE, service_workers="allow") as mine:
        page = await at_a_seat(context, mine, address)
        await keep(page, keeping=True)
        await page.add_init_script(f"({HELD})()")
        await page.evaluate("sessionStorage.setItem('hold', 'yes')")
        await page.reload()
        await keep(page, keeping=False)
        await page.wait_for_function("window.isHeld")
        await page.evaluate(
            "async () => { letGo(); await readAnew; await navigator.locks.request('sitrep-view-', () => {}); }"
        )
        assert await cached(page) == []
