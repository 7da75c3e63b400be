"""Limits of connections: how long the server waits for the headers of a request, and how many are open at a time.

uvicorn waits for ever for the end of a request's headers, and takes as many connections as there are. Here a request's
headers have to be there within some seconds of its beginning, and a connection that is one too many is closed at once:
none that was there before is. Bodies are waited for in `middleware.FitBodies`.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

if TYPE_CHECKING:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol as Protocol
else:
    Protocol = AutoHTTPProtocol

TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


def limited_protocol(
    *, headers_within: float, most: int, most_from: int, shared: Collection[str] = ()
) -> type[asyncio.Protocol]:
    """The server's protocol: headers within so many seconds, so many connections, so many of one address.

    `shared` are addresses from which many come, such as a proxy's: only `most` holds for them.
    """
    addresses: Counter[str] = Counter()

    class LimitedProtocol(Protocol):
        """A connection that is closed when a request does not get on."""

        timer: asyncio.TimerHandle | None = None
        upgraded = False
        address = ""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self.address = self.client[0] if self.client else ""
            addresses[self.address] += 1
            crowded = self.address not in shared and addresses[self.address] > most_from
            if crowded or len(self.connections) > most:
                transport.close()
            else:
                self.look()

        def connection_lost(self, exc: Exception | None) -> None:
            self.be_still()
            if not self.upgraded:
                leave(self.address)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self.look()

        def handle_websocket_upgrade(self, *event: Any) -> None:
            """From here on another protocol has the connection; it asks now and then whether anybody is there."""
            self.upgraded = True
            self.be_still()
            leave(self.address)
            super().handle_websocket_upgrade(*event)

        def look(self) -> None:
            """Wait for headers, where no request is being answered."""
            cycle: Any = self.cycle  # None before the first request
            answering = cycle is not None and not cycle.response_complete
            if answering or self.upgraded or self.transport.is_closing():
                self.be_still()
            elif self.timer is None:
                self.timer = self.loop.call_later(headers_within, self.give_up)

        def be_still(self) -> None:
            if self.timer is not None:
                self.timer.cancel()
                self.timer = None

        def give_up(self) -> None:
            self.transport.write(TOO_SLOW)
            self.transport.close()

    def leave(address: str) -> None:
        addresses[address] -= 1
        if addresses[address] <= 0:
            del addresses[address]

    return LimitedProtocol
