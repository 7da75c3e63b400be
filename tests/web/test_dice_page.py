"""The page of the dice: it explains them, shows what is known, and computes it anew in a browser."""

from __future__ import annotations

import json

import pytest
from playwright.async_api import Browser, Route
from starlette.testclient import TestClient

from service import matches
from service.engine.orders import Done
from service.matches import AtSeat, Desk, seat_cookie, seat_link
from service.matches.errors import RulesRefuse
from tests.toy import NORTH, TOY


@pytest.fixture
def over(desk: Desk) -> AtSeat:
    """North's seat at a match that is over."""
    return played(desk, 200)


@pytest.fixture
def going_on(desk: Desk) -> AtSeat:
    return played(desk, 8)


def played(desk: Desk, calls: int) -> AtSeat:
    account = matches.make_guest(desk)
    match_id = matches.open_match(desk, account, "toy", "yard").match_id
    for _ in range(calls):
        state = desk.store.read(match_id).state
        if state.ended:
            break
        seat = state.waiting[0]
        hexes = [o for o in TOY.orders if o == "search"] if state.cursor[-1].heading == "movement" else []
        orders = [TOY.orders["search"](hex=f"{2 + (seat == NORTH)}{state.turn}")] if hexes else []
        at = AtSeat(match_id, seat, account.id)
        try:
            matches.take_orders(desk, at, [*orders, Done()], version=state.log_lengths[seat])
        except RulesRefuse:
            matches.take_orders(desk, at, [Done()], version=state.log_lengths[seat])
    return AtSeat(match_id, NORTH, account.id)


def test_the_page_reads_without_scripts(desk: Desk, visitor: TestClient, going_on: AtSeat):
    visitor.cookies.set(seat_cookie(going_on.match_id, NORTH), seat_link(desk, going_on))
    answer = visitor.get(f"/matches/{going_on.match_id}/{NORTH}/dice")
    assert answer.status_code == 200
    sheet = matches.dice(desk, going_on)
    assert sheet.chain in answer.text and sheet.hidden in answer.text
    assert "the server" in answer.text and all(root in answer.text for root in sheet.roots.values())
    assert (
        f'href="/matches/{going_on.match_id}/{NORTH}/dice"' in visitor.get(f"/matches/{going_on.match_id}/{NORTH}").text
    )


def test_the_verifier_can_be_saved(visitor: TestClient):
    answer = visitor.get("/verify.py")
    assert answer.status_code == 200 and answer.text.startswith('"""Checks the dice of a match')


async def verdict(browser: Browser, address: str, desk: Desk, at: AtSeat, alter=None) -> tuple[str, str]:
    """What the page says after computing, and how it is marked; `alter` changes the export on its way."""
    context = await browser.new_context()
    try:
        name = seat_cookie(at.match_id, NORTH)
        await context.add_cookies([{"name": name, "value": seat_link(desk, at), "url": address}])
        page = await context.new_page()

        async def altered(route: Route) -> None:
            export = matches.export(desk, at)
            alter(export)
            await route.fulfill(json=json.loads(json.dumps(export)))

        if alter is not None:
            await page.route("**/export", altered)
        await page.goto(f"{address}/matches/{at.match_id}/{NORTH}/dice")
        said = page.locator("#verdict:is([data-state=good], [data-state=bad])")
        await said.wait_for()
        return await said.get_attribute("data-state") or "", await said.inner_text()
    finally:
        await context.close()


async def test_a_browser_computes_a_match_that_is_over(browser, address, desk, over):
    state, said = await verdict(browser, address, desk, over)
    assert state == "good", said
    assert "Nothing was changed, dropped or put elsewhere." in said


async def test_a_browser_computes_what_is_open_so_far(browser, address, desk, going_on):
    state, said = await verdict(browser, address, desk, going_on)
    assert state == "good", said
    assert "hidden ones when the match is" in said


def another_face(export):
    roll = next(event for event in export["whole"]["journal"] if event["kind"] == "rolled" and not event["public"])
    roll["faces"] = [roll["faces"][0] % 6 + 1]


def one_less(export):
    journal = export["whole"]["journal"]
    journal.remove(next(event for event in journal if event["kind"] == "rolled" and not event["public"]))


def another_root(export):
    next(event for event in export["whole"]["journal"] if event["kind"] == "phase-sealed")["root"] = "0" * 64


def another_share(export):
    export["dice"]["shares"][0]["entropy"] = "0" * 64


@pytest.mark.parametrize("alter", [another_face, one_less, another_root, another_share])
async def test_a_browser_finds_what_was_changed(browser, address, desk, over, alter):
    state, said = await verdict(browser, address, desk, over, alter)
    assert state == "bad" and "do NOT come out" in said
