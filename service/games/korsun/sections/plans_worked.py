"""Plans speak when their heading comes: what is in them becomes orders, as far as the picture of that moment allows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from service.engine.hexes import Hex, distance
from service.engine.orders import Order, accepts
from service.engine.outline import Heading
from service.engine.places import Place
from service.engine.state import duplicate
from service.games.korsun.known.picture import Picture
from service.games.korsun.known.plans import AirPlan, ClosingPlan, PlannedWork, SupplyPlan
from service.games.korsun.printed.units import FULL
from service.games.korsun.sections.air_supply import AllotDrops, AllotKorsun, DropSupply, FlyToKorsun, room_on_track
from service.games.korsun.sections.breakthrough import (
    AttackFromReserve,
    BreakThrough,
    MoveReserve,
    WithdrawByNight,
    reserves,
)
from service.games.korsun.sections.closing_plans import BRIDGES
from service.games.korsun.sections.depots import BuildAirfield, BuildDepot, FillDepot
from service.games.korsun.sections.engineering import (
    BuildBridge,
    DestroyBridge,
    ImprovePosition,
    LayMines,
    RepairBridge,
)
from service.games.korsun.sections.markers import PlaceMarker
from service.games.korsun.sections.supply import DropToUnits, ExtendSupply, Resupply

OF_SUPPLY = frozenset({PlaceMarker, FillDepot, ExtendSupply, Resupply, DropToUnits})
OF_AIR = frozenset({DropSupply, FlyToKorsun, AllotDrops, AllotKorsun})
OF_CLOSING = frozenset({BreakThrough, MoveReserve, AttackFromReserve, DestroyBridge, WithdrawByNight})
"""Orders by which the headings are known that a plan answers."""


def plan_for(picture: Picture, heading: Heading) -> SupplyPlan | AirPlan | ClosingPlan | None:
    """The plan of a side that answers at a heading of this game-turn, if it has laid one."""
    plans, orders = picture.laid, {*heading.orders}
    for plan, answered in ((plans.supply, OF_SUPPLY), (plans.air, OF_AIR), (plans.closing, OF_CLOSING)):
        if plan is not None and plan.turn == picture.turn and orders & answered:
            return plan
    return None


def planned(picture: Picture, heading: Heading) -> bool:
    """Whether a plan answers at a heading."""
    return plan_for(picture, heading) is not None


def orders_of_plan(picture: Picture, heading: Heading) -> Sequence[Order]:
    """What the plan comes to at a heading: each thing in its turn, those left out that cannot be done by then."""
    believed, plan, kept = duplicate(picture), plan_for(picture, heading), list[Order]()
    assert plan is not None
    for order in wanted(believed, plan, {*heading.orders}):
        if type(order) in heading.orders and accepts(believed, order):
            order.believe(believed)
            kept.append(order)
    return kept


def wanted(picture: Picture, plan: SupplyPlan | AirPlan | ClosingPlan, here: set[type[Order]]) -> Iterator[Order]:
    """What a plan asks for at a heading, by a picture that follows the orders as they are taken."""
    match plan:
        case SupplyPlan():
            yield from of_supply(picture, plan)
        case AirPlan():
            yield from of_air(picture, plan, here)
        case ClosingPlan():
            yield from of_closing(picture, plan, here)


def of_supply(picture: Picture, plan: SupplyPlan) -> Iterator[Order]:
    for command, hex in plan.markers.items():
        yield PlaceMarker(command=command, hex=hex)
    for hex in plan.extended:
        for command in picture.sdms:
            yield ExtendSupply(command=command, hex=hex)
    for id in plan.artillery:
        for _ in range(FULL):
            yield Resupply(unit=id)
    for front, hex in plan.drops.items():
        yield DropToUnits(front=front, hex=hex)


def of_air(picture: Picture, plan: AirPlan, here: set[type[Order]]) -> Iterator[Order]:
    for hex in plan.drops:
        units = DropSupply(target="units", hex=hex)
        yield units if accepts(picture, units) else DropSupply(target="marker", hex=hex)
    yield FlyToKorsun(points=min(plan.flights, picture.stores.uman.korsun_now))
    if AllotDrops in here:
        yield AllotDrops(points=min(plan.allot_drops, room_on_track(picture)))
    yield AllotKorsun(points=min(plan.allot_korsun, room_on_track(picture)))


def of_closing(picture: Picture, plan: ClosingPlan, here: set[type[Order]]) -> Iterator[Order]:
    if BreakThrough in here and plan.breakthrough is not None:
        yield from breaking_through(picture, plan.breakthrough)
    if MoveReserve in here and plan.reserves is not None:
        yield from reserves_moving(picture, plan.reserves)
    for work in plan.works:
        yield order_of(work)
    for unit, hex in plan.withdrawals.items():
        yield WithdrawByNight(unit=unit, hex=hex)


def breaking_through(picture: Picture, goal: Hex) -> Iterator[Order]:
    """A hex nearer to the goal for each unit that may, the nearest to it first."""
    for id, unit in list(picture.own.items()):
        if unit.breakthrough and unit.hex is not None:
            nearer = [
                hex for hex in picture.rules.board.beside(unit.hex) if distance(hex, goal) < distance(unit.hex, goal)
            ]
            for hex in sorted(nearer, key=lambda hex: (distance(hex, goal), hex)):
                yield BreakThrough(unit=id, hex=hex)  # once one was taken, the unit has no marker for another


def reserves_moving(picture: Picture, goal: Hex) -> Iterator[Order]:
    """Each unit in reserve goes as near to the goal as it comes."""
    for id, unit in list(picture.own.items()):
        if unit.reserve and unit.hex is not None and not unit.ended:
            start = distance(unit.hex, goal)
            ways = [way for way in reserves(picture, (id,)).destinations() if distance(Hex(way.place), goal) < start]
            best = min(ways, key=lambda way: (distance(Hex(way.place), goal), way.cost, way.place), default=None)
            if best is not None:
                yield MoveReserve(units=(id,), path=best.path)


def order_of(work: PlannedWork) -> Order:
    """The order of the engineering phase that a planned work comes to."""
    bridge = work.bridge or Place("")  # a plan that needs one names one
    match work.work:
        case "destroy-bridge":
            return DestroyBridge(unit=work.unit, bridge=bridge)
        case "repair-bridge":
            return RepairBridge(unit=work.unit, bridge=bridge)
        case "lay-mines":
            return LayMines(unit=work.unit)
        case "improve-position":
            return ImprovePosition(unit=work.unit)
        case "build-airfield":
            return BuildAirfield(unit=work.unit)
        case "build-depot":
            return BuildDepot(unit=work.unit)
    return BuildBridge(unit=work.unit, bridge=bridge, type=BRIDGES[work.work])  # type: ignore[arg-type]
