"""A game's rules, charts and example on pages that anybody may read, and the way to them from what a player is told."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache, partial

import pytest
from markupsafe import Markup
from playwright.async_api import Browser, expect

from service import matches
from service.engine.game import AnyGame
from service.engine.sentences import plain_text
from service.games.korsun.game import KORSUN
from service.games.ndc.game import NDC
from service.games.ndc.known.reports import AttackTotalled
from service.games.ndc.sections.movement import Move
from service.games.skirmish.game import SKIRMISH
from service.matches import Account, AtSeat, Context
from service.matches.rulebooks import rule_url
from tests.client import TestClient
from tests.other_data import HIGHLANDS
from tests.positions import new_match
from tests.toy import TOY
from tests.web.browser import DESKTOP, PHONE, Hands, links, window
from tests.web.conftest import Plain, sit
from web.book.pages import game_page, search
from web.book.scenarios import scenario_shown
from web.parts.sentences import Links, explained, linked

PAGES = ("", "/rules", "/charts", "/example")
BOOKS = (NDC, SKIRMISH)
PRACTICE = Account("practice", None)
READ = (
    'href="/games/ndc/rules#{0}" target="_blank" rel="noopener" title="Read this rule, in a window of its own">{0}</a>'
)


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"toy": TOY, "ndc": NDC, "skirmish": SKIRMISH, "highlands": HIGHLANDS}


@pytest.fixture
def us(context: Context, visitor: TestClient) -> Plain:
    """The US seat of a practice match, at the pregame."""
    return sit(visitor, f"/seat/{matches.practice_links(context, 'ndc', 'kaltenbach')['US']}")


@lru_cache
def anchors(html: str) -> list[str]:
    return re.findall(r'\sid="([^"]+)"', html)


@pytest.mark.parametrize("game", BOOKS, ids=lambda game: game.info.name)
def test_the_book_is_open_to_everybody_and_its_links_lead_somewhere(visitor: TestClient, game: AnyGame):
    home = f"/games/{game.info.name}"
    found = {f"{home}{page}": visitor.get(f"{home}{page}") for page in PAGES}
    assert {answer.status_code for answer in found.values()} == {200}
    assert set(anchors(found[f"{home}/rules"].text)) >= game.rulebook().rules
    for page, answer in [*found.items()]:
        there = anchors(answer.text)
        assert len(there) == len(set(there)), page
        for link in re.findall(r'<a [^>]*href="([^"]+)"', answer.text):
            path, _, place = link.partition("#")
            path = {"": page, "rules": f"{home}/rules", "charts": f"{home}/charts"}.get(path, path)
            target = found[path] = found.get(path) or visitor.get(path)
            assert target.status_code == 200, (page, link)
            assert not place or place in anchors(target.text), (page, link)
    for name in game.rulebook().pictures:
        picture = visitor.get(f"{home}/pictures/{name}")
        assert picture.headers["content-type"] == "image/svg+xml"
        assert f'src="pictures/{name}"' in found[f"{home}/rules"].text


@pytest.mark.parametrize("every", [8, pytest.param(1, marks=pytest.mark.soak)])
def test_every_chart_and_rulebook_page_of_another_set_of_data_is_drawn(visitor: TestClient, every: int):
    """Pictures, scenarios and rules too, each or one in so many; the figures are the set's own. The example of play is
    the shipped one's."""
    pages = dict[str, list[str]]()
    for game in (NDC, HIGHLANDS):
        book, home = game.rulebook(), f"/games/{game.info.name}"
        there = [f"{home}{page}" for page in PAGES if page != "/example" or book.example is not None]
        there += [f"{home}/rules/{rule}" for rule in sorted(book.rules)[::every]]
        there += [f"{home}/pictures/{name}" for name in book.pictures]
        there += [f"{home}/scenarios/{name}" for name in game.info.scenarios]
        found = {path: visitor.get(path) for path in there}
        assert not [path for path, answer in found.items() if answer.status_code != 200]
        pages[game.info.name] = [answer.text for answer in found.values()]
    assert len(pages["ndc"]) == len(pages["highlands"]) + 1
    charts = {name: texts[PAGES.index("/charts")] for name, texts in pages.items()}
    assert charts["ndc"] != charts["highlands"]


def test_a_game_without_a_book_has_a_page_and_nothing_to_read(visitor: TestClient):
    assert TOY.info.title in visitor.get("/games/toy").text
    for path in ("/games/toy/rules", "/games/toy/charts", "/games/toy/example", "/games/go", "/games/go/rules"):
        assert visitor.get(path).status_code == 404, path
    for name in ("zones.png", "..%2fbook.py"):
        assert visitor.get(f"/games/ndc/pictures/{name}").status_code == 404
    home = visitor.get("/").text
    assert 'href="/games/ndc/rules"' in home
    assert 'href="/games/toy/rules"' not in home


def test_words_are_looked_for_without_a_script(visitor: TestClient):
    hits = re.search(
        r'<section class="book-hits".*?</section>', visitor.get("/games/ndc/rules?q=Stand+FAST").text, re.S
    )
    assert hits
    assert "#retreat-of-the-defender" in hits[0]
    assert "#NDC-WEA-01" not in hits[0]
    to = visitor.get("/games/ndc/rules?q=ndc-zoc-02", follow_redirects=False)
    assert (to.status_code, to.headers["location"]) == (303, "/games/ndc/rules#NDC-ZOC-02")
    to = visitor.get("/games/skirmish/rules?q=p7", follow_redirects=False)
    assert (to.status_code, to.headers["location"]) == (303, "/games/skirmish/rules#P7")
    assert [hit.case.id for hit in search(NDC.rulebook(), "the weather")][:2] == ["NDC-WEA-01", "NDC-WEA-02"]
    odd = visitor.get("/games/ndc/rules", params={"q": "<b onclick=x>"}).text
    assert "nothing found" in odd
    assert "<b onclick" not in odd


def test_a_refusal_leads_to_its_rule(us: Plain):
    """On the sheet, and where it is said that nothing was sent; each in a window of its own."""
    once = us.form("/sheet", kind="allot-intelligence")
    us.write("allot-intelligence")
    twice = {**once, "sheet": us.form("/sheet")["sheet"]}
    us.take(us.client.post(f"{us.path}/sheet", data=twice))
    [rule] = set(re.findall(r'class="refusal"><span>[^<]*</span> <a class="rule"[^>]*>(NDC-\w+-\d\d)<', us.page))
    assert us.page.count(READ.format(rule)) == 1
    us.send(done=True)
    assert us.status == 409
    assert us.page.count(READ.format(rule)) == 2
    assert 'href="/games/ndc/rules#NDC-SEQ-02" target="_blank"' in us.page, "a heading leads to its rule"
    for page in ("rules", "charts"):
        assert f'href="/games/ndc/{page}" target="_blank"' in us.page


def test_the_modifiers_of_a_total_lead_to_their_rules(us: Plain):
    names = NDC.words.rule_names()
    assert len(names) == len(set(names.values())) == 29
    report = AttackTotalled(number=1, unit="U-A1", target="1609", total=9, lines={"NDC-ATM-01": 10, "NDC-ATM-07": -1})
    read = NDC.words.reader(NDC.known(new_match().picture("us")))(NDC.words.prose(report))
    said = linked(read, Links(places=("1609",), rule=partial(rule_url, NDC)))
    assert re.findall(r'<a class="term" href="([^"]+)" target="_blank" rel="noopener">([^<]+)</a>', said) == [
        (f"/games/ndc/rules#{rule}", names[rule]) for rule in report.lines
    ]
    assert names["NDC-ATM-01"] == "attack strength"
    assert 'href="#place-1609"' in said


@pytest.mark.browser
async def test_a_badge_is_read_beside_what_is_being_written(browser: Browser, context: Context, address: str):
    """The rule stands where it is cited, and in a second window in its place in the book; nothing typed is lost.

    There the search narrows the book as one types.
    """
    async with window(browser, **DESKTOP) as here:
        to = links(context, address, "ndc", "kaltenbach")
        [match] = {line.match_id for line in matches.matches_of(context, PRACTICE)}
        matches.put_sheet(context, AtSeat(match, "US", PRACTICE.id), [Move(unit="U-A1", path=("1007",))])
        us = await Hands.at(here, to["US"])
        typed = us.form("allot-intelligence").locator("[name$=':signal']")
        await us.tab("orders")
        await typed.fill("4")
        await us.tab("sheet")
        badge = us.page.locator(".refusal a.rule")
        rule = await badge.inner_text()
        await badge.click()
        beside = us.page.locator("#rule-beside")
        await expect(beside.locator("h1 .rule")).to_have_text(rule)
        async with here.expect_page() as opened:
            await beside.get_by_role("link", name="In the book").click()
        await beside.get_by_role("button", name="Close").click()
        book = await opened.value
        await expect(book.locator(f"#{rule}")).to_be_in_viewport()
        await us.tab("orders")
        await expect(typed).to_have_value("4")
        await book.locator("input[type=search]").fill("breakthrough")
        await expect(book.locator("#NDC-WEA-01")).to_be_hidden()
        await expect(book.locator("#NDC-RES-15")).to_be_visible()
        assert us.complaints == []


def test_a_word_of_the_game_leads_to_its_meaning_where_it_first_stands_and_nowhere_within_a_tag():
    piece = '<p title="T/O"><b>1</b> T/O level, T/O</p>'
    shown = explained(piece, ("T/O", "/rules#words"))
    assert shown.count("<a ") == 1 and '<b>1</b> <a class="term" href="/rules#words"' in shown
    assert Markup(shown).striptags() == Markup(piece).striptags() and explained(piece, ("", "")) == piece


def test_the_score_leads_from_its_own_word_to_what_it_means_once(context: Context, visitor: TestClient):
    page = visitor.get(links(context, "", "ndc", "kaltenbach")["US"])
    partial_page = {"HX-Request": "true", "HX-Request-Type": "partial"}
    total = visitor.get(f"{page.url.path}?late=total", headers=partial_page).text
    assert total.count(">T/O</a>") == 1 and total.count("T/O") > 1


@pytest.mark.browser
async def test_what_the_words_mean_is_read_from_its_beginning(browser: Browser, context: Context, address: str):
    """Though it is longer than the window, and its buttons stay at hand."""
    async with window(browser, **PHONE) as here:
        us = await Hands.at(here, links(context, address, "ndc", "kaltenbach")["US"])
        await us.press(us.page.locator("#menu > summary"))
        await us.press(us.page.locator("#menu").get_by_role("link", name="What the words mean"))
        beside = us.page.locator("#rule-beside")
        await expect(beside.locator("h1")).to_be_in_viewport(ratio=1)
        assert await beside.evaluate("box => box.scrollHeight > box.clientHeight && box.scrollTop === 0")
        await expect(beside.get_by_role("button", name="Close")).to_be_in_viewport(ratio=1)


@pytest.mark.soak
@pytest.mark.browser
async def test_no_page_of_a_book_is_wider_than_a_small_phone(browser: Browser, address: str):
    async with window(browser, viewport={"width": 320, "height": 640}) as phone:
        book = await phone.new_page()
        for page in (f"/games/{game.info.name}{page}" for game in BOOKS for page in PAGES):
            await book.goto(f"{address}{page}")
            assert await book.evaluate("document.documentElement.scrollWidth") <= 320, page


def test_a_game_with_several_scenarios_names_all_and_shows_the_guided_one_whole():
    shown = [scenario_shown(KORSUN, name) for name in KORSUN.info.scenarios]
    text = bytes(game_page(None, KORSUN).body).decode()
    assert all(one.title in text for one in shown) and text.count("scenario-map") == 1
    guided = next(one for one in shown if one.guided)
    assert f"Map of {guided.title}" in text and "Play the computer as German" in text
    assert text.count(guided.summary) == 2, "in the list and over its map, and not again for each side"
    assert "You command the German side." in text


def test_a_scenario_is_shown_with_its_map_both_forces_and_buttons_to_play_it(visitor: TestClient):
    page = visitor.get("/games/ndc/scenarios/kaltenbach").text
    assert 'aria-label="Map of The Kaltenbach Gap"' in page and "map-terrain" in page and 'class="counter' not in page
    assert "<dt>2nd Brigade HQ</dt><dd>2nd Mechanized Battalion; 3rd Mechanized Battalion" in page
    assert "3rd Tank Battalion (from turn 3)" in page, "as the public order of battle has it"
    for side, briefing in NDC.info.scenarios["kaltenbach"].briefings.items():
        assert plain_text(briefing.aim) in page and f'name="seat" value="{side}"' in page
    assert 'class="scenario-map"' in visitor.get("/games/ndc").text, "a game shows a scenario on its own page"
    assert [scenario_shown(KORSUN, name).is_narrow for name in ("korsun-first", "korsun-full")] == [True, False]
    hidden = visitor.get("/games/skirmish/scenarios/moulin-basset").text
    assert "is told on taking the seat" in hidden and "Lt Hartley" not in hidden
    assert visitor.get("/games/ndc/scenarios/ardennes").status_code == 404
    form = {"scenario": "ndc/kaltenbach", "seat": "US", "opponent": "computer"}
    assert visitor.post("/matches", data=form).url.path.endswith("/US")


def test_a_rule_can_be_read_alone(visitor: TestClient):
    page = visitor.get("/games/ndc/rules/NDC-ZOC-02").text
    [case] = [case for case in NDC.rulebook().cases() if case.id == "NDC-ZOC-02"]
    assert case.title in page and 'id="NDC-ZOC-02"' in page and page.count('class="case"') == 1
    assert all(link.startswith("/games/ndc/") for link in re.findall(r'<a href="([^"]*#NDC[^"]*)"', page))
    for wrong in ("/games/ndc/rules/NDC-ZOC-99", "/games/toy/rules/x"):
        assert visitor.get(wrong).status_code == 404


def test_the_example_and_the_rules_of_the_ground_show_pieces_of_map(visitor: TestClient):
    """Each drawn from what that side knew after the step; a piece that shows nothing is left out."""
    page = visitor.get("/games/ndc/example").text
    assert page.count('id="book-ground-') == 1
    pieces = re.findall(r'aria-label="Piece of the (\w+) map after “([^”]+)”"', page)
    assert ("US", "The line gives way") in pieces and ("Soviet", "The line gives way") not in pieces
    [blind] = re.findall(r"Soviet map after “Into the fog.*?</figure>", page, re.DOTALL)
    assert 'class="counter su"' in blind and 'class="counter us' not in blind, (
        "it has run into somebody, and knows no more"
    )
    for game, case, drawn in (
        ("ndc", "NDC-ZOC-01", "map-control"), ("ndc", "retreat-of-the-defender", "map-combat"),
        ("skirmish", "P9", "map-sight"),
    ):  # fmt: skip
        for path in ("rules", f"rules/{case}"):
            page = visitor.get(f"/games/{game}/{path}").text
            [text] = re.findall(rf'<section class="case[^"]*" id="{case}">.*?</section>', page, re.DOTALL)
            assert 'class="piece"' in text and f'class="{drawn}"' in text and page.count('id="book-ground-') == 1, path


@pytest.mark.parametrize("game", BOOKS, ids=lambda game: game.info.name)
def test_each_piece_beside_a_case_stands_beside_one_that_there_is_and_shows_something(game: AnyGame):
    book = game.rulebook()
    assert book.drawn.keys() <= {case.id for case in book.cases()} and book.example is not None
    played = book.scenes() if book.scenes is not None else ()
    assert len(played) == len(book.example.steps)
    assert all(played[number - 1][seat].places for number, seat in book.drawn.values())
