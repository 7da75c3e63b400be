"""The map of Skirmish: miniatures on a table of woods, hedges and houses."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache

from markupsafe import Markup

from service.engine.grids import ground_of
from service.engine.hexes import Hex
from service.engine.orders import Order
from service.games.skirmish.known.view import View
from service.games.skirmish.printed.field import Field
from service.games.skirmish.printed.scenario import Scenario
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.gunnery import Shoot
from web.drawing.geometry import MapGeometry, geometry_of
from web.drawing.layers import MapLinks, Plans, TargetArrow, aims_layer, costs_layer, reach_layer, ways_layer
from web.drawing.lettering import labels_again
from web.drawing.map import NOTHING, GameMap, OddsOf, Selection, Switch
from web.drawing.svg import joined, number, tag
from web.games.skirmish.counters import counters, place_of
from web.games.skirmish.terrain import terrain_layer

SWITCHES = (
    Switch(id="map-counters", label="Own counters"),
    Switch(id="map-contacts", label="Enemy contacts"),
    Switch(id="map-reach", label="Hexes in reach"),
    Switch(id="map-ways", label="Ordered moves"),
    Switch(id="map-zones", label="Announced zones"),
    Switch(id="map-numbers", label="Hex numbers"),
    Switch(id="map-relief", label="Full terrain"),
)


class SkirmishMap(GameMap):
    """A scenario's table."""

    switches = SWITCHES
    by_side = True

    def __init__(self, scenario: Scenario) -> None:
        self.scenario, self.title, self.geometry = scenario, scenario.title, geometry_of(ground_of(scenario.sheet))
        self.goals = tuple(scenario.objectives)

    def printed(self) -> Markup:
        return terrain_layer(self.scenario)

    def layers(self, view: View, links: MapLinks, selection: Selection = NOTHING) -> Iterable[str]:
        occupied = {contact.hex for contact in view.contacts} | {hex for b in view.own if (hex := place_of(view, b))}
        origin = self.focus(view, Selection(units=selection.units))
        return (
            burnt(self.geometry, view.ground),
            zones(self.geometry, view),
            foxholes(self.geometry, view.foxholes),
            wrecks(self.geometry, view.ground),
            reach_layer(self.geometry, selection.reach, links, origin, selection.to) if selection.reach else "",
            ways(self.geometry, view),
            aims_layer(self.geometry, selection.plans.aims),
            self.scene(view),
            counters(self.geometry, self.scenario, view, self.colours(view.seat), links, selection.units),
            smoke_and_fire(self.geometry, view.ground),
            labels_again(),
            costs_layer(self.geometry, selection.reach, occupied),
        )

    def scene(self, view: View) -> Markup:
        """The hex of the mover about whom the seat is asked."""
        if view.film is None:
            return Markup("")
        x, y = self.geometry.at(view.film.hex)
        return tag("use", href="#m-place", x=number(x), y=number(y), class_="map-scene")

    def ground(self) -> Mapping[Hex, str]:
        given, kinds = self.scenario, self.scenario.tables.ground.terrain
        return {
            hex: ", ".join(filter(None, (
                given.names.get(hex, ""), kinds[given.ground[hex]].title,
                f"level {given.levels[hex]}" if given.levels.get(hex) else "",
                f"worth {given.objectives[hex]}" if hex in given.objectives else "",
            )))
            for hex in given.sheet
        }  # fmt: skip

    def force(self, view: View, links: MapLinks) -> Markup:
        return counters(self.geometry, self.scenario, alone(view), self.colours(view.seat), links)

    def within(self, view: View, places: Collection[Hex]) -> View:
        contacts = tuple(contact for contact in view.contacts if contact.hex in places)
        return replace(view, own=tuple(base for base in view.own if base.hex in places), contacts=contacts)

    def said(self, view: View, selection: Selection = NOTHING) -> str:
        on_map = sum(base.hex is not None for base in view.own)
        unit = next((base for base in view.own if base.id in selection.units), None)
        words = [f"{on_map} own bases", f"{len(view.contacts)} enemy contacts"]
        if unit is not None:
            words.append(f"{unit.name} can reach {len(selection.reach)} hexes")
        return ", ".join(words)

    def plans(self, view: View, orders: Iterable[Order], odds: OddsOf) -> Plans:
        stands = {base.id: base.hex for base in view.own}
        seen = {contact.handle: contact.hex for contact in view.contacts}
        aims = []
        for order in orders:
            if not isinstance(order, Fire | Shoot) or order.target not in seen or not stands.get(order.base):
                continue
            likely = odds(order)
            figure = f"{likely.chance}%" if likely is not None and likely.chance is not None else ""
            words = f"{order.kind} at {order.target} in {seen[order.target]}" + (
                f", {figure} for an effect" if figure else ""
            )
            aims.append(
                TargetArrow(origin=stands[order.base] or Hex(""), target=seen[order.target], figure=figure, words=words)
            )
        return Plans(aims=tuple(aims))

    def focus(self, view: View, selection: Selection = NOTHING) -> Hex | None:
        unit = next((base for base in view.own if base.id in selection.units), None)
        return selection.to or (place_of(view, unit) if unit else None)

    def follow(self, view: View) -> tuple[Hex, str] | None:
        film = view.film
        if film is not None:
            return film.hex, f"{film.handle} {len(film.way)}"
        return own_mover(view) if view.live and view.sealed else None

    def colours(self, seat: str) -> tuple[str, str]:
        """Of the seat's own side, and of the other."""
        own = self.scenario.sides[seat].colour
        return own, "red" if own == "blue" else "blue"


@lru_cache(maxsize=64)
def map_of(rules: Scenario) -> SkirmishMap:
    """The map of a scenario, drawn once."""
    return SkirmishMap(rules)


def alone(view: View) -> View:
    """A view with its own bases and nothing else."""
    return replace(view, contacts=(), film=None)


def own_mover(view: View) -> tuple[Hex, str] | None:
    """Where the last of the own bases that have set out has come to, while the moves are played; None before that."""
    under_way = {base.id: base.hex for base in view.own if base.moved and base.hex}
    return next(((under_way[id], f"{id} {under_way[id]}") for id in reversed(view.ways) if id in under_way), None)


# ---- what lies on the table for a while


def burnt(geometry: MapGeometry, ground: Field) -> Markup:
    """Hexes that have burnt down."""
    return tag(
        "g", *(tag("path", d=geometry.outline(hex)) for hex in sorted(ground.changed)), class_="map-burnt",
        fill="#3f3a31", fill_opacity=".5", stroke="#2a261f", stroke_dasharray="3 4",
    )  # fmt: skip


def foxholes(geometry: MapGeometry, hexes: Iterable[Hex]) -> Markup:
    return tag("g", *(piece(geometry, hex, "m-foxhole", "Foxholes") for hex in hexes), class_="map-markers")


def wrecks(geometry: MapGeometry, ground: Field) -> Markup:
    return tag("g", *(piece(geometry, hex, "m-wreck", "Wreck", 0, 4) for hex in ground.wrecks), class_="map-markers")


def smoke_and_fire(geometry: MapGeometry, ground: Field) -> Markup:
    """Smoke by its density over the counters, which it leaves to be seen, and fires at the foot of their hex."""
    drawn = [
        piece(geometry, hex, "m-smoke", f"Smoke, density {count}", dx, dy)
        for hex, count in sorted(ground.smoke.items())
        for dx, dy in ((-6, -15), (8, 16), (0, 0))[:count]
    ]
    drawn += [
        piece(geometry, hex, "m-flame", "Fire", dx, 20)
        for hex in sorted({*ground.fires, *ground.burning_wrecks})
        for dx in (-16, 0, 16)
    ]
    return tag("g", *drawn, class_="map-markers")


def piece(geometry: MapGeometry, hex: Hex, id: str, words: str, dx: float = 0, dy: float = 0) -> Markup:
    x, y = geometry.at(hex)
    return tag("g", tag("title", f"{words}, hex {hex}"), tag("use", href=f"#{id}", x=number(x + dx), y=number(y + dy)))


def ways(geometry: MapGeometry, view: View) -> Markup:
    """The paths of moves that are on the sheet, or sent and not played yet."""
    stands = {base.id: base.hex for base in view.own}
    paths = [(*filter(None, (stands[id],)), *way) for id, way in view.ways.items() if id in stands and way]
    turning = [
        tag("circle", cx=number(x), cy=number(y), r="30", class_="way")
        for way in paths if len(way) == 1 for x, y in [geometry.at(way[0])]
    ]  # fmt: skip
    return joined([ways_layer(geometry, paths), tag("g", *turning, class_="map-ways", fill="none")])


def zones(geometry: MapGeometry, view: View) -> Markup:
    """Where the other side has announced its reinforcements, and where the seat's own fire is being ranged in."""
    drawn = [
        tag("g", tag("title", f"Enemy reinforcements are to come on here: zone {one.zone}, {', '.join(one.hexes)}"),
            *(tag("use", href="#m-place", x=number(x), y=number(y)) for x, y in map(geometry.at, one.hexes)),
            tag("path", d=geometry.rim(one.hexes), class_="zone-rim"),
            data_about="|".join(one.hexes))
        for one in view.announced
    ]  # fmt: skip
    drawn += [
        tag("g", tag("title", f"{mission.id} aims at {mission.aim}: {mission.stage}"),
            tag("use", href="#m-aim", x=number(x), y=number(y)))
        for mission in view.missions if mission.aim for x, y in [geometry.at(mission.aim)]
    ]  # fmt: skip
    return tag("g", *drawn, class_="map-zones")
