"""What every request leaves behind: a line in the log, and figures for `/metrics`.

Both name the route by its template and hold nothing of the address, the headers or the body.
"""

from __future__ import annotations

import random
import re
import time
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.contextvars import bind_contextvars, clear_contextvars

from service.logs import logger_at
from service.matches.vitals import Vitals

__all__ = ["CONTENT_TYPE_LATEST", "AccessLog", "Figures"]

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
AT_A_MATCH = re.compile(r"\{match_id|/matches$|/live|^/static|^/$")
"""Routes that tell of what players do at their matches: the matches' own, the lists of them, and what pages load."""
NAN = float("nan")
OF_THE_HOUSE = {
    "database_up": "Whether the database answers.",
    "database_seconds": "How long it took to answer.",
    "disk_free_bytes": "Bytes free on the disk of a database of our own.",
    "clock_apart_seconds": "How far the database's clock is from this machine's.",
    "claimed": "Whether this process has the right to serve the database.",
    "bots_up": "Whether the server's bots run.",
    "matches_going_on": "Matches that go on.",
    "matches_stopped": "Matches that have stopped because of a fault.",
    "orders_overdue": "Lists of orders that have waited for more than a minute to be worked.",
}
"""The gauges that say how the server does; one that cannot be known is not a number."""
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Figures:
    """How many requests there were, how they ended and how long they took, but for those at a match; and how the server
    does, as of when it is asked.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "sitrep_requests", "Requests answered.", ("method", "route", "status"), registry=self.registry
        )
        self.seconds = Histogram(
            "sitrep_request_seconds", "Time to answer.", ("method", "route"), buckets=SECONDS, registry=self.registry
        )
        self.house = {
            name: Gauge(f"sitrep_{name}", about, registry=self.registry) for name, about in OF_THE_HOUSE.items()
        }

    def text(self, vitals: Vitals | None) -> bytes:
        """As Prometheus reads them; without `vitals` the database has not answered."""
        said: dict[str, float] = {"database_up": vitals is not None}
        if vitals is not None:
            said |= {
                "database_seconds": vitals.database_seconds, "clock_apart_seconds": vitals.clock_apart,
                "disk_free_bytes": NAN if vitals.disk_free is None else vitals.disk_free,
                "claimed": vitals.claimed, "bots_up": NAN if vitals.bots is None else vitals.bots,
                "matches_going_on": vitals.going_on, "matches_stopped": vitals.stopped,
                "orders_overdue": vitals.overdue,
            }  # fmt: skip
        for name, gauge in self.house.items():
            gauge.set(said.get(name, NAN))
        return generate_latest(self.registry)


class AccessLog:
    """Goes round all the rest, and notes what came of each request."""

    def __init__(self, app: ASGIApp, figures: Figures, level: str) -> None:
        self.app = app
        self.figures = figures
        self.log = logger_at(level)
        self.numbers = random.Random()
        """Where requests get their names from: those only tell them apart, and the machine is not asked for each."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        clear_contextvars()
        bind_contextvars(request=f"{self.numbers.getrandbits(64):016x}")
        socket = scope["type"] == "websocket"
        status = 101 if socket else 500  # where nothing is answered at all
        is_open = False

        async def send_and_look(message: Message) -> None:
            nonlocal status, is_open
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
            elif message["type"] == "websocket.accept":
                is_open = True
            elif message["type"] == "websocket.close" and not is_open:
                status = 403
            await send(message)

        began = time.perf_counter()
        try:
            await self.app(scope, receive, send_and_look)
        finally:
            taken = time.perf_counter() - began
            self.note("SOCKET" if socket else scope["method"], template_of(scope), status, taken)

    def note(self, method: str, route: str, status: int, taken: float) -> None:
        method = method if method in METHODS or method == "SOCKET" else "OTHER"
        at_a_match = AT_A_MATCH.search(route) is not None
        if not at_a_match or status >= 500:
            self.figures.requests.labels(method, route, str(status)).inc()
        if method != "SOCKET" and not at_a_match:
            self.figures.seconds.labels(method, route).observe(taken)
        self.log.info("request", method=method, route=route, status=status, seconds=round(taken, 4))


def template_of(scope: Scope) -> str:
    """The route's template, such as /matches/{match_id}; what no route took is not told apart."""
    if scope["path"].startswith("/static/"):
        return "/static"
    route: Any = scope.get("route")
    found = getattr(route, "path_format", None) or getattr(route, "path", None)
    return str(found) if found else "none"
