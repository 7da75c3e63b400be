"""A match whose one player has gone is finished by the other in each way that may be agreed, in a browser.

The suite does the same by plain forms (`test_clocks.py`, `test_arbiters.py`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

import pytest
from playwright.async_api import Browser, Page, expect

from service.engine.orders import Done
from service.matches import (
    SESSION_COOKIE,
    AtSeat,
    Context,
    make_account,
    make_guest,
    open_match,
    open_session,
    read,
    seat_link,
    take_seat,
)
from service.matches.clock import lapse_all
from service.store.clocks import DAY, ClockTerms, WhenOver
from tests.matches.test_clocks import hidden
from tests.matches.waiting import Hand, order
from tests.web.browser import PHONE, Hands, window
from tests.web.by_hand import app, context, hand

__all__ = ["app", "context", "hand"]
pytestmark = [pytest.mark.browser, pytest.mark.soak]


@dataclass
class Scene:
    """Anna's page on a phone, at north of a match from which Ben has gone whose turn it is; Vera is the arbiter."""

    page: Page
    vera: Page
    address: str
    north: AtSeat
    context: Context
    hand: Hand

    @property
    def match(self) -> str:
        return f"{self.address}/matches/{self.north.match_id}"

    async def over(self, said: str) -> None:
        """Anna is told how it ended, and finds the way to a rematch."""
        await expect(self.page.locator("#asked-title")).to_contain_text(said)
        await self.page.get_by_role("link", name="Rematch with sides swapped").click()
        await expect(self.page.get_by_role("heading", name="The match is over")).to_be_visible()


async def claimed(scene: Scene) -> None:
    """Anna announces that she claims it, and does so a day later."""
    await scene.page.goto(f"{scene.match}/north/clock")
    await scene.page.get_by_role("button", name="Announce a claim").click()
    await expect(scene.page.get_by_text("you have announced that you claim the match")).to_be_visible()
    scene.hand.on(DAY)
    await scene.page.reload()
    await scene.page.get_by_role("button", name="Claim the match").click()
    await scene.over("Victory for the north side: the time of the south side was over")


async def ruled(scene: Scene) -> None:
    """The arbiter gives more time once, and then rules it forfeited."""
    await scene.vera.goto(f"{scene.match}/arbitration")
    await scene.vera.get_by_role("button", name="I agree to be the arbiter").click()
    await scene.vera.get_by_label("Your reason").fill("A second chance")
    await scene.vera.get_by_role("button", name="Give more time").click()
    await expect(scene.vera.get_by_text("3 more days: “A second chance”.")).to_be_visible()
    scene.hand.on(4 * DAY)
    await scene.vera.reload()
    await scene.vera.get_by_text("Forfeit the match").click()
    await scene.vera.get_by_role("button", name="Rule it forfeited").click()
    await expect(scene.vera.get_by_text("the arbiter ruled the match forfeited")).to_be_visible()
    await scene.page.goto(f"{scene.match}/north")
    await scene.over("Victory for the north side: the time of the south side was over")


async def answered(scene: Scene) -> None:
    """The umpire answers for Ben whenever their time is over; Anna closes her own steps on the page until the end."""
    anna = Hands(scene.page, [])
    anna.touch = True
    await scene.page.goto(f"{scene.match}/north")
    await anna.live()
    is_over = False
    for _ in range(30):
        stands = read(scene.context, scene.north).where
        if stands.asked:
            await anna.is_asked()
            await anna.close_step()
        elif is_over := stands.ended:
            break
        else:
            await anna.waits()
            scene.hand.on(2 * DAY)
            lapse_all(scene.context)
            await expect(scene.page.locator("#asked:not(.asked-waiting)")).to_have_count(1)
    assert is_over
    await scene.page.goto(f"{scene.match}/north")
    await scene.over("Nobody has won.")


WAYS: Mapping[WhenOver, Callable[[Scene], Awaitable[None]]] = {
    "claimed": claimed, "arbiter": ruled, "answered": answered,
}  # fmt: skip


@pytest.mark.parametrize("over", ["claimed", "arbiter", "answered"])
async def test_whoever_stays_finishes_the_match_as_was_agreed(
    browser: Browser, context: Context, hand: Hand, address: str, over: WhenOver
):
    anna, ben = make_guest(context), make_guest(context)
    vera = make_account(context, "Vera", "a long password")
    opened = open_match(
        context, anna, "toy", "yard", seat="north", clock=ClockTerms("step", 2, over=over),
        arbiter="Vera" if over == "arbiter" else "",
    )  # fmt: skip
    south = take_seat(context, ben, opened.match_id, "south", opened.invitations["south"])
    north = AtSeat(opened.match_id, "north", anna.id)
    hidden(context, north, south)
    while read(context, north).where.asked:
        order(context, north, Done())
    link, session = seat_link(context, north), open_session(context, vera.id)
    hand.on(2 * DAY)
    async with window(browser, **PHONE) as of_anna, window(browser, **PHONE) as of_vera:
        await of_vera.add_cookies([{"name": SESSION_COOKIE, "value": session, "url": address}])
        page = await of_anna.new_page()
        await page.goto(f"{address}/seat/{link}")
        await WAYS[over](Scene(page, await of_vera.new_page(), address, north, context, hand))
