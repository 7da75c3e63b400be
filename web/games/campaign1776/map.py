"""The map of 1776: the printed sheet, and on it troops, fleets, contacts, forts and entrenchments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from markupsafe import Markup

from service.engine.game import AnyGame
from service.engine.options import Destination
from service.engine.places import Place
from service.engine.sentences import listed
from service.games.campaign1776.known.picture import Picture
from service.games.campaign1776.printed.pieces import DUE
from service.games.campaign1776.printed.waterways import Waterways, port_of
from web.drawing.geometry import MapGeometry
from web.drawing.layers import MapLinks, costs_layer, path, reach_layer, ways_layer
from web.drawing.lettering import labels_again
from web.drawing.map import NOTHING, Selection, Switch
from web.drawing.svg import number, points, tag
from web.games.campaign1776.counters import counters, things_of, works
from web.games.campaign1776.terrain import terrain_layer
from web.games.ground_map import GroundMap
from web.page_delta import framed, leaf

SWITCHES = (
    Switch(id="map-counters", label="Own counters"),
    Switch(id="map-contacts", label="Enemy contacts"),
    Switch(id="map-reach", label="Places in reach"),
    Switch(id="map-ways", label="Ordered moves"),
    Switch(id="map-numbers", label="Hex names"),
    Switch(id="map-relief", label="Full terrain"),
)


class CampaignMap(GroundMap):
    """A scenario's map, as one side has it."""

    switches = SWITCHES
    by_side = True

    def __init__(self, game: AnyGame, picture: Picture) -> None:
        self.rules = picture.rules
        super().__init__(game, picture.rules.ground, picture, picture.rules.title)

    def printed(self) -> Markup:
        return terrain_layer(self.rules)

    def layers(self, view: Picture, links: MapLinks, selection: Selection = NOTHING) -> Iterable[str]:
        ground = self.geometry.ground
        occupied = {thing.at for thing in things_of(view)}
        occupied |= {contact.hex for contact in view.contacts.values()}
        reach = [one for one in selection.reach if one.place in ground]
        wide = [one for one in reach if ground.corners(one.place)]
        spots = [one for one in reach if not ground.corners(one.place)]
        origin = self.focus(view, selection)
        return (
            works(self.geometry, view),
            reach_layer(self.geometry, wide, links, origin, selection.to) if wide else "",
            spots_layer(self.geometry, spots, links, origin, selection.to) if spots else "",
            ways_layer(self.geometry, selection.plans.ways),
            counters(self.geometry, view, links, selection.units, selection.plans.moved),
            labels_again(),
            costs_layer(self.geometry, reach, occupied),
        )

    def ground(self) -> Mapping[Place, str]:
        board = self.rules.board
        ports = {port.hex: port.name for port in board.ports.values()}
        said: dict[Place, str] = {}
        for place in self.rules.ground.places:
            if place in board.terrain:
                name, port = board.names.get(place, ""), f"port {ports[place]}" if place in ports else ""
                said[place] = ", ".join(filter(None, (name, board.terrain[place].name.replace("_", " "), port)))
            elif (name := port_of(place) or "") in board.ports:
                said[place] = f"port of {name}"
            elif place in board.sides:
                water = f"{board.rivers.get(place, '')} {board.sides[place]}".strip()
                said[place] = ", ".join(filter(None, (self.rules.ground.off(place), water)))
            elif place in self.rules.water.boxes:
                said[place] = box_said(self.rules.water, place)
        return said

    def force(self, view: Picture, links: MapLinks) -> Markup:
        return counters(self.geometry, view, links, alone=True)

    def said(self, view: Picture, selection: Selection = NOTHING) -> str:
        placed = sum(pool.at != DUE for pool in view.own.values())
        words = [f"{placed} own stacks", f"{len(view.ships)} fleets", f"{len(view.contacts)} enemy places"]
        if selection.units:
            words.append(f"{', '.join(selection.units)} can reach {len(selection.reach)} places")
        return ", ".join(words)

    def focus(self, view: Picture, selection: Selection = NOTHING) -> Place | None:
        at = (thing.at for thing in things_of(view) if thing.id in selection.units)
        return next((place for place in at if place != DUE), selection.to)


def spots_layer(
    geometry: MapGeometry, reach: Sequence[Destination], links: MapLinks, origin: Place | None, to: Place | None
) -> Markup:
    """The hexsides and ports that ships can reach, a link each, and the way to the chosen one."""
    chosen = next((one for one in reach if one.place == to), None)
    way = path(geometry, (origin, *chosen.path)) if origin and chosen else ""
    return leaf(tag("g", *(spot(geometry, one, links, one.place == to) for one in reach), way, class_="map-reach"))


def spot(geometry: MapGeometry, one: Destination, links: MapLinks, chosen: bool) -> Markup:
    lies, cost = points(geometry.at(one.place)), number(one.cost)
    link = tag(
        "a", leaf(tag("use", href="#m-spot")), href=links.place_href(one.place),
        class_="reach is-chosen" if chosen else "reach", data_place=one.place,
        data_says=f"Sail to {geometry.ground.called(one.place)}, {cost} {'point' if one.cost == 1 else 'points'}",
        transform=f"translate({lies})", aria_current="true" if chosen else None,
    )  # fmt: skip
    return framed(link, one.place, lies, cost)


def box_said(water: Waterways, box: Place) -> str:
    """What a box off the map is, and where one goes from it."""
    off = water.off_board
    assert off is not None
    coast = off.map_links.get(box)
    leads: list[str] = [there for there in off.boxes if frozenset((box, there)) in off.links]
    if coast is not None:
        leads += [f"the {coast.coast} coast", *["the St Lawrence"] * coast.st_lawrence]
    return f"{'port' if box in off.ports else 'box'} off the map, to {listed(leads)}"
