"""The two-worlds test of Korsun: stacks, markers, points, ammunition, reserves, cadres, tracks, mines, plans and lines
of the enemy change nothing that a side can read; and none of their words and figures stands in it."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from service.engine.places import Place
from service.engine.state import duplicate
from service.games.korsun.game import KORSUN
from service.games.korsun.printed.reading import SIDES
from service.games.korsun.printed.tables import other
from service.games.korsun.sections.deployment import BringBack
from service.games.korsun.truth.state import State
from tests.random_play import begun, one_call
from tests.secrecy import korsun_worlds
from tests.secrecy.korsun_beginnings import stood
from tests.secrecy.korsun_changes import CANARY, CHANGES, FIGURE
from tests.secrecy.readable import readable
from tests.secrecy.trial import Tally, every_kind_refused_alike, try_match, try_pair
from tests.secrecy.worlds import World, mutated, watch

assert korsun_worlds.SECRETS["korsun"]

HEADINGS = (
    "E movement", "F movement", "E events", "E combat declared", "F combat declared", "E combat asked",
    "E combat engineers", "F combat engineers", "F combat thrown", "F combat retreat", "E engineering", "F engineering",
    "F breakthrough", "C", "E barrages",
)  # fmt: skip
LETTERS = re.compile("[A-Z]")


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(1, 20))])
def test_a_side_learns_nothing_of_what_is_hidden_in_a_match_at_random(seed: int):
    tally = Tally()
    try_match("korsun", seed, tally, calls=20 + 130 * bool(seed), every=20 if not seed else 5)
    assert tally.pairs > tally.vacuous


@pytest.mark.parametrize(
    ("heading", "pairs"),
    [
        *((heading, 1) for heading in ("E movement", "F combat declared", "F combat retreat", "E barrages")),
        *(pytest.param(heading, 30, marks=pytest.mark.soak) for heading in HEADINGS),
    ],
)
def test_a_side_learns_nothing_of_what_is_hidden_at_a_heading_in_contact(heading: str, pairs: int):
    """In the greatest scenario, which alone has mines and artillery divisions."""
    tally = Tally()
    for seed in range(pairs):
        for seat in SIDES:
            luck = random.Random(f"{heading} {seed}")
            try_pair(World(stood(heading)), seat, luck, tally, steps=1 + 2 * (pairs > 1), tries=2 if pairs == 1 else 6)
    assert tally.pairs > 10 * tally.vacuous


def test_where_pieces_come_back_out_of_sight_shows_in_nothing_that_the_enemy_reads():
    """Three choices of their owner, and none: until the German side speaks again all that it reads is the same."""
    read = []
    for hexes in ((), ("1810",), ("2010",), ("1911", "1810")):
        world = World(stood("E barrages"))
        watch(world, "German")
        given = [BringBack(unit=f"AB{number}", hex=Place(hex)) for number, hex in enumerate(hexes, 1)]
        told = [readable(world, "German")]
        for order in (*given, korsun_worlds.DONE):
            world.hear(world.play("Soviet", [order]))  # type: ignore[arg-type]
            assert readable(world, "German") == told[0], "nothing reaches it before the segment is closed"
        while "German" not in world.state.waiting:
            world.hear(world.play("Soviet", [korsun_worlds.DONE]))  # type: ignore[arg-type]
        read.append([*told, readable(world, "German")])
        assert [world.state.units[f"AB{n}"].hex for n, _ in enumerate(hexes, 1)] == list(hexes)
    assert all(one == read[0] for one in read)


def test_each_hidden_thing_can_be_otherwise_somewhere():
    """So that no change is one in name only."""
    met = Counter(
        change.__name__
        for heading in ("E movement", "F movement", "E combat declared")
        for seat in SIDES
        for change in CHANGES
        if change(stood(heading), seat, random.Random(1))
    )
    assert {*met} == {change.__name__ for change in CHANGES}


@pytest.mark.soak
def test_orders_that_are_not_lawful_are_refused_in_the_same_words():
    """Whether or not an unseen stack, a minefield or a marker is there; the trials above try some at each step."""
    pairs = [pair for heading in HEADINGS for seat in SIDES if (pair := a_pair(heading, seat))]
    assert every_kind_refused_alike(pairs, random.Random(1), never=["set-defense"]).rules.total() > 100


def a_pair(heading: str, seat: str) -> tuple[World, World] | None:
    a = World(stood(heading))
    b = mutated(a, seat, random.Random(f"{heading} {seat}"))
    return (a, b) if b is not None else None


# ---- canaries


def full_of_canaries(state: State, seat: str) -> None:
    """Every hidden figure of the enemy is one that stands nowhere else, and every list has a word in it."""
    luck, enemy = NothingButFigures(1), other(seat)
    for change in CHANGES:
        change(state, seat, luck)
    for sdm in state.sdms_of(enemy).values():
        sdm.sp = FIGURE
    stores = state.stores[enemy]
    stores.missions, stores.points = dict.fromkeys(stores.missions, FIGURE), dict.fromkeys(stores.points, FIGURE)
    assert repr(stores).count(str(FIGURE)) >= 3 and CANARY in repr(state)


class NothingButFigures(random.Random):
    """Draws the figure that stands nowhere else where it can."""

    def choice(self, seq):  # type: ignore[no-untyped-def]
        return FIGURE if FIGURE in seq else super().choice(seq)


@pytest.mark.parametrize(
    ("heading", "seat"), [("E movement", "German"), ("F movement", "Soviet"), ("E combat declared", "German")]
)
def test_no_word_or_figure_of_the_enemys_stands_in_what_a_side_reads(heading: str, seat: str):
    world = World(stood(heading))
    full_of_canaries(world.state, seat)
    watch(world, seat)
    assert_none_read(world, seat, (CANARY, str(FIGURE)))
    for _ in range(3):
        assert_none_read(world, seat, (CANARY, str(FIGURE)))
        world.hear(world.play(world.state.waiting[0], [korsun_worlds.DONE]))  # type: ignore[arg-type]


def test_no_unit_that_was_never_seen_is_named_to_a_side():
    """A match at random, in which every unit of the enemy that was never identified is a canary by its own name."""
    match, rng, dice = begun(KORSUN, 5, strict=False)
    seen: dict[str, set[str]] = {seat: set() for seat in SIDES}
    searched = 0
    while match.calls < 40 and not match.state.ended:
        one_call(match, rng, dice, strict=False)
        for seat in SIDES:
            said = repr([entry.report for entry in match.logs[seat]])
            hidden = [id for id in match.opening.of(other(seat)) if LETTERS.search(id) and f"'{id}'" not in said]
            seen[seat].update(hidden)
            if match.calls % 20 == 0:
                world = World(duplicate(match.state))
                watch(world, seat)
                assert_none_read(world, seat, tuple(f"{id}'" for id in hidden))
                searched += len(hidden)
    assert searched > 10
    assert all(seen.values())


def assert_none_read(world: World, seat: str, words: tuple[str, ...]) -> None:
    for name, text in readable(world, seat).items():
        for word in words:
            assert word not in text, f"{word} in {name}: {text[max(0, text.index(word) - 80) :][:160]}"
