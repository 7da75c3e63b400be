"""What no side is told of the other (NDC-SEC-01, 02): hidden units, points, transfers, modes, marches, fatigue."""

from __future__ import annotations

from typing import Any

import pytest

from service.engine import judging
from service.engine.orders import Done, Order, Refusal
from service.games.ndc.game import NDC
from service.games.ndc.known.view import view
from service.games.ndc.sections.assets import TransferAsset
from service.games.ndc.sections.intelligence import AllotIntelligence
from service.games.ndc.sections.modes import ChangeMode, ForceMarch
from service.games.ndc.sections.movement import Move
from service.games.ndc.sections.reveal import Reveal
from tests.games.ndc.fighting import attack, battle, resolved, stock
from tests.offers import options_for
from tests.positions import SIDES, Table, position

HQS = ("su S-DIV HQ at 2008 deployed", "su S-1R HQ at 1904 deployed")


def readable(table: Table, side: str) -> str:
    """Everything that a side can fetch: its view, its options, its log, and what refusals say to it."""
    picture = table.picture(side)
    tried: tuple[Order, ...] = (Move(unit="S-A1", path=("1805",)), Reveal(unit="S-I1", items=("hex",)))
    refusals = [str(refused(picture, order)) for order in tried]
    return repr((view(picture), options_for(NDC, picture), table.logs[SIDES[side]], refusals, picture))


def refused(picture: Any, order: Order) -> Refusal | None:
    try:
        judging.checked(NDC, picture, [order])
    except Refusal as refusal:
        return refusal
    return None


@pytest.mark.rule("NDC-SEC-01")
def test_units_that_nobody_reported_leave_no_trace_in_what_the_enemy_reads():
    """A whole Soviet turn, compared byte by byte with the same turn of other units elsewhere."""

    def after_a_turn(*units: str, path: tuple[str, ...]) -> str:
        table = position(*HQS, *units, "us U-I1 at 1005 defend", heading="intelligence")
        table.order("su", AllotIntelligence(air=1, signal=1, coverage=1, sectors=("B2",)), Done())
        table.done_until("movement-segment")
        table.order("su", Move(unit="X-1", path=path), Done())
        table.done("su").done_until("movement-segment")
        return readable(table, "us")

    tanks = after_a_turn("su X-1 armor at 1805 attack to 3 fatigue 2", path=("1804", "1704"))
    others = after_a_turn("su X-1 infantry at 1812 attack", "su X-2 recon at 1703 attack", path=("1811",))
    assert tanks == others


@pytest.mark.rule("NDC-SEC-02")
def test_transfers_forced_marches_and_modes_below_level_4_stay_secret():
    """Not with the letters of the turn, nor at any later time of it."""

    def turn(*orders: tuple[str, Order]) -> list[str]:
        table = position(
            *HQS, "su S-I2 at 1804 attack level 3", "su S-A1 at 1805 attack level 3", "us U-I1 at 1005 defend",
            heading="assets",
        )  # fmt: skip
        read = []
        for heading in ("asset-transfer-phase", "mode-change-and-forced-march-designation-phase"):
            table.order("su", *(order for name, order in orders if heading.startswith(name)), Done())
            read.append(readable(table, "us"))
        table.done("su").done("su")
        return [*read, readable(table, "us")]

    busy = turn(
        ("asset", TransferAsset(source="S-DIV", to="S-1R", assets=("S-DIV/arty-1",))),
        ("mode", ChangeMode(unit="S-I2", mode="defend")),
        ("mode", ForceMarch(unit="S-A1")),
    )
    assert busy == turn()


@pytest.mark.rule("NDC-SEC-02")
def test_the_split_of_points_and_what_is_left_stay_secret():
    """Two allotments of the same level and the same sectors read alike to the enemy."""

    def declared(allotment: AllotIntelligence) -> str:
        table = position(*HQS, "su S-I2 at 1804 attack level 2", "us U-I1 at 1005 defend", heading="intelligence")
        table.order("su", allotment, Done())
        table.done_until("movement-segment").done("su")
        return readable(table, "us")

    assert declared(AllotIntelligence(air=2, signal=1, coverage=1, sectors=("B2",))) == declared(
        AllotIntelligence(air=1, signal=4, coverage=2, sectors=("B2",))
    )


@pytest.mark.rule("NDC-SEC-02")
def test_fatigue_ratings_stocks_and_dice_stay_secret_even_of_units_at_level_4():
    """Two turns with a combat, in which one EW attack fails on a 1 or on a 3: the enemy reads the same."""

    def fought(battalion: str, rating: int, die: int, **points: int) -> str:
        table = battle(
            f"su S-I1 at 0801 attack level 4 {battalion}", f"su S-2R at 0503 deployed level 4 rating {rating}",
            attacker="level 4", more_dice={"NDC-RES-05": [die]},
        )  # fmt: skip
        resolved(attack(stock(table, "su", **points), ew=1)).done_until("housekeeping-phase").done("su")
        return readable(table, "us")

    tired = fought("fatigue 2 leadership 3", rating=2, die=1, ew_points=1, air=0)
    assert tired == fought("leadership 1", rating=0, die=3, ew_points=9, air=4)


@pytest.mark.rule("NDC-SEC-01")
def test_an_enemy_s_id_is_an_unknown_id():
    """Word for word the refusal for a unit that does not exist."""
    table = position("su S-I2 at 1804 attack level 4", "us U-I1 at 1005 defend", phasing="us")
    [enemy, nobody] = [table.refused("us", Move(unit=unit, path=("1805",))) for unit in ("S-I2", "S-X9")]
    assert enemy.reason.replace("S-I2", "S-X9") == nobody.reason
    assert enemy.rule == nobody.rule
