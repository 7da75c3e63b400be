"""What lies on the map for a while: zones of control, tracks, markers, planned and declared combat."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator
from itertools import groupby

from markupsafe import Markup

from service.engine.figures import signed
from service.engine.hexes import Hex, adjacent, side_ends
from service.engine.places import Point
from service.engine.sentences import counted
from service.games.ndc.known.picture import Attack, Fire, MustRetreat, Planned
from service.games.ndc.known.view import KnownContact, View
from service.games.ndc.printed.scenario import Scenario
from service.games.ndc.printed.units import Marker
from web.drawing.geometry import MapGeometry
from web.drawing.layers import TargetArrow, tab
from web.drawing.svg import SIZE, between, broken, course, points, tag, turned
from web.games.ndc.flat import at
from web.games.ndc.symbols import INKS, TRACK_ENDS, arrow
from web.page_delta import leaf

FIRE, HALO = "var(--m-fire)", "var(--m-halo)"
NEAR = 1.1 * SIZE
"""How far from the middle of a counter or a name a figure covers it."""
LEVEL, ASIDE = 2, 18
"""An end of a hexside so near to its middle's height lies beside both counters: a figure there stands farther out."""


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
    title = tag("title", f"Known enemy zones of control: {', '.join(in_runs(held))}")
    return tag("g", title, *zones, class_="map-control")


def in_runs(hexes: Iterable[Hex]) -> Iterator[str]:
    """Hexes in their order, those that follow each other down a column as one run: 1210-1214."""
    for _, run in groupby(enumerate(hexes), lambda one: int(one[1]) - one[0]):
        found = [hex for _, hex in run]
        yield found[0] if len(found) == 1 else f"{found[0]}-{found[-1]}"


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


def track_layer(contacts: Iterable[KnownContact], look: str) -> Markup:
    """The last reported movement of each contact, of this look; the head of each is a marker at its end."""
    ways = (course(map(at, contact.track)) for contact in contacts)
    lines = [
        leaf(tag("path", d=broken([*way[:-1], between(way[-1], way[-2], TRACK_ENDS)]))) for way in ways if len(way) > 1
    ]
    return tag("g", *lines, class_="map-tracks", stroke=INKS[look], marker_end=f"url(#m-track-{look})")


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


def combat_layer(view: View, aims: Iterable[TargetArrow] = (), read: Collection[Point] = ()) -> Markup:
    """What this seat has declared, with the differential where its sheet has it, and what is declared against it.

    That about which it is asked stands out from what comes after. No figure hangs where it would cover what is `read`,
    counters and names.
    """
    known = {(aim.origin, aim.target): aim for aim in aims}
    drawn = [_planned(plan, known.get((plan.origin or Hex(""), plan.target)), read) for plan in view.planned]
    drawn += [_against(one, read, class_="is-coming") for one in reversed(view.declared[1:])]
    drawn += [_against(one, read) for one in view.declared[:1]]
    return tag(
        "g", *map(leaf, drawn), class_="map-combat", fill="none", font_size="11", font_weight="700",
        text_anchor="middle", stroke_linejoin="round",
    )  # fmt: skip


def _planned(plan: Planned, aim: TargetArrow | None, read: Collection[Point]) -> Markup:
    """What is on the sheet or declared: whence, on what, with how many CSPs, and what it comes to."""
    csps = f", {counted(plan.csps, 'CSP')}" if plan.csps else ""
    words = f"{plan.type or plan.kind} on {plan.target}{csps}" + (f", {aim.words}" if aim else "")
    if plan.origin is None or plan.origin == plan.target:
        return _crosshair(plan.target, plan.csps, words)
    note = aim.figure if aim else counted(plan.csps, "CSP") if plan.csps else ""
    return _arrow(plan.origin, plan.target, words, read, hollow=plan.type == "probe", note=note)


def _against(question: Attack | Fire, read: Collection[Point], class_: str | None = None) -> Markup:
    """What is declared against this seat, with the attacker's total as far as it was declared."""
    if isinstance(question, Fire):
        words = f"Enemy {question.kind} on {question.target}, {counted(question.csps, 'CSP')}"
        return _crosshair(question.target, question.csps, words, class_)
    words = f"Enemy {question.type} from {question.origin} on {question.target}, total {signed(question.total)}"
    note, hollow = signed(question.total), question.type == "probe"
    return _arrow(question.origin, question.target, words, read, hollow=hollow, note=note, class_=class_)


def _arrow(
    origin: Hex, target: Hex, words: str, read: Collection[Point], *, hollow: bool, note: str, class_: str | None = None
) -> Markup:
    """A broad arrow across the hexside, hollow for a probe; its figure hangs on a tab at that end of the side where it
    covers least, else at the upper one."""
    a, b = at(origin), at(target)
    ends = side_ends(origin, target, SIZE) if adjacent(origin, target) else (between(a, b), between(a, b))
    x, y = min(ends, key=lambda end: (sum(math.dist(end, one) < NEAR for one in read), end[1]))
    mx, my = between(a, b)
    if abs(y - my) <= LEVEL:
        x += ASIDE if x > mx else -ASIDE
    away = "is-above" if y < my - LEVEL else "is-below" if y > my + LEVEL else "is-right" if x > mx else "is-left"
    lies = {
        "class_": "aim is-hollow" if hollow else "aim",
        "transform": f"translate({points(a)})rotate({turned(a, b)})",
    }
    broad = (
        tag("use", href="#m-arrow", **lies) if adjacent(origin, target) else tag("g", *arrow(math.dist(a, b)), **lies)
    )
    return tag("g", tag("title", words), broad, tab(note, x, y - 2, away) if note else "", class_=class_)


def _crosshair(target: Hex, csps: int, words: str, class_: str | None = None) -> Markup:
    return tag(
        "g", tag("title", words), tag("use", href="#m-reticle"), tag("text", csps, x="22", y="-18"),
        transform=f"translate({points(at(target))})", class_=class_,
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
