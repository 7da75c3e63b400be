"""The scenarios of Korsun in two real browsers each, on a phone and at a desk, to their levels of victory.

Each does at every heading what the coach advises there, once in a game-turn, and closes it by the page's own button.
The Whole Pocket asks some 250 times.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from playwright.async_api import Browser

from service.engine.game import AnyGame
from service.engine.sentences import capital
from service.games.korsun.game import KORSUN
from service.games.korsun.staff.prose import LEVELS
from service.matches import Context
from tests.web.browser import DESKTOP, PHONE, links, window
from tests.web.follower import coached_at
from tests.web.test_first_evening import play_to_the_end

pytestmark = [pytest.mark.browser, pytest.mark.soak]
MOST_QUESTIONS = {"korsun-first": 400, "korsun-intro": 800, "korsun-full": 800}


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"korsun": KORSUN}


@pytest.mark.parametrize("scenario", MOST_QUESTIONS)
async def test_two_people_play_a_scenario_on_a_phone_and_at_a_desk_to_a_level_of_victory(
    browser: Browser, context: Context, address: str, scenario: str
):
    """From the two links of a match; both read the same verdict."""
    to = links(context, address, "korsun", scenario)
    async with window(browser, **PHONE) as phone, window(browser, **DESKTOP) as desk:
        soviet = await coached_at(phone, context, address, to["Soviet"].removeprefix(address))
        german = await coached_at(desk, context, address, to["German"].removeprefix(address))
        met = await play_to_the_end(soviet, german, most=MOST_QUESTIONS[scenario])
        verdicts = {await player.page.locator("#asked-title").inner_text() for player in (soviet, german)}
        assert {"B. Movement Segment", "A. Combat Declaration Segment", "4. Korsun Air Supply Allocation Phase"} <= {
            heading.split(maxsplit=1)[-1] if heading[:1].isdigit() else heading for heading in met
        } | {*met}, met
        [verdict] = verdicts
        assert verdict in {f"{capital(level)}." for level in LEVELS.values()}
        for player in (soviet, german):
            assert await player.hands.fits() and player.hands.complaints == []
