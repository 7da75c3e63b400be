"""What HTTP lets every client expect of an API: HEAD wherever there is GET, OPTIONS, and leave for other sites' pages.

A page of another site may ask with a token and never with cookies: no answer says `Allow-Credentials`, so a browser
keeps from it what came of a request with any, and `SameSite` refuses such a request where it would change something.
"""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.routing import Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

OF_THE_API = "/api/"
SENT = "Authorization, Content-Type, Idempotency-Key, If-Match, Last-Event-ID"
READ = "ETag, Link, Retry-After, WWW-Authenticate"
READABLE = {b"access-control-allow-origin": b"*", b"access-control-expose-headers": READ.encode()}
DAY = 86_400
"""Seconds for which a browser need not ask again what it may send."""


def allowed(scope: Scope) -> str:
    """What `Allow` says of the path of a request: the methods of all routes that have it, HEAD where there is GET."""
    found = set[str]()
    for route in scope["app"].router.routes:
        if route.matches({**scope, "method": "GET"})[0] is not Match.NONE:
            found |= set(getattr(route, "methods", None) or ())
    found |= {"HEAD"} if "GET" in found else set()
    return ", ".join([*sorted(found), "OPTIONS"])


class PlainHttp:
    """Answers HEAD by what GET would answer, OPTIONS by itself, and lets other sites' pages read the API."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith(OF_THE_API):
            await self.app(scope, receive, send)
        elif scope["method"] == "OPTIONS":
            await answer_options(scope, send)
        elif scope["method"] == "HEAD":
            scope["method"] = "GET"
            try:
                await self.app(scope, receive, without_body(readable(send)))
            finally:
                scope["method"] = "HEAD"
        else:
            await self.app(scope, receive, readable(send))


def readable(send: Send) -> Send:
    """Say of an answer that other sites' pages may read it."""

    async def said(message: Message) -> None:
        if message["type"] == "http.response.start":
            others = (header for header in message.get("headers", ()) if header[0].lower() not in READABLE)
            message["headers"] = [*others, *READABLE.items()]
        await send(message)

    return said


def without_body(send: Send) -> Send:
    """Send the head of an answer alone, and nothing of an endless one but that."""
    is_over = False

    async def said(message: Message) -> None:
        nonlocal is_over
        if message["type"] == "http.response.start":
            await send(message)
        elif not is_over:
            is_over = True
            await send({"type": "http.response.body", "body": b""})

    return said


async def answer_options(scope: Scope, send: Send) -> None:
    """Which methods a path has; to a browser that asks for another site's page, what that may send."""
    methods = allowed(scope)
    headers = {"Allow": methods, "Access-Control-Allow-Origin": "*", "Cache-Control": "no-store"}
    if "access-control-request-method" in Headers(scope=scope):
        headers |= {
            "Access-Control-Allow-Methods": methods, "Access-Control-Allow-Headers": SENT,
            "Access-Control-Max-Age": str(DAY),
        }  # fmt: skip
    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": 204, "headers": raw})
    await send({"type": "http.response.body", "body": b""})
