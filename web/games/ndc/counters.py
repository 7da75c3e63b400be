"""Counters: the seat's own units with all their figures, and contacts with no more than was reported of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from service.engine.hexes import Hex
from service.games.ndc.known.view import KnownContact, OwnUnit
from service.games.ndc.printed.scenario import Scenario
from web.drawing.layers import MapLinks, age, count
from web.drawing.svg import joined, listing, number, points, tag
from web.games.ndc.flat import at
from web.games.ndc.symbols import FRIEND, HOSTILE, has_sign, symbol_id
from web.page_delta import DOTS, framed, leaf, told_by

MODE_LETTERS = {"march": "M", "attack": "A", "defend": "D", "dug-in": "E"}
"""E for entrenched, as D is taken."""
_MODE_WORDS = {"march": "March", "attack": "Attack", "defend": "Defend", "dug-in": "Dug-in", "deployed": "Deployed"}
TELLS = "attack #, defence #, # points left"
"""What the figures of an own unit mean."""
_EDGE = {FRIEND: "#173f63", HOSTILE: "#7c1f14"}


# ---- stacks


@dataclass(frozen=True)
class Placed:
    """A unit or contact as it lies in a hex: which one, how far from the hex's middle, and what it lies on.

    `pile` counts the pieces of the stack on its uppermost one and is 0 on the others.
    """

    piece: OwnUnit | KnownContact
    dx: float
    dy: float
    pile: int = 0


def stacked(pieces: Iterable[OwnUnit | KnownContact]) -> Iterator[Placed]:
    """The pieces of every hex from the lowest up: fanned to the north-west, where no name is written."""
    by_hex: dict[Hex, list[OwnUnit | KnownContact]] = {}
    for piece in pieces:
        if piece.hexes:
            by_hex.setdefault(piece.hexes[0], []).append(piece)
    for hex in sorted(by_hex):
        pile = sorted(by_hex[hex], key=lambda piece: piece.type != "HQ")
        step = min(9.0, 17 / max(1, len(pile) - 1))
        for level, piece in enumerate(pile):
            off = (level - (len(pile) - 1) * 0.8) * step
            yield Placed(piece, off * 0.55, off, len(pile) if level == len(pile) - 1 > 0 else 0)


def counters(
    rules: Scenario,
    pieces: Iterable[OwnUnit | KnownContact],
    looks: tuple[str, str],
    links: MapLinks,
    selected: Collection[str] = (),
    moved: Collection[str] = (),
    under_way: Collection[str] = (),
) -> Markup:
    """All counters; `looks`: of the seat's own side and the other.

    `moved` are those that stand where orders on the sheet take them, `under_way` those of which it is not told yet
    whether they came where they were ordered.
    """
    doubts = dict.fromkeys(under_way, ", ordered here, not yet known to have arrived")
    doubts |= dict.fromkeys(moved, ", here by an order on the sheet")
    placed = sorted(stacked(pieces), key=lambda p: (at(p.piece.hexes[0])[1] + p.dy, at(p.piece.hexes[0])[0]))
    return joined(
        framed(own_counter(rules, p, looks[0], links, selected, doubts), p.piece.id, *_where(p))
        if isinstance(p.piece, OwnUnit)
        else framed(contact_counter(rules, p, looks[1], links), p.piece.handle, *_where(p))
        for p in placed
    )


# ---- own units


def own_counter(
    rules: Scenario, placed: Placed, look: str, links: MapLinks, selected: Collection[str], doubts: Mapping[str, str]
) -> Markup:
    """An own unit: symbol, short name, mode, T/O steps, attack-defence-points left, state markers.

    Each part says in words what it shows; so does the counter itself, of its place.
    """
    unit = placed.piece
    assert isinstance(unit, OwnUnit)
    signs = [*unit.states, *([] if unit.in_command else ["out of command"])]
    letters = {f"F{unit.fatigue}": f"fatigue F{unit.fatigue}"} if unit.fatigue else {}
    letters |= {f"~{unit.ew}": f"EW {unit.ew}"} if unit.ew else {}
    named = [unit.designation, *([] if unit.type in unit.designation else [unit.type])]
    steps = f"T/O {unit.to}" + (f" of {unit.to_max}" if unit.to < unit.to_max else "")
    figures = f"{unit.attack}-{unit.defence}-{unit.left}"
    called = rules.designated(unit.designation)
    kind = symbol_id(look, unit.type, called.echelon or _size(unit.type))
    face = [
        _body(kind, _label(called.on_counter), says=named),
        _strength(
            _mode(unit.mode),
            tag("use", href=f"#m-gap{unit.to_max}") if unit.to < unit.to_max else "",
            tag("use", href=f"#m-pip{unit.to}") if 0 < unit.to <= 6 else "",
            says=[_MODE_WORDS.get(unit.mode, unit.mode), steps],
        ),
        leaf(_figures(figures, says=told_by(TELLS.replace("points", "point"), figures) if unit.left == 1 else None)),
        _signs(signs, letters),
        leaf(tag("use", href="#m-commander", x=-23, y=9, data_says="with the division commander"))
        if unit.commander
        else "",
        leaf(count(placed.pile, -30, -6)) if placed.pile else "",
    ]
    is_selected = unit.id in selected
    return tag(
        "a",
        _card(look, face, dug_in=unit.mode == "dug-in", selected=is_selected),
        *_parts(placed, look),
        href=links.unit_href(unit.id),
        class_=f"counter {look}" + " is-selected" * is_selected + " is-ordered" * (unit.id in doubts),
        data_unit=unit.id,
        **_place(placed, DOTS, doubts.get(unit.id, "")),
        data_tells=TELLS,
        aria_current="true" if is_selected else None,
    )


# ---- contacts


def contact_counter(rules: Scenario, placed: Placed, look: str, links: MapLinks) -> Markup:
    """An enemy as last reported: what was not told is not there, and a sighting of an earlier turn shows its age."""
    contact = placed.piece
    assert isinstance(contact, KnownContact)
    # The handle is the name by which the log speaks of it; where a designation is known, map.css enlarges that.
    called = rules.designated(contact.designation) if contact.designation is not None else None
    kind = symbol_id(look, contact.type or "unknown", (called and called.echelon) or _size(contact.type))
    mode = [_MODE_WORDS.get(contact.mode, contact.mode)] if contact.mode else []
    is_in_name = contact.type is not None and contact.type in (contact.designation or "")
    face = [
        leaf(tag("g", data_says=contact.designation)) if contact.designation else "",
        _plate(kind, says=None if is_in_name else contact.type or "type unknown"),
        _strength(
            _mode(contact.mode) if contact.mode else "",
            tag("use", href=f"#m-pip{contact.to}") if contact.to and contact.to <= 6 else "",
            says=[*mode, *([f"T/O {contact.to}"] if contact.to is not None else [])],
        ),
        _signs(["engaged"] if contact.engaged else [], {}, first=1 if contact.age else 0),
        _report(contact),
        leaf(_figures(called.on_counter)) if called else "",
        leaf(count(placed.pile, -30, -6)) if placed.pile else "",
        _label(contact.handle) if placed.dx and not called else "",
        tag("text", contact.handle, class_="c-handle"),
    ]
    return tag(
        "a",
        _card(look, face, dug_in=contact.mode == "dug-in"),
        *_parts(placed, look, sure=contact.known),
        href=links.contact_href(contact.handle),
        class_=f"counter {look} contact",
        data_handle=contact.handle,
        data_track=listing(contact.track) if len(contact.track) > 1 else None,
        **_place(placed, f"Enemy contact {contact.handle}, {DOTS}"),
    )


def _report(contact: KnownContact) -> Markup:
    """How old a sighting is, and whether the unit is known to be there still: as it is of many a contact."""
    turns = "1 turn" if contact.age == 1 else f"{contact.age} turns"
    classes = ["is-unsure"] * (not contact.known) + ["is-old"] * (contact.age > 0)
    known = "known to be there" if contact.known else "may no longer be there"
    return leaf(
        tag(
            "g",
            age(contact.age) if contact.age else "",
            class_=" ".join(classes) or None,
            data_says=f"{known}, reported {turns} ago" if contact.age else f"{known}, reported this turn",
        )
    )


def _size(type: str | None) -> str:
    """The size that the symbol shows of a unit of which no more is known than its type."""
    return "battalion" if type is not None and type != "HQ" else "none"


# ---- pieces of a counter


def _where(placed: Placed) -> Iterator[str]:
    """What tells a counter from one that lies elsewhere: its hex, place on paper and track."""
    yield from (placed.piece.hexes[0], points(_middle(placed)))
    if isinstance(placed.piece, KnownContact) and len(placed.piece.track) > 1:
        yield "|".join(placed.piece.track)


def _place(placed: Placed, says: str, more: str = "") -> dict[str, str | None]:
    """Where a counter lies, as attributes: for scripts, in words between what it `says` and `more`, and on paper."""
    hexes = placed.piece.hexes
    place = f"hex {hexes[0]}" if len(hexes) == 1 else f"hexes {', '.join(hexes)}"
    return {
        "data_place": hexes[0],
        "data_stands": listing(hexes) if len(hexes) > 1 else None,
        "data_says": f"{says}, {place}{more}",
        "transform": f"translate({points(_middle(placed))})",
    }


def _middle(placed: Placed) -> tuple[float, float]:
    x, y = at(placed.piece.hexes[0])
    return x + placed.dx, y + placed.dy


def _card(look: str, face: list[str], *, dug_in: bool, selected: bool = False) -> Markup:
    return tag(
        "g",
        tag("use", href="#m-halo", class_="c-halo") if selected else "",
        tag("use", href="#m-dug-in", stroke=_EDGE[look]) if dug_in else "",
        *face,
        class_="c",
    )


def _body(kind: str, *drawn: str, says: Iterable[str]) -> Markup:
    """What seldom changes of an own counter: its card, and what is lettered on it."""
    return leaf(tag("g", _plate(kind), *drawn, data_says=", ".join(says)))


def _plate(kind: str, says: str | None = None) -> Markup:
    """A counter's card, which map.css colours, and the symbol on it."""
    body = tag("use", href="#m-body", class_="c-body")
    return leaf(tag("g", tag("use", href="#m-shadow"), body, tag("use", href=f"#{kind}"), data_says=says))


def _strength(*drawn: str, says: Iterable[str]) -> Markup:
    """Mode and steps, which are the same on many a counter."""
    words = ", ".join(says)
    return leaf(tag("g", *drawn, data_says=words)) if words else Markup("")


def _parts(placed: Placed, look: str, sure: bool = True) -> list[Markup]:
    """The further hexes of a zone: a smaller card in each, tied to the base hex."""
    edge, hexes = _EDGE[look], placed.piece.hexes
    (mx, my), (bx, by) = _middle(placed), at(hexes[0])
    parts: list[Markup] = []
    for hex in hexes[1:]:
        x, y = at(hex)
        tie = (bx - x) * 0.42, (by - y) * 0.42
        start = (bx - x) * 0.24, (by - y) * 0.24
        parts.append(
            tag(
                "g",
                tag("path", d=f"M{points(start)}L{points(tie)}", stroke=edge, stroke_width="5"),
                tag(
                    "use",
                    href="#m-part",
                    stroke=edge,
                    stroke_width="1.4",
                    stroke_dasharray=None if sure else "4 2.5",
                ),
                tag("use", href="#m-zone", stroke=edge),
                transform=f"translate({points((x - mx, y - my))})",
                class_="c-part",
            )
        )
    return parts


def _label(text: str) -> Markup:
    """What a unit is called, beside the size on its symbol; what is longer than usual is written narrower."""
    long = {"textLength": "14", "lengthAdjust": "spacingAndGlyphs"} if len(text) > 3 else {}
    return tag("text", text, class_="c-name", x="-21.5", y="-14.2", **long)


def _mode(mode: str) -> Markup:
    """The letter of a mode; an HQ's symbol says that it is one, so it has a letter only when it marches."""
    return tag("text", MODE_LETTERS[mode], class_="c-mode", x="-17.4", y="2") if mode in MODE_LETTERS else Markup("")


def _figures(text: str, says: str | None = None) -> Markup:
    wide = len(text) > 6
    return tag(
        "text", text, class_="c-figures",
        textLength="43" if wide else None, lengthAdjust="spacingAndGlyphs" if wide else None,
        data_says=says,
    )  # fmt: skip


def _signs(states: Iterable[str], letters: Mapping[str, str], first: int = 0) -> Markup:
    """State markers down the right edge, lettered where they have no sign; then `letters`, each with what it says."""
    drawn: list[Markup] = []
    states, place = list(states), first
    for state in (*states, *letters):
        # A unit that was stopped is finished as well: one marker says it.
        if state == "finished" and "stopped" in states:
            drawn.append(leaf(tag("g", data_says=state)))
            continue
        x, y = 26 - 11 * (place // 4), -18 + 11.5 * (place % 4)
        place += 1
        name = state.replace(" ", "-")
        if has_sign(name):
            drawn.append(leaf(tag("use", href=f"#m-s-{name}", x=x, y=y, data_says=state)))
        else:
            text = {"detachment": "½"}.get(name, name[:2] if state in letters else name[:1].upper())
            drawn.append(_lettered(text, x, y, letters.get(state, state)))
    return joined(drawn)


def _lettered(text: str, x: float, y: float, says: str) -> Markup:
    drawn = tag("use", href="#m-s-plain"), tag("text", text, class_="c-sign", y="2.8")
    return leaf(tag("g", *drawn, transform=f"translate({number(x)} {number(y)})", data_says=says))
