"""Somebody who never played, with a phone in one hand: every tap and every swipe of theirs is counted."""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass, field
from typing import Any, Self

from playwright.async_api import CDPSession, Locator, Page, expect

from tests.web.browser import Hands, until

UNDER = """(wanted) => {
    const box = wanted.getBoundingClientRect();
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const there = document.elementFromPoint(x, y);
    return there && (wanted === there || wanted.contains(there) || there.closest("label") === wanted)
        ? [x, y, box.width, box.height] : null;
}"""
"""Where the middle of something lies and how large it is, if nothing covers it there."""
AWAY = """(wanted) => {
    let frame = wanted.parentElement;
    const scrolls = (one) =>
        /auto|scroll/.test(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight + 1;
    while (frame && frame !== document.documentElement && !scrolls(frame)) frame = frame.parentElement;
    const root = !frame || frame === document.documentElement;
    const box = wanted.getBoundingClientRect();
    const view = root ? { left: 0, top: 0, right: innerWidth, bottom: innerHeight } : frame.getBoundingClientRect();
    const foot = root ? null : frame.querySelector(".foot-stays")?.getBoundingClientRect();
    const bottom = foot && !wanted.closest(".foot-stays") ? Math.min(view.bottom, foot.top) : view.bottom;
    const middle = (box.top + box.bottom) / 2, seen = (view.top + bottom) / 2;
    return { x: (view.left + view.right) / 2, y: seen, by: middle - seen, most: (bottom - view.top) * 0.8 };
}"""
"""How far something lies from the middle of the frame in which it scrolls, and how far a finger moves that at most."""
OPEN_REACHES = r"""() => {
    const board = document.querySelector("#board").getBoundingClientRect(), found = [];
    for (const hex of document.querySelectorAll(".map-live a.reach")) {
        const box = hex.querySelector("use").getBoundingClientRect();
        const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
        const costs = Number(/, (\d+) points?$/.exec(hex.ariaLabel)[1]);
        if (y < board.bottom && document.elementFromPoint(x, y)?.closest("a") === hex)
            found.push([costs, hex.dataset.place]);
    }
    return found;
}"""
"""The hexes in reach that lie open in sight, each with what it costs."""
LINES = """(note) => {
    const range = document.createRange(), words = note.querySelector(".coach-said");
    range.selectNodeContents(words);
    const tops = [...range.getClientRects()].map((box) => Math.round((box.top + box.bottom) / 2));
    return new Set(tops.map((top) => tops.find((other) => Math.abs(other - top) < 7))).size;
}"""
"""How many lines the coach's words take."""


@dataclass
class Newcomer:
    """A thumb on a phone. It taps what lies open, and swipes where it does not; `did` is what it has done, in order."""

    page: Page
    session: CDPSession
    hands: Hands
    taps: int = 0
    swipes: int = 0
    did: list[str] = field(default_factory=list)
    last: tuple[float, float] = (0.0, 0.0)

    @classmethod
    async def at(cls, page: Page) -> Self:
        """With a page that is open in a phone's window."""
        return cls(page, await page.context.new_cdp_session(page), Hands(page, [], touch=True))

    async def tap(self, what: Locator) -> None:
        """Tap the middle of something, which is swiped there first where it does not lie open."""
        if await self.page.locator("#desk").count():
            await self.hands.settled()
        for _ in range(12):
            open_at = await what.evaluate(UNDER)
            if open_at:
                break
            await self.swipe(await what.evaluate(AWAY))
        assert open_at, f"{what} does not come into sight"
        x, y, wide, high = open_at
        if math.dist((x, y), self.last) < 30:
            await asyncio.sleep(0.35)  # two taps at one place are no double tap, which would zoom the map
        self.taps, self.last = self.taps + 1, (x, y)
        self.did.append(f"tap {(await what.text_content() or '').strip()[:40]!r} {wide:.0f}x{high:.0f}")
        await self.page.touchscreen.tap(x, y)

    async def swipe(self, away: dict[str, float]) -> None:
        """Move what scrolls there by a finger's stroke."""
        by = max(-away["most"], min(away["most"], away["by"]))
        self.swipes += 1
        self.did.append(f"swipe {by:.0f}")
        await self.session.send(
            "Input.synthesizeScrollGesture",
            {"x": away["x"], "y": away["y"] + by / 2, "yDistance": -by, "speed": 8000, "gestureSourceType": "touch",
             "preventFling": True},
        )  # fmt: skip

    async def coached(self, contains: str = "") -> None:
        """The coach's note is in sight, in three lines at most."""
        note = self.page.locator("#coach .coach-note")
        await expect(note).to_be_in_viewport(ratio=1)
        if contains:
            await expect(note).to_contain_text(contains)
        assert await note.evaluate(LINES) <= 3, await note.inner_text()

    async def asked(self) -> str:
        """Wait until something is asked; what it is."""
        await until(self.hands.asked)
        await self.hands.live()  # by then the page's scripts have run, and its briefing lies over it
        await self.hands.settled()
        briefing = self.page.locator("dialog.briefing-first button")
        if await briefing.count():
            await self.tap(briefing)
            await expect(briefing).to_have_count(0)
        return (await self.page.locator("#asked-title").inner_text()).strip()

    async def goes_on(self, doing: Any) -> None:
        """Do something that closes the step, and wait until it is closed."""
        version = await self.hands.version()
        await doing
        await expect(self.page.locator('#state [name="after"]')).not_to_have_value(str(version))
        self.did.append("---")

    async def is_led(self) -> bool:
        """Whether the coach has filled a form in."""
        return await self.page.locator("#orders form.order[data-led]").count() == 1

    async def follow_the_coach(self) -> None:
        """Look at the form that the coach has filled in, and press its button."""
        await self.coached()
        form = self.page.locator("#orders form.order[data-led]")
        await expect(form).to_have_count(1)
        await self.tap(form.locator(".actions .commit"))

    async def close(self) -> None:
        """Close the step, with a look at the sheet first where orders stand on it; a form of the coach is left out."""
        review, is_led = self.page.locator("#act [data-review]:visible"), await self.is_led()
        if await review.count():
            await self.tap(review)
        is_asked = is_led and not await self.hands.written()
        closes = self.page.locator("#act .ask-action button")
        if is_asked:
            await self.tap(closes)
            closes = self.page.get_by_role("button", name="Leave it out and close")
        await self.goes_on(self.tap(closes))

    async def reach(self) -> list[tuple[int, str]]:
        """The hexes in reach that they see, the cheapest first."""
        await self.hands.settled()
        return sorted((costs, hex) for costs, hex in await self.page.evaluate(OPEN_REACHES))
