"""Counters: own bases with all their states, and contacts with no more than was seen of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from markupsafe import Markup

from service.engine.figures import signed
from service.engine.hexes import Hex
from service.games.skirmish.known.picture import Contact
from service.games.skirmish.known.view import View
from service.games.skirmish.printed.bases import Base, Outward
from service.games.skirmish.printed.profiles import BaseFigures, Profile
from service.games.skirmish.staff.rosters import HAS_TO_MOVE, ago, states
from web.drawing.geometry import MapGeometry
from web.drawing.layers import Links, count
from web.drawing.layers import age as age_tab
from web.drawing.svg import joined, number, points, tag
from web.games.skirmish.symbols import SIGNS
from web.leaves import leaf

CARD = {"blue": ("#dceaf6", "#14375c"), "red": ("#f7dfd3", "#7a1d10")}
"""Card and ink of each side's colour; the shape of the card differs too."""
SINGLES = ((0.0, 0.0), (19.0, 17.0), (-19.0, 17.0), (19.0, -17.0))
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
    bases: BaseFigures,
    view: View,
    colours: tuple[str, str],
    links: Links,
    selected: Collection[str] = (),
) -> Markup:
    """All counters; `colours`: of the seat's own side and of the other."""
    placed = sorted(
        stacked(bases, view), key=lambda p: (p.size < 1, geometry.at(p.hex)[1] + p.dy, geometry.at(p.hex)[0] + p.dx)
    )
    return joined(
        leaf(
            own_counter(
                geometry,
                bases.profile(p.piece),
                p,
                p.piece,
                colours[0],
                links,
                selected,
                owing=p.piece.id in view.owing,
                ordered=not view.sealed and p.piece.id in view.ordered,
            )
            if isinstance(p.piece, Base)
            else contact_counter(geometry, bases, view, p, p.piece, colours[1], links)
        )
        for p in placed
    )


# ---- own bases


def own_counter(
    geometry: MapGeometry,
    profile: Profile,
    placed: Placed,
    base: Base,
    colour: str,
    links: Links,
    selected: Collection[str],
    *,
    owing: bool,
    ordered: bool,
) -> Markup:
    """An own base: what it is, its name, quality and suppression, and a mark for all that it suffers or has done.

    One that is `owing` has to be moved before the step can be closed; one that is `ordered` is where its move takes it.
    """
    chosen = base.id in selected
    face = [
        figure(base.kind, base.type, base.heading if base.type else None, geometry.headings),
        tag("text", short(base.name), class_="c-name", x="-20", y="-13.5", **fitted(short(base.name), 30)),
        tag("text", f"Q{base.quality}", class_="c-figures is-left", x="-20", y="20.5"),
        tag("text", signed(base.rating), class_="c-figures is-right", x="20", y="20.5")
        if base.leader else remaining(base, profile.rof(base)),
        suppressed(base.suppression),
        signs(states(base)),
    ]  # fmt: skip
    return tag(
        "a",
        card(geometry, placed, colour, face, selected=chosen, mover=owing),
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
        aria_current="true" if chosen else None,
        aria_label=own_words(base, profile, placed.hex)
        + f", {HAS_TO_MOVE}" * owing
        + ", here by an order on the sheet" * ordered,
        color=CARD[colour][1],
    )


def remaining(base: Base, rof: int) -> Markup:
    """The attacks that are left of its rate of fire in this player turn, where it has more than one."""
    if rof < 2:
        return Markup("")
    left = max(0, rof - base.shots)
    return tag("text", f"{left}/{rof}", class_="c-figures is-right", x="20", y="20.5")


def own_words(base: Base, profile: Profile, hex: Hex) -> str:
    """An own base read aloud."""
    heading = f", facing {base.heading}" if profile.make else ""
    words = [
        base.name,
        profile.title,
        f"quality {base.quality}",
        *([f"suppression {base.suppression}"] if base.suppression else []),
        *states(base),
        f"hex {hex}{heading}",
    ]
    return ", ".join(dict.fromkeys(words))


# ---- contacts


def contact_counter(
    geometry: MapGeometry, bases: BaseFigures, view: View, placed: Placed, contact: Contact, colour: str, links: Links
) -> Markup:
    """An enemy as last seen: what was not seen is not there, and who is out of sight pales with the turns."""
    shows, age = contact.shows, 0 if contact.in_sight else view.turn - contact.turn
    old = not contact.in_sight
    face = [
        figure(shows.kind, shows.type, shows.heading, geometry.headings)
        if shows else tag("text", "?", class_="c-unknown", y="11"),
        tag("text", short(shows.name) if shows and shows.name else contact.handle, class_="c-name", x="-20", y="-13.5"),
        tag("text", f"Q{shows.quality}", class_="c-figures is-left", x="-20", y="20.5")
        if shows and shows.quality else "",
        signs(seen_states(shows)) if shows else "",
        age_tab(age, 17, -22) if old and age else "",
    ]  # fmt: skip
    mover = view.film is not None and view.film.handle == contact.handle
    return tag(
        "a",
        card(geometry, placed, colour, face, sure=contact.in_sight, old=age if old else None, mover=mover),
        href=links.contact_href(contact.handle),
        class_=" ".join(
            ["counter", colour, "contact", *(["is-unsure"] if old else []), *(["is-mover"] if mover else [])]
        ),
        data_handle=contact.handle,
        data_place=placed.hex,
        aria_label=contact_words(bases, contact, age),
        color=CARD[colour][1],
    )


def seen_states(shows: Outward) -> list[str]:
    found = {
        "broken": shows.morale == "broken", "routed": shows.morale == "routed", "cowered": shows.cowered,
        "pinned": shows.pinned, "moved": shows.moving,
    }  # fmt: skip
    return [name for name, holds in found.items() if holds]


def contact_words(bases: BaseFigures, contact: Contact, age: int) -> str:
    """A contact read aloud."""
    shows = contact.shows
    seen = "in sight" if contact.in_sight else f"last seen {ago(age)}"
    words = [
        f"Enemy {contact.handle}",
        *([shows.name] if shows and shows.name else []),
        bases.profile(shows).title if shows else "not made out",
        *(seen_states(shows) if shows else []),
        seen,
        f"hex {contact.hex}",
    ]
    return ", ".join(words)


# ---- pieces of a counter


def card(
    geometry: MapGeometry, placed: Placed, colour: str, face: Iterable[Markup | str], *, sure: bool = True,
    old: int | None = None, selected: bool = False, mover: bool = False,
) -> Markup:  # fmt: skip
    """A piece of cardboard with what is printed on it."""
    x, y = geometry.at(placed.hex)
    fill, edge = CARD[colour]
    piece = tag(
        "g",
        tag("use", href="#m-halo", class_="c-mover") if mover else "",
        tag("use", href="#m-halo", class_="c-halo") if selected else "",
        tag("use", href="#m-shadow") if old is None else "",
        tag("use", href=f"#m-body-{colour}", class_="c-body", fill=fill, stroke=edge,
            stroke_width="2.4" if selected else "1.5", stroke_dasharray=None if sure else "4 2.5"),
        *face,
        count(placed.pile, -30, -3) if placed.pile else "",
        class_="c",
    )  # fmt: skip
    scale = "" if placed.size == 1 else f"scale({placed.size})"
    fade = None if old is None else number(max(0.45, 0.8 - 0.1 * min(old, LAST_AGE)))
    return tag("g", piece, transform=f"translate({points((x + placed.dx, y + placed.dy))}){scale}", opacity=fade)


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
    return tag(
        "g", tag("use", href="#m-burst", transform="scale(1.15)"), tag("text", count, class_="c-burst", y="4"),
        transform="translate(21 -21)",
    )  # fmt: skip


def signs(names: Iterable[str]) -> Markup:
    """The marks down the right edge, and on from the left one where there are many."""
    drawn = []
    for place, name in enumerate(name for name in names if name in SIGNS):
        x, y = (24, -8 + 12 * place) if place < 3 else (-24, -4 + 12 * (place - 3))
        drawn.append(tag("use", href=f"#m-s-{name.replace(' ', '-')}", x=x, y=y))
    return joined(drawn)


def fitted(text: str, width: int) -> dict[str, str]:
    return {"textLength": str(width), "lengthAdjust": "spacingAndGlyphs"} if len(text) > 6 else {}


def short(name: str) -> str:
    """A name as a counter has room for it: 1 Sq for the 1st squad."""
    words = [word for word in name.replace("-", " ").split() if word.lower() != "team"]
    if len(words) > 1 and words[0][:1].isdigit():
        return f"{words[0].rstrip('stndrh')} {words[1][:2].capitalize()}"
    if len(words) > 1 and words[0][0].isupper() and words[1][0].isupper():
        return words[-1][:7]
    return words[0][:7]
