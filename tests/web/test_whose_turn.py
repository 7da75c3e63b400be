"""The line over the heading that says whose turn it is: true at each seat, as soon as that seat is told so."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping

import pytest
from playwright.async_api import Browser, expect

from service import matches
from service.engine import umpire
from service.engine.game import AnyGame
from service.engine.orders import Done
from service.engine.recording import Outcome
from service.engine.tally import Tally
from service.games.shelf import GAMES
from service.matches import Context, seat_by_link
from tests.client import TestClient
from tests.random_play import begun, one_call
from tests.web.browser import PHONE, Hands, until, window
from tests.web.midway import saved
from web.table.whose_turn import whose_turn


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return GAMES


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_whose_turn_it_is_stands_over_each_heading(game: AnyGame):
    """Who is asked reads whose turn it truly is; who waits reads nothing that is not so."""
    match, rng, dice = begun(game, 3, strict=False)
    part, read = game.words.player_turn, set()
    for _ in range(60):
        if match.state.ended:
            break
        for seat in game.info.seats:
            told, picture = match.logs[seat], match.state.pictures[seat]
            tally = Tally().after(told, game, seat, log_length=0)
            turn, whose = whose_turn(game, game.known(picture, tally.score), tally.key)
            read.add(whose)
            assert not picture.asked or turn == game.words.turns_of(match.state.turn)
            if whose in (f"your {part}", f"the enemy's {part}"):
                assert (whose == f"your {part}") is (match.state.phasing == seat), (seat, whose, picture.address)
        one_call(match, rng, dice, strict=False)
    assert f"your {part}" in read and len(read) > 1


def test_who_waits_reads_which_step_of_theirs_was_the_last_and_takes_no_letter_for_one(
    context: Context, visitor: TestClient
):
    game = GAMES["ndc"]
    match, _, dice = begun(game, 1, strict=False)
    crumbs = []
    for end in ("/intelligence-phase", "/housekeeping-phase"):
        while not match.state.pictures["Soviet"].address.endswith(end):
            match.took(umpire.play(game, match.state, match.state.waiting[0], [Done()], dice, strict=False))
        links = saved(context, game, match.opening, Outcome(match.state, match.journal, match.logs))
        crumbs.append(re.findall(r'<span class="crumb">([^<]*)', visitor.get(links["US"]).text))
    assert match.state.pictures["US"].address.endswith("/letter-to-the-non-phasing-player")
    assert crumbs == [["your last step: Pregame Intelligence Phase"], []]


ROWS = """(words) => {
    const range = document.createRange();
    range.selectNodeContents(words);
    return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
}"""
"""In how many rows some words stand."""
OVER_TITLE = """() => document.querySelector("#asked .whose").getBoundingClientRect().bottom
    <= document.querySelector("#asked-title").getBoundingClientRect().top"""


@pytest.mark.browser
async def test_whose_turn_it_is_stands_in_one_row_on_a_phone_and_is_lit_for_a_while_when_that_has_changed(
    browser: Browser, context: Context, address: str
):
    """Over the title of the heading, also the longest line; lit while one looks on, and no longer than six seconds."""
    game = GAMES["ndc"]
    match, _, dice = begun(game, 1, strict=False)
    while not match.state.pictures["Soviet"].address.endswith("/housekeeping-phase"):
        match.took(umpire.play(game, match.state, match.state.waiting[0], [Done()], dice, strict=False))
    links = saved(context, game, match.opening, Outcome(match.state, match.journal, match.logs))
    async with window(browser, anew=True, **PHONE) as phone:
        await phone.clock.install(time=0)
        hands = await Hands.at(phone, address + links["US"])
        line = hands.page.locator("#asked .whose")
        await expect(line).to_have_text("Game turn 1 · the enemy's player turn")
        assert await line.evaluate(ROWS) == 1 and await hands.fits()
        assert await hands.page.evaluate(OVER_TITLE)
        await expect(line).not_to_have_class("whose is-new")
        soviet = seat_by_link(context, links["Soviet"].removeprefix("/seat/"))
        at = matches.version(context, soviet)
        await phone.clock.pause_at(3600)

        async def turned() -> bool:
            await phone.clock.run_for(10)  # what the page fetches and swaps in takes moments of its clock
            return await line.inner_text() == "Game turn 1 · your player turn"

        await asyncio.to_thread(matches.take_orders, context, soviet, [Done()], version=at, key=None)
        await until(turned)
        await expect(line).to_have_class("whose is-new")
        await phone.clock.run_for(5500)
        await expect(line).to_have_class("whose is-new")
        await phone.clock.run_for(1000)
        await expect(line).to_have_class("whose")
        assert await line.evaluate(ROWS) == 1
