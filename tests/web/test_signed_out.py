"""A session that is lost while its match page is open: the page says so, and leads back."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, expect

from service import matches
from service.matches import Context
from tests.web.browser import PHONE, briefed, window

pytestmark = pytest.mark.browser
ANNA = {"name": "Anna", "password": "a long password"}


async def test_whoever_is_signed_out_elsewhere_signs_in_and_finds_the_sheet(
    browser: Browser, context: Context, address: str
):
    anna = matches.make_account(context, **ANNA)
    at = f"{address}/matches/{matches.open_match(context, anna, 'toy', 'yard').match_id}/north"
    async with window(browser, **PHONE) as phone:
        page = await phone.new_page()
        await page.goto(f"{address}/sign-in?next={at.removeprefix(address)}")
        await page.fill("[name=name]", ANNA["name"])
        await page.fill("[name=password]", ANNA["password"])
        await page.click("#sign-form button")
        await expect(page.locator("#link-state")).to_have_attribute("data-state", "on")
        await briefed(page)
        await page.select_option("#orders form.order:has(input[value=hide]) select", "12")
        await page.locator("#orders form.order:has(input[value=hide]) button[type=submit]").first.click()
        await expect(page.locator("[data-tab=sheet] .badge")).to_have_text("1")
        for session in matches.sessions(context, anna):
            matches.revoke_session(context, anna, session.id)
        await page.evaluate("document.querySelector('#socket')._htmx.ws.connection.socket.close()")
        await expect(page.locator("#trouble")).to_contain_text("You are signed out here.")
        await expect(page.locator("#link-state")).to_have_text("signed out")
        await page.click("#trouble a:has-text('Sign in')")
        await page.fill("[name=name]", ANNA["name"])
        await page.fill("[name=password]", ANNA["password"])
        await page.click("#sign-form button")
        await expect(page).to_have_url(at)
        await expect(page.locator("[data-tab=sheet] .badge")).to_have_text("1")
