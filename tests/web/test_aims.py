"""The aim on the match page: a line always, the briefing until the first heading is closed, the verdict at the end."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape

import pytest

from docs.examples.fox import FOX_AND_HOUNDS
from docs.examples.towns import THREE_HOUSES
from service import matches
from service.engine.events import Ended, Told
from service.engine.game import AnyGame
from service.engine.orders import Done
from service.engine.recording import Outcome
from service.engine.reports import LogEntry
from service.games.ndc.game import NDC
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.sections.turns import declare
from service.matches import AtSeat, Context
from service.matches.turn_letters import turn_letter
from tests.client import TestClient
from tests.random_play import begun
from tests.web.midway import midway, saved


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": NDC, "skirmish": SKIRMISH, "fox": FOX_AND_HOUNDS, "houses": THREE_HOUSES}


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


def test_at_the_end_the_verdict_is_itemised_with_the_level_at_which_it_fell(context: Context, visitor: TestClient):
    match, _, _ = begun(SKIRMISH, 5, strict=False)
    for event in (*declare(match.state, "Draw", None), Ended()):
        event.change(match.state)
        match.journal.append(event)
        if isinstance(event, Told):
            match.logs[event.seat].append(LogEntry(match.state.log_lengths[event.seat], None, event.report))
    outcome = Outcome(match.state, match.journal, match.logs)
    page = visitor.get(saved(context, SKIRMISH, match.opening, outcome)["allied"]).text
    asked = block(page, "asked")
    assert "The match is over Draw The score is −11. You win with a score of −7 or more." in asked
    assert "−3 The farm (1308), the enemy's" in asked and "−10 to −8 Draw this match" in asked
    assert block(page, "aim") == ""
