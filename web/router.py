"""Every page. Order matters: `/matches/new` comes before `/matches/{match_id}`."""

from __future__ import annotations

from functools import cache

from fastapi import APIRouter, Request, Response
from fastapi.routing import APIRoute

from web.book import pages as book
from web.book import scenarios
from web.house import (
    account,
    accounts,
    arbiters,
    dice,
    feeds,
    files,
    home,
    lobby,
    moderators,
    new_password,
    notices,
    opening,
    owner,
    owner_matches,
    recovery,
    seats,
)
from web.parts.problems import problem_page
from web.parts.render import go, load_scripts_from
from web.past import letters, print_page
from web.past import pages as past
from web.table import clocks, coach_routes, ending, order_lines, rehearsal, sheet, talk
from web.table import pages as table

PAGES = (
    files, home, book, scenarios, accounts, account, new_password, recovery, owner, owner_matches, notices, feeds,
    opening, seats, arbiters, moderators, lobby, dice, past, letters, print_page, table, sheet, order_lines,
    coach_routes, rehearsal, ending, talk, clocks,
)  # fmt: skip


@cache
def addresses(method: str) -> set[str]:
    """The addresses of the pages at which something is done by this method."""
    routes = (route for pages in PAGES for route in pages.router.routes if isinstance(route, APIRoute))
    return {route.path for route in routes if method in (route.methods or ())}


def page_above(request: Request) -> Response:
    """Where a form has answered, opened again, as a phone does with a tab that it had put away: the page above it."""
    shown, form = addresses("GET"), request.scope["route"].path
    while form and form not in shown:
        form = form.rpartition("/")[0]
    return go("/".join(request.url.path.split("/")[: form.count("/") + 1]) or "/")


router = APIRouter(include_in_schema=False)
for form in sorted(addresses("POST") - addresses("GET")):
    router.add_api_route(form, page_above)
for pages in PAGES:
    router.routes += pages.router.routes  # themselves: FastAPI looks through a router that is included more than once

__all__ = ["load_scripts_from", "problem_page", "router"]
