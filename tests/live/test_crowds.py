"""How many sockets may be open: the one too many is closed, and says why; no other is, and nobody else's."""

from __future__ import annotations

import asyncio
import threading
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest
from fastapi import FastAPI
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from service.app import create_app
from service.matches import Context
from service.matches.rate_limits import Most, Slots
from service.settings import Settings
from tests.live.test_live import frames, listening
from tests.service_fixtures import PATIENCE, Player, Table, caller, serving, sit_down

HIDE = [{"kind": "hide", "hex": "12"}, {"kind": "done"}]


@pytest.fixture
def most() -> Most:
    return Most()


@pytest.fixture
def app(settings: Settings, context: Context, most: Most) -> FastAPI:
    return create_app(settings, replace(context, most=most), with_pages=False)


@pytest.fixture
def served(context: Context, app: FastAPI):
    with serving(app) as address, caller(address) as client:
        players = sit_down(context, client)
        yield Table(context, players["north"].match_id, players["north"], players["south"])


async def closed(socket: ClientConnection) -> tuple[int | None, str | None]:
    with pytest.raises(ConnectionClosed):
        await asyncio.wait_for(socket.recv(), PATIENCE)
    return socket.close_code, socket.close_reason


async def hears(socket: ClientConnection) -> None:
    [first] = await frames(socket, 1)
    assert first["number"] == 1


@pytest.mark.parametrize(
    ("most", "reason"),
    [
        (Most(sockets=2), "too many sockets at this seat"),
        pytest.param(Most(sockets_of_account=2), "too many sockets of this account", marks=pytest.mark.soak),
    ],
)
async def test_the_one_too_many_is_closed_and_the_other_player_has_all_of_his(served: Table, reason: str):
    async with AsyncExitStack() as open_ones:
        mine = [await open_ones.enter_async_context(listening(served.north)) for _ in range(2)]
        for socket in mine:
            await hears(socket)
        async with listening(served.north) as one_more:
            assert await closed(one_more) == (1013, reason)
        theirs = [await open_ones.enter_async_context(listening(served.south)) for _ in range(2)]
        for socket in theirs:
            await hears(socket)
        await asyncio.to_thread(served.north.order, *HIDE)
        for socket in mine:
            assert (await frames(socket, 1))[0]["number"] == 2, "those that were there go on"
        await mine.pop().close()
        async with listening(served.north, "live?after=99") as again:
            await again.ping()


class Watched(Slots):
    """Says when somebody has found no slot."""

    def __init__(self) -> None:
        super().__init__()
        self.looked_in_vain = threading.Event()

    def take(self, what: str, who: str, most: int) -> bool:
        found = super().take(what, who, most)
        if not found:
            self.looked_in_vain.set()
        return found


@pytest.mark.parametrize("most", [Most(sockets=1)])
async def test_whoever_comes_before_his_last_socket_is_gone_gets_its_place(served: Table, app: FastAPI):
    """As where a page is loaded anew: the slot of the socket that it closed may be taken for a moment yet."""
    slots = Watched()
    app.state.context = replace(app.state.context, slots=slots)
    assert slots.take("seat", f"{served.match_id} north", 1)

    async def then_it_goes() -> None:
        assert await asyncio.to_thread(slots.looked_in_vain.wait, PATIENCE)
        slots.give_back("seat", f"{served.match_id} north")

    going = asyncio.create_task(then_it_goes())
    async with listening(served.north) as again:
        await hears(again)
    await going


@pytest.mark.parametrize("most", [Most(sockets_from=3)])
async def test_from_one_address_there_are_so_many(served: Table):
    async with AsyncExitStack() as open_ones:
        for player in (served.north, served.north, served.south):
            await hears(await open_ones.enter_async_context(listening(player)))
        async with listening(served.south) as one_more:
            assert await closed(one_more) == (1013, "too many sockets from this address")


async def test_two_tabs_a_phone_and_a_bot_meet_no_limit(served: Table):
    """Of either side, with both of a tab's connections while it calls anew; by the server's own figures."""

    async def everything(player: Player, open_ones: AsyncExitStack) -> None:
        for what in ("live/page?after=0", "live/page?after=0", "live/page?after=0", "live?after=0") * 2:
            socket = await open_ones.enter_async_context(listening(player, what))
            await asyncio.wait_for(socket.recv(), PATIENCE)

    async with AsyncExitStack() as open_ones:
        for player in (served.north, served.south):
            await everything(player, open_ones)
