"""The map of NATO Division Commander: counters of a board wargame on a printed sheet of flat-topped hexes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache

from markupsafe import Markup

from service.engine.figures import signed
from service.engine.grids import ground_of
from service.engine.hexes import Hex, hexes_beside
from service.engine.orders import Order
from service.games.ndc.known.view import KnownContact, OwnUnit, View
from service.games.ndc.printed.scenario import Scenario
from service.games.ndc.sections.declare import DeclareGroundCombat
from service.games.ndc.sections.movement import Enter, Move
from web.drawing.geometry import geometry_of
from web.drawing.layers import MapLinks, Plans, TargetArrow, costs_layer, reach_layer, ways_layer
from web.drawing.lettering import labels_again
from web.drawing.map import NOTHING, GameMap, OddsOf, Selection, Switch
from web.drawing.svg import joined
from web.games.ndc.counters import counters
from web.games.ndc.flat import at
from web.games.ndc.lettering import name_places
from web.games.ndc.overlays import (
    combat_layer,
    control_layer,
    known_control,
    marker_layer,
    retreat_layer,
    track_layer,
)
from web.games.ndc.symbols import FRIEND, HOSTILE
from web.games.ndc.terrain import terrain_layer

SWITCHES = (
    Switch(id="map-counters", label="Own counters"),
    Switch(id="map-contacts", label="Enemy contacts"),
    Switch(id="map-reach", label="Hexes in reach"),
    Switch(id="map-control", label="Known zones of control"),
    Switch(id="map-ways", label="Ordered moves"),
    Switch(id="map-tracks", label="Tracks of contacts"),
    Switch(id="map-sectors", label="Sectors, for searches", on=False),
    Switch(id="map-numbers", label="Hex numbers"),
    Switch(id="map-relief", label="Full terrain"),
)


class NdcMap(GameMap):
    """A scenario's sheet."""

    switches = SWITCHES
    by_side = True

    def __init__(self, scenario: Scenario) -> None:
        self.scenario, self.title, self.geometry = scenario, scenario.title, geometry_of(ground_of(scenario.board.grid))
        self.goals = tuple(objective.hex for objective in scenario.objectives)

    def printed(self) -> Markup:
        return terrain_layer(self.scenario)

    def layers(self, view: View, links: MapLinks, selection: Selection = NOTHING) -> Iterable[str]:
        ours, theirs = looks(self.scenario, view.seat)
        unit, plans = chosen(view, selection), selection.plans
        pieces: tuple[OwnUnit | KnownContact, ...] = (*view.contacts, *view.own)
        occupied = {hex for piece in pieces for hex in piece.hexes}
        origin = unit.hexes[0] if unit and unit.hexes else None
        return (
            control_layer(self.geometry, known_control(self.scenario, view)),
            reach_layer(self.geometry, selection.reach, links, origin, selection.to) if selection.reach else "",
            track_layer(view.contacts, theirs),
            ways_layer(self.geometry, (*plans.ways, *sent_off(view, plans))),
            retreat_layer(view.retreating),
            counters(self.scenario, pieces, (ours, theirs), links, selection.units, plans.moved, view.under_way),
            labels_again(),
            costs_layer(self.geometry, selection.reach, occupied),
            marker_layer(view.markers, occupied),
            combat_layer(view, selection.plans.aims, [*map(at, occupied), *name_places(self.scenario)]),
        )

    def ground(self) -> Mapping[Hex, str]:
        board, worth = self.scenario.board, {o.hex: o.points for o in self.scenario.objectives}
        names = {code: terrain.name for code, terrain in self.scenario.tables.chart.terrain.items()}
        ways = {hex: "road" for side in sorted(board.roads) for hex in hexes_beside(side)}
        ways |= {hex: "autobahn" for side in sorted(board.autobahn) for hex in hexes_beside(side)}
        return {
            hex: ", ".join(filter(None, (
                board.places.get(hex, ""), names[board.terrain[hex]], ways.get(hex, ""),
                f"worth {worth[hex]}" if hex in worth else "", f"sector {board.sector_of(hex)}",
            )))
            for hex in board.grid
        }  # fmt: skip

    def force(self, view: View, links: MapLinks) -> Markup:
        hexes = {hex for unit in view.own for hex in unit.hexes}
        drawn = counters(self.scenario, view.own, looks(self.scenario, view.seat), links)
        return joined([drawn, marker_layer(view.markers, hexes)])

    def within(self, view: View, places: Collection[Hex]) -> View:
        def there(one: OwnUnit | KnownContact) -> bool:
            return any(hex in places for hex in one.hexes)

        return replace(view, own=tuple(filter(there, view.own)), contacts=tuple(filter(there, view.contacts)))

    def said(self, view: View, selection: Selection = NOTHING) -> str:
        on_map, unit = sum(bool(own.hexes) for own in view.own), chosen(view, selection)
        words = [f"{on_map} own units", f"{len(view.contacts)} enemy contacts"]
        if unit is not None:
            words.append(f"{unit.designation} can reach {len(selection.reach)} hexes")
        return ", ".join(words)

    def plans(self, view: View, orders: Iterable[Order], odds: OddsOf) -> Plans:
        stands = {unit.id: unit.hexes[0] for unit in view.own if unit.hexes}
        ways: dict[str, tuple[Hex, ...]] = {}
        aims = []
        for order in orders:
            if isinstance(order, Enter):
                stands[order.unit] = order.hex
            if isinstance(order, Move) and order.unit in stands:
                ways[order.unit] = (*ways.get(order.unit, (stands[order.unit],)), *order.path)
            if isinstance(order, DeclareGroundCombat) and (known := odds(order)) is not None:
                origin = ways.get(order.unit, (stands.get(order.unit, Hex("")),))[-1]
                total = signed(known.bill.total)
                lacks = "; what the enemy has is not in it" if known.bill.pending else ""
                words = f"{total} as far as you know{lacks}"
                aims.append(TargetArrow(origin=origin, target=order.target, figure=total, words=words))
        return Plans(ways=tuple(ways.values()), moved=frozenset(ways), aims=tuple(aims))

    def focus(self, view: View, selection: Selection = NOTHING) -> Hex | None:
        unit = chosen(view, selection)
        return selection.to or (unit.hexes[0] if unit and unit.hexes else None)

    def follow(self, view: View) -> tuple[Hex, str] | None:
        if view.question is not None:
            return view.question.target, str(view.question.number)
        return (view.retreating.hex, view.retreating.unit) if view.retreating is not None else None


@lru_cache(maxsize=64)
def map_of(scenario: Scenario) -> NdcMap:
    """The map of a scenario, drawn once."""
    return NdcMap(scenario)


def sent_off(view: View, plans: Plans) -> tuple[tuple[Hex, ...], ...]:
    """The ways that were ordered and are not told of yet, but for those that are on the sheet."""
    return tuple(way for unit, way in view.under_way.items() if unit not in plans.moved and len(way) > 1)


def chosen(view: View, selection: Selection) -> OwnUnit | None:
    return next((own for own in view.own if own.id in selection.units), None)


def looks(scenario: Scenario, seat: str) -> tuple[str, str]:
    """How the seat's own counters look, and the other side's: blue rectangles or red diamonds, for both seats alike."""
    ours = FRIEND if scenario.sides[seat].colour == "blue" else HOSTILE
    return ours, HOSTILE if ours == FRIEND else FRIEND
