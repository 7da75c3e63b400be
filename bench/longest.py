"""The longest ways: what one list of orders, or the end of a time, takes to be worked and written up, against the pace.

`python -m bench.longest` also says of each game what took longest. Time is the processor's.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from service.engine import umpire
from service.engine.game import AnyGame
from service.engine.recording import Outcome
from service.games.shelf import GAMES
from service.settings import Settings
from service.store import write_up
from tests.random_play import begun, codec, random_orders

SEEDS = range(4)
MOST_CALLS, MOST_ORDERS = 1_500, 9


@dataclass(frozen=True)
class Way:
    """A call's milliseconds, the events that it came to, and what it was."""

    took: float
    events: int
    what: str


def ways(game: AnyGame, seed: int) -> list[Way]:
    """Every call of a match at random, long lists of orders in it."""
    match, rng, dice = begun(game, seed, strict=False)
    found: list[Way] = []
    for _ in range(MOST_CALLS):
        state = match.state
        if state.ended:
            break
        at = umpire.address_of(state.cursor)
        if state.window == "open" and (not state.waiting or rng.random() < 0.3):
            found.append(timed(game, f"lapse at {at}", lambda: umpire.lapse(game, match.state, dice)))
            continue
        seat = rng.choice(state.waiting)
        orders = random_orders(game, state.pictures[seat], rng, most=MOST_ORDERS)
        if orders:
            kinds = " ".join(order.kind for order in orders)
            play = lambda: umpire.play(game, match.state, seat, orders, dice)  # noqa: B023, E731
            found.append(timed(game, f"{kinds} at {at}", play))
    return found


def timed(game: AnyGame, what: str, call: Callable[[], Outcome]) -> Way:
    start = time.thread_time()
    outcome = call()
    write_up(codec(game), outcome)
    return Way(1000 * (time.thread_time() - start), len(outcome.journal), what)


def longest(game: str) -> list[Way]:
    """All calls, the longest last. The first match is not counted: it reads tables that stay read."""
    ways(GAMES[game], SEEDS[0])
    return sorted((way for seed in SEEDS for way in ways(GAMES[game], seed)), key=lambda way: way.took)


def run() -> dict[str, tuple[float, float]]:
    """The longest way of each game, and the pace, which it must not come near."""
    pace = 1000 * Settings.model_fields["pace"].default
    return {
        f"the longest list of orders worked, {game}, against the pace (ms)": (longest(game)[-1].took, pace)
        for game in GAMES
    }


if __name__ == "__main__":
    for name in GAMES:
        print(name)
        for way in longest(name)[-5:]:
            print(f"  {way.took:6.1f} ms, {way.events} events: {way.what}")
