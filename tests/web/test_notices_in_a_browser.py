"""Notices by mail as a person sets them, on a phone and at a desk: by hand, with a real mail server, and before axe."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.async_api import Browser, Page, expect

from service import matches
from service.mail import MailServer
from service.mailing.sender import MailSender
from service.matches import Context
from service.matches.mail_addresses import Wishes, owner_of, put_channel
from tests.mailing.conftest import MailBox, mail_taken
from tests.mailing.house import HOUSE
from tests.web.browser import DESKTOP, PHONE, window
from tests.web.test_everybody import CONTRAST, EVERY_RULE, PALM, Walk

pytestmark = pytest.mark.browser
PASSWORD = "fifteen herons"


@pytest.fixture
def context(context: Context) -> Context:
    return replace(context, mail=HOUSE)


@pytest.fixture
def post() -> Iterator[tuple[MailBox, MailServer]]:
    box = MailBox()
    with mail_taken(box) as port:
        yield box, MailServer("smtp", "127.0.0.1", port)


async def sent(context: Context, server: MailServer) -> None:
    """What waits is sent."""

    def send() -> None:
        sender = MailSender(context, server)
        while sender.send_next():
            pass

    await asyncio.to_thread(send)


async def signed_in(page: Page, address: str, name: str) -> None:
    answer = await page.request.post(f"{address}/sign-in", form={"name": name, "password": PASSWORD})
    assert answer.ok


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.soak)], ids=["phone", "desk"])
async def test_an_address_is_set_confirmed_and_tried(
    browser: Browser, context: Context, address: str, post: tuple[MailBox, MailServer], size: dict[str, object]
):
    box, server = post
    matches.make_account(context, "Anna", PASSWORD)
    async with window(browser, **size) as mine:
        page = await mine.new_page()
        await signed_in(page, address, "Anna")
        await page.goto(f"{address}/account")
        await page.get_by_role("link", name="Notices").click()
        await page.get_by_label("Mail address").fill("anna@mail.example")
        await page.get_by_label("Your password").fill(PASSWORD)
        await page.get_by_role("radio", name="One line and a link").check()
        await page.get_by_role("radio", name="In an email of its own").check()
        await page.get_by_role("checkbox", name="A day before it is over").uncheck()
        await page.get_by_role("checkbox", name="The last one in quiet hours too").check()
        await page.get_by_role("button", name="Set this address").click()
        await expect(page.locator("#state")).to_contain_text("Not confirmed")
        await sent(context, server)
        link = re.search(r"https://sitrep\.example(/mail/confirm/\S+)", box.taken[0].text)
        assert link is not None
        await page.goto(f"{address}{link[1]}")
        await page.get_by_role("button", name="Confirm").click()
        await expect(page.get_by_role("status")).to_contain_text("It is confirmed.")
        await page.get_by_role("link", name="Notices").click()
        await expect(page.locator("#state")).to_have_text("Works")
        await expect(page.get_by_role("radio", name="One line and a link")).to_be_checked()
        await expect(page.get_by_role("checkbox", name="A day before it is over")).not_to_be_checked()
        await page.get_by_role("button", name="Send a test").click()
        await expect(page.locator("#test")).to_contain_text("on its way")
        await sent(context, server)
        await page.reload()
        await expect(page.locator("#test")).to_contain_text("250 2.0.0 Ok: queued as 2")
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_axe_finds_nothing_serious_where_mails_are_set(
    browser: Browser, context: Context, address: str, post: tuple[MailBox, MailServer]
):
    """The page of an account and of a guest's seat, a way back in, and what a link in a mail leads to."""
    box, server = post
    anna = matches.make_account(context, "Anna", PASSWORD)
    matches.open_match(context, anna, "toy", "yard", seat="north")
    put_channel(context, owner_of(anna), "anna@mail.example", Wishes())
    await sent(context, server)
    link = re.search(r"https://sitrep\.example(/mail/confirm/\S+)", box.taken[0].text)
    assert link is not None
    async with window(browser) as mine:
        page = await mine.new_page()
        await signed_in(page, address, "Anna")
        walk = Walk(page, await mine.new_cdp_session(page), ("light", EVERY_RULE), ("dark", CONTRAST))
        for path in ("/notices", link[1], "/way-back"):
            there = f"{address}{path}"
            await walk.goes(there)
            await walk.look(there, *walk.context, phone=False)
            if path == "/notices":
                await walk.becomes(**PALM, phone=True)
                await walk.look(there, *walk.phone, phone=True)
                await walk.fits(there)
    assert walk.found == []
