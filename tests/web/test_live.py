"""Live: what one sends, the other's page shows, moves and says at once, through sleep, dead networks and restarts."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Browser, Locator, Route, expect

from service.app import create_app
from service.engine.game import AnyGame
from service.engine.orders import Done
from service.games.ndc.game import NDC
from service.games.skirmish.game import SKIRMISH
from service.matches import Context
from service.matches.drafts import draft
from service.settings import Settings
from service.store import Store
from tests.service_fixtures import serving
from tests.toy import TOY
from tests.web.browser import DESKTOP, MOTION, PHONE, Hands, links, until, window
from tests.web.line import Line
from tests.web.side import Side

pytestmark = pytest.mark.browser

# All that a screen reader is given to say: each text that comes into a live region, or in as one.
EARS = """() => {
    window.said = [];
    const live = "[aria-live]:not([aria-live=off]), [role=status], [role=alert]";
    new MutationObserver((changes) => {
        const places = new Set();
        for (const change of changes) {
            const at = change.target.nodeType === 1 ? change.target : change.target.parentElement;
            const here = at?.closest(live);
            if (here) places.add(here);
            for (const node of change.addedNodes)
                if (node.nodeType === 1)
                    for (const one of [node, ...node.querySelectorAll("*")]) if (one.matches(live)) places.add(one);
        }
        for (const place of places) {
            const words = place.isConnected && place.textContent.trim().replace(/\\s+/g, " ");
            if (words) window.said.push(words);
        }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
# What is marked as new and begins to move, kept: by the time of a question the movement may be over.
EYES = """() => {
    window.moved = [];
    document.addEventListener("animationstart", ({ target }) => {
        if (target.closest(".is-new")) window.moved.push(target.className);
    });
}"""
SCENARIO = {"ndc": "kaltenbach", "skirmish": "moulin-basset", "toy": "yard"}
SAID = {
    "ndc": ("Letter 1 has arrived. ", "Intelligence Phase: your orders are awaited."),
    "skirmish": ("Letter 1 has arrived. The enemy's moves are in.", "Remaining fire: your orders are awaited."),
    "toy": ("Letter 1 has arrived. ", "Movement: your orders are awaited."),
}
TYPED = {
    "ndc": ("#orders", '[name="range:signal"]', "4"),
    "skirmish": ("#sight", '[name="a"]', "03"),
    "toy": ("#orders", "[name$=':hex']", "22"),
}
TURNED_TO = "document.dispatchEvent(new Event('visibilitychange'))"
OPEN = "folds => folds.forEach((fold) => { fold.open = true; })"
NUMBERS = "lines => lines.map((line) => Number(line.textContent))"


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": NDC, "skirmish": SKIRMISH, "toy": TOY}


HOW_MUCH = pytest.mark.parametrize(
    ("game", "whole"),
    [
        pytest.param("toy", False, id="toy, in part"),
        *[pytest.param(game, True, id=game, marks=pytest.mark.soak) for game in ("toy", "ndc", "skirmish")],
    ],
)
"""Of the toy game what was broken before; the whole scene, of each game, in the long run."""


async def before_a_letter(context: Context, game: str, address: str) -> tuple[Side, Side]:
    """A match in which one side's Done sends the other their first letter: that side, and the other."""
    first, second = (Side(context, link) for link in links(context, address, game, SCENARIO[game]).values())
    sender, receiver = (first, second) if draft(context, first.here).reading.where.asked else (second, first)
    if game == "toy":
        await second.send(Done())
    for _ in range({"ndc": 0, "skirmish": 1, "toy": 1}[game]):
        await sender.send(Done())
    return sender, receiver


async def knows_all(player: Hands, side: Side) -> None:
    """The page has looked for all that its seat was told."""
    await expect(player.page.locator('#state [name="after"]')).to_have_value(str(side.version))


async def shows_all(player: Hands, side: Side) -> None:
    """The page shows all that its seat was told, each thing once."""
    await knows_all(player, side)
    tab = await player.page.locator(".tab[aria-current]").get_attribute("data-tab") or ""
    await player.tab("log")
    await player.settled()
    assert await player.page.locator("#log .log-number").evaluate_all(NUMBERS) == sorted(side.told, reverse=True)
    await player.tab(tab)


async def heard(player: Hands) -> list[str]:
    """What a screen reader was given to say since this was last asked."""
    await player.settled()
    return list(await player.page.evaluate("window.said.splice(0)"))


@HOW_MUCH
async def test_a_dispatch_is_shown_and_said_once(
    browser: Browser, context: Context, address: str, game: str, whole: bool
):
    """What came is marked, and moves for whoever wants movement; a screen reader says it in words, once."""
    sender, receiver = await before_a_letter(context, game, address)
    async with window(browser, **DESKTOP, **MOTION) as table, window(browser, **PHONE) as phone:
        first = await Hands.at(table, receiver.link)
        players = [first, *([await Hands.at(phone, receiver.link)] if whole else [])]
        known = set(receiver.told)
        for player in players:
            await player.page.evaluate(EARS)
            await player.page.evaluate(EYES)
        await sender.send(Done())
        for player in players:
            await shows_all(player, receiver)
            if player is first:
                await player.page.wait_for_function("window.moved.length > 0")
            assert bool(await player.page.evaluate("window.moved.length")) is (player is first)
            marked = await player.page.locator("#log .is-new .log-number").evaluate_all(NUMBERS)
            assert set(marked) == set(receiver.told) - known
            [said] = await heard(player)
            assert all(part in said for part in SAID[game]), said

        # The letter itself comes when its tab is shown.
        for player in players:
            assert await player.page.locator(".sitrep").count() == 0
            await player.letter(1)
            await expect(player.page.locator(".sitrep.is-new")).to_have_count(1)
            await player.tab("orders")

        # While they write they are told again: their words and the fold that they read stay, and they are told so.
        page, (place, name, words) = first.page, TYPED[game]
        await page.locator("#sight, #asked .where").evaluate_all(
            "folds => folds.forEach((fold) => { fold.open = true; })"
        )
        field = page.locator(f"{place} {name}").first
        await field.focus()
        await (field.select_option(words) if game == "toy" else field.fill(words))
        await sender.attend(1)
        await knows_all(first, receiver)
        assert await field.input_value() == words
        assert await field.evaluate("field => field === document.activeElement")
        assert await page.locator("#asked .where").evaluate("fold => fold.open")
        [said] = await heard(first)
        assert said.endswith("What you are writing is kept.") is (place == "#orders"), said
        await expect(page.locator("#stale .notice")).to_be_visible(visible=place == "#orders")
        if place == "#orders":
            await page.locator("#stale [data-refresh]").click()
            await expect(page.locator("#stale .notice")).to_be_hidden()
        await shows_all(first, receiver)
        assert not any(player.complaints for player in players)


async def test_what_is_new_in_the_log_is_marked_though_other_answers_are_on_their_way(
    browser: Browser, context: Context, address: str
):
    """The log is opened while the forms are fetched anew: what came is marked, then and when they have come."""
    north, side = (Side(context, link) for link in links(context, address, "toy", "yard").values())
    async with window(browser, **DESKTOP) as table:
        player, asked, come = await Hands.at(table, side.link), asyncio.Event(), asyncio.Event()
        page, marked = player.page, player.page.locator("#log-lines .is-new .log-number")

        async def hold(route: Route) -> None:
            asked.set()
            await come.wait()
            await route.continue_()

        await page.route("**/south?unit=*", hold)
        known = set(side.told)
        await north.attend(1)
        await asked.wait()
        await player.tab("log")
        await expect(page.locator("#log-lines .log-number")).to_have_count(len(side.told))
        await expect(marked).to_have_count(len(set(side.told) - known))
        lines = await page.locator("#news li.is-new").count()
        assert lines
        async with page.expect_response(lambda answer: "live=1" in answer.url):
            come.set()
        await player.settled()
        assert set(await marked.evaluate_all(NUMBERS)) == set(side.told) - known
        assert await page.locator("#news li.is-new").count() == lines
        assert player.complaints == []


async def after_htmx(route: Route) -> None:
    """Hold a script back until htmx has gone through the page."""
    await route.request.frame.wait_for_selector("#live[data-htmx-powered]", state="attached")
    await route.continue_()


@HOW_MUCH
async def test_nothing_is_lost_by_sleep_a_dead_line_or_a_restart(
    browser: Browser, context: Context, settings: Settings, games: Mapping[str, AnyGame], game: str, whole: bool
):
    """Whatever happened meanwhile, the page comes by itself to show all that its seat was told, each thing once."""
    house = serving(create_app(settings, context))
    line = Line(urlsplit(house.__enter__()).port or 0)
    async with window(browser, anew=True, **PHONE) as phone, line.held() as address:
        sender, receiver = await before_a_letter(context, game, address)
        await phone.route("**/hx-ws.min.js", after_htmx)  # live, however late its sockets come
        await phone.clock.install()
        player = await Hands.at(phone, receiver.link)
        page, state = player.page, player.page.locator("#link-state")
        await page.evaluate(EARS)

        async def comes_through() -> None:
            """All is shown once, and nothing was said twice."""
            await shows_all(player, receiver)
            said = await heard(player)
            assert said and len(said) == len(set(said)), said

        await sender.send(Done())
        await comes_through()

        if whole:
            # The device sleeps.
            cdp = await phone.new_cdp_session(page)
            await cdp.send("Page.setWebLifecycleState", {"state": "frozen"})
            await sender.attend(2)
            await cdp.send("Page.setWebLifecycleState", {"state": "active"})
            await comes_through()

            # The network goes, and its socket with it; then it comes again.
            await phone.set_offline(True)
            await page.evaluate("document.querySelector('#socket')._htmx.ws.connection.socket.close()")
            await expect(state).to_have_attribute("data-state", "lost")
            await sender.attend(2)
            await phone.set_offline(False)
            await comes_through()
            await player.live()

        # The line is dead, and neither end was told. The page asks, has no answer and calls anew; of what else was open
        # on that line it gives up one after the other.
        line.cut()
        await sender.attend(2)
        for _ in range(60):
            if await player.version() == receiver.version:
                break
            await page.clock.run_for(1000)
            await asyncio.sleep(0.05)
        await comes_through()
        await player.live()

        # The service goes, something is sent by another's hand, and it is there again.
        house.__exit__()
        await expect(state).to_have_attribute("data-state", "lost")
        again = Context(Store(settings.url, games))
        sender.context = receiver.context = again
        await sender.attend(2)
        with serving(create_app(settings, again), port=line.server_port):
            await page.clock.run_for(10_000)
            await player.live()
            await comes_through()
            await sender.attend(1)
            await comes_through()
        again.store.close()


FAILS_ONCE = """() => {
    const real = window.fetch;
    window.looks = 0;
    window.fetch = (...asked) => window.looks++ ? real(...asked) : Promise.reject(new TypeError("no network yet"));
}"""


async def test_a_look_that_fails_as_the_network_comes_back_is_made_good(
    browser: Browser, context: Context, address: str
):
    """Its socket has outlived the outage: nobody says anything new, and nothing else would ask again."""
    to = links(context, address, "toy", "yard")
    async with window(browser, **PHONE) as phone:
        player = await Hands.at(phone, to["north"])
        await player.settled()
        await player.page.evaluate(FAILS_ONCE)
        await player.page.evaluate("for (const what of ['offline', 'online']) dispatchEvent(new Event(what))")
        await player.live()
        await until(lambda: player.page.evaluate("looks > 1"))


async def pressed_behind(button: Locator) -> None:
    """Press a button of a tab that lies behind another: that is hardly drawn, and a hand would wait for each frame."""
    await button.dispatch_event("click")


async def test_what_another_device_changed_is_not_changed_blindly(browser: Browser, context: Context, address: str):
    """Who does not know yet what was taken off the sheet elsewhere takes nothing off, and reads why."""
    to = links(context, address, "toy", "yard")
    for link in to.values():
        await Side(context, link).send(Done())
    async with window(browser, **DESKTOP) as table, window(browser, **DESKTOP) as elsewhere:
        one = await Hands.at(table, to["north"])
        for place in ("22", "23"):
            await one.write("search", hex=place)
        other = await Hands.at(elsewhere, to["north"])
        lines = one.page.locator("#sheet .written-line")
        await other.page.locator("#sheet .remove").last.click()
        await expect(other.page.locator("#sheet .written-line")).to_have_count(1)
        await expect(lines).to_have_count(2)
        await one.page.locator("#sheet .remove").last.dispatch_event("click")
        await expect(one.page.locator("#notice")).to_contain_text("The sheet was changed meanwhile, in another window")
        await expect(lines).to_have_count(1)
        await expect(lines).to_contain_text("22")


@pytest.mark.soak
async def test_two_tabs_and_another_device_of_one_player_do_not_fight(browser: Browser, context: Context, address: str):
    """Each shows what the others wrote; what one fills in stays; what is done on an older sheet is refused, and why."""
    to = links(context, address, "toy", "yard")
    for link in to.values():
        await Side(context, link).send(Done())
    async with window(browser, **DESKTOP) as table, window(browser, **DESKTOP) as elsewhere:
        one, two = await Hands.at(table, to["north"]), await Hands.at(table, to["north"])
        sheet, hex = ".written-line", one.form("search").locator("[name$=':hex']")
        await hex.select_option("22")
        for place in ("22", "23"):
            await two.write("search", hex=place)
        await expect(one.page.locator(sheet)).to_have_count(2)
        await expect(hex).to_have_value("22")
        await pressed_behind(one.form("search").locator(".actions button[type=submit]"))
        for tab in (one, two):
            await expect(tab.page.locator(sheet)).to_have_count(3)
        await expect(one.page.locator("#notice")).to_contain_text("On the sheet, but it cannot be sent.")

        # Another device takes the last order off. A tab that does not know of it wants to do so too.
        other = await Hands.at(elsewhere, to["north"])
        await other.page.locator("#sheet .remove").last.click()
        await expect(other.page.locator(sheet)).to_have_count(2)
        await expect(one.page.locator(sheet)).to_have_count(3)
        await pressed_behind(one.page.locator("#sheet .remove").last)
        await expect(one.page.locator("#notice")).to_contain_text("The sheet was changed meanwhile, in another window")
        for hands in (one, other):
            await expect(hands.page.locator(f"#sheet {sheet}")).to_contain_text(["22", "23"])
            assert await hands.written() == 2

        # One sends while the other is writing.
        for left in (1, 0):
            await other.page.locator("#sheet .remove").last.click()
            await expect(other.page.locator(sheet)).to_have_count(left)
        for tab in (one, two):
            await tab.page.evaluate(TURNED_TO)
            await expect(tab.page.locator(sheet)).to_have_count(0)
            await tab.settled()
        await hex.select_option("12")
        await two.close_step()
        await one.waits()
        await expect(hex).to_have_value("12")
        await expect(one.page.locator("#stale")).to_be_visible()
        await pressed_behind(one.form("search").locator(".actions button[type=submit]"))
        await expect(one.page.locator("#notice")).to_contain_text("On the sheet, but it cannot be sent.")
        assert await one.written() == 1


@pytest.mark.parametrize("game", ["toy", pytest.param("skirmish", marks=pytest.mark.soak)])
async def test_news_that_comes_under_a_finger_does_not_take_the_button_away(
    browser: Browser, context: Context, address: str, game: str
):
    """What is held down when news comes is still there to be let go, and the news is shown after."""
    sender, receiver = await before_a_letter(context, game, address)
    async with window(browser, **DESKTOP) as table:
        page = await table.new_page()
        async with page.expect_websocket() as opened:
            await page.goto(receiver.link)
        player, line = Hands(page, []), await opened.value
        await player.live()
        await player.begin()
        await player.settled()
        button = page.locator('.tab[data-tab="letters"]')
        await button.hover()
        await page.mouse.down()
        async with line.expect_event("framereceived"):
            await sender.send(Done())
        await player.settled()
        await page.mouse.up()
        await expect(button).to_have_attribute("aria-current", "true")
        assert player.page.url.endswith("/" + receiver.here.seat), "it was taken as a tab, not followed as a link"
        await shows_all(player, receiver)
