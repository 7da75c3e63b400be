"""The aim on the match page: a line always, the briefing until the first heading is closed, the verdict at the end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from html import unescape
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from docs.examples.fox import FOX_AND_HOUNDS
from docs.examples.towns import THREE_HOUSES
from service import matches
from service.engine.dice import LoadedDice
from service.engine.events import Ended, Event, Told
from service.engine.game import AnyGame
from service.engine.orders import Done
from service.engine.recording import Outcome
from service.engine.reports import LogEntry
from service.engine.state import Position
from service.games.campaign1776.game import CAMPAIGN1776
from service.games.campaign1776.known.reports import GameEnded
from service.games.campaign1776.sections.victory import ended as ended_1776
from service.games.korsun.game import KORSUN
from service.games.korsun.sections.victory import judge
from service.games.ndc.game import NDC
from service.games.ndc.sections.turns import declare_victory
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.sections.turns import declare
from service.matches import AtSeat, Context
from service.matches.turn_letters import turn_letter
from tests.client import TestClient
from tests.random_play import begun
from tests.web.browser import DESKTOP, PHONE, Hands, links, still, window
from tests.web.midway import midway, saved


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    shelf = {"ndc": NDC, "skirmish": SKIRMISH, "korsun": KORSUN, "campaign1776": CAMPAIGN1776}
    return {**shelf, "fox": FOX_AND_HOUNDS, "houses": THREE_HOUSES}


def block(page: str, id: str) -> str:
    """An element of a page by its id, as words."""
    found = re.search(rf'<(section|div)[^>]* id="{id}".*?</\1>', page, re.S)
    assert found is not None, f"no {id}"
    words = re.sub(r"<[^>]+>", " ", re.sub(r"</?a\b[^>]*>", "", found[0]))
    return " ".join(unescape(words).split())


def test_the_briefing_stands_on_the_page_until_the_first_heading_is_closed_and_then_under_the_aim(
    context: Context, visitor: TestClient
):
    account = matches.make_guest(context)
    opened = matches.open_match(context, account, "ndc", "kaltenbach")
    at = AtSeat(opened.match_id, "US", account.id)
    visitor.cookies.set(matches.seat_cookie(at.match_id, at.seat), matches.seat_link(context, at))
    first = visitor.get(f"/matches/{at.match_id}/US").text
    assert "You command the US side: 9 battalions and 3 headquarters" in block(first, "briefing")
    assert "You win with a score of 2 or less, by holding objectives (★); now 0, as far as you know." in block(
        first, "aim"
    )
    assert re.search(r'id="briefing".*<a class="place" href="#place-0508">Kaltenbach</a> \(8\), ', first, re.S)
    letter = " ".join(" ".join(turn_letter(matches.read(context, at))).split())
    assert "YOUR BRIEFING You command the US side" in letter and "YOUR AIM You win with a score" in letter
    matches.take_orders(context, at, [Done()], version=matches.version(context, at))
    later = visitor.get(f"/matches/{at.match_id}/US").text
    assert block(later, "briefing") == ""
    assert "You command the US side: 9 battalions and 3 headquarters" in block(later, "aim")


@pytest.mark.parametrize(
    ("game", "said"),
    [("fox", "Your aim: reach the eastern edge, or last the night."), ("houses", "Your aim: hold the most charters.")],
)
def test_a_game_without_words_of_its_own_for_it_has_both_all_the_same(
    context: Context, visitor: TestClient, game: str, said: str
):
    link = next(iter(midway(context, game, 1, lambda state: True).values()))
    page = visitor.get(link).text
    assert said in block(page, "aim") and "What is hidden" in block(page, "aim")


def ended(game: AnyGame, by: Callable[[Any], Iterable[Event]]) -> tuple[Position, Outcome]:
    """A match that ends at its opening by these events."""
    match, _, _ = begun(game, 5, strict=False)
    for event in by(match.state):
        event.change(match.state)
        match.journal.append(event)
        if isinstance(event, Told):
            match.logs[event.seat].append(LogEntry(match.state.log_lengths[event.seat], None, event.report))
    return match.opening, Outcome(match.state, match.journal, match.logs)


ENDS: Mapping[str, Callable[[Any], Iterable[Event]]] = {
    "ndc": lambda state: declare_victory(state, LoadedDice()),
    "skirmish": lambda state: (*declare(state, "Draw", None), Ended()),
    "korsun": judge,
    "campaign1776": lambda state: ended_1776(state, GameEnded(winner="British", points={}, lost=5, score=3)),
}


def test_at_the_end_the_verdict_is_itemised_with_the_level_at_which_it_fell(context: Context, visitor: TestClient):
    page = visitor.get(saved(context, SKIRMISH, *ended(SKIRMISH, ENDS["skirmish"]))["allied"]).text
    asked = block(page, "asked")
    assert "The match is over Draw The score is −11. To win you needed a score of −7 or more." in asked
    assert asked.startswith("Sequence of play"), "and not the heading that was told last"
    assert "−3 The farm (1308), the enemy's" in asked and "−10 to −8 Draw this match" in asked
    assert block(page, "aim") == ""


SIZES = """() => {
    const sizes = {}, texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const one = texts.currentNode.parentElement, { width, height } = one.getBoundingClientRect();
        if (!texts.currentNode.data.trim() || width < 2 || height < 2) continue;
        const size = parseFloat(getComputedStyle(one).fontSize) * (one.getScreenCTM?.().a ?? 1);
        const whose = one.closest("#asked-title") ? "verdict" : "else";
        if (size > (sizes[whose]?.[0] ?? 0)) sizes[whose] = [size, texts.currentNode.data.trim()];
    }
    return sizes;
}"""
"""The largest letters of the verdict and of all else that is shown, in pixels of the window, with what they say."""


@pytest.mark.browser
@pytest.mark.parametrize("game", ENDS)
async def test_at_the_end_the_verdict_has_the_largest_letters_of_the_page(
    browser: Browser, context: Context, address: str, game: str
):
    """On a phone and on a desktop, with those of the map at the zoom at which it is first seen."""
    link = next(iter(saved(context, context.games[game], *ended(context.games[game], ENDS[game])).values()))
    async with window(browser, **DESKTOP) as opened:
        page = await opened.new_page()
        await page.goto(address + link)
        for size in (DESKTOP, PHONE):
            await page.set_viewport_size(size["viewport"])
            await still(page)
            sizes = await page.evaluate(SIZES)
            assert sizes["verdict"][0] > sizes["else"][0], sizes


@pytest.mark.browser
async def test_a_tab_is_shown_though_the_sum_of_the_score_lay_over_it(browser: Browser, context: Context, address: str):
    """On a phone the sum has the room of the panel: a letter was read there by nobody, and counted as read."""
    async with window(browser, **PHONE) as opened:
        hands = await Hands.at(opened, links(context, address, "ndc", "kaltenbach")["US"])
        aim, panel = hands.page.locator("details.aim"), hands.page.locator("#panels")
        for tab in ("letters", "letters"):
            await aim.locator("summary").first.tap()
            await expect(aim).to_have_attribute("open", "")
            await hands.page.locator(f'.tab[data-tab="{tab}"]').tap()
            await expect(aim).not_to_have_attribute("open", "")
            assert await hands.page.locator("#desk").get_attribute("data-tab") == tab
            box = await panel.bounding_box()
            assert box and box["height"] > 100
