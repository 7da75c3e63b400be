"""The stream of what needs an account, as a socket and as events: all its seats, frames of one size, and no more."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from fastapi import FastAPI, Request
from starlette.requests import ClientDisconnect
from websockets.asyncio.client import connect

from service import matches
from service.api import live_account
from service.matches import AtSeat, Context
from tests.client import TestClient
from tests.live.test_live import DONE, HIDE, frames, listening, silent
from tests.service_fixtures import PATIENCE, Player, Table, caller, sit_down


@pytest.fixture
def served(context: Context, house: str):
    """A match at a real server, whose players post from threads of their own."""
    with caller(house) as client:
        players = sit_down(context, client)
        yield Table(context, players["north"].match_id, players["north"], players["south"])


@asynccontextmanager
async def stream(player: Player, **headers: str):
    base = str(player.client.base_url).replace("http://", "ws://").rstrip("/")
    named = headers or player.headers
    async with connect(
        f"{base}/api/v1/live", additional_headers=named, proxy=None, open_timeout=PATIENCE
    ) as socket:  # fmt: skip
        yield socket


async def ordered(player: Player, *orders: dict[str, Any]) -> None:
    await asyncio.to_thread(player.order, *orders)


async def test_a_frame_comes_exactly_when_the_seat_s_own_socket_is_nudged(served: Table):
    """What one's own seat is told is said once with its match and seat; what the other does unseen is not heard."""
    shown = await asyncio.to_thread(served.north.version)
    async with (
        stream(served.north) as mine, stream(served.south) as theirs,
        listening(served.north, f"live/page?after={shown}") as page,
    ):  # fmt: skip
        await ordered(served.north, HIDE)
        [said], [nudged] = await frames(mine, 1), await frames(page, 1)
        assert nudged == {"type": "nudge"} and said.pop("pad").isspace()
        assert said == {
            "type": "seat", "number": 1, "match_id": served.match_id, "seat": "north", "what": said["what"],
        }  # fmt: skip
        assert await silent(theirs)


async def test_all_frames_are_of_one_size_and_say_whether_one_is_asked(served: Table):
    """The toy's north, having done, is asked no more."""
    async with stream(served.north) as socket:
        await ordered(served.north, HIDE, DONE)
        told = await asyncio.wait_for(socket.recv(), PATIENCE)
        listed = await asyncio.to_thread(served.north.client.get, "/api/v1/matches", headers=served.north.headers)
        [asked] = [one["asked"] for one in listed.json() if one["seat"] == "north"]
        others = [live_account.frame(number, AtSeat("m", seat, ""), asked=True)
                  for number, seat in ((9, "n"), (12_345, "é" * 64))]  # fmt: skip
    assert {len(one.encode()) for one in (str(told), *others)} == {live_account.SIZE}
    assert json.loads(told)["what"] == ("asked" if asked else "told")


async def test_the_same_comes_as_events(served: Table):
    address = f"{str(served.north.client.base_url).rstrip('/')}/api/v1/live/events"
    async with (
        httpx.AsyncClient(trust_env=False, timeout=PATIENCE) as client,
        client.stream("GET", address, headers=served.north.headers) as answer,
    ):
        assert answer.headers["content-type"].startswith("text/event-stream")
        await ordered(served.north, HIDE)
        lines = answer.aiter_lines()
        event = [await anext(lines) for _ in range(3)]
    assert event[:2] == ["event: seat", "id: 1"]
    assert json.loads(event[2].removeprefix("data: "))["seat"] == "north"


async def test_that_the_stream_stands_is_said_at_fixed_times_whatever_others_do(served: Table):
    """Else the pause between two signs of life would tell that somebody at the same match did something."""
    context = served.context
    credentials = matches.Credentials(bearer=served.north.headers["Authorization"].split()[1], only_looks=True)
    seats = live_account.heard_by(context, credentials)
    with live_account.listening(context, seats) as listener:
        busy = asyncio.create_task(nudged(context, served.match_id))
        known = live_account.as_they_stand(context, credentials, seats)
        told = live_account.frames(context, credentials, known, listener, 0.3)
        for _ in range(2):
            assert await asyncio.wait_for(anext(told), PATIENCE) is None
        busy.cancel()


async def test_what_is_told_as_soon_as_the_stream_is_answered_is_said(served: Table):
    """However long it takes until the stream is looked at for the first time."""
    context = served.context
    credentials = matches.Credentials(bearer=served.north.headers["Authorization"].split()[1], only_looks=True)
    seats = live_account.heard_by(context, credentials)
    with live_account.listening(context, seats) as listener:
        known = live_account.as_they_stand(context, credentials, seats)
        await ordered(served.north, HIDE)
        told = live_account.frames(context, credentials, known, listener)
        said = await asyncio.wait_for(anext(told), PATIENCE)
        assert said is not None and json.loads(said)["seat"] == "north"


def request_of(app: FastAPI, player: Player) -> Request:
    """A request of the events, as a server hands it to the app."""
    headers = [(b"authorization", player.headers["Authorization"].encode())]
    return Request({
        "type": "http", "method": "GET", "path": "/api/v1/live/events", "headers": headers, "query_string": b"",
        "client": ("192.0.2.7", 4711), "app": app, "asgi": {"spec_version": "2.4"},
    })  # fmt: skip


@pytest.mark.parametrize("at", ["they are looked at", "the answer begins"])
async def test_events_that_come_to_nothing_give_back_what_they_hold(
    app: FastAPI, context: Context, client: TestClient, monkeypatch: pytest.MonkeyPatch, at: str
):
    """Else whoever calls in vain some forty times is called one too many until the server is started anew."""
    north = sit_down(context, client)["north"]

    def faulty(*_: object) -> None:
        raise RuntimeError

    async def gone(message: object) -> None:
        raise OSError

    async def waiting() -> dict[str, Any]:
        await asyncio.sleep(PATIENCE)
        return {"type": "http.disconnect"}

    if at == "they are looked at":
        monkeypatch.setattr(live_account, "as_they_stand", faulty)
    request = request_of(app, north)
    with pytest.raises(RuntimeError if at == "they are looked at" else ClientDisconnect):
        answer = await live_account.live_events(request)
        await answer(request.scope, waiting, gone)
    assert not context.slots._taken and not context.hub.listeners(north.match_id)


async def nudged(context: Context, match_id: str) -> None:
    """All the while, as after the other side's orders."""
    while True:
        context.hub.nudge(match_id)
        await asyncio.sleep(0.03)
