"""Commands while a server serves: each is a process of its own, and whoever listens hears of it all the same."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import pytest
from websockets.exceptions import ConnectionClosed

from service import matches
from service.live import Listener
from service.matches import Account, Context, housekeeping
from service.matches.bounds import set_bound
from service.matches.knocking import answer_knocks, from_outside
from service.matches.rate_limits import Most, RateLimits
from service.store import Store
from tests.live.test_live import listening
from tests.service_fixtures import PATIENCE, Player, Table, bearer, caller, sit_down

PASSWORD = "a long password"


@pytest.fixture
def pace() -> float | None:
    return 0.05


@pytest.fixture
def served(context: Context, house: str):
    with caller(house) as client:
        players = sit_down(context, client)
        yield Table(context, players["north"].match_id, players["north"], players["south"])


@pytest.fixture
def command(context: Context, database_url: str):
    """The server as a command has it: another store on the same database, and nobody who listens."""
    store = Store(database_url, context.games)
    yield from_outside(
        replace(context, store=store, most=Most(), rate_limits=RateLimits(), bounds_of_settings={})
    )  # fmt: skip
    store.close()


async def nudged(player: Player, do: Callable[[], object]) -> None:
    """What is done from outside is heard on the socket of this seat's page, with no request in between."""
    shown = await asyncio.to_thread(player.version)
    async with listening(player, f"live/page?after={shown}") as page:
        await (await page.ping())
        await asyncio.to_thread(do)
        assert json.loads(await asyncio.wait_for(page.recv(), PATIENCE)) == {"type": "nudge"}


async def test_whoever_sits_at_a_match_hears_at_once_of_a_command_that_lets_a_guest_in(served: Table, command: Context):
    """Both sides do, though the command has a hub of its own and the server has done nothing."""
    for player in (served.north, served.south):
        await nudged(player, lambda: housekeeping.way_in(command, None, served.match_id, "south"))
    changes = await asyncio.to_thread(served.north.get, "seat-changes")
    assert [one["text"] for one in changes.json()] == [
        "south: whoever runs this server made a link that lets the guest who sits here in again; it works once."
    ] * 2


async def test_a_command_that_blocks_an_account_ends_its_sockets_at_once(served: Table, command: Context):
    context = served.context
    ben = matches.make_account(context, "Ben", PASSWORD)
    there = seat_of(context, served, ben)
    shown = await asyncio.to_thread(there.version)
    async with listening(there, f"live/page?after={shown}") as page:
        await (await page.ping())
        await asyncio.to_thread(housekeeping.block, command, None, "Ben")
        with pytest.raises(ConnectionClosed):
            while True:
                await asyncio.wait_for(page.recv(), PATIENCE)
    assert page.close_code == 1008


async def test_a_bound_that_a_command_sets_holds_at_once(served: Table, command: Context):
    """In the server that serves, which was started before."""
    await asyncio.to_thread(set_bound, command, None, "most matches", "3")
    deadline = asyncio.get_running_loop().time() + PATIENCE
    while served.context.most.matches != 3:
        assert asyncio.get_running_loop().time() < deadline
        await asyncio.sleep(0.05)


async def test_what_a_command_did_is_told_once(context: Context, command: Context):
    match_id = sit_down(context, None)["north"].match_id
    with context.hub.listening(match_id) as listener:
        housekeeping.way_in(command, None, match_id, "south")
        assert [await wakes(context, listener) for _ in range(3)] == [True, False, False]


async def wakes(context: Context, listener: Listener) -> bool:
    """Whether whoever listens is woken as the server looks what commands have done."""
    answer_knocks(context)
    with suppress(TimeoutError):
        return bool(await asyncio.wait_for(listener.changed(), 0.2))
    return False


def seat_of(context: Context, served: Table, account: Account) -> Player:
    """A seat of another match for this account."""
    opened = matches.open_match(context, matches.make_guest(context), "toy", "yard", seat="north")
    matches.take_seat(context, account, opened.match_id, "south", opened.invitations["south"])
    return Player(served.north.client, opened.match_id, "south", bearer(context, account))
