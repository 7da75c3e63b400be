"""Maps of the past: what a seat knew at a moment, and, of a finished match, both pictures beside the truth."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import quote

from markupsafe import Markup

from service.engine.findings import Difference
from service.engine.hexes import Hex
from service.games.ndc.board import Scenario
from service.games.ndc.view import Enemy, OwnUnit, View
from web.map import Links, looks, terrain_layer
from web.map_counters import counters
from web.map_lines import broken, head
from web.map_overlays import combat_layer, control_layer, known_control, marker_layer, track_layer
from web.map_svg import MARGIN, at, between, extent, points, tag, view_box
from web.map_symbols import FRIEND

INK = {FRIEND: "#173f63"}
FOE_INK, WRONG = "#8e2416", "#8e1f6b"
PAPER = "map-paper"
FONT = "'DejaVu Sans Condensed','Roboto Condensed','Arial Narrow',Arial,sans-serif"


NOWHERE = Links(unit_href=lambda unit: "#moment", contact_href=lambda handle: "#moment")


def links_to(base: str) -> Links:
    """A tap on a unit leads to it in the list below, one on a contact to its dossier."""
    return Links(
        unit_href=lambda unit: f"#then-{quote(unit)}",
        contact_href=lambda handle: f"{base}/contacts/{quote(handle, safe='')}",
    )


def paper(scenario: Scenario) -> Markup:
    """The printed map, once for all panes; it lies out of sight, and each pane shows it."""
    return tag("svg", tag("g", terrain_layer(scenario), id=PAPER), class_="paper", width="0", height="0")


def pane(scenario: Scenario, layer: Markup, *, key: str, label: str) -> Markup:
    """A map of its own on the common paper. All panes of one `key` show the same part of it."""
    width, height = extent(scenario.board.grid)
    sheet = tag(
        "svg",
        tag("use", href=f"#{PAPER}", x=-MARGIN, y=-MARGIN),
        class_="map-terrain",
        viewBox=view_box(scenario.board.grid),
        width=width + 20,
        height=height + 20,
        aria_hidden="true",
    )
    return tag(
        "div", tag("div", sheet, layer, class_="map-sheet"),
        class_="map-view", data_map=key, data_map_group=key, tabindex="0", role="group", aria_label=label,
    )  # fmt: skip


def believed_layer(scenario: Scenario, view: View, wrong: Iterable[Difference], *, id: str, links: Links) -> Markup:
    """One side's picture, and on it where it was not what was true."""
    ours, theirs = looks(scenario, view.seat)
    pieces: tuple[OwnUnit | Enemy, ...] = (*view.contacts, *view.own)
    occupied = {hex for piece in pieces for hex in piece.hexes}
    return live(
        scenario,
        id,
        f"What {view.seat} believed",
        control_layer(known_control(scenario, view)),
        track_layer(view.contacts, INK.get(theirs, FOE_INK)),
        counters(pieces, (ours, theirs), links, None),
        marker_layer(view.markers, occupied),
        combat_layer(view),
        wrong_layer(wrong),
    )


def true_layer(scenario: Scenario, truth: Iterable[View], unknown: Iterable[Hex], *, id: str, links: Links) -> Markup:
    """Both forces as they truly stood; a ring around those whom the other side did not know of."""
    views = list(truth)
    occupied = {hex for view in views for unit in view.own for hex in unit.hexes}
    return live(
        scenario,
        id,
        "What was true",
        *(counters(view.own, looks(scenario, view.seat), links, None) for view in views),
        *(marker_layer(view.markers, occupied) for view in views[:1]),
        tag("g", *(ring(hex) for hex in sorted(set(unknown))), class_="map-wrong"),
    )


def live(scenario: Scenario, id: str, label: str, *layers: Markup) -> Markup:
    width, height = extent(scenario.board.grid)
    return tag(
        "svg", *layers, id=id, class_="map-live", viewBox=view_box(scenario.board.grid), width=width + 20,
        height=height + 20, role="group", aria_label=label, font_family=FONT,
    )  # fmt: skip


# ---- what was not as believed


def wrong_layer(wrong: Iterable[Difference]) -> Markup:
    """An arrow to where it truly was, a cross where nobody was, a ring around an enemy who was not known."""
    return tag("g", *(mark for one in wrong for mark in marks(one)), class_="map-wrong")


def marks(one: Difference) -> list[Markup]:
    if one.kind == "unseen":
        return [tag("g", ring(hex), tag("title", one.text)) for hex in one.true[:1]]
    if not one.believed:
        return []
    if one.kind == "nobody" or not one.true:
        return [tag("g", cross(hex), tag("title", one.text)) for hex in one.believed]
    if one.believed[0] == one.true[0]:
        return []
    a, b = at(one.believed[0]), at(one.true[0])
    end = between(b, a, 0.12)
    return [
        tag(
            "g",
            tag("title", one.text),
            tag("path", d=broken([a, between(end, a, 0.06)]), stroke_dasharray="3 5"),
            tag("path", d=head(a, end, 10), fill=WRONG, stroke="none"),
            ring(one.true[0]),
        )
    ]


def ring(hex: Hex) -> Markup:
    x, y = at(hex)
    return tag("circle", cx=x, cy=y, r="31", stroke_dasharray="5 5")


def cross(hex: Hex) -> Markup:
    x, y = at(hex)
    return tag("path", d=f"M{points((x - 24, y - 24))}L{points((x + 24, y + 24))}M{points((x - 24, y + 24))}"
                         f"L{points((x + 24, y - 24))}")  # fmt: skip
