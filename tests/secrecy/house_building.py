"""How a world is served: a house with three matches, whose ids, tokens, clock and luck are the same for every world."""

from __future__ import annotations

import atexit
import hashlib
import re
import shutil
from copy import copy
from dataclasses import replace
from datetime import timedelta
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any, Protocol

from anyio.from_thread import BlockingPortal, start_blocking_portal
from starlette.middleware import Middleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.app import create_app
from service.engine.dice import Seeds
from service.engine.recording import Outcome
from service.engine.reports import LogEntry
from service.live import Hub
from service.matches import SESSION_COOKIE, AtSeat, Context, open_session, seat_cookie, seat_link
from service.matches.between import Between
from service.matches.rate_limits import RateLimits
from service.matches.shares import Shares
from service.settings import Settings
from service.store import SavedAccount, Store
from service.store.clocks import ClockTerms
from service.store.saved import MatchFacts
from tests.client import TestClient
from tests.databases import SERVER, empty_template, kept_database
from tests.secrecy.houses import LIMITS, MATCH, NOON, SECOND, THIRD, House
from tests.secrecy.work import Metered
from tests.secrecy.worlds import World

CLOCK = ClockTerms("bank", 30, increment=6, absence=20, over="arbiter")
"""The match on trial is played by the clock and has an arbiter, with more time than a trial takes."""
ROOT = re.compile(r"""("root": ?"|data-root>)([0-9a-f]{64})""")
ROOTS = re.compile(r"""("roots": ?\{)([^}]*)""")
"""Roots, which differ with every hidden roll: of each only the length is compared, and when it comes."""


class Table(Protocol):
    """A match on the table, of any game."""

    truth: Any
    opening: Any
    logs: dict[str, list[LogEntry]]


@lru_cache(maxsize=1)
def portal() -> BlockingPortal:
    """One event loop for all houses: to start another for each request costs as much as many a request."""
    open_ = start_blocking_portal("asyncio")
    atexit.register(open_.__exit__, None, None, None)
    return open_.__enter__()


def masked(text: str) -> str:
    """A body without what roots say."""
    text = ROOT.sub(lambda found: found[1] + "#" * len(found[2]), text)
    return ROOTS.sub(lambda found: found[1] + re.sub("[0-9a-f]{64}", "#" * 64, found[2]), text)


def house_of(
    world: World, table: Table, seat: str, empty_database: Path, folder: Path, *, other_truth: bool = False
) -> House:
    """Serve a world. Ids, tokens and clock are the same on every server, so that answers can be compared.

    The match opened with the world's own truth, and with what the watched seat knew when the table was laid. Two more
    are played there: of the same players, and of the watched one with somebody else. In a world of another truth than
    the table's the enemy's log does not fit their bases: they look back at nothing there.
    """
    folder.mkdir()
    address = (
        kept_database(empty_template())
        if SERVER
        else f"sqlite:///{shutil.copyfile(empty_database, folder / 'sitrep.db')}"
    )
    game, now, drawing = world.secrets.game, [NOON], ["watched"]
    numbers = {who: count() for who in ("watched", "enemy")}

    def secret(length: int) -> bytes:
        drawn = f"{drawing[0]} {next(numbers[drawing[0]])}"
        return hashlib.shake_256(drawn.encode()).digest(length)

    settings = Settings(database_url=address)
    limits = RateLimits(LIMITS, clock=lambda: now[0].timestamp())
    context = Context(
        Store(settings.url, {game.info.name: game}), rate_limits=limits, clock=lambda: now[0], secret=secret
    )
    other = world.state.others(seat)[0]
    with context.store.work() as work:
        for account in ("watched", "enemy", "third"):
            work.accounts.add(SavedAccount(account, None, None), None, NOON)
        work.accounts.add(SavedAccount("arbiter", "Vera", None, owner=True), "vera", NOON)
        work.accounts.add(SavedAccount("moderator", "Mona", None), "mona", NOON)
    first = copy(world.state)
    first.pictures = {**table.opening.pictures, **({other: world.state.pictures[other]} if other_truth else {})}
    opening = context.store.codec(game).opening(first)
    chosen = dict(getattr(world.state, "options", {}))
    seeds = Seeds(b"\1" * 32, world.hidden_seed, 100)
    for number, (match, against) in enumerate(((MATCH, "enemy"), (SECOND, "enemy"), (THIRD, "third"))):
        at = NOON - timedelta(hours=number)
        terms = {"clock": CLOCK.plain()} if match == MATCH else {}
        facts = MatchFacts(
            match, game, world.state.scenario, chosen, game.info.version, seeds, "watched", at, terms=terms
        )
        with context.store.work() as work:
            work.matches.open(facts, opening, Outcome(world.state, [], table.logs), {seat: "watched", other: against})
            if match == MATCH:
                work.agreements.name_arbiter(match, "arbiter")
                work.agreements.agree_to_be_arbiter(match, at)
                work.moderators.name(match, "moderator", at)
                work.moderators.agree(match, at)
    meter = Metered(with_roots_masked(create_app(settings, context)))
    cookies = {
        name: seat_link(context, AtSeat(MATCH, name, who)) for name, who in ((seat, "watched"), (other, "enemy"))
    }
    signed_in = [{SESSION_COOKIE: open_session(context, name)} for name in ("watched", "enemy", "arbiter", "moderator")]
    brought = [signed_in[0], {seat_cookie(MATCH, seat): cookies[seat]}, *signed_in[1:]]
    clients = [TestClient(meter, cookies=cookies_) for cookies_ in brought]
    if SERVER:  # the other side is served by another process
        clients[2] = TestClient(create_app(settings, another_process(context)), cookies=brought[2])
    for client in clients:
        client.portal = portal()
    return House(*clients, meter, context, game, seat, other, cookies, now, drawing, not other_truth)


def another_process(context: Context) -> Context:
    """Of the same server: with the same clock and luck, so that houses are alike, and pictures and limits of its own.

    Each hears what the other says.
    """
    store = Store(context.store.writer.url.render_as_string(hide_password=False), context.games)
    limits = RateLimits(LIMITS, clock=lambda: context.clock().timestamp())
    other = replace(context, store=store, hub=Hub(), rate_limits=limits, shares=Shares())
    for one in (context, other):
        Between(one, lambda: None).start()
    return other


def with_roots_masked(app: Any) -> Any:
    """The app, but for what the roots say: masked before it is compressed, an answer takes the same room everywhere."""
    app.user_middleware.append(Middleware(RootsMasked))  # the innermost
    return app


class RootsMasked:
    """Masks the roots in the bodies of answers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = b""

        async def send_masked(message: Message) -> None:
            nonlocal body
            if message["type"] != "http.response.body":
                await send(message)
                return
            body += message.get("body", b"")
            if not message.get("more_body", False):
                await send({**message, "body": masked(body.decode("utf-8", "surrogateescape")).encode(
                    "utf-8", "surrogateescape"
                )})  # fmt: skip

        await self.app(scope, receive, send_masked if scope["type"] == "http" else send)
