"""Matches in the middle of play, or at a heading that is wanted, in a house where they were never clicked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from service.engine.dice import Seeds
from service.engine.seats import Seat
from service.engine.umpire import Outcome
from service.matches import AtSeat, Desk, make_guest, seat_link
from service.store.saved import MatchFacts
from tests.random_play import begun, one_call

Wanted = Callable[[Any], bool]


def midway(desk: Desk, game: str, seed: int, wanted: Wanted) -> dict[Seat, str]:
    """A match played at random until a position is met that is wanted, saved there; a link to each seat of it."""
    rules = desk.games[game]
    scenario = next(iter(rules.scenarios))
    match, rng, dice = begun(rules, seed, strict=False)
    while not wanted(match.state):
        assert not match.state.ended, f"seed {seed} does not come to what is wanted"
        one_call(match, rng, dice, strict=False)
    me = make_guest(desk)
    seeds = Seeds(b"\1" * 32, b"\2" * 32, 100)
    facts = MatchFacts(desk.new_id(), rules, scenario, {}, rules.version, seeds, me.id, desk.clock())
    codec = desk.store.codec(game)
    with desk.store.work() as work:
        work.matches.open(
            facts,
            codec.opening(match.opening),
            Outcome(match.state, match.journal, match.logs),
            dict.fromkeys(rules.seats, me.id),
        )
    return {seat: f"/seat/{seat_link(desk, AtSeat(facts.id, seat, me.id))}" for seat in rules.seats}
