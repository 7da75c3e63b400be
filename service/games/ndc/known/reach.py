"""How far units come, by all that their owner knows: allowances, the price of each step, and where they can go.

Nothing in here reads the truth: what it offers and refuses tells a side nothing that it does not know.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Protocol

from service.engine.hexes import Hex, distance
from service.engine.options import Destination
from service.engine.orders import Reason, Refusal
from service.engine.paths import Route, cheapest
from service.engine.sentences import counted, place
from service.games.ndc.known.picture import HexRow, Picture, hexes_of, in_a_row
from service.games.ndc.known.surroundings import NO_HEX, Surroundings, crowd, extras
from service.games.ndc.known.zones import controlled
from service.games.ndc.printed.ground import steps
from service.games.ndc.printed.tables import Tables
from service.games.ndc.printed.units import Mode, Unit, UnitId

MOVEMENT_SEGMENT = "movement-segment"
"""The last name in the address of the heading at which moves are ordered."""


class Conditions(Protocol):
    """What the picture and the truth have in common: the weather in force and the printed tables."""

    @property
    def weather(self) -> tuple[str, ...]: ...

    @property
    def tables(self) -> Tables: ...


# ---- allowances (parent 3.6, 3.11, 3.18)


def allowance(conditions: Conditions, unit: Unit) -> int:
    """A unit's movement points for a phase, by mode, zone mode, weather and forced march."""
    night = "night" in conditions.weather
    return conditions.tables.allowance(unit.profile, unit.mode, night=night, forced=unit.forced, zone=unit.zone)


def points_left(conditions: Conditions, unit: Unit) -> int:
    """What is left of it for this segment and later ones (NDC-MOV-07)."""
    return max(0, allowance(conditions, unit) - unit.spent)


# ---- the price of a step (parent 3.12, 3.16 to 3.18)


def step_costs(
    picture: Picture, unit: Unit, around: Surroundings | None = None
) -> Callable[[Hex, Hex, int, bool], int | None]:
    """What a step costs a unit, as a function (frm, to, spent, leaving); None where it cannot be made at any price.

    `spent`: points in this phase so far; `leaving`: it sets out from a hex under known enemy control. Known enemies and
    their zones do not bar the way here.
    """
    whole, extra = allowance(picture, unit), around.extra if around is not None else extras(picture)
    out_of_control = picture.tables.movement.leaving_zone_of_control
    ways = steps(picture.rules.board, picture.tables, unit.cls, unit.mode, unit.amphibious)

    def step_cost(frm: Hex, to: Hex, spent: int, leaving: bool) -> int | None:
        step = ways[frm].get(to)
        if step is None:
            return None
        if step.whole_allowance:
            # A river assault: from the hex where it began the phase, with nothing spent (parent 3.17).
            return whole if whole and not spent and unit.started == frm else None
        cost = step.cost + extra(to, step.by_road) + (out_of_control if leaving else 0)
        return cost if spent else one_hex_for_all(picture, whole, cost)

    return step_cost


def one_hex_for_all(picture: Picture, whole: int, cost: int) -> int:
    """With nothing spent, one hex may always be entered for the whole allowance, if that is not too small."""
    return whole if cost > whole >= picture.tables.movement.whole_allowance_minimum else cost


def exhausted(picture: Picture, unit: Unit) -> bool:
    """Whether the points left take a unit into no neighbouring hex, whoever may stand there (NDC-MAC-02)."""
    assert unit.hex is not None
    left, step_cost = points_left(picture, unit), step_costs(picture, unit)
    costs = (step_cost(unit.hex, to, unit.spent, False) for to in picture.rules.board.grid.neighbours(unit.hex))
    return not any(cost is not None and cost <= left for cost in costs)


# ---- what keeps a unit where it is


def hindrance(picture: Picture, unit: Unit) -> tuple[str, Reason] | None:
    """Why, by what its owner knows, a unit may not move now: the rule, and the reason; None if it may."""
    whole = allowance(picture, unit)
    if unit.hex is None:
        return "NDC-MOV-01", (unit.said, f" is not on the map; it is due in turn {unit.arrives}.")
    if unit.engaged:
        return "NDC-MOV-01", (unit.said, " is Engaged and cannot move before Housekeeping.")
    if unit.attacked:
        return "NDC-MOV-01", (unit.said, " has attacked in this phase and cannot move again.")
    if unit.stopped:
        return "NDC-ZOC-07", (unit.said, " was stopped in ", place(unit.hex), " and cannot move further in this phase.")
    if unit.halted and controlled(picture, unit.hex):
        return "NDC-ZOC-01", (
            (
                unit.said,
                " stopped in ",
                place(unit.hex),
                " under enemy control and stays there as long as the enemy does.",
            )
        )
    if unit.finished and not unit.halted:
        return "NDC-MAC-02", (
            unit.said,
            f" has finished its movement: {unit.spent} of {counted(whole, 'point')} are spent.",
        )
    if not whole:
        zone = f", {unit.zone} zone" if unit.spread else ""
        return "NDC-MOV-07", (unit.said, f" has no movement points in {unit.mode} mode{zone}.")
    return None


# ---- where it can go


RouteByHex = dict[Hex, Route[Hex, int]]


def ways(around: Surroundings, unit: Unit) -> Iterator[Route[Hex, int]]:
    """The hexes that a unit can enter with the points it has left, its own first at no cost; none if it may not move.

    They are searched for as far as they are read.
    """
    picture = around.picture
    if hindrance(picture, unit) is not None or unit.hex is None:
        return
    zones, known, step_cost = around.zones, around.known, step_costs(picture, unit, around)
    already = unit.spent

    def price(so_far: Route[Hex, int], to: Hex) -> int | None:
        leaving = so_far.node in zones
        if to in known or (leaving and to in zones):
            return None
        return step_cost(so_far.node, to, already + so_far.cost, leaving)

    grid, left = picture.rules.board.grid, points_left(picture, unit)
    yield from cheapest(unit.hex, grid.neighbours, price, left, stop=zones.__contains__)


def destinations(picture: Picture, unit_id: UnitId) -> list[Destination]:
    """Where a move of this unit would be accepted now; raises a Refusal for a unit that the side does not have."""
    unit = picture.own.get(unit_id)
    if unit is None:
        raise Refusal("NDC-MOV-01", f"You have no unit {unit_id!r}.")
    if not orders_moves(picture):
        return []
    around = Surroundings(picture)
    return [
        Destination(place=hex, cost=route.cost, path=route.path)
        for hex, route in sorted((way.node, way) for way in ways(around, unit))
        if hex != unit.hex and ends_in(around, unit, hex)
    ]


def ends_in(around: Surroundings, unit: Unit, hex: Hex) -> bool:
    """Whether a unit that comes to a hex may end its move there."""
    return not around.is_full(unit, hex) and not around.held_back(unit, hex)


def can_move(around: Surroundings, unit: Unit) -> bool:
    """Whether it has any destination. Most often a hex beside it will do, and no search is made.

    Nor is one made where it comes into no hex beside it, be it to pass through one in which it may not end its move.
    """
    picture = around.picture
    if unit.hex is None or not orders_moves(picture) or hindrance(picture, unit) is not None:
        return False
    left, step_cost, leaving = points_left(picture, unit), step_costs(picture, unit, around), unit.hex in around.zones
    passes = False
    for to in picture.rules.board.grid.neighbours(unit.hex):
        if to in around.known or (leaving and to in around.zones):
            continue
        cost = step_cost(unit.hex, to, unit.spent, leaving)
        if cost is None or cost > left:
            continue
        if ends_in(around, unit, to):
            return True
        passes = True
    return passes and any(way.node != unit.hex and ends_in(around, unit, way.node) for way in ways(around, unit))


def orders_moves(picture: Picture) -> bool:
    """Whether this side stands in its Movement Segment and has not gone over to declaring combats (NDC-MOV-01)."""
    return picture.asked and picture.address.split("/")[-1] == MOVEMENT_SEGMENT and not picture.planned


def in_the_way(picture: Picture, unit: Unit, hex: Hex) -> list[Unit]:
    """Own units with which a unit would by its owner's knowledge end stacked in a hex (parent 3.13)."""
    return crowd(unit, picture.own_at(hex))


# ---- moves open in earlier segments (NDC-MOV-06)


def remember_open_moves(picture: Picture) -> None:
    """A segment begins: what was open in the one before becomes past, and what is newly open is noted."""
    for unit_id, moves in picture.open_moves.items():
        earlier = picture.earlier_moves.setdefault(unit_id, {})
        for enemies, hexes in moves.items():
            earlier[enemies] = in_a_row(hexes_of(earlier.get(enemies, NO_HEX)) | hexes_of(hexes))
    picture.open_moves = {}
    newly = newly_open(PictureSaid(repr(picture), picture))
    picture.open_moves = {unit_id: dict(moves) for unit_id, moves in newly.items()}


@dataclass(frozen=True)
class PictureSaid:
    """A picture, the same as any other that says the same."""

    said: str
    picture: Picture = field(compare=False)


@lru_cache(maxsize=128)  # whoever looks back takes in the same reports again, and each time comes by the same pictures
def newly_open(known: PictureSaid) -> dict[UnitId, dict[HexRow, HexRow]]:
    """Which hexes each unit can reach that were not open to it before, as `Picture.open_moves` has them."""
    picture, found = known.picture, dict[UnitId, dict[HexRow, HexRow]]()
    around = Surroundings(picture)
    for unit in picture.own.values():
        moves_now = defaultdict[HexRow, list[Hex]](list)
        for hex in sorted(open_to(around, unit)):
            if not around.held_back(unit, hex):
                moves_now[around.beside(hex)].append(hex)
        if moves_now:
            found[unit.id] = {enemies: in_a_row(hexes) for enemies, hexes in moves_now.items()}
    return found


def open_to(around: Surroundings, unit: Unit) -> set[Hex]:
    """The hexes in which a unit could end a move as things stand; for one that may enter the map, from any entry."""
    picture = around.picture
    if unit.hex is None:
        return {
            hex
            for entry in entry_hexes(picture, unit)
            for mode in entry_modes(picture, unit)
            for hex in {entry, *open_to(around, entered(picture, unit, entry, mode))}
        }
    routes = {way.node: way for way in ways(around, unit)}
    ends = {hex for hex in routes if hex != unit.hex and not around.is_full(unit, hex)}
    return ends | ({unit.hex} if can_return(around, unit, routes) else set())


def can_return(around: Surroundings, unit: Unit, routes: RouteByHex) -> bool:
    """Whether a unit could go out and come back to its hex."""
    assert unit.hex is not None
    picture = around.picture
    left, step_cost = points_left(picture, unit), step_costs(picture, unit, around)
    for neighbour in picture.rules.board.grid.neighbours(unit.hex):
        route = routes.get(neighbour)
        if route is None or neighbour in around.zones:
            continue
        back = step_cost(neighbour, unit.hex, unit.spent + route.cost, False)
        if back is not None and route.cost + back <= left:
            return True
    return False


# ---- reinforcements (parent 3.37)


def may_enter(picture: Picture, unit: Unit) -> bool:
    """Whether a reinforcement is due: in the first Movement Segment of its turn, or of a later one if held back."""
    return unit.hex is None and unit.arrives <= picture.turn and picture.segment == 1 and not unit.stopped


def entry_modes(picture: Picture, unit: Unit) -> tuple[Mode, ...]:
    """The modes in which it may come."""
    allowed = picture.tables.movement.reinforcement_modes
    return tuple(mode for mode in picture.rules.unit(unit.id).modes if mode in allowed)


def entry_hexes(picture: Picture, unit: Unit) -> tuple[Hex, ...]:
    """Where it may come: the entry hexes of the scenario, or, for one that is blocked, the nearest free edge hexes."""
    if not may_enter(picture, unit):
        return ()
    board, around = picture.rules.board, Surroundings(picture)
    free = [
        hex
        for hex in board.grid.edge
        if hex not in around.known
        and not around.is_full(unit, hex)
        and board.entry_cost(picture.tables, unit.cls, unit.mode, hex) is not None
    ]  # fmt: skip
    chosen: set[Hex] = set()
    for entry in picture.rules.unit(unit.id).entry:
        least = min((distance(entry, hex) for hex in free), default=None)
        chosen.update(hex for hex in free if distance(entry, hex) == least)
    return tuple(sorted(chosen))


def entry_price(picture: Picture, unit: Unit, hex: Hex, mode: Mode) -> int:
    """What entering the map in a hex costs, by road if one ends there."""
    step = picture.rules.board.entry_cost(picture.tables, unit.cls, mode, hex)
    assert step is not None, f"{unit.name} cannot enter {hex}"
    whole = allowance(picture, replace(unit, mode=mode))
    return one_hex_for_all(picture, whole, step.cost + extras(picture)(hex, step.by_road))


def entered(picture: Picture, unit: Unit, hex: Hex, mode: Mode) -> Unit:
    """A reinforcement as it stands once it has entered a hex, as its owner believes."""
    arrived = replace(unit, hex=hex, mode=mode, spent=entry_price(picture, unit, hex, mode))
    arrived.moved = arrived.entered = arrived.marched = True
    arrived.gone = unit.gone + 1
    return arrived
