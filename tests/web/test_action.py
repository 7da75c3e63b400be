"""The action: buttons that say what they do, nothing written left out unasked, one step closed by a double tap."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html import unescape

import pytest
from playwright.async_api import Browser, Page, expect

from docs.examples.bay import SMUGGLER, THE_LANTERN
from service.engine.game import AnyGame
from service.engine.orders import Done, Order
from service.engine.recording import Outcome
from service.engine.sentences import plain_text
from service.games.ndc.game import NDC
from service.games.ndc.sections.answers import Retreat
from service.games.ndc.sections.declare import DeclareGroundCombat, Interdict
from service.games.ndc.sections.defence import Defend
from service.games.ndc.sections.intelligence import AllotIntelligence
from service.games.ndc.sections.movement import Move
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.gunnery import TurnGun
from service.matches import Context
from tests.client import TestClient
from tests.games.ndc.fighting import attack, battle
from tests.positions import position
from tests.toy import TOY, Search
from tests.web.browser import DESKTOP, PHONE, Hands, links, until, window
from tests.web.conftest import Plain, sit
from tests.web.midway import saved
from tests.web.side import Side
from tests.web.test_look import ORDER, in_order

LOUD = re.compile(r'<button class="button primary[^>]*>\s*(?:<span[^>]*>)?([^<]*)<')
"""The buttons of a page that are filled with colour."""
BOXES = """() => [...document.querySelectorAll("#order-defend :is(input, label, button), #act *")].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x, y, width, height].map(Math.round).join(" ");
})"""
"""Where the fields and buttons of the forms stand, and the foot of the page."""


PAINTED = "(one) => getComputedStyle(one).backgroundColor"


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": NDC, "toy": TOY, "lantern": THE_LANTERN}


def attacked(context: Context) -> str:
    """A link to the US seat where one of its battalions is attacked, and asked what supports it."""
    table = position(
        "us U-1B HQ at 1104 deployed", "us U-I1 at 1203 defend parent U-1B", "su S-1R HQ at 1503 deployed",
        "su S-I1 at 1303 attack parent S-1R known",
    )  # fmt: skip
    table.order("su", DeclareGroundCombat(unit="S-I1", target="1203", type="assault"), Done())
    assert table.waiting == ["US"] and table.heading == "defence"
    return saved(context, NDC, table.opening, Outcome(table.truth, table.journal, table.logs))["US"]


def driven_back(context: Context) -> str:
    """A link to the US seat where one of its battalions has to retreat two hexes, and may go several ways."""
    table = attack(battle("su S-I1 at 1003 attack known", attacker="leadership 12", die=9)).done("us")
    return saved(context, NDC, table.opening, Outcome(table.truth, table.journal, table.logs))["US"]


# ---- in words


@pytest.mark.parametrize(
    ("game", "order", "said"),
    [
        (NDC, Defend(fire=3), "Defend with 3 CSPs"),
        (NDC, Defend(fire=1, ew=2), "Defend with 1 CSP and 2 EW attacks"),
        (NDC, Defend(), "Defend without support"),
        (NDC, DeclareGroundCombat(unit="S-I1", target="1303", type="assault", barrage=4), "Assault 1303 with 4 CSPs"),
        (NDC, Interdict(target="1303", csps=2), "Interdict 1303 with 2 CSPs"),
        (NDC, Move(unit="S-I1", path=("1303", "1304")), "Move to 1304"),
        (NDC, Retreat(hex="1304"), "Retreat to 1304"),
        (NDC, AllotIntelligence(air=1, signal=2, coverage=1, sectors=("C2", "D2")), "Search C2 and D2 with 3 points"),
        (NDC, AllotIntelligence(air=0, signal=5, coverage=2, sectors=("C2", "C3", "D2", "D3")),
         "Search 4 sectors with 5 points"),
        (SKIRMISH, Fire(base="A-SQ1", target="7"), "Fire at enemy 7 in 1309"),
        (SKIRMISH, TurnGun(base="G-AT", heading=0), "Turn to the north-east"),
    ],
)  # fmt: skip
def test_a_button_says_the_order_in_few_words(game: AnyGame, order: Order, said: str):
    opened = game.open(next(iter(game.info.scenarios)), {})
    known = game.known(next(iter(opened.pictures.values())))
    assert plain_text(game.words.commit(known, order)) == said


def test_a_question_is_answered_by_one_button(context: Context, visitor: TestClient):
    """It says what it sends as the form stands; passing is beside it, and pale."""
    us = sit(visitor, attacked(context))
    fields = us.form("/sheet", kind="defend")
    fire = next(name for name in fields if name.endswith(":fire"))
    assert LOUD.findall(us.page) == ["Defend without support"]
    assert re.findall(r'<button class="([^"]*)" type="submit">Close without orders<', us.page) == ["button"]
    htmx = {"HX-Request": "true", "HX-Request-Type": "partial"}
    weighed = visitor.get(us.path, params={**fields, fire: "2", "weigh": "defend"}, headers=htmx).text
    assert 'hx-target="#commit-defend"' in weighed and ">Defend with 2 CSPs<" in weighed
    us.take(visitor.post(f"{us.path}/sheet", data={**fields, fire: "2", "then": "close"}))
    assert us.status == 200 and "Defence</h2>" not in us.page and us.sheet == []
    assert "Orders accepted: Defend: final protective fire of 2 CSPs. This step is closed." in us.look()


def test_a_form_that_does_nothing_as_it_stands_is_as_pale_as_passing(context: Context, visitor: TestClient):
    """Points that search nowhere; with sectors ticked it is that which one means to do."""
    table = position("su S-DIV at 1909 deployed", "us U-I1 at 1204 defend", heading="intelligence", phasing="su")
    soviet = sit(visitor, saved(context, NDC, table.opening, Outcome(table.truth, table.journal, table.logs))["Soviet"])
    assert "Allot 0 points, search nowhere" in soviet.page and "Close without searching" in soviet.page
    assert LOUD.findall(soviet.page) == []


def test_where_the_coach_would_close_an_answer_one_button_is_loud(context: Context, visitor: TestClient):
    """A battalion without guns in reach: its form closes the step by itself."""
    us = sit(visitor, attacked(context))
    us.take(visitor.post(f"{us.path}/coach", data={"do": "begin"}))
    page = us.look()
    assert "Close this step." in page, "the scene has to be one in which nothing helps"
    assert [words.strip() for words in LOUD.findall(page)] == ["Defend without support"]


def test_a_search_that_is_sent_says_when_its_answer_comes(context: Context, visitor: TestClient):
    """At once, and in the next step beside what was told since."""
    table = position("su S-DIV at 1909 deployed", "us U-I1 at 1204 defend", heading="intelligence", phasing="su")
    soviet = sit(visitor, saved(context, NDC, table.opening, Outcome(table.truth, table.journal, table.logs))["Soviet"])
    search = {"kind": "allot-intelligence", "air": 0, "signal": 2, "coverage": 1, "sectors": ["D2"]}
    form = soviet.form("/sheet", kind="allot-intelligence")
    fields = {"version": form["version"], "key": form["key"], "orders": json.dumps([search]), "done": "1"}
    soviet.take(visitor.post(f"{soviet.path}/orders", data=fields))
    said = "you are told what it finds with the enemy's next moves, in time for your next turn."
    assert said in unescape(soviet.page) and said in unescape(soviet.look())


def test_what_was_sent_looks_ordered_until_it_is_told_what_came_of_it(context: Context, visitor: TestClient):
    """A battalion ordered into a town, and another that is to attack, while the enemy's answer is waited for."""
    table = position(
        "su S-RC at 1708 attack", "su S-I5 at 1709 attack", "su S-DIV at 2008 deployed", "us U-1B at 1208 deployed",
        heading="movement", phasing="su",
    )  # fmt: skip
    attack = DeclareGroundCombat(unit="S-I5", target="1609", type="probe")
    table.order("su", Move(unit="S-RC", path=("1608",)), attack, Done())
    link = saved(context, NDC, table.opening, Outcome(table.truth, table.journal, table.logs))["Soviet"]
    page = sit(visitor, link).page
    assert "Waiting for the US side" in page and page.count(" is-ordered") == 1
    assert "ordered here, not yet known to have arrived" in page and 'href="#m-s-attack-ordered"' in page
    assert "has attacked" not in re.sub(r"<details.*?</details>", "", page, flags=re.S)


def test_a_unit_that_is_looked_at_and_has_no_orders_says_why(context: Context, visitor: TestClient):
    table = position("us U-I1 at 1204 defend spread 1205", "us U-I2 at 0604 attack", heading="movement", phasing="us")
    us = sit(visitor, saved(context, NDC, table.opening, Outcome(table.truth, table.journal, table.logs))["US"])
    said = r"Nothing can be ordered for it now\. .{,200}has no movement points in defend mode, double zone"
    assert re.search(said, us.look("?unit=U-I1")) and not re.search(said, us.look("?unit=U-I2"))


def test_a_whole_retreat_is_one_button_which_sends_it_and_closes_the_step(context: Context, visitor: TestClient):
    """It is the loud one. What is no longer offered sends nothing."""
    us = sit(visitor, driven_back(context))
    fields = {**us.form("/sheet/at-once"), "then": "close"}
    assert fields["title"] == "Retreat by 1001 to 1102, towards its headquarters"
    [loud] = re.findall(r'<button class="button primary[^>]*>([^<]*)', us.page)
    assert loud.strip() == fields["title"]
    us.take(visitor.post(f"{us.path}/sheet/at-once", data={**fields, "title": "Retreat by 0901 to 1001"}))
    assert us.status == 422 and "What you chose can no longer be ordered." in us.page
    us.take(visitor.post(f"{us.path}/sheet/at-once", data=fields))
    assert us.status == 200 and "Send the results to the enemy" in us.page and 'data-place="1102"' in us.page


def test_passing_over_what_is_on_the_sheet_is_asked_once_without_a_script(seats: dict[str, Plain]):
    north, client = seats["north"], seats["north"].client
    north.look()
    north.write("hide", hex="12")
    north.take(client.post(f"{north.path}/orders", data=north.form("/orders", **{"pass": "1"})))
    assert "Close this step without the order on your sheet?" in north.page and north.asked and north.sheet
    sure = north.form("/orders", **{"pass": "1", "sure": "1"})
    north.take(client.post(f"{north.path}/orders", data=sure))
    assert north.status == 200 and not north.asked


def test_a_sheet_of_which_an_order_cannot_be_sent_does_not_offer_to_send_it(seats: dict[str, Plain]):
    north = seats["north"]
    for seat in seats.values():
        seat.look()
        seat.take(seat.client.post(f"{seat.path}/orders", data=seat.form("/orders", done="1")))
    north.look()
    north.write("search", hex="12")
    assert "Send this order and go on" in north.page
    north.write("search", hex="12")
    assert "Hex 12 was searched already." in unescape(north.page) and "Send this order and go on" not in north.page


def test_a_page_that_stands_open_does_not_pass_over_what_another_window_wrote(seats: dict[str, Plain]):
    north, client = seats["north"], seats["north"].client
    north.look()
    before = north.form("/orders", done="1")
    assert before["orders"] == "[]"
    north.write("hide", hex="12")
    north.take(client.post(f"{north.path}/orders", data=before))
    assert north.status == 409 and north.asked and "without the order on your sheet?" in north.page


# ---- in a browser


async def foot(page: Page) -> list[tuple[str, bool]]:
    """The buttons of the step, each with whether it is the loud one."""
    buttons = page.locator("#act .button:visible")
    return [
        (await one.inner_text(), "primary" in (await one.get_attribute("class") or "")) for one in await buttons.all()
    ]


@pytest.mark.browser
async def test_the_button_follows_the_fields_and_nothing_jumps(browser: Browser, context: Context, address: str):
    async with window(browser, **PHONE) as phone:
        us = await Hands.at(phone, address + attacked(context))
        await us.settled()
        in_order(await us.page.evaluate(ORDER), answers=True)
        words, stood = us.page.locator("#commit-defend"), await us.page.evaluate(BOXES)
        board = await us.page.locator("#map").bounding_box()
        assert board and board["height"] > 220, "who attacks and who is attacked are seen beside the form"
        await us.page.locator("#order-defend [data-step='1']").first.dispatch_event("click")
        await expect(words).to_have_text("Defend with 1 CSP")
        await us.settled()
        assert await us.page.evaluate(BOXES) == stood
        assert await foot(us.page) == [("Close without orders", False)]
        assert us.complaints == []


@pytest.mark.browser
async def test_of_the_way_to_a_form_and_of_closing_the_step_one_is_loud(
    browser: Browser, context: Context, address: str
):
    """Closing may be loud where nothing else has to be done, but not beside the way to the form."""
    table = position(
        "us U-1B HQ at 1104 deployed", "us U-I1 at 1203 march parent U-1B", "su S-1R HQ at 1903 deployed",
        heading="modes", phasing="us",
    )  # fmt: skip
    link = saved(context, NDC, table.opening, Outcome(table.truth, table.journal, table.logs))["US"]
    async with window(browser, **PHONE) as phone:
        us = await Hands.at(phone, address + link)
        page = us.page
        await us.choose("U-I1")
        way, closing = page.locator(".way-back"), page.locator("#act .ask-action .button")
        await expect(way).to_have_text("Go to: Change to Attack mode")
        await closing.evaluate("(one) => one.classList.add('primary')")  # as where the coach says to close the step
        await us.settled()
        pale, loud = [await one.evaluate(PAINTED) for one in (closing, way)]
        assert loud != pale
        await way.tap()
        await expect(way).to_be_hidden()
        await us.settled()
        assert await closing.evaluate(PAINTED) == loud, "alone it is loud again"
        assert us.complaints == []


@pytest.mark.browser
async def test_what_passes_is_never_alone_at_hand_while_an_answer_is_filled_in(
    browser: Browser, context: Context, address: str
):
    """While a list, a letter or what stands below is read, the way back to the answer stands beside it."""
    async with window(browser, **PHONE) as phone:
        us = await Hands.at(phone, address + attacked(context))
        page, answer = us.page, us.page.locator("#order-defend .commit")
        both = [("Go to: Defend without support", True), ("Close without orders", False)]
        for away in (
            "document.querySelector('.tab[data-tab=units]').click()",
            "document.querySelector('#panels').scrollTo(0, 9999)",
        ):
            await us.settled()
            assert await foot(page) == [("Close without orders", False)]
            high = await page.locator("#act .passing, #act .ask-action").evaluate("(one) => one.offsetHeight")
            await page.evaluate(away)
            await expect(page.locator(".way-back")).to_be_visible()
            await expect(answer).not_to_be_in_viewport(ratio=0.5)
            assert await foot(page) == both, away
            assert await page.locator(".way-back").evaluate("(one) => one.offsetHeight") == high, "no room is taken"
            await page.locator(".way-back").tap()
            await expect(answer).to_be_in_viewport(ratio=1)
            await expect(page.locator(".way-back")).to_be_hidden()
        assert us.complaints == []


@pytest.mark.browser
async def test_what_is_half_written_outlives_other_forms_and_is_not_left_out_unasked(
    browser: Browser, context: Context, address: str
):
    async with window(browser, **DESKTOP) as table:
        smuggler = await Hands.at(table, links(context, address, "lantern", "bay")[SMUGGLER])
        page, question = smuggler.page, smuggler.page.locator("dialog.question")
        for boat in ("wren", "ark"):
            await page.locator(f'#orders .chip[href*="unit={boat}"]').first.dispatch_event("click")
            await smuggler.settled()
            if boat == "wren":
                way = page.locator("#orders select[data-route]")
                await way.select_option(index=1)
                chosen = await way.input_value()
        for name in ("log", "orders"):
            await page.locator(f'.tab[data-tab="{name}"]').dispatch_event("click")
        await expect(page.locator("#begun")).to_contain_text("Half written: Wren: Sail")

        await page.locator("#act .ask-action button").dispatch_event("click")
        await expect(question).to_contain_text("Wren: Sail")
        await question.get_by_role("button", name="Go back to it").click()
        await expect(way).to_have_value(chosen)
        assert (await foot(page))[-1][1] is False
        await expect(page.locator("#order-sail .commit")).to_have_class(re.compile("primary"))

        await page.locator("#act .ask-action button").dispatch_event("click")
        await question.get_by_role("button", name="Leave it out and close").click()
        await smuggler.waits()
        await expect(page.locator("#begun")).to_be_hidden()
        assert smuggler.complaints == []


@pytest.mark.browser
async def test_a_double_tap_closes_one_step_and_a_key_is_not_held_up(browser: Browser, context: Context, address: str):
    to = links(context, address, "toy", "yard")
    async with window(browser, guarded=True, **PHONE) as phone:
        await phone.clock.install(time=0)
        south, north = await Hands.at(phone, to["south"]), await Hands.at(phone, to["north"])
        foot = "#act .ask-action button"
        await south.page.locator(foot).tap()
        await south.waits()
        await phone.clock.pause_at(3600)
        sent = list[str]()
        north.page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
        await north.page.locator(foot).tap()
        await expect(north.page.locator("#asked-title")).to_have_text("Movement")
        for pause in (699, 1):
            await north.page.locator(foot).tap()
            assert len(sent) == 1 and await north.page.locator(foot).is_enabled()
            await phone.clock.run_for(pause)
        await north.page.locator(foot).tap()
        await north.waits()

        # The heading came to South by itself: a tap that was meant for another would be lost there, a key is not.
        # What the page fetches and swaps in takes moments of its clock, so that goes on until the heading is there.
        async def movement() -> bool:
            await phone.clock.run_for(10)
            return await south.page.locator("#asked-title").text_content() == "Movement"

        await until(movement)
        await expect(south.page.locator("#desk")).to_have_class(re.compile("is-fresh"))
        await south.page.locator(foot).press("Enter")
        await south.waits()


@pytest.mark.browser
async def test_another_question_has_its_forms_at_once_and_what_is_being_written_for_any_time_stays(
    browser: Browser, context: Context, address: str
):
    to = links(context, address, "toy", "yard")
    for link in to.values():
        await Side(context, link).send(Done())
    async with window(browser, **DESKTOP) as table:
        south = await Hands.at(table, to["south"])
        fold, advice = south.page.locator("#standing"), south.form("answer-in-advance").locator("[value=false]")
        await fold.locator("summary").first.click()
        await advice.check()
        await Side(context, to["north"]).send(Search(hex="33"), Done())
        await expect(south.page.locator("#asked-title")).to_have_text("Answer")
        await expect(south.form("lie-low")).to_be_visible()
        await expect(south.page.locator("#stale")).to_be_hidden()
        await expect(advice).to_be_checked()
        await expect(advice).to_be_focused()
        assert south.complaints == []
