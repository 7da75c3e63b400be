"""The owner's pages of the matches of the server, of bounds, and of what is wrong with the settings."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from service.dependencies import TheContext
from service.matches import Account, Context
from service.matches.bounds import SIGN_UP, bounds, set_bound
from service.matches.errors import Malformed, NotFound, NotNow, OwnPart
from service.matches.housekeeping import (
    REST,
    archive,
    delete_unbegun,
    kept_matches,
    let_go_on,
    prune,
    prune_all,
    rules_in_use,
    way_in,
)
from service.matches.pausing import go_on, pause
from web.house.accounts import reasons
from web.house.owner import HouseOwner
from web.parts.dependencies import Sent, here, text
from web.parts.render import go, page

router = APIRouter(include_in_schema=False)
DO = {"pause": pause, "go-on": go_on, "resume": let_go_on, "delete": delete_unbegun}


@router.get("/account/house/matches")
def matches_page(context: TheContext, me: HouseOwner) -> Response:
    """Every match: since when a hand-over is due, by which rules it goes on, and what can be done with it."""
    return matches_shown(context, me)


@router.post("/account/house/matches")
def match_changed(request: Request, context: TheContext, me: HouseOwner, sent: Sent) -> Response:
    """Do with a match what the form says; a link is shown on this page and never again."""
    do, match_id = text(sent, "do"), text(sent, "match")
    try:
        if do == "way-in":
            link = way_in(context, me, match_id, text(sent, "seat").strip())
            return matches_shown(context, me, link=f"{here(request)}/way-in/{link}")
        if do in ("archive", "prune"):
            file = (archive if do == "archive" else prune)(context, me, match_id)
            return matches_shown(context, me, done=f"The match is in {file}, with every side's secrets.")
        if do == "prune-all":
            files = prune_all(context, me)
            said = f"Matches put away: {len(files)}, into {context.archive}, with every side's secrets."
            return matches_shown(context, me, done=said)
        if do not in DO:
            raise NotFound()
        DO[do](context, me, match_id)
    except NotFound as problem:
        return matches_shown(context, me, problem="There is no such match.", status=problem.status)
    except (NotNow, OwnPart) as problem:
        return matches_shown(context, me, problem=f"{problem.title} {problem.detail}", status=problem.status)
    return go("/account/house/matches")


def matches_shown(
    context: Context, me: Account, *, link: str = "", done: str = "", problem: str = "", status: int = 200
) -> Response:
    """The page."""
    lines = kept_matches(context, me)
    return page(
        "house_matches.html", status=status, person=me, link=link, done=done, problem=problem, matches=lines,
        rules=rules_in_use(lines), rest=REST.days,
    )  # fmt: skip


@router.get("/account/house/bounds")
def bounds_page(context: TheContext, me: HouseOwner) -> Response:
    """What one player may take, and who may sign up."""
    return page("house_bounds.html", person=me, bounds=bounds(context, me), sign_up=SIGN_UP, problem="", at="")


@router.post("/account/house/bounds")
def bound_set(context: TheContext, me: HouseOwner, sent: Sent) -> Response:
    """Set one of them, or have it as the settings do."""
    name = text(sent, "name")
    try:
        set_bound(context, me, name, text(sent, "value") if text(sent, "do") == "set" else "")
    except (Malformed, NotFound) as problem:
        return page(
            "house_bounds.html", status=problem.status, person=me, bounds=bounds(context, me), sign_up=SIGN_UP,
            problem=reasons(problem), at=name,
        )  # fmt: skip
    return go("/account/house/bounds")


@router.get("/account/house/check")
def check_page(request: Request, me: HouseOwner) -> Response:
    """What `sitrep check` says of the settings, the database, the disk, the clock and the mail."""
    return page("house_check.html", person=me, findings=request.app.state.findings())
