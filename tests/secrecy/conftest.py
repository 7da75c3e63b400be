"""What planted leaks need."""

from __future__ import annotations

from typing import Any

import pytest

from tests.secrecy import bay_worlds, ndc_worlds, skirmish_worlds, worlds  # noqa: F401 (what is hidden in each game)
from tests.secrecy import trial as trial_module


@pytest.fixture
def peeking(monkeypatch):
    """Lets a mutant look at the truth of the world whose picture it is handed, as no honest code can."""
    looked_at: list[Any] = []
    honest_play, honest_readable = worlds.World.play, trial_module.readable
    honest_lines = trial_module.lines_read

    def play(self, seat, orders):
        looked_at[:] = [self.state]
        return honest_play(self, seat, orders)

    def readable(world, seat, luck=0, **asked):
        looked_at[:] = [world.state]
        return honest_readable(world, seat, luck, **asked)

    def lines_read(world, seat, text):
        looked_at[:] = [world.state]
        return honest_lines(world, seat, text)

    monkeypatch.setattr(worlds.World, "play", play)
    monkeypatch.setattr(trial_module, "lines_read", lines_read)
    monkeypatch.setattr(trial_module, "readable", readable)
    return lambda: looked_at[0]
