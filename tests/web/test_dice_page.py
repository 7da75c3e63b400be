"""The page of the dice: it explains them, shows what is known, and computes it anew in a browser."""

from __future__ import annotations

import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.async_api import Browser, Page, Route

from service import matches, verify
from service.matches import AtSeat, Context, seat_cookie, seat_link
from tests.client import TestClient
from tests.matches.test_verify import changed, doubled, dropped, dropped_in_public, lost_key, played, swapped
from tests.toy import NORTH
from tests.web.browser import window

Json = dict[str, Any]


@pytest.fixture
def going_on(context: Context) -> AtSeat:
    """North's seat at a match that is being played; its share is its own."""
    return seat_of(context, played(context, 1, to_the_end=False))


@pytest.fixture
def over(context: Context) -> AtSeat:
    """North's seat at a match that is over."""
    return seat_of(context, played(context, 0, to_the_end=True))


def seat_of(context: Context, export: Json) -> AtSeat:
    with context.store.look() as look:
        holder = look.matches.holder(export["match_id"], NORTH)
    assert holder is not None and holder[0] is not None
    return AtSeat(export["match_id"], NORTH, holder[0])


def test_the_page_reads_without_scripts(context: Context, visitor: TestClient, going_on: AtSeat):
    visitor.cookies.set(seat_cookie(going_on.match_id, NORTH), seat_link(context, going_on))
    answer = visitor.get(f"/matches/{going_on.match_id}/{NORTH}/dice")
    assert answer.status_code == 200
    sheet = matches.dice(context, going_on)
    assert sheet.chain in answer.text and sheet.hidden in answer.text
    assert "the server" in answer.text and all(root in answer.text for root in sheet.roots.values())
    assert (
        f'href="/matches/{going_on.match_id}/{NORTH}/dice"' in visitor.get(f"/matches/{going_on.match_id}/{NORTH}").text
    )


def test_the_page_says_whether_a_player_s_share_is_in_the_dice(context: Context, visitor: TestClient, going_on: AtSeat):
    """Where the server has made both, the server could have chosen its secrets."""
    account = matches.make_guest(context)
    opened = matches.open_match(context, account, "toy", "yard")
    for at, said in ((AtSeat(opened.match_id, NORTH, account.id), True), (going_on, False)):
        visitor.cookies.set(seat_cookie(at.match_id, NORTH), seat_link(context, at))
        page = visitor.get(f"/matches/{at.match_id}/{NORTH}/dice").text
        assert ("lean on the server's two seals alone" in page) is said


def test_the_verifier_can_be_saved(visitor: TestClient):
    answer = visitor.get("/verify.py")
    assert answer.status_code == 200 and answer.text.startswith('"""Checks the dice of a match')


@dataclass
class DicePage:
    """The page of the dice in a window; `export` is what it is given to compute, once that is set."""

    page: Page
    export: Json | None = None

    async def give(self, route: Route) -> None:
        await (route.continue_() if self.export is None else route.fulfill(json=self.export))

    async def outcome(self) -> tuple[str, str]:
        """What the page says after computing, and how it is marked."""
        said = self.page.locator("#outcome:is([data-state=good], [data-state=bad])")
        await said.wait_for()
        return await said.get_attribute("data-state") or "", await said.inner_text()

    async def compute(self, export: Json) -> tuple[str, str]:
        """Compute this one."""
        self.export = export
        await self.page.click("#check")
        return await self.outcome()


@asynccontextmanager
async def opened(browser: Browser, address: str, context: Context, at: AtSeat) -> AsyncIterator[DicePage]:
    async with window(browser) as mine:
        name = seat_cookie(at.match_id, NORTH)
        await mine.add_cookies([{"name": name, "value": seat_link(context, at), "url": address}])
        found = DicePage(await mine.new_page())
        await found.page.route("**/export", found.give)
        await found.page.goto(f"{address}/matches/{at.match_id}/{NORTH}/dice")
        yield found


@pytest.mark.browser
async def test_a_browser_computes_what_is_open_so_far(browser, address, context, going_on):
    async with opened(browser, address, context, going_on) as page:
        state, said = await page.outcome()
    assert state == "good", said
    assert "hidden ones when the match is" in said


def never_left_out(export: Json, rng: random.Random) -> str:
    """As if the share that was not opened in time had never been due."""
    for event in export["whole"]["journal"]:
        if event["kind"] == "shares-mixed":
            event["late"], event["left_out"] = [], []
    share = export["dice"]["shares"][0]
    share["state"] = "committed"
    return "never left out"


def another_root(export: Json, rng: random.Random) -> str:
    """A root that seals something else."""
    sealed = [event for event in export["whole"]["journal"] if event["kind"] == "phase-sealed"]
    rng.choice(sealed)["root"] = "0" * 64
    return "another root"


def turns_backwards(export: Json, rng: random.Random) -> str:
    """The public rolls stand in the order of later turns first."""
    export["dice"]["rolls"].sort(key=lambda roll: -roll["turn"])
    assert export["dice"]["rolls"][0]["turn"] > export["dice"]["rolls"][-1]["turn"]
    return "turns backwards"


@pytest.mark.browser
@pytest.mark.parametrize("rounds", [1, pytest.param(6, marks=pytest.mark.soak)])
async def test_the_page_finds_what_the_file_finds_and_says_it_in_the_same_words(
    browser, address, context, over, rounds
):
    """Both are given the same matches with something changed, dropped, doubled or put elsewhere."""
    whole: Json = json.loads(json.dumps(matches.export(context, over)))
    left_out = played(context, 2, to_the_end=True, opens=False)
    assert left_out["dice"]["shares"][0]["state"] == "left out"
    always = [never_left_out, another_root, turns_backwards]
    changes = [*always, *[changed, changed, dropped, doubled, swapped, dropped_in_public, lost_key] * rounds]
    found = set()
    async with opened(browser, address, context, over) as page:
        state, said = await page.outcome()
        assert state == "good" and "No die was changed, dropped or put elsewhere." in said, "it is computed unasked"
        for untouched in (whole, left_out):
            verify.verify(untouched)
            state, said = await page.compute(untouched)
            assert state == "good", said
        for number, change in enumerate(changes):
            export = deepcopy(left_out if number % 3 == 0 else whole)
            what = change(export, random.Random(number))
            with pytest.raises(verify.Untrue) as untrue:
                verify.verify(export)
            state, said = await page.compute(export)
            assert state == "bad" and "do NOT check out" in said, what
            if "not formed as it should be" not in f"{untrue.value} {said}":
                assert said == f"The dice do NOT check out: {untrue.value}.", what
                found.add(str(untrue.value).split(" of ")[0])
    assert len(found) > 4 + rounds, found
