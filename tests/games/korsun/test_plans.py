"""Plans of the side in turn: laid ahead, worked when their heading comes as far as they can (parent 3.2, 3.3)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from service.engine.attendance import Attend
from service.engine.orders import Done, Order
from service.engine.reports import OrdersAccepted
from service.games.korsun.game import KORSUN
from service.games.korsun.known.reports import Thrown
from service.games.korsun.sections.air_supply import DropSupply
from service.games.korsun.sections.breakthrough import BreakThrough, WithdrawByNight
from service.games.korsun.sections.closing_plans import PlanClosing, PlanWithdrawal, PlanWork
from service.games.korsun.sections.engineering import ImprovePosition
from service.games.korsun.sections.markers import PlaceMarker
from service.games.korsun.sections.plans import DropPlan, PlanAir, PlanDrop, PlanMarker, PlanSupply
from service.games.korsun.sections.supply import Resupply
from service.matches.order_json import order_forms
from tests.games.korsun.table import Table, opened, position

GUIDE = Path(__file__).parents[3] / "docs" / "standing-orders.md"

SUPPLY = ("WERF54 at 0813 out", "DG112 at 0907", "22GTB at 1211", "marker III at 0916 sp 7")
FIVES = {"KOR-WX": [5] * 9, "KOR-AIR": [5] * 9, "KOR-GAS-02": [6] * 9, "KOR-GEN": [6] * 3}


def answered(table: Table, side: str) -> list[Order]:
    """What the umpire ordered for a side, without closing headings."""
    told = table.told(side, OrdersAccepted)
    return [order for one in told if one.answered_for for order in one.orders if not isinstance(order, Done)]


def in_f4(*things: str, **more: Any) -> Table:
    """The German declaration segment of game-turn 17."""
    return position(*things, heading="F combat", by_purpose=FIVES, **more)


def test_a_supply_plan_is_worked_in_the_next_stage_c():
    """Pieces are resupplied up to Full in their order, as long as there are points."""
    table = in_f4(*SUPPLY, "ART172 at 1107 low")
    table.order("ge", PlanSupply(artillery=("WERF54", "ART172")), PlanMarker(command="III", hex="0915"))
    table.done_until("1-supply-marker-phase")
    assert (table.truth.turn, table.waiting, table.truth.sdms["III"].hex) == (18, ["Soviet"], "0915")
    assert answered(table, "ge") == [PlaceMarker(command="III", hex="0915"), *[Resupply(unit="WERF54")] * 2]
    assert table.unit("WERF54").ammo == 2 and not answered(table, "so")


def test_a_plan_is_for_one_game_turn_and_can_be_taken_back():
    table = in_f4(*SUPPLY)
    assert table.refused("ge", DropPlan(plan="supply")).reason == "You have laid no supply plan."
    table.order("ge", PlanSupply(), DropPlan(plan="supply"), PlanAir())
    table.done_until("1-supply-marker-phase")
    assert set(table.waiting) == {"Soviet", "German"}
    table.done_until("a-combat-declaration-segment")
    assert "plan-air" not in [one.kind for one in answered(table, "ge")] and table.truth.turn == 18


def test_a_point_is_dropped_on_units_that_want_it_and_a_target_that_no_longer_does_is_passed_over():
    """Of two drops on one hex the second is kept for the marker, as it is where both are ordered by hand."""
    stores = opened("korsun-first").stores
    stores["German"].uman.drop_next = 2
    table = in_f4("R105 at 1008 oos2", "22GTB at 1211", "marker XI at 1106 cut", stores=stores)
    table.order("ge", PlanAir(drops=("1008", "1008", "1106"), allot_drops=9))
    table.done_until("a-reserve-declaration-segment")
    drops = [(one.hex, one.succeeded) for one in table.told("ge", Thrown) if one.purpose == "german-drop"]
    assert drops == [("1008", True)]
    assert isinstance(answered(table, "ge")[0], DropSupply) and table.truth.stores["German"].uman.drop_next == 3


def test_a_closing_plan_is_worked_after_the_combats_and_asks_for_nothing_more():
    others = ("16PZ at 0814", "64PG at 0914", "DG112 at 0907", "22GTB at 1211", "marker III at 0916 sp 7")
    table = in_f4("79PG at 0813 breakthrough", *others)
    table.order(
        "ge", PlanClosing(breakthrough="1206"), PlanWithdrawal(unit="16PZ", hex="0815"),
        PlanWork(unit="64PG", work="improve-position"), Done(),
    )  # fmt: skip
    assert answered(table, "ge") == [
        BreakThrough(unit="79PG", hex="0812"), WithdrawByNight(unit="16PZ", hex="0815"), ImprovePosition(unit="64PG"),
    ]  # fmt: skip
    assert (table.unit("79PG").hex, table.unit("16PZ").hex, table.heading) == ("0812", "0815", "c-mutual-supply-stage")


def test_reserves_move_by_plan_as_near_to_their_goal_as_they_come():
    table = in_f4("16PZ at 0815 reserve", "22GTB at 1211")
    table.order("ge", PlanClosing(reserves="0810"), Done())
    [move] = answered(table, "ge")
    assert move.kind == "move-reserve" and table.unit("16PZ").hex == move.path[-1] != "0815"
    still = in_f4("16PZ at 0815 reserve", "22GTB at 1211").order("ge", PlanClosing(), Done())
    assert still.unit("16PZ").hex == "0815" and not answered(still, "ge")


@pytest.mark.parametrize(
    ("order", "side", "reason"),
    [
        (PlanMarker(command="III", hex="0915"), "ge", "Lay your supply plan for the next game-turn first."),
        (PlanWork(unit="79PG", work="improve-position"), "ge", "Lay the plan for the rest of this player-turn first."),
        (PlanSupply(artillery=("79PG",)), "ge", "79PG is not artillery."),
        (PlanSupply(artillery=("22GTB",)), "ge", "You have no unit '22GTB'."),
        (PlanSupply(extended=("9999",)), "ge", "There is no hex '9999' on this map."),
        (PlanAir(flights=-1), "ge", "Points are counted from 0."),
        (PlanDrop(front="1UF", hex="1211"), "ge", "Only the Soviet side has Fronts that drop supply."),
        (PlanAir(), "so", "Only the German side has an air supply stage."),
    ],
)  # fmt: skip
def test_a_plan_is_refused_for_what_it_names(order: Order, side: str, reason: str):
    heading = "F combat" if side == "ge" else "E combat"
    table = position("79PG at 0813", "22GTB at 1211", "marker III at 0916 sp 7", heading=heading)
    assert table.refused(side, order).reason == reason


def test_nothing_shows_whether_a_stage_was_worked_by_plan_or_by_hand():
    """The Soviet side, which has closed its own C, is told the same of it word for word."""

    def soviet_log(planned: bool) -> list[Any]:
        table = in_f4(*SUPPLY)
        plan = (PlanSupply(artillery=("WERF54",)), PlanMarker(command="III", hex="0915"), PlanAir())
        table.order("ge", *plan if planned else ())
        table.done_until("c-mutual-supply-stage")
        if not planned:
            table.order("ge", PlaceMarker(command="III", hex="0915"), Done())
            while table.truth.steps["German"] != "5-artillery-resupply-phase":
                table.done("ge")
            table.order("ge", Resupply(unit="WERF54"), Resupply(unit="WERF54"), Done())
        while "c-mutual-supply-stage" in table.address or "d-german" in table.address:
            table.done(table.waiting[0])
        assert table.unit("WERF54").ammo == 2 and table.truth.sdms["III"].hex == "0915"
        return table.logs["Soviet"]

    assert soviet_log(True) == soviet_log(False)


def test_a_side_on_standing_orders_is_answered_for_in_its_own_stage_c():
    """Pieces are resupplied as long as a point of their marker is left for a combat, and it is not asked."""
    table = in_f4(*SUPPLY, "ART172 at 1107 low", "marker KORSUN at 1206 sp 1")
    table.order("ge", Attend(attendance="standing")).done_until("1-supply-marker-phase")
    assert table.waiting == ["Soviet"] and answered(table, "ge") == [Resupply(unit="WERF54")] * 2


def test_the_plans_that_the_guide_shows_are_laid():
    *_, shown = re.findall(r"```json\n(.*?)```", GUIDE.read_text("utf-8"), re.S)
    table = in_f4(*SUPPLY, "R105 at 1008", "ART172 at 1107")
    laid = table.order("ge", *order_forms(KORSUN).read(shown)).picture("ge").laid
    assert laid.closing is not None and laid.closing.reserves == "0811"
    assert laid.supply is not None and laid.supply.artillery == ("WERF54", "ART172")
    assert laid.air is not None and (laid.air.flights, laid.air.allot_drops, laid.air.allot_korsun) == (2, 1, 2)
