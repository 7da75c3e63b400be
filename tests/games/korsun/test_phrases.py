"""Order lines of the kinds of orders that a match of Korsun seldom comes to: each reads back as it was written."""

from __future__ import annotations

from typing import Any

import pytest

from service.engine.orders import Order
from service.engine.phrase_reading import read
from service.engine.phrase_writing import write
from service.engine.vocabulary import vocabulary
from service.games.korsun.game import KORSUN
from service.games.korsun.known.lines import AddAirLine, AddBarrageLine, AddReactionLine, AddRetreatLine
from service.games.korsun.printed.units import Depot
from service.games.korsun.sections.air_supply import AllotKorsun, FlyToKorsun
from service.games.korsun.sections.attacks import DeclareAttack
from service.games.korsun.sections.barrage import CreateBarrage, FireBarrage
from service.games.korsun.sections.boundary import AdjustBoundary
from service.games.korsun.sections.breakthrough import AttackByBreakthrough, AttackFromReserve, BreakThrough
from service.games.korsun.sections.closing_plans import PlanClosing, PlanWork
from service.games.korsun.sections.conversions import ConvertAlarm, ConvertCadre, RebuildFromCadres
from service.games.korsun.sections.decisions import Advance, AimAt, FallBack, TakeLosses
from service.games.korsun.sections.declarations import ActivateKorsun, DeclareWanda, IsolateKorps, ThrowForRelease
from service.games.korsun.sections.deployment import BringBack
from service.games.korsun.sections.depots import BuildAirfield, BuildDepot, FillDepot
from service.games.korsun.sections.engineering import BuildBridge, DestroyBridge, LayMines, RepairBridge
from service.games.korsun.sections.markers import EndIsolation
from service.games.korsun.sections.movement import MoveByRail
from service.games.korsun.sections.partisans import DisplacePartisans, ReturnPartisans
from service.games.korsun.sections.plans import PlanAir, PlanDrop, PlanMarker, PlanSupply
from service.games.korsun.sections.replacements import LeaveWorkshop, Replace
from service.games.korsun.sections.supply import DropToUnits, Resupply
from service.games.korsun.sections.support import HoldGround
from tests.games.korsun.table import new_match

SOVIET: tuple[Order, ...] = (
    AdjustBoundary(row=12, column=14), CreateBarrage(barrage="BAR", hex="1911"), FireBarrage(barrage="BAR", hex="1706"),
    AttackByBreakthrough(hex="1315", units=("8GTB", "80TB"), missions=2), LayMines(unit="ENG27"),
    BringBack(unit="AB2", hex="1811"), DisplacePartisans(hex="1203", to="1303"), ReturnPartisans(to="1116"),
    RepairBridge(unit="ENG25", bridge="0812-0813"), BuildBridge(unit="ENG25", bridge="0812-0813", type="S"),
    DropToUnits(front="2UF", hex="1712"), BreakThrough(unit="8GTB", hex="1612"), HoldGround(),
    DestroyBridge(unit="ENG25", bridge="0812-0813"), Resupply(unit="ART480"), PlanDrop(front="1UF", hex="0811"),
    PlanWork(unit="ENG25", work="destroy-bridge", bridge="0812-0813"), PlanClosing(reserves="1213"),
    TakeLosses(units=("8GTB", "80TB")), FallBack(unit="8GTB", hexes=("1612", "1712")), Advance(units=("80TB", "8GTB")),
    AimAt(target="11PZ"), AttackFromReserve(hex="1315", units=("8GTB", "80TB")), Replace(unit="8GTB"),
    DeclareAttack(hex="1315", units=("8GTB",), planned=True, ask=("fire", "pursuit")),
)  # fmt: skip
GERMAN: tuple[Order, ...] = (
    ActivateKorsun(), AllotKorsun(points=2), BuildAirfield(unit="PI188"), BuildDepot(unit="198R"),
    FillDepot(hex="0916", points=3), ConvertAlarm(unit="AL1", user="DG112"), ConvertCadre(command="XI"),
    RebuildFromCadres(unit="R105", other="R266", hex="1408"), LeaveWorkshop(unit="11PZ", hex="1615"), DeclareWanda(),
    EndIsolation(command="XI"), IsolateKorps(command="XI"), ThrowForRelease(), MoveByRail(unit="79PG", to="1813"),
    BuildBridge(unit="PI188", bridge="0812-0813", type="J"), PlanMarker(command="III", hex="0915"),
    PlanSupply(extended=("0904", "0907"), artillery=("ART188",)), PlanClosing(breakthrough="1213", reserves="0811"),
    PlanAir(drops=("1408",), flights=3, allot_drops=1, allot_korsun=2), FlyToKorsun(points=1),
    AddBarrageLine(hex="1408", unit="R105"),
    AddReactionLine(unit="11PZ", hex="0907", least="3:1", does="leave"), AddAirLine(missions=2, most="5:1", keep=1),
    AddRetreatLine(hex="0907", prefer=("1008", "1009"), avoid=("0809",)),
)  # fmt: skip


@pytest.fixture(scope="module")
def pictures() -> dict[str, Any]:
    """What both sides know in the first movement of The Whole Pocket, with a depot and two cadres."""
    table = new_match("korsun-full").done_until("b-movement-segment")
    german = table.picture("ge")
    german.stores.depots["0916"] = Depot(command="III", sp=2)  # type: ignore[index]
    german.stores.cadres["XI"] = ["R105", "R266"]
    return {"Soviet": table.picture("so"), "German": german}


@pytest.mark.parametrize(("side", "order"), [("Soviet", one) for one in SOVIET] + [("German", one) for one in GERMAN],
                         ids=lambda one: getattr(one, "kind", one))  # fmt: skip
def test_a_line_reads_back_as_the_order_that_it_was_written_from(pictures: dict[str, Any], side: str, order: Order):
    words = vocabulary(KORSUN, pictures[side])
    kinds = tuple(KORSUN.orders_by_kind.values())
    line = write(order, words)
    assert read(line, kinds, words) == order and read(line.upper(), kinds, words) == order
