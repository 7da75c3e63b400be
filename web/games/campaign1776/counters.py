"""The counters of 1776: troops by kind and number, fleets on hexsides and in ports, and what is known of the enemy."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from markupsafe import Markup

from service.engine.places import Place, Point
from service.engine.sentences import counted
from service.games.campaign1776.known.picture import Contact, Picture
from service.games.campaign1776.printed.lettered import is_side
from service.games.campaign1776.printed.pieces import DUE, Pool, Ship
from web.drawing.geometry import MapGeometry
from web.drawing.layers import MapLinks, age, count
from web.drawing.svg import points, tag
from web.page_delta import leaf

LOOKS = {"British": "red", "American": "blue"}
OTHER = {"blue": "red", "red": "blue"}
SIZES = {"few": "1-3", "body": "4-9", "strong": "10+"}
STEP, HIGHEST = 7.0, 15.0
"""How far a counter of a stack lies above the one below it at the most, and how high a stack is."""
ASIDE = 27.0, -18.0
"""How far an enemy's counter is moved out from under one's own."""
Thing = Pool | Ship


def counters(
    geometry: MapGeometry, picture: Picture, links: MapLinks, selected: Collection[str] = (),
    moved: Collection[str] = (), *, alone: bool = False,
) -> Markup:  # fmt: skip
    """All that a side knows to be on the map; `alone`: nothing of the enemy."""
    look = LOOKS[picture.side]
    stacks: dict[Place, list[Thing]] = {}
    for thing in things_of(picture):
        if thing.at != DUE and thing.at in geometry.ground:
            stacks.setdefault(thing.at, []).append(thing)
    drawn = []
    if not alone:
        shown = (one for one in picture.contacts.values() if one.hex in geometry.ground)
        drawn += [
            leaf(met(geometry, contact, picture.turn, links, OTHER[look], beside=contact.hex in stacks))
            for contact in shown
        ]
    for at in sorted(stacks):
        pile = sorted(stacks[at], key=lambda one: (one.id in selected, rank(picture, one), one.id))
        for thing, dx, dy, top in heaped(pile):
            x, y = geometry.at(at)
            drawn.append(leaf(own(thing, (x + dx, y + dy), len(pile) if top and len(pile) > 1 else 0, links, look,
                                  chosen=thing.id in selected, ordered=thing.id in moved)))  # fmt: skip
    return tag("g", *drawn)


def things_of(picture: Picture) -> list[Thing]:
    """Troops and ships of one's own."""
    return [*picture.own.values(), *picture.ships.values()]


def rank(picture: Picture, thing: Thing) -> int:
    """What lies higher in a stack: passengers below their ship, supply below guns, guns below troops."""
    if isinstance(thing, Ship):
        return 3
    if thing.aboard:
        return 0
    return 2 if picture.rules.kind(thing.kind).combat else 1


def heaped(pile: list[Thing]) -> Iterator[tuple[Thing, float, float, bool]]:
    """The pieces of a stack from the lowest up, each with how far it lies from the middle, and whether it is on top."""
    step = min(STEP, HIGHEST / max(1, len(pile) - 1))
    for level, thing in enumerate(pile):
        off = (level - (len(pile) - 1) * 0.7) * step
        yield thing, off * 0.5, off, level == len(pile) - 1


def half_width(caption: str) -> float:
    """Half the width of the card of a ship: as broad as what is written on it."""
    return max(17.0, 2.55 * len(caption) + 3)


def face_of(*parts: Markup | str, chosen: bool = False, unsure: str = "", w: float = 23, h: float = 18) -> Markup:
    """The card of a counter with what stands on it."""
    halo = tag("rect", x=-w - 4, y=-h - 4, width=2 * w + 8, height=2 * h + 8, rx="5", class_="c-halo") if chosen else ""
    body = tag("rect", x=-w, y=-h, width=2 * w, height=2 * h, rx="3", class_="c-body")
    return tag("g", halo, body, *parts, class_=f"c{unsure}")


def own(thing: Thing, at: Point, pile: int, links: MapLinks, look: str, *, chosen: bool, ordered: bool) -> Markup:
    """Something of one's own: how many of what, or a fleet."""
    place_ = thing.at
    if isinstance(thing, Ship):
        w = half_width(thing.id)
        face = face_of(tag("use", href="#m-hull", transform="scale(.62) translate(0 -7)"),
                       tag("text", thing.id, y="10", font_size="8.5"), count(pile, w, -13) if pile else "",
                       chosen=chosen, w=w, h=13)  # fmt: skip
        said = thing.id
    else:
        at_sea = is_side(thing.at)  # there a ship lies on top, whose name is on it
        foot = "fort" if thing.inside else "" if at_sea else thing.aboard
        w, h = (17, 13) if at_sea else (23, 18)
        face = face_of(tag("text", str(thing.number), y="-2", font_size="15"),
                       tag("text", thing.kind, y="11", font_size="10.5"),
                       tag("text", foot, y="-10.5", font_size="7.5") if foot else "",
                       count(pile, w, -h) if pile else "", chosen=chosen, w=w, h=h)  # fmt: skip
        said = f"{thing.number} {thing.kind}" + (", in the fort" if thing.inside else "")
    return tag(
        "a", tag("g", face, transform=f"translate({points(at)})"), href=links.unit_href(thing.id),
        class_=f"counter own {look}" + " is-selected" * chosen + " is-ordered" * ordered, data_unit=thing.id,
        data_place=place_, aria_current="true" if chosen else None,
        aria_label=f"{said}, {place_}" + f", on top of {pile}" * bool(pile),
    )  # fmt: skip


def met(
    geometry: MapGeometry, contact: Contact, turn: int, links: MapLinks, look: str, *, beside: bool = False
) -> Markup:
    """An enemy place: who is there, as far as it is known; older knowledge is paler and says so.

    `beside`: one's own are there too, and lie on top.
    """
    x, y = geometry.at(contact.hex)
    if beside:
        x, y = x + ASIDE[0], y + ASIDE[1]
    old = max(0, turn - contact.turn) if not contact.in_sight else 0
    head, said = shown(contact)
    if contact.inside:
        x, y = x + 15, y - 15
    small = contact.ships is not None
    face = face_of(
        tag("text", head, y="1", font_size="12" if len(head) < 6 else "8.5"),
        tag("text", contact.handle + " fort" * contact.inside, y="10.5" if small else "13", font_size="9"),
        tag("use", href="#m-works", y="-10") if contact.entrenched else "",
        age(old) if old else "",
        w=half_width(head) if small else 23,
        h=13 if small else 18,
        unsure=" is-unsure" * (contact.units is None and contact.ships is None)
        + f" is-old is-old-{min(old, 4)}" * (not contact.in_sight),
    )
    return tag(
        "a", tag("g", face, transform=f"translate({points((x, y))})"), href=links.contact_href(contact.handle),
        class_=f"counter contact {look}", data_handle=contact.handle, data_place=contact.hex,
        aria_label=f"{contact.handle}, {said}, {contact.hex}" + (f", last seen {counted(old, 'month')} ago" if old else
                   "" if contact.in_sight else ", out of sight"),
    )  # fmt: skip


def shown(contact: Contact) -> tuple[str, str]:
    """What stands on the counter of an enemy place, and the same for those who hear it."""
    if contact.ships is not None:
        fleets = " ".join(f"{number} {kind}" for kind, number in contact.ships.items())
        return fleets, fleets
    if contact.units:
        kinds = " ".join(f"{number} {kind}" for kind, number in contact.units.items())
        return kinds if len(contact.units) == 1 else f"{sum(contact.units.values())} +", kinds
    if contact.size is not None:
        return SIZES[contact.size], f"{SIZES[contact.size]} strength points"
    return "?", "troops of unknown strength"


def works(geometry: MapGeometry, picture: Picture) -> Markup:
    """Forts, by whose they are, and one's own entrenchments."""
    drawn = [
        tag("g", tag("title", f"Fort of the {side} side"),
            tag("use", href="#m-fort", fill=f"var(--m-card-{LOOKS[side]})", stroke="var(--m-ink)", stroke_width="1.6"),
            transform=f"translate({points((x, y))}) scale(1.2)")
        for hex, side in sorted(picture.public.forts.items()) if hex in geometry.ground for x, y in [geometry.at(hex)]
    ]  # fmt: skip
    drawn += [
        tag("g", tag("title", "Your entrenchment"), tag("use", href="#m-works"),
            transform=f"translate({points((x, y + 22))})")
        for hex in picture.entrenched if hex in geometry.ground for x, y in [geometry.at(hex)]
    ]  # fmt: skip
    return tag("g", *drawn, class_="map-markers")
