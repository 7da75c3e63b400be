"""In process: whether a match grows heavier as it goes on, and how fast whole matches can be played."""

from __future__ import annotations

import statistics
import time

from service.games.ndc.rules import RULES
from tests import random_play
from tests.toy import TOY

SEEDS = range(4)


def run() -> dict[str, tuple[float, float]]:
    """Each figure as (at the last turn, at the first), and playouts a second against the toy game's."""
    early: list[float] = []
    late: list[float] = []
    sizes: dict[str, list[int]] = {"first": [], "last": []}
    pictures: dict[str, list[int]] = {"first": [], "last": []}
    for seed in SEEDS:
        match, rng, dice = random_play.begun(RULES, seed, strict=False)
        while not match.state.ended:
            turn, start = match.state.turn, time.perf_counter()
            random_play.one_call(match, rng, dice, strict=False)
            spent = (time.perf_counter() - start) * 1000
            if turn in (1, 6):
                (early if turn == 1 else late).append(spent)
                which = "first" if turn == 1 else "last"
                saved = random_play.codec(RULES)
                sizes[which].append(len(saved.position(match.state)))
                pictures[which].append(max(len(saved.picture(p)) for p in match.state.pictures.values()))
    start = time.perf_counter()
    for seed in SEEDS:
        random_play.play_out(RULES, seed, strict=False)
    ours = len(SEEDS) / (time.perf_counter() - start)
    start = time.perf_counter()
    for seed in SEEDS:
        random_play.play_out(TOY, seed, strict=False)
    toys = len(SEEDS) / (time.perf_counter() - start)
    return {
        "time per call, last turn against first (ms)": (statistics.mean(late), statistics.mean(early)),
        "position saved, largest (bytes)": (max(sizes["last"]), max(sizes["first"])),
        "picture saved, largest (bytes)": (max(pictures["last"]), max(pictures["first"])),
        "random playouts a second, ndc against the toy": (ours, toys),
    }
