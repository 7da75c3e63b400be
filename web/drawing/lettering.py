"""What is written on a printed sheet: the numbers of its places, and what is not to be hidden by a counter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from markupsafe import Markup

from service.engine.places import Place
from web.drawing.geometry import MapGeometry
from web.drawing.svg import number, tag

LABELS = "m-labels"
"""The id of the names of places and of the stars on them, on the printed sheet."""
FOOT = 26
"""Below the middle of its place, where a name hangs: under the counters that lie there."""
ROOMY = 12
"""How far the number of a place goes down, or to the side, where the name of another one would run into it."""
LETTER = 4.9
"""Half the width of a letter of a name as the smallest scale has it at which numbers are shown."""


def numbers(geometry: MapGeometry, names: Mapping[Place, str], paper: str) -> Markup:
    """The number of each place, hung from its upper corner or side, out of the way of the names above it."""
    texts = [
        tag("text", place, x=number(round(x)), y=number(round(y)))
        for place in geometry.ground.places for x, y in [numbered_at(geometry, names, place)]
    ]  # fmt: skip
    return tag(
        "g", *texts, class_="t-numbers", text_anchor="middle", fill="var(--m-number)", stroke=paper,
        stroke_opacity=".55", stroke_width="2", stroke_linejoin="round", paint_order="stroke",
    )  # fmt: skip


def numbered_at(geometry: MapGeometry, names: Mapping[Place, str], place: Place) -> tuple[float, float]:
    """Where the number of a place is hung."""
    x, y = geometry.at(place)
    top = y - geometry.brow
    for beside in geometry.ground.neighbours(place):
        nx, ny = geometry.at(beside)
        across, down = abs(nx - x), top - ny - FOOT
        if beside in names and -ROOMY < down < ROOMY + LETTER and across < LETTER * len(names[beside]) + ROOMY:
            return (x, top + ROOMY + 2) if across < 1 else (x + (ROOMY if nx < x else -ROOMY), top + 6)
    return x, top


def kept_apart(geometry: MapGeometry, names: Mapping[Place, str]) -> dict[Place, float]:
    """How far the name of each place is moved aside, so that it does not run into that of the next place in its row."""
    aside = dict.fromkeys(names, 0.0)
    for place, name in names.items():
        x, y = geometry.at(place)
        for beside in geometry.ground.neighbours(place):
            across, down = (there - here for here, there in zip((x, y), geometry.at(beside), strict=True))
            over = LETTER * (len(name) + len(names.get(beside, ""))) - across
            if beside in names and across > 0 and abs(down) < 1 and over > 0:
                aside[place] -= over / 2
                aside[beside] += over / 2
    return aside


def labels(stars: Iterable[Markup], names: Iterable[Markup], paper: str) -> Markup:
    """The stars and the names of the sheet, as one piece that the live layer shows again over its counters."""
    return tag(
        "g",
        tag("g", *stars, class_="t-worth", font_weight="700", text_anchor="middle", fill="#2c2416"),
        tag("g", *names, class_="t-places", font_weight="700", fill="var(--m-ink)", stroke=paper,
            stroke_linejoin="round", paint_order="stroke", text_anchor="middle"),
        id=LABELS,
    )  # fmt: skip


def labels_again() -> Markup:
    """The same stars and names, over whatever was drawn before."""
    return tag("use", href=f"#{LABELS}", class_="map-labels")
