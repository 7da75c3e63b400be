"""A heading that is new opens at its top, and the map keeps still while the panel changes; on a phone, by touch."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from service import matches
from service.engine.game import AnyGame
from service.engine.orders import Done
from service.engine.recording import Outcome
from service.games.ndc.game import NDC
from service.games.ndc.sections.declare import DeclareGroundCombat
from service.matches import Context, seat_by_link
from service.matches.coaching import be_coached
from tests.games.ndc.fighting import battle, stock
from tests.positions import Table, new_match, position
from tests.web.browser import DESKTOP, IN_SIGHT, MOTION, PHONE, Hands, window
from tests.web.midway import saved

pytestmark = pytest.mark.browser

SCROLLED = "() => document.querySelector('#panels').scrollTop"
SHEET = """() => {
    const box = document.querySelector(".map-sheet").getBoundingClientRect();
    return { scale: box.width / document.querySelector(".map-sheet").offsetWidth, x: box.left, y: box.top };
}"""
"""How the sheet of the map lies: its scale, and where its corner is in the window."""
DIVISION = [
    "su S-DIV HQ at 2008 deployed", "su S-1R HQ at 2009 deployed parent S-DIV",
    *(f"su S-I{number} at {hex} attack parent S-1R" for number, hex in
      enumerate(("1803", "1805", "1806", "1908", "1709", "1910", "1812", "1913"), 1)),
    "us U-1B HQ at 1104 deployed", "us U-I1 at 1609 defend parent U-1B known",
]  # fmt: skip


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": NDC}


async def at_table(opened: Any, context: Context, address: str, table: Table, *, coached: bool = True) -> Hands:
    """The Soviet player at their page."""
    link = saved(context, NDC, table.opening, Outcome(table.truth, table.journal, table.logs))["Soviet"]
    be_coached(context, seat_by_link(context, link.removeprefix("/seat/")), coached)
    hands = await Hands.at(opened, address + link)
    await hands.settled()
    return hands


async def test_a_new_heading_opens_at_its_top(browser: Browser, context: Context, address: str):
    """Wherever its reader had scrolled to: what came stands first, with the button of what the coach has filled in."""
    async with window(browser, **PHONE) as phone:
        hands = await at_table(phone, context, address, new_match().done("us"))
        assert await hands.page.evaluate(SCROLLED) == 0
        await expect(hands.page.locator("#orders form.order[data-led] .commit")).to_be_in_viewport(ratio=1)
        await expect(hands.page.locator("#news :is(.result, .news) summary").first).to_be_in_viewport(ratio=1)

    async with window(browser, **PHONE) as phone:
        hands = await at_table(phone, context, address, position(*DIVISION, heading="modes"), coached=False)
        for _ in range(2):  # to the Movement Segment and on to Housekeeping, with its list of units
            await hands.page.locator("#panels").evaluate("panels => { panels.scrollTop = 10000; }")
            assert await hands.page.evaluate(SCROLLED) > 0
            await hands.close_step()
            assert await hands.page.evaluate(SCROLLED) == 0
        assert await hands.page.locator("#asked-title").inner_text() == "Housekeeping Phase"


@pytest.mark.parametrize(("read", "coached"), [("letters", True), ("letters", False), ("units", True)])
async def test_a_question_that_comes_while_another_tab_is_read_opens_at_its_form(
    browser: Browser, context: Context, address: str, read: str, coached: bool
):
    """However far down that was read: whoever is led to the orders, or goes there, has the answer's form in sight."""
    table = stock(battle("su S-A2 at 0804 attack", die=1), "us", ew_points=9)
    links = saved(context, NDC, table.opening, Outcome(table.truth, table.journal, table.logs))
    seats = {seat: seat_by_link(context, link.removeprefix("/seat/")) for seat, link in links.items()}
    be_coached(context, seats["US"], coached)
    async with window(browser, **PHONE) as phone:
        hands = await Hands.at(phone, address + links["US"])
        page, panels = hands.page, hands.page.locator("#panels")
        await hands.tab(read)
        await page.locator(f"#tab-{read}").evaluate("panel => { panel.style.minHeight = '4000px'; }")
        await panels.evaluate("panels => { panels.scrollTop = 1500; }")
        attacks = [DeclareGroundCombat(unit=f"S-A{one}", target=f"090{2 * one}", type="assault") for one in (1, 2)]
        at = matches.version(context, seats["Soviet"])
        await asyncio.to_thread(matches.take_orders, context, seats["Soviet"], [*attacks, Done()], version=at, key=None)
        await hands.is_asked("Defence")
        await hands.tab("orders")
        await hands.settled()
        assert await page.evaluate(SCROLLED) == 0
        await expect(hands.form("defend").locator(".field").first).to_be_in_viewport(ratio=0.5)
        await expect(hands.form("defend").locator(".commit")).to_be_in_viewport(ratio=1)


async def test_the_map_stays_where_one_is_attacked_though_its_frame_changes(
    browser: Browser, context: Context, address: str
):
    """A page that opens on an attack shows it, and not the whole map again, as soon as what lies beside it has come."""
    table = battle(die=1).order("su", DeclareGroundCombat(unit="S-A1", target="0902", type="assault"), Done())
    link = saved(context, NDC, table.opening, Outcome(table.truth, table.journal, table.logs))["US"]
    async with window(browser, **PHONE) as phone:
        hands = await Hands.at(phone, address + link)
        await hands.is_asked("Defence")
        await hands.page.set_viewport_size({"width": 390, "height": 800})
        await hands.settled()
        assert await hands.page.locator("[data-map]").get_attribute("data-zoom") != "far"
        assert await hands.page.locator(".map-combat g:has(title)").first.evaluate(IN_SIGHT)


async def test_the_marks_of_a_unit_that_was_tapped_are_explained_one_tap_away(
    browser: Browser, context: Context, address: str
):
    """From beside its name, on a phone in the strip; and from the list of what the map shows."""
    for size in (PHONE, DESKTOP):
        async with window(browser, **size) as opened:
            hands = await at_table(opened, context, address, position(*DIVISION), coached=False)
            page, key = hands.page, hands.page.locator("#units .key-list")
            await hands.choose_on_map("S-I5")
            mark = page.locator("#orders .chosen [data-key]")
            await expect(mark).to_be_in_viewport(ratio=1)
            await hands.press(mark)
            await expect(key).to_be_in_viewport()
            await expect(key).to_contain_text("Engaged")
            await hands.tab("orders")
            await hands.press(page.locator(".layers > summary"))
            await hands.press(page.locator(".layer-list [data-key]"))
            await expect(page.locator(".layers[open]")).to_have_count(0)
            await expect(key).to_be_in_viewport()


async def test_the_button_stays_in_sight_while_the_score_or_the_sequence_of_play_is_open(
    browser: Browser, context: Context, address: str
):
    """They scroll in what room there is, below a map that can still be looked at."""
    async with window(browser, **PHONE) as phone:
        hands = await at_table(phone, context, address, position(*DIVISION, heading="modes"))
        page = hands.page
        for summary, told in (("#aim summary", "Still to take"), ("#asked .where > summary", "Housekeeping Phase")):
            await hands.press(page.locator(summary).first)
            await expect(page.locator("#aim, #asked").filter(has_text=told).first).to_be_in_viewport()
            await hands.settled()
            act, tabs, board = [await page.locator(one).bounding_box() for one in ("#act", "#tabs", "#map")]
            assert act and tabs and board
            assert act["height"] > 50 and act["y"] + act["height"] <= tabs["y"] + 1 and board["height"] > 100
            assert tabs["y"] + tabs["height"] <= 845
            await hands.press(page.locator(summary).first)


async def still(page: Page, hands: Hands) -> dict[str, float]:
    await hands.settled()
    return {name: round(value, 2) for name, value in (await page.evaluate(SHEET)).items()}


async def test_the_map_keeps_its_place_while_the_panel_changes(browser: Browser, context: Context, address: str):
    """Nobody who is chosen or left, no form and no tab makes it larger or smaller, or moves what is in sight."""
    async with window(browser, **PHONE) as phone:
        hands = await at_table(phone, context, address, position(*DIVISION), coached=False)
        page = hands.page
        await hands.choose_on_map("S-I5")
        before = await still(page, hands)
        await page.locator("#orders .close").tap()
        assert await still(page, hands) == before
        for tab in ("sheet", "units", "orders"):
            await hands.tab(tab)
            assert await still(page, hands) == before, tab
        await hands.choose_on_map("S-I5")
        assert await still(page, hands) == before
        await page.locator('#orders .kinds [data-kind="move"]').tap()
        assert (await still(page, hands))["scale"] == before["scale"]


async def test_the_reasons_of_the_coach_lie_over_the_page_and_move_nothing(
    browser: Browser, context: Context, address: str
):
    """Neither map nor panel; all of it can be read there, with its buttons, and a rule that it cites as well."""
    frames = """() => [".map", "#panels", "#act"].map((name) =>
        JSON.stringify(document.querySelector(name).getBoundingClientRect()))"""
    for size in (PHONE, DESKTOP):
        async with window(browser, **size) as opened:
            hands = await at_table(opened, context, address, new_match().done("us"))
            page, rest = hands.page, hands.page.locator(".coach-rest")
            before, stood = await still(page, hands), await page.evaluate(frames)
            await hands.press(page.locator(".coach-more > summary"))
            await expect(rest).to_be_visible()
            assert await still(page, hands) == before and await page.evaluate(frames) == stood
            box, frame = await rest.bounding_box(), page.viewport_size
            assert box is not None and frame is not None
            assert box["y"] >= 0 and box["y"] + box["height"] <= frame["height"] and box["height"] > 150
            await expect(rest.locator("[data-closes]")).to_be_in_viewport(ratio=1)
            await hands.press(rest.locator("a").first)
            await expect(page.locator("#rule-beside h1")).to_be_in_viewport(ratio=1)


async def test_a_panel_that_was_closed_opens_with_what_is_asked_next(browser: Browser, context: Context, address: str):
    async with window(browser, **PHONE) as phone:
        hands = await at_table(phone, context, address, position(*DIVISION, heading="modes"), coached=False)
        await hands.press(hands.page.locator('.tab[data-tab="orders"]'))
        await expect(hands.page.locator("#desk")).to_have_attribute("data-tab", "none")
        await hands.close_step()
        await expect(hands.page.locator("#desk")).to_have_attribute("data-tab", "orders")
        await expect(hands.page.locator("#orders")).to_be_in_viewport()


async def test_a_tab_that_has_opened_by_itself_is_not_closed_by_the_tap_that_was_to_open_it(
    browser: Browser, context: Context, address: str
):
    """Whoever closes a step among the letters is led to the orders, and taps on these all the same."""
    async with window(browser, **PHONE) as phone:
        hands = await at_table(phone, context, address, new_match().done("us"))
        desk, orders = hands.page.locator("#desk"), hands.page.locator('.tab[data-tab="orders"]')
        await hands.tab("letters")
        led = "document.dispatchEvent(new CustomEvent('sitrep:led', { detail: document.querySelector('form.order') }))"
        await hands.page.evaluate(led)
        for shown in ("orders", "orders", "none"):
            await expect(desk).to_have_attribute("data-tab", shown)
            await hands.press(orders)


async def test_a_tap_while_the_map_moves_orders_nothing(browser: Browser, context: Context, address: str):
    """It was for the hex that lay there when the finger set out; as soon as the map rests a tap counts."""
    async with window(browser, **PHONE, **MOTION) as phone:
        hands = await at_table(phone, context, address, position(*DIVISION), coached=False)
        page, session = hands.page, await phone.new_cdp_session(hands.page)
        await hands.choose_on_map("S-I5")
        reach = page.locator('.map-live a.reach[data-place="1708"]')
        box = await reach.bounding_box()
        assert box is not None
        at = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
        await page.evaluate("sitrepMap.where('1712')")
        for kind, points in (("touchStart", at), ("touchEnd", [])):
            await session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        await hands.settled()
        assert await hands.written() == 0
        await page.evaluate("sitrepMap.where('1709')")
        await hands.settled()
        await reach.tap()
        await expect(page.locator("#sheet .written-line")).to_have_count(1)
