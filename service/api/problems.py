"""Problems on the wire (RFC 9457), for every way in which a request can fail; none repeats what was sent."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from service.api.logs import log
from service.matches import errors
from service.matches.errors import Problem
from service.store import NoSuchMatch, Unavailable

MEDIA_TYPE = "application/problem+json"
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
        log.warning("the database did not answer", fault=str(error))
    else:
        log.error("a fault", exc_info=error)
    return errors.Busy()


def add_problem_handlers(app: FastAPI, page: ProblemPage | None = None) -> None:
    """Answer every failure with a problem; outside /api with a page, where there are pages."""

    def handle(request: Request, error: Exception) -> Response:
        problem = problem_of(error)
        if page is None or request.url.path.startswith("/api/"):
            return answer(problem)
        return page(request, problem)

    async def handler(request: Request, error: Any) -> Response:
        return handle(request, error)

    for kind in (Problem, RequestValidationError, HTTPException, NoSuchMatch, Unavailable, Exception):
        app.add_exception_handler(kind, handler)
