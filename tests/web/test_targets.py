"""Whom an attack may be aimed at: a known enemy stands first and is chosen where alone, and the map keeps its place."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from playwright.async_api import Browser, expect

from service.engine.game import AnyGame
from service.engine.recording import Outcome
from service.games.ndc.game import NDC
from service.matches import Context
from tests.client import TestClient
from tests.positions import position
from tests.web.browser import PHONE, Hands, window
from tests.web.conftest import sit
from tests.web.midway import saved
from tests.web.test_place_of_action import LIES

TARGETS = re.compile(r'<input[^>]*name="places:target"[^>]*value="(\d{4})"([^>]*)>')


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": NDC}


def beside(context: Context, *enemies: str) -> str:
    """A link to the Soviet seat in its movement: a battalion in 0904 with these enemies near it."""
    table = position("us U-1B HQ at 1304 deployed", *enemies, "su S-1R HQ at 0604 deployed", "su S-I1 at 0904 attack")
    table.done_until("movement-segment")
    return saved(context, NDC, table.opening, Outcome(table.truth, table.journal, table.logs))["Soviet"]


def targets(visitor: TestClient, link: str) -> tuple[list[str], list[str]]:
    """The hexes that the form of an attack offers, in its order, and that which it holds."""
    soviet = sit(visitor, link)
    found = TARGETS.findall(soviet.look("?unit=S-I1"))
    return [hex for hex, _ in found], [hex for hex, more in found if "checked" in more]


def test_a_known_enemy_stands_before_the_empty_hexes_and_is_chosen_where_it_is_the_only_one(
    context: Context, visitor: TestClient
):
    offered, held = targets(visitor, beside(context, "us U-I1 at 0905 defend known"))
    assert (offered[0], held) == ("0905", ["0905"])
    assert offered[1:] == sorted(offered[1:]) and len(offered) == 6


def test_of_two_known_enemies_neither_is_chosen_and_of_none_no_hex(context: Context, visitor: TestClient):
    both = beside(context, "us U-I1 at 0905 defend known", "us U-I2 at 1004 defend known")
    offered, held = targets(visitor, both)
    assert (offered[:2], held) == (["0905", "1004"], [])
    offered, held = targets(visitor, beside(context, "us U-I1 at 0905 defend"))
    assert (offered, held) == (sorted(offered), [])


@pytest.mark.browser
async def test_the_map_stays_where_it_is_when_an_attack_is_begun_on_an_enemy_in_sight(
    browser: Browser, context: Context, address: str
):
    """Unit and enemies stand clear of what lies over the map: a second tap hits what was seen there. The empty hexes
    that might be attacked as well are no reason to move it."""
    link = beside(context, "us U-I1 at 0905 defend known", "us U-I2 at 1004 defend known")
    async with window(browser, **PHONE) as phone:
        soviet = await Hands.at(phone, address + link)
        page, hexes = soviet.page, ("0904", "0905", "1004")
        await soviet.choose_on_map("S-I1")
        await page.evaluate("sitrepMap.where('0907')")
        await soviet.settled()
        stood = [await page.evaluate(LIES, hex) for hex in hexes]
        await soviet.unfold("declare-ground-combat")
        await expect(page.locator(".map-choices .choice")).to_have_count(6)
        await soviet.settled()
        assert [await page.evaluate(LIES, hex) for hex in hexes] == stood
