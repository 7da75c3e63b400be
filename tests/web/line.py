"""The line between a page and its server, that a test can cut."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress


class Line:
    """The line between a page and its server. Cut, it says nothing more to either end; who calls anew gets through."""

    def __init__(self, port: int) -> None:
        self.server_port = port
        self.open: list[asyncio.Event] = []
        self.calls: list[asyncio.Task[None]] = []

    def call(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.calls.append(asyncio.create_task(self.join(reader, writer)))

    async def join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on what either end says, until one of them or the test is done with it."""
        passing, ends = asyncio.Event(), [writer]
        passing.set()
        self.open.append(passing)
        try:
            with suppress(OSError):
                there, back = await asyncio.open_connection("127.0.0.1", self.server_port)
                ends.append(back)
                ways = [asyncio.create_task(pipe(*way, passing)) for way in ((reader, back), (there, writer))]
                try:
                    await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for way in ways:
                        way.cancel()
                    await asyncio.gather(*ways, return_exceptions=True)
        finally:
            for end in ends:
                end.transport.abort()
                with suppress(OSError):
                    await end.wait_closed()

    def cut(self) -> None:
        """From now on nothing that is open passes anything on."""
        for passing in self.open:
            passing.clear()
        self.open = []

    @asynccontextmanager
    async def held(self) -> AsyncIterator[str]:
        """The address at which pages call."""
        server = await asyncio.start_server(self.call, "127.0.0.1", 0)
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        server.close()
        for call in self.calls:
            call.cancel()
        await asyncio.gather(*self.calls, return_exceptions=True)


async def pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, passing: asyncio.Event) -> None:
    """Pass on one way of a line; its end too, but not while it is cut."""
    with suppress(OSError):
        while data := await reader.read(65536):
            await passing.wait()
            writer.write(data)
            await writer.drain()
    await passing.wait()
