"""What needs me, for a whole account: a stream of all its seats, over a socket (`/live`) or as events (`/live/events`).

    {"type": "seat", "number": 3, "match_id": "...", "seat": "north", "what": "asked", "pad": "..."}

comes each time that the seat's own socket for pages would be nudged (`live.py`), and never else: its log has grown, or
something that all are told was done with its match. `asked` says that the seat is asked for orders now, `told` that it
is not. All frames are as long as each other, so that who measures them learns no more than who counts them; numbers are
of this stream alone. As with all that is live, the GET is the truth: begin to listen, and then read.

A token hears the seats of its account, and one for a single seat hears that; a browser hears the account that it is
signed in to, and the seats that it holds by their links. A seat that is taken later is heard from the next call on.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractContextManager, ExitStack, suppress
from functools import partial

from fastapi import Request
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from schemas import wire
from service import matches
from service.api.dependencies import credentials_of, problems
from service.api.live import TOO_MANY, TRY_AGAIN_LATER, keep_told, say, slot_taken, slots_of, slots_taken
from service.api.live_lists import look_at, read_until_gone
from service.api.problems import POLICY, problem_of, refuse
from service.api.routers import router_of
from service.dependencies import client_address, context_of
from service.live import Listener
from service.matches import AtSeat, Context, Credentials, Signs
from service.matches.errors import NotSignedIn, Problem, TooOften
from service.store import Unavailable

router = router_of("matches")
SIZE = 768
"""Bytes of a frame: a match's id, the longest name of a seat as JSON escapes it, and all the rest."""
HERE_EVERY = 15.0
"""Seconds after which an event stream says that it stands, so that nobody on the way takes it for dead."""
EVENTS = "text/event-stream"
Known = dict[AtSeat, Signs | None]
"""How seats stood when they were last looked at."""


@router.websocket("/live")
async def live_account(socket: WebSocket) -> None:
    """A frame each time that there is something new at one of the caller's seats."""
    context, credentials = await context_of(socket), await credentials_of(socket)
    try:
        seats = await run_in_threadpool(heard_by, context, credentials)
    except (Problem, Unavailable) as error:
        await refuse(socket.scope, socket.receive, socket.send, problem_of(error))
        return
    with ExitStack() as held:
        if await slots_taken(context, socket, held, slots_of(context, socket, seats[0].account_id)):
            listener = held.enter_context(listening(context, seats))
            try:
                known = await run_in_threadpool(as_they_stand, context, credentials, seats)
            except Unavailable as error:
                await refuse(socket.scope, socket.receive, socket.send, problem_of(error))
                return
            writing = partial(write_as_told, context, credentials, known, listener, socket)
            await keep_told(socket, partial(read_until_gone, context, seats[0], socket), writing)


@router.get(
    "/live/events",
    response_class=StreamingResponse,
    responses=problems(NotSignedIn, TooOften) | {200: {"content": {EVENTS: {"schema": {"type": "string"}}}}},
)
async def live_events(request: Request) -> StreamingResponse:
    """What is new at your seats, as server-sent events: the `data` of each is a `SeatFrame`, its `id` the number.

    It begins to listen before it answers, and ends when your token, session or link does.
    """
    context, credentials = await context_of(request), await credentials_of(request)
    seats = await run_in_threadpool(heard_by, context, credentials)
    address, most = client_address(request), context.most
    with ExitStack() as taken:
        for what, who, many in (
            ("account", seats[0].account_id, most.sockets_of_account), ("address", address, most.sockets_from)
        ):  # fmt: skip
            if not await slot_taken(context.slots, what, who, many):
                raise TooOften(5, f"There are {TOO_MANY[what]}")
            taken.callback(context.slots.give_back, what, who)
        listener = taken.enter_context(listening(context, seats))
        known = await run_in_threadpool(as_they_stand, context, credentials, seats)
        return HeldStream(events(context, credentials, known, listener), taken.pop_all())


class HeldStream(StreamingResponse):
    """Events for which something is `held`: it is given back as they end, also where they were never begun."""

    def __init__(self, events: AsyncIterator[str], held: ExitStack) -> None:
        at_once = {"X-Accel-Buffering": "no"}  # nginx would keep events back until there are many
        super().__init__(events, media_type=EVENTS, headers=at_once)
        self.held = held

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self.held:
            await super().__call__(scope, receive, send)


def heard_by(context: Context, credentials: Credentials) -> list[AtSeat]:
    """The seats, in matches that go on, of whoever asks. Raises NotSignedIn where there is none."""
    seats = [at for at, line in matches.seats_held(context, credentials) if not line.ended]
    if not seats:
        raise NotSignedIn()
    return seats


def listening(context: Context, seats: Sequence[AtSeat]) -> AbstractContextManager[Listener]:
    """Listen at all of them."""
    return context.hub.listening_at({at.match_id for at in seats}, seats[0].account_id)


def as_they_stand(context: Context, credentials: Credentials, seats: Sequence[AtSeat]) -> Known:
    """How these seats stand before anything is told of them, for whoever listens already. Raises Unavailable."""
    return look_at(context, credentials, dict.fromkeys(seats), {at.match_id for at in seats})[0]


async def frames(
    context: Context, credentials: Credentials, known: Known, listener: Listener, every: float | None = None
) -> AsyncIterator[str | None]:
    """The frames of what is new since seats stood so, as they come, and None `every` so many seconds, whatever comes;
    it ends with the last seat.

    The seconds run on while others are heard at the same match: they tell nothing of them. Raises Unavailable.
    """
    where, number, now = {at.match_id for at in known}, 0, asyncio.get_running_loop().time
    due = now() + every if every is not None else None
    while known:
        if listener.doubted:
            listener.doubted, where = False, {at.match_id for at in known}
        known, said = await run_in_threadpool(looked, context, credentials, known, where, number)
        number += len(said)
        for one in said:
            yield one
        where = set()
        while known and not where:
            try:
                where = await asyncio.wait_for(listener.changed(), None if due is None else max(0.0, due - now()))
                if listener.doubted:
                    break
            except TimeoutError:
                assert due is not None and every is not None
                due += every
                yield None


def looked(
    context: Context, credentials: Credentials, known: Known, where: set[str], number: int
) -> tuple[Known, list[str]]:
    """How the seats in these matches stand now, and a frame for each that has changed, after so many others."""
    now, changed = look_at(context, credentials, known, where)
    asked = {at for at, line in matches.seats_held(context, credentials) if line.asked} if changed else set()
    return now, [frame(number + n, at, asked=at in asked) for n, at in enumerate(changed, 1)]


def frame(number: int, at: AtSeat, *, asked: bool) -> str:
    """One frame, of SIZE bytes."""
    said = wire.SeatFrame(
        number=number, match_id=at.match_id, seat=at.seat, what="asked" if asked else "told", pad=""
    ).model_dump()  # fmt: skip
    return json.dumps({**said, "pad": " " * (SIZE - len(json.dumps(said)))})


async def write_as_told(
    context: Context, credentials: Credentials, known: Known, listener: Listener, socket: WebSocket
) -> int | None:
    """Send what is new at these seats; None when the client has gone."""
    try:
        async for said in frames(context, credentials, known, listener):
            await say(socket, said or "")
    except Unavailable:
        return TRY_AGAIN_LATER
    except WebSocketDisconnect:
        return None
    return POLICY


async def events(
    context: Context, credentials: Credentials, known: Known, listener: Listener
) -> AsyncIterator[str]:  # fmt: skip
    """The same frames as events, and now and then that the stream stands.

    It ends where the database does not answer: whoever listens calls again, and reads what they missed.
    """
    number = 0
    with suppress(Unavailable):
        async for said in frames(context, credentials, known, listener, HERE_EVERY):
            if said is None:
                yield ": here\n\n"
            else:
                number += 1
                yield f"event: seat\nid: {number}\ndata: {said}\n\n"
