"""The pages for everybody: no serious finding of axe in either theme and at either size, nothing wider than 320 pixels,
nothing to press smaller than a thumb, and a match played by the keyboard alone. One server, one browser, matches that
stand ready."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from importlib.resources import files
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from service import matches
from service.games.ndc.rules import RULES as NDC
from service.games.skirmish.rules import RULES as SKIRMISH
from service.matches import Desk
from service.matches.coaching import be_coached
from tests.web.browser import DESKTOP, PHONE, Hands, window
from tests.web.midway import Wanted, midway

pytestmark = pytest.mark.browser
AXE = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
FINDINGS = """async (rules) => {
    const asked = rules.length ? { resultTypes: ["violations"], runOnly: rules } : { resultTypes: ["violations"] };
    return (await axe.run(document, asked)).violations
        .filter(({ impact }) => ["serious", "critical"].includes(impact))
        .flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html.slice(0, 200)} ${any[0]?.message}`));
}"""
EVERY_RULE: tuple[str, ...] = ()
CONTRAST = ("color-contrast", "target-size", "scrollable-region-focusable")
"""What depends on colours and sizes."""
UNFOLD = """
    for (const shut of document.querySelectorAll(".panel")) shut.hidden = false;
    for (const shut of document.querySelectorAll("details")) shut.open = true;
"""
SMALL = f"""() => {{
    {UNFOLD}
    const small = (box) => box.width && Math.min(box.width, box.height) < 43.5;
    return [...document.querySelectorAll("main :is(button, summary, select, label, nav a, a:is(.button, .chip, .tab))")]
        .filter((one) => one.checkVisibility({{ visibilityProperty: true }}))
        .filter((one) => !one.querySelector("select, input[type=text]") && small(one.getBoundingClientRect()))
        .map((one) => one.outerHTML.slice(0, 120));
}}"""
"""What is made to be pressed, in every panel and fold, and smaller than a thumb; links within sentences may be."""
WIDTH = f"""() => {{
    {UNFOLD}
    const wide = (one) => innerWidth + one.scrollWidth - one.clientWidth;
    return Math.max(...[...document.querySelectorAll("html, body, #panels, .past-side")].map(wide));
}}"""
HIDDEN = """() => {
    const foot = document.querySelector("#tabs")?.getBoundingClientRect().top;
    return [...document.querySelectorAll(".js #act :is(button, .button)")]
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().bottom > foot)
        .map((one) => one.textContent.trim());
}"""
"""What is to be pressed next, and lies under the tabs of a small phone."""
HEADINGS = (
    ("ndc", "movement-segment"), ("ndc", "defence"), ("ndc", "housekeeping-phase"),
    ("skirmish", "prepared-fire"), ("skirmish", "movement"), ("skirmish", "halt-or-pass"),
)  # fmt: skip
SHELF = ("/games/ndc", "/games/skirmish/rules", "/games/ndc/example")
LONG = ("/games/ndc/charts", "/games/ndc/rules", "/games/skirmish/charts", "/games/skirmish/example")
"""Made of the same parts as those of SHELF, and long: for the long run."""
VISITORS = ("/", "/matches/new", "/sign-in", "/sign-up", "/offline", "/nowhere")
BELOW = ("/history", "/contacts", "/dice", "/standing-orders", "/letters")


@pytest.fixture
def games() -> dict[str, Any]:
    return {"ndc": NDC, "skirmish": SKIRMISH}


def at(heading: str) -> Wanted:
    """A position that stands at a heading and asks somebody."""
    return lambda state: not state.ended and bool(state.waiting) and state.cursor[-1].heading == heading


def prepared(desk: Desk) -> tuple[list[str], str]:
    """Links to seats that are asked at several headings, and to some that are not; and to one of a match that is over.

    The first is coached.
    """
    stood = [midway(desk, game, 5, at(heading)) for game, heading in HEADINGS]
    asked, waiting = [], []
    for seats in stood:
        for link in seats.values():
            seat = matches.seat_by_link(desk, link.removeprefix("/seat/"))
            (asked if matches.read(desk, seat).where.asked else waiting).append(link)
    be_coached(desk, matches.seat_by_link(desk, asked[0].removeprefix("/seat/")), True)
    over = midway(desk, "ndc", 5, lambda state: state.ended)["Soviet"]
    return [*asked, waiting[0], waiting[-1]], over


async def opened(page: Page, address: str) -> str:
    """Sign up, and open a match; its lobby, with the link to send."""
    await page.goto(f"{address}/sign-up")
    await page.locator("[name=name]").fill("A player with a long name")
    await page.locator("[name=password]").fill("a long password")
    await page.locator("main button[type=submit]").click()
    await page.goto(f"{address}/matches/new")
    await page.locator("main button[type=submit]").click()
    return page.url


async def walk(page: Page, addresses: Sequence[str], wide: int, theme: Any, rules: Sequence[str]) -> list[str]:
    """What is found on these pages: by axe, and by making the window narrow."""
    found = []
    await page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    for address in addresses:
        answer = await page.goto(address)
        assert answer is not None and (answer.ok or address.endswith("/nowhere")), address
        await page.evaluate(AXE)
        found += [f"{address} {theme} {wide}: {finding}" for finding in await page.evaluate(FINDINGS, rules)]
        await page.set_viewport_size({"width": 320, "height": 640})
        found += [f"{address} hides: {button}" for button in await page.evaluate(HIDDEN)]
        width = await page.evaluate(WIDTH)
        found += [f"{address} is {width} pixels wide at 320"] * (width > 320)
        await page.set_viewport_size({"width": wide, "height": 844})
        if wide == PHONE["viewport"]["width"]:
            found += [f"{address} too small: {thing}" for thing in await page.evaluate(SMALL)]
    return found


async def everywhere(
    browser: Browser,
    desk: Desk,
    address: str,
    size: dict[str, Any],
    theme: str,
    shelf: Sequence[str],
    rules: Sequence[str],
) -> list[str]:
    """Every page at a size in a theme, and of the books these, by these of axe's rules."""
    (links, over), wide = prepared(desk), size["viewport"]["width"]
    async with window(browser, **size) as mine:
        page = await mine.new_page()
        found = await walk(page, [f"{address}{path}" for path in (*VISITORS, *shelf)], wide, theme, rules)
        seats = []
        for link in links:
            await page.goto(f"{address}{link}")
            seats.append(page.url)
        await page.goto(f"{address}{over}")
        over = page.url
        below = [seats[0] + place for place in BELOW]
        found += await walk(page, [*seats, *below, over, f"{over}/review"], wide, theme, rules)
        lobby = await opened(page, address)
        return found + await walk(page, [lobby, f"{address}/account", f"{address}/"], wide, theme, rules)


@pytest.mark.parametrize(
    ("theme", "size", "shelf", "rules"),
    [
        ("light", DESKTOP, SHELF, EVERY_RULE),
        ("dark", PHONE, SHELF[:1], CONTRAST),
        pytest.param("dark", DESKTOP, (*SHELF, *LONG), EVERY_RULE, marks=pytest.mark.soak),
        pytest.param("light", PHONE, (*SHELF, *LONG), EVERY_RULE, marks=pytest.mark.soak),
    ],
    ids=["light-desktop", "dark-phone", "dark-desktop", "light-phone"],
)
async def test_axe_finds_nothing_serious_and_nothing_is_wider_than_a_small_phone(
    desk: Desk,
    browser: Browser,
    address: str,
    theme: str,
    size: dict[str, Any],
    shelf: Sequence[str],
    rules: Sequence[str],
):
    assert await everywhere(browser, desk, address, size, theme, shelf, rules) == []


@pytest.fixture
async def commander(desk: Desk, browser: Browser, address: str) -> AsyncIterator[Hands]:
    """The Soviet player at a Movement Segment, without a mouse."""
    links = midway(desk, "ndc", 5, lambda state: at("movement-segment")(state) and state.waiting[0] == "Soviet")
    async with window(browser, **DESKTOP) as table:
        yield await Hands.at(table, f"{address}{links['Soviet']}")


async def test_a_move_is_ordered_and_sent_by_the_keyboard_alone(commander: Hands):
    """The skip link leads past the map; Enter and Space choose a unit and its hex; Escape leaves the unit."""
    page = commander.page
    await page.keyboard.press("Tab")
    await expect(page.locator(".skip").first).to_be_focused()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Tab")
    assert await page.evaluate("document.activeElement.closest('main') !== null")
    units = await page.evaluate(
        "[...document.querySelectorAll('.map-live a.counter[data-unit]')].map((a) => a.dataset.unit)"
    )
    for unit in units:
        await page.locator(f'.map-live a.counter[data-unit="{unit}"]').focus()
        await page.keyboard.press("Space")
        await commander.settled()
        if await page.locator(".map-live a.reach").count():
            break
        await page.keyboard.press("Escape")
        await commander.settled()
    reach = page.locator(".map-live a.reach").first
    await reach.focus()
    await page.keyboard.press("Enter")
    await expect(page.locator("#sheet .written-line")).to_have_count(1)
    await commander.settled()
    await page.keyboard.press("Escape")
    await expect(page.locator('#orders > [name="unit"]')).to_have_value("")
    version = await commander.version()
    await page.locator(".act button, .ask-action button").first.focus()
    await page.keyboard.press("Enter")
    await expect(page.locator('#state [name="after"]')).not_to_have_value(str(version))
    assert commander.complaints == []
