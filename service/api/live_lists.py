"""The live socket of the lists of our pages: one for all seats at which whoever calls sits.

`/live/page` sends

    {"type": "nudge"}

when the page's socket of one of these seats would (`live.py`), and never else: the seat's log has grown, somebody has
taken a seat of its match, and the like. It does not say which seat it was; the page fetches its list anew, as it does
when the line has come to stand. So what is heard here is heard at one's own seats, and its frames are all alike.

It is for our pages alone, and goes by cookies: the account that is signed in, and the seats that this browser holds by
their links. What a client sends is read and thrown away. A seat that was taken after the call is listened at from the
next call on.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import ExitStack
from functools import partial

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect

from service import matches
from service.api.dependencies import credentials_of
from service.api.live import NUDGE, TRY_AGAIN_LATER, keep_told, say, slots_of, slots_taken
from service.api.problems import POLICY, problem_of, refuse
from service.api.routers import API
from service.dependencies import context_of
from service.live import Listener
from service.matches import AtSeat, Context, Credentials, Signs
from service.matches.errors import NotSignedIn, Problem, TooOften
from service.store import NoSuchMatch, Unavailable

router = APIRouter(prefix=API)


@router.websocket("/live/page")
async def live_lists(socket: WebSocket) -> None:
    """A nudge each time that something has changed at one of the caller's seats."""
    context, credentials = await context_of(socket), await credentials_of(socket)
    try:
        seats = await run_in_threadpool(held, context, credentials)
    except (Problem, Unavailable) as error:
        await refuse(socket.scope, socket.receive, socket.send, problem_of(error))
        return
    with ExitStack() as slots:
        account_id, where = seats[0].account_id, {at.match_id for at in seats}
        # They are listened for and looked at before they are called in, and so miss nothing from then on.
        listener = slots.enter_context(context.hub.listening_at(where, account_id))
        try:
            known, _ = await run_in_threadpool(look_at, context, credentials, dict.fromkeys(seats), where)
        except Unavailable as error:
            await refuse(socket.scope, socket.receive, socket.send, problem_of(error))
            return
        if await slots_taken(context, socket, slots, slots_of(context, socket, account_id)):
            writing = partial(write_as_told, context, credentials, known, listener, socket)
            await keep_told(socket, partial(read_until_gone, context, seats[0], socket), writing)


def held(context: Context, credentials: Credentials) -> list[AtSeat]:
    """The seats, in matches that go on, of whoever brings these cookies. Raises NotSignedIn where there is none."""
    if credentials.bearer is not None:
        raise NotSignedIn()
    seats = [at for at, line in matches.seats_held(context, credentials) if not line.ended]
    if not seats:
        raise NotSignedIn()
    return seats


async def read_until_gone(context: Context, at: AtSeat, socket: WebSocket) -> int | None:
    """Read and throw away; who sends too much is sent off. None when they have gone."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        try:
            context.rate_limits.admit("socket", f"lists {at.account_id}")
        except TooOften:
            return POLICY
    return None


async def write_as_told(
    context: Context, credentials: Credentials, known: dict[AtSeat, Signs | None], listener: Listener, socket: WebSocket
) -> int | None:
    """A nudge as often as something has changed at any of these seats; None when the client has gone.

    Whose session or link has ended is listened for no more, and with the last seat the socket is closed.
    """
    while known:
        where = await listener.changed()
        try:
            if listener.doubted:
                listener.doubted, where = False, {at.match_id for at in known}
            known, changed = await run_in_threadpool(look_at, context, credentials, known, where)
            if changed:
                await say(socket, NUDGE)
        except Unavailable:
            return TRY_AGAIN_LATER
        except WebSocketDisconnect:
            return None
    return POLICY


def look_at(
    context: Context, credentials: Credentials, known: Mapping[AtSeat, Signs | None], where: Collection[str]
) -> tuple[dict[AtSeat, Signs | None], list[AtSeat]]:
    """How the seats in these matches stand now, without those no longer theirs; and which of them have changed."""
    now, changed = dict(known), list[AtSeat]()
    for at, before in known.items():
        if at.match_id not in where:
            continue
        try:
            matches.at_seat(context, credentials, at.match_id, at.seat)
            signs = now[at] = matches.signs(context, at)
        except (Problem, NoSuchMatch):
            del now[at]
            continue
        if before is not None and signs.is_new_to(before.version, before.beside):
            changed.append(at)
    return now, changed
