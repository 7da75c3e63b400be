"""The pages, one a file. Order matters: `/matches/new` comes before `/matches/{match}`."""

from __future__ import annotations

from fastapi import APIRouter

from web.pages import (
    account,
    accounts,
    coach,
    dice,
    files,
    history,
    home,
    letters,
    lobby,
    match,
    opening,
    rulebook,
    seats,
    sheet,
    standing,
)
from web.pages.problems import problem_page
from web.render import load_scripts_from

router = APIRouter(include_in_schema=False)
for door in (
    files,
    home,
    rulebook,
    accounts,
    account,
    opening,
    seats,
    lobby,
    dice,
    history,
    letters,
    match,
    sheet,
    coach,
    standing,
):
    router.include_router(door.router)

__all__ = ["load_scripts_from", "problem_page", "router"]
