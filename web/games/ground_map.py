"""The map of a game that draws none of its own: its places as they lie, and on them what the seat knows to be there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby
from typing import Any

from markupsafe import Markup

from service.engine.game import AnyGame
from service.engine.orders import Order
from service.engine.places import Ground, Place
from web.drawing.geometry import POINT, MapGeometry, geometry_of
from web.drawing.layers import NO_PLANS, MapLinks, Plans, costs_layer, count, reach_layer, ways_layer
from web.drawing.map import NOTHING, GameMap, OddsOf, Selection
from web.drawing.svg import number, points, tag
from web.page_delta import leaf

FACES = {"own": ("#c9d6e2", "#12324a"), "met": ("#e9cfc2", "#5a1c0c")}
"""The colours of a counter and of what is written on it."""
LETTERS = 11
"""So much of a name is written on a counter; the whole of it is read aloud."""

MOST_STEPS = 3
"""A stack is drawn no higher than so many steps, whatever lies in it."""


@dataclass(frozen=True, kw_only=True)
class Placed:
    """An own unit or a contact, where it is drawn."""

    id: str
    name: str
    own: bool
    place: Place


class GroundMap(GameMap):
    """The places of a ground in outline, or as points with ways between them, each with its name.

    What stands there is drawn by the picture itself, whatever a view of it shows.
    """

    def __init__(self, game: AnyGame, ground: Ground, picture: Any, title: str) -> None:
        self.game, self.known, self.title, self.geometry = game, game.known(picture), title, geometry_of(ground)

    def printed(self) -> Markup:
        return sheet(self.geometry.ground)

    def layers(self, view: Any, links: MapLinks, selection: Selection = NOTHING) -> Iterable[str]:
        standing = self.standing
        occupied = {one.place for one in standing}
        return (
            reach_layer(self.geometry, selection.reach, links, self.focus(view, selection), selection.to)
            if selection.reach
            else "",
            ways_layer(self.geometry, selection.plans.ways),
            counters(self.geometry, standing, links, selection.units, selection.plans.moved),
            costs_layer(self.geometry, selection.reach, occupied),
        )

    def ground(self) -> Mapping[Place, str]:
        return {}

    def force(self, view: Any, links: MapLinks) -> Markup:
        return counters(self.geometry, [one for one in self.standing if one.own], links)

    def said(self, view: Any, selection: Selection = NOTHING) -> str:
        standing, ground = self.standing, self.geometry.ground
        words = [f"{one.name}: {ground.noun} {ground.show(one.place)}" for one in standing]
        return "; ".join([*words, *([f"{len(selection.reach)} {ground.nouns} in reach"] if selection.reach else [])])

    def plans(self, view: Any, orders: Iterable[Order], odds: OddsOf) -> Plans:
        """The ways of orders to units; those that go together from one place go one way."""
        forces, ground = self.game.forces, self.geometry.ground
        if forces is None:
            return NO_PLANS
        own = forces.own(self.known.picture)
        stands = {id: place for id, unit in own.items() for place in forces.places_of(unit) if place in ground}
        ways, moved = list[tuple[Place, ...]](), set[str]()
        for order in orders:
            units = order.subjects()
            if way := order.way():
                ways += [(place, *way) for place in dict.fromkeys(stands[unit] for unit in units if unit in stands)]
                stands |= dict.fromkeys(units, way[-1])
                moved |= set(units)
        return Plans(ways=tuple(ways), moved=frozenset(moved)) if ways else NO_PLANS

    def focus(self, view: Any, selection: Selection = NOTHING) -> Place | None:
        return next((one.place for one in self.standing if one.own and one.id in selection.units), selection.to)

    @cached_property
    def standing(self) -> list[Placed]:
        """What the seat knows to stand where: its own units, then contacts."""
        forces, words, known = self.game.forces, self.game.words, self.known
        if forces is None:
            return []
        called = {row.id: row.name for roster in words.listed(known) for row in roster.rows}
        things = [
            (id, called.get(id) or words.name(known, id), True, unit) for id, unit in forces.own(known.picture).items()
        ]
        for handle, contact in forces.contacts(known.picture).items():
            things.append((handle, words.contact_name(contact, handle), False, contact))
        return [
            Placed(id=id, name=name, own=own, place=place)
            for id, name, own, thing in things
            for place in forces.places_of(thing)
            if place in self.geometry.ground
        ]


def is_drawn(ground: Ground) -> bool:
    """Whether a ground says of all its places where they lie."""
    return bool(ground.places) and all(ground.at(place) is not None for place in ground.places)


@lru_cache(maxsize=32)
def sheet(ground: Ground) -> Markup:
    """The printed sheet: outlines or ways, and the names of all places."""
    geometry = geometry_of(ground)
    return geometry.svg(
        tag("defs", *geometry.shapes()),
        geometry.border(),
        *(ways_of(geometry) if not ground.corners(ground.places[0]) else ()),
        tag("path", d="".join(geometry.outline(place) for place in ground.places), class_="t-grid",
            fill="var(--m-grass)", stroke="var(--m-grid)", stroke_width="1.4"),
        names_of(geometry),
        class_="map-terrain",
        aria_hidden="true",
    )  # fmt: skip


def ways_of(geometry: MapGeometry) -> Iterable[Markup]:
    """A line between each two places that adjoin, where they are points."""
    lines = "".join(
        f"M{points(geometry.at(place), geometry.at(beside))}"
        for place in geometry.ground.places
        for beside in geometry.ground.neighbours(place)
        if place < beside or place not in geometry.ground.neighbours(beside)
    )
    yield tag("path", d=lines, class_="t-roads", fill="none", stroke="var(--m-contour)", stroke_width="5")


def names_of(geometry: MapGeometry) -> Markup:
    """The name of each place, at its brow, or below it where it is a point."""
    below = not geometry.ground.corners(geometry.ground.places[0])
    texts = [
        tag("text", geometry.ground.show(place), x=number(x), y=number(y + POINT + 3 if below else y - geometry.brow))
        for place in geometry.ground.places
        for x, y in [geometry.at(place)]
    ]
    return tag("g", *texts, class_="t-numbers", text_anchor="middle", fill="var(--m-number)", stroke="var(--m-grass)",
               stroke_width="2.2", stroke_linejoin="round", paint_order="stroke")  # fmt: skip


def counters(
    geometry: MapGeometry,
    standing: Iterable[Placed],
    links: MapLinks,
    selected: Collection[str] = (),
    moved: Collection[str] = (),
) -> Markup:
    """All that stands on the map: what shares a place lies one upon the other, own units on contacts and what is
    selected on top, with how many there are."""

    def is_selected(one: Placed) -> bool:
        return one.own and one.id in selected

    by_place = groupby(sorted(standing, key=lambda one: (one.place, one.own, is_selected(one))), lambda one: one.place)
    stacks = [list(there) for _, there in by_place]
    return tag("g", *(
        leaf(counter(
            geometry, one, links, min(higher, MOST_STEPS) - min(len(stack) - 1, MOST_STEPS) / 2,
            len(stack) if one is stack[-1] else 0, is_selected(one), one.own and one.id in moved,
        ))
        for stack in stacks for higher, one in enumerate(stack)
    ))  # fmt: skip


def counter(
    geometry: MapGeometry, one: Placed, links: MapLinks, lift: float, pile: int, selected: bool, ordered: bool
) -> Markup:
    """One counter, a link to the unit's orders or to the contact's dossier.

    `lift` is how many steps above the middle of its stack it lies, which leaves the name of the place free; `pile`
    counts the pieces of the stack on its uppermost one and is 0 on the others.
    """
    (x, y), (face, ink) = geometry.at(one.place), FACES["own" if one.own else "met"]
    name, ground = one.name, geometry.ground
    middle = 6 if ground.corners(one.place) else 0
    body = tag(
        "g",
        tag("rect", x="-29", y="-14", width="58", height="28", rx="4", class_="c-halo") if selected else "",
        tag("rect", x="-26", y="-11", width="52", height="22", rx="3", class_="c-body", fill=face, stroke=ink,
            stroke_width="1.5"),
        tag("text", name[:LETTERS], y="3.5", font_size="9"),
        count(pile, 26, -11) if pile > 1 else "",
        class_="c",
    )  # fmt: skip
    named = {"data_unit": one.id} if one.own else {"data_handle": one.id}
    return tag(
        "a", tag("g", body, transform=f"translate({points((x + 4 * lift, y + middle - 7 * lift))})"),
        href=links.unit_href(one.id) if one.own else links.contact_href(one.id),
        class_=f"counter {'own' if one.own else 'contact'}" + " is-selected" * selected + " is-ordered" * ordered,
        color=ink,
        data_place=one.place, aria_current="true" if selected else None,
        aria_label=f"{name}, {ground.noun} {ground.show(one.place)}" + (f", on top of {pile}" if pile > 1 else ""),
        **named,
    )  # fmt: skip
