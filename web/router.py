"""Every page. Order matters: `/matches/new` comes before `/matches/{match_id}`."""

from __future__ import annotations

from fastapi import APIRouter

from web.book import pages as book
from web.book import scenarios
from web.house import (
    account,
    accounts,
    arbiters,
    dice,
    files,
    home,
    lobby,
    new_password,
    notices,
    opening,
    owner,
    seats,
    way_back,
)
from web.parts.problems import problem_page
from web.parts.render import load_scripts_from
from web.past import letters, print_page
from web.past import pages as past
from web.table import clocks, coach_routes, ending, order_lines, rehearsal, sheet, talk
from web.table import pages as table

router = APIRouter(include_in_schema=False)
for pages in (
    files, home, book, scenarios, accounts, account, new_password, way_back, owner, notices, opening, seats, arbiters,
    lobby, dice, past, letters, print_page, table, sheet, order_lines, coach_routes, rehearsal, ending, talk, clocks,
):  # fmt: skip
    router.include_router(pages.router)

__all__ = ["load_scripts_from", "problem_page", "router"]
