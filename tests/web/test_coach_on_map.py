"""What the coach says to tap on the map is tapped there, whatever was looked at before and whoever was seen there."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from playwright.async_api import Browser, expect

from service.engine.game import AnyGame
from service.engine.recording import Outcome
from service.games.ndc.game import NDC
from service.matches import Context
from tests.positions import Table, position
from tests.web.browser import DESKTOP, PHONE, window
from tests.web.follower import Follower, coached_at
from tests.web.midway import saved
from tests.web.newcomer import UNDER

pytestmark = pytest.mark.browser

MARKED = ".map-live a.reach.is-chosen"
MIDDLE = """(wanted) => {
    const box = wanted.getBoundingClientRect();
    return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
}"""


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": NDC}


def opening(*more: str) -> Table:
    """The reconnaissance battalion is told to go ahead to 1708, along the autobahn."""
    return position(
        "su S-DIV HQ at 2008 deployed", "su S-3R HQ at 2009 deployed parent S-DIV",
        "su S-RC at 1808 attack parent S-DIV", "su S-I5 at 1809 attack parent S-3R", *more,
    )  # fmt: skip


def kept(context: Context, table: Table) -> str:
    return saved(context, NDC, table.opening, Outcome(table.truth, table.journal, table.logs))["Soviet"]


async def tapped(player: Follower) -> None:
    """A tap on the middle of the marked hex, whatever lies there."""
    await player.hands.settled()
    x, y = await player.page.locator(MARKED).evaluate(MIDDLE)
    await player.page.touchscreen.tap(x, y)


async def test_a_tap_on_the_marked_hex_is_the_move_though_an_attack_was_looked_at_before(
    browser: Browser, context: Context, address: str
):
    link = kept(context, opening("us U-I1 at 1608 defend known"))
    async with window(browser, **PHONE) as phone:
        player = await coached_at(phone, context, address, link)
        page, coach = player.page, player.page.locator("#coach")
        await player.presses(page.locator('#orders .kinds [data-kind="declare-ground-combat"]'))
        await expect(page.locator(".map-choices .choice").first).to_be_attached()
        # Another unit, whose way is looked at; and back by the coach's button.
        await player.hands.choose_on_map("S-I5")
        assert not await page.locator(".map-choices .choice").count(), "nobody is at a form any more"
        await player.presses(coach.locator(".coach-shows"))
        await expect(coach).to_contain_text("Tap 1708")
        await player.hands.settled()
        assert await page.locator(MARKED).evaluate(UNDER), "it lies open"
        await tapped(player)
        await expect(page.locator("#sheet .written-line")).to_contain_text(["moves to 1708"])
        # What is filled in for a unit lights up in the place of its ways.
        await tapped(player)
        await expect(coach.locator(".coach-shows")).to_have_text("Fill it in")
        await player.presses(coach.locator(".coach-shows"))
        await expect(coach).to_contain_text("Now tap “Assault 1608")
        await expect(page.locator('.map-choices .choice.is-chosen[data-place="1608"]')).to_be_attached()


async def test_the_button_that_the_coach_names_lies_open_over_the_sheet_on_a_wide_screen(
    browser: Browser, context: Context, address: str
):
    """However many orders are written there."""
    more = [f"su S-{unit} at {hex} attack" for unit, hex in (("I1", "1901"), ("I2", "1903"), ("I3", "1912"))]
    link = kept(context, opening("us U-I1 at 1608 defend known", *more))
    async with window(browser, **DESKTOP) as desktop:
        player = await coached_at(desktop, context, address, link)
        page, coach = player.page, player.page.locator("#coach")
        shows = coach.locator(".coach-shows")
        while "Attack" not in await coach.inner_text():
            if await shows.count():
                await player.presses(shows)
            await player.presses(page.locator(MARKED))
            await player.hands.settled()
        assert await player.hands.written() > 2
        await player.presses(shows)
        await expect(coach).to_contain_text("Now tap “Assault 1608")
        await player.hands.settled()
        commit = player.hands.form("declare-ground-combat").locator(".commit")
        assert await commit.evaluate(UNDER), "it lies open"


async def test_a_tap_on_the_marked_hex_is_the_move_though_somebody_was_seen_there_and_who_is_told(
    browser: Browser, context: Context, address: str
):
    table = opening("us U-R1 at 1708 defend known")
    for contact in table.picture("su").contacts.values():
        contact.known, contact.turn = False, -1  # long enough ago, as nobody is sent to where somebody was lately
    link = kept(context, table)
    async with window(browser, **PHONE) as phone:
        player = await coached_at(phone, context, address, link)
        page = player.page
        await expect(page.locator("#coach")).to_contain_text("Tap 1708")
        await expect(page.locator('.map-live a.counter.contact[data-place="1708"]')).to_have_count(1)
        await tapped(player)
        await expect(page.locator("#sheet .written-line")).to_contain_text(["moves to 1708"])
        await expect(page.locator(".map-tip")).to_contain_text("E1")
        await expect(page.locator("#tab-units")).to_be_hidden()
        line = page.locator(".chosen-head .chosen-line")
        assert await line.evaluate("(one) => one.scrollWidth <= one.clientWidth"), "what the unit is and where, whole"
        await tapped(player)
        await expect(page.locator("#sheet .written-line")).to_have_count(2)
        await expect(page.locator(".map-tip")).to_have_count(0)
