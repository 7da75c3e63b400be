"""A player turn of a skirmish, by touch."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

import pytest
from playwright.async_api import Browser, expect

from service.engine.game import AnyGame
from service.engine.orders import Done
from service.engine.recording import Outcome
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.sections.moving import Move
from service.matches import Context
from service.matches.clock import lapse_all
from tests.games.skirmish.table import position
from tests.games.skirmish.test_support import sky
from tests.web.browser import DESKTOP, PHONE, Hands, links, window
from tests.web.midway import saved
from tests.web.test_place_of_action import LIES


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"skirmish": SKIRMISH}


@pytest.mark.browser
async def test_a_route_is_led_through_a_hex_by_a_tap_on_the_map(browser: Browser, context: Context, address: str):
    """And what it lays open to known enemies is said with it. Then the moves are sent."""
    field = position("A-SQ2 squad at 0504", "G-HMG hmg_team at 1207", step="movement")
    to = saved(context, SKIRMISH, field.opening, Outcome(field.truth, field.journal, field.logs))
    async with window(browser, **DESKTOP) as mine:
        allied = await Hands.at(mine, address + to["allied"])
        page, written = allied.page, allied.page.locator("#sheet .written-line")
        await allied.move("A-SQ2", "0704")
        await expect(written).to_contain_text("via 0604")
        await page.locator("details.ways").evaluate("fold => { fold.open = true; }")
        await page.locator("[data-waypoints]").click()
        await allied.settled()
        await page.mouse.click(*await page.evaluate(LIES, "0603"))
        await expect(written).to_contain_text("0603")
        await expect(page.locator("#orders")).to_contain_text(re.compile("In sight of|No enemy you know of sees"))
        await allied.close_step()
        await allied.waits()
        assert "Your moves are sent" in await page.locator("#asked").inner_text()
        assert not allied.complaints


@pytest.mark.browser
async def test_on_a_phone_what_was_chosen_is_committed_by_the_loud_button_in_sight(
    browser: Browser, context: Context, address: str
):
    """Of a base that fires and of a hex that is tapped for an air strike; what one only read stands above."""
    field = position("A-SQ1 squad at 0807", "A-SQ2 squad at 0808", "G-SQ1 squad at 1107", step="prepared-fire")
    raid = sky("A-SQ1 at 0907", "G-SQ1 at 1207", check=[2, 3])
    to = [
        saved(context, SKIRMISH, one.opening, Outcome(one.truth, one.journal, one.logs))["allied"]
        for one in (field, raid)
    ]
    async with window(browser, **PHONE) as phone:
        allied = await Hands.at(phone, address + to[0])
        loud = allied.page.locator("#orders .button.primary.commit")
        await allied.choose("A-SQ1")
        await expect(loud).to_contain_text("Fire at the squad in 1107")
        assert await allied.page.evaluate(REACHED, await loud.element_handle())
        allied = await Hands.at(phone, address + to[1])
        loud = allied.page.locator("#orders .button.primary.commit")
        await allied.is_asked("Target")
        await allied.page.touchscreen.tap(*await allied.page.evaluate(LIES, "1007"))
        await expect(loud).to_contain_text("Strike 1007")
        assert await allied.page.evaluate(REACHED, await loud.element_handle())


REACHED = """button => {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  return [top + 2, bottom - 2].every(y => button.contains(document.elementFromPoint((left + right) / 2, y)));
}"""
"""Whether all of a button can be tapped where it stands."""


@pytest.mark.soak
@pytest.mark.browser
async def test_a_player_turn_on_phones(browser: Browser, context: Context, address: str):
    """Prepared fire, sealed moves, a halt in the film, remaining fire, closing fire and an advance."""
    to = links(context, address, "skirmish", "moulin-basset")
    async with window(browser, **PHONE) as one, window(browser, **PHONE) as other:
        allied, german = await Hands.at(one, to["allied"]), await Hands.at(other, to["german"])
        await closed_until(allied, "Prepared fire")
        await allied.choose("A-MTR")
        await allied.write("fire")
        await allied.close_step()
        await allied.is_asked("Movement")
        await allied.move("A-SQ2", "0603")
        await allied.close_step()
        await allied.waits()
        assert "Your moves are sent" in await allied.page.locator("#asked").inner_text()
        assert await allied.page.locator('.map-live a[data-unit="A-SQ2"]').get_attribute("data-place") == "0504"
        assert await allied.page.locator(".map-ways path").count()

        await german.is_asked("Halt or pass")
        buttons = german.page.locator(".decision .thumb")
        assert await buttons.count() == 2 and await german.fits()
        assert all([(await button.bounding_box())["height"] >= 64 for button in await buttons.all()])
        mover = await german.page.locator(".map-live a.is-mover").bounding_box()
        frame = await german.page.locator(".map-view").bounding_box()
        for at, length in (("x", "width"), ("y", "height")):
            inside = mover[at] - frame[at]
            assert inside >= 0 and inside + mover[length] <= frame[length], "the map shows the mover"
        await german.press(buttons.last)
        choice = german.page.locator(".acts button")
        if await choice.count():
            await german.press(choice.first)
            await german.settled()
            await german.is_asked()
            if await german.page.locator("#asked-title").inner_text() == "Halted":
                await german.press(buttons.first)
        await closed_until(german, "Remaining fire", passing=True)
        await german.close_step()
        lapse_all(
            replace(context, clock=lambda: context.clock() + timedelta(days=7))
        )  # the time for it, told to nobody

        await allied.is_asked("Closing fire")
        await allied.tab("log")
        await expect(allied.page.locator("#log")).to_contain_text("Your movement has been played")
        await allied.close_step()
        await allied.is_asked("Advance")
        await allied.choose("A-SQ1")
        await allied.write("advance", hex="0505")
        await allied.close_step()
        await german.is_asked()
        own = allied.page.locator('.map-live a[data-unit="A-SQ1"]')
        await expect(own).to_have_attribute("data-place", "0505")
        await german.tab("log")
        await expect(german.page.locator("#log")).to_contain_text("fires at")
        assert not allied.complaints and not german.complaints


@pytest.mark.soak
@pytest.mark.browser
async def test_live_two_browsers_see_the_same_time_run(browser: Browser, context: Context, address: str):
    """Two bases make their steps at once: their owner watches them, the enemy is asked about them."""
    field = position("A-SQ1 squad at 0507 q9", "A-SQ2 squad at 0505", "G-HMG hmg_team at 1207", step="movement",
                     interrupts="live")  # fmt: skip
    to = saved(context, SKIRMISH, field.opening, Outcome(field.truth, field.journal, field.logs))
    async with window(browser, **PHONE) as one, window(browser) as other:
        allied, german = await Hands.at(one, address + to["allied"]), await Hands.at(other, address + to["german"])
        await allied.move("A-SQ1", "0807")
        await allied.move("A-SQ2", "0705")
        await allied.close_step()
        for base, hex in (("A-SQ1", "0607"), ("A-SQ2", "0605")):
            own = allied.page.locator(f'.map-live a[data-unit="{base}"]')
            await expect(own).to_have_attribute("data-place", hex)
        await expect(german.page.locator("#asked-title")).to_have_text("Halt or pass")
        left = [await player.page.locator(".countdown strong").inner_text() for player in (allied, german)]
        assert all(re.fullmatch(r"[1-8] s", said) for said in left), left
        assert "Waiting" not in await allied.page.locator("#asked").inner_text()
        assert not allied.complaints and not german.complaints


@pytest.mark.browser
async def test_that_a_tap_came_too_late_is_said_no_longer_than_its_heading_stands(
    browser: Browser, context: Context, address: str
):
    field = position("A-SQ1 squad at 0507 q9", "G-HMG hmg_team at 1207", step="movement", interrupts="live")
    field.order("allied", Move(base="A-SQ1", path=("0607", "0707")), Done())
    to = saved(context, SKIRMISH, field.opening, Outcome(field.truth, field.journal, field.logs))
    async with window(browser, **PHONE) as phone:
        german = await Hands.at(phone, address + to["german"])
        title, warned = german.page.locator("#asked-title"), german.page.locator("#notice .warn")
        await expect(title).to_have_text("Halt or pass")
        forms = "#act form [name=version]"
        await german.page.evaluate(f"document.querySelectorAll('{forms}').forEach(one => {{ one.value = '1'; }})")
        await german.page.locator(".decision .thumb").first.tap()
        await expect(warned).to_contain_text("Nothing was sent")
        before = await german.page.locator("#asked .ask-lead").inner_text()
        assert before and await warned.count()
        lapse_all(replace(context, clock=lambda: context.clock() + timedelta(minutes=1)))
        await expect(german.page.locator("#asked .ask-lead")).not_to_have_text(before)
        await expect(warned).to_have_count(0)


async def closed_until(player: Hands, title: str, *, passing: bool = False) -> None:
    """Let go what is asked before a heading."""
    for _ in range(12):
        await player.is_asked()
        if await player.page.locator("#asked-title").inner_text() == title:
            return
        if passing and await player.page.locator(".decision").count():
            await player.press(player.page.locator(".decision .thumb").first)
            await player.settled()
        else:
            await player.close_step()
    raise AssertionError(f"never asked: {title}")
