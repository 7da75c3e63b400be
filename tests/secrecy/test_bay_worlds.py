"""The two-worlds trial of a game with stacks, and two leaks of how many boats lie in one planted in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from docs.examples import bay
from docs.examples.bay import CUTTER, Lit, Night, ShineOn
from service.engine.dice import Dice
from service.engine.events import Event, Told
from service.engine.options import Destination
from tests.altered import with_functions
from tests.secrecy import bay_worlds, worlds
from tests.secrecy.trial import Tally, try_match
from tests.secrecy.worlds import Leak

assert bay_worlds.SECRETS["lantern"]
FIRST = 4
"""The luck that finds both of them at once."""


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(1, 10))])
def test_a_side_learns_nothing_of_the_others_stacks_but_what_the_light_shows(seed: int):
    tally = Tally()
    try_match("lantern", seed, tally, calls=16, every=4)
    assert tally.pairs > tally.vacuous


def found(monkeypatch: Any, secrets: worlds.Secrets) -> str:
    """What differs where this leaks."""
    monkeypatch.setitem(worlds.SECRETS, "lantern", secrets)
    with pytest.raises(Leak) as leak:
        for seed in range(FIRST, FIRST + 20):
            try_match("lantern", seed, Tally(), calls=20, every=2)
    return str(leak.value)


def test_a_light_that_shows_how_many_lie_beside_it_is_found(monkeypatch: Any):
    honest = ShineOn.resolve

    def resolve(self: ShineOn, state: Night, seat: str, dice: Dice) -> Iterator[Event]:
        beside = sum(bay.BAY.distance(hex, self.hex) == 1 for hex in state.smugglers().values())
        for event in honest(self, state, seat, dice):
            if isinstance(event, Told) and isinstance(event.report, Lit) and event.seat == CUTTER:
                event = replace(event, report=replace(event.report, boats=event.report.boats + beside))
            yield event

    monkeypatch.setattr(ShineOn, "resolve", resolve)
    assert "differs" in found(monkeypatch, worlds.SECRETS["lantern"])


def test_a_reach_together_that_goes_by_who_is_truly_there_is_found(monkeypatch: Any, peeking: Any):
    secrets = worlds.SECRETS["lantern"]
    honest = secrets.game.forces.destinations

    def destinations(picture: bay.Chart, units: Sequence[str]) -> list[Destination]:
        ways = honest(picture, units)
        with suppress(IndexError):  # nobody has looked yet
            return [way for way in ways if len(units) == 1 or way.place != peeking().boats["cutter"]]
        return list(ways)

    leaky = replace(secrets, game=with_functions(secrets.game, "forces", destinations=destinations))
    assert "routes" in found(monkeypatch, leaky)
