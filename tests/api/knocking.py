"""Everybody who may try a route, what each route takes, and a server with a match at which they knock."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts

from service import matches
from service.app import create_app
from service.matches import SESSION_COOKIE, Account, Context
from service.matches.moderators import agree
from service.settings import Settings
from service.store.clocks import ClockTerms
from tests.client import TestClient
from web.router import page_above

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
NOWHERE = "aaaaaaaaaaaaaaaa"
DESCRIBED: dict[str, Any] = {}
API_OPEN = {
    "GET /api/v1/version", "GET /api/v1/games", "GET /api/v1/games/{game}", "GET /api/v1/games/{game}/rules",
    "GET /api/v1/games/{game}/scenarios/{scenario}",
    "GET /api/v1/invitations/{token}", "POST /api/v1/accounts", "POST /api/v1/tokens",
    "GET /api/v1/password-links/{link}", "PUT /api/v1/password-links/{link}", "POST /api/v1/ways-back",
}  # fmt: skip
"""What the API answers to anybody: the shelf, what an invitation is for, and how to become somebody, or so again."""
SEAT = "/api/v1/matches/{match_id}/seats/{seat}/"
TELLS = ("notices", "webhook", "browsers", "feed", "{channel}")
"""Below a seat, what sets by which ways its player is told."""
BODIES: dict[str, Any] = {
    "POST /api/v1/matches": {"game": "toy", "scenario": "yard", "seat": "north"},
    "POST /api/v1/matches/{match_id}/invitations": {"seat": "south"},
    "POST /api/v1/matches/{match_id}/hand-overs": {"seat": "south"},
    "POST /api/v1/matches/{match_id}/ways-in": {"seat": "south"},
    "POST /api/v1/matches/{match_id}/seats/{seat}": {"invitation": "x"},
    "PUT " + SEAT + "sheet": [],
    "PUT /api/v1/me/notices": {"address": "anna@mail.example"},
    "POST /api/v1/me/browsers": {"endpoint": "https://push.example/1", "p256dh": "x", "auth": "x"},
    "PUT /api/v1/me/bot": {"bot": False},
    "PUT /api/v1/me/webhook": {"url": "https://chat.example/hooks/1"},
    "PUT /api/v1/me/{channel}/wishes": {"pace": "daily"},
    "POST " + SEAT + "browsers": {"endpoint": "https://push.example/1", "p256dh": "x", "auth": "x"},
    "PUT " + SEAT + "webhook": {"url": "https://chat.example/hooks/1"},
    "PUT " + SEAT + "{channel}/wishes": {"pace": "daily"},
    "PUT /api/v1/pause": {"paused": False},
    "POST /api/v1/ways-back": {"address": "anna@mail.example"},
    "PUT /api/v1/me/notices/matches/{match_id}": {"pace": "silent"},
    "PUT " + SEAT + "notices": {"address": "anna@mail.example"},
    "PUT " + SEAT + "notices/pace": {"pace": "silent"},
    "POST " + SEAT + "talk": {"text": "Hello"},
    "PUT " + SEAT + "talk/read": {"read": 0},
    "PUT " + SEAT + "talk/muted": {"muted": []},
    "POST " + SEAT + "notes": {"text": "To myself"},
    "PUT " + SEAT + "notes/{number}": {"text": "To myself"},
    "PUT " + SEAT + "clock/sheet": {"sends": True},
    "PUT " + SEAT + "end/offer": {"terms": "draw", "hours": 0},
    "PUT /api/v1/matches/{match_id}/arbitration": {"agreed": True},
    "POST /api/v1/matches/{match_id}/arbitration/rulings": {"seat": "south", "decision": "answered"},
    "PUT /api/v1/matches/{match_id}/moderation": {"agreed": True},
    "PUT /api/v1/matches/{match_id}/moderation/clocks": {"days": 1},
    "POST /api/v1/matches/{match_id}/moderation/corrections": {
        "correction": {"kind": "ask-again", "seat": "south"},
        "reason": "Too soon",
    },
    "PUT " + SEAT + "moderator": {"name": "stranger"},
    "POST " + SEAT + "end": {"way": "accept", "seat": "nobody", "terms": "draw"},
    "PUT /api/v1/matches/{match_id}/open-seats": {"seat": "south", "anybody": True},
    "PUT " + SEAT + "entropy": {"commitment": "0" * 64},
}
"""What is sent where the usual body would not do."""
NOT_YET = ("/review", "/{handle}", "/line-of-sight", "/letters/{number}", "/letters/{number}.txt")
"""What there is only after the end or after a letter, and what the toy game has none of."""
ENDLESS = "/live/events"
"""A stream, which is answered for as long as anybody listens: it has a test of its own."""
QUERY = {"/line-of-sight": "?a=11&b=12", "/destinations": "?unit=token"}
USUAL = [{"kind": "hide", "hex": "12"}]
FORM = {"seat": "south", "scenario": "toy/yard", "opponent": "practice", "name": "X", "password": "x", "label": "x"}


@dataclass
class Persona:
    """Somebody with a token for the API, and with a cookie for the pages."""

    name: str
    headers: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)


@dataclass
class House:
    """The match between owner (north) and opponent (south), the match that one account practises, and who knocks."""

    client: TestClient
    app: FastAPI
    match: str
    practice: str
    people: dict[str, Persona]
    context: Context
    accounts: dict[str, Account]

    def ask(self, who: str, method: str, path: str, *, key: str = "", body: Any = None) -> Any:
        """The answer to a request with what the route takes; nothing is kept between requests."""
        somebody = self.people[who]
        self.client.cookies.clear()
        if path.startswith("/api/"):
            headers = {**somebody.headers, "If-Match": '"s0"' if path.endswith("/sheet") else '"1"'}
            sent = body or BODIES.get(key, USUAL)
            as_lines = re.search(r"/lines(/preview)?$", path) is not None
            headers |= {"Content-Type": "text/plain"} if as_lines and method != "GET" else {}
            body = {} if method == "GET" else {"content": json.dumps(sent)} if as_lines else {"json": sent}
        else:
            cookie = "; ".join(f"{name}={value}" for name, value in somebody.cookies.items())
            headers = {"Cookie": cookie} if cookie else {}
            body = {} if method == "GET" else {"data": body or FORM}
        asked = next((query for end, query in QUERY.items() if path.endswith(end)), "")
        return self.client.request(method, path + asked, headers=headers, follow_redirects=False, **body)


def persona(context: Context, name: str, account: Account, *, scope: Any = "play", revoked: bool = False) -> Persona:
    token = matches.new_token(context, account, scope=scope)
    cookie = matches.open_session(context, account.id)
    if revoked:
        matches.revoke_token(context, account, matches.tokens(context, account)[0].id)
        matches.revoke_session(context, account, matches.sessions(context, account)[0].id)
    return Persona(name, {"Authorization": f"Bearer {token}"}, {SESSION_COOKIE: cookie})


@pytest.fixture
def house(settings: Settings, context: Context) -> Iterator[House]:
    people = {
        name: matches.make_account(context, name, "a long password")
        for name in ("owner", "opponent", "stranger", "both", "vera", "mona")
    }
    clock = ClockTerms("step", 3, over="arbiter")
    opened = matches.open_match(
        context, people["owner"], "toy", "yard", seat="north", clock=clock, arbiter="vera", moderator="mona"
    )  # fmt: skip
    matches.take_seat(context, people["opponent"], opened.match_id, "south", opened.invitations["south"])
    agree(context, people["mona"], opened.match_id)
    matches.open_match(context, people["stranger"], "toy", "yard", seat="north")  # has a seat, of another match
    practice = matches.open_match(context, people["both"], "toy", "yard")
    knocking = {name: persona(context, name, account) for name, account in people.items()}
    knocking["anonymous"] = Persona("anonymous")
    knocking["reader"] = persona(context, "reader", people["owner"], scope="read")
    knocking["bot"] = persona(context, "bot", people["owner"], scope="bot")
    knocking["strange reader"] = persona(context, "strange reader", people["stranger"], scope="read")
    knocking["revoked"] = persona(context, "revoked", people["owner"], revoked=True)
    app = create_app(settings, context)
    with TestClient(app) as client:
        yield House(client, app, opened.match_id, practice.match_id, knocking, context, people)


def api_routes(app: FastAPI) -> list[tuple[str, str]]:
    """Every method and path that the description has under /api; it is the same on every server."""
    if not DESCRIBED:
        DESCRIBED.update(app.openapi()["paths"])
    return [
        (method.upper(), path)
        for path, item in DESCRIBED.items()
        for method in item
        if path.startswith("/api/") and method.upper() in METHODS and not path.endswith(ENDLESS)
    ]


def page_routes(app: FastAPI) -> list[tuple[str, str]]:
    """Every method and path of the pages, but for what leads by its path alone, whoever asks, to the page above it."""
    return [
        (method, path)
        for route in iter_route_contexts(app.routes)
        if getattr(route, "endpoint", None) is not page_above
        for method in sorted(getattr(route, "methods", None) or ())
        if method in METHODS and (path := route.path or "") and not path.startswith("/api/")
    ]


def leads_above(app: FastAPI, path: str) -> bool:
    """Whether a path, asked for by GET, leads by itself alone to the page above it."""
    found = (route for route in iter_route_contexts(app.routes) if getattr(route, "endpoint", None) is page_above)
    return any(route.path == path for route in found)


def filled(path: str, match: str, seat: str) -> str:
    """The path at this match and seat."""
    known = {"match_id": match, "seat": seat, "unit": "token", "game": "toy", "scenario": "yard"}
    known |= {"channel": "feed"}
    known["number"] = "1"
    return re.sub(r"\{(\w+)(:\w+)?\}", lambda name: known.get(name[1], "unknown"), path)


def whole(answer: Any) -> tuple[int, dict[str, str], bytes]:
    """All that a client gets: status, headers, bytes."""
    return answer.status_code, dict(answer.headers), answer.content


def of_a_match(routes: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(method, path) for method, path in routes if "{match_id}" in path]


def at_a_seat(routes: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(method, path) for method, path in of_a_match(routes) if "/{seat}" in path]
