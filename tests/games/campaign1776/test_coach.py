"""What the coach advises in the battles of 1776: orders that the rules take, at each heading of a combat phase."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from service.engine import judging
from service.games.campaign1776.game import CAMPAIGN1776
from tests.advice import advised
from tests.games.campaign1776.asked_in_battle import stopped, supply_asked
from tests.games.campaign1776.table import Table, position
from tests.secrecy.campaign_beginnings import stood
from tests.web.test_advice import given


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


@pytest.mark.parametrize("lay", [stopped, supply_asked])
def test_so_is_what_is_advised_where_the_enemy_stops_or_supply_is_asked_for(lay: Callable[[], Table]):
    table = lay()
    [seat] = table.waiting
    picture = table.truth.pictures[seat]
    said = [(one, given(CAMPAIGN1776, picture, followed)) for one, followed in advised(CAMPAIGN1776, picture, seat)]
    assert len(said) == 2, "to do it, and to close the step"
    for one, order in said:
        assert order is not None and judging.refusal_of(CAMPAIGN1776, picture, order) is None, one


def test_reinforcements_that_have_to_enter_before_the_arrivals_are_closed_are_advised_to():
    """Nothing was advised there, and the step could not be closed."""
    table = position("9 BR at III46", heading="British arrivals", scenario="northern-war", turn=5)
    picture = table.picture("br")
    (said, followed), *_ = advised(CAMPAIGN1776, picture, "British")
    order = given(CAMPAIGN1776, picture, followed)
    assert followed.option.kind == "bring-in" and said.startswith("Bring the reinforcements in")
    assert order is not None and judging.refusal_of(CAMPAIGN1776, picture, order) is None
