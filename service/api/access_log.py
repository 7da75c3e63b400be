"""What every request leaves behind: a line in the log, and figures for `/metrics`.

Both name the route by its template and hold nothing of the address, the headers or the body.
"""

from __future__ import annotations

import secrets
import time
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.contextvars import bind_contextvars, clear_contextvars

from service.logs import logger_at

__all__ = ["CONTENT_TYPE_LATEST", "AccessLog", "Figures"]

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Figures:
    """How many requests there were, how they ended, how long they took, and how many sockets are open."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "sitrep_requests", "Requests answered.", ("method", "route", "status"), registry=self.registry
        )
        self.seconds = Histogram(
            "sitrep_request_seconds", "Time to answer.", ("method", "route"), buckets=SECONDS, registry=self.registry
        )
        self.sockets = Gauge("sitrep_sockets", "Sockets that are open.", registry=self.registry)

    def text(self) -> bytes:
        """As Prometheus reads them."""
        return generate_latest(self.registry)


class AccessLog:
    """Goes round all the rest, and notes what came of each request."""

    def __init__(self, app: ASGIApp, figures: Figures, level: str) -> None:
        self.app = app
        self.figures = figures
        self.log = logger_at(level)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        clear_contextvars()
        bind_contextvars(request=secrets.token_hex(8))
        socket = scope["type"] == "websocket"
        status = 101 if socket else 500  # where nothing is answered at all
        is_open = False

        async def send_and_look(message: Message) -> None:
            nonlocal status, is_open
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
            elif message["type"] == "websocket.accept":
                is_open = True
                self.figures.sockets.inc()
            elif message["type"] == "websocket.close" and not is_open:
                status = 403
            await send(message)

        began = time.perf_counter()
        try:
            await self.app(scope, receive, send_and_look)
        finally:
            taken = time.perf_counter() - began
            if is_open:
                self.figures.sockets.dec()
            self.note("SOCKET" if socket else scope["method"], template_of(scope), status, taken)

    def note(self, method: str, route: str, status: int, taken: float) -> None:
        method = method if method in METHODS or method == "SOCKET" else "OTHER"
        self.figures.requests.labels(method, route, str(status)).inc()
        if method != "SOCKET":
            self.figures.seconds.labels(method, route).observe(taken)
        self.log.info("request", method=method, route=route, status=status, seconds=round(taken, 4))


def template_of(scope: Scope) -> str:
    """The route's template, such as /matches/{match_id}; what no route took is not told apart."""
    if scope["path"].startswith("/static/"):
        return "/static"
    route: Any = scope.get("route")
    found = getattr(route, "path_format", None) or getattr(route, "path", None)
    return str(found) if found else "none"
