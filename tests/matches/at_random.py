"""Matches that one account opens and plays at random, list by list, as requests do."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from service import matches
from service.engine.game import AnyGame
from service.engine.orders import Order
from service.engine.seats import Seat
from service.matches import AtSeat, Context
from tests.random_play import random_orders

FIRST = {"korsun": "korsun-first", "campaign1776": "brandywine-1777"}
"""The shortest scenarios of games whose first one takes an evening and more."""


def seats_of_new_match(context: Context, game: AnyGame) -> dict[Seat, AtSeat]:
    """Open a match of this game for a guest at all of its seats."""
    account, name = matches.make_guest(context), game.info.name
    match = matches.open_match(context, account, name, FIRST.get(name, next(iter(game.info.scenarios)))).match_id
    return {seat: AtSeat(match, seat, account.id) for seat in game.info.seats}


def calls_at_random(
    context: Context, seats: Mapping[Seat, AtSeat], luck: int, calls: int, *, otherwise: Sequence[Order] = ()
) -> Iterator[AtSeat]:
    """So many times one who is asked sends orders at random, or to the end; gives each after it was acknowledged.

    Who has no orders to send sends what is said `otherwise`, or nothing.
    """
    rng, match = random.Random(luck), next(iter(seats.values())).match_id
    for _ in range(calls):
        saved = context.store.read(match)
        state = saved.state
        if state.ended:
            return
        at = seats[rng.choice(state.waiting)]
        if orders := random_orders(saved.game, state.pictures[at.seat], rng) or otherwise:
            matches.take_orders(context, at, orders, version=state.log_lengths[at.seat])
        yield at
