"""Draws the NATO symbols of the counters anew, from the military-symbol package (APP-6), and keeps only their lines.

    .venv/bin/python -m docs.pictures.symbols

They never change while a house serves, and the package brings SciPy with it: 85 MB that nobody who plays needs.
"""

from __future__ import annotations

import re
from contextlib import chdir
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

from markupsafe import Markup
from military_symbol import get_symbol_svg_string_from_sidc

from web.drawing.svg import joined, number, tag
from web.games.ndc.symbols import DRAWN, FRIEND, HOSTILE, symbol_id

_AFFILIATION = {FRIEND: "3", HOSTILE: "6"}
# Entity and sector-one modifier of APP-6 for our unit types; an HQ has no icon but its staff.
_ENTITIES = {"armor": "1205000000", "infantry": "1211020000", "recon": "1213000000", "foot": "1211000000"}
_ECHELONS = {"battalion": "16", "regiment": "17", "brigade": "18", "division": "21", "none": "00"}
_FACES = {FRIEND: "#9cc8e8", HOSTILE: "#f2a493"}
_EDGES = {FRIEND: "#173f63", HOSTILE: "#7c1f14"}
KINDS = [
    *(("armor", "battalion"), ("infantry", "battalion"), ("recon", "battalion"), ("unknown", "none")),
    *(("HQ", echelon) for echelon in ("regiment", "brigade", "division", "none")),
]
"""Every unit type and echelon that a counter shows."""


def drawn() -> str:
    """All symbols, one a line."""
    # The package leaves a file where it is called.
    with TemporaryDirectory() as folder, chdir(folder):
        return "".join(f"{symbol(look, *kind)}\n" for look in (FRIEND, HOSTILE) for kind in KINDS)


def symbol(look: str, kind: str, echelon: str) -> Markup:
    """One NATO symbol around (0, 0), without style attributes, its frame in our colours."""
    hq, plain = kind == "HQ", kind in ("HQ", "unknown")
    sidc = f"100{_AFFILIATION[look]}100{2 if hq else 0}{_ECHELONS[echelon]}{_ENTITIES['foot' if plain else kind]}"
    frame, icon, *rest = ElementTree.fromstring(
        get_symbol_svg_string_from_sidc(sidc, bounding_padding=0, style="light")
    )
    drawn = [_piece(element, look) for element in ([frame, *rest] if plain else [frame, icon, *rest])]
    word, size = {"HQ": ("HQ", 15), "unknown": ("?", 25)}.get(kind, ("", 0))
    if word:
        drawn.append(
            tag("text", word, x="33.9", y=number(33.9 + size * 0.36), font_size=size, font_weight="700",
                text_anchor="middle", fill=_EDGES[look], stroke="none")
        )  # fmt: skip
    scale = 0.5 if look == FRIEND else 0.52
    return tag(
        "g", *drawn, id=symbol_id(look, kind, echelon), fill="none", stroke=_EDGES[look], stroke_width="2.4",
        transform=f"translate(0 -2)scale({scale})translate(-33.87 -33.87)",
    )  # fmt: skip


def _piece(element: ElementTree.Element, look: str) -> Markup:
    """A part of a symbol as the package draws it, with nothing kept but its lines, what is filled, and how thick."""
    name = element.tag.rpartition("}")[2]
    if name != "path":
        return joined(_piece(child, look) for child in element)
    given = element.attrib
    filled, thick = given.get("fill", "none"), float(given.get("stroke-width", "0")) > 2
    line = re.sub(r"(\.\d)\d+", r"\1", re.sub(r"\s+", " ", given["d"]))
    return tag(
        "path",
        # The staff of an HQ, shortened, so that it does not run into the figures under the symbol.
        d=re.sub(r" v(50|33)\.\d$", lambda staff: f" v{int(staff[1]) - 12}", line),
        fill=None if filled == "none" else _EDGES[look] if filled == "#000000" else _FACES[look],
        stroke=None if given.get("stroke") else "none",
        stroke_width="3.2" if thick else None,
    )


if __name__ == "__main__":
    DRAWN.write_text(drawn(), "utf-8")
