"""Who is woken when a match, or one seat of it, has changed."""

from __future__ import annotations

import asyncio

from service.live import Hub, Listener


def is_woken(listener: Listener) -> bool:
    return listener._changed.is_set()


async def test_a_seat_that_alone_has_something_new_wakes_none_of_the_others():
    hub = Hub()
    with (
        hub.listening("m", seat="north") as north,
        hub.listening("m", seat="south") as south,
        hub.listening_at(("m", "n")) as lists,
    ):
        hub.nudge_seat("m", "north")
        await asyncio.sleep(0)
        assert (is_woken(north), is_woken(south), is_woken(lists)) == (True, False, True)
        hub.nudge("m")
        await asyncio.sleep(0)
        assert is_woken(south)
