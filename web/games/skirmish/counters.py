"""Counters: own bases with all their states, and contacts with no more than was seen of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from service.engine.figures import signed
from service.engine.hexes import Hex
from service.engine.places import Point
from service.games.skirmish.known.picture import Contact
from service.games.skirmish.known.view import View
from service.games.skirmish.printed.bases import Base, Outward
from service.games.skirmish.printed.profiles import BaseFigures
from service.games.skirmish.printed.scenario import Scenario
from service.games.skirmish.staff.key import states as marked
from service.games.skirmish.staff.rosters import HAS_TO_MOVE, ago, states
from web.drawing.geometry import MapGeometry
from web.drawing.layers import MapLinks, count
from web.drawing.layers import age as age_tab
from web.drawing.svg import joined, number, points, tag
from web.games.skirmish.symbols import SIGNS
from web.page_delta import DOTS, framed, leaf

SINGLES = ((0.0, 0.0), (19.0, 12.0), (-19.0, 12.0), (19.0, -17.0))
"""Where lone men stand beside others, from the middle of their hex."""
LAST_AGE = 4


@dataclass(frozen=True)
class Placed:
    """A base or contact as it lies in a hex: how far from its middle, how large; how many lie in its stack, if it is
    the uppermost."""

    piece: Base | Contact
    hex: Hex
    dx: float
    dy: float
    size: float
    pile: int = 0


def single(bases: BaseFigures, piece: Base | Contact) -> bool:
    """Whether a piece is one man, as far as is known; a suspicion is drawn in full."""
    shows = piece if isinstance(piece, Base) else piece.shows
    return shows is not None and bases.profile(shows).single


def stacked(bases: BaseFigures, view: View) -> Iterator[Placed]:
    """The pieces of every hex: squads and the like in its middle, lone men small beside them."""
    where: list[tuple[Hex, Base | Contact]] = [(contact.hex, contact) for contact in view.contacts]
    where += [(hex, base) for base in view.own if (hex := place_of(view, base)) is not None]
    by_hex: dict[Hex, list[Base | Contact]] = {}
    for hex, piece in where:
        by_hex.setdefault(hex, []).append(piece)
    for hex in sorted(by_hex):
        large = [piece for piece in by_hex[hex] if not single(bases, piece)]
        small = [piece for piece in by_hex[hex] if single(bases, piece)]
        step = min(10.0, 18 / max(1, len(large) - 1))
        for level, piece in enumerate(large):
            off = (level - (len(large) - 1) * 0.8) * step
            yield Placed(piece, hex, off * 0.6, off, 1, len(large) if level == len(large) - 1 > 0 else 0)
        room = SINGLES[1:] if large else SINGLES
        for (dx, dy), piece in zip(room * len(small), small, strict=False):
            yield Placed(piece, hex, dx, dy, 0.66 if large else 0.8)


def place_of(view: View, base: Base) -> Hex | None:
    """Where an own base is drawn: where its move on the sheet takes it; once the moves are sealed, where it stood."""
    return base.hex if view.sealed else view.ordered.get(base.id, base.hex)


def counters(
    geometry: MapGeometry,
    rules: Scenario,
    view: View,
    colours: tuple[str, str],
    links: MapLinks,
    selected: Collection[str] = (),
) -> Markup:
    """All counters; `colours`: of the seat's own side and of the other."""
    meanings = {name.lower(): meaning for name, meaning in marked(rules.tables).items()}
    placed = sorted(
        stacked(rules.tables.bases, view),
        key=lambda p: (p.size < 1, geometry.at(p.hex)[1] + p.dy, geometry.at(p.hex)[0] + p.dx),
    )
    return joined(
        framed(
            own_counter(
                geometry,
                rules,
                p,
                p.piece,
                colours[0],
                links,
                selected,
                meanings,
                owing=p.piece.id in view.owing,
                ordered=not view.sealed and p.piece.id in view.ordered,
            ),
            p.piece.id,
            p.hex,
            points(middle(geometry, p)),
        )
        if isinstance(p.piece, Base)
        else framed(
            contact_counter(geometry, rules, view, p, p.piece, colours[1], links, meanings),
            p.piece.handle,
            p.hex,
            points(middle(geometry, p)),
        )
        for p in placed
    )


# ---- own bases


def own_counter(
    geometry: MapGeometry,
    rules: Scenario,
    placed: Placed,
    base: Base,
    colour: str,
    links: MapLinks,
    selected: Collection[str],
    meanings: Mapping[str, str],
    *,
    owing: bool,
    ordered: bool,
) -> Markup:
    """An own base: what it is, its name, quality and suppression, and a mark for all that it suffers or has done.

    One that is `owing` has to be moved before the step can be closed; one that is `ordered` is where its move takes it.
    """
    chosen, profile, name = base.id in selected, rules.profile(base), lettered(rules.short_name(base.name))
    body = figure(base.kind, base.type, base.heading if base.type else None, geometry.headings)
    face = [
        plate(colour, body, name, says=dict.fromkeys([base.name, profile.title])),
        quality(base.quality),
        leaf(tag("text", signed(base.rating), class_="c-figures is-right", x="20", y="20.5"))
        if base.leader else remaining(base, profile.rof(base)),
        suppressed(base.suppression),
        signs(states(base), meanings),
        pile(placed),
    ]  # fmt: skip
    says = [
        DOTS, f"hex {placed.hex}", *([f"facing {base.heading}"] if profile.make else []),
        *([HAS_TO_MOVE] if owing else []), *(["where its orders take it"] if ordered else []),
    ]  # fmt: skip
    return tag(
        "a",
        card(face, selected=chosen, mover=owing),
        href=links.unit_href(base.id),
        class_=" ".join(
            [
                "counter",
                colour,
                *(["is-selected"] if chosen else []),
                *(["is-shaky"] if base.morale != "good" else []),
                *(["is-ordered"] if ordered else []),
            ]
        ),
        data_unit=base.id,
        data_place=placed.hex,
        data_says=", ".join(says),
        transform=lies(geometry, placed),
        aria_current="true" if chosen else None,
    )


def remaining(base: Base, rof: int) -> Markup:
    """The attacks that are left of its rate of fire in this player turn, where it has more than one."""
    if rof < 2:
        return Markup("")
    left = max(0, rof - base.shots)
    return leaf(tag("text", f"{left}/{rof}", class_="c-figures is-right", x="20", y="20.5"))


# ---- contacts


def contact_counter(
    geometry: MapGeometry,
    rules: Scenario,
    view: View,
    placed: Placed,
    contact: Contact,
    colour: str,
    links: MapLinks,
    meanings: Mapping[str, str],
) -> Markup:
    """An enemy as last seen: what was not seen is not there, and who is out of sight pales with the turns."""
    shows, name = contact.shows, contact.shows.name if contact.shows else ""
    body = (
        figure(shows.kind, shows.type, shows.heading, geometry.headings)
        if shows
        else tag("text", "?", class_="c-unknown", y="11")
    )
    mover = view.film is not None and view.film.handle == contact.handle
    face = [
        leaf(tag("g", data_says=name)) if name else "",
        plate(colour, body, says=[rules.profile(shows).title if shows else "not made out"]),
        leaf(lettered(rules.short_name(name))) if name else "",
        quality(shows.quality, says=False) if shows and shows.quality else "",
        signs(seen_states(shows), meanings) if shows else "",
        seen(contact, view.turn),
        pile(placed),
        lettered(contact.handle) if not name else "",
    ]
    return tag(
        "a",
        card(face, mover=mover),
        href=links.contact_href(contact.handle),
        class_=" ".join(["counter", colour, "contact", *(["is-mover"] if mover else [])]),
        data_handle=contact.handle,
        data_place=placed.hex,
        data_says=f"Enemy {contact.handle}, {DOTS}, hex {contact.hex}",
        transform=lies(geometry, placed),
    )


def seen(contact: Contact, turn: int) -> Markup:
    """Whether a contact is in sight, or how long ago it was."""
    if contact.in_sight:
        return leaf(tag("g", data_says="in sight"))
    age = turn - contact.turn
    tab = age_tab(age) if age else ""
    return leaf(
        tag("g", tab, class_=f"is-unsure is-old-{min(max(age, 0), LAST_AGE)}", data_says=f"last seen {ago(age)}")
    )


def seen_states(shows: Outward) -> list[str]:
    found = {
        "broken": shows.morale == "broken", "routed": shows.morale == "routed", "cowered": shows.cowered,
        "pinned": shows.pinned, "moved": shows.moving,
    }  # fmt: skip
    return [name for name, holds in found.items() if holds]


# ---- pieces of a counter


def card(face: Iterable[Markup | str], *, selected: bool = False, mover: bool = False) -> Markup:
    """A piece of cardboard and what is printed on it, which map.css colours."""
    return tag(
        "g",
        tag("use", href="#m-halo", class_="c-mover") if mover else "",
        tag("use", href="#m-halo", class_="c-halo") if selected else "",
        *face,
        class_="c",
    )


def plate(colour: str, *drawn: Markup, says: Iterable[str]) -> Markup:
    """The cardboard itself, and what seldom changes on it."""
    body = tag("use", href=f"#m-body-{colour}", class_="c-body")
    return leaf(tag("g", tag("use", href="#m-shadow"), body, *drawn, data_says=", ".join(says)))


def lies(geometry: MapGeometry, placed: Placed) -> str:
    """Where a counter lies, and how large."""
    scale = "" if placed.size == 1 else f"scale({placed.size})"
    return f"translate({points(middle(geometry, placed))}){scale}"


def middle(geometry: MapGeometry, placed: Placed) -> Point:
    x, y = geometry.at(placed.hex)
    return x + placed.dx, y + placed.dy


def lettered(name: str) -> Markup:
    """What a base is called, along the upper edge; what is longer than usual is written narrower."""
    long = {"textLength": "30", "lengthAdjust": "spacingAndGlyphs"} if len(name) > 6 else {}
    return tag("text", name, class_="c-name", x="-20", y="-13.5", **long)


def quality(figure: int, *, says: bool = True) -> Markup:
    text = f"quality {figure}" if says else None
    return leaf(tag("text", f"Q{figure}", class_="c-figures is-left", x="-20", y="20.5", data_says=text))


def pile(placed: Placed) -> Markup:
    """How many lie in a stack, on its uppermost piece."""
    return leaf(count(placed.pile, -30, -3)) if placed.pile else Markup("")


def figure(kind: str, type: str | None, heading: int | None, sides: int) -> Markup:
    """Men, or a gun or vehicle from above, turned to its heading, which a pointer at the card's edge shows too."""
    if heading is None:
        return tag("use", href=f"#m-k-{type or kind}", y="1", transform=None if type is None else "scale(.8)")
    turn = number(360 / sides * heading + (180 / sides if sides == 6 else 0))
    name = type if type in ("medium_tank", "assault_gun", "carrier", "lorry") else kind
    return joined(
        [
            tag("use", href=f"#m-k-{name}", transform=f"rotate({turn})scale(.8)"),
            tag("use", href="#m-heading", transform=f"rotate({turn})"),
        ]
    )


def suppressed(count: int) -> Markup:
    """Suppression as a burst with its number, at the upper right corner."""
    if not count:
        return Markup("")
    return leaf(tag(
        "g", tag("use", href="#m-burst", transform="scale(1.15)"), tag("text", count, class_="c-burst", y="4"),
        transform="translate(21 -21)", data_says=f"suppression {count}",
    ))  # fmt: skip


def signs(names: Iterable[str], meanings: Mapping[str, str]) -> Markup:
    """The marks down the right edge, and on from the left one where there are many; each says what it forbids."""
    drawn = []
    for place, name in enumerate(name for name in names if name in SIGNS):
        x, y = (24, -8 + 12 * place) if place < 3 else (-24, -4 + 12 * (place - 3))
        drawn.append(
            leaf(tag("use", href=f"#m-s-{name.replace(' ', '-')}", x=x, y=y, data_says=f"{name} ({meanings[name]})"))
        )
    return joined(drawn)
