"""What every request passes before anything looks at it: body limit, fit JSON, where it comes from; and headers after.

Plain ASGI, so that sockets pass here too and bodies are counted as they come.
"""

from __future__ import annotations

import asyncio
import re
from urllib.parse import urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from schemas.plain_json import UnfitJson, fit
from service.api.problems import refuse
from service.cdn import PAGES, Cdn
from service.matches import errors

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
SAID = "sitrep.said"
"""Where a scope has what JSON says that was found fit, so that it need not be read again."""
SHORT = 4096
"""A body of so many bytes is read sooner than a thread is found for it."""

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src {scripts}",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)

SECURITY_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",  # with no-referrer, browsers without Sec-Fetch-Site send Origin: null
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class SecurityHeaders:
    """Headers on every answer; nothing is cached that does not say so itself."""

    def __init__(self, app: ASGIApp, cdn: Cdn) -> None:
        self.app = app
        policy = CONTENT_SECURITY_POLICY.format(scripts=cdn.script_sources(*PAGES))
        headers = {"Content-Security-Policy": policy, **SECURITY_HEADERS, "Cache-Control": "no-store"}
        self.headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                said = [*message.get("headers", ())]
                names = {name.lower() for name, _ in said}
                message["headers"] = [*said, *(header for header in self.headers if header[0] not in names)]
            await send(message)

        await self.app(scope, receive, send_with_headers)


class Compression(GZipMiddleware):
    """Compresses answers, but for requests that another site made the browser send.

    What such a site puts into an address, and what only our player may read, would stand in one compressed body, whose
    length tells how much of the one is in the other (BREACH).
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_http = scope["type"] == "http"
        if is_http and Headers(scope=scope).get("sec-fetch-site", "none") in ("same-origin", "none"):
            await super().__call__(scope, receive, send)
        else:
            await self.app(scope, receive, send)


class SameSite:
    """Refuses unsafe requests, and sockets, that a browser sends for another site.

    Sec-Fetch-Site says so, or else Origin, which has to name this host. A bearer token is brought by no browser by
    itself, so requests with one pass.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        guarded = scope["type"] == "websocket" or (scope["type"] == "http" and scope["method"] not in SAFE_METHODS)
        if guarded and not comes_from_here(Headers(scope=scope)):
            await refuse(scope, receive, send, errors.FromElsewhere())
        else:
            await self.app(scope, receive, send)


def comes_from_here(headers: Headers) -> bool:
    if headers.get("authorization", "").lower().startswith("bearer "):
        return True
    site = headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    return site is not None or host_of(origin) == headers.get("host")


def host_of(origin: str) -> str | None:
    """Host and port that an Origin names; None where it is no address at all."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


class FitBodies:
    """Reads no body beyond the limit, nor for ever, and lets no JSON through that is not fit for the wire.

    `within`: seconds in which the whole body has to come.
    """

    def __init__(self, app: ASGIApp, limit: int, within: float) -> None:
        self.app = app
        self.limit = limit
        self.within = within

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in SAFE_METHODS:
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        declared = headers.get("content-length", "0")
        if not declared.isdecimal() or int(declared[:20]) > self.limit:
            await refuse(scope, receive, send, errors.BodyTooLarge())
            return
        try:
            async with asyncio.timeout(self.within):
                body = await self.body_of(receive)
        except TimeoutError:
            await refuse(scope, receive, send, errors.TooSlow())
            return
        if body is None:
            return
        if len(body) > self.limit:
            await refuse(scope, receive, send, errors.BodyTooLarge())
            return
        kind = headers.get("content-type", "")
        if body and not is_taken(scope["path"], kind):
            await refuse(scope, receive, send, errors.UnsupportedType())
            return
        if body and is_json(kind):
            try:
                scope[SAID] = fit(body) if len(body) <= SHORT else await run_in_threadpool(fit, body)
            except UnfitJson as unfit:
                await refuse(scope, receive, send, errors.Malformed([(["body"], str(unfit))]))
                return
        await self.app(scope, again(body, receive), send)

    async def body_of(self, receive: Receive) -> bytes | None:
        """The whole body, or the beginning of one beyond the limit; None where who sends it has gone."""
        body = b""
        more = True
        while more and len(body) <= self.limit:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            body += message.get("body", b"")
            more = message.get("more_body", False)
        return body


OF_LINES = re.compile(r"/lines(/preview)?$")
"""Where the API takes order lines, as text."""


def is_taken(path: str, content_type: str) -> bool:
    """Whether a body of this type may come there: to the API JSON, or text where lines go; what says none is read.

    To pages come forms, which are read as such.
    """
    if not content_type or not path.startswith("/api/"):
        return True
    if OF_LINES.search(path):
        return content_type.split(";")[0].strip().lower() == "text/plain"
    return is_json(content_type)


def is_json(content_type: str) -> bool:
    media = content_type.split(";")[0].strip().lower()
    return media == "application/json" or media.endswith("+json")


def again(body: bytes, receive: Receive) -> Receive:
    """Give the body once more, then what else comes."""
    given = False

    async def receive_again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_again
