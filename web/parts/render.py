"""Templates into answers: a whole page, or the blocks of it that a request by HTMX swaps."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import anyio
from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2_fragments import render_block
from markupsafe import Markup
from starlette.types import Receive, Scope, Send

from service.cdn import OPEN, PAGES, Cdn, cdn_at
from service.engine.sentences import plain_text
from service.matches import Account
from service.matches.times import by_clock
from service.release import release
from web.page_delta import HEADER, NOTHING, Has, from_home, has_of, is_had, leaf, without
from web.parts.qr import qr
from web.parts.sentences import explained, linked

WEB = Path(__file__).parents[1]
STATIC = {file.name: file for file in sorted(WEB.glob("*/static/*"))}  # our own files, by name

SCRIPTS = cdn_at(OPEN).scripts(*PAGES)


@lru_cache
def static(name: str) -> str:
    """The address of one of our own files; it changes with the file, so browsers may keep it for ever."""
    return f"/static/{name}?v={hashlib.sha256(STATIC[name].read_bytes()).hexdigest()[:12]}"


ENVIRONMENT = Environment(
    loader=FileSystemLoader(sorted(WEB.glob("*/templates"))),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)
ENVIRONMENT.filters.update(by_clock=by_clock, explained=explained, leaf=leaf, linked=linked, plain=plain_text, qr=qr)
ENVIRONMENT.globals.update(static=static, release=release, scripts=SCRIPTS, person=None, notice=None, problem="")


def load_scripts_from(cdn: Cdn) -> None:
    """From now on the pages of this process name the files at this CDN."""
    ENVIRONMENT.globals["scripts"] = cdn.scripts(*PAGES)


def page(template: str, *, status: int = 200, person: Account | None = None, **context: Any) -> HTMLResponse:
    """A whole page."""
    return HTMLResponse(ENVIRONMENT.get_template(template).render(person=person, **context), status)


def fragments(
    template: str,
    blocks: Mapping[str, str],
    *,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    has: Has = NOTHING,
    home: str = "",
    ready: Mapping[str, Markup] = MappingProxyType({}),
    **context: Any,
) -> HTMLResponse:
    """Blocks of a page, each to take the place of an element: `{block: id}`; where a swap is named, to be put there so.

    A named swap stands before the id: `{block: "beforeend id"}`. Leaves that the page `has` are left out, and so are
    blocks of nothing else; `home` is its own address, which its script puts in again. What is `ready` takes the place
    of the elements with these ids.
    """
    parts, had = [], set(has.leaves)
    for name, place in blocks.items():
        block = without(render_block(ENVIRONMENT, template, name, **context), had, has)
        if is_had(block):
            continue
        block = from_home(block, home) if home and has.is_ours else block
        swap, _, target = place.rpartition(" ")
        parts.append(partial(target, swap, block, short=bool(home) and has.is_ours))
    parts += [partial(target, "", block) for target, block in ready.items()]
    return HTMLResponse(Markup("\n").join(parts), status, dict(headers or {}))


def partial(target: str, swap: str, block: Markup, *, short: bool = False) -> Markup:
    """A block for the element of an id, to take its place or to be put as `swap` says; in `short`, as a page's script
    writes out."""
    if short and not swap:
        return Markup('<hx-partial id="{}">{}</hx-partial>').format(target, block)
    return Markup('<hx-partial hx-target="#{}" hx-swap="{}">{}</hx-partial>').format(target, swap or "outerHTML", block)


def by_htmx(request: Request) -> bool:
    """Whether the request wants fragments: sent by HTMX, for a part of the page."""
    return request.headers.get("HX-Request") == "true" and request.headers.get("HX-Request-Type") != "full"


def had_by(request: Request) -> Has:
    """What the page that sent a request has of what it may be sent."""
    return has_of(request.headers.get(HEADER, ""))


class Later(RedirectResponse):
    """On to another page when so many seconds are over; meanwhile it keeps no thread busy."""

    def __init__(self, to: str, seconds: float) -> None:
        super().__init__(to, 303)
        self.seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.seconds:
            await anyio.sleep(self.seconds)
        await super().__call__(scope, receive, send)


def go(to: str, cookies: Sequence[tuple[str, str]] = (), *, secure: bool = False) -> RedirectResponse:
    """On to another page after a form was sent, with cookies where a browser signs in."""
    answer = RedirectResponse(to, 303)
    for name, value in cookies:
        answer.set_cookie(name, value, max_age=90 * 24 * 3600, httponly=True, samesite="lax", secure=secure)
    return answer
