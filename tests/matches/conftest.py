"""What tests of matches may rely on beside the context."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.matches import AtSeat, Context
from tests.matches.waiting import PACE, Hand, sit


@pytest.fixture
def hand() -> Hand:
    return Hand()


@pytest.fixture
def slow(context: Context, hand: Hand) -> Context:
    """A context whose orders wait for a worker, whom the test plays."""
    return replace(context, pace=PACE, clock=hand)


@pytest.fixture
def seats(slow: Context) -> tuple[AtSeat, AtSeat]:
    """Both seats of a match whose orders wait."""
    return sit(slow)
