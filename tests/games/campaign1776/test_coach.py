"""What the coach advises in the battles of 1776: orders that the rules take, at each heading of a combat phase."""

from __future__ import annotations

import pytest

from service.engine import judging
from service.games.campaign1776.game import CAMPAIGN1776
from tests.secrecy.campaign_beginnings import stood
from tests.web.test_advice import advised, given


@pytest.mark.parametrize("heading", ["British attacks", "American answers", "British going-on", "American attacks"])
def test_what_is_advised_in_battle_is_an_order_that_the_rules_take(heading: str):
    state = stood(heading)
    [seat] = state.waiting
    picture = state.pictures[seat]
    found = list(advised(CAMPAIGN1776, picture, seat))
    assert len(found) > 1, picture.address
    for said, followed in found:
        order = given(CAMPAIGN1776, picture, followed)
        assert order is None or judging.refusal_of(CAMPAIGN1776, picture, order) is None, said
