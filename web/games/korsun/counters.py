"""The counters of Korsun: stacks of units, enemies by what is known of them, supply markers and works."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from markupsafe import Markup

from service.engine.hexes import Hex
from service.engine.sentences import counted
from service.games.korsun.known.picture import Contact, Picture, field_of
from service.games.korsun.known.supply import points_due
from service.games.korsun.printed.scenario import Scenario
from service.games.korsun.printed.units import Sdm, Unit
from service.games.korsun.staff.rosters import states
from service.games.korsun.staff.terms import type_of
from web.drawing.geometry import MapGeometry
from web.drawing.layers import MapLinks, age, count
from web.drawing.svg import number, points, tag
from web.page_delta import leaf

LOOKS = {"German": "blue", "Soviet": "red"}
OTHER = {"blue": "red", "red": "blue"}
STEP = 7.0
"""How far a counter of a stack lies above the one below it, at the most."""
HIGHEST = 15.0
"""How high a stack is, whatever lies in it."""


def counters(
    geometry: MapGeometry, picture: Picture, links: MapLinks, selected: Collection[str] = (),
    moved: Collection[str] = (), *, alone: bool = False,
) -> Markup:  # fmt: skip
    """All that a side knows to stand on the map; `alone`: nothing of the enemy."""
    rules, look = picture.rules, LOOKS[picture.side]
    stacks: dict[Hex, list[Unit]] = {}
    for unit in picture.own.values():
        if unit.hex is not None and unit.hex in geometry.ground:
            stacks.setdefault(unit.hex, []).append(unit)
    field = field_of(picture)
    drawn = [leaf(marker(geometry, sdm, points_due(field, sdm), look, named=sdm.hex in rules.board.names))
             for sdm in picture.sdms.values() if sdm.hex is not None and sdm.hex in geometry.ground]  # fmt: skip
    if not alone:
        shown = (one for one in picture.contacts.values() if one.hex in geometry.ground)
        drawn += [leaf(met(geometry, rules, contact, picture.turn, links, OTHER[look])) for contact in shown]
    for hex in sorted(stacks):
        pile = sorted(stacks[hex], key=lambda unit: (unit.id in selected, rules.profile(unit.id).is_combat))
        for unit, dx, dy, top in heaped(pile):
            x, y = geometry.at(hex)
            drawn.append(leaf(own(rules, unit, (x + dx, y + dy), len(pile) if top and len(pile) > 1 else 0, links, look,
                                  chosen=unit.id in selected, ordered=unit.id in moved)))  # fmt: skip
    return tag("g", *drawn)


def heaped(pile: list[Unit]) -> Iterator[tuple[Unit, float, float, bool]]:
    """The units of a stack from the lowest up, each with how far it lies from the middle, and whether it is on top."""
    step = min(STEP, HIGHEST / max(1, len(pile) - 1))
    for level, unit in enumerate(pile):
        off = (level - (len(pile) - 1) * 0.7) * step
        yield unit, off * 0.5, off, level == len(pile) - 1


def body(look: str, *parts: Markup | str, chosen: bool = False) -> Markup:
    """The card of a counter with what stands on it."""
    halo = tag("rect", x="-29", y="-24", width="58", height="48", rx="5", class_="c-halo") if chosen else ""
    return tag(
        "g", halo, tag("rect", x="-25", y="-20", width="50", height="40", rx="3", class_="c-body"), *parts, class_="c"
    )


def own(
    rules: Scenario,
    unit: Unit,
    at: tuple[float, float],
    pile: int,
    links: MapLinks,
    look: str,
    *,
    chosen: bool,
    ordered: bool,
) -> Markup:
    """A unit of one's own: its name, its sign, attack and defense as they are now, steps lost, and what it suffers."""
    printed, marks = rules.profile(unit.id), states(unit)
    figures = (
        f"{unit.attack(printed)}-{unit.defense(printed)}" if printed.is_combat else f"{printed.fs}/{printed.range}"
    )
    lost = tag("path", d="".join(f"M{number(20 - 5 * n)}-16v6" for n in range(unit.lost)), stroke="var(--m-fight)",
               stroke_width="2.6") if unit.lost else ""  # fmt: skip
    face = body(
        look, tag("text", unit.id, y="-10.5", font_size="9.5"),
        tag("use", href=f"#m-k-{printed.type}", y="0"),
        tag("text", figures, y="17", font_size="10"), lost,
        badge(marks[0][1]) if marks else "", count(pile, 25, -20) if pile else "", chosen=chosen,
    )  # fmt: skip
    words = [
        unit.id,
        type_of(rules.counters[unit.id]),
        f"{unit.steps(printed)} of {printed.steps} steps",
        *(name for name, _ in marks),
    ]
    return tag(
        "a", tag("g", face, transform=f"translate({points(at)})"), href=links.unit_href(unit.id),
        class_=f"counter own {look}" + " is-selected" * chosen + " is-ordered" * ordered, data_unit=unit.id,
        data_place=unit.hex, aria_current="true" if chosen else None,
        aria_label=f"{', '.join(words)}, hex {unit.hex}" + f", on top of {pile}" * bool(pile),
    )  # fmt: skip


def badge(letters: str) -> Markup:
    """What a unit suffers, in a letter or two at the foot of its counter."""
    return tag(
        "g", tag("rect", x="9", y="10", width="17", height="11", rx="3", fill="#7a1f66", stroke="none"),
        tag("text", letters, x="17.5", y="18.5", font_size="9"), class_="c-badge",
    )  # fmt: skip


def met(geometry: MapGeometry, rules: Scenario, contact: Contact, turn: int, links: MapLinks, look: str) -> Markup:
    """An enemy hex: who was identified there, or how large the stack is; older knowledge is paler and says so."""
    x, y = geometry.at(contact.hex)
    old = max(0, turn - contact.turn) if not contact.in_sight else 0
    if contact.units:
        fighting = [one for one in contact.units if rules.profile(one.id).is_combat] or list(contact.units)
        first = fighting[0]
        name, sign = first.id, tag("use", href=f"#m-k-{rules.profile(first.id).type}")
        foot = tag("text", " ".join(filter(None, (f"+{len(contact.units) - 1}" * (len(contact.units) > 1),
                   contact.handle))), y="17", font_size="9.5")  # fmt: skip
        behind = len(contact.units) > 1
        said = ", ".join(one.id for one in contact.units)
    else:
        name, behind = ("supply" if contact.marker else "large" if contact.large else "small"), contact.large
        sign = tag("text", "SP" if contact.marker else "?", y="6", font_size="17")
        foot = tag("text", contact.handle, y="17", font_size="9.5")
        said = f"a {name} stack" if not contact.marker else "a supply marker"
    under = tag("rect", x="-21", y="-24", width="50", height="40", rx="3", class_="c-body") if behind else ""
    face = tag(
        "g", under, tag("rect", x="-25", y="-20", width="50", height="40", rx="3", class_="c-body"),
        tag("text", name, y="-10.5", font_size="9.5"), sign, foot,
        badge("D") if any(one.order == "disorganized" for one in contact.units) else "", age(old) if old else "",
        class_="c" + " is-unsure" * (not contact.units)
               + f" is-old is-old-{min(old, 4)}" * (not contact.in_sight),
    )  # fmt: skip
    return tag(
        "a", tag("g", face, transform=f"translate({points((x, y))})"), href=links.contact_href(contact.handle),
        class_=f"counter contact {look}", data_handle=contact.handle, data_place=contact.hex,
        aria_label=f"{contact.handle}, {said}, hex {contact.hex}" + (
            f", last seen {counted(old, 'turn')} ago" if old else "" if contact.in_sight else ", out of sight"),
    )  # fmt: skip


def marker(geometry: MapGeometry, sdm: Sdm, due: int | None, look: str, *, named: bool) -> Markup:
    """A supply marker of one's own, command and points, or those that are `due`: at the foot of its hex, or at the head
    of a named one."""
    assert sdm.hex is not None
    x, y = geometry.at(sdm.hex)
    said = f"{sdm.command} {sdm.sp if due is None else f'+{due}'}"
    has = f"{sdm.sp} points" if due is None else f"takes in {counted(due, 'point')}"
    width = 12 + 6 * len(said)
    return tag(
        "g", tag("title", f"Supply marker of {sdm.command}, {has}" + ", cut off" * sdm.cut_off),
        tag("g", tag("rect", x=-width / 2, y="-7", width=width, height="14", rx="7", fill="var(--m-go)",
                     stroke="var(--m-halo)", stroke_dasharray="3 2" if sdm.cut_off else None),
            tag("text", said, y="3.6", font_size="10", fill="var(--m-halo)"),
            transform=f"translate({points((x, y - 29 if named else y + 27))})"),
        class_=f"map-markers {look}", font_weight="700", text_anchor="middle",
    )  # fmt: skip


def flags(geometry: MapGeometry, control: Mapping[Hex, str]) -> Markup:
    """Who holds the named places."""
    drawn = [
        tag("g", tag("title", f"{hex} is held by the {side} side"),
            tag("path", d="M0 9v-18M0-9h13l-4 4.500 4 4.500H0", fill=f"var(--m-card-{LOOKS[side]})",
                stroke="var(--m-ink)", stroke_width="1.6"),
            transform=f"translate({points((x + 24, y - 18))})")
        for hex, side in sorted(control.items()) if hex in geometry.ground for x, y in [geometry.at(hex)]
    ]  # fmt: skip
    return tag("g", *drawn, class_="map-markers")


def works(
    geometry: MapGeometry, improved: Collection[Hex], mines: Collection[Hex], effects: Mapping[Hex, int]
) -> Markup:
    """Improved positions, minefields that are known, and what barrages do."""
    drawn = [tag("g", tag("title", f"Improved position, {hex}"),
                 tag("use", href="#m-works", x=number(x), y=number(y - 22)))
             for hex in sorted(improved) if hex in geometry.ground for x, y in [geometry.at(hex)]]  # fmt: skip
    for hexes, words in ((mines, "mines"), ([hex for hex, level in effects.items() if level], "barrage")):
        drawn += [tag("text", words, x=number(x), y=number(y - 22), fill="var(--m-fight)", stroke="var(--m-halo)",
                      stroke_width="3", paint_order="stroke")
                  for hex in sorted(hexes) if hex in geometry.ground for x, y in [geometry.at(hex)]]  # fmt: skip
    return tag("g", *drawn, class_="map-markers", font_size="10", font_weight="700", text_anchor="middle")
