"""The match page keeps its shape while orders are with the umpire, when the next heading is asked in a moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from playwright.async_api import Browser, expect

from service.engine.game import AnyGame
from service.engine.recording import Outcome
from service.games.ndc.game import NDC
from service.matches import Context, seat_by_link
from service.matches.coaching import be_coached
from service.settings import Settings
from service.store import Store
from tests.positions import position
from tests.web.browser import PHONE, Hands, window
from tests.web.midway import saved

PACE = 1.5  # s
SHAPE = """() => ["#map", "#coach", "#act"]
    .map((one) => Math.round(document.querySelector(one).getBoundingClientRect().height))"""
WATCHED = f"""() => {{
    const shape = {SHAPE}, title = () => document.querySelector("#asked-title").textContent;
    window.shapes = [];
    const look = () => {{ shapes.push([title(), shape()]); requestAnimationFrame(look); }};
    look();
}}"""
"""Note at each frame what is asked, and how high the map, the coach's note and the button are."""


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": NDC}


@pytest.fixture
def context(settings: Settings, games: Mapping[str, AnyGame]) -> Iterator[Context]:
    """One whose orders are worked a while after they were sent."""
    context = Context(Store(settings.url, games), pace=PACE)
    yield context
    context.store.close()


@pytest.mark.browser
async def test_nothing_jumps_between_two_headings_of_one_s_own(browser: Browser, context: Context, address: str):
    """The map stays as high, and note and button keep their room, from frame to frame until the next is asked."""
    table = position("su S-DIV at 1908 deployed", "su S-1R at 1904 deployed", "us U-DIV at 0508 deployed",
                     heading="assets", phasing="su")  # fmt: skip
    link = saved(context, NDC, table.opening, Outcome(table.truth, table.journal, table.logs))["Soviet"]
    be_coached(context, seat_by_link(context, link.removeprefix("/seat/")), True)
    async with window(browser, **PHONE) as phone:
        hands = await Hands.at(phone, address + link)
        await hands.is_asked("Asset Transfer Phase")
        stood = await hands.page.evaluate(SHAPE)
        await hands.page.evaluate(WATCHED)
        await hands.press(hands.page.locator("#act .ask-action button"))
        await expect(hands.page.locator("#asked-title")).to_have_text("The umpire is at work")
        await hands.is_asked("Mode Change and Forced March Designation Phase")
        shapes = await hands.page.evaluate("shapes")
        waited = [shape for title, shape in shapes if title == "The umpire is at work"]
        assert len(waited) > 3 and all(shape == stood for shape in waited), (stood, waited[:3], waited[-3:])
