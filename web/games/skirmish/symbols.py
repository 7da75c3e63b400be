"""The pieces that the map is put together from, each drawn once: trees, houses, men, weapons, vehicles, marks."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

from web.drawing.layers import age_badge
from web.drawing.svg import joined, tag

_STAR = "M0-8.500l2.3 5.1 5.6.6-4.2 3.7 1.2 5.500L0 3.600l-4.9 2.8 1.2-5.5-4.2-3.7 5.6-.6z"
_BURST = (
    "M0-9l2 4.2 4.6-2.2-1.6 4.6 4.6 2.4-4.6 1.8 1.6 4.8-4.4-2.2L0 9"
    "l-2.2-4.6-4.4 2.2 1.6-4.8-4.6-1.8 4.6-2.4-1.6-4.6 4.6 2.200z"
)
_FIR = "M0-10l2.7 4.6 5.3-.8-2.6 4.7L8.7 2 3.5 3.4 3 9-.5 4.8-5 8.3-4.7 3-10 1.2-5.5-1.9-7.7-6.6-2.6-5.4z"
_FOXHOLE = (
    "M-27 12q-4-16 8-25m38 0q12 9 8 25M-27 12l-5 1m5-8l-5-1m6-6l-5-3m7-4l-3-5m41 4l3-5m2 13l5-3m-3 9l5-1m-5 9l5 1"
)
_MAN = "M-4.6 8.500v-6c0-3 1.6-4.4 4.6-4.400s4.6 1.4 4.6 4.400v6z"
_RIFLE = "M-7 5.500L6.5-6.5"


@lru_cache(maxsize=1)
def symbols() -> Markup:
    """All pieces, for the `<defs>` of the map."""
    return joined([*scenery(), *pieces(), *men(), *weapons(), *marks(), *ground_marks()])


def scenery() -> list[Markup]:
    """Trees and houses, seen from above, lit from the north-west."""
    tree = tag(
        "g",
        tag("circle", cx="2", cy="3", r="9.5", fill="var(--m-shade)", opacity=".35"),
        tag("circle", r="9.5", fill="var(--m-hedge-lit)", stroke="var(--m-hedge)", stroke_width="1.1"),
        tag("path", d="M-6-1a6.5 6.5 0 0 1 6-5.500M-2.5 1.500a3 3 0 0 1 3-3", fill="none", stroke="var(--m-crown-lit)",
            stroke_width="1.7", stroke_linecap="round"),
        id="m-tree",
    )  # fmt: skip
    fir = tag(
        "g",
        tag("circle", cx="2", cy="3", r="8", fill="var(--m-shade)", opacity=".35"),
        tag("path", d=_FIR, fill="var(--m-fir)", stroke="var(--m-crown-edge)", stroke_width="1.1"),
        tag("circle", r="1.8", fill="var(--m-crown-lit)"),
        id="m-fir",
    )  # fmt: skip
    fruit = tag(
        "g",
        tag("circle", cx="1.2", cy="2", r="6", fill="var(--m-shade)", opacity=".3"),
        tag("circle", r="6", fill="var(--m-hedge-lit)", stroke="var(--m-hedge)", stroke_width="1"),
        tag("path", d="M-2-2h.1M2 1h.1M-1 3h.1", stroke="#b3382c", stroke_width="2.2", stroke_linecap="round"),
        id="m-fruit-tree",
    )  # fmt: skip
    stone = tag(
        "g",
        tag("path", d="M-24-13h52v34h-52z", fill="#22221c", opacity=".3"),
        tag("path", d="M-27-17h54v34h-54z", fill="#a49f96", stroke="#4a4740", stroke_width="2.2"),
        tag("path", d="M-27-17l13 17-13 17zM27-17L14 0l13 17z", fill="#8b867c"),
        tag("path", d="M-27 17L-14 0h28l13 17z", fill="#77726a"),
        tag("path", d="M-27-17l13 17-13 17M27-17L14 0l13 17M-14 0h28", fill="none", stroke="#4a4740",
            stroke_width="1.3"),
        tag("rect", x="6", y="-9", width="6", height="6", fill="#4a4740"),
        id="m-stone-house",
    )  # fmt: skip
    barn = tag(
        "g",
        tag("path", d="M-21-15h46v38h-46z", fill="#22221c", opacity=".3"),
        tag("path", d="M-24-19h48V0h-48z", fill="#bd8258"),
        tag("path", d="M-24 0h48v19h-48z", fill="#98603d"),
        tag("path", d="M-16-19v38M-8-19v38M0-19v38M8-19v38M16-19v38", stroke="#6b3f28", stroke_width=".7"),
        tag("path", d="M-24-19h48v38h-48zM-24 0h48", fill="none", stroke="#4c2b1a", stroke_width="1.8"),
        id="m-barn",
    )
    return [tree, fir, fruit, stone, barn]


def pieces() -> list[Markup]:
    """The cardboard: round corners for the one side, cut ones for the other, so that colour is not needed."""
    cut = "M-16-23h32l7 7v32l-7 7h-32l-7-7v-32z"
    return [
        tag("rect", id="m-body-blue", x="-23", y="-23", width="46", height="46", rx="8"),
        tag("path", id="m-body-red", d=cut),
        tag("path", id="m-shadow", d="M-19-21h40q4 0 4 4v38q0 4-4 4h-38q-4 0-4-4z", fill="#1d1d14", opacity=".38"),
        tag("rect", id="m-halo", x="-28", y="-28", width="56", height="56", rx="12"),
        age_badge(),
        tag("path", id="m-star", d=_STAR, transform="scale(1.4)", fill="#f5d76b", stroke="#5b4a12", stroke_width=".9"),
    ]


def men() -> list[Markup]:
    """Foot soldiers in silhouette; how many stand on a base says what it is."""
    man = tag(
        "g",
        tag("path", d=_MAN),
        tag("path", d="M-4-3.600a4 4.2 0 0 1 8 0q1 .1 1 1h-10q0-.9 1-1z"),
        tag("path", d=_RIFLE, stroke="#fff", stroke_width="3.4"),
        tag("path", d=_RIFLE, stroke="currentColor", stroke_width="1.9", stroke_linecap="round"),
        id="m-man", fill="currentColor", stroke_linejoin="round",
    )  # fmt: skip

    def group(id: str, places: str, *more: Markup) -> Markup:
        uses = [tag("use", href="#m-man", x=x, y=y) for x, y in (place.split() for place in places.split(","))]
        return tag("g", *uses, *more, id=id)

    blade = tag("path", d="M-18-9l4-5M-5-12l4-5M8-9l4-5", stroke="currentColor", stroke_width="1.8")
    star = tag("path", d=_STAR, transform="translate(11 -9)scale(.62)", fill="#f5d76b", stroke="#5b4a12",
               stroke_width="1.4")  # fmt: skip
    glass = tag("path", d="M7-3h7v3H7zM9-3v3M5-1.500h2", fill="none", stroke="currentColor", stroke_width="1.7")
    mast = tag("path", d="M-8 6V-12m-3 3l3-3 3 3", fill="none", stroke="currentColor", stroke_width="1.6")
    return [
        man,
        group("m-k-squad", "-14 2,-4 -2,5 2,14 -2"),
        group("m-k-assault_squad", "-14 3,0 0,13 3", blade),
        group("m-k-team", "-7 1,6 1"),
        group("m-k-leader", "-2 2", star),
        group("m-k-observer", "0 2", glass, mast),
    ]


def weapons() -> list[Markup]:
    """Teams by their weapon; guns and vehicles from above, pointing north, to be turned to their heading."""
    line = {"fill": "none", "stroke": "currentColor", "stroke_linecap": "round", "stroke_linejoin": "round"}
    mg = "M-2 2h17M-2 2l-5 8M0 2l1 8M3 2l5 8M-2-1h7v5h-7z"
    tube = "M1 8L13-8M-3 9h11M8-1l5 9"
    rocket = "M-4 1h19l3-3v7l-3-3"

    def team(name: str, weapon: str) -> Markup:
        man = tag("use", href="#m-man", x="-13", y="1")
        return tag("g", man, tag("path", d=weapon, stroke_width="2.6", **line), id=f"m-k-{name}")

    def box(id: str, *parts: Markup) -> Markup:
        return tag("g", *parts, id=id, stroke="currentColor", stroke_width="1.6", stroke_linejoin="round")

    tracks = tag("path", d="M-11-15h5v30h-5zM6-15h5v30H6z", fill="currentColor")
    hull = tag("path", d="M-7-13l2-3h10l2 3v27h-14z", fill="#fff", fill_opacity=".85")
    turret = tag("circle", cy="1", r="5.5", fill="currentColor")
    barrel = tag("path", d="M0 1v-23", stroke_width="2.8", fill="none")
    return [
        team("lmg_team", mg), team("mmg_team", mg), team("hmg_team", mg + "M15-1v6M11-1v6"),
        team("light_mortar_team", tube), team("at_team", rocket),
        box("m-k-medium_tank", tracks, hull, turret, barrel),
        box("m-k-assault_gun", tracks, hull, tag("path", d="M-6-4h12v15H-6z", fill="currentColor"), barrel),
        box("m-k-carrier", tracks, hull, tag("path", d="M-4-5h8v12h-8zM0-5v-7", fill="none")),
        box("m-k-lorry", tag("path", d="M-7-15h14v9H-7zM-8-4H8v19H-8z", fill="#fff", fill_opacity=".85")),
        box("m-k-vehicle", tracks, hull, turret),
        box("m-k-gun", tag("path", d="M0 9v-29", stroke_width="3.2", fill="none"),
            tag("path", d="M-12-1h24", stroke_width="3.6"), tag("path", d="M-2 3l-7 13M2 3l7 13", fill="none",
            stroke_width="2.2"), tag("circle", cx="-10", cy="4", r="3.2", fill="currentColor"),
            tag("circle", cx="10", cy="4", r="3.2", fill="currentColor")),
        tag("path", id="m-heading", d="M-5-25L0-32l5 7z", fill="currentColor", stroke="#fff", stroke_width="1"),
    ]  # fmt: skip


# What a base suffers or has done: the colour of its disc, and the sign on it; the signs tell them apart without colour.
SIGNS = {
    "pinned": ("#9a5b00", "M0-3.800v5.400M-3 1.600h6M0 1.600v2.6"),
    "cowered": ("#7a2a78", "M-3.5 2.500q3.5-7 7 0M-3.5-2.500h7"),
    "broken": ("#a3271b", "M1.7-4.4L-1.9-.8l3.8 1.6-3.6 3.600"),
    "routed": ("#1d1d1d", "M3.5-3.500l-5 3.5 5 3.500M-.5-3.500l-3.5 3.5 3.5 3.5"),
    "low on ammunition": ("#8a6d00", "M-1.5 3.800v-5L0-4l1.5 2.800v5z"),
    "out of ammunition": ("#8a6d00", "M-3.5 3.500l7-7M-1.5 3.800v-5L0-4l1.5 2.800v5z"),
    "broken down": ("#5d6470", "M-3-3l6 6M3-3l-6 6"),
    "immobilised": ("#5d6470", "M-3.5-2h7v4h-7zM0-2v4"),
    "in close combat": ("#a3271b", "M-3.5-3.500l7 7M3.5-3.500l-7 7M-3.5 1.500l2 2M3.5 1.500l-2 2"),
    "fired": ("#2b2b2b", "M-3.8 0h4.200M.4-2.500L3.8 0 .4 2.5"),
    "moved": ("#14603f", "M-3.5 2.500L0-2.500l3.5 5"),
    "halted": ("#14603f", "M-3-3h6v6h-6z"),
    "advanced": ("#14603f", "M-3.5 0L0-4l3.5 4M-3.5 4L0 0l3.5 4"),
}


def marks() -> list[Markup]:
    def disc(name: str, colour: str, sign: str) -> Markup:
        return tag(
            "g",
            tag("circle", r="6.2", fill=colour, stroke="#fff", stroke_width="1.1"),
            tag("path", d=sign, fill="none", stroke="#fff", stroke_width="1.6", stroke_linecap="round",
                stroke_linejoin="round"),
            id=f"m-s-{name.replace(' ', '-')}",
        )  # fmt: skip

    return [
        *(disc(name, colour, sign) for name, (colour, sign) in SIGNS.items()),
        tag("path", id="m-burst", d=_BURST, fill="#f3b51b", stroke="#5b2d00", stroke_width="1"),
    ]


def ground_marks() -> list[Markup]:
    """What lies in a hex: smoke, fire, a wreck, a foxhole."""
    puff = "M-24 8a11 11 0 0 1 6-19 13 13 0 0 1 23-5 12 12 0 0 1 18 12 10 10 0 0 1 2 18q-12 8-26 4-14 4-23-10z"
    return [
        tag("g", tag("path", d=puff, fill="#8d9296", fill_opacity=".62", stroke="#4a4e52", stroke_width="1.3"),
            tag("path", d="M-14-2a8 8 0 0 1 11-4M4 6a8 8 0 0 1 11-5", fill="none", stroke="#fff", stroke_width="2",
                opacity=".7"), id="m-smoke"),
        tag("path", id="m-flame",
            d="M0 12c-9 0-11-7-8-12 1 2 3 3 3 3-2-7 3-10 4-15 6 4 10 10 9 16 1-1 2-2 2-4 4 6 1 12-10 12z",
            fill="#e2571b", stroke="#7a1d05", stroke_width="1.2"),
        tag("g", tag("path", d="M-15-9l6-4h18l5 7-3 14-8 5h-13l-6-8z", fill="#3d3a35", stroke="#15140f",
            stroke_width="1.4"), tag("path", d="M-8-6l14 12M7-8L-5 7M2 0l16-15", fill="none", stroke="#98918a",
            stroke_width="1.8"), id="m-wreck"),
        tag("pattern", tag("path", d="M0 4h8", stroke="var(--m-zone)", stroke_width="1.8"), id="m-lines", width="8",
            height="8", patternUnits="userSpaceOnUse", patternTransform="rotate(-45)"),
        tag("path", id="m-aim", d="M-20 0a20 20 0 1 1 40 0a20 20 0 1 1-40 0M-28 0h14m28 0h14M0-28v14m0 28v14",
            fill="none", stroke="var(--m-fire)", stroke_width="3"),
        tag("path", id="m-foxhole",
            d=_FOXHOLE, fill="none", stroke="#5b4222", stroke_width="3", stroke_linecap="round"),
    ]  # fmt: skip
