"""How matches are counted for docs/balance.md: which of them, and with what intervals."""

from __future__ import annotations

import pytest

from bench import balance


def of(*winners: str | None) -> dict[int, balance.Result]:
    return {number: {"winner": winner} for number, winner in enumerate(winners)}


def test_draws_are_played_past_and_a_match_that_is_still_played_is_waited_for():
    done = of("US", None, "Soviet", None, "US")
    found = balance.first_decided(done, 2)
    assert found is not None and [one["winner"] for one in found] == ["US", None, "Soviet"]
    assert balance.first_decided(done, 4) is None
    del done[1]
    assert balance.first_decided(done, 2) is None, "whichever was finished first, the sample is the same"


def test_the_intervals_are_those_of_the_literature():
    """Wilson's and Newcombe's own examples: 81 of 263, and 56 of 70 against 48 of 80."""
    assert balance.wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-4)
    assert balance.newcombe((48, 80), (56, 70)) == pytest.approx((0.0524, 0.3339), abs=5e-4)
