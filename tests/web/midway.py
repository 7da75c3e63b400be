"""Matches in the middle of play, or at a heading that is wanted, on a server where they were never clicked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from service.engine.dice import Seeds
from service.engine.game import AnyGame
from service.engine.recording import Outcome
from service.engine.seats import Seat
from service.engine.state import Position
from service.matches import AtSeat, Context, make_guest, seat_link
from service.store.saved import MatchFacts
from tests.random_play import begun, one_call

Wanted = Callable[[Any], bool]


def midway(context: Context, game: str, seed: int, wanted: Wanted) -> dict[Seat, str]:
    """A match played at random until a position is met that is wanted, saved there; a link to each seat of it."""
    played = context.games[game]
    return saved(context, played, *played_until(played, seed, wanted))


def played_until(game: AnyGame, seed: int, wanted: Wanted) -> tuple[Position, Outcome]:
    """The opening of a match, and what came of it at random until a position was met that is wanted."""
    match, rng, dice = begun(game, seed, strict=False)
    while not wanted(match.state):
        assert not match.state.ended, f"seed {seed} does not come to what is wanted"
        one_call(match, rng, dice, strict=False)
    return match.opening, Outcome(match.state, match.journal, match.logs)


def saved(context: Context, game: AnyGame, opening: Position, outcome: Outcome) -> dict[Seat, str]:
    """What has come of an opening as a match of one account; a link to each of its seats."""
    me = make_guest(context)
    seeds = Seeds(b"\1" * 32, b"\2" * 32, 100)
    facts = MatchFacts(
        context.new_id(), game, next(iter(game.info.scenarios)), {}, game.info.version, seeds, me.id, context.clock()
    )
    with context.store.work() as work:
        work.matches.open(
            facts, context.store.codec(game).opening(opening), outcome, dict.fromkeys(game.info.seats, me.id)
        )
    return {seat: f"/seat/{seat_link(context, AtSeat(facts.id, seat, me.id))}" for seat in game.info.seats}
