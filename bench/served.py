"""Over HTTP: an order accepted, the opponent's page updated, and orders a second, against one bare commit."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import websockets
from fastapi import FastAPI

from service import matches
from service.app import context_for, create_app
from service.matches import AtSeat, seat_cookie, seat_link
from service.settings import Settings
from tests.service_fixtures import serving
from tests.web.nudged import BY_HTMX, header_of
from web.page_delta import HEADER

ORDERS = 200
AT_ONCE = 4
NO_LIMITS = {"orders": "1000000 per minute", "socket": "1000000 per minute"}


def bare(folder: Path) -> FastAPI:
    """The baseline: an endpoint that validates nothing and makes one durable commit."""
    app = FastAPI()
    base = folder / "bare.db"
    with sqlite3.connect(base) as made:
        made.execute("PRAGMA journal_mode=WAL")
        made.execute("CREATE TABLE line (said TEXT)")

    @app.post("/commit")
    def commit() -> dict[str, int]:
        with sqlite3.connect(base, isolation_level=None) as connection:
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute("INSERT INTO line VALUES ('x')")
        return {"ok": 1}

    return app


class Player:
    """One seat of a practice match, over HTTP."""

    def __init__(self, http: httpx.AsyncClient, match: str, seat: str, cookie: str) -> None:
        self.http, self.seat, self.match = http, seat, match
        self.path = f"/api/v1/matches/{match}/seats/{seat}"
        self.cookies = {"Cookie": f"{seat_cookie(match, seat)}={cookie}"}
        self.version, self.accepted = 0, 0

    async def look(self) -> None:
        answer = await self.http.get(f"{self.path}/view", headers=self.cookies)
        self.version = int(answer.headers["etag"].strip('"'))

    async def attend(self, word: str) -> None:
        """An order that both sides are told of at once."""
        answer = await self.http.post(
            f"{self.path}/orders",
            json=[{"kind": "attend", "attendance": word}],
            headers={**self.cookies, "If-Match": f'"{self.version}"'},
        )
        assert answer.status_code == 202, answer.text
        self.accepted = answer.json()["version"]

    async def told(self) -> None:
        """Look until what came of the last order is told, which is one entry."""
        while self.version <= self.accepted:
            await self.look()


async def timed(
    times: int, call: Callable[[int], Awaitable[None]], then: Callable[[], Awaitable[None]] | None = None
) -> list[float]:
    """Milliseconds that each of so many calls took, without what is waited for `then`."""
    found = []
    for number in range(times):
        start = time.perf_counter()
        await call(number)
        found.append((time.perf_counter() - start) * 1000)
        if then is not None:
            await then()
    return found


async def measured(folder: Path) -> dict[str, tuple[float, float]]:
    """Each figure as (ours, baseline)."""
    settings = Settings(data=folder, database_url=None, limits=NO_LIMITS, lists_waiting_per_seat=1_000, pace=0.0)
    context = context_for(settings)
    context.store.migrate()
    opened = [matches.open_match(context, matches.make_guest(context), "ndc", "kaltenbach") for _ in range(AT_ONCE)]
    cookies = {}
    for match in opened:
        with context.store.look() as look:
            holders = look.matches.holders(match.match_id)
        cookies[match.match_id] = {
            seat: seat_link(context, AtSeat(match.match_id, seat, holder or "")) for seat, holder in holders.items()
        }
    with serving(create_app(settings, context)) as ours, serving(bare(folder)) as base:
        async with httpx.AsyncClient(base_url=ours, timeout=30) as http, httpx.AsyncClient(base_url=base) as plain:
            players = [Player(http, m.match_id, "US", cookies[m.match_id]["US"]) for m in opened]
            for player in players:
                await player.look()

            async def commit(_: int) -> None:
                assert (await plain.post("/commit")).status_code == 200

            async def order(number: int) -> None:
                await players[0].attend(("standing", "present")[number % 2])

            await timed(20, commit)
            await timed(20, order, players[0].told)
            bare_times, order_times = await timed(ORDERS, commit), await timed(ORDERS, order, players[0].told)
            pages = await page_updates(ours, http, players[0], cookies)
            rate = await orders_a_second(ours, players)
            start = time.perf_counter()
            await asyncio.gather(*(timed(ORDERS // AT_ONCE, commit) for _ in players))
            bare_rate = ORDERS / (time.perf_counter() - start)
    return {
        "order accepted, p50 (ms)": (statistics.median(order_times), statistics.median(bare_times)),
        "order accepted, p99 (ms)": (p99(order_times), p99(bare_times)),
        "opponent's page updated, p50 (ms)": (statistics.median(pages), statistics.median(bare_times)),
        "opponent's page updated, p99 (ms)": (p99(pages), p99(bare_times)),
        f"orders a second, {AT_ONCE} matches at once, each told of by a socket": (rate, bare_rate),
    }


async def orders_a_second(address: str, players: list[Player]) -> float:
    """How many orders a second are accepted and worked, where each player hears by a socket what came of their last."""
    async with AsyncExitStack() as sockets:
        lives = []
        for player in players:
            where = address.replace("http", "ws") + f"{player.path}/live?after={player.version}"
            lives.append(
                await sockets.enter_async_context(websockets.connect(where, additional_headers=player.cookies))
            )

        async def play(player: Player, live: websockets.ClientConnection) -> None:
            for number in range(ORDERS // len(players)):
                await player.attend(("standing", "present")[number % 2])
                while player.version <= player.accepted:
                    player.version = json.loads(await live.recv())["number"]

        start = time.perf_counter()
        await asyncio.gather(*map(play, players, lives))
        return ORDERS / (time.perf_counter() - start)


async def page_updates(
    address: str, http: httpx.AsyncClient, player: Player, cookies: dict[str, dict[str, str]]
) -> list[float]:
    """Milliseconds from sending an order until the opponent's page has fetched what changed, as its script does."""
    other = Player(http, player.match, "Soviet", cookies[player.match]["Soviet"])
    await other.look()
    whole = await http.get(f"/matches/{player.match}/Soviet", headers=other.cookies)
    asking = {**other.cookies, **BY_HTMX, HEADER: header_of(whole.text)}
    where = address.replace("http", "ws") + f"{other.path}/live/page?after={other.version}"
    found = []
    async with websockets.connect(where, additional_headers=other.cookies) as live:
        for number in range(ORDERS // 4):
            start = time.perf_counter()
            sending = asyncio.create_task(player.attend(("standing", "present")[number % 2]))
            await asyncio.wait_for(live.recv(), 10)
            page = f"/matches/{player.match}/Soviet?live=1&after={other.version + number}"
            answer = await http.get(page, headers=asking)
            assert answer.status_code == 200, answer.status_code
            found.append((time.perf_counter() - start) * 1000)
            await sending
            await player.told()
    return found


def p99(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.99)]


def run() -> dict[str, tuple[float, float]]:
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(measured(Path(folder)))
