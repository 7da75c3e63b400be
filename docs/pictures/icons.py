"""Renders the icons of the home screen from `web/house/static/icon.svg`.

    .venv/bin/python -m docs.pictures.icons

The maskable one fills its square, so that a device may cut it as it likes.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.web.browser import chromium

STATIC = Path(__file__).parents[2] / "web" / "house" / "static"
ICONS = {"icon-180.png": 180, "icon-192.png": 192, "icon-512.png": 512, "icon-maskable.png": 512}


async def render() -> None:
    """Draw each at its size."""
    drawn = (STATIC / "icon.svg").read_text("utf-8")
    async with chromium(drawn=True) as browser:
        for name, size in ICONS.items():
            whole = drawn.replace(' rx="5"', "") if name in ("icon-180.png", "icon-maskable.png") else drawn
            page = await browser.new_page(viewport={"width": size, "height": size})
            await page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:{size}px}}</style>{whole}")
            await page.screenshot(path=STATIC / name, omit_background=True)
            await page.close()


if __name__ == "__main__":
    asyncio.run(render())
