"""What comes in a live skirmish leaves what its player has open and aimed, and nobody fires who was looked at alone."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Browser, Page, expect

from service import matches
from service.engine.orders import Done
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.moving import Move
from service.matches import Context, seat_by_link
from tests.client import TestClient
from tests.games.skirmish.table import Table, position
from tests.games.skirmish.test_flight import plain
from tests.matches.waiting import time_is_over
from tests.web.browser import PHONE, Hands, until, window
from tests.web.conftest import sit
from tests.web.test_live_shots import links

pytestmark = pytest.mark.live_skirmish


def after_the_moves(*bases: str) -> Table:
    """The defender's remaining fire, before whom nobody has moved."""
    field = position(*bases, step="movement", interrupts="live", ground=plain())
    return field.order("allied", Done())


def two_targets() -> Table:
    return after_the_moves("A-SQ1 squad at 0807 q9", "A-SQ2 squad at 0607 q9", "G-HMG hmg_team at 1107")


async def tap_enemy(page: Page, handle: str) -> None:
    await page.locator(f'.map-live a.contact[data-handle="{handle}"]').dispatch_event("click")


@pytest.mark.browser
@pytest.mark.parametrize(
    "how", ["looks", "aims", *(pytest.param(one, marks=pytest.mark.soak) for one in ("picks", "has shown itself"))]
)
async def test_in_the_remaining_fire_a_hidden_base_that_is_only_looked_at_does_not_fire_at_nought(
    browser: Browser, context: Context, address: str, how: str
):
    """One whose target was named, on the map or in its form, fires at that, and so does who is not hidden.

    The countdown says which.
    """
    field = two_targets()
    field.picture("german").own["G-HMG"].moved = field.base("G-HMG").moved = how == "has shown itself"
    far = field.handle("A-SQ1")
    async with window(browser, anew=True, **PHONE) as one:
        await one.clock.install()
        german = await Hands.at(one, address + links(context, field)["german"])
        page, clock = german.page, german.page.locator(".countdown")
        by_default = (
            "these fire by themselves: the G-HMG." if how == "has shown itself" else "nobody fires by themselves."
        )
        await expect(clock).to_contain_text(f"At 0 {by_default}", use_inner_text=True)
        await german.choose("G-HMG")
        if how != "has shown itself":
            await expect(clock).to_contain_text("tap its target, or it does not fire", use_inner_text=True)
        if how == "aims":
            await tap_enemy(page, far)
        if how == "picks":
            await german.pick("fire", "target", f'"{far}"')
        if how != "looks":
            where = "0607" if how == "has shown itself" else "0807"
            await expect(clock.locator(".at-nought")).to_contain_text(
                f"At 0 what is chosen goes: Fire at the squad in {where}"
            )
            await german.settled()

        async def nearly_over() -> bool:
            await german.pass_time(2)
            return await clock.locator("strong").inner_text() in ("3 s", "2 s", "1 s", "0 s", "over")

        await until(nearly_over)
        await german.pass_time(4)
        match = page.url.split("/")[4]
        if how != "looks":
            await expect(page.locator("#news")).to_contain_text(f"Our fire on {where}")
        await german.settled()
        assert bool(context.store.read(match).state.bases["G-HMG"].shots) == (how != "looks")
        assert not german.complaints


@pytest.mark.browser
async def test_whoever_fires_again_keeps_base_and_target_and_news_leaves_them_too(
    browser: Browser, context: Context, address: str
):
    """After every shot the target sprang back to the best one, and with each piece of news as well."""
    field = two_targets()
    far = field.handle("A-SQ1")
    async with window(browser, **PHONE) as one:
        german = await Hands.at(one, address + links(context, field)["german"])
        page, target = german.page, german.page.locator('#orders .chosen select[name="pick.fire.target"]')
        await german.choose("G-HMG")
        assert await target.input_value() != f'"{far}"'
        await tap_enemy(page, far)
        await expect(target).to_have_value(f'"{far}"')
        await page.evaluate("document.dispatchEvent(new CustomEvent('sitrep:news'))")
        await german.settled()
        await expect(target).to_have_value(f'"{far}"')
        await german.press(german.form("fire").locator(".commit"))
        await expect(page.locator("#news")).to_contain_text("Our fire on 0807")
        await german.has_chosen("G-HMG")
        await expect(target).to_have_value(f'"{far}"')
        await german.press(german.form("fire").locator(".commit"))
        await expect(page.locator("#notice .notice.good")).to_be_attached()
        match = page.url.split("/")[4]

        async def fired() -> bool:
            await asyncio.sleep(0.05)
            return context.store.read(match).state.bases["G-HMG"].shots == 2

        await until(fired)
        assert not german.complaints


def test_a_base_that_was_kept_after_its_shot_leads_nobody_into_the_next_question(context: Context, visitor: TestClient):
    field = two_targets()
    german = sit(visitor, links(context, field)["german"])
    now = field.picture("german").address
    kept, later = german.look(f"?unit=G-HMG&while={now}"), german.look("?unit=G-HMG&while=earlier")
    assert f'name="while" data-chosen value="{now}"' in kept and 'class="chosen"' in kept
    assert 'name="while"' not in later and 'class="chosen"' not in later, "but for the one that is asked about alone"


@pytest.mark.browser
async def test_a_tap_on_where_somebody_will_be_asks_whether_another_goes_there(
    browser: Browser, context: Context, address: str
):
    """The leader was to go after his squad; the tap chose the squad, and the order for it was written over."""
    field = position("A-SQ1 squad at 0507", "A-L1 leader at 0506", "G-SQ1 squad at 1507 suspected", step="movement",
                     interrupts="live", ground=plain())  # fmt: skip
    async with window(browser, **PHONE) as one:
        allied = await Hands.at(one, address + links(context, field)["allied"])
        page = allied.page
        await allied.move("A-SQ1", "0607")
        await allied.choose_on_map("A-L1")
        await allied.settled()
        await allied.press(page.locator('.map-live a.counter[data-unit="A-SQ1"]'))
        picker = page.locator(".map-picker")
        await expect(picker.locator("button")).to_have_count(2)
        await allied.press(picker.get_by_text("Move to 0607"))
        await expect(page.locator("#sheet .written-line")).to_have_count(2)
        await expect(page.locator('.map-live a[data-unit="A-L1"]')).to_have_attribute("data-place", "0607")
        assert not allied.complaints


@pytest.mark.browser
async def test_whoever_looks_at_all_of_the_map_keeps_it_from_step_to_step(
    browser: Browser, context: Context, address: str
):
    field = position("A-SQ1 squad at 0507 q9", "A-SQ2 squad at 1203 q9", "G-HMG hmg_team at 1607", step="movement",
                     interrupts="live", ground=plain())  # fmt: skip
    moves = Move(base="A-SQ1", path=("0607", "0707")), Move(base="A-SQ2", path=("1303", "1403"))
    field.order("allied", *moves, Done())
    scale = "() => new DOMMatrix(document.querySelector('.map-sheet').style.transform).a"
    async with window(browser, **PHONE) as one:
        german = await Hands.at(one, address + links(context, field)["german"])
        page, film = german.page, german.page.locator("#asked .ask-lead")
        await german.press(page.locator("[data-map-zoom=fit]").first)
        await german.settled()
        whole, before = await page.evaluate(scale), await film.inner_text()
        for _ in range(2):
            time_is_over(context)
            await expect(film).not_to_have_text(before)
            await german.settled()
            before = await film.inner_text()
            assert await page.evaluate(scale) == whole
        await german.press(page.locator("[data-map-zoom=fit]").first)
        await german.settled()
        assert await page.evaluate(scale) > whole, "and it leads back"
        assert not german.complaints


@pytest.mark.browser
async def test_a_result_that_is_open_stays_open_and_in_its_place_when_another_comes(
    browser: Browser, context: Context, address: str
):
    """It folded under the reader's eyes at the next step; what came is counted beside it."""
    field = position("A-SQ1 squad at 0807", "A-SQ2 squad at 0804", "G-HMG hmg_team at 1207 q9",
                     "G-SQ1 squad at 1204 q9", step="prepared-fire", interrupts="live", ground=plain())  # fmt: skip
    field.order("allied", Fire(base="A-SQ1", target=field.handle("G-HMG")))
    seats = links(context, field)
    allied = seat_by_link(context, seats["allied"].removeprefix("/seat/"))
    async with window(browser, **PHONE) as one:
        german = await Hands.at(one, address + seats["german"])
        page, cards = german.page, german.page.locator("#news .result")
        await expect(cards).to_have_count(1)
        title = await cards.locator(".result-title").inner_text()
        await german.press(cards.locator("summary"))
        await expect(cards.locator(".result-more[hx-get]")).to_have_count(0)
        at = matches.version(context, allied)
        more = [Fire(base="A-SQ2", target=field.handle("G-SQ1"))]
        await asyncio.to_thread(matches.take_orders, context, allied, more, version=at, key=None)
        await expect(cards).to_have_count(2)
        read = page.locator("#news .result:has(details[open])")
        await expect(read.locator(".result-title")).to_have_text(title)
        await german.settled()
        box = await read.bounding_box()
        assert box and -1 <= box["x"] < 200, "and the row stands at it"
        await expect(page.locator("[data-turned]")).to_contain_text("of 2, 1 new")
        assert not german.complaints


@pytest.mark.browser
async def test_forms_of_a_step_that_is_over_go_also_where_something_else_was_begun(
    browser: Browser, context: Context, address: str
):
    """In the enemy's turn nobody reads how to fire now; the fire plan that was begun is still there."""
    field = two_targets()
    async with window(browser, anew=True, **PHONE) as one:
        german = await Hands.at(one, address + links(context, field)["german"])
        page = german.page
        await german.choose("G-HMG")
        fire, plan = (
            page.locator('#orders form[data-order="fire"]'),
            page.locator('#orders form[data-order="set-fire-plan"]'),
        )
        await expect(fire.first).to_be_attached()
        begun = plan.locator("select:visible, input[type=checkbox], input[type=number]").first
        await begun.evaluate(
            "field => { field.checked = true; field.dispatchEvent(new Event('input', { bubbles: true })) }"
        )
        await asyncio.to_thread(time_is_over, context)
        await expect(page.locator("#asked.asked-asked")).to_have_count(0)
        await expect(fire).to_have_count(0)
        await expect(page.locator("#stale")).to_be_hidden()
        await expect(plan).to_have_count(1)
        assert not german.complaints
