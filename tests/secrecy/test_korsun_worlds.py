"""The two-worlds trial of Korsun, and leaks of ammunition and of a failed intercept planted in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from service.engine.events import Event, Told
from service.games.korsun.known.reports import SupportDeclared
from service.games.korsun.sections import support
from service.games.korsun.truth.state import State
from tests.secrecy import korsun_worlds
from tests.secrecy.trial import Tally, try_match
from tests.secrecy.worlds import Leak

assert korsun_worlds.SECRETS["korsun"]


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(1, 20))])
def test_a_side_learns_nothing_of_the_others_stores_lines_and_ammunition(seed: int):
    tally = Tally()
    try_match("korsun", seed, tally, calls=30 + 20 * bool(seed), every=15 if not seed else 5)
    assert tally.pairs > tally.vacuous


@pytest.mark.soak
def test_support_that_tells_what_a_marker_holds_is_found(monkeypatch: Any):
    honest = support.tell_item

    def tell_item(state: State, number: int, item: str, by: str) -> Iterator[Event]:
        for event in honest(state, number, item, by):
            if isinstance(event, Told) and isinstance(event.report, SupportDeclared) and event.seat != by:
                points = sum(sdm.sp for sdm in state.sdms_of(by).values())
                attack = replace(event.report.attack, air=points)
                event = replace(event, report=replace(event.report, attack=attack))
            yield event

    monkeypatch.setattr(support, "tell_item", tell_item)
    with pytest.raises(Leak):
        for seed in range(20):
            try_match("korsun", seed, Tally(), calls=80, every=2)
