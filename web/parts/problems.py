"""A page for everything that can go wrong, with a way on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import quote, urlsplit

from fastapi import Request, Response

from service.matches import errors
from service.matches.errors import Problem
from web.parts.dependencies import local
from web.parts.render import fragments, page


@dataclass(frozen=True)
class NextLink:
    """Where one may go from here."""

    href: str
    label: str


@dataclass(frozen=True)
class Shown:
    """A problem as its page says it."""

    status: int
    title: str
    detail: str
    rule: str
    rule_url: str
    ways: tuple[NextLink, ...]
    again: bool
    """Whether the same may be sent once more, as it was."""


PASSES = frozenset({408, 429, 503})
"""What has nothing to do with what was asked: it came too late or too often."""
WORDS: dict[str, tuple[str, str]] = {
    "not-signed-in": ("Sign in first", "This page belongs to a player. Sign in, or open the link of your seat again."),
    "not-found": ("There is nothing here", "The address is wrong, or what is here is not yours to see."),
    "from-elsewhere": ("That came from another site", "Only our own pages may send this. Nothing was done."),
    "sign-up-closed": ("You need a link to sign up", "Whoever runs this server makes it. Nothing was done."),
    "seat-taken": ("This seat is taken", "Somebody sits there already."),
    "picture-moved-on": ("You were told something new", "Nothing was sent. Look again, then send."),
    "malformed": ("That cannot be read", "A field is missing or holds something that does not fit. Nothing was done."),
    "too-slow": ("That took too long to arrive", "The connection is slow or was cut. Nothing was done; send it again."),
    "too-often": ("Too often", ""),
    "busy": ("The server is busy just now", "What you wrote is kept. Try again in a moment."),
    "fault": (
        "Something went wrong here",
        "The fault is this server's, not yours, and has been written down for its owner. What you sent may "
        "have been done all the same: look before you send it again.",
    ),
}


SIGNED_OUT = ("You are signed out here", "Your sheet is kept. Sign in to go on, or open the link of your seat again.")
"""On a page that was read when its reader was signed in."""

AT_FAULT = "The fault is this server's, not yours, and has been written down for its owner."
"""On a page that asked something, or that sent orders."""
SENT_AT_FAULT = f"{AT_FAULT} What is sent again is done once."

NOT_YOURS = (
    "This seat is not yours to sit at",
    "The match is gone, or somebody else has this seat now. What you wrote stays on this page for you to read; nothing "
    "more of it can be sent.",
)
"""On a match page that its reader could read before."""


def back_to(request: Request) -> str:
    """The address of the page that asked, which is where one goes on after signing in."""
    if request.method == "GET" and request.headers.get("HX-Request") != "true":
        return unless_secret(request.url.path)
    try:
        said = urlsplit(request.headers.get("HX-Current-URL") or request.headers.get("Referer") or "")
    except ValueError:
        return "/"
    return unless_secret(local(said.path))


SECRET = ("/seat/", "/invitations/", "/sign-up/", "/mail/", "/password/", "/way-in/")
"""How paths begin that hold a secret."""


def unless_secret(path: str) -> str:
    """A path that may stand in an address; one that holds a secret is never handed on so."""
    return "/" if path.startswith(SECRET) else path


def problem_page(request: Request, problem: Problem) -> Response:
    """The problem as a page; to HTMX as a notice on the page that it has."""
    title, detail = WORDS.get(problem.name, (problem.title.rstrip("."), ""))
    ways = [NextLink("/", "Your matches")]
    if isinstance(problem, errors.NotSignedIn):
        ways.insert(0, NextLink(f"/sign-in?next={quote(back_to(request))}", "Sign in"))
    elif problem.retry_after is not None and request.method == "GET":
        ways.insert(0, NextLink(request.url.path, "Try again"))
    rule = "" if problem.rule.startswith("SITREP-") else problem.rule
    # After a fault what was sent can be sent again, and is done once; a page that cannot be shown stays so.
    again = problem.status in PASSES or (problem.name == "fault" and request.method != "GET")
    rule_url = str(problem.members.get("rule_url", ""))
    shown = Shown(problem.status, title, problem.detail or detail, rule, rule_url, tuple(ways), again)
    headers = {"Cache-Control": "no-store"}
    if problem.retry_after is not None:
        headers["Retry-After"] = str(problem.retry_after)
    if request.headers.get("HX-Request") == "true":
        if isinstance(problem, errors.NotSignedIn):
            shown = replace(shown, title=SIGNED_OUT[0], detail=SIGNED_OUT[1])
        elif isinstance(problem, errors.NotFound) and request.url.path.startswith("/matches/"):
            shown = replace(shown, title=NOT_YOURS[0], detail=NOT_YOURS[1])
        elif problem.name == "fault":
            shown = replace(shown, detail=AT_FAULT if request.method == "GET" else SENT_AT_FAULT)
        return fragments("error.html", {"trouble": "trouble"}, status=problem.status, headers=headers, error=shown)
    answer = page("error.html", status=problem.status, error=shown)
    answer.headers.update(headers)
    return answer
