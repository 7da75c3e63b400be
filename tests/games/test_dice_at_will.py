"""Nobody rolls again at will: however orders are written, the n-th roll on a track of a turn is the one foretold."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import cache

import pytest

from docs.examples.fox import FOX_AND_HOUNDS
from service.engine import judging, umpire
from service.engine.attendance import Attend
from service.engine.dice import PUBLIC, Dice, Seeds, faces_of
from service.engine.dice_events import Rolled
from service.engine.framing import digest, framed
from service.engine.kinds import kind_of
from service.engine.orders import Done, Order
from service.engine.outline import walk
from service.engine.seats import PRESENT, Seat
from service.games.shelf import GAMES
from tests.offers import options_for
from tests.random_play import RandomMatch, begun, ordered, random_orders
from tests.toy import TOY

EVERY = {**GAMES, "toy": TOY, "fox": FOX_AND_HOUNDS}
MOST_CALLS = {"ndc": 60, "skirmish": 50, "korsun": 100}
LONG = 3
"""How many times as many calls are played in the long run, and rolls compared."""
COMPARED = {"ndc": 5, "skirmish": 10, "toy": 5, "fox": 5, "korsun": 5, "campaign1776": 5}
"""Rolls that were foretold and fell, at the least."""
HEXES = {"toy": 2, "campaign1776": 2}
"""Digits of a hex's name, where they are not four."""
NAMED = {"korsun": re.compile(r"\b[12]UF\b")}
"""What is called by a number in a rulebook itself: a Front."""
RULE_ID = re.compile(r"\b[A-Z][A-Z0-9]{2}-[A-Z]{2,4}-\d\d\b|\bP\d{1,2}\b")


def dummies(match: RandomMatch, seat: Seat, rng: random.Random) -> list[Order]:
    """Orders that change nothing of weight, as many as one likes: plans and presence, given at any time."""
    picture = match.state.pictures[seat]
    anytime = {kind_of(kind) for kind in match.game.anytime}
    found: list[Order] = [Attend(attendance=PRESENT)] * rng.randint(1, 3)
    offered = [option for option in options_for(match.game, picture) if option.kind in anytime]
    for option in rng.sample(offered, min(len(offered), 1)):
        order = ordered(option, match.game, picture, rng)
        if order is not None and judging.refusal_of(match.game, picture, order) is None:
            found.append(order)
    return found


def play(match: RandomMatch, seat: Seat, orders: Sequence[Order], dice: Dice) -> None:
    if orders and not match.state.ended:
        match.took(umpire.play(match.game, match.state, seat, orders, dice))


@cache
def rolled(name: str, seed: int, *, attacked: bool, most: int) -> tuple[Rolled, ...]:
    """What fell in a match of these seeds; `attacked`, lists are split and full of dummy orders, plans come anew."""
    game = EVERY[name]
    match, rng, dice = begun(game, seed, strict=False)
    rng = random.Random(seed * 2 + attacked)
    for _ in range(most):
        state = match.state
        if state.ended:
            break
        if state.window == "open" and not state.waiting:
            match.took(umpire.lapse(game, state, dice))
            continue
        seat = rng.choice(state.waiting)
        if attacked:
            for order in dummies(match, seat, rng):
                play(match, seat, [order], dice)
        orders = random_orders(game, state.pictures[seat], rng, match.liking[seat])
        if attacked and len(orders) > 1 and not isinstance(orders[0], Done):
            play(match, seat, [*dummies(match, seat, rng)[:1], orders[0]], dice)
        else:
            play(match, seat, orders, dice)
    return tuple(event for event in match.journal if isinstance(event, Rolled))


def foretold(seeds: Seeds, match: str, roll: Rolled) -> tuple[int, ...]:
    """What anybody who knows the seeds can say beforehand of the n-th roll of these dice on a track of a turn."""
    count, sides = map(int, roll.spec.split("d"))
    mixed = digest("sitrep/mix")
    public = digest("sitrep/public", seeds.turn_key(roll.turn), mixed)
    key = public if roll.track == PUBLIC else digest("sitrep/track", seeds.hidden, mixed, roll.track)
    context = framed("sitrep/roll/2", match, roll.track, roll.turn, roll.number, sides, count)
    return faces_of(key, context, sides, count)


@pytest.mark.parametrize("long", [False, pytest.param(True, marks=pytest.mark.soak)])
@pytest.mark.parametrize("game", EVERY)
def test_dummy_orders_split_lists_and_new_plans_change_no_die_that_was_foretold(game: str, long: bool):
    """Who runs the server knows all seeds: whatever else they order, the dice are those foretold."""
    times, compared = LONG if long else 1, 0
    most = MOST_CALLS.get(game, 200) * times
    for seed in range((1 + long) if game in GAMES else 3 * times):
        _, _, dice = begun(EVERY[game], seed, strict=False)
        plain, attacked = (rolled(game, seed, attacked=attacked, most=most) for attacked in (False, True))
        for roll in (*plain, *attacked):
            assert roll.faces == foretold(dice.seeds, dice.match, roll), roll
        compared += min(len(plain), len(attacked))
    assert compared >= COMPARED[game] * times


@pytest.mark.parametrize("game", EVERY)
def test_what_is_written_beside_a_roll_holds_no_number_that_counts_orders_or_entries(game: str):
    """A cause has no digit but its heading's; a purpose, and so a hidden track, only those of rule ids and hexes."""
    fallen = rolled(game, 0, attacked=True, most=MOST_CALLS.get(game, 200))
    causes, purposes = {roll.cause for roll in fallen}, {roll.purpose for roll in fallen}
    assert causes and purposes
    seats = "|".join(EVERY[game].info.seats)
    called = {heading.name for heading in walk(EVERY[game].outline)}
    for cause in causes:
        what, _, which = cause.partition(" ")
        by_order = what == "order" and re.fullmatch(rf"[a-z-]+ of ({seats})", which)
        assert by_order or (what == "heading" and called.issuperset(which.split("/"))), cause
    for purpose in purposes:
        said = NAMED[game].sub("", purpose) if game in NAMED else purpose
        numbers = re.findall(r"\d+", RULE_ID.sub("", said))
        assert all(len(number) == HEXES.get(game, 4) for number in numbers), purpose
