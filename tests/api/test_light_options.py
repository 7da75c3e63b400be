"""Where nothing is to be decided a client is sent little: what is lawful at any heading stands there by its name."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import timedelta

import pytest

from docs.examples.bay import THE_LANTERN
from docs.examples.fox import FOX_AND_HOUNDS
from docs.examples.paced import AT_THEIR_OWN_PACE
from docs.examples.towns import THREE_HOUSES
from service import matches
from service.engine.game import AnyGame
from service.games.shelf import GAMES
from service.matches import AtSeat, Context
from service.matches.clock import lapse_all
from service.matches.rate_limits import RateLimits
from tests.client import TestClient
from tests.random_play import random_orders, temper
from tests.service_fixtures import bearer

EVERY: Mapping[str, AnyGame] = {
    **GAMES, "fox": FOX_AND_HOUNDS, "houses": THREE_HOUSES, "lantern": THE_LANTERN, "paced": AT_THEIR_OWN_PACE,
}  # fmt: skip
MOST_BYTES = 4_000
OUT_OF_TURN = 0.04
SOME, MOST_CALLS = 12, 3_000
LONG = pytest.mark.soak


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return EVERY


def at_random(context: Context, match_id: str, name: str, luck: int, most: int) -> Iterator[None]:
    """So many lists of orders at random, or a whole match of them; stopped before each, and when the match is over."""
    game, rng = EVERY[name], random.Random(luck)
    liking = {seat: temper(game, rng) for seat in game.info.seats}
    for _ in range(most):
        state = context.store.read(match_id).state
        yield
        if state.ended:
            return
        if not state.waiting:
            assert lapse_all(replace(context, clock=lambda: context.clock() + timedelta(days=7)))
            continue
        seat = rng.choice(state.seats if rng.random() < OUT_OF_TURN else state.waiting)
        if orders := random_orders(game, state.pictures[seat], rng, liking[seat]):
            matches.take_orders(context, AtSeat(match_id, seat, ""), orders, version=state.log_lengths[seat])
    assert most < MOST_CALLS, f"no end after {most} lists"


@pytest.mark.parametrize(
    ("name", "most"),
    [("ndc", SOME), *(pytest.param(name, MOST_CALLS, marks=LONG) for name in EVERY)],
)
def test_where_nothing_is_to_be_decided_the_options_are_light(
    context: Context, client: TestClient, name: str, most: int
):
    """At each moment of a match at random, for each seat that is not asked, or that can do nothing but close."""
    context = replace(
        context, rate_limits=RateLimits({"orders": "1000000 per minute", "anytime": "1000000 per minute"})
    )
    account, met = matches.make_guest(context), Counter[str]()
    match_id = matches.open_match(context, account, name, next(iter(EVERY[name].info.scenarios))).match_id
    headers = bearer(context, account)
    for _ in at_random(context, match_id, name, 7, most):
        for seat in EVERY[name].info.seats:
            answer = client.get(f"/api/v1/matches/{match_id}/seats/{seat}/options", headers=headers)
            offered = answer.json()
            kinds = {option["kind"] for option in offered["options"]}
            if kinds <= {"done"}:
                assert len(answer.content) < MOST_BYTES
                met["over" if not offered["anytime_kinds"] else "only done" if kinds else "waiting"] += 1
    assert met["waiting"] and (most == SOME or (met["only done"] and met["over"])), met
