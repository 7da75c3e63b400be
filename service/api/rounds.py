"""Work of many requests at once, done in one thread: whoever comes while a round is under way is in the next.

To find a thread and to give it back takes longer than most of what is done there, and threads that work at the same
time wait for one another. A round is asked for by nobody in particular, and so waits for nobody: the first to come
begins it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextvars import Context, copy_context
from typing import Generic, TypeVar

from starlette.concurrency import run_in_threadpool

A = TypeVar("A")
F = TypeVar("F")


class Rounds(Generic[A, F]):
    """Does `work` for all who ask at a time, at most so many; it gives to each what it finds, or what it raises."""

    def __init__(self, work: Callable[[Sequence[A]], Sequence[F | Exception]], most: int) -> None:
        self.work, self.most = work, most
        self._waiting: dict[asyncio.AbstractEventLoop, list[tuple[A, asyncio.Future[F], Context]]] = {}
        self._tasks: dict[asyncio.AbstractEventLoop, asyncio.Task[None]] = {}

    async def ask(self, asked: A) -> F:
        """What is found for this. Raises what the work raises for it, or for all."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[F] = loop.create_future()
        self._waiting.setdefault(loop, []).append((asked, answer, copy_context()))
        if loop not in self._tasks:
            self._begin(loop)
        return await answer

    def _begin(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin a round, which is the first's: what is done for several is noted as theirs."""
        first = self._waiting[loop][0][2]
        self._tasks[loop] = loop.create_task(self._go_round(loop), context=first)

    async def _go_round(self, loop: asyncio.AbstractEventLoop) -> None:
        try:
            await asyncio.sleep(0)  # others that were woken at the same moment ask first
            waiting = self._waiting[loop]
            asked, self._waiting[loop] = waiting[: self.most], waiting[self.most :]
            try:
                found = await run_in_threadpool(self.work, [one for one, _, _ in asked])
            except Exception as fault:
                found = [fault] * len(asked)
            for (_, answer, _), one in zip(asked, found, strict=True):
                if answer.done():  # who asked has gone meanwhile
                    continue
                if isinstance(one, Exception):
                    answer.set_exception(one)
                else:
                    answer.set_result(one)
        finally:
            del self._tasks[loop]
            if self._waiting[loop]:
                self._begin(loop)
            else:
                del self._waiting[loop]
