"""Result cards on the match page: compact, opened when they are wanted, and nothing cut off the front of the news."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from gzip import compress
from html import unescape
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Browser, Page, expect

from service import matches
from service.engine.attendance import Attend
from service.engine.game import AnyGame
from service.engine.orders import Done
from service.engine.recording import Outcome
from service.engine.reports import OrdersAccepted
from service.games.korsun.game import KORSUN
from service.games.ndc.game import NDC
from service.games.ndc.sections.declare import DeclareGroundCombat, Interdict
from service.games.ndc.sections.movement import Move
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.sections.fire import Fire
from service.matches import Context, seat_by_link
from tests.client import TestClient
from tests.games.korsun.test_cards import fought
from tests.games.ndc.fighting import answer, attack, battle, resolved, stock
from tests.games.skirmish.table import position as skirmish
from tests.positions import Table, position
from tests.web.browser import DESKTOP, MAP_KEPT, PHONE, Hands, still, window
from tests.web.midway import saved
from tests.web.nudged import BY_HTMX, CARD, MOST_OF_A_CARD, Kept


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": NDC, "skirmish": SKIRMISH, "korsun": KORSUN}


def page_of(context: Context, table: Table, seat: str) -> str:
    """A link to the page of a seat, of a match that stands as on the table."""
    return saved(context, NDC, table.opening, Outcome(table.truth, table.journal, table.logs))[seat]


def words(html: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub("<[^>]+>", " ", html)))


def test_what_came_of_a_fight_and_what_it_cost_are_two_sentences_in_the_line_over_a_question(
    context: Context, visitor: TestClient
):
    """In Korsun the outcome is a result of the table, and a loss is steps of a unit."""
    table = fought()
    link = saved(context, KORSUN, table.opening, Outcome(table.truth, table.journal, table.logs))["German"]
    [line] = re.findall(r'class="ask-came">(.*?)</p>', visitor.get(link).text, re.S)
    assert words(line).strip() == "Combat at 1114: 2:1, die 5: -/1R1. 34R: 1 step."


def test_a_fight_stands_on_the_page_as_its_outcome_and_opens_to_all_of_it(context: Context, visitor: TestClient):
    """Also without a script: the address of a card shows the page with that card open."""
    link = page_of(context, resolved(answer(attack(battle(die=1), "probe"))), "US")
    page = visitor.get(link)
    number = re.findall(r'href="[^"]+\?card=(\d+)#card-\1"', page.text)[0]
    assert "The enemy's probe on 0902 from 0802" in words(page.text)
    assert "E1: lost 2 T/O levels" in words(page.text)
    assert "with a total of 20" not in words(page.text)
    opened = visitor.get(f"{page.url.path}?card={number}")
    part = visitor.get(f"{page.url.path}?card={number}", headers=BY_HTMX)
    for found in (opened.text, part.text):
        assert "The enemy probed the 1st Mechanized Battalion from 0802 with a total of 20." in words(found)
        assert "Differential, by the result +2" in words(found)
        assert 'class="map-change"' in found
    assert len(compress(part.text.encode())) <= MOST_OF_A_CARD / 2
    assert visitor.get(f"{page.url.path}?card=999", headers=BY_HTMX).status_code == 204


def test_what_came_of_each_attack_stays_in_sight_until_the_results_are_sent(context: Context, visitor: TestClient):
    """Who answers combat by combat reads at the end of all of them, and not of the last alone."""
    table = stock(battle("su S-A2 at 0804 attack", die=1), "us", ew_points=9)
    table.order(
        "su",
        DeclareGroundCombat(unit="S-A1", target="0902", type="assault"),
        DeclareGroundCombat(unit="S-A2", target="0904", type="probe"),
        Interdict(target="1202", csps=4),
        Done(),
    )
    answer(table)
    first, second = "The enemy's assault on 0902 from 0802", "The enemy's probe on Waldau (0904) from 0804"
    asked = news(visitor.get(page_of(context, table, "US")).text)
    assert first in asked and second not in asked
    answer(table)
    told = news(visitor.get(page_of(context, table, "US")).text)
    assert table.heading == "send-the-results"
    assert first in told and second in told and "The enemy's interdiction of 1202" in told


def news(page: str) -> str:
    return words(page[page.index('id="news"') : page.index('id="stale"')])


def test_a_card_adds_little_to_what_a_nudged_page_is_sent(context: Context, visitor: TestClient):
    page = Kept.at(visitor, page_of(context, resolved(answer(attack(battle(die=10)))), "Soviet"))
    page.elements["news"] = ""
    page.state["after"] = "1"
    found = CARD.findall(page.look().sent)
    assert found and all(len(one.encode()) <= MOST_OF_A_CARD / 2 for one in found)


def test_stops_come_first_in_the_news_and_none_is_cut_off(context: Context, visitor: TestClient):
    """However much else is told with them."""
    table = position(
        "su S-A1 at 0602 attack", "su S-1R at 0402 deployed", "us U-DIV at 1302 deployed", "us U-I2 at 0802",
        *(f"su X-{n} infantry at {n:02}09 attack level 2" for n in range(1, 13)), phasing="su",
    )  # fmt: skip
    table.order("su", *(Move(unit=f"X-{n}", path=(f"{n:02}08",)) for n in range(1, 13) if n % 2),
                Move(unit="S-A1", path=("0702", "0802")), Done())  # fmt: skip
    told = [e for e in table.logs["Soviet"] if not isinstance(e.report, OrdersAccepted)]
    assert len(told) > 8
    page = visitor.get(page_of(context, table, "Soviet")).text
    said = news(page)
    assert 0 < said.index("Our moves, 7 units 1 of 7 units was stopped.") < said.index("no longer known to the enemy")


@pytest.mark.browser
async def test_a_tap_on_a_cards_map_goes_there_and_draws_it(browser: Browser, context: Context, address: str):
    """And one that is opened is filled."""
    link = page_of(context, resolved(answer(attack(battle(die=10)))), "US")
    async with window(browser, **DESKTOP) as opened:
        page = (await Hands.at(opened, address + link)).page
        card = page.locator(".result", has_text="assault on 0902")
        await card.locator(".result-where").click()
        await expect(page.locator(".map-live > .result-marks path").first).to_be_attached()
        await card.locator("summary").click()
        await expect(card.locator(".result-body")).to_contain_text("with a total of 20")


LIES = """(place) => {
    const [x, y] = sitrepMap.spot(place), view = document.querySelector("[data-map]");
    const at = new DOMMatrix(view.querySelector(".map-sheet").style.transform), box = view.getBoundingClientRect();
    const [left, top] = [at.e + x * at.a, at.f + y * at.a];
    return 0 < left && left < box.width && 0 < top && top < box.height;
}"""
"""Whether the middle of a hex lies in the frame of the map."""
WATCHED = f"""(place) => {{
    const sheet = document.querySelector(".map-sheet");
    window.shown = [];
    new MutationObserver(() => shown.push(({LIES})(place))).observe(sheet, {{ attributeFilter: ["style"] }});
}}"""
"""Note at each move of the map whether a hex lies in its frame."""
MARKS = ".map-live > .result-marks path"


def all_that_is_asked_by(page: Page) -> list[str]:
    """Fills from now on with what the page fetches, by the first name in each query."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).query.partition("=")[0]))
    return asked


def before_a_letter(context: Context) -> tuple[dict[str, str], Callable[[], Awaitable[object]]]:
    """A fight at 0902 that is decided and not told yet: links to both seats, and what sends it to the attacker."""
    table = answer(attack(battle("su X-7 recon at 0105 attack", die=1)))
    links = saved(context, NDC, table.opening, Outcome(table.truth, table.journal, table.logs))
    defender = seat_by_link(context, links["US"].removeprefix("/seat/"))
    at = matches.version(context, defender)
    return links, lambda: asyncio.to_thread(
        matches.take_orders, context, defender, [Done()], version=at, key=None
    )  # fmt: skip


@pytest.mark.browser
async def test_the_map_goes_by_itself_to_the_fight_that_has_just_come_and_draws_it(
    browser: Browser, context: Context, address: str
):
    """Once: whoever has looked elsewhere since is not taken back, not by a reload either."""
    links, sent = before_a_letter(context)
    async with window(browser, **PHONE) as opened:
        page = (await Hands.at(opened, address + links["Soviet"])).page
        await page.evaluate("sitrepMap.where('0105')")
        assert not await page.evaluate(LIES, "0902")
        asked = all_that_is_asked_by(page)
        await sent()
        await expect(page.locator(MARKS).first).to_be_attached()
        await still(page)
        assert (asked.count("live"), asked.count("card")) == (1, 1)
        assert await page.evaluate(LIES, "0902")
        await page.evaluate(MAP_KEPT)
        kept = await page.evaluate("JSON.stringify({...sessionStorage})")
        await page.evaluate("sitrepMap.where('0105')")
        await page.wait_for_function("(kept) => JSON.stringify({...sessionStorage}) !== kept", arg=kept)
        await page.reload()
        await still(page)
        assert not await page.evaluate(LIES, "0902")


@pytest.mark.browser
async def test_a_fight_that_has_come_does_not_take_the_map_from_who_is_choosing(
    browser: Browser, context: Context, address: str
):
    """It is drawn, and stays so when their forms are brought anew. Nor is it gone to when they have done.

    A page that is opened anew goes there.
    """
    links, sent = before_a_letter(context)
    async with window(browser, **PHONE) as opened:
        hands = await Hands.at(opened, address + links["Soviet"])
        page = hands.page
        await page.locator('.map-live a.counter[data-unit="X-7"]').dispatch_event("click")
        await hands.has_chosen("X-7")
        await page.evaluate(WATCHED, "0902")
        await sent()
        await expect(page.locator(MARKS).first).to_be_attached()
        await still(page)
        async with page.expect_response(lambda answer: "unit=X-7" in answer.url):
            await page.locator("[data-refresh]").dispatch_event("click")  # as the page does by itself, at any moment
        await still(page)
        await expect(page.locator(MARKS).first).to_be_attached()
        await page.locator("#orders .close").first.dispatch_event("click")
        await expect(page.locator(".map-live .counter.is-selected")).to_have_count(0)
        await still(page)
        assert True not in await page.evaluate("shown")
    async with window(browser, **PHONE) as opened:
        page = await opened.new_page()
        await page.goto(address + links["Soviet"])
        await expect(page.locator(MARKS).first).to_be_attached()
        await still(page)
        assert await page.evaluate(LIES, "0902")


@pytest.mark.browser
async def test_a_card_that_is_refused_is_asked_for_once_and_again_with_the_next_news(
    browser: Browser, context: Context, address: str
):
    """The page does not go on asking, and shows the card as soon as it gets it."""
    links, sent = before_a_letter(context)
    seat = seat_by_link(context, links["US"].removeprefix("/seat/"))
    async with window(browser, **PHONE) as opened:
        hands = await Hands.at(opened, address + links["Soviet"])
        page = hands.page
        trouble = '<hx-partial id="trouble"><div id="trouble" class="trouble">Not now.</div></hx-partial>'
        refusal = {"status": 503, "body": trouble, "content_type": "text/html"}
        cards = re.compile(r"\?card=")
        await page.route(cards, lambda route: route.fulfill(**refusal))
        asked = all_that_is_asked_by(page)
        await sent()
        await expect(page.locator("#trouble")).to_have_text("Not now.")
        await still(page)
        # once with the news, and once with the forms that it brings anew
        assert asked.count("live") == 1 and 1 <= asked.count("card") <= 2
        await page.unroute(cards)
        at, away = matches.version(context, seat), Attend(attendance="standing")
        await asyncio.to_thread(matches.take_orders, context, seat, [away], version=at, key=None)
        await expect(page.locator(MARKS).first).to_be_attached()
        await hands.live()


def two_fires(context: Context) -> str:
    """A link to a seat that was told of two fires since its last orders."""
    table = skirmish("A-SQ1 squad at 0507", "A-SQ2 squad at 0503", "G-SQ1 squad at 0707", "G-SQ2 squad at 0703")
    table.order("allied", Fire(base="A-SQ1", target=table.handle("G-SQ1")),
                Fire(base="A-SQ2", target=table.handle("G-SQ2")))  # fmt: skip
    return saved(context, SKIRMISH, table.opening, Outcome(table.truth, table.journal, table.logs))["allied"]


ANEW = """() => {
    const news = document.querySelector("#news");
    news.replaceWith(news.cloneNode(true));
    document.dispatchEvent(new CustomEvent("htmx:after:swap"));
}"""
"""The news comes anew, as with a page that has changed."""


STROKE = """card => {
    card.dispatchEvent(new Event("pointerdown", { bubbles: true }));
    card.scrollIntoView({ inline: "start", behavior: "instant" });
}"""
"""A hand turns to a card: what comes meanwhile does not turn back from it."""


@pytest.mark.browser
async def test_of_several_cards_on_a_phone_each_is_whole_and_it_is_said_how_many_there_are(
    browser: Browser, context: Context, address: str
):
    """One at a time, the next by a tap or a stroke; nothing is cut at the edge. On a desk they stand in a column.

    One that is out of sight is folded, or the row would stay as high as it.
    """
    async with window(browser, **PHONE) as opened:
        hands = await Hands.at(opened, address + two_fires(context))
        page, cards, turn = hands.page, hands.page.locator("#news .result"), hands.page.locator(".results-turn")
        many = await cards.count()
        await expect(turn.locator("[data-turned]")).to_have_text(f"1 of {many}")
        first = page.locator(".result details").first
        await first.locator("summary").tap()
        await expect(first).to_have_attribute("open", "")
        await cards.last.evaluate(STROKE)
        await expect(first).not_to_have_attribute("open", "")
        await cards.first.evaluate(STROKE)
        for at in range(many):
            await expect(turn.locator("[data-turned]")).to_have_text(f"{at + 1} of {many}")
            await hands.settled()
            boxes = [await cards.nth(one).bounding_box() or {} for one in range(many)]
            assert boxes[at]["x"] >= 0 and boxes[at]["x"] + boxes[at]["width"] <= 390
            assert all(box["x"] >= 385 or box["x"] + box["width"] <= 5 for box in boxes if box is not boxes[at]), boxes
            await expect(turn.locator("[data-turned]")).to_have_text(f"{at + 1} of {many}")
            following = turn.get_by_label("The next result")
            if at + 1 == many:
                await expect(following).to_be_disabled()
            else:
                await hands.press(following)
                await expect(turn.locator("[data-turned]")).to_have_text(f"{at + 2} of {many}")
        await hands.settled()
        await page.evaluate(ANEW)  # a row that is brought anew stays at the card that was read
        await expect(turn.locator("[data-turned]")).to_have_text(f"{many} of {many}")
        assert await hands.fits()
        await page.set_viewport_size({"width": 1440, "height": 900})
        await expect(turn).to_be_hidden()


@pytest.mark.browser
async def test_who_turns_to_the_next_result_on_a_phone_has_the_map_there(
    browser: Browser, context: Context, address: str
):
    """It is drawn there as well, and the one before it no more."""
    table = battle("su X-7 recon at 0105 attack")
    table.order("su", Interdict(target="0212", csps=4), Interdict(target="1205", csps=4), Done())
    link = page_of(context, resolved(table), "Soviet")
    async with window(browser, **PHONE) as opened:
        hands = await Hands.at(opened, address + link)
        page = hands.page
        await hands.settled()
        places = [await page.locator("#news .result-where").nth(one).get_attribute("data-where") for one in (0, 1)]
        assert sorted(map(str, places)) == ["0212", "1205"]
        for place, turn in ((places[1], "The next result"), (places[0], "The result before this")):
            await page.evaluate("sitrepMap.where('0105')")
            await hands.settled()
            await hands.press(page.locator(".results-turn").get_by_label(turn))
            await page.wait_for_function(f"place => ({LIES})(place)", arg=place)
            await expect(page.locator(".map-live > .result-marks > *").first).to_be_attached()


@pytest.mark.browser
async def test_the_way_to_the_next_result_stays_under_the_finger(browser: Browser, context: Context, address: str):
    """However far down one is read: the next one is read from its top, and neither way nor map comes from below."""
    table = battle("su X-7 recon at 0105 attack")
    table.order(
        "su", DeclareGroundCombat(unit="S-A1", target="0902", type="probe"),
        Interdict(target="0212", csps=4), Interdict(target="1205", csps=4), Done(),
    )  # fmt: skip
    async with window(browser, **PHONE) as opened:
        hands = await Hands.at(opened, address + page_of(context, resolved(table), "Soviet"))
        page, cards, turn = hands.page, hands.page.locator("#news .result"), hands.page.locator(".results-turn")
        await cards.evaluate_all("cards => { for (const one of cards) one.style.minHeight = '900px'; }")
        following, panels = turn.get_by_label("The next result"), page.locator("#panels")
        many = await cards.count()
        assert many > 2
        await panels.evaluate("panels => { panels.scrollTop = 400; }")
        await hands.settled()
        stood = await following.bounding_box()
        await expect(following).to_be_in_viewport(ratio=1)
        for at in range(1, many):
            await panels.evaluate("panels => { panels.scrollTop += 200; }")
            await hands.press(following)
            await expect(turn.locator("[data-turned]")).to_have_text(f"{at + 1} of {many}")
            await hands.settled()
            now = await following.bounding_box()
            assert now and stood and (now["x"], now["width"]) == (stood["x"], stood["width"])
            assert abs(now["y"] - stood["y"]) < 1
            row, head = await turn.bounding_box(), await cards.nth(at).locator(".result-head").bounding_box()
            assert row and head and -1 < head["y"] - (row["y"] + row["height"]) < 12
        await page.evaluate("sitrepMap.where('0105')")
        await hands.settled()
        await hands.press(turn.get_by_role("button", name="Map"))
        where = await cards.nth(many - 1).locator("[data-where]").get_attribute("data-where")
        await page.wait_for_function(f"place => ({LIES})(place)", arg=where)
        await expect(page.locator("#desk")).to_have_attribute("data-tab", "orders")


def test_a_card_of_which_all_is_said_in_sight_is_no_toggle(context: Context, visitor: TestClient):
    """It has no mark that it opens, and its place on the map as any other."""
    table = battle(searched={"us": (3, ("A1",))}, hqs=("su S-1R at 0404 deployed",))
    table.order("su", Done())
    page = visitor.get(page_of(context, table, "US")).text
    [card] = [
        one for one in re.findall(r'<li [^>]*class="result .*?</li>', page, re.DOTALL) if "enemy&#39;s moves" in one
    ]
    assert "<summary" not in card and "<details" not in card
    assert 'class="result-where"' in card and "data-where=" in card
