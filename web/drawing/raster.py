"""Colours the pixels of a map: a program of its own, which takes a drawing and gives back a PNG.

It stands alone, so that a fault in what draws ends it and nothing else, and whoever waits for pages waits for none of
its work. From its input it takes JSON: `svg`, a drawing without styles; `wide`, how many pixels wide it is to be; the
files of its `fonts`; and `below`, a PNG in base64 that it is drawn over. With one the picture has few colours.
"""

from __future__ import annotations

import json
import sys
from base64 import b64decode
from io import BytesIO
from typing import cast

import resvg_py
from PIL import Image

COLOURS = 64
KEPT = 16
"""So many of these are the map's own, unchanged."""


def main() -> None:
    asked = json.load(sys.stdin)
    drawn = rastered(asked["svg"], asked["wide"], asked["fonts"])
    if "below" not in asked:
        sys.stdout.buffer.write(drawn)
        return
    image = Image.open(BytesIO(b64decode(asked["below"]))).convert("RGBA")
    image.alpha_composite(Image.open(BytesIO(drawn)).convert("RGBA"))
    sys.stdout.buffer.write(in_few_colours(image.convert("RGB")))


def rastered(svg: str, wide: int, fonts: list[str]) -> bytes:
    """A drawing as a PNG, by these fonts and none of the machine's."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=wide, skip_system_fonts=True, font_files=fonts))


def in_few_colours(image: Image.Image) -> bytes:
    """An image as a small PNG: the colours that cover most of it stay as they are, others stand for all the rest."""
    colours = cast(list[tuple[int, tuple[int, int, int]]], image.getcolors(image.width * image.height))
    counted = sorted(colours, reverse=True)[:KEPT]
    others = image.quantize(COLOURS - len(counted), Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([*(part for _, colour in counted for part in colour), *others][: 3 * COLOURS])
    found = BytesIO()
    image.quantize(palette=palette, dither=Image.Dither.NONE).save(found, "PNG", optimize=True)
    return found.getvalue()


if __name__ == "__main__":
    main()
