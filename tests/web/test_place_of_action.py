"""The place of action in sight: who acts and on whom, what may be chosen there, what it comes to, what was ordered."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from itertools import combinations_with_replacement

import pytest
from playwright.async_api import Browser, expect

from service.engine.game import AnyGame
from service.engine.options import Choice, Option
from service.engine.recording import Outcome
from service.games.ndc.game import NDC
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.sections.reinforcements import Prepare
from service.matches import Context
from tests.client import TestClient
from tests.games.skirmish.table import position as skirmish
from tests.games.skirmish.test_flight import plain
from tests.games.skirmish.test_support import CALL, battery, round_at, sky
from tests.positions import position
from tests.shipped import MOULIN_BASSET
from tests.web.browser import DESKTOP, PHONE, Hands, window
from tests.web.conftest import sit
from tests.web.midway import saved
from web.games.skirmish.dress import SkirmishDress

IN_SIGHT = """(selector) => [...document.querySelectorAll(selector)].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return Boolean(document.elementFromPoint(x + width / 2, y + height / 2)?.closest("[data-map]"));
})"""
"""Whether the middle of each of these lies on the map, with nothing over it."""
STANDS = """(form) => [...form.querySelectorAll("input, label, button")].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x, y, width, height].map(Math.round).join(" ");
})"""
LIES = """(place) => {
    const [x, y] = sitrepMap.spot(place), at = new DOMMatrix(document.querySelector(".map-sheet").style.transform);
    const frame = document.querySelector("[data-map]").getBoundingClientRect();
    return [frame.left + at.e + x * at.a, frame.top + at.f + y * at.a];
}"""
"""Where a hex lies in the window."""
ABOVE = """(form) => {
    const [sum, button] = [".sum", ".commit"].map((one) => form.querySelector(one).getBoundingClientRect());
    return sum.height > 0 && sum.bottom <= button.top && button.top - sum.bottom < 12 && button.bottom <= innerHeight;
}"""
"""Whether what the order comes to stands close over the button that gives it, in the window."""


WHOLE_LINES = """(sum) => {
    const [total, said] = [".weighed-total", ".outlook"].map((one) => sum.querySelector(one));
    const strong = total.querySelector("strong");
    strong.textContent = "+11 to +15";
    total.replaceChildren(
        "Your total +17, the ground −2, their T/O level −4, your fire less theirs 0 to +4 = ", strong);
    said.textContent = "Drives them out: 10% (strong, firing as much as you) to 48% (weak, silent). "
        + "T/O lost: you 0.7 to 1.2, they 0.4.";
    const lines = said.offsetHeight / parseFloat(getComputedStyle(said).lineHeight);
    return sum.scrollHeight <= sum.clientHeight && Math.abs(lines - Math.round(lines)) < 0.1;
}"""
"""Whether of a forecast as long as they come no line is cut in half."""


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": NDC, "skirmish": SKIRMISH}


def attacking(context: Context) -> str:
    """A link to the Soviet seat in its movement: a battalion beside an enemy that it knows, at the edge of the map."""
    table = position(
        "us U-1B HQ at 1104 deployed", "us U-I1 at 1901 defend level 4 parent U-1B known",
        "su S-1R HQ at 1802 deployed",
        "su S-I1 at 2001 attack parent S-1R",
    )  # fmt: skip
    table.done_until("movement-segment")
    return saved(context, NDC, table.opening, Outcome(table.truth, table.journal, table.logs))["Soviet"]


# ---- what may be chosen


def test_a_target_is_called_by_who_is_held_to_be_there(context: Context, visitor: TestClient):
    soviet = sit(visitor, attacking(context))
    page = soviet.look("?unit=S-I1")
    [told] = re.findall(r'value="1901" data-place="1901"[^>]*/><span>1901\s*<small>([^<]*)</small>', page)
    assert re.fullmatch(r"E\d+, infantry\??", told)


def test_a_facing_a_target_and_a_zone_lie_somewhere_on_the_map():
    """A facing is chosen by the hex that it looks to, a target by where it was last seen, a zone by all its hexes."""
    field = skirmish("A-TK1 medium_tank at 0507 heading 1", "G-SQ1 squad at 0807", step="movement")
    picture = field.picture("allied")
    known, look = SKIRMISH.known(picture), SkirmishDress(SKIRMISH)
    turn = Option(kind="face", title=(), subjects=("A-TK1",), fields={"heading": Choice(values=(0, 1, 2))})
    sheet = MOULIN_BASSET.sheet
    assert look.place_of(known, turn, "heading", 2) == sheet.step("0507", 2)
    [contact] = picture.contacts.values()
    assert look.place_of(known, turn, "target", contact.handle) == "0807"
    group = next(group for group in MOULIN_BASSET.reinforcements if group.side == "allied")
    coming = Option(kind=Prepare.kind, title=(), fixed={"group": group.id})
    for zone, hexes in group.zones.items():
        assert look.place_of(known, coming, "zone", zone).split("|") == list(hexes)


def test_where_a_round_fell_is_marked_as_long_as_it_is_news(context: Context, visitor: TestClient):
    table = battery(contact=[3, 4], scatter=[4, 4], dice={"P18 direction": [2], "P18 distance": [3]})
    table.order("allied", CALL).order("allied", round_at("1007"))
    links = saved(context, SKIRMISH, table.opening, Outcome(table.truth, table.journal, table.logs))
    assert 'data-falls="1207"' in sit(visitor, links["allied"]).page
    table.done("allied")
    later = saved(context, SKIRMISH, table.opening, Outcome(table.truth, table.journal, table.logs))
    assert "data-falls" not in sit(visitor, later["allied"]).page


def test_a_battery_that_is_called_is_to_be_sent_before_its_round_can_be_ordered(context: Context, visitor: TestClient):
    """Whoever closes the step with the call has made contact for nothing."""
    table = battery(contact=[3, 4])
    links = saved(context, SKIRMISH, table.opening, Outcome(table.truth, table.journal, table.logs))
    allied = sit(visitor, links["allied"])
    allied.write("call-contact")
    assert "what comes of it opens the next order, in this step alone" in allied.page
    assert "Nothing more can be ordered" not in allied.page


# ---- in a browser


@pytest.mark.browser
async def test_who_attacks_and_whom_stands_in_sight_and_the_target_is_tapped(
    browser: Browser, context: Context, address: str
):
    async with window(browser, **PHONE) as phone:
        soviet = await Hands.at(phone, address + attacking(context))
        page = soviet.page
        await page.evaluate("sitrepMap.where('0316')")
        await soviet.settled()
        await soviet.choose("S-I1")
        await soviet.unfold("declare-ground-combat")
        await soviet.settled()
        form = soviet.form("declare-ground-combat")
        assert await page.locator(".map-choices .choice").count() == await form.locator("input[data-place]").count() > 1
        seen = await page.evaluate(IN_SIGHT, ".map-live .counter.is-selected, .map-choices .choice")
        assert seen and all(seen)

        # A tap on a hex makes it the target, one on the enemy too; nothing of the form moves, and the sum is in sight.
        stood = await form.evaluate(STANDS)
        await page.locator(".map-choices .choice:not(.is-taken)").first.tap()
        chosen = form.locator(":checked[data-place]")
        await expect(chosen).not_to_have_value("1901")
        await page.locator(".map-live .counter.contact[data-place='1901']").tap()
        await expect(chosen).to_have_value("1901")
        await expect(form.locator(".weighed-total")).to_be_visible()
        await soviet.settled()
        assert await form.evaluate(STANDS) == stood
        assert await form.evaluate(ABOVE)
        await expect(page.locator(".map-choices .is-chosen")).to_have_attribute("data-place", "1901")

        # The form has room: target, kind of attack and barrage beside what the attack comes to, with the map above.
        panels, foot = page.locator("#panels"), form.locator(".foot")
        high, sum_high = [(await one.bounding_box() or {})["height"] for one in (panels, foot)]
        assert high - sum_high > 230

        # The forecast follows what is filled in, and shows what it is made of.
        total = await form.locator(".weighed-total").inner_text()
        await form.locator('input[name="range:barrage"]').fill("4")
        await expect(form.locator(".weighed-total")).to_contain_text("your fire less theirs 0 to +4 =")
        assert await form.locator(".sum").evaluate(WHOLE_LINES)
        assert total.split()[-1] != (await form.locator(".weighed-total").inner_text()).split()[-1]

        # What is read has room, and what is opened comes at its top.
        await soviet.tab("units")
        await soviet.settled()
        assert (await panels.bounding_box() or {})["height"] > 0.5 * 844
        await panels.evaluate("panels => { panels.scrollTop = panels.scrollHeight; }")
        assert await panels.evaluate("panels => panels.scrollTop") > 0
        await page.locator("#units .row-foe a.row-name").first.dispatch_event("click")
        await expect(page.locator("#dossier")).to_contain_text("Last known place")
        await soviet.settled()
        assert await panels.evaluate("panels => panels.scrollTop") == 0
        assert soviet.complaints == []


EDGE = """(unit) => {
    const box = document.querySelector(`.map-live a.counter[data-unit="${unit}"]`).getBoundingClientRect();
    return document.querySelector("[data-map]").getBoundingClientRect().right - (box.left + box.right) / 2;
}"""
"""How far the middle of a counter is from the right edge of the map."""


@pytest.mark.browser
async def test_a_phone_opens_where_troops_stand_however_far_apart(browser: Browser, context: Context, address: str):
    table = position("us U-1B HQ at 1104 deployed", "su S-1R HQ at 0202 deployed", "su S-I1 at 2015 parent S-1R")
    table.done_until("movement-segment")
    link = saved(context, NDC, table.opening, Outcome(table.truth, table.journal, table.logs))["Soviet"]
    async with window(browser, **PHONE) as phone:
        soviet = await Hands.at(phone, address + link)
        assert any(await soviet.page.evaluate(IN_SIGHT, ".map-live a.counter[data-unit]"))


@pytest.mark.browser
async def test_a_unit_that_is_tapped_stays_under_the_finger(browser: Browser, context: Context, address: str):
    """Also one near the edge of the map's window, beside the tools; the map moves for nobody who stands in sight."""
    async with window(browser, **PHONE) as phone:
        soviet = await Hands.at(phone, address + attacking(context))
        page, unit = soviet.page, "S-1R"
        counter = page.locator(f'.map-live a.counter[data-unit="{unit}"]')
        for one, other in combinations_with_replacement(range(13, 18), 2):
            await page.evaluate("(hexes) => sitrepMap.where(hexes)", f"{one}02|{other}02")
            await soviet.settled()
            if 24 < await page.evaluate(EDGE, unit) < 42:
                break
        else:
            raise AssertionError("it never stood near the edge")
        before = await counter.bounding_box()
        await counter.tap()
        await soviet.has_chosen(unit)
        await soviet.settled()
        after = await counter.bounding_box()
        assert before and after
        middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in (before, after)]
        assert all(abs(one - other) < 6 for one, other in zip(*middles, strict=True)), middles


@pytest.mark.browser
async def test_an_enemy_who_is_no_target_is_said_to_be_none_and_a_hex_to_tap_is_large_enough(
    browser: Browser, context: Context, address: str
):
    """A second tap on it opens what is known of it."""
    table = skirmish(
        "A-SQ1 squad at 0507", "A-SQ2 squad at 0509", "G-SQ1 squad at 0907", "G-SQ3 squad at 1010",
        "G-SQ2 squad at 1507 suspected", step="prepared-fire", ground=plain(h1107="woods"),
    )  # fmt: skip
    link = saved(context, SKIRMISH, table.opening, Outcome(table.truth, table.journal, table.logs))["allied"]
    async with window(browser, **PHONE) as phone:
        allied = await Hands.at(phone, address + link)
        page = allied.page
        await page.locator("[data-map-zoom=fit]").first.tap()
        await allied.choose("A-SQ1")
        await expect(page.locator(".map-choices .choice")).to_have_count(2)
        await allied.settled()
        near, there = [await page.evaluate(LIES, place) for place in ("0507", "0607")]
        assert math.dist(near, there) >= 40
        other = page.locator('.map-live .counter.contact[data-place="1507"]')
        await other.dispatch_event("click")
        blocked = "A-SQ1 has no line of sight to 1507. In the way: woods in 1107."
        await expect(page.locator(".map-tip")).to_contain_text(blocked)
        fold = page.locator("#orders .no-shots")
        await fold.evaluate("fold => { fold.open = true; }")
        await expect(fold).to_contain_text(blocked, use_inner_text=True)
        await expect(page.locator('.tab[data-tab="orders"]')).to_have_attribute("aria-current", "true")
        await other.dispatch_event("click")
        await expect(page.locator('.tab[data-tab="units"]')).to_have_attribute("aria-current", "true")
        assert allied.complaints == []


@pytest.mark.browser
async def test_a_form_that_asks_for_a_hex_takes_that_of_an_enemy_who_is_tapped(
    browser: Browser, context: Context, address: str
):
    """As it takes an empty one; what a machine gun can be told is folded away."""
    table = sky("A-SQ1 at 0507", "A-MMG at 0407", "G-SQ1 at 0907", "G-L1 at 0907", check=[2, 3])
    assert table.step == "target"
    link = saved(context, SKIRMISH, table.opening, Outcome(table.truth, table.journal, table.logs))["allied"]
    async with window(browser, **DESKTOP) as desk:
        allied = await Hands.at(desk, address + link)
        page, field = allied.page, allied.page.locator("#orders [data-places]")
        for where in ("0907", "0807", "0907"):
            await page.evaluate(f"sitrepMap.bring(['{where}'])")
            await allied.settled()
            spot = await page.evaluate(LIES, where)
            await page.mouse.click(*spot)
            await expect(field).to_have_value(where, timeout=5000)
        assert allied.complaints == []


@pytest.mark.browser
async def test_what_is_ordered_looks_so_and_the_map_says_what_lies_under_the_mouse_or_a_tap(
    browser: Browser, context: Context, address: str
):
    async with window(browser, **DESKTOP) as table:
        soviet = await Hands.at(table, address + attacking(context))
        page, tip = soviet.page, soviet.page.locator(".map-tip")
        await soviet.move("S-I1", "2002")
        counter = page.locator('.map-live a.counter[data-unit="S-I1"]')
        await expect(counter).to_have_class(re.compile("is-ordered"))
        await expect(counter).to_have_attribute("aria-label", re.compile("here by an order on the sheet"))
        await expect(page.locator(".map-ways .way-from")).to_have_count(1)

        await page.mouse.move(5, 5)
        box = await counter.bounding_box()
        assert box is not None
        await page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        await expect(tip).to_contain_text("2002: ")
        await expect(tip).to_contain_text("infantry")
        await page.mouse.move(5, 5)
        await expect(tip).to_have_count(0)
        spot = await page.evaluate(LIES, "0902")
        await page.mouse.click(*spot)
        await expect(tip).to_contain_text("0902: ")
        assert soviet.complaints == []


def test_a_change_of_mode_is_filled_in_with_attack_or_nothing_and_never_with_march(
    context: Context, visitor: TestClient
):
    """In March mode a unit cannot fight: who presses the button unread is not to have it march before the enemy."""
    table = position("us U-A1 at 1104 defend", "us U-A2 at 1106 attack", heading="modes", phasing="us")
    link = saved(context, NDC, table.opening, Outcome(table.truth, table.journal, table.logs))["US"]
    player = sit(visitor, link)
    assert "Change to Attack mode" in player.look("?unit=U-A1")
    assert "Change to March mode" not in player.look("?unit=U-A2")
    assert player.form("/sheet", kind="change-mode").get("choice:mode", "") == ""
