"""Work done for a request, in counts: what a clock would show, without the clock.

`Metered` goes round an app. Of every request it keeps the `Work` that was done until the last byte of the answer had
been sent: what came later, and what other threads do meanwhile, is not in it.

    client = TestClient(meter := Metered(create_app(settings, context)))
    client.post(...)
    assert meter.answers[-1] == ...

Of two servers of the two-worlds test each has its meter: `house.meter.answers`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from sqlalchemy import Engine, event
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.api.access_log import template_of
from service.engine.events import Event
from service.engine.reports import Report
from service.store.codec import Codec


@dataclass
class Work:
    """What was done for one request.

    `route` is the template of its address. `statements` are those of SQL, in order, without their values; `loaded`
    counts what was read out of the database by what it is (`to_event`, `to_telling`, `to_picture`, `to_position`, ...),
    and `characters` how long that was; `folded`: events that changed a position; `taught`: reports that a picture took.
    """

    route: str = field(default="", compare=False)
    statements: list[str] = field(default_factory=list)
    loaded: Counter[str] = field(default_factory=Counter)
    characters: int = 0
    folded: int = 0
    taught: int = 0
    over: bool = field(default=False, compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.without_length()}, {self.characters} characters"

    def without_length(self) -> str:
        """The same without the length of what was loaded."""
        loaded = ", ".join(f"{count} {what}" for what, count in sorted(self.loaded.items()))
        asked = ", ".join(" ".join(statement.split()[:3]) for statement in self.statements)
        return f"({len(self.statements)} statements: {asked}; {self.folded} folded, {self.taught} taught; {loaded})"


NOW: ContextVar[Work | None] = ContextVar("work", default=None)
"""The work of the request that is being answered: threads that work for it inherit it, others do not."""


def present() -> Work | None:
    """The work to which what happens now is added; None where nobody waits for it."""
    work = NOW.get()
    return work if work is not None and not work.over else None


@contextmanager
def counted() -> Iterator[Work]:
    """The work that is done within, where there is no request."""
    install()
    work, token = (made := Work()), NOW.set(made)
    try:
        yield work
    finally:
        work.over = True
        NOW.reset(token)


class Metered:
    """Goes round an app, and keeps the work of each request until its answer was sent, in `answers`."""

    def __init__(self, app: ASGIApp) -> None:
        install()
        self.app = app
        self.answers: list[Work] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        work = Work()

        async def send_and_look(message: Message) -> None:
            last = message["type"] == "http.response.body" and not message.get("more_body", False)
            if last:
                work.over, work.route = True, template_of(scope)
                self.answers.append(work)
            await send(message)

        token = NOW.set(work)
        try:
            await self.app(scope, receive, send_and_look)
        finally:
            NOW.reset(token)


# ---- what counts


def install() -> None:
    """Let statements, events and reports count themselves; once more does nothing."""
    if not event.contains(Engine, "before_cursor_execute", note_statement):
        event.listen(Engine, "before_cursor_execute", note_statement)
    for name in [name for name in vars(Codec) if name.startswith("to_")]:
        counting(Codec, name, note_loaded(name))
    for base, name, note in ((Event, "change", note_folded), (Report, "teach", note_taught)):
        for kind in (base, *kinds_below(base)):
            if name in vars(kind):
                counting(kind, name, note)


def kinds_below(base: type[Any]) -> Iterator[type[Any]]:
    for kind in base.__subclasses__():
        yield kind
        yield from kinds_below(kind)


def counting(owner: type[Any], name: str, note: Callable[[Work, tuple[Any, ...]], None]) -> None:
    """Note each call of a method, as it is now; a mutant that takes its place later is noted from the next house on."""
    honest = vars(owner)[name]
    if getattr(honest, "counts", False):
        return

    @wraps(honest)
    def method(self: Any, *arguments: Any, **named: Any) -> Any:
        work = present()
        if work is not None:
            note(work, arguments)
        return honest(self, *arguments, **named)

    method.counts = True  # type: ignore[attr-defined]
    setattr(owner, name, method)


def note_statement(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
    if (work := present()) is not None:
        work.statements.append(statement)


def note_loaded(name: str) -> Callable[[Work, tuple[Any, ...]], None]:
    def note(work: Work, arguments: tuple[Any, ...]) -> None:
        work.loaded[name] += 1
        if "opening" not in name:  # which is the scenario's, and known to both sides
            work.characters += len(arguments[0])

    return note


def note_folded(work: Work, _: tuple[Any, ...]) -> None:
    work.folded += 1


def note_taught(work: Work, _: tuple[Any, ...]) -> None:
    work.taught += 1
