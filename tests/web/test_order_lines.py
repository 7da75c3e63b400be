"""Orders as text on the match page: judged as they are typed, put on the sheet, and made of it again."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from playwright.async_api import Browser, Page, Route, expect

from service import matches
from service.engine.game import AnyGame
from service.matches import Context
from tests.client import TestClient
from tests.toy import TOY
from tests.web.browser import PHONE, Hands, window
from tests.web.conftest import sit

TOLD = {"HX-Request": "true", "HX-Request-Type": "partial"}


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"toy": TOY}


@pytest.fixture
def page(visitor: TestClient, context: Context) -> str:
    """The address of a seat that is asked."""
    token = matches.practice_links(context, "toy", "yard")["north"]
    return str(visitor.get(f"/seat/{token}").url.path)


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def box(html: str) -> str:
    """What stands in the box."""
    found = re.search(r"<textarea[^>]*>(.*?)</textarea>", html, re.DOTALL)
    assert found
    return found[1].strip()


@pytest.mark.parametrize("headers", [{}, TOLD], ids=["plain", "by htmx"])
def test_right_lines_go_on_the_sheet_and_wrong_ones_stay_to_be_mended(
    visitor: TestClient, page: str, headers: dict[str, str]
):
    answer = visitor.post(f"{page}/sheet/lines", data={"lines": "hide 12\nhdie 13"}, headers=headers)
    assert answer.status_code == 200
    assert "1 order on the sheet; 1 line left to correct." in words(answer.text)
    assert box(answer.text) == "hdie 13" and "Did you mean hide ?" in words(answer.text)
    assert visitor.get(f"/api/v1{page.replace('/north', '/seats/north')}/sheet/lines").text == "hide 12\n"
    mended = visitor.post(f"{page}/sheet/lines", data={"lines": "done"}, headers=headers)
    said = "1 order on the sheet." if headers else "2 written, not sent"  # a plain form is sent on to the page
    assert box(mended.text) == "" and said in words(mended.text)


def test_a_look_at_lines_changes_nothing(visitor: TestClient, page: str):
    answer = visitor.post(f"{page}/sheet/lines/preview", data={"lines": "hide 12\nhide 12\n?"}, headers=TOLD)
    assert 'id="line-verdicts"' in answer.text and "✓" in words(answer.text)
    assert "No order begins with" in words(answer.text)
    assert "Empty." in visitor.get(page).text
    too_long = visitor.post(f"{page}/sheet/lines", data={"lines": "done\n" * 201}, headers=TOLD)
    assert too_long.status_code == 422 and "at most 200 lines" in words(too_long.text)


def test_the_sheet_becomes_text_below_what_stands_there_and_the_sheet_again(visitor: TestClient, page: str):
    visitor.post(f"{page}/sheet/lines", data={"lines": "hide 12\ndone"})
    answer = visitor.post(f"{page}/sheet/lines", data={"lines": "not yet", "do": "take"})
    assert box(answer.text).splitlines() == ["not yet", "hide 12", "done"] and "Empty." in answer.text
    again = visitor.post(f"{page}/sheet/lines", data={"lines": "hide 12\ndone"}, headers=TOLD)
    assert "2 orders on the sheet." in words(again.text)
    empty = visitor.post(f"{page}/sheet/lines", data={"lines": "", "do": "take"})
    assert box(empty.text).splitlines() == ["hide 12", "done"]


def test_a_sheet_on_which_the_step_is_closed_already_is_sent_as_it_stands(visitor: TestClient, page: str):
    """It is not said of its own Done that nobody is asked, nor is a second one sent with it."""
    visitor.post(f"{page}/sheet/lines", data={"lines": "hide 12\ndone"})
    north = sit(visitor, page)
    assert "You are not asked" not in words(north.look())
    assert " and go on</button>" not in north.page, "it does not go on"
    sent = visitor.post(f"{page}/orders", data=north.form("/orders", done="1"), headers=TOLD)
    assert sent.status_code == 200 and "This step is closed." in words(sent.text)


def test_what_may_be_written_is_shown_by_examples(visitor: TestClient, page: str):
    text = visitor.get(page).text
    examples = re.findall(r"<code>(.*?)</code>", text[text.index('id="order-lines"') :])
    assert examples[-1] == "done" and examples[0].startswith("hide ")


async def written(page: Page, lines: str) -> None:
    """These lines stand in the field for order lines on the sheet."""
    await page.locator('[data-tab="sheet"]').first.click()
    await page.locator("#order-lines > summary").click()
    await page.locator("#order-lines textarea").fill(lines)


@pytest.mark.browser
async def test_lines_are_judged_as_they_are_typed_and_stay_while_the_page_is_nudged(
    browser: Browser, context: Context, address: str
):
    token = matches.practice_links(context, "toy", "yard")["north"]
    async with window(browser, **PHONE) as opened:
        hands = await Hands.at(opened, f"{address}/seat/{token}")
        await written(hands.page, "hide 12\nhdie")
        await expect(hands.page.locator("#line-verdicts li")).to_have_count(2)
        await expect(hands.page.locator("#line-verdicts .line-wrong")).to_contain_text("Did you mean hide?")
        await hands.page.locator("#order-lines button", has_text="Put these").click()
        await expect(hands.page.locator(".written-line")).to_have_count(1)
        await expect(hands.page.locator("#order-lines textarea")).to_have_value("hdie")
        assert not hands.complaints


@pytest.mark.browser
async def test_whoever_sends_from_the_sheet_is_led_to_what_is_asked_next_though_a_nudge_comes_first(
    browser: Browser, context: Context, address: str
):
    """Between two people one's own orders nudge the page before their answer has come."""
    token = matches.practice_links(context, "toy", "yard")["north"]
    async with window(browser, **PHONE) as opened:
        hands = await Hands.at(opened, f"{address}/seat/{token}")
        page = hands.page
        await written(page, "hide 12")
        await page.locator("#order-lines button", has_text="Put these").click()
        await expect(page.locator(".written-line")).to_have_count(1)

        async def nudged(route: Route) -> None:
            await page.evaluate("document.dispatchEvent(new CustomEvent('htmx:after:swap', { detail: { ctx: {} } }))")
            await route.continue_()

        await page.locator("#notice").evaluate("(notice) => notice.replaceChildren()")  # as it goes by itself
        await page.route("**/orders", nudged)
        await expect(page.locator("#desk")).to_have_attribute("data-tab", "sheet")
        await page.locator("#act button", has_text="Send 1 order").click()
        await expect(page.locator("#notice .notice.good")).to_be_visible()
        await expect(page.locator("#desk")).to_have_attribute("data-tab", "orders")
        assert not hands.complaints
