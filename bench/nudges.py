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
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median, quantiles
from typing import cast

import httpx
from starlette.testclient import TestClient

from service import matches
from service.app import context_for, create_app
from service.bots.ndc import Commander
from service.bots.player import Player
from service.bots.skirmish import PlatoonLeader
from service.matches import AtSeat, Context
from service.matches.errors import RulesRefuse
from service.settings import Settings
from tests.matches.test_swollen_logs import swollen
from tests.random_play import OUT_OF_TURN, random_orders, temper
from tests.service_fixtures import bearer
from tests.web.nudged import PARTIAL, Kept, weight

EARLY, LATE, TIMES = 100, 5_000, 15
SEEDS = range(3)
MOST_BYTES = 10_000
"""What a nudge may weigh, not compressed, less its result cards: each of these may add 2 kB."""
BOTS: Mapping[str, type[Player]] = {"ndc": Commander, "skirmish": PlatoonLeader}
NO_LIMITS = {"orders": "1000000 per minute", "anytime": "1000000 per minute"}


def run() -> dict[str, tuple[float, float]]:
    """What a nudge and a page cost at entry 5,000 against entry 100 of a log; what nudges weigh against the most."""
    found = costs()
    for game in BOTS:
        for how, play in (("at random", play_at_random), ("two bots", play_bots)):
            sizes = [nudge.weight for seed in SEEDS for nudge in weighed(play, seed, game)]
            figures = {"median": median(sizes), "95th percentile": quantiles(sizes, n=20)[-1], "largest": max(sizes)}
            over = sum(size > MOST_BYTES for size in sizes)
            found |= {
                f"bytes of a nudge of {game}, {what}, {how}": (size, MOST_BYTES) for what, size in figures.items()
            }
            found[f"nudges of {game} that weigh more, of all, {how}"] = over, len(sizes)
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


Play = Callable[[Context, TestClient, AtSeat, int], Iterator[None]]
"""Plays a match of this seat's account to its end, by a seed, and stops after each list of orders."""


@dataclass(frozen=True)
class Nudge:
    """What a page was sent: its bytes by the elements that they are for, result cards apart, and where it stood."""

    seat: str
    where: str
    sent: str

    @property
    def weight(self) -> int:
        """The bytes of it, less its result cards."""
        return weight(self.sent)

    @property
    def blocks(self) -> dict[str, int]:
        """The bytes by element, the heaviest first."""
        found = {target: weight(html) for target, _, html in PARTIAL.findall(self.sent)}
        return dict(sorted(found.items(), key=lambda one: -one[1]))


def weighed(play: Play, seed: int, name: str = "ndc") -> list[Nudge]:
    """Each nudge of the pages of a whole match of a game. The same seed is the same match, dice and all."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data=Path(folder), database_url=None, limits=NO_LIMITS)
        context = replace(context_for(settings), pace=None, secret=random.Random(seed).randbytes)
        context.store.migrate()
        account, game = matches.make_guest(context), context.games[name]
        match = matches.open_match(context, account, name, next(iter(game.info.scenarios))).match_id
        app, found = create_app(settings, context), list[Nudge]()
        seats = [AtSeat(match, seat, account.id) for seat in game.info.seats]
        pages = [(at, page_of(context, TestClient(app), at)) for at in seats]
        client = TestClient(app, headers=bearer(context, account))
        for _ in play(context, client, seats[0], seed):
            for at, page in pages:
                if matches.version(context, at) != int(page.state["after"]):
                    where = " › ".join(matches.read(context, at).where.titles)
                    found.append(Nudge(at.seat, where, page.look().sent))
        context.store.close()
    return found


def page_of(context: Context, client: TestClient, at: AtSeat) -> Kept:
    client.cookies.set(matches.seat_cookie(at.match_id, at.seat), matches.seat_link(context, at))
    return Kept.at(client, f"/matches/{at.match_id}/{at.seat}")


def play_at_random(context: Context, client: TestClient, at: AtSeat, seed: int) -> Iterator[None]:
    """A match at random."""
    game = matches.read(context, at).game
    rng, seats = random.Random(seed), game.info.seats
    liking: Mapping[str, Mapping[str, float]] = {seat: temper(game, rng) for seat in seats}
    while True:
        known = {seat: matches.read(context, replace(at, seat=seat)) for seat in seats}
        if known[seats[0]].where.ended:
            return
        asked = [seat for seat in seats if known[seat].where.asked]
        seat = rng.choice(asked if asked and rng.random() > OUT_OF_TURN else seats)
        orders = random_orders(game, known[seat].picture, rng, liking[seat])
        with suppress(RulesRefuse):
            if orders:
                matches.take_orders(context, replace(at, seat=seat), orders, version=known[seat].version)
        yield


def play_bots(context: Context, client: TestClient, at: AtSeat, seed: int) -> Iterator[None]:
    """A match between two bots over HTTP."""
    game = matches.read(context, at).game
    players = [BOTS[game.info.name](cast(httpx.Client, client), at.match_id, seat) for seat in game.info.seats]
    while not all(player.ended for player in players):
        for player in players:
            player.act()
            yield
