"""A map as a picture of few bytes: the printed sheet, and drawn over it all that one seat knows.

It takes the extra `pictures`. The same map always makes the same bytes: the font is our own, and none of the machine's.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, SubElement, fromstring, tostring

from web.drawing.map import GameMap, live_layer
from web.drawing.styles import flatten

HERE = Path(__file__).parent
WIDE = 800
"""So many pixels."""
FAR = 0.5
"""Below this scale small print is left out, also the numbers of places; on a page, where one can zoom in, sooner."""
FONTS = sorted(str(file) for file in (HERE / "fonts").glob("*.ttf"))
FONT = {"font-family": "DejaVu Sans Condensed"}
REFERENCE = re.compile(r"url\(\s*[\"']?#([\w-]+)")
SECONDS = 20.0
"""What takes longer is given up."""


def picture(drawing: GameMap, view: Any) -> bytes:
    """What a seat knows on its map, as a PNG; nothing is chosen on it. Raises CalledProcessError, TimeoutExpired."""
    sheet = sheet_of(str(drawing.printed()))
    return coloured(known_on(sheet, str(live_layer(drawing, view))), below=sheet.svg)


@lru_cache(maxsize=8)
def printed_picture(svg: str) -> str:
    """A printed sheet as a PNG in base64, which is the same for everybody."""
    return b64encode(coloured(svg)).decode()


def coloured(svg: str, *, below: str = "") -> bytes:
    """A drawing as a PNG, drawn over a printed sheet if there is one `below`."""
    asked = {"svg": svg, "wide": WIDE, "fonts": FONTS} | ({"below": printed_picture(below)} if below else {})
    program = [sys.executable, "-I", str(HERE / "raster.py")]
    return subprocess.run(
        program, input=json.dumps(asked).encode(), stdout=subprocess.PIPE, check=True, timeout=SECONDS
    ).stdout


# ---- drawings without styles


@dataclass(frozen=True)
class Sheet:
    """A printed sheet without styles, and by their ids its pieces, which the layer upon it uses too."""

    svg: str
    pieces: Mapping[str, Element]


@lru_cache(maxsize=8)
def sheet_of(printed: str) -> Sheet:
    """A printed sheet, made ready to be drawn on."""
    root = unstyled(printed)
    return Sheet(as_svg(root), {one.get("id", ""): one for one in root.iter() if "id" in one.attrib})


def known_on(sheet: Sheet, layer: str) -> str:
    """The layer of a seat, with all that it uses of the sheet's pieces."""
    root = unstyled(layer)
    pieces = Element("defs")
    root.insert(0, pieces)
    added, missing = set[str](), list(referred_to(root))
    while missing:
        name = missing.pop()
        if name in sheet.pieces and name not in added:
            added.add(name)
            pieces.append(sheet.pieces[name])
            missing.extend(referred_to(sheet.pieces[name]))
    return as_svg(root)


def referred_to(root: Element) -> Iterator[str]:
    """The ids of the pieces that a drawing uses."""
    for element in root.iter():
        for name, value in element.attrib.items():
            if name == "href" and value.startswith("#"):
                yield value[1:]
            else:
                yield from REFERENCE.findall(value)


def unstyled(drawing: str) -> Element:
    """A drawing as it stands in its frame on a page, in the size of the picture, with all styles as attributes."""
    svg = fromstring(drawing)
    scale = WIDE / float(svg.get("width", WIDE))
    root = Element("html")
    frame = SubElement(root, "div", {"class": "map-view", "data-zoom": "far" if scale < FAR else "middle"})
    SubElement(frame, "div", {"class": "map-sheet"}).append(svg)
    flatten(root, {"--s": f"{scale:.4g}"})
    return svg


def as_svg(root: Element) -> str:
    """A drawing as a file of its own."""
    for name, value in {"xmlns": "http://www.w3.org/2000/svg", **FONT}.items():
        root.set(name, value)
    return tostring(root, encoding="unicode")
