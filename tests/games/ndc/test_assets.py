"""The Asset Transfer Phase (NDC-AST-01)."""

from __future__ import annotations

import pytest

from service.engine.orders import Done
from service.games.ndc.known.reports import OwnUnitReported
from service.games.ndc.sections.assets import Reassign, TransferAsset
from service.games.ndc.sections.declare import DeclareGroundCombat
from tests.positions import Table, position

HQS = ("us U-DIV HQ at 0508 deployed", "us U-1B HQ at 0904 deployed", "us U-2B HQ at 0909 deployed")
ARTY = "U-DIV/arty-1"


def transferring(*more: str) -> Table:
    return position(*HQS, *more, heading="assets", phasing="us")


@pytest.mark.rule("NDC-AST-01")
def test_a_transferred_artillery_asset_fires_from_its_new_headquarters_in_the_same_turn():
    """1st Brigade has 3 artillery points of its own; with another 3 it gives a barrage of 6. The enemy sees nothing."""
    table = transferring("us U-A1 at 1504 attack", "su S-I1 at 1604 attack level 2")
    attack = DeclareGroundCombat(unit="U-A1", target="1604", type="assault", barrage=6, hqs=("U-1B",))
    before = repr(table.picture("su"))
    table.order("us", TransferAsset(source="U-DIV", to="U-1B", assets=(ARTY,)))
    assert repr(table.picture("su")) == before
    assert table.told("su", OwnUnitReported) == []

    assert [asset.id for asset in table.unit("U-DIV").assets][:1] == ["U-DIV/arty-2"]
    table.done_until("movement-segment")
    table.order("us", attack)
    idle = transferring("us U-A1 at 1504 attack", "su S-I1 at 1604 attack level 2").done_until("movement-segment")
    assert idle.refused("us", attack).rule == "NDC-GCD-06"


@pytest.mark.rule("NDC-AST-01")
def test_assets_are_not_transferred_in_any_other_phase():
    table = transferring().done("us")
    refusal = table.refused("us", TransferAsset(source="U-DIV", to="U-1B", assets=(ARTY,)))
    assert refusal.rule == "NDC-AST-01"
    assert "Mode Change" in refusal.reason


def test_at_most_two_assets_and_once_a_turn():
    table = transferring()
    three = TransferAsset(source="U-DIV", to="U-1B", assets=(ARTY, "U-DIV/arty-2", "U-DIV/air-1"))
    assert "you named 3" in table.refused("us", three).reason
    table.order("us", TransferAsset(source="U-DIV", to="U-1B", assets=three.assets[:2]))
    again = table.refused("us", TransferAsset(source="U-DIV", to="U-2B", assets=("U-DIV/air-1",)))
    assert "already sent 2" in again.reason
    assert table.options("us", "transfer-asset") == []
    table.done_until("housekeeping-phase").done("us").done_until("housekeeping-phase").done("su")
    table.done_until("asset-transfer-phase").order(
        "us", TransferAsset(source="U-DIV", to="U-2B", assets=("U-DIV/air-1",))
    )
    assert "U-DIV/air-1" in [asset.id for asset in table.unit("U-2B").assets]


@pytest.mark.parametrize(
    ("more", "order", "reason"),
    [
        ((), TransferAsset(source="U-DIV", to="U-1B", assets=("U-1B/arty-1",)), "has no asset"),
        ((), TransferAsset(source="U-DIV", to="U-DIV", assets=(ARTY,)), "another headquarters"),
        ((), TransferAsset(source="U-DIV", to="U-1B", assets=(ARTY, ARTY)), "named twice"),
        ((), TransferAsset(source="U-DIV", to="S-DIV", assets=(ARTY,)), "no unit 'S-DIV'"),
        (
            ("us U-A1 at 1006 attack",),
            TransferAsset(source="U-DIV", to="U-A1", assets=(ARTY,)),
            "is not a headquarters",
        ),
        (
            ("us U-9B HQ at 1904 deployed",),
            TransferAsset(source="U-DIV", to="U-9B", assets=(ARTY,)),
            "out of the range",
        ),
        (("su S-I1 at 0905 known",), TransferAsset(source="U-DIV", to="U-1B", assets=(ARTY,)), "known enemy in 0905"),
    ],
)
def test_transfers_that_are_refused(more: tuple[str, ...], order: TransferAsset, reason: str):
    refusal = transferring("su S-DIV HQ at 2008 deployed", *more).refused("us", order)
    assert refusal.rule == "NDC-AST-01"
    assert reason in refusal.reason


@pytest.mark.rule("NDC-AST-01")
def test_a_hidden_enemy_next_to_a_headquarters_does_not_hinder_a_transfer():
    table = transferring("su S-I1 at 0905")
    table.order("us", TransferAsset(source="U-DIV", to="U-1B", assets=(ARTY,)))
    assert [asset.id for asset in table.unit("U-1B").assets][-1] == ARTY


def test_one_combat_unit_is_put_under_another_headquarters_in_reach():
    table = transferring("us U-A1 at 0906 defend", "us U-I1 at 0907 defend")
    for unit, to, reason in (("U-1B", "U-2B", "is a headquarters"), ("U-A1", "U-I1", "not a headquarters")):
        assert reason in table.refused("us", Reassign(unit=unit, to=to)).reason
    table.order("us", Reassign(unit="U-A1", to="U-2B"))
    assert table.unit("U-A1").parent == table.believes("us", "U-A1").parent == "U-2B"
    assert "1 is the limit" in table.refused("us", Reassign(unit="U-I1", to="U-2B")).reason


def test_a_unit_out_of_range_of_either_headquarters_stays_under_its_own():
    table = transferring("us U-A1 at 1102 defend", "us U-I1 at 1602 defend")
    assert "not within the range of 2nd Brigade HQ" in table.refused("us", Reassign(unit="U-A1", to="U-2B")).reason
    assert "not within the range of 1st Brigade HQ" in table.refused("us", Reassign(unit="U-I1", to="U-DIV")).reason


def test_every_offered_transfer_is_accepted():
    table = transferring("us U-A1 at 0906 defend", "su S-I1 at 0910 known")
    offered = table.options("us", "transfer-asset")
    assert {unit for option in offered for unit in option.subjects} == {"U-DIV", "U-1B"}, (
        "2nd Brigade stands next to a known enemy"
    )
    for option in offered:
        held = option.fields["assets"]
        for to in option.fields["to"].values:
            TransferAsset(**option.fixed, to=to, assets=held.values[: held.most]).check(table.picture("us"))
    for option in table.options("us", "reassign"):
        for to in option.fields["to"].values:
            Reassign(**option.fixed, to=to).check(table.picture("us"))
    table.order("us", Done())
