"""Whole matches at random: who is asked can do something, or others hear of something by the word that closes it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest

from service.engine import judging, umpire
from service.engine.events import Told
from service.engine.reports import HeadingOpened, HeadingPassed
from service.games.shelf import GAMES
from tests.random_play import begun, random_orders

WAYS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "ndc": ("ndc", {}), "by mail": ("skirmish", {}), "live": ("skirmish", {"interrupts": "live", "markers": "honour"}),
    "one attacks": ("skirmish", {"turn_structure": "fixed_attacker"}),
}  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("way", WAYS)
def test_a_question_that_offers_nothing_hands_something_over(way: str, seed: int):
    """What may be ordered is looked at as a question is put, and not again when some of it has been ordered."""
    name, options = WAYS[way]
    game = GAMES[name]
    match, rng, dice = begun(game, seed, strict=False, options=options)
    state, fresh, met = match.state, set(game.info.seats), Counter[str]()
    while not state.ended:
        if not state.waiting:
            outcome = umpire.lapse(game, state, dice)
        else:
            seat, lengths = state.waiting[0], dict(state.log_lengths)
            picture = state.pictures[seat]
            empty = seat in fresh and judging.nothing_to_decide(game, picture)
            orders = random_orders(game, picture, rng, match.liking[seat], most=3)
            if not orders:
                continue
            at = picture.titles[-1]
            outcome = umpire.play(game, state, seat, orders, dice)
            fresh.discard(seat)
            if empty and any(order.kind == "done" for order in orders):
                met[at] += 1
                heard = any(state.log_lengths[other] != lengths[other] for other in state.seats if other != seat)
                assert heard or state.window, f"at {at} nothing could be done, and nobody heard of anything"
        told = [event for event in outcome.journal if isinstance(event, Told)]
        fresh |= {event.seat for event in told if isinstance(event.report, HeadingOpened)}
        met.update(f"{e.report.titles[-1]} passed" for e in told if isinstance(e.report, HeadingPassed))
    print(way, seed, dict(met))
