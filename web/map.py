"""The map of a match: the printed sheet below, and on it all that one seat knows, as two drawings of one size.

`terrain_layer` is the same for everybody and never changes; `unit_layer` is drawn anew from the seat's view, and is all
that a live update has to send. `map.js` moves both together; without it the map scrolls, and every counter and every
hex in reach is a link.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from markupsafe import Markup

from service.engine.hexes import Hex
from service.engine.options import Destination
from service.games.ndc.board import Scenario
from service.games.ndc.view import Enemy, OwnUnit, View
from web.map_counters import Links, counters
from web.map_overlays import (
    combat_layer,
    control_layer,
    known_control,
    marker_layer,
    reach_layer,
    retreat_layer,
    track_layer,
)
from web.map_svg import extent, tag, view_box
from web.map_symbols import FRIEND, HOSTILE
from web.map_terrain import terrain_layer

__all__ = ["Links", "looks", "render_map", "terrain_layer", "unit_layer"]

LIVE_ID = "map-live"
"""The id of the seat's layer: swap it whole (outerHTML or outerMorph)."""
_INKS = {FRIEND: "#173f63", HOSTILE: "#8e2416"}


def render_map(
    scenario: Scenario,
    view: View,
    *,
    reach: Sequence[Destination] | None = None,
    selected: str | None = None,
    to: Hex | None = None,
    control: Collection[Hex] | None = None,
    links: Links | None = None,
    key: str = "",
) -> Markup:
    """The whole map for a page. `key` (match and seat) is what the browser keeps zoom and place under.

    `reach`: where the selected unit can go; `to`: the hex chosen among them, whose path is drawn; `control`: the hexes
    under known enemy control, worked out from the view where they are not given.
    """
    live = unit_layer(scenario, view, reach=reach, selected=selected, to=to, control=control, links=links)
    return tag(
        "div",
        tag("div", terrain_layer(scenario), live, class_="map-sheet"),
        class_="map-view",
        data_map=key or f"{view.scenario}/{view.seat}",
        tabindex="0",
        role="group",
        aria_label=f"Map of {scenario.title}",
    )


def unit_layer(
    scenario: Scenario,
    view: View,
    *,
    reach: Sequence[Destination] | None = None,
    selected: str | None = None,
    to: Hex | None = None,
    control: Collection[Hex] | None = None,
    links: Links | None = None,
) -> Markup:
    """The seat's layer as an SVG of its own, of the same size as the terrain and with the id `map-live`."""
    links = links or Links()
    ours, theirs = looks(scenario, view.seat)
    unit = next((own for own in view.own if own.id == selected), None)
    pieces: tuple[OwnUnit | Enemy, ...] = (*view.contacts, *view.own)
    occupied = {hex for piece in pieces for hex in piece.hexes}
    width, height = extent(scenario.board.grid)
    return tag(
        "svg",
        control_layer(known_control(scenario, view) if control is None else control),
        reach_layer(reach, links, occupied, unit.hexes[0] if unit and unit.hexes else None, to) if reach else "",
        track_layer(view.contacts, _INKS[theirs]),
        retreat_layer(view.retreating),
        counters(pieces, (ours, theirs), links, selected),
        marker_layer(view.markers, occupied),
        combat_layer(view),
        id=LIVE_ID,
        class_="map-live",
        viewBox=view_box(scenario.board.grid),
        width=width + 20,
        height=height + 20,
        role="group",
        aria_label=_summary(view, unit, reach),
        font_family="'DejaVu Sans Condensed','Roboto Condensed','Arial Narrow',Arial,sans-serif",
        data_focus=to or (unit.hexes[0] if unit and unit.hexes else None),
    )


def looks(scenario: Scenario, seat: str) -> tuple[str, str]:
    """How the seat's own counters look, and the other side's: blue rectangles or red diamonds, for both seats alike."""
    ours = FRIEND if scenario.sides[seat].colour == "blue" else HOSTILE
    return ours, HOSTILE if ours == FRIEND else FRIEND


def _summary(view: View, unit: OwnUnit | None, reach: Sequence[Destination] | None) -> str:
    on_map = sum(bool(own.hexes) for own in view.own)
    words = [f"{on_map} own units", f"{len(view.contacts)} enemy contacts"]
    if unit is not None:
        words.append(f"{unit.designation} can reach {len(reach or ())} hexes")
    return ", ".join(words)
