"""The first evening of 1776 on phones to its end: alone by the coach's advice, and by two people at two phones.

Each does at every heading what the coach advises there, once, and closes it by the page's own button.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from playwright.async_api import Browser, expect

from service.engine.game import AnyGame
from service.games.campaign1776.game import CAMPAIGN1776
from service.matches import Context
from tests.web.browser import PHONE, links, until, window
from tests.web.follower import Follower, coached_at
from tests.web.test_newcomer import address as house_with_computer

pytestmark = [pytest.mark.browser, pytest.mark.soak]
MOST_QUESTIONS, MOST_ORDERS = 150, 60
BRITISH, AMERICAN = "British", "American"

__all__ = ["house_with_computer"]
"""Where a server serves in which the computer plays."""


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"campaign1776": CAMPAIGN1776}


async def answers(player: Follower, done: set[str]) -> str:
    """What the coach says at this heading and has not been done in it yet; then close it. Which heading it was."""
    await player.hands.settled()
    heading = await player.page.locator("#asked-title").inner_text()
    advised = player.page.locator("#coach .coach-shows")
    if heading not in done and await advised.count() and await advised.first.is_visible():
        done.add(heading)
        await player.follows()
    closing = player.page.locator("#act :is(.ask-action, .passing) button:visible")

    async def is_there_still() -> bool:
        await player.hands.settled()
        return await player.hands.asked() and await player.page.locator("#asked-title").inner_text() == heading

    for _ in range(MOST_ORDERS):  # where more has to be said before it can be closed
        if not await is_there_still() or await closing.count():
            break
        await player.follows()
    if await is_there_still():
        await player.closes()
    return heading


async def play_to_the_end(*players: Follower, most: int = MOST_QUESTIONS) -> list[str]:
    """Whoever is asked answers, until the match is over on every page; the headings that were met, in order."""
    met: list[str] = []
    done: dict[tuple[int, str], set[str]] = {}

    async def is_over(player: Follower) -> bool:
        return "asked-over" in (await player.page.locator("#asked").get_attribute("class") or "")

    async def whose() -> list[int]:
        return [number for number, player in enumerate(players) if await player.hands.asked()]

    async def goes_on() -> bool:
        return bool(await whose()) or all([await is_over(player) for player in players])

    for _ in range(most):
        await until(goes_on)
        if not (asked := await whose()):
            return met
        for number in asked:
            month = await players[number].page.locator("#bar").inner_text()
            met.append(await answers(players[number], done.setdefault((number, month), set())))
    raise AssertionError(f"no end after {met}")


async def test_two_people_play_the_first_evening_on_two_phones_to_its_end(
    browser: Browser, context: Context, address: str
):
    """Both by touch, from the two links of a match; both read the same verdict."""
    to = links(context, address, "campaign1776", "brandywine-1777")
    async with window(browser, **PHONE) as one, window(browser, **PHONE) as two:
        british = await coached_at(one, context, address, to[BRITISH].removeprefix(address))
        american = await coached_at(two, context, address, to[AMERICAN].removeprefix(address))
        met = await play_to_the_end(british, american)
        verdicts = {await player.page.locator("#asked-title").inner_text() for player in (british, american)}
        assert {"Regular Movement", "Attacks", "Answers"} <= set(met), met
        assert len(verdicts) == 1, verdicts
        for player in (british, american):
            assert await player.hands.fits() and player.hands.complaints == []


async def test_a_guided_first_evening_on_a_phone_goes_by_the_coachs_advice_to_its_end(
    browser: Browser, house_with_computer: str
):
    """From the button of the front page, against the computer."""
    async with window(browser, **PHONE) as phone:
        page = await phone.new_page()
        await page.goto(house_with_computer)
        newcomer = await Follower.at(page)
        await newcomer.tap(page.locator('form:has([name=guided]):has([value^="campaign1776"]) button').first)
        await newcomer.asked()
        met = await play_to_the_end(newcomer)
        assert {"Start of Phase", "Regular Movement", "Forced March"} <= set(met), met
        await expect(page.locator("#asked-title")).to_contain_text("has won")
        assert await newcomer.hands.fits()
