"""How many may write at a time: whoever reads always finds a thread free, however long the database is locked.

A request that writes may have to wait for the database, in a thread. Were there no limit, enough of them would hold
every thread, and readers, who wait for nobody, would have to wait for one. Those beyond the limit wait here, in none.
"""

from __future__ import annotations

import anyio
from starlette.types import ASGIApp, Receive, Scope, Send

from service.api.middleware import SAFE_METHODS
from service.api.problems import refuse
from service.matches.errors import Busy

AT_A_TIME = 24
"""Of the forty threads that answer requests."""
PATIENCE = 10.0
"""Seconds; then the answer is 503, and nothing was done."""


class WriteLimit:
    """Lets so many requests with unsafe methods through at a time. Their bodies have been read already."""

    def __init__(self, app: ASGIApp, at_a_time: int = AT_A_TIME, patience: float = PATIENCE) -> None:
        self.app = app
        self.at_a_time = at_a_time
        self.patience = patience
        self.turns: anyio.Semaphore | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in SAFE_METHODS:
            await self.app(scope, receive, send)
            return
        self.turns = self.turns or anyio.Semaphore(self.at_a_time)
        try:
            self.turns.acquire_nowait()
        except anyio.WouldBlock:
            with anyio.move_on_after(self.patience) as waiting:
                await self.turns.acquire()
            if waiting.cancelled_caught:
                await refuse(scope, receive, send, Busy(nothing_done=True))
                return
        try:
            await self.app(scope, receive, send)
        finally:
            self.turns.release()
