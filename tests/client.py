"""A browser or bot in the same process: Starlette's test client, at a small part of its price."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

import anyio
import httpx2 as httpx
import starlette.testclient
from starlette.types import Message

PATIENCE = 60
"""Seconds after which what does not come is taken not to come at all; no test is about how long it takes."""
ADDRESS = ("testclient", 50000)
PORTS = {"http": 80, "https": 443}


class TestClient(starlette.testclient.TestClient):
    """Starlette's, but a request is handed whole to the thread of the app, and its answer comes back whole.

    Starlette's own goes to that thread and back seven times a request, which costs more than most answers do. Its
    sockets wait for ever for what does not come, ours for PATIENCE. The app's lifespan is as it is there.
    """

    def __init__(
        self, app: Any, *, raise_server_exceptions: bool = True, client: tuple[str, int] = ADDRESS, **more: Any
    ) -> None:
        super().__init__(app, raise_server_exceptions=raise_server_exceptions, client=client, **more)
        self._transport = WholeAnswers(self, self._transport, raise_server_exceptions, client)

    def websocket_connect(self, *args: Any, **named: Any) -> Socket:
        called = super().websocket_connect(*args, **named)
        return Socket(called.app, called.scope, called.portal_factory)


class Socket(starlette.testclient.WebSocketTestSession):
    """A socket at which what does not come in PATIENCE raises TimeoutError."""

    def receive(self) -> Message:
        return self.portal.call(self.received)

    async def received(self) -> Message:
        with anyio.fail_after(PATIENCE):
            return await self._send_rx.receive()


class WholeAnswers(httpx.BaseTransport):
    """The way of a client's requests to its app; `sockets` is the way of what asks for a socket."""

    def __init__(
        self, client: TestClient, sockets: httpx.BaseTransport, raises: bool, address: tuple[str, int]
    ) -> None:
        self.client, self.sockets, self.raises, self.address = client, sockets, raises, address

    def close(self) -> None:
        self.sockets.close()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if request.url.scheme not in PORTS:
            return self.sockets.handle_request(request)
        body = request.read()
        with self.client._portal_factory() as portal:
            start, content = portal.call(self.answer, self.scope(request), body)
        shown = httpx.ByteStream(b"" if request.method == "HEAD" else content)
        headers = [(name.decode(), value.decode()) for name, value in start.get("headers", [])]
        return httpx.Response(start["status"], headers=headers, stream=shown, request=request)

    def scope(self, request: httpx.Request) -> dict[str, Any]:
        """What an ASGI server says of a request."""
        url = request.url
        return {
            "type": "http",
            "http_version": "1.1",
            "method": request.method,
            "path": unquote(url.path),
            "raw_path": url.raw_path.split(b"?", 1)[0],
            "root_path": "",
            "scheme": url.scheme,
            "query_string": url.query,
            "headers": [(name.lower().encode(), value.encode()) for name, value in request.headers.multi_items()],
            "client": self.address,
            "server": [url.host, url.port or PORTS[url.scheme]],
            "state": self.client.app_state.copy(),
        }

    async def answer(self, scope: dict[str, Any], body: bytes) -> tuple[Message, bytes]:
        """How the app's answer starts, and its body."""
        start: Message = {}
        parts: list[bytes] = []
        to_read, is_answered = [body], anyio.Event()

        async def receive() -> Message:
            if to_read:
                return {"type": "http.request", "body": to_read.pop()}
            await is_answered.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            elif message["type"] == "http.response.body":
                assert start, "a body came before its headers"
                parts.append(bytes(message.get("body", b"")))
                if not message.get("more_body", False):
                    is_answered.set()

        try:
            await self.client.app(scope, receive, send)
        except Exception:
            if self.raises or not start:
                raise
        assert is_answered.is_set() or not self.raises, "the app's answer has no end"
        return start, b"".join(parts)
