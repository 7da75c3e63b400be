"""The pages for everybody: no serious finding of axe in either theme and at either size, nothing wider than 320 pixels,
nothing to press smaller than a thumb, and a match played by the keyboard alone. One server, one browser, matches that
stand ready."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

import pytest
from playwright.async_api import Browser, CDPSession, Page, expect

from service import matches
from service.games.ndc.game import NDC
from service.games.skirmish.game import SKIRMISH
from service.matches import Context
from service.matches.coaching import be_coached
from tests.toy import TOY
from tests.web.browser import DESKTOP, Hands, window
from tests.web.midway import Wanted, midway
from tests.web.test_place_of_action import attacking

pytestmark = pytest.mark.browser
AXE = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
FINDINGS = """async ([rules, exclude]) => {
    const asked = rules.length ? { resultTypes: ["violations"], runOnly: rules } : { resultTypes: ["violations"] };
    const lies = async ({ target }) => {
        document.querySelector(target).scrollIntoView({ block: "nearest" });
        return (await axe.run({ include: [target] }, { runOnly: ["target-size"] })).violations.length;
    };
    const found = [];
    for (const { id, impact, nodes } of (await axe.run({ include: ["html"], exclude }, asked)).violations) {
        if (!["serious", "critical"].includes(impact)) continue;
        for (const node of nodes) {
            if (id === "target-size" && !(await lies(node))) continue;
            found.push(`${id}: ${node.html.slice(0, 200)} ${node.any[0]?.message}`);
        }
    }
    return found;
}"""
"""What is serious; of what lies under a bar beneath which it is scrolled, when it has been scrolled into sight."""
PRINTED = ".map-terrain"
"""A map's printed sheet: the same on every page that shows that map, and half of what there is on it."""
UNPRINT = f"""
    for (const sheet of document.querySelectorAll("{PRINTED}")) sheet.replaceChildren();
    for (const piece of [...document.querySelectorAll(".piece")].slice(1)) piece.remove();
"""
"""What axe is not to look at, it still goes through, unless it is not there; of pieces of a map one is enough."""
SHEET = "document.querySelector('[data-places]:has(> * .map-terrain, > .map-terrain)')?.dataset.places || ''"
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
HEADINGS = (("skirmish", "movement"),)
OTHERS = (
    ("ndc", "movement-segment"), ("skirmish", "halt-or-pass"), ("ndc", "defence"), ("ndc", "housekeeping-phase"),
    ("skirmish", "prepared-fire"),
)  # fmt: skip
"""Made of the same parts as those of HEADINGS: for the long run."""
SHELF = ("/games/skirmish", "/games/skirmish/example")
ON_A_PHONE_ALONE = ("/example",)
"""Looked at on a phone in the short run, and there alone, as its badges are to be tapped."""
LONG = (
    "/games/ndc", "/games/ndc/charts", "/games/ndc/example", "/games/ndc/rules", "/games/skirmish/charts",
    "/games/skirmish/rules",
)  # fmt: skip
"""Made of the same parts as those of SHELF, and long: for the long run."""
VISITORS = ("/", "/matches/new", "/sign-in", "/sign-up", "/offline", "/nowhere")
TEMPLATES = ("/", "/matches/new", "/sign-in", "/offline", "/nowhere", *SHELF)
"""A page of each template that a visitor sees."""
BELOW = ("/history", "/contacts", "/dice", "/standing-orders/rehearsal", "/letters")


@pytest.fixture
def games() -> dict[str, Any]:
    return {"ndc": NDC, "skirmish": SKIRMISH, "toy": TOY}


def at(heading: str) -> Wanted:
    """A position that stands at a heading and asks somebody."""
    return lambda state: not state.ended and bool(state.waiting) and state.cursor[-1].heading == heading


def prepared(context: Context, headings: Sequence[tuple[str, str]], *, short: bool) -> tuple[list[str], str]:
    """Links to seats that are asked at several headings, and to one that is not; and to one of a match that is over.

    The first is coached. `short`: without the one that is not asked, and what is over is a match of the toy game.
    """
    stood = [midway(context, game, 5, at(heading)) for game, heading in headings]
    asked, waiting = [], []
    for seats in stood:
        for link in seats.values():
            seat = matches.seat_by_link(context, link.removeprefix("/seat/"))
            (asked if matches.read(context, seat).where.asked else waiting).append(link)
    be_coached(context, matches.seat_by_link(context, asked[0].removeprefix("/seat/")), True)
    over = midway(context, "toy" if short else "ndc", 5, lambda state: state.ended)["north" if short else "Soviet"]
    return [*asked, *([] if short else waiting[-1:])], over


async def opened(page: Page, address: str) -> str:
    """Sign up, and open a match; its lobby, with the link to send."""
    anna = {"name": "A player with a long name", "password": "a long password"}
    await page.request.post(f"{address}/sign-up", form=anna)
    lobby = await page.request.post(
        f"{address}/matches", form={"scenario": "toy/yard", "seat": "north", "opponent": "invitation"}
    )
    assert lobby.ok
    return lobby.url


@dataclass
class Walk:
    """A window that goes through pages, and looks at each as a context has it and as a phone has it; what it has found.

    `context` and `phone` are the themes and the rules of axe, by which it looks there.
    """

    page: Page
    device: CDPSession
    context: tuple[Any, Sequence[str]]
    phone: tuple[Any, Sequence[str]]
    found: list[str] = field(default_factory=list)
    sheets: set[tuple[Any, ...]] = field(default_factory=set)
    """The printed maps that were looked at, and as what."""
    printed: bool = True
    """Whether axe looks at printed maps at all."""

    async def becomes(self, wide: int, high: int, *, phone: bool) -> None:
        size = {"width": wide, "height": high, "deviceScaleFactor": 1, "mobile": phone}
        await self.device.send("Emulation.setDeviceMetricsOverride", size)
        await self.device.send("Emulation.setTouchEmulationEnabled", {"enabled": phone, "maxTouchPoints": 1})
        assert await self.page.evaluate("matchMedia('(pointer: coarse)').matches") is phone

    async def look(self, address: str, theme: Any, game: Sequence[str], *, phone: bool) -> None:
        """What axe finds, in a theme by rules; on a map's printed sheet, where it is met first."""
        await self.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        sheet = (await self.page.evaluate(SHEET), theme, phone)
        exclude = [PRINTED] if self.printed and sheet in self.sheets and sheet[0] else []
        self.sheets.add(sheet)
        what = f"{address} {theme} {'on a phone' if phone else 'on a context'}"
        self.found += [f"{what}: {finding}" for finding in await self.page.evaluate(FINDINGS, [list(game), exclude])]

    async def goes(self, address: str) -> None:
        """Open a page at a desk, and have axe there."""
        await self.becomes(**DESK, phone=False)
        answer = await self.page.goto(address)
        assert answer is not None and (answer.ok or address.endswith("/nowhere")), address
        if not self.printed:
            await self.page.evaluate(UNPRINT)
        await self.page.evaluate(AXE)

    async def fits(self, address: str) -> None:
        """What this page hides under the tabs or has too wide on the smallest phone, and too small for a thumb."""
        await self.becomes(**SMALLEST, phone=True)
        self.found += [f"{address} hides: {button}" for button in await self.page.evaluate(HIDDEN)]
        width = await self.page.evaluate(WIDTH)
        self.found += [f"{address} is {width} pixels wide at 320"] * (width > 320)
        await self.becomes(**PALM, phone=True)
        self.found += [f"{address} too small: {thing}" for thing in await self.page.evaluate(SMALL)]

    async def through(self, addresses: Sequence[str], *, short: bool, on_a_phone_too: str = "") -> None:
        """Look at each page; `short`: axe looks at one on a phone too, and at those ON_A_PHONE_ALONE there."""
        for address in addresses:
            await self.goes(address)
            there_alone = short and address.endswith(ON_A_PHONE_ALONE)
            if not there_alone:
                await self.look(address, *self.context, phone=False)
            if there_alone or not short or address == on_a_phone_too:
                await self.becomes(**PALM, phone=True)
                await self.look(address, self.phone[0], EVERY_RULE if there_alone else self.phone[1], phone=True)
            await self.fits(address)


DESK, PALM, SMALLEST = {"wide": 1440, "high": 900}, {"wide": 390, "high": 844}, {"wide": 320, "high": 640}


async def test_axe_finds_nothing_serious_on_any_template(context: Context, browser: Browser, address: str):
    """Each template once by every rule; the match page on a phone too. It, home and a page below fit a small phone.

    The match page is that of a coached seat of a large game; what lies below it and the phone are a small game's.
    """
    link = next(iter(midway(context, "skirmish", 5, at("movement")).values()))
    be_coached(context, matches.seat_by_link(context, link.removeprefix("/seat/")), True)
    small = midway(context, "toy", 5, lambda state: state.turn > 1 and any(state.waiting))["north"]
    over = midway(context, "toy", 5, lambda state: state.ended)["north"]
    async with window(browser) as mine:
        page = await mine.new_page()
        walk = Walk(page, await mine.new_cdp_session(page), ("light", EVERY_RULE), ("dark", CONTRAST), printed=False)
        seat, on_phone, ended = [(await page.request.get(f"{address}{to}")).url for to in (link, small, over)]
        below = [on_phone + place for place in BELOW]
        visited = [f"{address}{path}" for path in TEMPLATES]
        for there in (*visited, seat, on_phone, *below, f"{ended}/review", "", f"{address}/account", f"{address}/"):
            there = there or await opened(page, address)
            await walk.goes(there)
            if there == on_phone:
                await walk.becomes(**PALM, phone=True)
                await walk.look(there, *walk.phone, phone=True)
            else:
                await walk.look(there, *walk.context, phone=False)
            if there in (on_phone, below[0], visited[0]):
                await walk.fits(there)
    assert walk.found == []


@pytest.mark.soak
@pytest.mark.parametrize(
    ("desk_look", "phone_look", "headings", "shelf", "short"),
    [
        (("light", EVERY_RULE), ("dark", CONTRAST), HEADINGS, SHELF, True),
        (
            ("light", EVERY_RULE),
            ("dark", CONTRAST),
            OTHERS[:1],
            ("/games/ndc", "/games/ndc/example"),
            True,
        ),
        (
            ("dark", EVERY_RULE),
            ("light", EVERY_RULE),
            (*HEADINGS, *OTHERS),
            (*SHELF, *LONG),
            False,
        ),
    ],
    ids=["each template", "each template of the other game", "dark desk, light phone"],
)
async def test_axe_finds_nothing_serious_and_nothing_is_wider_than_a_small_phone(
    context: Context,
    browser: Browser,
    address: str,
    desk_look: tuple[str, Sequence[str]],
    phone_look: tuple[str, Sequence[str]],
    headings: Sequence[tuple[str, str]],
    shelf: Sequence[str],
    short: bool,
):
    links, over = prepared(context, headings, short=short)
    async with window(browser) as mine:
        page = await mine.new_page()
        walk = Walk(page, await mine.new_cdp_session(page), desk_look, phone_look)
        await walk.through([f"{address}{path}" for path in (*VISITORS, *shelf)], short=short)
        seats = []
        for link in (*links, over):
            seats.append((await page.request.get(f"{address}{link}")).url)
        below = [seats[0] + place for place in BELOW]
        await walk.through([*seats, *below, f"{seats[-1]}/review"], short=short, on_a_phone_too=seats[0])
        lobby = await opened(page, address)
        await walk.through([lobby, f"{address}/account", f"{address}/"], short=short)
    assert walk.found == []


@pytest.fixture
async def commander(context: Context, browser: Browser, address: str) -> AsyncIterator[Hands]:
    """The Soviet player at a Movement Segment, without a mouse."""
    async with window(browser, **DESKTOP) as table:
        yield await Hands.at(table, address + attacking(context))


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
