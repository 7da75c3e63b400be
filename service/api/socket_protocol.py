"""The server's protocol for sockets: frames that are the same for many are written to each as they are.

What goes to a socket through the app is made into a frame by the protocol, for each socket anew, and passes all that
stands around the app on the way. That takes some three times as long as to hand the bytes to the machine.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

OPEN = State.OPEN  # to find it in its class takes longer than to compare it
WRITES_FRAMES = "sitrep.frames"
"""The extension of a socket's scope that writes whole frames at once; it gives False where they have to wait."""


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, with that extension."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            extensions: Any = self.scope["extensions"]
            extensions[WRITES_FRAMES] = self.write_frames

    def write_frames(self, frames: bytes) -> bool:
        """Write these frames, where the socket is open, nothing waits to be written, and nothing is compressed."""
        may = self.conn.state is OPEN and self.writable.is_set() and not self.conn.extensions
        if may and self.handshake_complete and not self.transport.is_closing():
            self.transport.write(frames)
            return True
        return False
