"""Two game turns of live play in two real browsers, phone against desktop: steps, halts, shots and remaining fire."""

from __future__ import annotations

import random
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.async_api import Browser, expect

from service.engine.recording import Outcome
from service.games.skirmish.game import SKIRMISH
from service.matches import Context
from tests.games.skirmish.table import position
from tests.matches.waiting import time_is_over
from tests.web.browser import DESKTOP, PHONE, Hands, window
from tests.web.midway import saved

WITH_THE_UMPIRE = "The umpire is at work"
WAYS = {"allied": ("A-SQ1", ("0607", "0707")), "german": ("G-SQ1", ("1106", "1006"))}
"""Who moves on each side, and where to in each of its player turns."""


pytestmark = pytest.mark.live_skirmish


@pytest.mark.soak
@pytest.mark.browser
async def test_two_game_turns_live_between_two_browsers(browser: Browser, context: Context, address: str):
    """Each moves, is halted and shot at; both see one time run, and nobody reads that they wait for the other."""
    field = position("A-SQ1 squad at 0507 q9", "G-SQ1 squad at 1207 q9", step="prepared-fire", interrupts="live")
    to = saved(context, SKIRMISH, field.opening, Outcome(field.truth, field.journal, field.logs))
    async with window(browser, **PHONE) as one, window(browser, **DESKTOP) as other:
        players = {
            "allied": await Hands.at(one, address + to["allied"]),
            "german": await Hands.at(other, address + to["german"]),
        }
        match = players["allied"].page.url.split("/")[4]
        steps, halts = 0, 0
        for _ in range(80):
            state = context.store.read(match).state
            if state.turn == 3:
                break
            for seat, player in players.items():
                await shows(player, state.log_lengths[seat])
            if state.window == "open":
                steps += await same_time_runs(list(players.values()))
            if state.waiting:
                halts += await answer(players[state.waiting[0]], state)
            else:
                time_is_over(context)
        assert state.turn == 3 and steps > 4 and halts == 4
        assert not any(player.complaints for player in players.values())


@pytest.mark.soak
@pytest.mark.browser
@pytest.mark.parametrize("luck", [1, 2])
async def test_a_whole_live_match_between_two_browsers(browser: Browser, context: Context, address: str, luck: int):
    """What their pages offer, at random, comes to a verdict that both read; of timed questions a third run out."""
    rng = random.Random(luck)
    field = position(
        "A-SQ1 squad at 0507", "A-SQ2 squad at 0505", "A-MMG mmg_team at 0409", "A-TK1 medium_tank at 0407 heading 1",
        "G-SQ1 squad at 1107", "G-HMG hmg_team at 1307", "G-ATG at_gun_75 at 1407 heading 4",
        step="prepared-fire", interrupts="live",
    )  # fmt: skip
    to = saved(context, SKIRMISH, field.opening, Outcome(field.truth, field.journal, field.logs))
    async with window(browser, **PHONE) as one, window(browser, **DESKTOP) as other:
        players = {
            "allied": await Hands.at(one, address + to["allied"]),
            "german": await Hands.at(other, address + to["german"]),
        }
        match, state = players["allied"].page.url.split("/")[4], field.truth
        for _ in range(600):
            state = context.store.read(match).state
            for seat, player in players.items():
                await shows(player, state.log_lengths[seat])
            if state.ended:
                break
            if state.window == "open":
                await same_time_runs(list(players.values()))
            if state.waiting and (state.window != "open" or rng.random() < 2 / 3):
                await at_random(players[state.waiting[0]], state, rng)
            else:
                time_is_over(context)
        assert state.ended
        for player in players.values():
            await expect(player.page.locator(".asked-over .verdict-sum")).to_be_visible()
            assert not player.complaints


async def at_random(player: Hands, state: Any, rng: random.Random) -> None:
    """An answer that the page offers; of orders at most two are written before the step is closed."""
    page, version = player.page, str(state.log_lengths[state.waiting[0]])
    thumbs = page.locator(".decision .thumb")
    if await thumbs.count():
        await player.press(thumbs.nth(rng.randrange(await thumbs.count())))
        if await page.locator(".act-choice[open]").count():
            await player.press(page.locator(".acts .act").first)
    else:
        at_once = page.locator('#orders form[action$="/sheet/at-once"] button')
        closes = await at_once.count() and await at_once.first.get_attribute("name")
        if await at_once.count():
            await player.press(at_once.first)
            await player.settled()
        if not closes:
            for _ in range(rng.randrange(3)):
                await one_order(player, rng)
            await player.close_step()
    await expect(page.locator('#state [name="after"]')).not_to_have_value(version)
    await expect(page.locator("#asked-title")).not_to_have_text(WITH_THE_UMPIRE)


async def one_order(player: Hands, rng: random.Random) -> None:
    """A base is chosen, and ordered to go or to fire where that is one tap."""
    page = player.page
    await player.tab("orders")
    chips = page.locator("#orders > .group .chip:not(.chip-done)").filter(visible=True)
    if not await chips.count():  # a phone shows the unit that is chosen alone
        return
    chip = chips.nth(rng.randrange(await chips.count()))
    unit = parse_qs(urlsplit(await chip.get_attribute("href") or "").query)["unit"][0]
    await player.press(chip)
    await player.has_chosen(unit)
    reach = page.locator(".map-live a.reach")
    if await reach.count():
        await reach.nth(rng.randrange(await reach.count())).dispatch_event("click")
        await player.settled()
    elif await page.locator('#orders form[data-order="fire"]').count():
        await player.unfold("fire")
        fires = page.locator('#orders form[data-order="fire"] .actions button[type=submit]:not([value="close"])')
        if await fires.count():  # the last one closes the step with it, as whoever plays here does by itself
            await player.press(fires.first)
            await player.settled()


async def shows(player: Hands, version: int) -> None:
    """The page shows all that its seat was told, and nothing of it is with the umpire any more."""
    await expect(player.page.locator('#state [name="after"]')).to_have_value(str(version))
    await expect(player.page.locator("#asked-title")).not_to_have_text(WITH_THE_UMPIRE)
    await player.settled()


async def same_time_runs(players: list[Hands]) -> bool:
    """Both pages count the same time down; whether they count any."""
    clocks = [player.page.locator(".countdown") for player in players]
    counts = [await clock.count() for clock in clocks]
    assert counts[0] == counts[1]
    if counts[0]:
        labels = [await clock.locator("span").first.inner_text() for clock in clocks]
        left = [await clock.get_attribute("data-left") for clock in clocks]
        assert labels[0] == labels[1] and left[0] == left[1]
        for clock in clocks:
            await expect(clock.locator("strong")).to_have_text(re.compile(r"^(\d+ s|over)$"))
    for player in players:
        assert "Waiting for" not in await player.page.locator("#asked").inner_text()
    return bool(counts[0])


async def answer(player: Hands, state: Any) -> bool:
    """What this player does when asked: moves its base, and halts the enemy's at its first step; whether it halted."""
    seat, heading = state.waiting[0], state.cursor[-1].heading
    halted = False
    if heading == "halt-or-pass":
        title = await player.page.locator("#asked-title").inner_text()
        halted = title == "Halt or pass"
        buttons = player.page.locator(".decision .thumb")
        await player.press(buttons.last if halted else buttons.first)
    else:
        base, ways = WAYS[seat]
        if heading == "movement" and state.bases[base].morale == "good":
            await player.move(base, ways[state.turn - 1])
        await player.close_step()
    await expect(player.page.locator('#state [name="after"]')).not_to_have_value(str(state.log_lengths[seat]))
    await expect(player.page.locator("#asked-title")).not_to_have_text(WITH_THE_UMPIRE)
    return halted
