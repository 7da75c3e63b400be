"""The log: a line of JSON each, on standard error, with nothing in it that a player could not read aloud.

Which request it was is said by a random id and the route's template, never by the address that was asked for: links,
invitations and match ids stand in addresses. Of a fault it says the kind and the places in the code; what the message
or the variables held (positions, passwords, tokens) is no log's business.
"""

from __future__ import annotations

import logging
import sys
import traceback
from typing import Any

import structlog
from structlog.typing import EventDict, WrappedLogger

LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}
DEEPEST = 30


def where_only(logger: WrappedLogger, method: str, entry: EventDict) -> EventDict:
    """Put in the place of an exception its kind and the places in the code that it came through."""
    error = entry.pop("exc_info", None)
    if isinstance(error, BaseException):
        entry["fault"] = kinds_of(error)
        entry["where"] = places_of(error)
    return entry


def kinds_of(error: BaseException) -> str:
    """The exception's kind, and the kind of what caused it."""
    error = first_of(error)
    name = type(error).__name__
    return f"{name} from {type(error.__cause__).__name__}" if error.__cause__ is not None else name


def places_of(error: BaseException) -> list[str]:
    """Module, function and line of each call that the exception came through, the innermost last; no values."""
    return [
        f"{frame.f_globals.get('__name__', '?')}.{frame.f_code.co_name}:{line}"
        for frame, line in traceback.walk_tb(first_of(error).__traceback__)
    ][-DEEPEST:]


def first_of(error: BaseException) -> BaseException:
    """Of what failed together, that which failed first."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


class ToStandardError:
    """Writes lines to what standard error is at that moment."""

    def msg(self, message: str) -> None:
        print(message, file=sys.stderr, flush=True)

    debug = info = warning = error = msg


def logger_at(level: str) -> Any:
    """A log that says what is at least as weighty as this level."""
    return structlog.wrap_logger(
        ToStandardError(),
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            where_only,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(LEVELS[level]),
        cache_logger_on_first_use=True,
    )


log = logger_at("warning")
"""For what went wrong."""


def note_fault(error: BaseException, what: str = "a fault", **facts: Any) -> None:
    """Write a fault of ours down: its kind, its place, and facts that are no secrets."""
    log.error(what, exc_info=error, **facts)
