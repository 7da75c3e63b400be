"""The two-worlds test of 1776: places, numbers, guns, supply, passengers, works, cards, plans and losses of the enemy
change nothing that a side can read; and none of their words and figures stands in it."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from service.engine.orders import Done
from service.games.campaign1776.printed.reading import SEATS
from tests.secrecy import campaign_worlds
from tests.secrecy.campaign_beginnings import HEADINGS, stood
from tests.secrecy.campaign_changes import CANARY, CHANGES, FIGURE, other_eyes, other_plans
from tests.secrecy.readable import readable
from tests.secrecy.trial import Tally, every_kind_refused_alike, try_match, try_pair
from tests.secrecy.worlds import World, mutated, watch

assert campaign_worlds.SECRETS["campaign1776"]
BRIEFLY = ("British movement", "British sea", "American berths", "American answers", "American recruits")


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(1, 20))])
def test_a_side_learns_nothing_of_what_is_hidden_in_a_match_at_random(seed: int):
    tally = Tally()
    try_match("campaign1776", seed, tally, calls=20 + 130 * bool(seed), every=20 if not seed else 5)
    assert tally.pairs > tally.vacuous


@pytest.mark.parametrize(
    ("heading", "pairs"),
    [
        *((heading, 1) for heading in BRIEFLY),
        *(pytest.param(heading, 30, marks=pytest.mark.soak) for heading in HEADINGS),
    ],
)
def test_a_side_learns_nothing_of_what_is_hidden_at_a_heading_in_contact(heading: str, pairs: int):
    tally = Tally()
    for seed in range(pairs):
        for seat in SEATS:
            luck = random.Random(f"{heading} {seed + 1}")
            try_pair(World(stood(heading)), seat, luck, tally, steps=1 + 2 * (pairs > 1), tries=2 if pairs == 1 else 6)
    assert tally.pairs > 10 * tally.vacuous


def test_each_hidden_thing_can_be_otherwise_somewhere():
    """So that no change is one in name only."""
    met = Counter(
        change.__name__
        for heading in (
            "British movement",
            "American answers",
            "British going-on",
            "British recruits",
            "American recruits",
            "British berths",
        )
        for seat in SEATS
        for change in CHANGES
        if change(stood(heading), seat, random.Random(1))
    )
    assert {*met} == {change.__name__ for change in CHANGES}


@pytest.mark.soak
def test_orders_that_are_not_lawful_are_refused_in_the_same_words():
    """Whether or not unseen troops are there; the trials above try some at each step."""
    pairs = []
    for heading in HEADINGS:
        for seat in SEATS:
            a = World(stood(heading))
            if (b := mutated(a, seat, random.Random(f"{heading} {seat}"))) is not None:
                pairs.append((a, b))
    assert every_kind_refused_alike(pairs, random.Random(1)).rules.total() > 50


@pytest.mark.parametrize("seat", SEATS)
def test_no_word_or_figure_of_the_enemys_stands_in_what_a_side_reads(seat: str):
    world = World(stood("British movement"))
    for change in (other_plans, other_eyes):
        assert change(world.state, seat, random.Random(1))
    world.state.lost["BR" if seat == "American" else "CA"] = FIGURE
    assert CANARY in repr(world.state)
    watch(world, seat)
    for _ in range(3):
        for name, text in readable(world, seat).items():
            for word in (CANARY, str(FIGURE)):
                assert word not in text, f"{word} in {name}: {text[max(0, text.index(word) - 80) :][:160]}"
        world.hear(world.play(world.state.waiting[0], [Done()]))
