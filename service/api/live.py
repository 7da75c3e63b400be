"""The live socket: a seat's log as it grows. The socket is a comfort, the GET is the truth.

`.../live?after=N` sends every entry of the seat's log above N, then each one as it is told:

    {"type": "entry", "number": 7, "letter": null, "turn": 1, "kind": "...", "text": "...", "report": {...}}

`.../live/page?after=N&beside=S` is for our pages, which show version N, and S of what is told beside the log (which
may be left out): it sends one frame, always the same bytes,

    {"type": "nudge"}

at once if the log is longer than N already or something beside it is no longer as the page shows it, and then each
time that the log has grown, that somebody has taken a seat or something else was done with one that all are told, or
that the match has stopped for a fault of the server or goes on again; the page fetches what it shows. A
line may be dead without either end being told (a phone that went from one network to the next), so the page asks now
and then, by the text `?`, and is answered at once, which depends on nothing but its asking:

    {"type": "here"}

While it is to be seen it also says which version it shows, by the text `seen N`; that is answered by nothing, and only
lets a mail of the same wait a little (`Presence`).

The frame is JSON without `content`, which the hx-ws extension of htmx 4.0.1 swaps in nowhere: it only fires
`htmx:ws:after:message:incoming` at the element that has `hx-ws:connect`, and bubbling from there, so that

    <div id="live" hx-ws:connect="/api/v1/matches/M/seats/S/live/page?after=N"></div>
    <div hx-get="..." hx-trigger="htmx:ws:after:message:incoming from:#live delay:50ms">

needs no script. After a lost connection the extension connects again to the same address, with the old N, and gets a
nudge at once if anything was told since the page was made: one fetch, and nothing is missed. An HTML fragment in the
frame would need a script or a second fetch as well, and would tell a page's bytes to whoever measures frames.

The list of a player's matches and the lobby listen at all of their seats at once (`live_lists.py`).

Unasked, a seat's socket says something only when that seat's log grew, at what all sides are told at one moment, or
when the seat itself has read what others said. What else clients send is read and thrown away.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import ExitStack, suppress
from datetime import datetime
from functools import partial
from typing import Annotated, Any

import anyio
import orjson
from fastapi import APIRouter, Query
from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect

from schemas import wire
from service import matches, store
from service.api.dependencies import After, credentials_of
from service.api.looks import Ask, Frames, SocketNews, Tell
from service.api.problems import POLICY, problem_of, refuse
from service.api.routers import API, SEAT
from service.api.socket_protocol import WRITES_FRAMES
from service.dependencies import context_of
from service.engine.game import AnyGame
from service.engine.reports import LogEntry
from service.engine.sentences import Sentence
from service.live import Listener, Tidings
from service.matches import AtSeat, Context, Credentials, EntryInWords, RightToListen
from service.matches.errors import Problem, TooOften
from service.matches.rate_limits import Slots
from service.store import NoSuchMatch, Unavailable

router = APIRouter(prefix=API + SEAT)


NUDGE, HERE = wire.NudgeFrame().model_dump_json(), wire.HereFrame().model_dump_json()
ARE_YOU_THERE = "?"
SEEN = re.compile(r"seen (\d{1,10})", re.ASCII)
"""A page is looked at, and shows the log up to this entry."""
OF_AN_OCCASION = tuple(wire.Occasion.model_fields)
FRAMES_AT_ONCE = 100
TRY_AGAIN_LATER = 1013
SLOT_TRIES, BETWEEN_TRIES = 30, 0.05
"""How often a socket looks for its slot, and with how many seconds between, before it is one too many."""
TOO_MANY = {
    "seat": "too many sockets at this seat",
    "account": "too many sockets of this account",
    "address": "too many sockets from this address",
}
"""Why the socket that is one too many is closed, with TRY_AGAIN_LATER."""


@router.websocket("/live")
async def live(socket: WebSocket, match_id: str, seat: str, after: After = 0) -> None:
    """Entries of the log, from the one after this number on."""
    await follow(socket, match_id, seat, after, ENTRIES, of_a_page=False)


@router.websocket("/live/page")
async def live_page(
    socket: WebSocket, match_id: str, seat: str, after: After = 0, beside: Annotated[str, Query(max_length=100)] = ""
) -> None:
    """A nudge each time that something is told which the page does not show."""
    await follow(socket, match_id, seat, after, NUDGES, beside=beside, of_a_page=True)


async def follow(
    socket: WebSocket, match_id: str, seat: str, after: int, tell: Tell, *, beside: str = "", of_a_page: bool
) -> None:
    """Keep whoever may sit here told, where they have not too many sockets open already: no other is closed for it.

    They are listened for before they are looked at for the last time and called in, and so miss nothing from then on;
    nor what has changed since things `beside` the log were as they say.
    """
    context, credentials = await context_of(socket), await credentials_of(socket)
    with ExitStack() as held:
        try:
            at = await run_in_threadpool(matches.at_seat, context, credentials, match_id, seat)
            listener = held.enter_context(context.hub.listening(at.match_id, at.account_id, at.seat, tell.words))
            before = await run_in_threadpool(still_there, context, credentials, at)
        except (Problem, Unavailable) as error:
            await refuse(socket.scope, socket.receive, socket.send, problem_of(error))
            return
        asked = [("seat", f"{at.match_id} {at.seat}", context.most.sockets), *slots_of(context, socket, at.account_id)]
        if await slots_taken(context, socket, held, asked):
            news = partial(socket.app.state.looks.news, at, tell)
            writing = partial(
                write_as_told, context, socket, listener, credentials, beside or before.beside, after, news
            )
            await keep_told(socket, partial(read_until_gone, context, at, socket, of_a_page), writing)


def still_there(context: Context, credentials: Credentials, at: AtSeat) -> matches.Signs:
    """How the seat stands, for whoever may listen at it still. Raises NotSignedIn, NotFound."""
    matches.at_seat(context, credentials, at.match_id, at.seat)
    return matches.signs(context, at)


Slot = tuple[str, str, int]
"""What a slot is counted by, for whom, and how many there are."""


def slots_of(context: Context, socket: WebSocket, account_id: str) -> tuple[Slot, Slot]:
    """The slots that every socket takes: of its account, and of where it comes from."""
    address = socket.client.host if socket.client else ""
    most = context.most
    return ("account", account_id, most.sockets_of_account), ("address", address, most.sockets_from)


async def slots_taken(context: Context, socket: WebSocket, slots: ExitStack, asked: Iterable[Slot]) -> bool:
    """Take all these slots, to be given back with the stack; where one is missing, send whoever called off."""
    for what, who, most in asked:
        if not await slot_taken(context.slots, what, who, most):
            await socket.accept()
            await socket.close(TRY_AGAIN_LATER, TOO_MANY[what])
            return False
        slots.callback(context.slots.give_back, what, who)
    return True


async def slot_taken(slots: Slots, what: str, who: str, most: int) -> bool:
    """Take a slot. Where there is none, wait a little: a page that is loaded anew calls before its last call ends."""
    for _ in range(SLOT_TRIES):
        if slots.take(what, who, most):
            return True
        await anyio.sleep(BETWEEN_TRIES)
    return slots.take(what, who, most)


Work = Callable[[], Awaitable[int | None]]


async def keep_told(socket: WebSocket, *works: Work) -> None:
    """Accept the socket, and keep it told until they go, reading and writing at once."""
    await socket.accept()
    codes: list[int | None] = []
    async with anyio.create_task_group() as group:

        async def until_either_ends(work: Work) -> None:
            codes.append(await work())
            group.cancel_scope.cancel()

        for work in works:
            group.start_soon(until_either_ends, work)
    if codes and codes[0] is not None:
        with suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(codes[0])


async def read_until_gone(context: Context, at: AtSeat, socket: WebSocket, of_a_page: bool) -> int | None:
    """Read, hear what a page says, throw the rest away; who sends too much is sent off. None when they have gone."""
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return None
        try:
            context.rate_limits.admit("socket", f"{at.match_id} {at.seat}")
        except TooOften:
            return POLICY
        said = (message.get("text") or "") if of_a_page else ""
        if said == ARE_YOU_THERE:
            try:
                await say(socket, HERE)
            except WebSocketDisconnect:
                return None
        elif (shown := SEEN.fullmatch(said)) and context.presence.saw(at.match_id, at.seat, int(shown[1])):
            context.hub.tell("seen", at.match_id, at.seat, shown[1])


async def write_as_told(
    context: Context, socket: WebSocket, listener: Listener, credentials: Credentials, beside: str, after: int,
    news: Callable[[Ask], Awaitable[SocketNews]],
) -> int | None:  # fmt: skip
    """Send what the seat was told, then wait for more. None when the client has gone.

    Whoever came in by a token, session or link is sent off when it ends, or else when there is something to be told:
    both moments are their own account's doing or their own seat's news. That the match has stopped or goes on, has a
    player more, or that something was done with a seat, is told to all sides at one moment.
    """
    right: RightToListen | None = None
    try:
        while True:
            doubted, listener.doubted = listener.doubted, False
            now = await news(Ask(credentials, after, beside, doubted, right))
            await say_all(socket, now.said.frames)
            after, beside, right, more = now.said.after, now.beside, now.right, now.said.more
            del now  # what was said is let go, however long the next news takes
            if not more:
                hearing = Hearing(context, socket, listener, after, right)
                await hearing.say_what_is_told()
                after = hearing.after
    except Unavailable:
        return TRY_AGAIN_LATER
    except Problem:
        return POLICY
    except (WebSocketDisconnect, NoSuchMatch):
        return None


class Hearing:
    """A socket that has said all there was, up to an entry of its seat's log, and listens there by a right."""

    def __init__(
        self, context: Context, socket: WebSocket, listener: Listener, after: int, right: RightToListen | None
    ) -> None:
        self.context, self.socket, self.listener = context, socket, listener
        self.after, self.right = after, right
        assert listener.words is not None
        self.words = listener.words
        self.write: Callable[[bytes], bool] | None = socket.scope.get("extensions", {}).get(WRITES_FRAMES)

    def may_say(self, told: Tidings, now: datetime) -> bool:
        """Whether this comes next, and the right by which it listens was what it is in the moment that told it."""
        right, listener = self.right, self.listener
        if right is None or told.after != self.after or listener.doubted or told.account_id != listener.account_id:
            return False
        return right.stands(now, told.number)

    def say_at_once(self, told: Tidings) -> bool:
        """Say this, without waiting, as it is told; False where that cannot be."""
        if self.write is None or not self.may_say(told, told.at):
            return False
        if not self.write(told.said[self.words].frames):
            return False
        self.after = told.upto
        return True

    async def say_what_is_told(self) -> None:
        """Say what the seat is told as it is told, until there is something to look at. Raises WebSocketDisconnect."""
        listener = self.listener
        try:
            while True:
                listener.hear = None if listener.is_woken else self.say_at_once
                if await listener.changed() or listener.doubted:
                    return
                told, listener.told = listener.told, []
                for one in told:
                    if one.upto <= self.after:
                        continue  # it has been read meanwhile
                    if not self.may_say(one, self.context.clock()):
                        return
                    await say_all(self.socket, one.said[self.words].texts)
                    self.after = one.upto
        finally:
            listener.hear = None


def entries(context: Context, at: AtSeat, after: int, version: int) -> Frames:
    """The entries above `after`, a frame each, of a long log only the first of them."""
    page = matches.log(context, at, after=after, limit=FRAMES_AT_ONCE)
    last = page.entries[-1].number if page.entries else after
    return Frames([entry_frame(one, page.in_words) for one in page.entries], last, more=last < page.version)


def entries_told(game: AnyGame, picture: Any, told: Sequence[LogEntry]) -> list[str]:
    """The same of entries that a seat is told, after which it has this picture."""
    in_words = game.in_words(game.known(picture))
    return [entry_frame(matches.entry_of(game, one), in_words) for one in told]


def entry_frame(entry: EntryInWords, in_words: Callable[[Sentence], str]) -> str:
    """An entry as a socket says it: as `EntryFrame` describes it, which takes longer to make one."""
    occasion = entry.occasion
    return orjson.dumps(
        {
            "number": entry.number,
            "letter": entry.letter,
            "turn": entry.turn,
            "kind": entry.kind,
            "text": in_words(entry.text),
            "report": orjson.Fragment(entry.forms.json(entry.report)),
            "occasion": None if occasion is None else {name: getattr(occasion, name) for name in OF_AN_OCCASION},
            "type": "entry",
        }
    ).decode()


def nudge(context: Context, at: AtSeat, after: int, version: int) -> Frames:
    """One nudge if the log is longer than `after`, or something else has changed."""
    return Frames((NUDGE,), version)


def nudge_told(game: AnyGame, picture: Any, told: Sequence[LogEntry]) -> Sequence[str]:
    """The same of entries that a seat is told."""
    return (NUDGE,)


def ask_ahead_of_entries(look: store.Work, logs: Sequence[tuple[AtSeat, int]]) -> None:
    store.ahead.logs(look, [(at.match_id, at.seat, after) for at, after in logs], FRAMES_AT_ONCE)


ENTRIES, NUDGES = Tell(entries, entries_told, ask_ahead_of_entries), Tell(nudge, nudge_told)


async def say_all(socket: WebSocket, frames: Sequence[str]) -> None:
    """Send frames in their order. Raises WebSocketDisconnect where they have gone."""
    for frame in frames:
        await say(socket, frame)


async def say(socket: WebSocket, frame: str) -> None:
    """Send a frame. Raises WebSocketDisconnect where they have gone."""
    try:
        await socket.send_text(frame)
    except RuntimeError:  # so Starlette says it where the socket was closed meanwhile
        raise WebSocketDisconnect(1006) from None
