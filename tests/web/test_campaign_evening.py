"""The longer matches of 1776 on two phones, from their own openings to a result.

Each does at every heading what the coach advises there, once in a month, and closes it by the page's own button.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from playwright.async_api import Browser

from service import matches
from service.engine.game import AnyGame
from service.games.campaign1776.game import CAMPAIGN1776
from service.matches import AtSeat, Context, seat_link
from service.matches.rate_limits import RateLimits
from service.settings import Settings
from service.store import Store
from tests.service_fixtures import drawn
from tests.web.browser import PHONE, window
from tests.web.follower import coached_at
from tests.web.test_first_evening import AMERICAN, BRITISH, play_to_the_end

pytestmark = [pytest.mark.browser, pytest.mark.soak]
MOST_QUESTIONS = {"highlands-1777": 400, "northern-war-1777": 2_000, "northern-war": 6_000}
VISIBILITY = {"highlands-1777": "inverted", "northern-war-1777": "open", "northern-war": "inverted"}
"""One of the campaigns is played with all of the map seen, the other with what one's troops see."""


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"campaign1776": CAMPAIGN1776}


@pytest.fixture
def context(settings: Settings, games: Mapping[str, AnyGame]) -> Iterator[Context]:
    """A server in which the dice of a match fall alike each time."""
    limits = RateLimits({"orders": "6000 per minute"})
    context = Context(Store(settings.url, games), rate_limits=limits, secret=drawn(""), pace=None)
    yield context
    context.store.close()


@pytest.mark.parametrize("scenario", MOST_QUESTIONS)
async def test_two_people_play_a_longer_match_on_two_phones_to_its_result(
    browser: Browser, context: Context, address: str, scenario: str
):
    """Both by touch, from the two links of a match; both read the same verdict."""
    account = matches.make_guest(context)
    options = {"visibility": VISIBILITY[scenario]}
    match_id = matches.open_match(context, account, "campaign1776", scenario, options=options).match_id
    to = {seat: f"/seat/{seat_link(context, AtSeat(match_id, seat, account.id))}" for seat in (BRITISH, AMERICAN)}
    async with window(browser, **PHONE) as one, window(browser, **PHONE) as two:
        for opened in (one, two):
            await opened.route("**/entropy", lambda route: route.abort())  # its share would be another each time
        players = [
            await coached_at(opened, context, address, to[seat]) for opened, seat in ((one, BRITISH), (two, AMERICAN))
        ]
        try:
            met = await play_to_the_end(*players, most=MOST_QUESTIONS[scenario])
        finally:
            for player in players:
                print(await player.page.locator("#bar").inner_text(), await player.page.locator("#asked").inner_text())
        verdicts = {await player.page.locator("#asked-title").inner_text() for player in players}
        print(scenario, len(met), verdicts, await players[0].page.locator("#bar").inner_text())
        assert {"Regular Movement", "Attacks", "Answers"} <= set(met), set(met)
        assert len(verdicts) == 1, verdicts
        for player in players:
            complaints = [said for said in player.hands.complaints if "ERR_FAILED" not in said]  # those aborted
            assert await player.hands.fits() and complaints == []
