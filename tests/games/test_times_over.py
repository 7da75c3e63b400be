"""The umpire can answer for a seat at every heading of every game: in its own turn too, and where rules compel it."""

from __future__ import annotations

import pytest

from docs.examples.bay import THE_LANTERN
from docs.examples.paced import AT_THEIR_OWN_PACE
from docs.examples.towns import THREE_HOUSES
from service.engine import recording, umpire
from service.engine.dice import Dice
from service.engine.recording import Outcome
from service.engine.state import duplicate
from tests.games.test_every_game import EVERY
from tests.random_play import RandomMatch, begun, folded_pictures, one_call

ALL = {**EVERY, "lantern": THE_LANTERN, "paced": AT_THEIR_OWN_PACE, "houses": THREE_HOUSES}
MOST = 2_000
LENGTHS = [25, pytest.param(400, marks=pytest.mark.soak)]
"""In so many calls of a match at random each question is answered by the umpire, on a copy."""


def answered(match: RandomMatch, dice: Dice, *, strict: bool) -> Outcome:
    """What the umpire does for whoever is asked first; or for a time that runs where nobody is."""
    state = match.state
    if not state.waiting:
        return umpire.lapse(match.game, state, dice, strict=strict)
    return umpire.time_out(match.game, state, state.waiting[0], dice, tell=True, strict=strict)


@pytest.mark.parametrize("name", ALL)
def test_a_match_in_which_nobody_speaks_is_played_to_its_end(name: str):
    match, _, dice = begun(ALL[name], 3, strict=False)
    while not match.state.ended and match.calls < MOST:
        match.took(answered(match, dice, strict=False))
        match.calls += 1
    assert match.state.ended, umpire.address_of(match.state.cursor)
    assert recording.fold(match.opening, match.journal) == match.state
    assert folded_pictures(match) == match.state.pictures


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("name", ALL)
def test_wherever_a_seat_is_asked_the_umpire_can_answer_for_it(name: str, length: int):
    """Whatever was ordered before: a retreat that is compelled, a combat that was declared."""
    match, rng, dice = begun(ALL[name], 4, strict=False)
    while not match.state.ended and match.calls < length:
        for seat in list(match.state.waiting):
            there = duplicate(match.state)
            asked = there.pictures[seat].address, there.log_lengths[seat]
            outcome = umpire.time_out(match.game, there, seat, dice, tell=False)
            kinds = [entry.report.kind for entry in outcome.told[seat]]
            assert kinds[0] == "orders-accepted", asked
            assert seat not in there.waiting or "heading-opened" in kinds or there.steps.get(seat), asked
            dice.attend(match.state)
        one_call(match, rng, dice, strict=False)
