"""In process: whether a match grows slower or heavier as it goes on, and how fast whole matches can be played.

Matches at random and matches between two of the house's bots are measured alike. Time is the processor's, so that
what else the machine does hardly counts.
"""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import httpx
from starlette.testclient import TestClient

from service import matches
from service.app import context_for, create_app
from service.bots.ndc import Commander
from service.engine import judging, recording, umpire
from service.engine.events import Told
from service.engine.game import AnyGame
from service.games.ndc.game import NDC
from service.settings import Settings
from tests import random_play
from tests.service_fixtures import bearer
from tests.toy import TOY

SEEDS = {"at random": range(12), "two bots": range(4)}
"""The same seed is the same match, dice and all. At random matches differ so much that four say little."""
LAST = NDC.info.scenarios["kaltenbach"].turns
MOST_BYTES = 64_000
"""What a match's position may take as it is stored, with both pictures."""
NO_LIMITS = {"orders": "1000000 per minute"}
Samples = list[tuple[int, float]]
"""Of each turn, something that was measured in it."""
Work = Callable[..., recording.Outcome]


class Watched:
    """What the umpire did while it was watched: milliseconds per call, and bytes stored after each list of orders."""

    def __init__(self) -> None:
        self.orders: Samples = []
        self.options: Samples = []
        self.sizes: Samples = []

    @contextmanager
    def watching(self) -> Iterator[None]:
        play, accepted, take_up = umpire.play, umpire.accept, umpire.take_up
        of_heading = judging.heading_options
        checked, within = 0.0, False

        def asked(*of: Any, **how: Any) -> Told:
            nonlocal checked
            start = time.thread_time()
            found = accepted(*of, **how)
            checked = since(start)
            return found

        def played(game: AnyGame, state: Any, *of: Any, **how: Any) -> recording.Outcome:
            return self.worked(play, game, state, *of, **how)

        def taken_up(game: AnyGame, state: Any, *of: Any, **how: Any) -> recording.Outcome:
            return self.worked(take_up, game, state, *of, before=checked, **how)

        def timed(find: Callable[[AnyGame, Any], Any]) -> Callable[[AnyGame, Any], Any]:
            def offered(game: AnyGame, picture: Any) -> Any:
                nonlocal within
                if within:
                    return find(game, picture)
                start, within = time.thread_time(), True
                try:
                    return find(game, picture)
                finally:
                    self.options.append((picture.turn, since(start)))
                    within = False

            return offered

        umpire.play, umpire.accept, umpire.take_up = played, asked, taken_up
        judging.heading_options = timed(of_heading)
        try:
            yield
        finally:
            umpire.play, umpire.accept, umpire.take_up = play, accepted, take_up
            judging.heading_options = of_heading

    def worked(
        self, work: Work, game: AnyGame, state: Any, *of: Any, before: float = 0.0, **how: Any
    ) -> recording.Outcome:
        """What the umpire makes of a list of orders, noted with the milliseconds that it took `before` to accept it."""
        turn, start = state.turn, time.thread_time()
        outcome = work(game, state, *of, **how)
        self.orders.append((turn, before + since(start)))
        self.sizes.append((turn, stored(game, state)))
        return outcome

    def figures(self, how: str) -> dict[str, tuple[float, float]]:
        return {
            f"orders worked, last turn against first, {how} (ms)": last_and_first(self.orders),
            f"options found, last turn against first, {how} (ms)": last_and_first(self.options),
            f"position and both pictures, last turn against first, {how} (bytes)": last_and_first(self.sizes),
            f"the same, largest met against the most allowed, {how} (bytes)": (
                max(size for _, size in self.sizes), MOST_BYTES,
            ),
        }  # fmt: skip


def since(start: float) -> float:
    return (time.thread_time() - start) * 1000


def stored(game: AnyGame, state: Any) -> int:
    """How many bytes the store keeps of a match's position and pictures."""
    codec = random_play.codec(game)
    texts = (codec.position(state), *map(codec.picture, state.pictures.values()))
    return sum(len(text.encode()) for text in texts)


def last_and_first(samples: Samples) -> tuple[float, float]:
    last, first = (statistics.mean(value for at, value in samples if at == turn) for turn in (LAST, 1))
    return last, first


def play_random(game: AnyGame) -> Callable[[int], object]:
    return lambda seed: random_play.play_out(game, seed, strict=False)


def play_bots(seed: int) -> None:
    """A match between two bots, over HTTP as it is but for the sockets."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data=Path(folder), database_url=None, limits=NO_LIMITS)
        context = replace(context_for(settings), pace=None, secret=random.Random(seed).randbytes)
        context.store.migrate()
        with TestClient(create_app(settings, context, with_pages=False)) as http:
            http.headers.update(bearer(context, matches.make_guest(context)))
            asked = {"game": "ndc", "scenario": "kaltenbach"}
            match_id = http.post("/api/v1/matches", json=asked).raise_for_status().json()["match_id"]
            players = [Commander(cast(httpx.Client, http), match_id, seat) for seat in NDC.info.seats]
            while not all(player.ended for player in players):
                for player in players:
                    player.act()
        context.store.close()


def a_second(play: Callable[[int], object], seeds: Sequence[int]) -> float:
    """How many matches are played in a second."""
    start = time.process_time()
    for seed in seeds:
        play(seed)
    return len(seeds) / (time.process_time() - start)


def run() -> dict[str, tuple[float, float]]:
    """Each figure as (at the last turn, at the first), or beside what it is held against."""
    found: dict[str, tuple[float, float]] = {}
    for how, play in (("at random", play_random(NDC)), ("two bots", play_bots)):
        watched = Watched()
        with watched.watching():
            for seed in SEEDS[how]:
                play(seed)
        found |= watched.figures(how)
    toys = a_second(play_random(TOY), range(4))
    found["random playouts a second, ndc against the toy"] = a_second(play_random(NDC), range(4)), toys
    found["matches of two bots over HTTP a second, against the toy's playouts"] = a_second(play_bots, range(2)), toys
    return found
