"""An overrun unit always retreats: it may not stand fast, however well it is dug in (parent 3.27)."""

from __future__ import annotations

import pytest

from service.engine.attendance import Attend
from service.engine.orders import Order
from service.engine.seats import STANDING
from service.games.ndc.known.lines import AddRetreatLine, SetStandingOrders
from service.games.ndc.sections.defence import Retreat, StandFast
from tests.games.ndc.fighting import answer, attack, battle, resolved, result, sheet
from tests.positions import Table


def overrun(*others: str) -> Table:
    """Tanks of great leaders overrun a dug-in battalion."""
    return battle(*others, attacker="leadership 15", defender="dug-in", die=10)


@pytest.mark.rule("NDC-RES-11")
def test_a_dug_in_unit_that_is_overrun_cannot_stand_fast():
    table = answer(attack(overrun()))
    assert table.heading == "retreat"
    refusal = table.refused("us", StandFast())
    assert (refusal.rule, refusal.reason) == (
        "NDC-RES-11",
        "1st Mechanized Battalion (U-I1) cannot stand fast: only a Dug-in unit does, before it retreats, and not when "
        "it is overrun.",
    )
    assert table.options("us", "stand-fast") == []
    table.order("us", Retreat(hex="1002"))


@pytest.mark.rule("NDC-RES-11")
@pytest.mark.parametrize("order", [SetStandingOrders(stand_fast=True), AddRetreatLine(stand_fast=True)])
def test_standing_orders_to_stand_fast_do_not_hold_it_either(order: Order):
    table = overrun().order("us", order, Attend(attendance=STANDING))
    resolved(attack(table))
    assert result(table, "su").outcome == "overrun"
    assert table.unit("U-I1").hex != "0902"
    assert (table.unit("U-I1").to, table.unit("U-I1").mode) == (2, "defend")


@pytest.mark.rule("NDC-RES-11")
def test_nor_does_the_other_detachment_that_stands_with_it():
    table = overrun("us U-I2 at 0902 dug-in to 2")
    for units in (table.truth.units, table.picture("us").own):
        for unit in ("U-I1", "U-I2"):
            units[unit].detached_from = "U-I9"
    answer(attack(table))
    while table.heading == "retreat":
        assert table.options("us", "stand-fast") == []
        table.done("us")
    assert sheet(table).outcome == "overrun"
    assert {table.unit(unit).hex for unit in ("U-I1", "U-I2")}.isdisjoint({"0902"})
