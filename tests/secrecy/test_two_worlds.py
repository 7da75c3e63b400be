"""The two-worlds test: what a seat may not know changes nothing that it can read (`docs/secrecy.md`)."""

from __future__ import annotations

import random

import pytest

from service.engine.standing import ENGINE_ORDERS
from service.games.ndc.rules import RULES
from tests.secrecy.trial import TRIES, Tally, try_pair
from tests.secrecy.worlds import World, contact_table

STARTS = [
    (heading, phasing, watched)
    for heading in ("intelligence", "assets", "modes", "movement", "housekeeping")
    for phasing in ("su", "us")
    for watched in ("US", "Soviet")
]


def started(heading: str, phasing: str, seed: int) -> World:
    """A world in contact at the opening of a phase, in a turn in which the Soviet side may use chemicals."""
    table = contact_table(heading=heading, phasing=phasing, turn=3 + seed % 2)
    return World(table.truth)


def trial(starts: list[tuple[str, str, str]], pairs: int, seed: int, steps: int = 6, tries: int = TRIES) -> Tally:
    """Pairs from each start, all drawn from one seed."""
    tally = Tally()
    for number, (heading, phasing, watched) in enumerate(starts):
        world = started(heading, phasing, seed)
        for pair in range(pairs):
            try_pair(world, watched, random.Random(f"{seed}/{number}/{pair}"), tally, steps, tries)
    return tally


@pytest.mark.rule("NDC-SEC-01")
@pytest.mark.parametrize("start", STARTS, ids="-".join)
def test_nobody_can_tell_two_worlds_apart(start):
    """Views, options, routes, replies, logs and moments are equal in worlds that differ in what is hidden only."""
    tally = trial([start], pairs=6, seed=1)
    assert tally.pairs > 3
    assert tally.vacuous <= 0.05 * tally.pairs


def test_the_trial_tries_every_kind_of_order():
    """Rare kinds too: what is never tried is never shown to be safe."""
    tally = trial(STARTS, pairs=1, seed=7, steps=8)
    kinds = set(RULES.orders) - {"attend"}
    assert kinds - set(tally.orders) <= {"stand-fast", "retreat"}, sorted(kinds - set(tally.orders))
    assert ENGINE_ORDERS


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 140))
def test_nobody_can_tell_two_worlds_apart_at_length(seed):
    tally = trial(STARTS, pairs=10, seed=seed, steps=12)
    assert tally.vacuous <= 0.05 * tally.pairs
