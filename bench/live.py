"""In real browsers: from sending an order to what it changes in the opponent's page, in both games.

Beside it stands the same way with nothing in it: a bare socket tells a page that there is something, and the page
fetches a file of a fragment's size and puts a number in.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import HTMLResponse, PlainTextResponse
from playwright.async_api import Browser, Page
from starlette.websockets import WebSocket

from service import matches
from service.app import context_for, create_app
from service.engine.attendance import Attend
from service.matches import Context, seat_by_link
from service.settings import Settings
from tests.service_fixtures import serving
from tests.web.browser import DESKTOP, OWN_CDN, Hands, chromium, links, window

DISPATCHES, WARM = 30, 3
SCENARIOS = {"ndc": "kaltenbach", "skirmish": "moulin-basset"}
NO_LIMITS = {"orders": "1000000 per minute", "socket": "1000000 per minute"}
FRAGMENT = 100_000
"""About as many bytes as the blocks of a page that follow the picture, before they are compressed."""
BARE = """<!doctype html><title>bare</title><p id="shown">0</p><script>
new WebSocket(`ws://${location.host}/told`).onmessage = async ({ data }) => {
    await (await fetch(`/file?${data}`)).text();
    document.querySelector("#shown").textContent = data;
};
</script>"""
# When an element comes to hold this, in ms since 1970 by the clock that the browser and we have in common.
COMES = """([place, words]) => new Promise((come) => {
    const look = () => {
        const there = document.querySelector(place);
        if ((there?.value ?? there?.textContent) !== words) return;
        watch.disconnect();
        come(performance.timeOrigin + performance.now());
    };
    const watch = new MutationObserver(look);
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    look();
})"""


async def ways(
    page: Page, place: str, comes: Callable[[int], str], send: Callable[[int], Awaitable[object]]
) -> list[float]:
    """Milliseconds from sending until the place holds what is to come, each time."""
    found = []
    for number in range(WARM + DISPATCHES):
        coming = asyncio.create_task(page.evaluate(COMES, [place, comes(number)]))
        await asyncio.sleep(0.15)  # the page is at rest, and looks
        start = time.time() * 1000
        await send(number)
        found.append(await asyncio.wait_for(coming, 30) - start)
        await page.evaluate("new Promise((rest) => setTimeout(rest, 100))")
    return found[WARM:]


async def bare_ways(browser: Browser) -> list[float]:
    """The baseline."""
    app, sockets = FastAPI(), list[WebSocket]()

    @app.get("/")
    def page() -> HTMLResponse:
        return HTMLResponse(BARE)

    @app.get("/file")
    def file() -> PlainTextResponse:
        return PlainTextResponse("x" * FRAGMENT)

    @app.post("/tell")
    async def tell(words: str) -> None:
        for socket in sockets:
            await socket.send_text(words)

    @app.websocket("/told")
    async def told(socket: WebSocket) -> None:
        await socket.accept()
        sockets.append(socket)
        await socket.receive()

    with serving(app) as address:
        async with window(browser, **DESKTOP) as here:
            shown = await here.new_page()
            await shown.goto(address)

            return await ways(
                shown, "#shown", lambda n: f"n{n}", lambda n: here.request.post(f"{address}/tell?words=n{n}")
            )


async def our_ways(browser: Browser, context: Context, address: str, game: str) -> list[float]:
    """One side goes and comes, of which both are told at once; the other's page follows, in words and on the map."""
    first, second = links(context, address, game, SCENARIOS[game]).values()
    sender, receiver = (seat_by_link(context, link.rsplit("/", 1)[-1]) for link in (first, second))
    async with window(browser, **DESKTOP) as here:
        player = await Hands.at(here, second)
        await player.settled()

        def attend(number: int) -> None:
            order = Attend(attendance="present" if number % 2 else "standing")
            matches.take_orders(context, sender, [order], version=matches.version(context, sender), key=None)

        return await ways(
            player.page,
            '#state [name="after"]',
            lambda _: str(matches.version(context, receiver) + 1),
            lambda number: asyncio.to_thread(attend, number),
        )


async def measured(folder: Path) -> dict[str, tuple[float, float]]:
    """Each figure as (ours, baseline)."""
    settings = Settings(
        data=folder, database_url=None, limits=NO_LIMITS, lists_waiting_per_seat=1_000, pace=0.0, cdn=OWN_CDN
    )
    context = context_for(settings)
    context.store.migrate()
    found = {}
    async with chromium(drawn=True) as browser:
        bare = await bare_ways(browser)
        with serving(create_app(settings, context)) as address:
            for game in SCENARIOS:
                ours = await our_ways(browser, context, address, game)
                for name, of in (("p50", statistics.median), ("p95", p95)):
                    found[f"seen in the opponent's browser, {game}, {name} (ms)"] = (of(ours), of(bare))
    return found


def p95(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.95)]


def run() -> dict[str, tuple[float, float]]:
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(measured(Path(folder)))
