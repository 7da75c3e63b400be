"""A shot that is timed by the second stands whole in sight: who fires, at whom, with what chance, and the button."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Locator, expect

from service.engine.orders import Done
from service.games.skirmish.sections.moving import Move
from service.matches import Context
from tests.games.skirmish.table import Table, position
from tests.games.skirmish.test_flight import plain
from tests.web.browser import DESKTOP, PHONE, Hands, window
from tests.web.test_live_shots import links

pytestmark = pytest.mark.live_skirmish

UNCOVERED = """(one) => {
    const box = one.getBoundingClientRect(), x = (box.left + box.right) / 2;
    const there = [box.top + 3, box.bottom - 3].map((y) => document.elementFromPoint(x, y));
    return there.every((top) => top && (one.contains(top) || top.contains(one) && top.closest(".chosen")));
}"""


def remaining() -> Table:
    """A machine gun that has moved, with a leader beside it, and two targets; what came is told over it."""
    field = position("A-SQ1 squad at 0807", "A-SQ2 squad at 0507", "G-HMG hmg_team at 1207", "G-L1 leader at 1207",
                     "G-SQ1 squad at 1107", step="movement", interrupts="live", ground=plain())  # fmt: skip
    field.order("allied", Move(base="A-SQ2", path=("0607",)), Done())
    while field.step != "remaining-fire":
        field.lapse()
    return field


def moving() -> Table:
    field = position("A-SQ1 squad at 0507 q9", "G-HMG hmg_team at 1207", "G-SQ1 squad at 1007", step="movement",
                     interrupts="live", ground=plain())  # fmt: skip
    return field.order("allied", Move(base="A-SQ1", path=("0607", "0707")), Done())


async def is_uncovered(one: Locator) -> bool:
    return bool(await one.evaluate(UNCOVERED))


@pytest.mark.browser
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
async def test_unit_target_chance_and_button_are_in_sight_together_and_no_button_comes_where_another_was(
    browser: Browser, context: Context, address: str, size: dict
):
    async with window(browser, **size) as one:
        german = await Hands.at(one, address + links(context, remaining())["german"])
        close = german.page.locator("#act .ask-action button", has_text="Close without orders")
        before = await close.bounding_box()
        await german.choose("G-HMG")
        await german.settled()
        group = german.page.locator("#group-fire")
        for part in (german.page.locator("#chosen-title"), group.locator("select"), group.locator(".weighed-total"),
                     group.locator(".commit")):  # fmt: skip
            await expect(part).to_be_in_viewport(ratio=0.99)
            assert await is_uncovered(part), await part.inner_text()
        after = await close.bounding_box()
        assert before and after and abs(before["y"] - after["y"]) < 1
        assert not german.complaints


@pytest.mark.browser
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
async def test_a_shot_at_a_mover_stands_whole_beside_the_halt_and_each_says_what_the_enemy_hears(
    browser: Browser, context: Context, address: str, size: dict
):
    async with window(browser, **size) as one:
        german = await Hands.at(one, address + links(context, moving())["german"])
        await german.choose("G-SQ1")
        await german.settled()
        fire, halt = german.page.locator("#group-fire .commit"), german.page.locator("#act .button.primary")
        for part in (fire, german.page.locator("#group-fire .weighed-total"), halt):
            await expect(part).to_be_in_viewport(ratio=0.99)
            assert await is_uncovered(part), await part.inner_text()
        await expect(fire).to_contain_text("stops it at once; they hear after the step")
        await expect(halt).to_contain_text("they hear at once; then you name the shot")
        assert not german.complaints


@pytest.mark.browser
async def test_a_tap_on_the_map_is_an_advance_as_it_is_a_move_and_the_fire_plan_stays_open_beside_it(
    browser: Browser, context: Context, address: str
):
    """It filled in a form, whose button had to be pressed too; and whoever opened a base lost the plan they read."""
    field = position("A-SQ1 squad at 0507", "G-SQ1 squad at 1207", step="advance", ground=plain())
    async with window(browser, **PHONE) as one:
        allied = await Hands.at(one, address + links(context, field)["allied"])
        page, plan = allied.page, allied.page.locator("#standing")
        await allied.press(plan.locator("summary").first)
        await allied.choose("A-SQ1")
        await allied.settled()
        await expect(plan).to_have_attribute("open", "")
        await page.locator('.map-choices a.choice[data-place="0607"]').dispatch_event("click")
        await expect(page.locator("#sheet .written-line")).to_contain_text("0607")
        assert not allied.complaints
