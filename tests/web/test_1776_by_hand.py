"""What two people at two phones stumbled over in the first evening of 1776."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from playwright.async_api import Browser, expect

from service.engine.game import AnyGame
from service.engine.orders import Done
from service.engine.places import Place
from service.engine.recording import Outcome
from service.engine.sentences import plain_text
from service.games.campaign1776.game import CAMPAIGN1776
from service.games.campaign1776.sections.battles import Attack, FightOn
from service.games.campaign1776.sections.defending import MeetAttack
from service.games.campaign1776.sections.landing import Embark
from service.matches import Context
from tests.client import TestClient
from tests.games.campaign1776.table import Table, position
from tests.web.browser import MAP_KEPT, PHONE, Hands, links, window
from tests.web.midway import saved

CUT = """() => [...document.querySelectorAll(".present, .facts dd")]
    .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1)
    .map((one) => one.innerText)"""


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"campaign1776": CAMPAIGN1776}


def at(context: Context, table: Table) -> dict[str, str]:
    return saved(context, CAMPAIGN1776, table.opening, Outcome(table.truth, table.journal, table.logs))


@pytest.mark.browser
async def test_a_tap_on_ones_stack_lists_it_where_a_form_has_nothing_left_to_choose_there(
    browser: Browser, context: Context, address: str
):
    """A magazine can be built in one place: that place is lit, and takes no tap from who stands in it. What is said of
    who stands there is not cut.
    """
    to = links(context, address, "campaign1776", "brandywine-1777")["British"]
    dug = at(context, position("12 BR at PP32", "1 BA at PP32", "2 BS at PP32", "dug PP32 br", turn=2))["British"]
    async with window(browser, **PHONE) as opened:
        hands = await Hands.at(opened, to)
        await hands.settled()
        await expect(hands.page.locator('.map-choices .choice.is-chosen[data-place="OO32"]')).to_have_count(1)
        await tapped(hands, "OO32")
        await expect(hands.page.locator(".map-picker button")).to_have_count(3)
        await hands.page.goto(address + dug)
        await hands.settled()
        await tapped(hands, "PP32")
        present = hands.page.locator("#orders .here .present")
        await expect(present).to_have_count(3)
        await expect(present.first).to_contain_text("behind an entrenchment")
        await hands.settled()
        assert await hands.page.evaluate(CUT) == [] and hands.complaints == []


async def tapped(hands: Hands, place: str) -> None:
    """A tap where the stack stands."""
    box = await hands.page.locator(f'.map-live a.counter[data-place="{place}"]').last.bounding_box()
    assert box is not None
    await hands.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.mark.browser
async def test_however_much_can_be_ordered_it_covers_nobody_who_stands_there(
    browser: Browser, context: Context, address: str
):
    """Three rows of buttons lay over those who stand in a fort with a port."""
    things = ("12 BR at PP32", "1 BA at PP32", "2 BS at PP32", "1 BM at PP32", "dug PP32 br", "fort PP32 br")
    table = position(*things, turn=2)
    async with window(browser, **PHONE) as opened:
        hands = await Hands.at(opened, address + at(context, table)["British"])
        await hands.settled()
        await tapped(hands, "PP32")
        await hands.press(hands.page.locator(".map-picker button", has_text="Choose among").first)
        for one in ("BA1", "BS1"):
            await hands.press(hands.page.locator(f"#goes-{one}"))
            await hands.settled()
        kinds, present = hands.page.locator("#orders .kinds"), hands.page.locator("#orders .here .present")
        assert await kinds.locator(":scope > *").count() > 3
        row, first = await kinds.bounding_box(), await present.first.bounding_box()
        assert row is not None and first is not None
        assert row["height"] < 60 and first["y"] + first["height"] <= row["y"]
        await hands.press(kinds.locator("> *").last)


def test_whoever_is_aboard_and_chosen_is_ticked_in_the_form_by_which_they_land(context: Context, visitor: TestClient):
    table = position("TR br at PP33/QQ33", "2 BR aboard TR1", "1 BA aboard TR1")
    table.done_until("br", "regular-movement")
    link = at(context, table)["British"]
    page = visitor.get(visitor.get(link).url.path + "?unit=BR1").text
    boxes = re.findall(r'<input type="checkbox"[^>]*several:units[^>]*>', page)
    ticked = {re.findall(r'value="([^"]*)"', one)[0] for one in boxes if " checked" in one}
    assert len(boxes) == 2 and ticked == {"BR1"}, boxes
    offered = re.findall(r'value="B[RA]1"[^>]*><span>([^<]*)', page)
    assert offered == ["2 British regulars (BR1)", "1 British artillery (BA1)"], "not their ids alone"


def test_a_fleet_at_the_entrance_of_a_port_is_asked_by_which_way_it_lands(context: Context, visitor: TestClient):
    """“By its port: No” was no question that anybody could answer."""
    table = position("TR br in PP32/PP33", "2 BR aboard TR1", "1 BR at PP32")
    table.done_until("br", "regular-movement")
    page = visitor.get(visitor.get(at(context, table)["British"]).url.path + "?unit=BR1").text
    asked = re.search(r"<span>They land</span>\s*<select[^>]*>(.*?)</select>", page)
    assert asked and re.findall(r"<option[^>]*>([^<]*)", asked[1]) == ["over the shore", "by its port"]
    assert "PP32/PP33 off Wilmington" in page


def test_before_an_attack_a_page_says_how_strong_both_are_and_after_a_card_is_chosen_what_it_gives(
    context: Context, visitor: TestClient
):
    table = position("12 BR at PP32", "1 BS at PP32", "3 CA at PP32")
    table.done_until("br", "attacks")
    page = visitor.get(at(context, table)["British"]).text
    assert "PP32 Wilmington: 12 of yours against 1 to 3, column 4:1 to 8:1." in page


@pytest.mark.browser
async def test_from_the_whole_map_its_button_leads_back_also_after_the_panel_was_larger(
    browser: Browser, context: Context, address: str
):
    table = position("12 BR at PP32", "2 BS at PP32")
    async with window(browser, **PHONE) as opened:
        hands = await Hands.at(opened, address + at(context, table)["British"])
        await hands.settled()
        scale = 'document.querySelector(".map-live").getBoundingClientRect().width'
        near = await hands.page.evaluate(scale)
        whole, grip = hands.page.locator('[data-map-zoom="fit"]'), hands.page.locator("[data-grip]")
        for one in (whole, grip, grip):
            await hands.press(one)
            await hands.settled()
        assert await hands.page.evaluate(scale) < near * 0.9
        await hands.press(whole)
        await hands.settled()
        assert await hands.page.evaluate(scale) == pytest.approx(near, rel=0.01)


@pytest.mark.browser
async def test_the_whole_map_lies_in_the_middle_of_its_frame_also_after_a_reload(
    browser: Browser, context: Context, address: str
):
    """When somebody was chosen then, and the panel became smaller, it stayed at the top of the frame."""
    table = position("9 BR at III46", scenario="northern-war")
    async with window(browser, **PHONE) as opened:
        hands = await Hands.at(opened, address + at(context, table)["British"])
        await hands.settled()
        await hands.press(hands.page.locator('[data-map-zoom="fit"]'))
        await hands.settled()
        await hands.page.evaluate(MAP_KEPT)
        await hands.page.reload()
        await hands.live()
        await hands.choose("BR1")
        assert await hands.page.evaluate(OFF_THE_MIDDLE) < 30


@pytest.mark.browser
async def test_the_map_goes_to_where_one_can_choose_if_none_of_many_places_is_in_sight(
    browser: Browser, context: Context, address: str
):
    """The lane off New York and south of it, for who looks at Boston: an empty field asked for “a place”."""
    table = position("9 BR at III46", scenario="northern-war", turn=5, heading="British arrivals")
    async with window(browser, **PHONE) as opened:
        hands = await Hands.at(opened, address + at(context, table)["British"])
        field = hands.form("bring-in").locator("[data-asks-place]")
        await hands.settled()
        assert not await hands.page.evaluate(CHOICES_IN_SIGHT)
        await hands.press(field)
        await hands.settled()
        assert await hands.page.evaluate(CHOICES_IN_SIGHT)


CHOICES_IN_SIGHT = """() => {
    const box = (one) => one.getBoundingClientRect(), frame = box(document.querySelector("[data-map]"));
    return [...document.querySelectorAll(".map-choices .choice")].map(box)
        .filter((one) => one.left > 0 && one.right < innerWidth)
        .filter((one) => one.top > frame.top && one.bottom < frame.bottom).length;
}"""
"""How many of the places that may be chosen are seen whole on the map."""
OFF_THE_MIDDLE = """() => {
    const box = (one) => document.querySelector(one).getBoundingClientRect();
    const middle = ({ top, bottom }) => (top + bottom) / 2;
    return Math.abs(middle(box(".map-live")) - middle(box("[data-map]")));
}"""
"""How far above or below the middle of its frame the map lies."""


@pytest.mark.browser
async def test_a_tap_on_a_lit_hex_is_the_march_though_a_fleet_lies_over_its_side(
    browser: Browser, context: Context, address: str
):
    """What was known of the fleet opened in another window, and nobody marched."""
    table = position("3 CA at QQ33", "TR br in QQ33/QQ34", "1 BR at NN30", heading="American movement")
    async with window(browser, **PHONE) as opened:
        hands = await Hands.at(opened, address + at(context, table)["American"])
        await hands.settled()
        await tapped(hands, "QQ33")
        await hands.settled()
        spot = await hands.page.evaluate(
            """() => { const fleet = document.querySelector('.map-live a.counter.contact').getBoundingClientRect();
            const to = document.querySelector('.map-live a.reach[data-place="QQ34"]').getBoundingClientRect();
            return [fleet.right - 5, Math.min(Math.max(fleet.y + 5, to.y + to.height / 2), fleet.bottom - 5)]; }"""
        )
        await hands.page.touchscreen.tap(*spot)
        await hands.settled()
        await expect(hands.page.locator("#orders .placed-said")).to_contain_text("march to QQ34")
        assert hands.complaints == []


def test_what_came_of_each_battle_stays_in_sight_while_the_next_round_of_another_is_answered(
    context: Context, visitor: TestClient
):
    """Until the other side's battles of the month: then what came of one's own is read no more."""
    table = position(
        "12 BR at PP32", "1 BS at PP32", "1 CA at PP32", "12 BR at QQ33", "1 BS at QQ33", "30 CA at QQ33", turn=2,
        dice=[3] * 40,
    )  # fmt: skip
    table.done_until("br", "attacks")
    table.order("br", Attack(hex=AT_THE_FORD, card="FA"), Attack(hex=IN_TOWN, card="EC"), Done())
    table.order("am", MeetAttack(hex=AT_THE_FORD, card="FA"), MeetAttack(hex=IN_TOWN, card="EC"), Done())
    while table.heading != "going-on":
        table.done(table.waiting[0])
    assert not table.truth.battles[AT_THE_FORD].open and table.truth.battles[IN_TOWN].open
    table.order("br", FightOn(hex=IN_TOWN, card="EC"))
    assert table.waiting == ["British"] and "Battle in PP32" in news(visitor, at(context, table)["British"])
    table.done_until("am", "attacks")
    table.order("am", Attack(hex=IN_TOWN, card="EC"), Done())
    assert table.waiting == ["British"] and table.heading == "answers"
    told = news(visitor, at(context, table)["British"])
    assert "Battle in QQ33" in told and "Battle in PP32" not in told


def test_who_goes_aboard_is_said_alike_of_one_and_of_several(context: Context):
    """A log says it in the same words, where it is not known of how many."""
    table = position("TR br in port Wilmington", "1 BS at PP32", "2 BR at PP32", "1 BA at PP32")
    known = CAMPAIGN1776.known(table.picture("br"))
    for units, does in (
        (("BS1",), "1 British supply unit (BS1) to embark on"), (("BR1",), "2 British regulars (BR1) to embark on"),
        (("BS1", "BA1"), "1 British supply unit (BS1) and 1 British artillery (BA1) to embark on"),
    ):  # fmt: skip
        assert plain_text(CAMPAIGN1776.words.order(known, Embark(units=units, ship="TR1"))).startswith(does)


def test_a_list_of_very_many_places_begins_with_those_that_have_a_name(context: Context, visitor: TestClient):
    """Two hundred sides of the coast stood before Boston and Halifax."""
    table = position("TR br in port Boston", "2 BR at III46", turn=5, scenario="northern-war")
    table.done_until("br", "regular-movement")
    page = visitor.get(visitor.get(at(context, table)["British"]).url.path + "?unit=TR1").text
    lists = re.findall(r'<optgroup label="([^"]*)">(.*?)</optgroup>', page)
    options = [re.findall(r'data-place="([^"]*)"', found) for _, found in lists]
    assert lists[0][0] == "Places with a name" and {"port Newport", "Halifax"} <= set(options[0])
    assert sum(map(len, options)) > 150 > 60 > len(options[0]) and lists[1][0].endswith("points")
    assert len({place for found in options for place in found}) == sum(map(len, options))


def test_what_is_said_of_supply_in_an_answer_is_the_usual_until_another_is_chosen(
    context: Context, visitor: TestClient
):
    table = position("12 BR at PP32", "1 BS at PP32", "6 CA at PP32", "1 AS at PP32", turn=2)
    table.done_until("br", "attacks")
    table.order("br", Attack(hex=AT_THE_FORD, card="EC"), Done())
    page = visitor.get(at(context, table)["American"]).text
    said = re.findall(r'<input type="radio" name="choice:supply" value="&#34;(\w+)&#34;"[^>]*?(checked)? />', page)
    assert said == [("rule", "checked"), ("wusad", ""), ("not", ""), ("use", "")]


@pytest.mark.browser
async def test_all_who_are_aboard_are_landed_by_one_tap(browser: Browser, context: Context, address: str):
    table = position("TR br in PP32/PP33", "3 BR aboard TR1", "1 BA aboard TR1", "1 BS aboard TR1", "1 BR at PP32")
    table.done_until("br", "regular-movement")
    async with window(browser, **PHONE) as opened:
        hands = await Hands.at(opened, address + at(context, table)["British"])
        await hands.page.goto(hands.page.url.partition("?")[0] + "?unit=BR1")
        await hands.live()
        await hands.unfold("debark")
        form = hands.form("debark")
        await hands.press(form.locator("[data-all]"))
        await expect(form.locator("input[type=checkbox]:checked")).to_have_count(3)
        await expect(form.locator(".commit-words")).to_contain_text("(BS1) to land from")
        await hands.press(form.locator(".actions button[type=submit]").first)
        await expect(hands.page.locator("#sheet .written-line")).to_contain_text("1 British supply unit")
        assert hands.complaints == []


def test_among_enemies_all_land_as_one_stack_or_some_of_them(context: Context, visitor: TestClient):
    table = position("TR br in DDD45/EEE46", "6 BR aboard TR1", "1 BS aboard TR1", "1 CA at EEE46", "1 BR at XXX42",
                     scenario="northern-war", turn=5)  # fmt: skip
    table.done_until("br", "regular-movement")
    page = visitor.get(
        visitor.get(at(context, table)["British"]).url.path + "?unit=BR1&pick.debark.hex=%22EEE46%22"
    ).text
    asked = re.search(r'<select name="pick.debark.units"[^>]*>(.*?)</select>', page)
    assert asked and re.findall(r"<option[^>]*>([^<]*)", asked[1]) == [
        "6 British regulars (BR1), 1 British supply unit (BS1)",
        "Some of them",
    ]
    assert "6 British regulars (BR1) and 1 British supply unit (BS1) to land from" in page


AT_THE_FORD, IN_TOWN = Place("PP32"), Place("QQ33")


def news(visitor: TestClient, link: str) -> str:
    """What a seat's page says has come to pass."""
    page = visitor.get(link).text
    return re.sub(r"<[^>]*>|\s+", " ", page[page.index('id="news"') : page.index('id="stale"')])
