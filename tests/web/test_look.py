"""How the pages look, as far as boxes can be measured: on a phone and on a desktop, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.async_api import Browser

from service.engine.game import AnyGame
from service.games.ndc.game import NDC
from service.games.skirmish.game import SKIRMISH
from service.matches import Context
from tests.shipped import KALTENBACH
from tests.web.browser import DESKTOP, IN_SIGHT, PHONE, Hands, links, still, window
from tests.web.midway import midway
from tests.web.test_place_of_action import attacking
from web.parts.render import STATIC

SIZES = [pytest.param(PHONE, id="phone"), pytest.param(DESKTOP, id="desktop", marks=pytest.mark.soak)]

WIDTHS = """() => [
    ...document.querySelectorAll(".actions, .decision, .acts, .cards:not(:has(.card-link))")
].map((group) =>
    [...group.querySelectorAll(".button")].filter((one) => one.checkVisibility())
        .map((one) => [Math.round(one.getBoundingClientRect().width), one.textContent.trim().replace(/\\s+/g, " ")]))
    .filter((group) => new Set(group.map(([wide]) => wide)).size > 1)"""
"""The groups of buttons that are not of one width, with how wide each is and what it says."""


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": NDC, "skirmish": SKIRMISH}


@pytest.mark.browser
@pytest.mark.parametrize("size", SIZES)
async def test_buttons_of_a_group_are_of_one_width(browser: Browser, context: Context, address: str, size: Any):
    """Of a form in a match on a phone too, where a thumb moves and attacks (`test_turn_entry.py`)."""
    async with window(browser, **size) as opened:
        page = await opened.new_page()
        for path in ("/", "/games/ndc"):
            await page.goto(address + path)
            assert await page.locator(".actions .button").count() > 1, path
            assert not await page.evaluate(WIDTHS), path
        await page.goto(f"{address}/matches/new")
        await page.locator("main form button[type=submit]").click()
        await page.wait_for_url("**/matches/*")
        assert await page.locator(".cards .button").count() == 5, "three of one's own seat, two of the free one"
        assert not await page.evaluate(WIDTHS)
        if size == DESKTOP:
            soviet = await Hands.at(opened, address + attacking(context))
            await soviet.choose("S-I1")
            await still(soviet.page)
            assert await soviet.page.locator("#orders .actions .button:visible").count() > 1
            assert not await soviet.page.evaluate(WIDTHS)


COVERED = """() => {
    const view = document.querySelector("[data-map]"), labels = view.querySelector(".map-labels");
    const boxes = (what) => [...view.querySelectorAll(what)].filter((one) => one.checkVisibility())
        .map((one) => [one.textContent, one.getBoundingClientRect()]);
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5;
    const both = (some) => boxes(".t-places text, .t-star").flatMap(([name, a]) =>
        boxes(some).filter(([, b]) => meet(a, b)).map(([what]) => `${name} on ${what}`));
    const under = [...view.querySelectorAll("a.counter")]
        .filter((one) => one.compareDocumentPosition(labels) & Node.DOCUMENT_POSITION_PRECEDING);
    return { over: under.length, figures: both(".c-name, .c-figures, .c-mode"), numbers: both(".t-numbers text") };
}"""
"""How many counters lie over the names of places; on what of a counter, and on which numbers, a name or a star runs."""


@pytest.mark.browser
@pytest.mark.parametrize(
    ("game", "seed"), [pytest.param("ndc", 3, id="ndc"), pytest.param("skirmish", 5, marks=pytest.mark.soak)]
)
async def test_names_and_stars_lie_over_the_counters_and_on_no_figure(
    browser: Browser, context: Context, address: str, game: str, seed: int
):
    """In the midst of a match, from the whole map to very near."""
    to = midway(context, game, seed, lambda state: state.turn == 2)
    async with window(browser, **DESKTOP) as opened:
        hands = await Hands.at(opened, address + list(to.values())[-1])
        for press in ("fit", "in", "in", "in"):
            await hands.page.locator(f'[data-map-zoom="{press}"]').click()
            await hands.settled()
            found = await hands.page.evaluate(COVERED)
            assert not found["over"] and not found["numbers"], (press, found)
            assert press == "fit" or not found["figures"], (press, found)


ON_MAP = """(places) => {
    const view = document.querySelector("[data-map]"), box = view.getBoundingClientRect();
    const at = new DOMMatrix(view.querySelector(".map-sheet").style.transform);
    return places.filter((place) => {
        const [x, y] = sitrepMap.spot(place), [left, top] = [at.e + x * at.a, at.f + y * at.a];
        return !(0 < left && left < box.width && 0 < top && top < box.height);
    });
}"""
"""Those of these places of which the middle is not in the frame of the map."""


@pytest.mark.browser
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("game", "scenario", "side", "goals"),
    [
        ("ndc", "kaltenbach", "Soviet", [objective.hex for objective in KALTENBACH.objectives]),
        ("skirmish", "moulin-basset", "allied", ["1807", "1308", "1309", "1408"]),
    ],
    ids=["ndc", "skirmish"],
)
async def test_the_first_look_shows_one_s_force_and_all_that_is_fought_for(
    browser: Browser, context: Context, address: str, game: str, scenario: str, side: str, goals: list[str], size: Any
):
    """As the briefing names it: the middle of each hex lies in the frame."""
    to = links(context, address, game, scenario)
    async with window(browser, **size) as opened:
        hands = await Hands.at(opened, to[side])
        await hands.settled()
        own = await hands.page.locator(".map-live a.counter.own, .map-live a.counter[data-unit]").evaluate_all(
            "counters => counters.map((one) => one.dataset.place)"
        )
        assert len(own) > 8
        assert not await hands.page.evaluate(ON_MAP, [*goals, *own])


BARE = """() => {
    const box = document.querySelector("[data-map]").getBoundingClientRect();
    const sheet = document.querySelector(".map-terrain").getBoundingClientRect();
    const bare = [sheet.left - box.left, box.right - sheet.right, sheet.top - box.top, box.bottom - sheet.bottom];
    return ["left", "right", "top", "bottom"].filter((side, at) => bare[at] > 31);
}"""
"""The sides of the map's frame that its sheet leaves bare."""
OVER = """() => {
    const sheet = document.querySelector(".map-terrain").getBoundingClientRect();
    return [...document.querySelectorAll(".map-tools, .board > .other-seats, .sight > summary")]
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height)
        .filter((one) => {
            const box = one.getBoundingClientRect();
            return Math.min(box.right, sheet.right) - Math.max(box.left, sheet.left) > 1
                && Math.min(box.bottom, sheet.bottom) - Math.max(box.top, sheet.top) > 1;
        }).map((one) => one.className);
}"""
"""What of the page lies over the sheet."""


@pytest.mark.soak
@pytest.mark.browser
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("game", "scenario"), [("ndc", "kaltenbach"), ("skirmish", "moulin-basset")])
async def test_the_map_fills_its_window_with_one_s_own_units_in_sight_and_is_shown_whole_where_nothing_covers_it(
    browser: Browser, context: Context, address: str, game: str, scenario: str, size: Any
):
    to = links(context, address, game, scenario)
    async with window(browser, **size) as opened:
        hands = await Hands.at(opened, next(iter(to.values())))
        await hands.settled()
        surveyed = await hands.page.locator(
            "[data-map][data-goals]"
        ).count()  # a first look is as wide as all objectives
        assert set(await hands.page.evaluate(BARE)) <= ({"top", "bottom"} if surveyed else set())
        seen = await hands.page.locator(".map-live a.counter:not(.contact)").evaluate_all(
            f"counters => counters.filter({IN_SIGHT}).length"
        )
        assert seen
        await hands.press(hands.page.locator('[data-map-zoom="fit"]'))
        await hands.settled()
        assert not await hands.page.evaluate(OVER)


def shine(colour: str) -> float:
    """How light a colour is, as WCAG 2 reckons it, from 0 to 1."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_soft_ink_is_no_grey_on_grey(theme: int):
    """What is said in passing stands out of every ground by 7 to 1, as what is said aloud does."""
    block = STATIC["tokens.css"].read_text().split(":root {")[1 + theme]
    inks = dict(re.findall(r"(--[a-z-]+): (#[0-9a-f]{6});", block))
    for ink in ("--ink", "--ink-soft"):
        for ground in ("--paper", "--panel", "--raised"):
            low, high = sorted(map(shine, (inks[ink], inks[ground])))
            assert (high + 0.05) / (low + 0.05) >= 7, (ink, ground)


ORDER = """() => {
    const seen = (one) => one && one.checkVisibility() && one.getBoundingClientRect().height > 0;
    const parts = {
        asked: "#asked-title", declared: "#declared .declared, #declared", news: "#news",
        orders: "#orders .group, #orders",
    };
    const found = Object.entries(parts).map(([name, one]) => [name, [...document.querySelectorAll(one)].find(seen)]);
    const top = ([, one]) => one.getBoundingClientRect().top;
    return {
        parts: found.filter(([, one]) => one).sort((a, b) => top(a) - top(b)).map(([name]) => name),
        loud: [...document.querySelectorAll(".side .button.primary")].filter(seen).map((one) => one.textContent.trim()),
    };
}"""


@pytest.mark.browser
@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("game", "heading"), [("ndc", "defence"), ("skirmish", "movement")])
async def test_what_is_asked_stands_over_what_came_and_that_over_what_may_be_ordered(
    browser: Browser, context: Context, address: str, game: str, heading: str, size: Any
):
    """With one loud button at the most; where an attack is answered, the form stands before what is declared and told.

    The suite looks at that where an attack is answered by hand (`test_action.py`).
    """
    at: list[str] = []

    def reached(state: Any) -> bool:
        at[:] = state.waiting if state.cursor[-1].heading == heading else []
        return bool(at)

    to = midway(context, game, 3, reached)
    async with window(browser, **size) as opened:
        hands = await Hands.at(opened, address + to[at[0]])
        await hands.settled()
        in_order(await hands.page.evaluate(ORDER), answers=heading == "defence")


def in_order(found: dict[str, list[str]], *, answers: bool) -> None:
    """What is asked comes first, and there is one loud button at the most."""
    wanted = ("asked", "orders", "declared", "news") if answers else ("asked", "declared", "news", "orders")
    assert len(found["parts"]) >= 3 and found["parts"] == [one for one in wanted if one in found["parts"]], found
    assert len(found["loud"]) <= 1, found
