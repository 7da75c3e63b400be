"""This browser is added by a press, and shows what it is told.

Chromium without a screen has no maker's server and shows no notifications: those two it is lent here.
"""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from playwright.async_api import Browser, expect

from service import matches
from service.mailing.pushes import new_key, push_keys
from service.matches import Context, web_channels
from service.matches.mail_addresses import owner_of
from tests.mailing.test_pushes import window as told
from tests.web.browser import PHONE, window
from tests.web.test_notices_in_a_browser import PASSWORD, signed_in

pytestmark = pytest.mark.browser
MAKER = """
Notification.requestPermission = async () => "granted";
PushManager.prototype.subscribe = async (asked) => ({toJSON: () => {
  window.asked = asked;
  return {endpoint: %s, keys: {p256dh: %s, auth: %s}};
}});
"""
SHOWS = """async (data) => {
  const shown = [];
  self.registration.showNotification = async (...said) => { shown.push(said); };
  self.dispatchEvent(new PushEvent("push", {data}));
  return shown;
}"""


@pytest.fixture
def context(context: Context) -> Context:
    return replace(context, site="https://sitrep.example", push=push_keys(new_key()))


async def test_a_press_adds_this_browser_and_it_shows_what_it_is_told(browser: Browser, context: Context, address: str):
    anna = matches.make_account(context, "Anna", PASSWORD)
    mine = told().browser
    async with window(browser, anew=True, **PHONE, service_workers="allow") as window_:
        page = await window_.new_page()
        await page.add_init_script(MAKER % tuple(json.dumps(one) for one in vars(mine).values()))
        await signed_in(page, address, "Anna")
        await page.goto(f"{address}/notices")
        await page.get_by_role("button", name="Notify this browser").click()
        await expect(page.get_by_text("One browser is told")).to_be_visible()
        assert web_channels.pushes(context, owner_of(anna)).hosts == ("push.example",)
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        workers = window_.service_workers
        worker = workers[0] if workers else await window_.wait_for_event("serviceworker")
        data = json.dumps({"text": "Something waits.", "url": f"{address}/matches/a/north", "topic": "t"}) + " " * 300
        ((title, said),) = await worker.evaluate(SHOWS, data)
        assert (title, said["body"], said["tag"]) == ("Sitrep", "Something waits.", "t")


async def test_a_browser_that_gives_no_leave_is_told_so(browser: Browser, context: Context, address: str):
    matches.make_account(context, "Anna", PASSWORD)
    async with window(browser, anew=True, **PHONE, service_workers="allow") as window_:
        page = await window_.new_page()
        await signed_in(page, address, "Anna")
        await page.goto(f"{address}/notices")
        await page.get_by_role("button", name="Notify this browser").click()
        await expect(page.get_by_text("does not allow notifications")).to_be_visible()
