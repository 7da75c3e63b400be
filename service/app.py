"""Puts everything together: context, API, middleware and pages."""

from __future__ import annotations

import importlib.util
import multiprocessing
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, nullcontext
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI
from starlette.routing import BaseRoute

from service import logs
from service.api import (
    accounts,
    arbiters,
    clocks,
    description,
    dice,
    ending,
    explorer,
    games,
    handover,
    health,
    history,
    invitations,
    letters,
    live,
    live_account,
    live_lists,
    log,
    me,
    metrics,
    moderators,
    notices,
    order_lines,
    orders,
    passwords,
    pausing,
    reference,
    seat_channels,
    seat_notices,
    sessions,
    sheet,
    standing_orders,
    talk,
    tokens,
    version,
    view,
    web_channels,
)
from service.api import matches as matches_api
from service.api.access_log import AccessLog, Figures
from service.api.looks import Looks
from service.api.middleware import Compression, FitBodies, SameSite, SecurityHeaders
from service.api.orders_door import OrdersDoor
from service.api.pinned_files import PinnedFiles
from service.api.plain_http import PlainHttp
from service.api.problems import Faults, add_problem_handlers
from service.api.routers import API
from service.api.schema_names import check_names
from service.api.write_limit import WriteLimit
from service.cdn import cdn_at
from service.engine.game import AnyGame
from service.mail import MailDoor, MailServer, PushKeys
from service.matches import Context
from service.matches.bounds import take_up_bounds
from service.matches.clock import Clock
from service.matches.clocks import give_time_back
from service.matches.context import MailboxLooks
from service.matches.map_pictures import DrawsMap
from service.matches.membership import Duty, Member
from service.matches.new_rules import follow_all
from service.matches.rate_limits import Most, RateLimits
from service.settings import Settings, settings_here
from service.store import Store
from service.store.instance_lock import stop_serving

if TYPE_CHECKING:
    from service.checks import Finding
    from service.mailing.lmtp import LmtpDoor
    from service.mailing.mailbox import MailboxDoor
    from service.mailing.sender import Sender

RESOURCES = (
    version, games, accounts, tokens, sessions, me, notices, seat_notices, web_channels, seat_channels, passwords,
    matches_api, invitations, handover, pausing, view, orders, sheet, order_lines, standing_orders, log, letters,
    history, dice, ending, talk, clocks, arbiters, moderators, live, live_account, live_lists,
)  # fmt: skip


DRAWS_WITH = ("cssselect2", "PIL", "resvg_py", "tinycss2")
"""What the extra `pictures` brings."""
TOO_MANY_WORKERS = (
    "A SQLite file is served by one process; several take PostgreSQL. "
    "Unset SITREP_WORKERS and WEB_CONCURRENCY, or set them to 1, or name a PostgreSQL database in DATABASE_URL."
)


class MissingExtra(RuntimeError):
    """A setting takes packages that are not installed here."""

    def __init__(self, setting: str, extra: str) -> None:
        super().__init__(f"{setting} takes the extra `{extra}`: in the tree of Sitrep, pip install '.[{extra}]'.")


class TooManyWorkers(RuntimeError):
    """More than one process was to serve a SQLite file."""


def context_for(settings: Settings, games: Mapping[str, AnyGame] | None = None) -> Context:
    """A context on the settings' database, with these games or all on the shelf. Raises UnfitPackage, FaultyGame."""
    if games is None:
        from service.games.shelf import on_offer

        games = on_offer()
    return Context(
        Store(settings.url, games),
        rate_limits=RateLimits(settings.limits),
        most=Most(
            matches=settings.matches_per_account,
            guest_matches=settings.matches_per_guest,
            sockets=settings.sockets_per_seat,
            sockets_of_account=settings.sockets_per_account,
            sockets_from=settings.sockets_per_address,
            lists=settings.lists_waiting_per_seat,
        ),
        open_sign_up=settings.open_sign_up,
        pace=settings.pace,
        mail=settings.mail,
        site=settings.site,
        push=push_keys_of(settings),
        draw_map=maps_drawn() if settings.mail_out and settings.site else None,
        looks=MailboxLooks() if settings.mail_in and MailDoor.at(settings.mail_in).is_mailbox else None,
        archive=settings.data / "archive",
    )


def create_app(settings: Settings | None = None, context: Context | None = None, *, with_pages: bool = True) -> FastAPI:
    """The whole service. The database's tables have to be up to date already."""
    settings = settings or settings_here()
    is_one_of_several = settings.workers != 1 or multiprocessing.parent_process() is not None  # of uvicorn --workers
    if is_one_of_several and settings.is_embedded:
        raise TooManyWorkers(TOO_MANY_WORKERS)
    is_served_by_others = (
        context is None
    )  # an app that uvicorn, gunicorn or another makes; `sitrep serve` holds the lock
    context = context or context_for(settings)
    cdn = cdn_at(settings.cdn)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        with context.store.single_instance() if is_served_by_others else nullcontext():
            take_up_bounds(context)
            with context.store.one_at_a_time():
                follow_all(context)
                give_time_back(context)
            clock = Clock(context)
            member = Member(
                context, app.state.duties, settings.lease, when_behind=superseded, name=app.state.process
            )  # fmt: skip
            app.state.leads = lambda: member.leads
            member.start()
            clock.start()
            yield
            clock.stop()
            member.stop()
        context.store.close()

    app = FastAPI(
        title="Sitrep",
        version="1",
        description="A referee for hidden-information wargames.",
        lifespan=lifespan,
        routes=[*routes(with_pages)],
        docs_url=None,
        redoc_url=None,
        openapi_url=f"{API}/openapi.json",
        redirect_slashes=False,
        telemetry={"tracing": False, "metrics": False, "logs": False, "auto_configure": False},  # paths hold secrets
    )
    app.state.context = context
    app.state.settings = settings
    app.state.duties = duties_of(context, settings)
    app.state.process = ""
    app.state.leads = lambda: False
    app.state.bots_run = lambda: None
    app.state.findings = lambda: found_wrong(settings)
    app.state.figures = Figures()
    app.state.looks = Looks(app.state)
    app.state.order_rounds = orders.order_rounds(app.state)
    app.state.secure_cookies = settings.secure_cookies
    pages = pages_module() if with_pages else None
    if pages is not None:
        pages.load_scripts_from(cdn)
    if cdn.folder is not None:
        app.mount(cdn.base.rstrip("/"), PinnedFiles(directory=cdn.folder), name="cdn")
    problem_page = getattr(pages, "problem_page", None)
    add_problem_handlers(app, problem_page)
    app.add_middleware(Compression, compresslevel=5)
    app.add_middleware(OrdersDoor)
    app.add_middleware(WriteLimit)
    app.add_middleware(FitBodies, limit=settings.body_limit, within=settings.body_within)
    app.add_middleware(SameSite)
    app.add_middleware(Faults, page=problem_page)
    app.add_middleware(PlainHttp)
    app.add_middleware(SecurityHeaders, cdn=cdn)
    app.add_middleware(AccessLog, figures=app.state.figures, level=settings.log)
    games_on_offer = context.games
    if not all(game.is_as_released for game in games_on_offer.values()):  # what was released has been asked
        check_names(games_on_offer)

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = description.described(app, games_on_offer)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]
    return app


def found_wrong(settings: Settings) -> list[Finding]:
    """What `sitrep check` says; its module is loaded where it is asked."""
    from service.checks import findings

    return list(findings(settings))


def superseded() -> None:
    """The tables were brought up to date for a later release while this process serves: it ends."""
    logs.log.error("this process stops", reason="the database's tables are of another release")
    stop_serving()


def duties_of(context: Context, settings: Settings) -> list[Callable[[], Duty]]:
    """What is there once on a server: those who tell by mail and on the web, and the door for mails that come in."""
    found: list[Callable[[], Duty]] = [*senders_of(context, settings)]
    if settings.mail_in:
        found.append(lambda: mail_door(context, settings))
    return found


def senders_of(context: Context, settings: Settings) -> list[Callable[[], Sender]]:
    """What makes those who tell whoever is to be told, by mail and on the web; none on a server without an address."""
    if not settings.site:
        return []
    from service.mailing.sender import MailSender, WebSender

    server = MailServer.at(settings.mail_out) if settings.mail_out else None
    by_mail = [lambda: MailSender(context, server)] if server is not None else []
    return [*by_mail, lambda: WebSender(context)]


def push_keys_of(settings: Settings) -> PushKeys | None:
    """The keys by which browsers are told; None on a server that tells none. Raises ValueError, RuntimeError."""
    if not settings.push_key or not settings.site.startswith("https://"):
        return None
    try:
        from service.mailing.pushes import push_keys
    except ModuleNotFoundError as missing:
        raise MissingExtra("SITREP_PUSH_KEY", "push") from missing
    return push_keys(settings.push_key)


def maps_drawn() -> DrawsMap | None:
    """Who draws the maps that go with mails: the pages, where the server has them and the extra `pictures`."""
    if pages_module() is None or not all(map(importlib.util.find_spec, DRAWS_WITH)):
        return None
    from web.games.pictures import map_picture

    return map_picture


def mail_door(context: Context, settings: Settings) -> LmtpDoor | MailboxDoor:
    """Where mails come in, on a server whose mails are answered; others start without reading how."""
    at = MailDoor.at(settings.mail_in)
    if at.is_mailbox:
        from service.mailing.mailbox import MailboxDoor

        return MailboxDoor(context, at)
    try:
        from service.mailing.lmtp import LmtpDoor
    except ModuleNotFoundError as missing:
        raise MissingExtra("SITREP_MAIL_IN=lmtp://...", "mail") from missing
    return LmtpDoor(context, at.host, at.port)


@cache
def routes(with_pages: bool) -> tuple[BaseRoute, ...]:
    """The routes of the API and, where there are pages, of the pages: the same objects in every app of a process.

    What a route needs is worked out as it is declared, which takes long for all of them.
    """
    listed = (route for resource in RESOURCES for route in resource.router.routes)
    unlisted = (route for other in (health, metrics, explorer, reference) for route in other.router.routes)
    pages = pages_module() if with_pages else None
    return (*listed, *unlisted, *(pages.router.routes if pages is not None else ()))


def pages_module() -> Any:
    """The pages, where the server has them: `web.router`, with a `router` and a `problem_page(request, problem)`."""
    found = importlib.util.find_spec("web.router")
    return import_module("web.router") if found is not None and found.origin is not None else None
