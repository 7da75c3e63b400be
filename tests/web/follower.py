"""A player who does on the page what the coach says."""

from __future__ import annotations

from typing import Any

from playwright.async_api import expect

from service.matches import Context, seat_by_link
from service.matches.coaching import be_coached
from tests.web.browser import Hands
from tests.web.newcomer import LINES, Newcomer

FILLED = "#orders form.order:is([data-begun], [data-led])"
"""The form that the coach has filled in, by itself or by its button."""


class Follower(Newcomer):
    """A player who does what the coach says, whatever it is."""

    async def presses(self, what: Any) -> None:
        """Tap or click; their taps are not counted."""
        await self.hands.settled()
        await self.hands.press(what)

    async def in_sight(self) -> None:
        """The note is in sight, in three lines at most, and above the forms."""
        await self.hands.settled()
        note = self.page.locator("#coach .coach-note")
        await expect(note).to_be_in_viewport(ratio=1)
        assert await note.evaluate(LINES) <= 3, await note.inner_text()
        box, panels = await note.bounding_box(), await self.page.locator("#panels").bounding_box()
        assert box is not None and panels is not None and box["y"] + box["height"] <= panels["y"] + 1

    async def follows(self) -> None:
        """Do what the note says; the rules take it."""
        await self.in_sight()
        shows, version = self.page.locator("#coach .coach-shows"), await self.hands.version()
        is_led = await self.page.locator('#orders > [name="drawn"][value=""], .map-live a.reach.is-chosen').count()
        if not is_led:
            if not await shows.count():
                await self.closes()
                return
            await self.presses(shows)
            await self.in_sight()
        if await self.page.locator(".map-live a.reach.is-chosen").count():
            await self.goes_to(self.page.locator(".map-live a.reach.is-chosen"))
        elif await self.page.locator(FILLED).count():
            if await self.page.locator(f"{FILLED} [data-asks-place]").count():
                await expect(self.page.locator(".map-choices .choice").first).to_be_attached()
            await self.gives(self.page.locator(FILLED).first)
        elif await self.page.locator(".map-live a.reach").count():
            before = await self.page.locator(".map-live a.reach").first.get_attribute("data-place")
            await self.page.locator(f'.map-live a.reach[data-place="{before}"]').dispatch_event("click")
        else:
            await self.gives(self.page.locator('#orders .group form.order[action$="/sheet"]').first)
        written = self.page.locator("#sheet .written-line:not(.written-refused)")
        told = self.page.locator(f'#state [name="after"]:not([value="{version}"])')
        await expect(written.or_(told).first).to_be_attached()
        assert not await self.page.locator("#sheet .written-refused").count()
        if version == await self.hands.version():
            await self.in_sight()

    async def goes_to(self, way: Any) -> None:
        """Tap the hex that the note names; where a counter of theirs stands in it, what is listed first is the move."""
        await self.hands.settled()
        await (way.tap(force=True) if self.hands.touch else way.click(force=True))
        if await self.page.locator(".map-picker").count():
            await self.presses(self.page.locator(".map-picker button").first)

    async def closes(self) -> None:
        """Close the step, as the note says, by the page's own button; a form of the coach is left out."""
        version, is_led = await self.hands.version(), await self.is_led() and not await self.hands.written()
        review = self.page.locator("#act [data-review]:visible")
        if await review.count():
            await self.presses(review)
        await self.presses(self.page.locator("#act :is(.ask-action, .passing) button:visible").first)
        if is_led:
            await self.presses(self.page.get_by_role("button", name="Leave it out and close"))
        await expect(self.page.locator('#state [name="after"]')).not_to_have_value(str(version))

    async def gives(self, form: Any) -> None:
        """Make the choices that a form still asks for, the first of each, and press its button."""
        for field in await form.locator("fieldset:not(:has(:checked)):has([type=radio]), fieldset[data-least]").all():
            least = int(await field.get_attribute("data-least") or 1)
            for box in (await field.locator("label").all())[: max(0, least - await field.locator(":checked").count())]:
                await self.presses(box)
        for choice in await form.locator("select").all():
            if not await choice.input_value():
                await choice.select_option(index=1)
        for place in await form.locator("input[data-asks-place]").all():
            if not await place.input_value():
                await self.page.locator(".map-choices .choice").first.dispatch_event("click")
                await expect(place).not_to_have_value("")
        await self.presses(form.locator(".actions button[type=submit]").first)


async def coached_at(opened: Any, context: Context, address: str, link: str) -> Follower:
    """A player at a seat, who is coached there."""
    be_coached(context, seat_by_link(context, link.removeprefix("/seat/")), True)
    hands = await Hands.at(opened, address + link)
    return Follower(hands.page, await opened.new_cdp_session(hands.page), hands)
