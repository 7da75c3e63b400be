"""Free reveals and standing orders: what may be ordered at any time."""

from __future__ import annotations

import pytest

from service.engine.orders import Done
from service.games.ndc.known.lines import SetStandingOrders
from service.games.ndc.known.reports import UnitLocated
from service.games.ndc.sections.reveal import ITEMS, Item, Reveal
from tests.positions import position


@pytest.mark.rule("NDC-REP-15")
def test_the_items_are_told_as_they_are_when_the_letter_goes_out():
    """Ordered in the enemy's turn, sent with the next letter to them; no false item can be entered."""
    table = position("us U-I1 at 1005 defend", "us U-A1 at 0706 defend", "su S-I1 at 1903 attack")
    assert table.waiting == ["Soviet"]
    table.order("us", Reveal(unit="U-I1", items=("hex", "type", "mode")))
    table.truth.units["U-I1"].mode = table.picture("us").own["U-I1"].mode = "attack"
    assert table.picture("su").contacts == {}
    table.done_until("movement-segment").done("su").done_until("movement-segment").order("us", Done())

    [located] = [report for report in table.letter("su") if isinstance(report, UnitLocated)]
    assert (located.hexes, located.type, located.mode) == (("1005",), "infantry", "attack")
    assert (located.designation, located.to, located.because) == (None, None, "revealed")
    assert table.unit("U-I1").level == 0


@pytest.mark.rule("NDC-REP-15")
@pytest.mark.parametrize("item", ITEMS)
def test_each_item_can_be_told_by_itself(item: Item):
    """The other four stay untold."""
    table = position("us U-I1 at 1005 defend to 3", "us U-A1 at 0706 defend", "su S-I1 at 1903 attack")
    table.order("us", Reveal(unit="U-I1", items=(item,)))
    table.done_until("movement-segment").done("su").done_until("movement-segment").order("us", Done())
    [told] = [report for report in table.letter("su") if isinstance(report, UnitLocated)]
    unit = table.unit("U-I1")
    everything = {
        "hex": ("1005",), "type": "infantry", "designation": unit.designation, "mode": "defend", "to": 3,
    }  # fmt: skip
    said = {"hex": told.hexes, "type": told.type, "designation": told.designation, "mode": told.mode, "to": told.to}
    assert {name: value for name, value in said.items() if value not in (None, ())} == {item: everything[item]}


def test_only_own_units_on_the_map_and_at_least_one_item_each_once():
    table = position("us U-I1 at 1005 defend", "us U-I4", "su S-I1 at 1903 attack level 4", phasing="us")
    for order, reason in (
        (Reveal(unit="S-I1", items=("hex",)), "no unit 'S-I1'"),
        (Reveal(unit="U-I4", items=("hex",)), "not on the map"),
        (Reveal(unit="U-I1", items=()), "at least one item"),
        (Reveal(unit="U-I1", items=("hex", "hex")), "twice"),
    ):
        refusal = table.refused("us", order)
        assert refusal.rule == "NDC-REP-15" and reason in refusal.reason


def test_standing_orders_are_one_entry_of_the_log_and_refuse_what_no_side_may_do():
    table = position("us U-I1 at 1005 defend", "su S-I1 at 1903 attack", phasing="us")
    before = len(table.logs["US"])
    table.order("us", SetStandingOrders(fire=2, only_assaults=True, stand_fast=True))
    assert len(table.logs["US"]) == before + 1
    standing = table.picture("us").standing
    assert (standing.fire, standing.only_assaults, standing.stand_fast, standing.ew) == (2, True, True, 0)
    assert "8 CSPs" in table.refused("us", SetStandingOrders(fire=9)).reason
    assert "3 EW attacks" in table.refused("us", SetStandingOrders(ew=4)).reason
    assert table.picture("su").standing.fire == 0


def test_every_offer_of_any_time_is_accepted():
    table = position("us U-I1 at 1005 defend", "us U-I4", "su S-I1 at 1903 attack")
    picture = table.picture("us")
    reveals = table.options("us", "reveal")
    assert [option.subjects for option in reveals] == [("U-I1",)]
    for item in reveals[0].fields["items"].values:
        Reveal(**reveals[0].fixed, items=(item,)).check(picture)
    [standing] = table.options("us", "set-standing-orders")
    SetStandingOrders(fire=standing.fields["fire"].most, ew=standing.fields["ew"].most).check(picture)
