"""The greatest scenario that we have and the first evening of 1776, beside the first game: an order, and a page.

`python -m bench.beside` prints the rows alone. Time is the processor's; the three are measured by turns.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from statistics import mean, median

from service.app import context_for, create_app
from service.engine import umpire
from service.engine.game import AnyGame
from service.engine.recording import Outcome
from service.games.shelf import GAMES
from service.settings import Settings
from tests.client import TestClient
from tests.random_play import RandomMatch, begun, one_call, random_orders
from tests.web.midway import saved

FIRST = ("ndc", "kaltenbach")
OTHERS = (("korsun", "korsun-full"), ("campaign1776", "brandywine-1777"))
SEEDS = range(4)
CALLS, LOOKS = 200, 9
"""Orders that a match is played at most, and how often a page is fetched."""


def orders(game: AnyGame, scenario: str, seed: int) -> list[float]:
    """Milliseconds of each list of one order, in a match at random."""
    match, rng, dice = begun(game, seed, strict=False, scenario=scenario)
    found: list[float] = []
    while len(found) < CALLS and not match.state.ended:
        seat = rng.choice(match.state.waiting)
        given = random_orders(game, match.state.pictures[seat], rng, match.liking[seat], most=1, closing=0.5)
        if given:
            start = time.process_time()
            outcome = umpire.play(game, match.state, seat, given, dice)
            found.append(1000 * (time.process_time() - start))
            match.took(outcome)
    return found


def midway(game: AnyGame, scenario: str) -> RandomMatch:
    match, rng, dice = begun(game, 3, strict=False, scenario=scenario)
    for _ in range(CALLS // 2):
        if match.state.turn == game.info.scenarios[scenario].turns:  # a short one is not played to its end
            break
        one_call(match, rng, dice, strict=False)
    return match


def pages(which: tuple[str, str]) -> list[float]:
    """Milliseconds of the page of each seat of a match that is under way."""
    name, scenario = which
    game, found = GAMES[name], list[float]()
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data=Path(folder), database_url=None)
        context = context_for(settings)
        context.store.migrate()
        match = midway(game, scenario)
        links = saved(context, game, match.opening, Outcome(match.state, match.journal, match.logs))
        with TestClient(create_app(settings, context)) as client:
            for link in links.values():
                page = client.get(link).raise_for_status().url.path
                for _ in range(LOOKS):
                    start = time.process_time()
                    client.get(page).raise_for_status()
                    found.append(1000 * (time.process_time() - start))
        context.store.close()
    return found


def run() -> dict[str, tuple[float, float]]:
    """Each figure of the others, with that of the first game."""
    took: dict[tuple[str, str], list[float]] = {which: [] for which in (*OTHERS, FIRST)}
    for seed in SEEDS:
        for which in took:
            took[which] += orders(GAMES[which[0]], which[1], seed)
    read = {which: pages(which) for which in took}
    found: dict[str, tuple[float, float]] = {}
    for which in OTHERS:
        name = f"{which[1]} against {FIRST[0]}"
        found |= {
            f"an order of {name}, mean (ms)": (mean(took[which]), mean(took[FIRST])),
            f"an order of {name}, median (ms)": (median(took[which]), median(took[FIRST])),
            f"a page of {name}, median (ms)": (median(read[which]), median(read[FIRST])),
        }
    return found


if __name__ == "__main__":
    for row, (ours, theirs) in run().items():
        print(f"{row}: {ours:.2f} / {theirs:.2f} = {ours / theirs:.2f}")
