"""The map of Korsun: the printed sheet, and on it stacks, contacts, supply markers, bridges and who holds what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from markupsafe import Markup

from service.engine.game import AnyGame
from service.engine.hexes import Hex, hexes_beside
from service.engine.places import Place
from service.games.korsun.known.fronts import west_of
from service.games.korsun.known.picture import Picture
from service.games.korsun.printed.scenario import Scenario
from web.drawing.geometry import geometry_of, sides
from web.drawing.layers import MapLinks, costs_layer, reach_layer, ways_layer
from web.drawing.lettering import labels_again
from web.drawing.map import NOTHING, Selection, Switch
from web.drawing.svg import points, tag
from web.games.ground_map import GroundMap
from web.games.korsun.counters import counters, flags, works
from web.games.korsun.terrain import bridge, terrain_layer

SWITCHES = (
    Switch(id="map-counters", label="Own counters"),
    Switch(id="map-contacts", label="Enemy contacts"),
    Switch(id="map-reach", label="Hexes in reach"),
    Switch(id="map-ways", label="Ordered moves"),
    Switch(id="map-numbers", label="Hex numbers"),
    Switch(id="map-relief", label="Full terrain"),
)


class KorsunMap(GroundMap):
    """A scenario's map, as one side has it."""

    switches = SWITCHES
    by_side = True

    def __init__(self, game: AnyGame, picture: Picture) -> None:
        self.rules = picture.rules
        super().__init__(game, picture.rules.board.ground, picture, picture.rules.title)

    def printed(self) -> Markup:
        return terrain_layer(self.rules)

    def layers(self, view: Picture, links: MapLinks, selection: Selection = NOTHING) -> Iterable[str]:
        occupied = {unit.hex for unit in view.own.values()} | {contact.hex for contact in view.contacts.values()}
        standing = {place for place in occupied if place is not None}
        return (
            bridges(self, view),
            boundary(self, view),
            reach_layer(self.geometry, selection.reach, links, self.focus(view, selection), selection.to)
            if selection.reach
            else "",
            works(self.geometry, view.improved, view.mines, view.stores.effects),
            flags(self.geometry, view.public.control),
            ways_layer(self.geometry, selection.plans.ways),
            counters(self.geometry, view, links, selection.units, selection.plans.moved),
            labels_again(),
            costs_layer(self.geometry, selection.reach, standing),
        )

    def ground(self) -> Mapping[Place, str]:
        board, named = self.rules.board, {hex: name for name, hex in self.rules.sources.items()}
        return {
            hex: ", ".join(filter(None, (
                board.names.get(hex, ""), board.terrain[hex].name.replace("_", " "),
                "road" if hex in board.road_hexes else "", f"supply source {named[hex]}" if hex in named else "",
            )))
            for hex in board.ground.places
        }  # fmt: skip

    def force(self, view: Picture, links: MapLinks) -> Markup:
        return counters(self.geometry, view, links, alone=True)

    def said(self, view: Picture, selection: Selection = NOTHING) -> str:
        on_map = sum(unit.hex is not None for unit in view.own.values())
        words = [f"{on_map} own units", f"{len(view.contacts)} enemy hexes"]
        if selection.units:
            words.append(f"{', '.join(selection.units)} can reach {len(selection.reach)} hexes")
        return ", ".join(words)

    def focus(self, view: Picture, selection: Selection = NOTHING) -> Place | None:
        places = (unit.hex for id, unit in view.own.items() if id in selection.units)
        return next((hex for hex in places if hex is not None), selection.to)


def boundary(drawing: KorsunMap, view: Picture) -> Markup | str:
    """The line between the zones of two Fronts, as it runs now; nothing where a side knows of none."""
    rules, columns = drawing.rules, view.stores.boundary
    if rules.boundary is None or not columns:
        return ""
    west = {hex for hex in rules.board.land if west_of(hex, columns)}
    line = "".join(side for hex, beyond, side in partings(rules) if hex in west and beyond not in west)
    fronts = f"Boundary between {rules.boundary.western} and {rules.boundary.eastern}"
    stroke = {"stroke": "var(--m-fight)", "stroke_width": "3.4", "stroke_dasharray": "13 5 3 5", "fill": "none"}
    return tag("g", tag("title", fronts), tag("path", d=line, **stroke), class_="map-boundary")


@lru_cache(maxsize=64)
def partings(rules: Scenario) -> tuple[tuple[Hex, Hex, str], ...]:
    """Every side that parts two hexes of land, with the path along it, from either of them."""
    board, geometry = rules.board, geometry_of(rules.board.ground)
    return tuple(
        (hex, beyond, f"M{points(start)}L{points(end)}")
        for hex in sorted(board.land) for start, end in sides(geometry.corners(hex))
        if (beyond := geometry.beyond(hex, start, end)) is not None and beyond in board.land
    )  # fmt: skip


def bridges(drawing: KorsunMap, view: Picture) -> Markup:
    """Those that stand now."""
    land = drawing.rules.board.land
    standing = [
        bridge(drawing.geometry, side, kind) for side, kind in sorted(view.public.bridges.items())
        if all(hex in land for hex in hexes_beside(side))
    ]  # fmt: skip
    return tag("g", *standing, class_="map-markers", text_anchor="middle", font_weight="700")
