"""Problems on the wire (RFC 9457), for every way in which a request can fail; none repeats what was sent."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.api.plain_http import allowed
from service.logs import log, note_fault
from service.matches import errors
from service.matches.errors import Problem
from service.store import NoSuchMatch, Unavailable

MEDIA_TYPE = "application/problem+json"
POLICY, INTERNAL = 1008, 1011
"""With which codes sockets are closed: whoever may not, and at a fault of ours."""
SITUATIONS: dict[int, type[Problem]] = {
    404: errors.NotFound,
    405: errors.MethodNotAllowed,
    413: errors.BodyTooLarge,
}

ProblemPage = Callable[[Request, Problem], Response]


def answer(problem: Problem) -> Response:
    """The problem as a response: its bytes depend on nothing but the problem."""
    headers = {"Cache-Control": "no-store"}
    if problem.retry_after is not None:
        headers["Retry-After"] = str(problem.retry_after)
    if problem.status == 408:
        headers["Connection"] = "close"  # what is still to come of the body is not waited for
    if problem.status == 401:
        headers["WWW-Authenticate"] = 'Bearer realm="sitrep"'
    body = json.dumps(problem.plain(), ensure_ascii=True, separators=(",", ":"))
    return Response(body, problem.status, headers, MEDIA_TYPE)


def problem_of(error: Exception) -> Problem:
    """What went wrong, in the words of the closed list."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, RequestValidationError):
        return errors.Malformed(
            [(one["loc"], str(one["msg"])) for one in error.errors()[:20] if one["type"] != "json_invalid"]
        )
    if isinstance(error, NoSuchMatch):
        return errors.NotFound()
    if isinstance(error, HTTPException) and error.status_code < 500:
        return SITUATIONS.get(error.status_code, errors.BadRequest)()
    if isinstance(error, Unavailable):
        if error.is_full:
            log.error("the disk of the database is full: nothing can be written until there is room")
        else:
            log.warning("the database did not answer", fault=str(error))
        return errors.Busy()
    note_fault(error)
    return errors.Fault()


def shown(scope: Scope, problem: Problem, page: ProblemPage | None) -> Response:
    """The problem to whoever asked: outside /api as a page, where there are pages."""
    if page is None or scope["type"] != "http" or scope["path"].startswith("/api/"):
        return answer(problem)
    return page(Request(scope), problem)


async def refuse(scope: Scope, receive: Receive, send: Send, problem: Problem, page: ProblemPage | None = None) -> None:
    """Answer with a problem; a socket's handshake too, where the server can, and otherwise it is closed."""
    if scope["type"] == "websocket" and "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": POLICY})
        return
    await shown(scope, problem, page)(scope, receive, send)


def add_problem_handlers(app: FastAPI, page: ProblemPage | None = None) -> None:
    """Answer every failure that a route may raise with a problem; `Faults` answers the others."""

    async def handler(request: Request, error: Any) -> Response:
        problem = problem_of(error)
        said = shown(request.scope, problem, page)
        if problem.status == errors.MethodNotAllowed.status:
            said.headers["Allow"] = allowed(request.scope)
        return said

    for kind in (Problem, RequestValidationError, HTTPException, NoSuchMatch, Unavailable):
        app.add_exception_handler(kind, handler)


class Faults:
    """Answers what nobody foresaw, and writes it down once: with 500, or by closing the socket.

    Nothing is raised any further. The server would write it down again, with the message, and messages hold values.
    """

    def __init__(self, app: ASGIApp, page: ProblemPage | None = None) -> None:
        self.app = app
        self.page = page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        has_begun = False
        gone: OSError | None = None

        async def send_and_look(message: Message) -> None:
            nonlocal has_begun, gone
            has_begun = True
            try:
                await send(message)
            except OSError as error:
                gone = error
                raise

        try:
            await self.app(scope, receive, send_and_look)
        except Exception as error:
            if error is gone:  # who went before they were answered is no fault of ours
                return
            problem = problem_of(error)
            if scope["type"] not in ("http", "websocket"):
                raise
            if not has_begun:
                await refuse(scope, receive, send, problem, self.page)
            elif scope["type"] == "websocket":
                with suppress(RuntimeError, OSError):  # it may be closed already
                    await send({"type": "websocket.close", "code": INTERNAL})
            # Where an answer has begun, the server sees that its end is missing, and breaks the connection off.
