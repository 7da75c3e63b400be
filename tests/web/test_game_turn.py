"""A game turn of NATO Division Commander at real browsers: a phone's assault, and the whole turn of two people.

No page is loaded a second time. What each side is shown is looked at as bytes too: a unit of the other side that was
not reported is in none of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Browser, expect

from service import matches
from service.engine.dice import Dice
from service.engine.game import AnyGame
from service.engine.orders import Done, Order
from service.games.ndc.game import NDC
from service.games.ndc.printed.units import Unit
from service.games.ndc.sections.defence import Defend
from service.games.ndc.sections.intelligence import AllotIntelligence
from service.games.ndc.staff.rosters import short
from service.matches import Context, seat_by_link
from tests.shipped import NDC_TABLES
from tests.web import scene
from tests.web.browser import DESKTOP, PHONE, Hands, links, window

pytestmark = pytest.mark.browser


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": NDC}


@pytest.fixture(autouse=True)
def dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The dice always fall alike."""
    monkeypatch.setattr(Dice, "draw", scene.falling)


def units_of(context: Context, address: str) -> tuple[list[Unit], list[Unit]]:
    """The units of the side that has this seat, and those of the other, as they truly are."""
    match_id, seat = urlsplit(address).path.split("/")[-2:]
    units = context.store.read(match_id).state.units.values()
    return [unit for unit in units if unit.side == seat], [unit for unit in units if unit.side != seat]


def holds_nothing_hidden(context: Context, address: str, page: str) -> None:
    """A seat's page holds no enemy's id, nor the name of one that its owner need not tell."""
    own, theirs = units_of(context, address)
    mine = {name for unit in own for name in (unit.designation, short(unit.designation))}
    hidden = {unit.id for unit in theirs}
    for unit in theirs:
        if unit.level < NDC_TABLES.reports.one_unit_though_spread:
            hidden |= {unit.designation, short(unit.designation)}
    assert all(unit.id in page for unit in own if unit.hex), "the page shows his own"
    found = [name for name in hidden if not any(name in ours for ours in mine) and name in page]
    assert not found, found


async def shows_nothing_hidden(context: Context, *players: Hands) -> None:
    """No page holds what is hidden from its player."""
    for player in players:
        holds_nothing_hidden(context, player.page.url, await player.bytes())


async def closes(context: Context, link: str, *steps: Sequence[Order]) -> None:
    """Close steps at another device than the page that is looked at, each with these orders."""
    here = seat_by_link(context, link.rsplit("/", 1)[-1])
    for orders in steps:
        version = matches.version(context, here)
        await asyncio.to_thread(matches.take_orders, context, here, [*orders, Done()], version=version, key=None)


MET = "an enemy that we did not know to be there stopped the Reconnaissance Battalion in 1708"
ANSWERED = "The defence answered with final protective fire of 2 CSPs."


@pytest.mark.soak
async def test_a_phone_assaults_whom_it_does_not_know(browser: Browser, context: Context, address: str):
    """By touch from the first link to the assault's result; what is quiet, and the US, is closed elsewhere."""
    to = links(context, address, "ndc", "kaltenbach")
    async with window(browser, **PHONE) as phone, window(browser) as elsewhere:
        soviet = await Hands.at(phone, to["Soviet"])
        await soviet.page.evaluate("window.firstLoad = true")
        await soviet.waits()
        await closes(context, to["US"], [AllotIntelligence(air=0, signal=5, coverage=3, sectors=("D2",))])
        await soviet.is_asked("Intelligence Phase")
        await expect(await soviet.letter(1)).to_contain_text(
            "The enemy searches sector D2, at operational intelligence level 2."
        )
        await closes(context, to["Soviet"], (), (), ())
        await scene.soviet_attacks(soviet)
        assert await soviet.foes() == [], "he does not know whom he attacks"
        await soviet.close_step()
        await soviet.waits()
        asked = await elsewhere.request.get(to["US"])
        assert "Defence" in await asked.text()
        holds_nothing_hidden(context, asked.url, await asked.text())
        await closes(context, to["US"], [Defend(fire=2)], ())

        # The attacker learns of the result by the next letter, and no more than where they met whom.
        await soviet.is_asked("Movement Segment")
        assert await soviet.foes() == ["1608"]
        letter = await soviet.letter(2)
        for said in (MET, "Zones of control have shown a unit (E1) in 1608.", "E1 is Engaged.", ANSWERED):
            await expect(letter).to_contain_text(said)
        await shows_nothing_hidden(context, soviet)
        assert await soviet.page.evaluate("window.firstLoad"), "the page was loaded again"
        await soviet.settled()
        assert await soviet.fits()
        assert soviet.complaints == []


@pytest.mark.soak
async def test_two_people_play_a_game_turn(browser: Browser, context: Context, address: str):
    """From the two links of the practice match through pregame and both turns, with an assault, into turn 2."""
    to = links(context, address, "ndc", "kaltenbach")
    async with window(browser, **PHONE) as phone, window(browser, **DESKTOP) as table:
        soviet, us = await Hands.at(phone, to["Soviet"]), await Hands.at(table, to["US"])
        for player in (soviet, us):
            await player.page.evaluate("window.firstLoad = true")
            assert await player.foes() == []

        await soviet.waits()
        await scene.pregame(us)
        await us.waits()
        await soviet.is_asked("Intelligence Phase")
        await expect(soviet.page.locator("#bar")).to_contain_text("1 of 6")
        letter = await soviet.letter(1)
        await expect(letter).to_contain_text("The enemy searches sector D2, at operational intelligence level 2.")
        await soviet.tab("log")
        await expect(soviet.page.locator("#log")).to_contain_text("Turn 1, Morning: the weather is")

        await scene.soviet_prepares(soviet)
        await scene.soviet_attacks(soviet)
        assert await soviet.foes() == [], "he does not know whom he attacks"
        assert await us.foes() == [], "what stands on a sheet, nobody is told"
        await expect(us.page.locator(".sitrep")).to_have_count(0)
        await soviet.close_step()

        # The assault comes to the defender as it was declared, with what their intelligence saw of the movement.
        await us.is_asked("Defence")
        for fact in ("Your hex1608", "From1708", "TypeAssault", "Barrage4"):
            await expect(us.page.locator("#asked .ask-facts")).to_contain_text(fact)
        letter = await us.letter(1)
        await expect(letter).to_contain_text("A unit (E1) moved into 1708.")
        await expect(letter).to_contain_text("The enemy declares an assault on the 1st Cavalry Squadron, from 1708")
        assert await us.foes() == ["1708", "2008"]
        await soviet.waits()
        assert await soviet.foes() == []
        await shows_nothing_hidden(context, soviet, us)
        await scene.us_defends(us)

        # The result goes to both; the attacker learns of it by the next letter, and no more than where they met whom.
        await soviet.is_asked("Movement Segment")
        assert await soviet.foes() == ["1608"]
        letter = await soviet.letter(2)
        await expect(letter).to_contain_text(MET)
        await expect(letter).to_contain_text("Zones of control have shown a unit (E1) in 1608.")
        await expect(letter).to_contain_text("E1 is Engaged.")
        result = "Combat 1, an assault from 1708 on 1608, has been fought: Final Protective Fire of 2 CSPs"
        await expect(letter).to_contain_text(ANSWERED)
        await us.tab("log")
        await expect(us.page.locator("#log")).to_contain_text(result)
        await soviet.tab("units")
        await expect(soviet.page.locator("#units")).to_contain_text("type not known")
        await shows_nothing_hidden(context, soviet, us)

        await scene.soviet_closes(soviet)
        await scene.us_turn(us)
        await expect(us.page.locator('.map-live a[data-unit="U-A2"]')).to_have_attribute("data-place", "1109")
        await soviet.is_asked("Intelligence Phase")
        await expect(soviet.page.locator("#bar")).to_contain_text("2 of 6")
        await expect(await soviet.letter(3)).to_contain_text("The enemy searches no sectors")
        assert "1109" not in await soviet.foes()
        await shows_nothing_hidden(context, soviet, us)

        for player in (soviet, us):
            assert await player.page.evaluate("window.firstLoad"), "the page was loaded again"
            for tab in ("orders", "sheet", "units", "letters", "log"):
                await player.page.locator(f'.tab[data-tab="{tab}"]').dispatch_event("click")
                assert await player.fits(), tab
            assert player.complaints == []


@pytest.mark.soak
async def test_the_page_reads_and_orders_without_javascript(browser: Browser, context: Context, address: str):
    """Plain links and forms are enough: points allotted, a unit chosen on the map, moved, and the letter read."""
    to = links(context, address, "ndc", "kaltenbach")
    plain = {"java_script_enabled": False}
    async with window(browser, **PHONE, **plain) as phone, window(browser, **DESKTOP, **plain) as table:
        soviet, us = await phone.new_page(), await table.new_page()
        await us.goto(to["US"])
        allot = us.locator("#orders .picks").first
        await allot.locator('[name="pick.allot-intelligence.coverage"]').select_option("3")
        await allot.get_by_role("button", name="Choose").click()
        form = us.locator('#orders form[data-order="allot-intelligence"]')
        await form.locator('[name="range:signal"]').fill("5")
        await form.get_by_label("D2").check()
        await form.get_by_role("button", name="Put on the sheet").click()
        await expect(us.locator(".written-order")).to_contain_text("D2")
        await us.locator("#act .ask-action button").click()

        await soviet.goto(to["Soviet"])
        await soviet.get_by_role("link", name="The latest letters").tap()
        await expect(soviet.locator(".sitrep")).to_contain_text("The enemy searches sector D2")
        for _ in range(3):
            await soviet.locator("#act .ask-action button").tap()
        await expect(soviet.locator("#asked-title")).to_have_text("Movement Segment")
        await soviet.locator('.map-live a.counter[data-unit="S-RC"]').tap()
        await expect(soviet.locator("#chosen-title")).to_have_text("Reconnaissance Bn")
        await soviet.locator('.map-live a.reach[data-place="1708"]').tap()
        await soviet.locator('#orders form[data-order="move"] button[type=submit]').tap()
        await expect(soviet.locator(".written-order")).to_have_text("Reconnaissance Bn moves to 1708")
        await soviet.locator("#act .ask-action button").tap()
        await expect(soviet.locator("#asked-title")).to_have_text("Housekeeping Phase")

        await us.reload()
        await us.get_by_role("link", name="The latest letters").click()
        await expect(us.locator(".sitrep")).to_contain_text("A unit (E1) moved into 1708.")
        for page in (soviet, us):
            assert await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
