"""The door for mails behind the operator's own mail server: LMTP, on this machine alone.

A mail is written down before it is said to be taken. One recipient at a time, since one answer is given for all.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Thread
from typing import Any
from weakref import WeakSet

from aiosmtpd.lmtp import LMTP

from service.logs import note_fault
from service.mailing.reading import MOST_BYTES, failure_in
from service.matches.context import Context
from service.matches.replies import take_in, takes
from service.store import Unavailable

TAKEN = "250 2.0.0 Taken"
UNKNOWN = "550 5.1.1 No such address"
ONE_BY_ONE = "452 4.5.3 One recipient at a time"
NOBODY = (None, "", "<>")
LATER = "451 4.3.0 Try again later"


class LmtpDoor:
    """Takes mails in a thread of its own, from `start` to `stop`."""

    def __init__(self, context: Context, host: str, port: int) -> None:
        self.context, self.host, self.port = context, host, port
        self.loop = asyncio.new_event_loop()
        self.work = ThreadPoolExecutor(1, "lmtp")
        self.talks: WeakSet[LMTP] = WeakSet()
        self.thread = Thread(target=self.loop.run_forever, name="lmtp", daemon=True)

    def start(self) -> None:
        """Listen; where the port is 0, on any free one, which is `port` from then on. Raises OSError."""
        self.thread.start()
        server = asyncio.run_coroutine_threadsafe(self.listen(), self.loop).result(10)
        self.port = server.sockets[0].getsockname()[1]
        self.server = server

    async def listen(self) -> asyncio.Server:
        return await self.loop.create_server(self.talk, self.host, self.port)

    def talk(self) -> LMTP:
        one = LMTP(self, hostname="localhost", data_size_limit=MOST_BYTES, enable_SMTPUTF8=True, loop=self.loop)
        self.talks.add(one)
        return one

    def stop(self) -> None:
        """Listen no more; whoever is on the line is cut off, and sends what was not taken again."""
        asyncio.run_coroutine_threadsafe(self.close(), self.loop).result(5)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(5.0)
        self.loop.close()
        self.work.shutdown()

    async def close(self) -> None:
        self.server.close()
        for one in self.talks:
            if one.transport is not None:
                one.transport.close()
        for _ in range(20):  # until those who were cut off have noticed
            await asyncio.sleep(0)

    async def handle_RCPT(self, server: LMTP, session: Any, envelope: Any, address: str, options: Any) -> str:
        if envelope.rcpt_tos:
            return ONE_BY_ONE

        def known() -> str:
            return TAKEN if takes(self.context, address) else UNKNOWN

        said = await self.asked(known)
        if said == TAKEN:
            envelope.rcpt_tos.append(address)
        return said

    async def handle_DATA(self, server: LMTP, session: Any, envelope: Any) -> str:
        content, from_nobody = bytes(envelope.content), envelope.mail_from in NOBODY

        def written() -> str:
            failure = failure_in(content)
            taken = take_in(
                self.context, envelope.rcpt_tos[0], content, failure=failure, from_nobody=from_nobody
            )  # what is from nobody is a report or another mail of a program
            return TAKEN if taken else UNKNOWN

        return await self.asked(written)

    async def asked(self, question: Callable[[], str]) -> str:
        """What the database makes of it, in a thread that may wait."""
        answering: Awaitable[str] = self.loop.run_in_executor(self.work, question)
        try:
            return await answering
        except Unavailable:
            return LATER
        except Exception as fault:
            note_fault(fault, "a mail could not be taken in")
            return LATER
