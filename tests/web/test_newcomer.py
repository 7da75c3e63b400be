"""A newcomer's first turn of NATO Division Commander on a phone, from the first page on: each tap and swipe counted.

Nothing is set up: a visitor without an account presses the button of a guided game, the computer plays the other side,
and the scenario opens as it does for everybody. They do what their coach says, and move and attack as they like.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

import pytest
from playwright.async_api import Browser, expect

from service import matches
from service.app import create_app
from service.bots import host as hosts
from service.bots.host import Host
from service.engine.game import AnyGame
from service.games.ndc.game import NDC
from service.matches import AtSeat, Context
from service.matches.drafts import Draft, draft
from service.matches.rate_limits import RateLimits
from service.settings import Settings
from service.store import Store
from tests.service_fixtures import drawn, serving
from tests.web.browser import PHONE, window
from tests.web.newcomer import UNDER, Newcomer

pytestmark = pytest.mark.browser

MOST_TAPS, MOST_SWIPES, MOVES, NEARER = {"Soviet": 26, "US": 27}, 4, 8, 3
"""Taps: two more than the most that it takes with any of these lucks."""


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": NDC}


@pytest.fixture
def luck() -> str:
    """What the dice of the match are drawn from."""
    return ""


@pytest.fixture
def context(settings: Settings, games: Mapping[str, AnyGame], luck: str) -> Iterator[Context]:
    limits = RateLimits({"orders": "6000 per minute"})
    context = Context(Store(settings.url, games), rate_limits=limits, secret=drawn(luck), pace=None)
    yield context
    context.store.close()


@pytest.fixture
def address(settings: Settings, context: Context, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Where a server serves in which the computer plays, and does not tarry."""
    for pause in ("SOON", "LATE"):
        monkeypatch.setattr(hosts, pause, 0.02)
    with serving(create_app(settings, context)) as address:
        host = Host(address, matches.bot_token(context))
        host.start()
        yield address
        host.stop()


class Commander(Newcomer):
    """A newcomer who commands a division."""

    context: Context

    @property
    def knows(self) -> Draft:
        """What their page is drawn from."""
        match, seat = self.page.url.split("?")[0].split("#")[0].split("/")[-2:]
        return draft(self.context, AtSeat(match, seat, ""))

    def can(self, order: str) -> set[str]:
        """The units that can be given such an order."""
        return {unit for option in self.knows.now if option.kind == order for unit in option.subjects}

    async def picks(self, units: set[str]) -> None:
        """Tap one of these units on the map, one that lies open there."""
        await self.hands.settled()
        for unit in sorted(units):
            counter = self.page.locator(f'.map-live a.counter[data-unit="{unit}"]')
            if await counter.count() and await counter.evaluate(UNDER):
                await self.tap(counter)
                await self.hands.has_chosen(unit)
                return
        raise AssertionError(f"none of {units} lies open")

    async def move(self) -> None:
        """One move of whoever is chosen; of somebody else, where they can go nowhere."""
        before = await self.hands.written()
        if not (hexes := await self.reach()):
            here = self.knows
            await self.picks({
                unit for unit in self.can("move")
                if any(here.reach(option, (unit,)) for option in here.options_of((unit,)) if any(option.routes))
            })  # fmt: skip
            hexes = await self.reach()
        # Whoever attacks goes as far west as they see; whoever defends a step at a time.
        hex = min(hex for _, hex in hexes) if self.page.url.split("#")[0].endswith("/Soviet") else hexes[0][1]
        await self.tap(self.page.locator(f'.map-live a.reach[data-place="{hex}"]'))
        await expect(self.page.locator("#sheet .written-line")).to_have_count(before + 1)

    async def attack(self) -> None:
        """A probe with whoever can make one."""
        await self.picks(self.can("declare-ground-combat"))
        await self.tap(self.page.locator('#orders .kinds [data-kind="declare-ground-combat"]'))
        form = self.hands.form("declare-ground-combat")
        await self.tap(form.locator("[data-asks-place] label").first)
        await expect(form.locator(".weighed-total")).to_be_visible()
        await self.tap(form.locator(".actions .commit"))
        await expect(self.page.locator("#sheet .written-line")).to_have_count(MOVES + 1)


ALL = {"Intelligence Phase", "Movement Segment", "Housekeeping Phase", "Defence"}
ANSWERS = {"Defence", "Retreat", "Send the results"}
CASES = [
    pytest.param("US", "1"),
    *(
        pytest.param(side, luck, marks=pytest.mark.soak)
        for side, luck in product(("Soviet", "US"), "123") if (side, luck) != ("US", "1")
    ),
]  # fmt: skip


@pytest.mark.parametrize(("side", "luck"), CASES)
async def test_a_newcomers_first_turn(browser: Browser, context: Context, address: str, side: str):
    """Search, eight moves, an attack, housekeeping, and a defence with fire: the whole of game turn 1, to its end.

    What is counted: every tap from the front page until the first question of turn 2, with the answer to one attack of
    the computer, to the letter that ends it; each further one has two or three taps more. Where the first comes later,
    as on the US side, which moves last in a turn, or where the computer waits until the player is nearer, its answer is
    counted besides, and nothing else of later turns. Each note of the coach is in sight as its heading is met.
    """
    async with window(browser, **PHONE) as phone:
        page = await phone.new_page()
        await page.route("**/entropy", lambda route: route.abort())  # a browser's share would be another each time
        await page.goto(address)
        newcomer = await Commander.at(page)
        newcomer.context = context
        await newcomer.tap(page.locator(f'form:has([name=guided]):has([name=seat][value="{side}"]) button'))
        met: list[str] = []
        besides = [0, 0]
        try:
            while True:
                heading = await newcomer.asked()
                newcomer.did.append(f"=== {heading}: {newcomer.taps} and {newcomer.swipes}")
                turn = newcomer.knows.reading.where.turn
                if turn > 1 and set(met) >= ALL:
                    break
                is_new = heading not in met
                before = newcomer.taps, newcomer.swipes
                met.append(heading)
                if is_new:
                    await newcomer.coached()
                is_led = await newcomer.is_led()
                match heading:
                    case "Pregame Intelligence Phase":
                        await newcomer.follow_the_coach()
                        await expect(page.locator("#sheet .written-line")).to_have_count(1)
                        await newcomer.close()
                    case "Intelligence Phase" | "Defence" if is_led or (is_new and heading != "Defence"):
                        await newcomer.goes_on(newcomer.follow_the_coach())
                    case "Movement Segment" if is_new:
                        while await newcomer.hands.written() < MOVES:
                            await newcomer.move()
                            await newcomer.coached()
                        await newcomer.attack()
                        await newcomer.coached()
                        await newcomer.close()
                    case "Movement Segment" if turn > 1:
                        while await newcomer.hands.written() < NEARER:
                            await newcomer.move()
                        await newcomer.close()
                    case _:
                        await newcomer.close()
                if (heading in ANSWERS and not is_new) or (heading not in ANSWERS and turn > 1):
                    besides[0] += newcomer.taps - before[0]
                    besides[1] += newcomer.swipes - before[1]
        finally:
            taps, swipes = newcomer.taps - besides[0], newcomer.swipes - besides[1]
            print("\n".join(newcomer.did), f"\n{side}: {taps} taps, {swipes} swipes; besides {besides}")
        assert any("Defend with" in one for one in newcomer.did)
        assert taps <= MOST_TAPS[side] and swipes <= MOST_SWIPES
