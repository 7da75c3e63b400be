"""What lies on the map for a while: zones of control, tracks, markers, planned and declared combat."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable

from markupsafe import Markup

from service.engine.hexes import Hex, Point
from service.games.ndc.board import Scenario
from service.games.ndc.knowledge import Attack, Fire, MustRetreat, Planned
from service.games.ndc.units import Marker
from service.games.ndc.view import Enemy, View
from web.games.ndc_map.flat import at
from web.map_svg import between, broken, head, number, points, tag

FIGHT, FIRE = "#8e1f6b", "#b3430b"


# ---- zones of control


def known_control(scenario: Scenario, view: View) -> frozenset[Hex]:
    """The hexes under known enemy control, as the view has them (parent 3.14)."""
    board = scenario.board
    lifted = {marker.hex for marker in view.markers if marker.kind == "breakthrough" and marker.side == view.seat}
    engaged = {unit.id: unit.hexes for unit in view.own if "engaged" in unit.states}
    return frozenset(
        hex
        for contact in view.contacts
        if contact.known and contact.type != "HQ" and contact.mode != "march"
        for held in contact.hexes
        for hex in board.grid.neighbours(held)
        if not board.crosses_unbridged_major(held, hex)
        and hex not in lifted
        and (not contact.engaged or any(hex in engaged.get(unit, ()) for unit in contact.engaged_with))
    )


def control_layer(hexes: Iterable[Hex]) -> Markup:
    cells = [tag("use", href="#m-hex", x=number(x), y=number(y)) for hex in sorted(hexes) for x, y in [at(hex)]]
    return tag("g", *cells, class_="map-control", fill="url(#m-hatch)", opacity=".5")


# ---- tracks and markers


def track_layer(contacts: Iterable[Enemy], colour: str) -> Markup:
    """The last reported movement of each contact."""
    lines: list[Markup] = []
    for contact in contacts:
        places = [at(hex) for hex in contact.track]
        if len(places) < 2:
            continue
        end = between(places[-1], places[-2], 0.36)
        line = broken([*places[:-1], between(end, places[-2], 0.2)])
        lines += [tag("path", d=line), tag("path", d=head(places[-2], end, 9), fill=colour, stroke="none")]
    return tag(
        "g", *lines, class_="map-tracks", fill="none", stroke=colour, stroke_width="3", stroke_dasharray="7 4",
        stroke_linejoin="round", opacity=".8",
    )  # fmt: skip


def marker_layer(markers: Iterable[Marker], occupied: Collection[Hex]) -> Markup:
    """Gas over its whole hex; interdiction and breakthrough as pieces in it, at its lower edge where a counter lies."""
    drawn: list[Markup] = []
    for marker in markers:
        x, y = at(marker.hex)
        words = {"gas": "Gas", "breakthrough": "Breakthrough"}.get(marker.kind, f"Interdiction {marker.strength}")
        title = tag("title", f"{words}, {marker.side}, hex {marker.hex}")
        if marker.kind == "gas":
            drawn.append(
                tag("g", title,
                    tag("use", href="#m-small-hex", fill="url(#m-gas)", stroke="#5c7a00", stroke_width="2.5"),
                    tag("use", href="#m-k-gas", x="-21", y="28"), transform=f"translate({points((x, y))})")
            )  # fmt: skip
        else:
            dx, dy = (-16 if marker.kind == "interdiction" else 8, 28) if marker.hex in occupied else (0, 20)
            text = tag("text", marker.strength, y="3.6") if marker.strength else Markup("")
            drawn.append(
                tag("g", title, tag("use", href=f"#m-k-{marker.kind}"), text,
                    transform=f"translate({points((x + dx, y + dy))})")
            )  # fmt: skip
    return tag("g", *drawn, class_="map-markers", font_size="10", font_weight="700", text_anchor="middle", fill="#fff")


# ---- combat


def combat_layer(view: View) -> Markup:
    """What this seat has declared, and what it is being asked about."""
    drawn = [_planned(plan) for plan in view.planned]
    if view.question is not None:
        drawn.append(_asked(view.question))
    return tag(
        "g", *drawn, class_="map-combat", fill="none", font_size="11", font_weight="700", text_anchor="middle",
        stroke_linejoin="round",
    )  # fmt: skip


def _planned(plan: Planned) -> Markup:
    words = f"{plan.type or plan.kind} on {plan.target}"
    if plan.origin is None or plan.origin == plan.target:
        return _crosshair(plan.target, plan.csps, words)
    return _arrow(
        plan.origin, plan.target, words, hollow=plan.type == "probe", note=f"+{plan.csps}" if plan.csps else ""
    )


def _asked(question: Attack | Fire) -> Markup:
    if isinstance(question, Fire):
        return _crosshair(question.target, question.csps, f"Enemy {question.kind} on {question.target}")
    words = f"Enemy {question.type} from {question.origin} on {question.target}"
    return _arrow(question.origin, question.target, words, hollow=question.type == "probe", note="?")


def _arrow(origin: Hex, target: Hex, words: str, *, hollow: bool, note: str) -> Markup:
    a, b = at(origin), at(target)
    length = math.dist(a, b)
    start, end = between(a, b, 15 / length), between(a, b, 1 - 15 / length)
    shape = _pointed(start, end)
    x, y = between(start, end, 0.45)
    ink = FIGHT if hollow else "#fff"
    label = tag("text", note, x=number(x), y=number(y + 4), fill=ink, stroke="none") if note else ""
    return tag(
        "g",
        tag("title", words),
        tag("path", d=shape, stroke="#fff", stroke_width="4"),
        tag("path", d=shape, fill="#fdf3fa" if hollow else FIGHT, stroke=FIGHT, stroke_width="2"),
        label,
    )


def _pointed(a: Point, b: Point) -> str:
    """A broad arrow from a to b."""
    length = math.dist(a, b)
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length

    def off(along: float, across: float) -> Point:
        return a[0] + ux * along - uy * across, a[1] + uy * along + ux * across

    neck = length - 13
    outline = (off(0, 5), off(neck, 7.5), off(neck, 13), off(length, 0), off(neck, -13), off(neck, -7.5), off(0, -5))
    return f"M{points(*outline)}z"


_RETICLE = "M-29 0a29 29 0 1 1 58 0a29 29 0 1 1-58 0M-36 0h13m46 0h13M0-34v11m0 46v11"


def _crosshair(target: Hex, csps: int, words: str) -> Markup:
    x, y = at(target)
    return tag(
        "g",
        tag("title", f"{words}, {csps} CSPs"),
        tag("path", d=_RETICLE, stroke="#fff", stroke_width="5"),
        tag("path", d=_RETICLE, stroke=FIRE, stroke_width="2.5"),
        tag("circle", cx="22", cy="-22", r="8", fill=FIRE, stroke="#fff", stroke_width="1.2"),
        tag("text", csps, x="22", y="-18", fill="#fff"),
        transform=f"translate({points((x, y))})",
    )  # fmt: skip


def retreat_layer(order: MustRetreat | None) -> Markup:
    """The hex of a unit that has to go, with how many hexes still."""
    if order is None:
        return Markup("")
    x, y = at(order.hex)
    return tag(
        "g",
        tag("title", f"{order.unit} must {order.kind}, {order.hexes_left} hexes left"),
        tag("use", href="#m-small-hex", stroke=FIRE, stroke_width="5", stroke_dasharray="9 5"),
        tag("circle", cx="-30", r="8.5", fill=FIRE, stroke="#fff", stroke_width="1.2"),
        tag("text", order.hexes_left, x="-30", y="4", fill="#fff"),
        transform=f"translate({points((x, y))})",
        class_="map-combat", fill="none", font_size="11", font_weight="700", text_anchor="middle",
    )  # fmt: skip
