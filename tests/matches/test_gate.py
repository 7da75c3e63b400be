"""How often one may knock."""

from __future__ import annotations

import pytest

from service.matches.errors import TooOften
from service.matches.gate import SWEPT_EVERY, Gate


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_so_many_are_admitted_within_any_stretch_of_time_and_each_for_himself():
    clock = Clock()
    gate = Gate({"orders": "2 per minute"}, clock)
    for clock.now in (0.0, 40.0):
        gate.admit("orders", "us")
    clock.now = 45.5
    with pytest.raises(TooOften) as refused:
        gate.admit("orders", "us")
    assert refused.value.members["retry_after"] == 15
    gate.admit("orders", "soviet")
    clock.now = 60.0
    gate.admit("orders", "us")
    with pytest.raises(TooOften):
        gate.admit("orders", "us")


def test_a_limit_of_none_at_all_admits_nobody():
    with pytest.raises(TooOften):
        Gate({"orders": "0 per minute"}).admit("orders", "us")


def test_who_has_long_gone_is_forgotten():
    clock = Clock()
    gate = Gate({}, clock)
    for number in range(100):
        gate.admit("orders", str(number))
    clock.now = 61.0
    for _ in range(SWEPT_EVERY):
        gate.admit("orders", "still here")
    assert gate.kept == 1
