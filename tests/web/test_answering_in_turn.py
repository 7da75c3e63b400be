"""Who answers one attack after another reads at each question what came of the last, and what the fight is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from service import matches
from service.engine.game import AnyGame
from service.engine.orders import Done, Order
from service.engine.recording import Outcome
from service.games.ndc.game import NDC
from service.games.ndc.sections.declare import DeclareGroundCombat
from service.games.ndc.sections.intelligence import AllotIntelligence
from service.games.ndc.sections.movement import Move
from service.matches import Context, seat_by_link
from service.matches.coaching import be_coached
from tests.client import TestClient
from tests.games.ndc.fighting import answer, battle, stock
from tests.positions import Table, position
from tests.web.browser import PHONE, Hands, window
from tests.web.conftest import sit
from tests.web.follower import coached_at
from tests.web.midway import saved
from tests.web.nudged import BY_HTMX
from tests.web.test_coach import STAFFS

REACHED = """(one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return height > 0 && one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
"""Whether a tap on its middle meets it."""

CAME = r'class="ask-came">(.*?)</p>'
SCALE = "() => new DOMMatrix(document.querySelector('.map-sheet').style.transform).a"


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": NDC}


def kept(context: Context, table: Table, seat: str = "US") -> str:
    return saved(context, NDC, table.opening, Outcome(table.truth, table.journal, table.logs))[seat]


def words(html: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub("<[^>]+>", " ", html))).strip()


def declared(table: Table, *attacks: tuple[str, str, str]) -> Table:
    """These attacks in turn, each of a unit on a hex, as a type; the US side can jam all of them."""
    orders = [DeclareGroundCombat(unit=unit, target=target, type=how) for unit, target, how in attacks]
    return stock(table, "us", ew_points=9).order("su", *orders, Done())


def attacked_twice() -> Table:
    """An empty hex is probed, which can be jammed, and then the battalion in 0902 attacked from 0802."""
    table = battle("su S-A2 at 0804 attack", die=1)
    return declared(table, ("S-A2", "0904", "probe"), ("S-A1", "0902", "assault"))


def both_attacked(*, first: str = "assault", defender: str = "us U-I2 at 1004 defend", **fought: Any) -> Table:
    """The battalion in 0902 is attacked, and then another, that of 1004 from 1104."""
    table = battle("su S-A2 at 1104 attack", defender, **fought)
    return declared(table, ("S-A1", "0902", first), ("S-A2", "1004", "assault"))


def test_what_came_of_the_last_answer_stands_in_the_next_question_however_little_it_was(
    context: Context, visitor: TestClient
):
    table = attacked_twice()
    assert not re.findall(CAME, sit(visitor, kept(context, table)).page, re.S)
    answer(table)
    [said] = re.findall(CAME, sit(visitor, kept(context, table)).page, re.S)
    assert words(said) == "The enemy's probe on Waldau (0904) from 0804: Nobody of ours was there."


def test_a_card_opens_at_a_heading_that_shows_what_the_coach_advises(context: Context, visitor: TestClient):
    """The page of who is coached opens with that; what they ask for besides is not lost by it."""
    table = position(*STAFFS, "us U-R1 at 1608 attack level 1 known", phasing="us")
    table.order("us", Move(unit="U-R1", path=("1508",)), Done()).done_until("housekeeping-phase").done("us")
    link = kept(context, table, "Soviet")
    be_coached(context, seat_by_link(context, link.removeprefix("/seat/")), True)
    page = visitor.get(link)
    assert "data-led" in page.text
    [number] = re.findall(r'class="result-more" id="card-(\d+)"', page.text)
    part = visitor.get(f"{page.url.path}?card={number}", headers=BY_HTMX)
    assert part.status_code == 200 and "1508" in words(part.text)
    whole = visitor.get(f"{page.url.path}?card={number}").text
    assert f'class="result-body" id="card-{number}"' in whole and "data-led" in whole


def test_what_the_last_fight_cost_stands_in_the_next_question_too(context: Context, visitor: TestClient):
    table = both_attacked(die=7, attacker="leadership 5")
    answer(table)
    assert table.heading == "retreat"
    assert not re.findall(CAME, sit(visitor, kept(context, table)).page, re.S), "nothing came of it yet"
    table.done("us")
    [said] = re.findall(CAME, sit(visitor, kept(context, table)).page, re.S)
    assert words(said).endswith("The 1st Mechanized Battalion: lost 1 T/O level, 3 left.")


def test_what_the_coach_has_filled_in_stays_where_a_unit_is_looked_at(context: Context, visitor: TestClient):
    """An answer is no order of a unit: who taps the one that is attacked, to see what it can do, loses nothing."""
    table = attacked_twice()
    answer(table)
    link = kept(context, table)
    be_coached(context, seat_by_link(context, link.removeprefix("/seat/")), True)
    player = sit(visitor, link)
    advised = player.form("/sheet", kind="defend")["range:fire"]
    assert int(advised) > 0 and 'name="unit" data-chosen value=""' in player.page
    player.look("?unit=U-I1")
    assert 'name="unit" data-chosen value="U-I1"' in player.page
    assert player.form("/sheet", kind="defend")["range:fire"] == advised


def test_a_battalion_that_is_eliminated_is_what_its_side_reads_first(context: Context, visitor: TestClient):
    """Of two fights, though it was the later one, and the one before it drove a unit back."""
    table = both_attacked(defender="us U-I2 at 1004 defend to 1", die=9, attacker="leadership 12")
    table.done_until("movement-segment")
    page = sit(visitor, kept(context, table)).page
    first, second = re.findall(r'result-title">(.*?)</', page, re.S)[:2]
    assert words(first) == "The enemy's assault on 1004 from 1104" and "0902" in words(second)


def test_that_a_search_is_to_be_answered_is_not_said_beside_its_answer(context: Context, visitor: TestClient):
    """What is still to come of one's orders goes when something has come of them."""
    to_come = "you are told what it finds with the enemy's next moves, in time for your next turn."
    token = matches.practice_links(context, "ndc", "kaltenbach")["US"]
    match_id = matches.seat_by_link(context, token).match_id
    player = sit(visitor, f"/seat/{token}")

    def orders(seat: str, *given: Order) -> None:
        at = matches.AtSeat(match_id, seat, "bot")
        matches.take_orders(context, at, [*given, Done()], version=matches.version(context, at))

    orders("US", AllotIntelligence(air=0, signal=5, coverage=2, sectors=("D1", "D2", "D3", "D4")))
    for _ in range(5):
        orders("Soviet")
    assert "The enemy's moves" in words(player.look()) and to_come not in words(player.page)


@pytest.mark.browser
async def test_who_is_asked_where_to_go_can_read_what_came_below_the_form(
    browser: Browser, context: Context, address: str
):
    """The coach has the unit chosen that has to go, and what was told before this fight is not hidden by it."""
    table = both_attacked(first="probe", die=9)
    answer(table)
    if table.heading == "retreat":
        table.done("us")
    answer(table)
    async with window(browser, **PHONE) as phone:
        page = (await coached_at(phone, context, address, kept(context, table))).page
        await expect(page.locator("#asked-title")).to_have_text("Retreat")
        await expect(page.locator("#asked .ask-facts")).to_contain_text("the assault on 1004 from 1104")
        await expect(page.locator("#news .result").first).to_be_visible()
        await expect(page.locator(".ask-came")).to_have_count(0)


@pytest.mark.browser
async def test_of_several_results_that_one_is_turned_to_which_has_just_come(
    browser: Browser, context: Context, address: str
):
    """On a phone they stand side by side: beside what the map draws the reader would read of the fight before it."""
    table = both_attacked(die=1)
    async with window(browser, **PHONE) as phone:
        player = await coached_at(phone, context, address, kept(context, table))
        for target in ("0902", "1004"):
            await expect(player.page.locator("#asked .ask-facts")).to_contain_text(target)
            await player.presses(player.page.get_by_role("button", name=re.compile("^Defend with")))
        await expect(player.page.locator("#asked-title")).to_have_text("Send the results")
        await expect(player.page.locator("[data-turned]")).to_have_text(re.compile(r"^2 of \d$"))
        came = player.page.locator("#news .result", has_text="The enemy's assault on 1004 from 1104")
        await expect(came).to_be_in_viewport(ratio=0.9)


@pytest.mark.browser
async def test_the_note_that_explains_a_question_is_closed_by_its_own_button_on_a_phone(
    browser: Browser, context: Context, address: str
):
    """It lies over the panel, and ends above the tabs."""
    async with window(browser, **PHONE) as phone:
        player = await coached_at(phone, context, address, kept(context, attacked_twice()))
        await player.presses(player.page.locator(".coach-why"))
        closes = player.page.locator(".coach-close")
        await expect(closes).to_be_visible()
        assert await closes.evaluate(REACHED)
        await player.presses(closes)
        await expect(closes).to_be_hidden()


@pytest.mark.browser
async def test_who_looks_at_the_whole_map_is_brought_back_for_the_next_question(
    browser: Browser, context: Context, address: str
):
    """As near as they were before, and once: they may look at all of it again while they answer."""
    async with window(browser, **PHONE) as phone:
        player = await coached_at(phone, context, address, kept(context, attacked_twice()))
        page, whole = player.page, player.page.locator('[data-map-zoom="fit"]')
        await player.hands.settled()
        await player.presses(whole)
        await player.hands.settled()
        far = await page.evaluate(SCALE)
        await player.presses(page.locator("#orders").get_by_role("button", name="More").first)
        await player.closes()
        await expect(page.locator("#asked .ask-facts")).to_contain_text("0902")
        await player.hands.settled()
        near = await page.evaluate(SCALE)
        assert near > 1.3 * far
        await expect(whole.locator(".tool-name")).to_have_text("All")
        await player.presses(whole)
        await player.hands.settled()
        await expect(whole.locator(".tool-name")).to_have_text("Back")
        assert await page.evaluate(SCALE) < near


@pytest.mark.browser
async def test_what_comes_next_is_written_whole_on_a_phone(browser: Browser, context: Context, address: str):
    """Below the turn, with the step, or on a line of its own."""
    table = attacked_twice().done_until("send-the-results")
    async with window(browser, **PHONE) as phone:
        page = (await coached_at(phone, context, address, kept(context, table))).page
        coming = page.locator(".coming")
        await expect(coming).to_have_text("next: Housekeeping Phase")
        assert await coming.evaluate("(one) => one.scrollWidth <= one.clientWidth")
        where = page.locator(".where > summary")
        assert await where.evaluate("(one) => one.scrollHeight <= one.clientHeight")


def test_that_a_game_turn_is_over_and_how_one_stands_is_said_once(context: Context, visitor: TestClient):
    """To who waits in the next one, above all else; and to who is asked first in it, over what came."""
    table = position(*STAFFS, phasing="us").done_until("housekeeping-phase")
    before = table.waiting
    for seat in ("US", "Soviet"):
        assert "is over." not in words(sit(visitor, kept(context, table, seat)).page)
    table.done("us")
    assert before == ["US"] and table.truth.turn == 2
    said = (
        r"Game turn 1 is over. As far as you know the score is (\S+); at the end that would be: (\w+) decisive victory."
    )
    for seat, score, winner in (("US", "52", "Soviet"), ("Soviet", "−48", "US")):
        page = words(sit(visitor, kept(context, table, seat)).page)
        assert re.findall(said, page) == [(score, winner)] and f"now {score}, as far as you know" in page
    table.done("su")
    assert "is over." not in words(sit(visitor, kept(context, table, "Soviet")).page)


@pytest.mark.browser
async def test_what_came_stands_whole_over_the_next_question_and_the_field_is_clear_of_its_button(
    browser: Browser, context: Context, address: str
):
    table = attacked_twice()
    answer(table)
    longest = "The enemy holds 1514; we fell back to 1412; a breakthrough. The 2nd Cavalry Squadron: lost "
    async with window(browser, **PHONE) as phone:
        us = await Hands.at(phone, address + kept(context, table))
        await us.settled()
        line, page = us.page.locator(".ask-came > a"), us.page
        await line.evaluate(
            "(one, said) => one.append(said)", longest + "3 T/O levels, 1 of them on the way back, 1 left."
        )
        assert await line.evaluate("(one) => one.scrollHeight <= one.clientHeight")
        field = await page.locator("#order-defend .stepper").first.bounding_box()
        foot = await page.locator("#order-defend .foot").bounding_box()
        assert field and foot and field["y"] + field["height"] <= foot["y"]
        assert us.complaints == []
