"""The greatest scenario that we have and the first evening of 1776, beside the first game: an order, and a page.

And two scenarios of Korsun at their end, beside their beginning. `python -m bench.beside` prints the rows alone. Time
is the processor's; the three games are measured by turns.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from random import Random
from statistics import mean, median

from service.app import context_for, create_app
from service.engine import umpire
from service.engine.dice import Dice
from service.engine.game import AnyGame
from service.engine.recording import Outcome
from service.games.shelf import GAMES
from service.matches import Context
from service.settings import Settings
from tests.client import TestClient
from tests.random_play import RandomMatch, begun, one_call, random_orders
from tests.web.midway import saved

FIRST = ("ndc", "kaltenbach")
OTHERS = (("korsun", "korsun-full"), ("campaign1776", "brandywine-1777"))
WHOLE = (("korsun", "korsun-intro"), ("korsun", "korsun-full"))
"""Those that are played whole."""
SEEDS = range(4)
CALLS, LOOKS = 200, 9
"""Orders that a match is played at most, and how often a page is fetched."""


def orders(match: RandomMatch, rng: Random, dice: Dice) -> Iterator[float]:
    """Milliseconds of each list of one order, as a match goes on at random."""
    while not match.state.ended:
        seat = rng.choice(match.state.waiting)
        given = random_orders(match.game, match.state.pictures[seat], rng, match.liking[seat], most=1, closing=0.5)
        if given:
            start = time.process_time()
            outcome = umpire.play(match.game, match.state, seat, given, dice)
            took = 1000 * (time.process_time() - start)
            match.took(outcome)
            yield took


def first_orders(which: tuple[str, str], seed: int) -> list[float]:
    return list(islice(orders(*begun(GAMES[which[0]], seed, strict=False, scenario=which[1])), CALLS))


def midway(game: AnyGame, scenario: str) -> RandomMatch:
    match, rng, dice = begun(game, 3, strict=False, scenario=scenario)
    for _ in range(CALLS // 2):
        if match.state.turn == game.info.scenarios[scenario].turns:  # a short one is not played to its end
            break
        one_call(match, rng, dice, strict=False)
    return match


@contextmanager
def house() -> Iterator[tuple[Context, TestClient]]:
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data=Path(folder), database_url=None)
        context = context_for(settings)
        context.store.migrate()
        with TestClient(create_app(settings, context)) as client:
            yield context, client
        context.store.close()


def pages(client: TestClient, links: Iterable[str]) -> list[float]:
    """Milliseconds of the page behind each of these links, fetched several times."""
    found = list[float]()
    for link in links:
        page = client.get(link).raise_for_status().url.path
        for _ in range(LOOKS):
            start = time.process_time()
            client.get(page).raise_for_status()
            found.append(1000 * (time.process_time() - start))
    return found


def kept(context: Context, match: RandomMatch) -> Iterable[str]:
    """A link to each seat of a match as it stands."""
    return saved(context, match.game, match.opening, Outcome(match.state, match.journal, match.logs)).values()


def midway_pages(which: tuple[str, str]) -> list[float]:
    with house() as (context, client):
        return pages(client, kept(context, midway(GAMES[which[0]], which[1])))


def at_the_end(which: tuple[str, str]) -> dict[str, tuple[float, float]]:
    """Of whole matches the last quarter of the orders and the first; the pages at the last game-turn and the second."""
    game, scenario = GAMES[which[0]], which[1]
    early, late = list[float](), list[float]()
    links: dict[int, list[str]] = {}
    with house() as (context, client):
        for seed in SEEDS:
            match, rng, dice = begun(game, seed, strict=False, scenario=scenario)
            first, last = match.opening.rules.turns
            took, seen = list[float](), first
            for each in orders(match, rng, dice):
                took.append(each)
                if match.state.turn > seen and match.state.turn in (first + 1, last):
                    links.setdefault(match.state.turn, []).extend(kept(context, match))
                seen = match.state.turn
            quarter = len(took) // 4
            early, late = early + took[:quarter], late + took[-quarter:]
        second, final = (pages(client, links[turn]) for turn in (first + 1, last))
    name = f"{scenario}, last quarter of its orders against the first"
    return {
        f"an order of {name}, mean (ms)": (mean(late), mean(early)),
        f"an order of {name}, median (ms)": (median(late), median(early)),
        f"a page of {scenario}, last game-turn against the second, median (ms)": (median(final), median(second)),
    }


def run() -> dict[str, tuple[float, float]]:
    """Each figure of the others, with that of the first game."""
    took: dict[tuple[str, str], list[float]] = {which: [] for which in (*OTHERS, FIRST)}
    for seed in SEEDS:
        for which in took:
            took[which] += first_orders(which, seed)
    read = {which: midway_pages(which) for which in took}
    found: dict[str, tuple[float, float]] = {}
    for which in OTHERS:
        name = f"{which[1]} against {FIRST[0]}"
        found |= {
            f"an order of {name}, mean (ms)": (mean(took[which]), mean(took[FIRST])),
            f"an order of {name}, median (ms)": (median(took[which]), median(took[FIRST])),
            f"a page of {name}, median (ms)": (median(read[which]), median(read[FIRST])),
        }
    for which in WHOLE:
        found |= at_the_end(which)
    return found


if __name__ == "__main__":
    for row, (ours, theirs) in run().items():
        print(f"{row}: {ours:.2f} / {theirs:.2f} = {ours / theirs:.2f}")
