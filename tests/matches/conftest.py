"""What tests of matches may rely on beside the desk."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.matches import Desk
from tests.matches.waiting import PACE, Hand


@pytest.fixture
def hand() -> Hand:
    return Hand()


@pytest.fixture
def slow(desk: Desk, hand: Hand) -> Desk:
    """A desk whose orders wait for a worker, whom the test plays."""
    return replace(desk, pace=PACE, clock=hand)
