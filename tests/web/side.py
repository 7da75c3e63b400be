"""A player at a seat whose page is looked at elsewhere."""

from __future__ import annotations

import asyncio

from service import matches
from service.engine.attendance import Attend
from service.engine.orders import Order
from service.matches import Context, seat_by_link


class Side:
    """A player, at another device than the page that is looked at: they send from there, and read their log."""

    def __init__(self, context: Context, link: str) -> None:
        self.context, self.link, self.here = context, link, seat_by_link(context, link.rsplit("/", 1)[-1])
        self.present = True

    @property
    def version(self) -> int:
        return matches.version(self.context, self.here)

    @property
    def told(self) -> list[int]:
        """The numbers of all that this seat was told in words."""
        return [entry.number for entry in matches.log(self.context, self.here).entries if entry.text]

    async def send(self, *orders: Order) -> None:
        await asyncio.to_thread(
            matches.take_orders, self.context, self.here, list(orders), version=self.version, key=None
        )

    async def attend(self, times: int) -> None:
        """Go and come so many times: both sides are told of each at once."""
        for _ in range(times):
            self.present = not self.present
            await self.send(Attend(attendance="present" if self.present else "standing"))
