"""That a match goes on under new rules is told to both sides at one moment, whatever is hidden from either."""

from __future__ import annotations

import random

import pytest

from service.engine import recording, umpire
from service.engine.dice import Dice, Seeds
from service.engine.events import RulesChanged, Told
from service.engine.reports import RulesTold
from tests.secrecy.skirmish_beginnings import in_contact
from tests.secrecy.test_skirmish_worlds import planning
from tests.secrecy.test_two_worlds import started
from tests.secrecy.trial import same
from tests.secrecy.worlds import PAIR, World, mutated, watch

STARTS = {
    "ndc": [started(heading, "su", 1) for heading in ("intelligence", "movement", "housekeeping")],
    "skirmish": [in_contact("prepared-fire", "allied"), in_contact("remaining-fire", "german"), planning("allied")],
}


def followed(world: World, seat: str) -> recording.Outcome:
    """What comes of it that a server starts with newer rules."""
    game = world.secrets.game
    dice = Dice(PAIR, Seeds(b"\1" * 32, world.hidden_seed, 100))
    outcome = umpire.catch_up(game, world.state, dice, strict=True)
    world.frozen = b""
    world.hear(outcome)
    return outcome


@pytest.mark.parametrize("lucks", [range(2), pytest.param(range(2, 8), marks=pytest.mark.soak)], ids=str)
@pytest.mark.parametrize("game", STARTS)
def test_two_worlds_follow_new_rules_alike(game: str, lucks: range):
    """Also one who is held, and hears of nothing else."""
    pairs = 0
    for luck in lucks:
        for start in STARTS[game]:
            played = start.secrets.game
            was = [*played.rulebook().changes][-1]
            for seat in played.info.seats:
                a = start.copy()
                a.state.rules_version, a.state.held = was, [seat] if luck % 2 else []
                a.frozen = b""
                watch(a, seat)
                b = mutated(a, seat, random.Random(luck))
                if b is None:
                    continue
                pairs += 1
                left, right = followed(a, seat), followed(b, seat)
                told = RulesTold(version=played.info.version, was=was, changes=played.changes_since(was))
                assert told.changes
                expected = [
                    RulesChanged(version=played.info.version, was=was),
                    *(Told(seat=one, report=told) for one in played.info.seats),
                ]
                assert left.journal == right.journal == expected
                assert a.state.rules_version == played.info.version
                same(a, b, seat, "after new rules")
    assert pairs > 6


def test_a_match_under_these_rules_follows_nothing():
    world = STARTS["ndc"][0].copy()
    assert world.state.rules_version == "" and not followed(world, "US").journal
    world.state.rules_version = world.secrets.game.info.version
    assert not followed(world, "US").journal
