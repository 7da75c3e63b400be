"""What every bot has in common: a seat of a match, reached over HTTP, knowing what that seat is told.

A bot is a subclass that says what to order (`orders`). Played patiently, it waits where the service asks it to (429,
503) or is not there for a while, looks again where its picture moved on (412), and closes a heading at which it was
refused (409), so that it always comes to the end of a match. At a fault of the service (500, or a match that has
stopped) it stops: the same request would meet it again. What came of its orders it waits for where it goes on by that,
as long as the service says that it may take.
"""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote, urlencode

import httpx

Order = dict[str, Any]
Offer = dict[str, Any]
JSON = dict[str, Any]

DONE: Order = {"kind": "done"}
STOPPED = "/api/problems/match-stopped"
MOST_WAITS = 30
"""How often a request is made again; then its answer stands."""
LONGEST_WAIT = 5.0
"""Seconds, where the service does not say how long to wait."""
LONGEST_ASKED = 600.0
"""Seconds; whoever is asked to wait longer takes that for their answer."""
MOST_REFUSALS = 8
"""At one heading; then it is closed."""


class Fault(Exception):
    """Something that must not happen, whatever is ordered."""


class OfferRefused(Fault):
    """An order built from a fresh option was refused."""


class UnexpectedAnswer(Fault):
    """The service answered otherwise than taken, refused or moved on."""


class HouseAtFault(Fault):
    """The service has met a fault of its own, which does not pass by asking again."""


def client(
    base_url: str, *, token: str | None = None, cookies: Mapping[str, str] | None = None, timeout: float = 30.0
) -> httpx.Client:
    """A client of the service, signed in by a bearer token or by cookies."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    secured = not base_url.startswith("http://")  # certificates are read only where they are asked for
    return httpx.Client(
        base_url=base_url, headers=headers, cookies=dict(cookies or {}), timeout=timeout, verify=secured
    )


def ask(
    http: httpx.Client,
    method: str,
    path: str,
    *,
    waits: int = MOST_WAITS,
    rest: Callable[[float], object] | None = None,
    **what: Any,
) -> httpx.Response:
    """A request, made again while the service is busy, or away; with a key of its own it is still done only once.

    It rests as long as the service asks it to, by `rest(seconds)` if that is given. Raises HouseAtFault at a 500, and
    httpx.TransportError where the service stays away.
    """
    for tried in range(waits + 1):
        pause = min(LONGEST_WAIT, 0.1 * 2 ** min(tried, 6))
        try:
            answer = http.request(method, path, **what)
        except httpx.TransportError:
            if tried == waits:
                raise
        else:
            if answer.status_code == httpx.codes.INTERNAL_SERVER_ERROR:
                raise HouseAtFault(f"{method} {path}: the service has met a fault of its own (500)")
            if answer.status_code not in (429, 502, 503, 504) or tried == waits:
                return answer
            said = answer.headers.get("Retry-After", "")
            pause = float(said) if said.isdecimal() else pause
            if pause > LONGEST_ASKED:
                return answer
        (rest or time.sleep)(pause)
    raise AssertionError("unreachable")


def closable(offers: list[Offer]) -> bool:
    """Whether Done is offered."""
    return any(offer["kind"] == "done" for offer in offers)


class Player:
    """One seat of one match. Subclasses say in `orders` what to order where the seat is asked."""

    waits = MOST_WAITS
    """How often it asks again where the service is busy or away; 0 for a player that tries the service."""

    def __init__(self, http: httpx.Client, match_id: str, seat: str) -> None:
        self.http = http
        self.rest: Callable[[float], object] | None = None
        """How it waits before it asks again: as whoever hosts it does, else in its sleep."""
        self.match_id = match_id
        self.seat = seat
        self.path = f"/api/v1/matches/{quote(match_id, safe='')}/seats/{quote(seat, safe='')}"
        self.met: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.moved_on = 0
        self.refusals_here = 0
        self.ended = False
        self.seen = ""
        """The version of what was offered at its last look."""
        self.anytime_kinds: list[str] = []
        """The kinds of orders that are lawful at any heading, as of its last look."""
        self.sent: tuple[int, float] | None = None
        """The version with which its last orders were acknowledged, and until when something may come of them."""

    # ---- playing

    def play(self, *, patience: float = 600.0, pause: float = 0.2, stop: Callable[[], bool] = lambda: False) -> None:
        """Play until the match has ended, or `stop` says so; raise Fault when nothing is asked for so long."""
        last = time.monotonic()
        while not self.ended and not stop():
            if self.act():
                last = time.monotonic()
            elif time.monotonic() - last > patience:
                raise Fault(f"{self.seat} was not asked for {patience:.0f} seconds")
            else:
                time.sleep(pause)

    def act(self) -> bool:
        """Look at the options and send something; False where the seat is not asked, waits, or the match is over."""
        if self.is_waiting():
            return False
        offers, tag = self.look()
        if not offers:
            return False
        orders = [dict(DONE)] if self.refusals_here >= MOST_REFUSALS and closable(offers) else self.orders(offers)
        self.send(orders or [dict(DONE)], tag)
        return True

    def look(self) -> tuple[list[Offer], str]:
        """What is offered at the heading where the seat is asked, nothing where it is not, and the version of that."""
        answer = self.get("/options")
        said = answer.json()
        offers: list[Offer] = said["options"]
        self.anytime_kinds = said["anytime_kinds"]
        self.ended = not offers and not self.anytime_kinds
        self.seen = answer.headers["ETag"]
        return offers, self.seen

    def is_waiting(self) -> bool:
        """Whether something may still come of the orders that it sent last, and nothing has come yet."""
        if self.sent is None:
            return False
        version, until = self.sent
        if time.monotonic() < until and not self.get(f"/log?after={version}").json()["entries"]:
            return True
        self.sent = None
        return False

    def waits_for(self, orders: list[Order]) -> bool:
        """Whether it goes on by what comes of these orders; after Done it is asked anew in any case."""
        return DONE not in orders

    def orders(self, offers: list[Offer]) -> list[Order]:
        """What to order at this heading now, by these offers; nothing means Done."""
        raise NotImplementedError

    # ---- the wire

    def ask(self, method: str, path: str, **what: Any) -> httpx.Response:
        """A request, made again as often as this player does."""
        return ask(self.http, method, path, waits=self.waits, rest=self.rest, **what)

    def get(self, what: str) -> httpx.Response:
        """Something of the seat's, such as "/view". Raises UnexpectedAnswer."""
        answer = self.ask("GET", self.path + what)
        if answer.status_code != 200:
            raise UnexpectedAnswer(f"GET {self.path}{what}: {answer.status_code} {answer.text}")
        return answer

    def facts(self, said: JSON) -> JSON:
        """What is public of the scenario of a view, by the set of data that the match is played by."""
        game = f"{said['game']}@{said['data']}" if said["data"] else said["game"]
        path = f"/api/v1/games/{game}/scenarios/{said['scenario']}"
        found: JSON = self.ask("GET", path).raise_for_status().json()["facts"]
        return found

    def ways(self, *units: str) -> list[JSON]:
        """Where units can go together: places with cost and one path each; nowhere, if one was lost since then."""
        path = f"{self.path}/destinations?{urlencode([('unit', unit) for unit in units])}"
        answer = self.ask("GET", path)
        if answer.status_code in (404, 409) and (self.waits or self.was_told_more()):
            return []
        if answer.status_code != 200:
            raise UnexpectedAnswer(f"GET {path}: {answer.status_code} {answer.text}")
        found: list[JSON] = answer.json()["destinations"]
        return found

    def was_told_more(self) -> bool:
        """Whether its seat was told something since its last look, so that what was offered then may hold no longer."""
        return bool(self.get("/options").headers["ETag"] != self.seen)

    def new_key(self) -> str:
        """A key for a request that must not be done twice."""
        return f"{self.seat}-{secrets.token_hex(8)}"

    def send(self, orders: list[Order], tag: str) -> httpx.Response:
        """Send orders by the version that was seen; count what was taken, refused, or came too late."""
        headers = {"If-Match": tag, "Idempotency-Key": self.new_key()}
        answer = self.post(orders, headers)
        kinds = [order["kind"] for order in orders]
        match answer.status_code:
            case 202:
                self.met.update(kinds)
                if "done" in kinds:
                    self.refusals_here = 0
                if self.waits_for(orders) and (said := answer.headers.get("Retry-After", "")).isdecimal():
                    self.sent = (answer.json()["version"], time.monotonic() + float(said))
                self.taken(orders)
            case 412:
                self.moved_on += 1
            case 409 if answer.json()["type"] == STOPPED:
                raise HouseAtFault(f"match {self.match_id} has stopped")
            case 409:
                self.refusals_here += 1
                self.note_refusal(orders, answer.json())
            case status:
                raise UnexpectedAnswer(f"{orders} got {status} {answer.text}")
        return answer

    def post(self, orders: list[Order], headers: Mapping[str, str]) -> httpx.Response:
        """The request itself."""
        return self.ask("POST", f"{self.path}/orders", json=orders, headers=dict(headers))

    def taken(self, orders: list[Order]) -> None:
        """These orders were taken."""

    def note_refusal(self, orders: list[Order], problem: JSON) -> None:
        """The rules refused the list because of the order at `problem["index"]`."""
        self.refused[orders[problem.get("index", 0)]["kind"]] += 1
