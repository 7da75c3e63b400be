"""The two-worlds test: what a seat may not know changes nothing that it can read (`docs/secrecy.md`)."""

from __future__ import annotations

import random

import pytest

from service.engine import judging
from service.engine.attendance import Attend
from service.engine.events import Posted
from service.engine.orders import Done
from service.engine.seats import STANDING
from service.games.ndc.game import NDC
from service.games.ndc.known.lines import AddAttackLine, AddRetreatLine, SetStandingOrders
from service.games.ndc.known.reports import UnitLocated
from service.games.ndc.sections.declare import DeclareGroundCombat
from service.games.ndc.truth.letters import Traced
from service.games.ndc.truth.state import Trace
from tests.offers import options_for
from tests.positions import position
from tests.random_play import ordered, random_orders
from tests.secrecy.ndc_worlds import contact_table, laid_open
from tests.secrecy.trial import TRIES, Tally, every_kind_refused_alike, step, try_pair
from tests.secrecy.worlds import World, mutated

STARTS = [
    (heading, phasing, watched)
    for heading in ("intelligence", "assets", "modes", "movement", "housekeeping")
    for phasing in ("su", "us")
    for watched in ("US", "Soviet")
]

SEEDS = (4, 1, 6, 3)
"""One for each side's turn with either side watching; of those that were tried they find most planted leaks."""

SELDOM_ALIKE = {("modes", "su", "US")}
"""Where a step often lays different things open, so that it takes more tries to compare anything."""


def started(heading: str, phasing: str, seed: int) -> World:
    """A world in contact at the opening of a phase, in a turn in which the Soviet side may use chemicals."""
    table = contact_table(heading=heading, phasing=phasing, turn=3 + seed % 2)
    return World(table.truth)


def trial(starts: list[tuple[str, str, str]], pairs: int, seed: int, steps: int = 6, tries: int = 6) -> Tally:
    """Pairs from each start, all drawn from one seed."""
    tally = Tally()
    for number, (heading, phasing, watched) in enumerate(starts):
        world = started(heading, phasing, seed)
        for pair in range(pairs):
            most = TRIES if (heading, phasing, watched) in SELDOM_ALIKE else tries
            try_pair(world, watched, random.Random(f"{seed}/{number}/{pair}"), tally, steps, most)
    return tally


@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_can_tell_two_worlds_apart(seed):
    """Views, options, routes, replies, logs and moments are equal in worlds that differ in what is hidden only.

    Each seed has every heading, and another side's turn or another side watching; all starts are for the long run.
    """
    starts = STARTS[seed % 4 :: 4]
    tally = trial(starts, pairs=1, seed=seed, steps=2, tries=2)
    assert tally.pairs == len(starts)
    assert tally.vacuous <= 0.05 * tally.pairs


@pytest.mark.parametrize("watched", NDC.info.seats)
def test_nobody_can_tell_them_apart_where_lines_of_standing_orders_answer(watched):
    """Neither the player for whom they answer, nor whoever attacks."""
    tally, world = Tally(), started("movement", "su", 1)
    lines = (
        AddAttackLine(type="assault", his_total=10, fire=3, ew=1, command=True), AddAttackLine(his_barrage=1, fire=2),
        AddRetreatLine(to="hq", stand_fast=True), SetStandingOrders(fire=1, keep_csps=2, most_ew=2),
    )  # fmt: skip
    world.play("US", [*lines, Attend(attendance=STANDING)])
    assert len(world.state.pictures["US"].standing.attacks) == 2
    for pair in range(2):
        try_pair(world, watched, random.Random(f"lines {pair}"), tally, steps=2, tries=3)
    assert tally.pairs > 1
    assert tally.vacuous == 0


def stormed(luck: int) -> World:
    """A worn battalion in its trenches, assaulted with more than it can hold; its owner has nothing to answer with."""
    table = position(
        "us U-I1 at 1204 dug-in to 2 level 4 fatigue 3 leadership 0", "us U-A1 at 0904 defend", "su S-1R at 1303",
        "su S-A1 at 1203 attack", "su S-I1 at 1104 attack", "su S-I2 at 1105 attack", "su S-I3 at 1405 attack",
    )  # fmt: skip
    world = World(table.truth, hidden_seed=bytes([luck % 256] * 32))
    storm = DeclareGroundCombat(
        unit="S-A1", target="1204", type="assault", barrage=0, chemical=False, persistent=False, ew=0, command=False
    )
    world.play("Soviet", [storm, Done()])
    return world


SOON = {"recombine": 54, "finish": 20, "defend": 3}
"""Luck with which what is seldom offered is offered soon."""


def offered(kind: str, seed: int) -> tuple[World, str]:
    """A world played at random from contact until a seat is offered a kind of order, and that seat."""
    for luck in range(seed, seed + 200):
        rng = random.Random(luck)
        world = stormed(luck) if kind in ("retreat", "stand-fast") else started("movement", "su", luck)
        if kind.endswith("-standing-line"):
            for seat in NDC.info.seats:
                world.play(seat, [AddAttackLine(his_total=9, fire=2), AddAttackLine(ew=1)])
        for _ in range(30):
            if world.state.ended:
                break
            seat = world.state.waiting[0]
            if any(option.kind == kind for option in options_for(NDC, world.state.pictures[seat])):
                return world, seat
            world.play(seat, [*random_orders(NDC, world.state.pictures[seat], rng, closing=0), Done()])
    raise AssertionError(f"{kind} was never offered")


@pytest.mark.parametrize("kind", sorted(set(NDC.orders_by_kind) - {"done", "attend"}))
def test_every_kind_of_order_is_put_on_trial(kind):
    """Rare kinds too: what is never tried is never shown to be safe."""
    world, seat = offered(kind, SOON.get(kind, 1))
    rng, picture, tried = random.Random(kind), world.state.pictures[seat], 0
    options = [option for option in options_for(NDC, picture) if option.kind == kind]
    for _ in range(20):
        order, other = ordered(rng.choice(options), NDC, picture, rng), mutated(world, seat, rng)
        if order is not None and other is not None and judging.refusal_of(NDC, picture, order) is None:
            step(world.copy(), other, seat, seat, [order], kind)
            tried += 1
        if tried == 2:
            return
    raise AssertionError(f"{kind} was never tried")


def test_every_kind_of_order_is_refused_alike():
    """At a wrong time, of units that are not one's own, of what was never told, and out of measure."""
    rng = random.Random(1)
    worlds = [(started(heading, phasing, 1), watched) for heading, phasing, watched in STARTS[::3]]
    pairs = [(world, other) for world, seat in worlds if (other := mutated(world, seat, rng)) is not None]
    assert len(every_kind_refused_alike(pairs, rng).rules) > 10


def test_who_stopped_a_unit_is_laid_open_with_the_hex_that_is_declared():
    """Where two worlds have others stop the same unit, the rules owe its side another hex (NDC-ZOC-06)."""
    open_in = []
    for unit, hex in (("S-I1", "1303"), ("S-I2", "1304")):
        located = UnitLocated(handle="E9", hexes=(hex,), because="stop")
        traced = Traced(side="US", handle="E9", trace=Trace(unit=unit, hex=hex))
        open_in.append(laid_open(started("movement", "us", 1), "US", [Posted(seat="US", report=located), traced]))
    assert open_in[0] != open_in[1]


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 140))
def test_nobody_can_tell_two_worlds_apart_at_length(seed):
    tally = trial(STARTS, pairs=10, seed=seed, steps=12, tries=TRIES)
    assert tally.vacuous <= 0.05 * tally.pairs
