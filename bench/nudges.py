"""In process: what a nudged page and a whole one cost late in a match against early, and what nudges weigh.

Of the processor's time; the logs are swollen at once, as a day of coming and going swells one. Nudges are weighed
through whole matches, at random and between two of the house's bots: after each list of orders both pages look, as
browsers do that have the orders open.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from statistics import median, quantiles
from typing import cast

import httpx
from starlette.testclient import TestClient

from service import matches
from service.app import context_for, create_app
from service.bots.ndc import Commander
from service.games.ndc.game import NDC
from service.matches import AtSeat, Context
from service.matches.errors import RulesRefuse
from service.settings import Settings
from tests.matches.test_swollen_logs import swollen
from tests.random_play import OUT_OF_TURN, random_orders, temper
from tests.service_fixtures import bearer
from tests.web.nudged import Kept, weight

EARLY, LATE, TIMES = 100, 5_000, 15
SEEDS = range(3)
MOST_BYTES = 10_000
"""What a nudge may weigh, not compressed, less its result cards: each of these may add 2 kB."""
NO_LIMITS = {"orders": "1000000 per minute", "anytime": "1000000 per minute"}


def run() -> dict[str, tuple[float, float]]:
    """What a nudge and a page cost at entry 5,000 against entry 100 of a log; what nudges weigh against the most."""
    found = costs()
    for how, play in (("at random", play_at_random), ("two bots", play_bots)):
        sizes = [size for seed in SEEDS for size in weighed(play, seed)]
        figures = {"median": median(sizes), "95th percentile": quantiles(sizes, n=20)[-1], "largest": max(sizes)}
        over = sum(size > MOST_BYTES for size in sizes)
        found |= {f"bytes of a nudge of ndc, {what}, {how}": (size, MOST_BYTES) for what, size in figures.items()}
        found[f"nudges of ndc that weigh more, of all, {how}"] = over, len(sizes)
    return found


def costs() -> dict[str, tuple[float, float]]:
    """Milliseconds of a nudge and of a page at entry 5,000 against entry 100 of a log."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database_url=f"sqlite:///{Path(folder) / 'sitrep.db'}")
        context = context_for(settings)
        context.store.migrate()
        late, early = (measured(settings, replace(context, pace=None), entries) for entries in (LATE, EARLY))
        context.store.close()
    names = ("a nudge", "a match page")
    return {
        f"{name}, at entry {LATE:,} against entry {EARLY} (ms)": pair
        for name, pair in zip(names, zip(late, early, strict=True), strict=True)
    }


def measured(settings: Settings, context: matches.Context, entries: int) -> tuple[float, float]:
    """Milliseconds of the processor's time of a nudge, and of a whole page."""
    at = swollen(context, entries)
    client = TestClient(create_app(settings, context))
    client.cookies.set(matches.seat_cookie(at.match_id, at.seat), matches.seat_link(context, at))
    nudges, pages = [], []
    for _ in range(TIMES):
        began = time.process_time()
        page = Kept.at(client, f"/matches/{at.match_id}/{at.seat}")
        pages.append(1000 * (time.process_time() - began))
        page.state["after"] = str(entries - 1)
        began = time.process_time()
        page.look()
        nudges.append(1000 * (time.process_time() - began))
    return median(nudges), median(pages)


# ---- what nudges weigh


Play = Callable[[Context, TestClient, str, int], Iterator[None]]


def weighed(play: Play, seed: int) -> list[int]:
    """The bytes of each nudge of both pages of a match."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data=Path(folder), database_url=None, limits=NO_LIMITS)
        context = replace(context_for(settings), pace=None)
        context.store.migrate()
        account = matches.make_guest(context)
        match = matches.open_match(context, account, "ndc", "kaltenbach").match_id
        app, sizes = create_app(settings, context), list[int]()
        pages = {seat: page_of(context, TestClient(app), AtSeat(match, seat, account.id)) for seat in NDC.info.seats}
        client = TestClient(app, headers=bearer(context, account))
        for _ in play(context, client, match, seed):
            for seat, page in pages.items():
                if matches.version(context, AtSeat(match, seat, account.id)) != int(page.state["after"]):
                    sizes.append(weight(page.look().sent))
        context.store.close()
    return sizes


def page_of(context: Context, client: TestClient, at: AtSeat) -> Kept:
    client.cookies.set(matches.seat_cookie(at.match_id, at.seat), matches.seat_link(context, at))
    return Kept.at(client, f"/matches/{at.match_id}/{at.seat}")


def play_at_random(context: Context, client: TestClient, match: str, seed: int) -> Iterator[None]:
    """A match at random, stopped after each list of orders."""
    rng, seats = random.Random(seed), NDC.info.seats
    liking: Mapping[str, Mapping[str, float]] = {seat: temper(NDC, rng) for seat in seats}
    while True:
        known = {seat: matches.read(context, AtSeat(match, seat, "")) for seat in seats}
        if known[seats[0]].where.ended:
            return
        asked = [seat for seat in seats if known[seat].where.asked]
        seat = rng.choice(asked if asked and rng.random() > OUT_OF_TURN else seats)
        orders = random_orders(known[seat].game, known[seat].picture, rng, liking[seat])
        with suppress(RulesRefuse):
            if orders:
                matches.take_orders(context, AtSeat(match, seat, ""), orders, version=known[seat].version)
        yield


def play_bots(context: Context, client: TestClient, match: str, seed: int) -> Iterator[None]:
    """A match between two bots over HTTP, stopped after each time that one of them has acted."""
    players = [Commander(cast(httpx.Client, client), match, seat) for seat in NDC.info.seats]
    while not all(player.ended for player in players):
        for player in players:
            player.act()
            yield
