"""Maps of the past: what a seat knew at a moment, and, of a finished match, both pictures beside the truth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from service.engine.findings import Difference
from service.engine.places import Place
from service.engine.sentences import plain_text
from service.matches.history import Change
from web.drawing.geometry import MapGeometry
from web.drawing.layers import MapLinks
from web.drawing.map import LIVE_ID, GameMap, framed
from web.drawing.marks import arrow, cross, ring
from web.drawing.svg import MARGIN, tag

PAPER = "map-paper"


def moment_layer(
    drawing: GameMap, view: Any, changes: Sequence[Change], links: MapLinks, asked: Place | None = None
) -> Markup:
    """A picture of the past with what its telling changed: an arrow to where a thing has gone, a ring around what is
    new, a broken one around what is known otherwise, a cross where it is gone; `asked` is a place to be shown."""
    there = [place for one in changes for place in (one.now or one.was)]
    return drawing.geometry.svg(
        *drawing.layers(view, links),
        tag("g", *(mark for one in changes for mark in change_marks(drawing.geometry, one)), class_="map-change"),
        tag("g", ring(drawing.geometry, asked), class_="map-asked") if asked else "",
        id=LIVE_ID,
        class_="map-live",
        role="group",
        aria_label=drawing.said(view),
        data_focus=asked or (there[0] if there else None),
    )


def change_marks(geometry: MapGeometry, one: Change) -> list[Markup]:
    if one.kind == "gone":
        return [cross(geometry, place) for place in one.was]
    marks = [ring(geometry, place, broken=one.kind == "changed") for place in one.now]
    if one.kind == "moved" and one.was[0] != one.now[0]:
        marks.append(arrow(geometry, one.was[0], one.now[0]))
    return marks


def framed_moment(drawing: GameMap, layer: Markup, key: str) -> Markup:
    """The whole map of a moment for a page."""
    return framed(drawing, drawing.printed(), layer, key=key, label=f"Map of {drawing.title}")


NOWHERE = MapLinks(unit_href=lambda unit: "#moment", contact_href=lambda handle: "#moment")


def links_to(base: str) -> MapLinks:
    """A tap on a unit leads to it in the list below, one on a contact to its dossier."""
    return MapLinks(
        unit_href=lambda unit: f"#then-{quote(unit)}",
        contact_href=lambda handle: f"{base}/contacts/{quote(handle, safe='')}",
    )


def printed_sheet(drawing: GameMap) -> Markup:
    """The printed map, once for all panes; it lies out of sight, and each pane shows it."""
    return tag("svg", tag("g", drawing.printed(), id=PAPER), class_="paper", width="0", height="0")


def pane(drawing: GameMap, layer: Markup, *, key: str, label: str) -> Markup:
    """A map of its own on the common printed sheet. All panes of one `key` show the same part of it."""
    sheet = drawing.geometry.svg(
        tag("use", href=f"#{PAPER}", x=-MARGIN, y=-MARGIN), class_="map-terrain", aria_hidden="true"
    )
    return framed(drawing, sheet, layer, key=key, label=label, group=key)


def believed_layer(
    drawing: GameMap,
    view: Any,
    wrong: Iterable[Difference],
    changes: Iterable[Change],
    *,
    id: str,
    label: str,
    links: MapLinks,
) -> Markup:
    """One side's picture, and on it what the step changed, and where it was not what was true."""
    changed = tag("g", *(mark for one in changes for mark in change_marks(drawing.geometry, one)), class_="map-change")
    layers = [*drawing.layers(view, links), changed, wrong_layer(drawing.geometry, wrong)]
    return live(drawing, id, label, *layers)


def true_layer(drawing: GameMap, forces: Iterable[Markup], unknown: Iterable[Place], *, id: str) -> Markup:
    """All forces, as they are drawn, where they truly stood; a ring around those of whom another side did not know."""
    rings = tag("g", *(ring(drawing.geometry, place) for place in sorted(set(unknown))), class_="map-wrong")
    return live(drawing, id, "What was true", *forces, rings)


def live(drawing: GameMap, id: str, label: str, *layers: str) -> Markup:
    return drawing.geometry.svg(*layers, id=id, class_="map-live", role="group", aria_label=label)


# ---- what was not as believed


def wrong_layer(geometry: MapGeometry, wrong: Iterable[Difference]) -> Markup:
    """An arrow to where it truly was, a cross where nobody was, a ring around an enemy who was not known."""
    return tag("g", *(mark for one in wrong for mark in marks(geometry, one)), class_="map-wrong")


def marks(geometry: MapGeometry, one: Difference) -> list[Markup]:
    if one.kind == "unseen":
        return [
            tag("g", ring(geometry, place), tag("title", plain_text(one.text, geometry.ground)))
            for place in one.true[:1]
        ]
    if not one.believed:
        return []
    if one.kind == "nobody" or not one.true:
        return [
            tag("g", cross(geometry, place), tag("title", plain_text(one.text, geometry.ground)))
            for place in one.believed
        ]
    if one.believed[0] == one.true[0]:
        return []
    title = tag("title", plain_text(one.text, geometry.ground))
    return [tag("g", title, arrow(geometry, one.believed[0], one.true[0]), ring(geometry, one.true[0]))]
