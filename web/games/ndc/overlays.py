"""What lies on the map for a while: zones of control, tracks, markers, planned and declared combat."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator

from markupsafe import Markup

from service.engine.figures import signed
from service.engine.hexes import Hex, adjacent, side_ends
from service.engine.places import Point
from service.games.ndc.known.picture import Attack, Fire, MustRetreat, Planned
from service.games.ndc.known.view import KnownContact, View
from service.games.ndc.printed.scenario import Scenario
from service.games.ndc.printed.units import Marker
from web.drawing.geometry import MapGeometry
from web.drawing.layers import Aim, tab
from web.drawing.svg import SIZE, between, broken, course, head, points, tag
from web.games.ndc.flat import at
from web.leaves import leaf

FIGHT, FIRE, HALO = "var(--m-fight)", "var(--m-fire)", "var(--m-halo)"


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


def control_layer(geometry: MapGeometry, hexes: Iterable[Hex]) -> Markup:
    held = sorted(hexes)
    if not held:
        return Markup("")
    zones = (leaf(tag("path", d=geometry.rim(group))) for group in apart(geometry, held))
    title = tag("title", f"Known enemy zones of control: {', '.join(held)}")
    return tag("g", title, *zones, class_="map-control")


def apart(geometry: MapGeometry, hexes: Iterable[Hex]) -> Iterator[set[Hex]]:
    """Hexes in groups, of which none touches another."""
    loose = set(hexes)
    while loose:
        group, onward = set[Hex](), [min(loose)]
        while onward:
            group.add(hex := onward.pop())
            onward += (loose - group).intersection(geometry.ground.neighbours(hex))
        loose -= group
        yield group


# ---- tracks and markers


def track_layer(contacts: Iterable[KnownContact], colour: str) -> Markup:
    """The last reported movement of each contact."""
    lines: list[Markup] = []
    for contact in contacts:
        places = course(map(at, contact.track))
        if len(places) < 2:
            continue
        end = between(places[-1], places[-2], 0.36)
        line = broken([*places[:-1], between(end, places[-2], 0.2)])
        arrow = tag("path", d=head(places[-2], end, 9), class_="track-head")
        lines.append(leaf(tag("g", tag("path", d=line), arrow)))
    return tag("g", *lines, class_="map-tracks", color=colour)


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
                    tag("use", href="#m-small-place", fill="url(#m-gas)", stroke="var(--m-gas)", stroke_width="2.5"),
                    tag("use", href="#m-k-gas", x="-21", y="28"), transform=f"translate({points((x, y))})")
            )  # fmt: skip
        else:
            dx, dy = (-16 if marker.kind == "interdiction" else 8, 28) if marker.hex in occupied else (0, 20)
            text = tag("text", marker.strength, y="3.6") if marker.strength else Markup("")
            drawn.append(
                tag("g", title, tag("use", href=f"#m-k-{marker.kind}"), text,
                    transform=f"translate({points((x + dx, y + dy))})")
            )  # fmt: skip
    return tag(
        "g",
        *map(leaf, drawn),
        class_="map-markers",
        font_size="10",
        font_weight="700",
        text_anchor="middle",
        fill="#fff",
    )


# ---- combat


def combat_layer(view: View, aims: Iterable[Aim] = ()) -> Markup:
    """What this seat has declared, with the differential where its sheet has it, and what is declared against it.

    That about which it is asked stands out from what comes after.
    """
    known = {(aim.origin, aim.target): aim for aim in aims}
    drawn = [_planned(plan, known.get((plan.origin or Hex(""), plan.target))) for plan in view.planned]
    drawn += [_coming(one) for one in reversed(view.declared[1:])]
    drawn += map(_against, view.declared[:1])
    return tag(
        "g", *map(leaf, drawn), class_="map-combat", fill="none", font_size="11", font_weight="700",
        text_anchor="middle", stroke_linejoin="round",
    )  # fmt: skip


def _planned(plan: Planned, aim: Aim | None) -> Markup:
    """What is on the sheet or declared: whence, on what, with how many CSPs, and what it comes to."""
    csps = f", {plan.csps} {'CSP' if plan.csps == 1 else 'CSPs'}" if plan.csps else ""
    words = f"{plan.type or plan.kind} on {plan.target}{csps}" + (f", {aim.words}" if aim else "")
    if plan.origin is None or plan.origin == plan.target:
        return _crosshair(plan.target, plan.csps, words)
    note = aim.figure if aim else f"{plan.csps} CSP" if plan.csps else ""
    return _arrow(plan.origin, plan.target, words, hollow=plan.type == "probe", note=note)


def _coming(combat: Attack | Fire) -> Markup:
    """What will be worked later."""
    return tag("g", _against(combat), class_="is-coming")


def _against(question: Attack | Fire) -> Markup:
    """What is declared against this seat, with the attacker's total as far as it was declared."""
    if isinstance(question, Fire):
        words = f"Enemy {question.kind} on {question.target}, {question.csps} CSPs"
        return _crosshair(question.target, question.csps, words)
    words = f"Enemy {question.type} from {question.origin} on {question.target}, total {signed(question.total)}"
    return _arrow(question.origin, question.target, words, hollow=question.type == "probe", note=signed(question.total))


def _arrow(origin: Hex, target: Hex, words: str, *, hollow: bool, note: str) -> Markup:
    """A broad arrow across the hexside, hollow for a probe; its figure hangs on a tab at the upper end of the side."""
    a, b = at(origin), at(target)
    length = math.dist(a, b) or 1
    shape = _pointed(between(a, b, 24 / length), between(a, b, 1 - 12 / length))
    ends = side_ends(origin, target, SIZE) if adjacent(origin, target) else (between(a, b), between(a, b))
    x, y = min(ends, key=lambda end: end[1])
    return tag(
        "g",
        tag("title", words),
        tag("path", d=shape, class_="aim-halo"),
        tag("path", d=shape, class_="aim is-hollow" if hollow else "aim"),
        tab(note, x, y - 2) if note else "",
    )


def _pointed(a: Point, b: Point) -> str:
    """A broad arrow from a to b."""
    length = math.dist(a, b) or 1
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length

    def off(along: float, across: float) -> Point:
        return a[0] + ux * along - uy * across, a[1] + uy * along + ux * across

    neck = length - 14
    outline = (
        off(0, 4),
        off(neck, 5.5),
        off(neck, 11.5),
        off(length, 0),
        off(neck, -11.5),
        off(neck, -5.5),
        off(0, -4),
    )
    return f"M{points(*outline)}z"


_RETICLE = "M-29 0a29 29 0 1 1 58 0a29 29 0 1 1-58 0M-36 0h13m46 0h13M0-34v11m0 46v11"


def _crosshair(target: Hex, csps: int, words: str) -> Markup:
    x, y = at(target)
    return tag(
        "g",
        tag("title", words),
        tag("path", d=_RETICLE, stroke=HALO, stroke_width="5"),
        tag("path", d=_RETICLE, stroke=FIRE, stroke_width="2.5"),
        tag("circle", cx="22", cy="-22", r="8", fill=FIRE, stroke=HALO, stroke_width="1.2"),
        tag("text", csps, x="22", y="-18", fill=HALO),
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
        tag("use", href="#m-small-place", stroke=FIRE, stroke_width="5", stroke_dasharray="9 5"),
        tag("circle", cx="-30", r="8.5", fill=FIRE, stroke=HALO, stroke_width="1.2"),
        tag("text", order.hexes_left, x="-30", y="4", fill=HALO),
        transform=f"translate({points((x, y))})",
        class_="map-combat", fill="none", font_size="11", font_weight="700", text_anchor="middle",
    )  # fmt: skip
