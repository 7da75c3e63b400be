"""The two-worlds test of a skirmish: what a seat may not know changes nothing that it can read (`docs/secrecy.md`)."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import count, islice

import pytest

from service.engine.events import Told
from service.engine.orders import Done, Order, Refusal
from service.engine.sentences import plain_text
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.picture import Announcement
from service.games.skirmish.known.reports import FireSuffered
from service.games.skirmish.sections import playing
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.moving import MoreToCome
from service.games.skirmish.truth.state import BaseChanged
from tests.games.skirmish.table import position
from tests.offers import options_for
from tests.random_play import ordered, random_orders
from tests.secrecy.skirmish_beginnings import (
    Stood,
    at_the_edge,
    before_the_fighting,
    called_for,
    in_contact,
    on_the_move,
    opened,
    ranging_in,
    stood,
    walked,
)
from tests.secrecy.skirmish_changes import BY_WHAT_WAS_SEEN
from tests.secrecy.skirmish_worlds import laid_open
from tests.secrecy.trial import (
    ASKED,
    Tally,
    every_kind_refused_alike,
    next_to_move,
    same,
    secret_choice,
    step,
    try_pair,
)
from tests.secrecy.worlds import CLOCK, Leak, World, mutated

WAYS = ({}, {"interrupts": "live"}, {"release": "fixed_delay"})
"""By mail, live, and by mail with results at a fixed time."""
SEEDS = (16, 1, 2, 3)
"""One for each four of those steps; of those that were tried they find most planted leaks."""
FOUGHT = 8
"""So many calls a fight has gone on when a pair is made of it."""
STEPS = ("repair", "prepared-fire", "movement", "remaining-fire", "closing-fire", "advance")


def trial(worlds: list[World] | Stood, pairs: int, seed: int, steps: int = 3, tries: int = 4) -> Tally:
    """Pairs of these worlds, watched from either seat in turn, all drawn from one seed."""
    tally = Tally()
    rng = random.Random(seed)
    for _ in range(pairs):
        world = rng.choice(worlds)
        for seat in SKIRMISH.info.seats:
            try_pair(world, seat, rng, tally, steps, tries)
    return tally


@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_can_tell_two_worlds_apart(seed):
    """Views, options, routes, replies and logs are equal in worlds that differ in what is hidden only.

    Each seed begins at three of the steps at which a side is asked in contact, and in the midst of a fight; the whole
    of a match is for the long run.
    """
    tally, rng, options = Tally(), random.Random(seed), WAYS[seed % len(WAYS)]
    steps = [(step, attacker) for step in STEPS for attacker in SKIRMISH.info.seats][seed % 4 :: 4]
    starts = [*(in_contact(step, attacker) for step, attacker in steps), *[fought(seed, **options)] * 2]
    for place, world in enumerate(starts):
        try_pair(world, SKIRMISH.info.seats[(place + seed // 2) % 2], rng, tally, steps=2, tries=2)
    assert tally.pairs > 3
    assert tally.vacuous <= 0.05 * tally.pairs


def fought(luck: int, **options: str) -> World:
    """A fight at random of a few calls, from contact on."""
    rng = random.Random(luck)
    world = in_contact("prepared-fire", SKIRMISH.info.seats[luck % 2], **options)
    for _ in range(FOUGHT):
        mover = next_to_move(world, rng)
        orders = [] if mover == CLOCK else random_orders(SKIRMISH, world.state.pictures[mover], rng, closing=1.0)
        assert not isinstance(world.play(mover, orders), Refusal)
    return world


def planning(attacker: str, **options: str) -> World:
    """Both sides have plans that go by what they see, and the defender expects reinforcements of the attacker's."""
    world = in_contact("movement", attacker, **options)
    for picture in world.state.pictures.values():
        picture.plan = BY_WHAT_WAS_SEEN
        if picture.side != attacker:
            picture.announced = [Announcement(zone="north", hexes=("0701", "0801", "0901"))]
    return world


@pytest.mark.parametrize("attacker", SKIRMISH.info.seats)
def test_nor_by_what_a_fire_plan_does(attacker):
    """A plan goes by the picture of its owner: it fires and asks alike in both worlds."""
    tally = trial([planning(attacker), planning(attacker, interrupts="live")], pairs=1, seed=3, steps=2, tries=2)
    assert tally.vacuous <= 0.05 * tally.pairs


@pytest.mark.parametrize("options", WAYS[::2], ids=str)
def test_while_moves_are_played_the_attacker_hears_nothing_whatever_the_defender_does(options):
    """In two worlds the defender answers what they like, asked as often as they may be: the attacker reads the same."""
    lengths: Counter[str] = Counter()
    for luck in range(4):
        rng = random.Random(luck)
        first = in_contact("movement", "allied", **options)
        other = None
        while other is None:
            other = mutated(first, "allied", rng)
        moves = [order for order in random_orders(SKIRMISH, first.state.pictures["allied"], rng, most=9, closing=0)
                 if order.kind == "move"]  # fmt: skip
        for world in (first, other):
            told = world.play("allied", [*moves, Done()])
            assert not isinstance(told, Refusal)
            world.hear(told)
        for looks in count():
            if not any("allied" in world.state.held for world in (first, other)):
                break
            for world in (first, other):
                if "allied" in world.state.held:
                    if "allied" in first.state.held and "allied" in other.state.held:
                        same(first, other, "allied", f"luck {luck}", asking=not looks % ASKED)
                    answer(world, rng)
                    lengths[world.state.cursor[-1].heading] += 1
        assert [len(world.log) for world in (first, other) if world.log]
    assert lengths["halt-or-pass"] and lengths["remaining-fire"]


def answer(world: World, rng: random.Random) -> None:
    """The defender answers at random, or a time that runs is over; what the attacker is told is noted."""
    if world.state.waiting:
        orders = random_orders(SKIRMISH, world.state.pictures["german"], rng, closing=0)
        fires = [order for order in orders if order.kind in ("fire", "shoot")][: rng.randint(0, 1)]
        told = world.play("german", [*fires, Done()])
        if isinstance(told, Refusal):
            told = world.play("german", [Done()])
    else:
        told = world.play(CLOCK, [])
    assert not isinstance(told, Refusal)
    world.hear(told)


def worlds_of_all_sorts() -> Iterator[World]:
    """Positions in which sooner or later every kind of order is offered: those for which they were made, then any."""
    yield from (in_contact(step, side) for step in STEPS for side in SKIRMISH.info.seats)
    yield from (in_contact("movement", "allied", markers="honour"), opened(setup="free"), at_the_edge())
    yield from (*before_the_fighting("allied"), *on_the_move("allied"), *ranging_in())
    yield World(called_for(**{"SKR-AIR-01": [2, 3]}).truth)
    yield from made(walked(7, interrupts="live"))
    for seed in range(7, 20):
        yield from made(walked(seed))


def made(positions: Iterable[tuple[str, bytes]]) -> Iterator[World]:
    """Worlds of positions as they stood."""
    return (World(pickle.loads(position)) for _, position in positions)


def test_every_kind_of_order_is_put_on_trial():
    """Rare kinds too: what is never tried is never shown to be safe."""
    wanted, rng = set(SKIRMISH.orders_by_kind) - {"done", "attend"}, random.Random(1)
    for world in worlds_of_all_sorts():
        for seat in world.state.waiting:
            for option in options_for(SKIRMISH, world.state.pictures[seat]):
                order = ordered(option, SKIRMISH, world.state.pictures[seat], rng) if option.kind in wanted else None
                other = mutated(world, seat, rng) if order is not None else None
                if order is not None and other is not None:
                    step(world.copy(), other, seat, seat, [order], plain_text(option.title))
                    wanted.remove(option.kind)
        if not wanted:
            break
    assert not wanted


def test_every_kind_of_order_is_refused_alike():
    """At a wrong time, of bases that are not one's own, of what was never told, and out of measure."""
    rng = random.Random(1)
    worlds = [(in_contact(step, attacker), attacker) for attacker in SKIRMISH.info.seats for step in STEPS]
    pairs = [(world, other) for world, seat in worlds if (other := mutated(world, seat, rng)) is not None]
    assert len(every_kind_refused_alike(pairs, rng).rules) > 15


def unseen_moves() -> Iterator[tuple[World, list[Order]]]:
    """Positions with a move that the defender does not see at all, results being told when they have answered."""
    moving = (one for one in walked(7) if one[0] == "movement")
    for world in made(islice(moving, 12)):
        [attacker], luck = world.state.waiting, random.Random(11)
        for _ in range(6):
            drawn = random_orders(SKIRMISH, world.state.pictures[attacker], luck, most=1, closing=0)
            moves = [order for order in drawn if order.kind == "move"]
            told = world.copy().play(attacker, [*moves, MoreToCome(), Done()])
            if moves and not isinstance(told, Refusal) and told.state.cursor[-1].heading == "movement":
                yield world, moves


def test_that_more_moves_come_is_no_secret_once_those_before_were_played():
    """Who is asked next shows it: the defender fires their remaining fire after the last of them (P16)."""
    tried = 0
    for world, moves in islice(unseen_moves(), 3):
        secret_choice(world, world.state.waiting[0], world.state.non_phasing, [*moves, MoreToCome()], "more to come")
        tried += 1
    assert tried


def test_before_they_were_played_it_is_and_the_trial_finds_it(monkeypatch):
    """The planted leak: no letter bears the number at which it is known that more moves come."""
    honest = playing.BatchSealed.change

    def change(self, state):
        honest(self, state)
        state.letters[state.non_phasing] += not self.last

    monkeypatch.setattr(playing.BatchSealed, "change", change)
    world = in_contact("movement", "allied")
    drawn = random_orders(SKIRMISH, world.state.pictures["allied"], random.Random(1), most=9, closing=0)
    moves = [order for order in drawn if order.kind == "move"]
    with pytest.raises(Leak, match="a secret choice: log differs"):
        secret_choice(world, "allied", "german", [*moves, MoreToCome()], "more to come", instead=moves)


def test_who_fires_where_he_suspects_somebody_hears_the_same_whoever_is_there():
    """A gun, men, or nobody at all under the suspicion: so many reports, and the same."""
    heard = set()
    for there in ("assault_gun at 1106 heading 4 suspected", "squad at 1106 suspected", "dummy at 1106"):
        table = position("A-TK1 medium_tank at 0507 heading 0", f"G-X {there}", step="prepared-fire", faces=[3, 4] * 20)
        [contact] = table.picture("allied").contacts.values()
        assert contact.level == 1
        table.order("allied", Fire(base="A-TK1", target=contact.handle, weapon="high explosive"))
        heard.add(repr([entry.report for entry in table.logs["allied"]]))
    assert len(heard) == 1, heard


def test_what_a_shot_did_is_laid_open_with_the_report_that_says_it():
    """The report comes before what it tells of happens: where that differs, so may the report."""
    world = in_contact("prepared-fire", "german")
    world.before = pickle.dumps(world.state)
    suffered = FireSuffered(base="A-TK1", weapon="armour piercing", shooters=("1",), at_armour=True, kill="destroyed")
    journal = [Told(seat="allied", report=suffered), BaseChanged(base="A-TK1", entries={"under_fire": True})]
    assert {one.heard for one in laid_open(world, "allied", journal)} == {0}


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 120))
@pytest.mark.parametrize("options", WAYS, ids=str)
def test_nobody_can_tell_two_worlds_apart_at_length(seed, options):
    tally = trial(stood(seed, **options), pairs=100, seed=seed, steps=10, tries=8)
    assert tally.vacuous <= 0.05 * tally.pairs


@pytest.mark.soak
@pytest.mark.parametrize("attacker", SKIRMISH.info.seats)
def test_nor_when_they_are_in_contact_at_length(attacker):
    tally = trial([in_contact(step, attacker) for step in STEPS], pairs=20, seed=2)
    assert tally.vacuous <= 0.05 * tally.pairs
