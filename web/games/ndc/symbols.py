"""The pieces that counters are put together from, each drawn once and used by all of them.

The NATO symbols (APP-6) lie beside this file as `docs/pictures/symbols.py` drew them: a blue rectangle for US, a red
diamond for Soviet units, the same for both seats, since the colours name the sides.
"""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path

from markupsafe import Markup

from web.drawing.layers import age_badge
from web.drawing.svg import SIZE, joined, number, points, tag

FRIEND, HOSTILE = "us", "su"
"""The two looks of a counter."""

INKS = {FRIEND: "var(--m-waters)", HOSTILE: "var(--m-held)"}
"""What of a look is drawn on the ground, in the ground's ink."""
TRACK_ENDS = 0.49
"""Where the line of a track ends, of the way from the middle of the last hex to that of the one before."""

DRAWN = Path(__file__).with_name("symbols.svg")
"""The NATO symbols, one `<g>` a line."""

_RETICLE = "M-29 0a29 29 0 1 1 58 0a29 29 0 1 1-58 0M-36 0h13m46 0h13M0-34v11m0 46v11"
_STAR = "M0-8.500l2.3 5.1 5.6.6-4.2 3.7 1.2 5.500L0 3.600l-4.9 2.8 1.2-5.5-4.2-3.7 5.6-.6z"


def symbol_id(look: str, kind: str, echelon: str) -> str:
    """The id of the symbol for a unit type ("unknown" for one not told) and an echelon."""
    return f"m-{look}-{kind}-{echelon}"


@lru_cache(maxsize=1)
def symbols() -> Markup:
    """All pieces, for the `<defs>` of the map."""
    return joined(
        [
            Markup(DRAWN.read_text("utf-8").replace("\n", "")),
            *_bodies(),
            *_pips(),
            *_badges(),
            *_combat(),
            *_heads(),
            tag(
                "path",
                id="m-star",
                d=_STAR,
                transform="scale(1.15)",
                fill="#f5d76b",
                stroke="#5b4a12",
                stroke_width="1",
            ),
            *_hatching(),
        ]
    )


def _bodies() -> list[Markup]:
    """The cardboard: whole, ghosted, the small one for further hexes of a zone, and the brackets of a dug-in unit."""
    return [
        tag("rect", id="m-body", x="-23", y="-23", width="46", height="46", rx="4"),
        tag("rect", id="m-shadow", x="-21.5", y="-21", width="46", height="46", rx="4", fill="#2a241a", opacity=".35"),
        tag("rect", id="m-part", x="-15", y="-15", width="30", height="30", rx="4"),
        tag("rect", id="m-halo", x="-27.5", y="-27.5", width="55", height="55", rx="8"),
        tag("path", id="m-zone", d="M-8 4l8-8 8 8", fill="none", stroke_width="2.6"),
        age_badge(),
        tag("path", id="m-dug-in", d="M-18-27h-9v54h9M18-27h9v54h-9", fill="none", stroke_width="3.4"),
    ]


def _heads() -> list[Markup]:
    """The heads of tracks, one a look, since a marker does not take the colour of its line."""
    return [
        tag("marker", tag("path", d="M9 0L-3.6 7.2V-7.2z", fill=ink), id=f"m-track-{look}", orient="auto",
            markerUnits="userSpaceOnUse", overflow="visible", stroke="none")
        for look, ink in INKS.items()
    ]  # fmt: skip


def _combat() -> list[Markup]:
    """The arrow from a hex into the next, which `aim` colours, and the reticle of fire, with the disc of its figure."""
    return [
        tag("g", *arrow(math.sqrt(3) * SIZE), id="m-arrow"),
        tag(
            "g",
            tag("path", d=_RETICLE, stroke="var(--m-halo)", stroke_width="5"),
            tag("path", d=_RETICLE, stroke="var(--m-fire)", stroke_width="2.5"),
            tag("circle", cx="22", cy="-22", r="8", fill="var(--m-fire)", stroke="var(--m-halo)", stroke_width="1.2"),
            id="m-reticle", fill="none",
        ),
    ]  # fmt: skip


def arrow(length: float) -> tuple[Markup, Markup]:
    """A broad arrow to the right, on its halo, between the middles of two hexes this far apart."""
    end, neck = length - 12, length - 26
    outline = (24, 4), (neck, 5.5), (neck, 11.5), (end, 0), (neck, -11.5), (neck, -5.5), (24, -4)
    shape = f"M{points(*outline)}z"
    return tag("path", d=shape, class_="aim-halo"), tag("path", d=shape)


def _pips() -> list[Markup]:
    """T/O steps as a column of squares beside the symbol, up to six: `m-pip3` three filled, `m-gap4` four hollow."""

    def column(count: int) -> str:
        return "".join(f"M15.5 {number(6 - 4.6 * step)}h3.400v3.400h-3.400z" for step in range(count))

    return [
        *(tag("path", id=f"m-pip{count}", d=column(count)) for count in range(1, 7)),
        *(
            tag("path", id=f"m-gap{count}", d=column(count), fill="#fff", stroke="#000", stroke_width=".8")
            for count in range(1, 7)
        ),
    ]


# The state markers: colour of the disc, and the sign on it.
_SIGNS = {
    "engaged": ("#a3271b", "M-2.6-2.600l5.2 5.200m0-5.200l-5.2 5.2"),
    "stopped": ("#2b2b2b", "M-3 0h6"),
    "finished": ("#5d6470", "M-2.8.2l2 2.2 3.6-4.4"),
    "attack-ordered": ("#b4570e", "M-3 0h5m-2.200-2.400L2.6 0-.2 2.4"),
    "attacked": ("#b4570e", "M0-3.200v3.600M0 2.700v.4"),
    "forced-march": ("#1e5c4a", "M-2.8-2.400l2.2 2.4-2.2 2.400M.6-2.400L2.8 0 .6 2.4"),
    "low-on-ammunition": ("#8a6d00", "M-1.4 3v-4.400L0-3.400l1.4 2v4.400z"),
    "suppressed": ("#5b3a86", "M-3-1.200L0 1.800l3-3"),
    "out-of-command": ("#444", "M2.2-2.200a3 3 0 1 0 0 4.400M-3.5 3.500l7-7"),
}  # fmt: skip


def _badges() -> list[Markup]:
    def badge(name: str, colour: str, sign: str) -> Markup:
        return tag(
            "g",
            tag("circle", r="5.6", fill=colour, stroke="#fff", stroke_width="1"),
            tag(
                "path",
                d=sign,
                fill="none",
                stroke="#fff",
                stroke_width="1.5",
                stroke_linecap="round",
                stroke_linejoin="round",
            ),
            id=f"m-s-{name}",
        )

    gas = tag(
        "g",
        tag("circle", r="8", fill="#5c7a00", stroke="#fff", stroke_width="1.2"),
        tag("text", "G", y="3.6"),
        id="m-k-gas",
    )
    burst = (
        "M0-11l2.6 5 5.4-3.4-1.4 6.2 5.9 2.2-5.4 2.9 2 5.7-5.7-1.8L0 11"
        "l-3.4-4.2-5.7 1.8 2-5.7-5.4-2.9 5.9-2.2-1.4-6.2L-2.6-5z"
    )
    chevrons = "M-11-5L-5 0l-6 5M-3-6.5L5 0l-8 6.5M5-5l6 5-6 5"
    return [
        *(badge(name, colour, sign) for name, (colour, sign) in _SIGNS.items()),
        badge("plain", "#3c4654", "M0 0"),
        tag(
            "g",
            tag("circle", r="7.5", fill="#1d2733", stroke="#fff", stroke_width="1.2"),
            tag("path", d=_STAR, transform="scale(.68)", fill="#fff"),
            id="m-commander",
        ),
        gas,
        tag("path", id="m-k-interdiction", d=burst, fill="#b3430b", stroke="#fff", stroke_width="1"),
        tag(
            "g",
            tag("path", d=chevrons, stroke="var(--m-halo)", stroke_width="5"),
            tag("path", d=chevrons, stroke="var(--m-go)", stroke_width="3"),
            id="m-k-breakthrough", fill="none",
        ),
    ]  # fmt: skip


def has_sign(state: str) -> bool:
    """Whether a state has a sign of its own; others are lettered."""
    return state in _SIGNS


def sign_of(state: str) -> str:
    """The id of a state's sign, by its words; empty where it has none of its own."""
    name = state.replace(" ", "-")
    return f"m-s-{name}" if has_sign(name) else ""


def _hatching() -> list[Markup]:
    lines, dots = tag("path", d="M0 0v7", stroke="var(--m-held)", stroke_width="1.8"), tag("path", d="M1 1h2v2h-2z")
    return [
        tag("pattern", lines, id="m-hatch", width="7", height="7", patternUnits="userSpaceOnUse",
            patternTransform="rotate(45)"),
        tag("pattern", dots, id="m-gas", width="6", height="6", patternUnits="userSpaceOnUse", fill="var(--m-gas)"),
    ]  # fmt: skip
