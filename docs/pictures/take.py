"""Takes the pictures of the README anew, from two real browsers at a real match; look at them before you commit them.

    .venv/bin/python -m docs.pictures.take

Set up by `make test`, which finds the browser. The scene is that of `tests/web/scene.py`, with dice that always fall
alike: after the first game turn the Soviet tanks set out again, and the phone shows what the other side makes of it.
"""

from __future__ import annotations

import asyncio
import struct
import tempfile
import zlib
from array import array
from base64 import b64decode, b64encode
from collections import Counter
from pathlib import Path
from unittest.mock import patch

from playwright.async_api import BrowserContext, Page

from service.app import create_app
from service.engine.dice import Dice
from service.games.ndc.game import NDC
from service.games.skirmish.game import SKIRMISH
from service.matches import Context
from service.settings import Settings
from service.store import Store
from tests.service_fixtures import serving
from tests.web import scene
from tests.web.browser import DESKTOP, OWN_CDN, PHONE, Hands, chromium, links, unguarded, window

HERE = Path(__file__).parent
MOST_BYTES = 400_000
Colour = tuple[int, ...]

PIXELS = """async (png) => {
    const image = new Image();
    image.src = "data:image/png;base64," + png;
    await image.decode();
    const paper = document.createElement("canvas");
    [paper.width, paper.height] = [image.width, image.height];
    const ink = paper.getContext("2d");
    ink.drawImage(image, 0, 0);
    const { data } = ink.getImageData(0, 0, image.width, image.height);
    let text = "";
    for (let at = 0; at < data.length; at += 32768) text += String.fromCharCode(...data.subarray(at, at + 32768));
    return [image.width, image.height, btoa(text)];
}"""


async def play(us: Hands, soviet: Hands) -> None:
    """The first game turn, and the second until the Soviet tanks can move."""
    await scene.pregame(us)
    await scene.soviet_prepares(soviet)
    await scene.soviet_attacks(soviet)
    await soviet.close_step()
    await scene.us_defends(us)
    await scene.soviet_closes(soviet)
    await scene.us_turn(us)
    await soviet.is_asked("Intelligence Phase")
    await soviet.pick("allot-intelligence", "coverage", "2")
    await soviet.write("allot-intelligence", signal="4", sectors="D2")
    await soviet.close_step()
    for heading in ("Asset Transfer Phase", "Mode Change and Forced March Designation Phase"):
        await soviet.is_asked(heading)
        await soviet.close_step()
    await soviet.is_asked("Movement Segment")


async def take() -> None:
    """Play, and take one picture of each side."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database_url=f"sqlite:///{folder}/sitrep.db", cdn=OWN_CDN)
        context = Context(Store(settings.url, {"ndc": NDC, "skirmish": SKIRMISH}))
        context.store.migrate()
        with unguarded(), serving(create_app(settings, context)) as address:
            to = links(context, address, "ndc", "kaltenbach")
            async with (
                chromium(drawn=True) as browser,
                window(browser, **DESKTOP) as table,
                window(browser, **PHONE, device_scale_factor=2) as phone,
            ):
                soviet, us = await Hands.at(table, to["Soviet"]), await Hands.at(phone, to["US"])
                await play(us, soviet)
                await soviet.move("S-I2", "1505")
                await soviet.choose_on_map("S-I5")
                await soviet.tab("letters")
                await picture(soviet.page, HERE / "match-desktop.png")

                await soviet.move("S-I5", "1709")
                await soviet.write("declare-ground-combat", target="1609", type="assault", barrage="6")
                await soviet.close_step()
                await us.is_asked("Defence")
                await us.look_where_asked()
                await picture(us.page, HERE / "match-phone.png")
                await others(
                    phone, table, links(context, address, "skirmish", "moulin-basset"), address, soviet.page.url
                )
        context.store.close()


async def others(phone: BrowserContext, table: BrowserContext, to: dict[str, str], address: str, match: str) -> None:
    """A letter, the figures, and the other game as its two sides have it before them."""
    for name, place in (("letter", "letters/2"), ("figures", "figures")):
        page = await table.new_page()
        await page.goto(f"{match.split('?')[0]}/{place}")
        await page.wait_for_load_state("networkidle")
        await picture(page, HERE / f"{name}-desktop.png")
    await picture((await Hands.at(table, to["german"])).page, HERE / "skirmish-desktop.png")
    await picture((await Hands.at(phone, to["allied"])).page, HERE / "skirmish-phone.png")


async def picture(page: Page, file: Path) -> None:
    """Take a picture of a page."""
    await page.mouse.move(0, 0)
    shot = await page.screenshot()
    blank = await page.context.new_page()
    wide, high, pixels = await blank.evaluate(PIXELS, b64encode(shot).decode())
    await blank.close()
    keep(file, png(wide, high, array("I", b64decode(pixels))))


def keep(file: Path, image: bytes) -> None:
    """Write a picture down, unless it is too large for a README."""
    print(f"{file.name}: {len(image) // 1000} kB")
    assert len(image) < MOST_BYTES
    file.write_bytes(image)


def png(wide: int, high: int, pixels: array[int]) -> bytes:
    """A PNG of 256 colours, from pixels of 4 bytes each."""
    seen = Counter(pixels)
    boxes = cut({pixel: tuple(pixel.to_bytes(4, "little")[:3]) for pixel in seen}, seen)
    palette = bytearray()
    index: dict[int, int] = {}
    for number, box in enumerate(boxes):
        weight = sum(seen[pixel] for pixel in box)
        palette += bytes(round(sum(seen[p] * c[part] for p, c in box.items()) / weight) for part in range(3))
        index |= dict.fromkeys(box, number)
    rows = bytes(map(index.__getitem__, pixels))
    data = b"".join(b"\0" + rows[at : at + wide] for at in range(0, len(rows), wide))
    header = struct.pack(">IIBBBBB", wide, high, 8, 3, 0, 0, 0)
    parts = ((b"IHDR", header), (b"PLTE", bytes(palette)), (b"IDAT", zlib.compress(data, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in parts
    )


def cut(colours: dict[int, Colour], seen: Counter[int], most: int = 256) -> list[dict[int, Colour]]:
    """Colours in so many boxes of like ones: the box that errs most is cut in two, across its longest side."""
    boxes = [colours]
    errors = [error(colours, seen)]
    while len(boxes) < min(most, len(colours)):
        place = max(range(len(boxes)), key=lambda place: errors[place][0])
        box, (_, part) = boxes.pop(place), errors.pop(place)
        middle = sum(seen[p] * c[part] for p, c in box.items()) / sum(seen[p] for p in box)
        low = {pixel: colour for pixel, colour in box.items() if colour[part] <= middle}
        high = {pixel: colour for pixel, colour in box.items() if colour[part] > middle}
        boxes += [low, high]
        errors += [error(low, seen), error(high, seen)]
    return boxes


def error(box: dict[int, Colour], seen: Counter[int]) -> tuple[float, int]:
    """How much a box spreads, and in which of red, green and blue most."""
    weight = sum(seen[pixel] for pixel in box)
    spreads = []
    for part in range(3):
        middle = sum(seen[p] * c[part] for p, c in box.items()) / weight
        spreads.append(sum(seen[p] * (c[part] - middle) ** 2 for p, c in box.items()))
    return sum(spreads), spreads.index(max(spreads))


if __name__ == "__main__":
    with patch.object(Dice, "draw", scene.falling):
        asyncio.run(take())
