"""What stands round the map and the forms: the map's own buttons, a notice of trouble, who else sits there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.async_api import Browser, Page, Route, expect

from service.engine.game import AnyGame
from service.engine.recording import Outcome
from service.games.ndc.game import NDC
from service.matches import Context
from tests.games.ndc.fighting import battle
from tests.positions import position
from tests.web.browser import DESKTOP, PHONE, Hands, links, window
from tests.web.midway import saved
from tests.web.test_map_gestures import seen

FOOT = "document.querySelector('#order-declare-ground-combat > .foot')"
EDGE = "document.querySelector('#panels').getBoundingClientRect().bottom"

pytestmark = pytest.mark.browser
SIZES = [pytest.param(PHONE, id="phone"), pytest.param(DESKTOP, id="desktop", marks=pytest.mark.soak)]


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": NDC}


@pytest.mark.parametrize("size", SIZES)
async def test_what_the_map_shows_has_a_title_and_a_way_to_close_it(
    browser: Browser, context: Context, address: str, size: Any
):
    """And the buttons of the map say in words what their signs do not."""
    async with window(browser, **size) as mine:
        hands = await Hands.at(mine, links(context, address, "ndc", "kaltenbach")["US"])
        page, sheet = hands.page, hands.page.locator(".layer-list")
        await expect(page.locator(".tool-name:visible")).to_have_text(["All", "Layers"])
        await hands.press(page.locator(".layers > summary"))
        await expect(sheet.get_by_role("heading", name="What the map shows")).to_be_visible()
        await expect(sheet.get_by_text("Sectors, for searches")).to_be_visible()
        await hands.settled()
        await hands.press(sheet.get_by_role("button", name="Close the list of layers"))
        await expect(sheet).to_be_hidden()


async def test_from_the_whole_map_one_comes_back_to_where_one_was_however_the_frame_has_changed(
    browser: Browser, context: Context, address: str
):
    """A phone's frame grows and shrinks with who is chosen: whoever leaves a unit is where they were before, too."""
    async with window(browser, **PHONE) as mine:
        hands = await Hands.at(mine, links(context, address, "ndc", "kaltenbach")["US"])
        page, fit = hands.page, hands.page.locator('[data-map-zoom="fit"]')
        await hands.settled()
        unit = await page.locator(".map-live a.counter[data-unit]").first.get_attribute("data-unit")
        assert unit is not None
        for leave in (fit, page.locator("#orders .chosen .close")):
            await hands.choose_on_map(unit)
            near = await lies(page)
            await hands.press(fit)
            await hands.settled()
            await expect(fit.locator(".tool-name")).to_have_text("Back")
            assert (await seen(page))["scale"] < near[2] * 0.9
            await hands.press(leave)
            await hands.settled()
            assert await lies(page) == pytest.approx(near, abs=2)
            await expect(fit.locator(".tool-name")).to_have_text("All")
        # Who has moved the whole map is not taken back from there.
        await hands.press(fit)
        await hands.settled()
        await page.evaluate("sitrepMap.where('0908')")
        await hands.settled()
        await expect(fit.locator(".tool-name")).to_have_text("All")


async def test_the_loud_button_of_a_unit_that_an_address_names_is_whole_at_once(
    browser: Browser, context: Context, address: str
):
    """Where the lower edge of a wide screen's panel cuts its form, it stands whole over the edge, or is not begun."""
    table = battle(defender="known")
    link = saved(context, NDC, table.opening, Outcome(table.truth, table.journal, table.logs))["Soviet"]
    async with window(browser, **DESKTOP) as mine:
        hands = await Hands.at(mine, address + link)
        page = hands.page
        await page.goto(page.url.partition("?")[0] + "?unit=S-A1")
        await hands.settled()
        top = await page.evaluate(f"{FOOT}.getBoundingClientRect().top - {EDGE}")
        assert top > 0, "it begins below the edge"
        for more, whole in ((top - 1, False), (top + 40, True)):
            await page.set_viewport_size({"width": 1440, "height": round(900 + more)})
            await page.reload()
            await hands.settled()
            below = await page.evaluate(f"{FOOT}.getBoundingClientRect().bottom - {EDGE}")
            assert (below <= 1) == whole, (more, below)


async def test_what_a_mode_changes_is_read_whole_beside_its_choice(browser: Browser, context: Context, address: str):
    table = position("us U-1B HQ at 1104 deployed", "us U-I1 at 1203 march parent U-1B", "su S-1R HQ at 1903 deployed",
                     heading="modes", phasing="us")  # fmt: skip
    link = saved(context, NDC, table.opening, Outcome(table.truth, table.journal, table.logs))["US"]
    for size in (PHONE, DESKTOP):
        async with window(browser, **size) as mine:
            hands = await Hands.at(mine, address + link)
            await hands.choose("U-I1")
            said, form = hands.form("change-mode").locator("legend .fine"), hands.form("change-mode")
            await expect(said).to_contain_text("now 0/2, 24 MP; Attack")
            words, whole = await said.bounding_box(), await form.bounding_box()
            assert words is not None and whole is not None
            assert words["x"] + words["width"] <= whole["x"] + whole["width"]


async def lies(page: Page) -> list[float]:
    """Where the sheet lies in its frame, and its scale."""
    box = await seen(page)
    return [box["x"], box["y"], box["scale"]]


@pytest.mark.parametrize("size", SIZES)
async def test_a_fault_leaves_the_panel_its_room_and_is_tried_again_from_its_notice(
    browser: Browser, context: Context, address: str, size: Any
):
    """The same form, by the same button; the notice goes when that has worked, and before if it is closed."""
    async with window(browser, **size) as mine:
        hands = await Hands.at(mine, links(context, address, "ndc", "kaltenbach")["US"])
        page, trouble = hands.page, hands.page.locator("#trouble")
        await hands.settled()
        room = await page.locator("#panels").bounding_box()

        async def fails(route: Route) -> None:
            words = (
                '<div class="trouble" id="trouble" role="alert"><div class="notice bad"><span>Something went wrong '
                'here.</span><button class="button small" type="button" data-again>Try again</button>'
                '<button class="close" type="button" aria-label="Close this notice" data-away>×</button></div></div>'
            )
            body = f'<hx-partial hx-target="#trouble" hx-swap="outerHTML">{words}</hx-partial>'
            await route.fulfill(status=500, body=body, content_type="text/html")

        await page.route("**/orders", fails)
        send = page.locator("#act .ask-action button")
        await hands.press(send)
        notice = trouble.locator(".notice")
        await expect(notice).to_be_in_viewport(ratio=1)
        await hands.settled()
        assert await page.locator("#panels").bounding_box() == room
        await hands.press(trouble.get_by_role("button", name="Close this notice"))
        await expect(trouble).to_be_empty()
        await hands.press(send)
        await hands.press(trouble.get_by_role("button", name="Try again"))
        await expect(notice).to_be_visible()
        await page.unroute("**/orders", fails)
        version = await hands.version()
        await hands.press(trouble.get_by_role("button", name="Try again"))
        await expect(trouble).to_be_empty()
        await expect(page.locator('#state [name="after"]')).not_to_have_value(str(version))


async def test_who_comes_by_a_link_to_a_match_for_practice_reads_so_in_the_briefing_and_below_the_forms(
    browser: Browser, context: Context, address: str
):
    link = links(context, address, "ndc", "kaltenbach")["US"]
    async with window(browser, **PHONE) as mine:
        page = await mine.new_page()
        await page.goto(link)
        briefing = page.locator("dialog.briefing-first")
        company = page.locator("#company")
        if await company.locator(".warn").count():
            await expect(briefing).to_contain_text("This match is for practice.")
        await briefing.get_by_text("To the map").tap()
        order = await page.evaluate("() => [...document.querySelectorAll('#orders, #company')].map(one => one.id)")
        assert order == ["orders", "company"]
