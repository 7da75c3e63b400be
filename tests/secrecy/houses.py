"""A world behind the whole service: everything that one seat can fetch, page for page and route for route."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import cycle, zip_longest
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from fastapi.routing import iter_route_contexts

from service.engine.game import AnyGame
from service.matches import Context
from tests.client import TestClient
from tests.random_play import codec
from tests.secrecy.work import Metered
from tests.secrecy.worlds import Leak
from tests.web.nudged import header_of
from web.page_delta import HEADER
from web.table.pages import LATE, LATE_WITHIN

MATCH, SECOND, THIRD = "twoworldsmatch00", "secondofthem0000", "withathird000000"
ARBITRATION = ("/", "/api/v1/arbitrations", f"/matches/{MATCH}/arbitration", f"/api/v1/matches/{MATCH}/arbitration")
"""What the arbiter of the match on trial reads: in both worlds the same."""
OF_THE_HOUSE = ("/account/house", "/account/house/matches", "/account/house/bounds", "/readyz")
"""What the owner of the server reads, who is the arbiter: in both worlds the same, whatever either side does."""
MODERATION = (
    "/api/v1/moderations", f"/matches/{MATCH}/moderation", f"/matches/{MATCH}/moderation/review?step=0",
    f"/api/v1/matches/{MATCH}/moderation/review", f"/api/v1/matches/{MATCH}/moderation",
)  # fmt: skip
"""What the moderator of the match on trial reads, who sees all of it."""
LIMITS = {"orders": "5 per minute", "socket": "12 per minute"}
"""They bite within a trial."""
ALL = slice(None)
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
CANARY = "CANARY"
"""What names and ids of the enemy begin with that were changed in the second world of a pair."""
CHANGING = {"date"}
EXPIRES = re.compile("expires=[^;]*; ")
"""Headers, and a part of one, that tell of the clock on the wall and of nothing else."""


LAID_OPEN = re.compile("/review|/export|/figures")
"""Where the truth stands when a match is over."""
LINES = {
    "ndc": (("0105", "0805"), ("0105", "9999")),
    "korsun": (("1310", "1410"), ("1310", "9999")),
    "campaign1776": (("PP32", "QQ33"), ("PP32", "ZZZ9")),
    "skirmish": (("0808", "1308"), ("0808", "1007"), ("0906", "1106"), ("1308", "1106"), ("0513", "9999")),
}
"""Lines of sight that are asked for; on the last of each game there is no such hex."""


ROUTES: list[str] = []
"""Every GET route below a seat's path, in the API and among the pages; those of one server are those of all."""


def routes_of(app: Any) -> list[str]:
    if not ROUTES:
        below = [route for route in iter_route_contexts(app.routes) if "{seat}" in (route.path or "")]
        ROUTES.extend(str(route.path) for route in below if "GET" in (getattr(route, "methods", None) or ()))
    return ROUTES


@dataclass
class House:
    """One world served among other matches, and the browsers of both its players.

    `client` is signed in to the account of the watched seat, `by_link` to that seat by its link, and `enemy` to the
    account of the other side; `arbiter` has no seat, rules where a time is over, and owns
    the server; `moderator` has none
    and sees all; `cookies` are the links of
    both seats. `now` is what the clock says, and `drawing` for whom secrets are drawn: each side has its own.
    `meter` has the work done for each request (`work`), and `tried` the routes that the watched seat tried; `over`:
    the match has ended. `enemy_looks_back`: the other side's log fits its bases. `has` is what its page says that
    it has.
    """

    client: TestClient
    by_link: TestClient
    enemy: TestClient
    arbiter: TestClient
    moderator: TestClient
    meter: Metered
    context: Context
    game: AnyGame
    seat: str
    other: str
    cookies: dict[str, str]
    now: list[datetime]
    drawing: list[str]
    enemy_looks_back: bool
    over: bool = False
    has: str = ""
    tried: set[tuple[str, str]] = field(default_factory=set)

    @property
    def api(self) -> str:
        return f"/api/v1/matches/{MATCH}/seats/{self.seat}"

    @property
    def page(self) -> str:
        return f"/matches/{MATCH}/{self.seat}"

    def said(self, answer: Any, where: str, *, reads: bool = False) -> str:
        """Everything of an answer to the watched seat: status, headers, body, size as it was sent, and work done.

        How long the text is that was loaded counts for what only `reads`: orders are worked on the truth, which is
        not as long in one world as in the other.
        """
        if not (self.over and LAID_OPEN.search(where)):
            searched(answer, where)
        work = self.meter.answers[-1]
        self.tried.add((answer.request.method, work.route))
        kept = sorted((k, EXPIRES.sub("", v)) for k, v in answer.headers.items() if k not in CHANGING)
        return f"{where} {answer.status_code} {kept} {work if reads else work.without_length()}\n{answer.text}"

    def fetch(self, path: str, client: TestClient | None = None, **headers: str) -> str:
        """Everything of one answer."""
        return self.said((client or self.client).get(path, headers=headers), f"{path} {headers}", reads=True)

    def ask(self, method: str, path: str, **sent: Any) -> tuple[int, str]:
        """Any request of the watched seat: the status, and everything of the answer."""
        answer = self.client.request(method, path, follow_redirects=False, **sent)
        return answer.status_code, self.said(answer, f"{method} {path}")

    def give(self, orders: list[dict[str, Any]]) -> Any:
        """Orders of the watched seat; the answer."""
        version = self.client.get(f"{self.api}/view").headers["etag"]
        return self.client.post(f"{self.api}/orders", json=orders, headers={"If-Match": version})

    def post(self, seat: str, orders: list[dict[str, Any]]) -> str:
        """Orders from either seat; what they are answered."""
        if seat == self.seat:
            answer = self.give(orders)
            searched(answer, "orders")
        else:
            with self.enemys_luck():
                path = f"/api/v1/matches/{MATCH}/seats/{seat}"
                version = self.enemy.get(f"{path}/view").headers["etag"]
                answer = self.enemy.post(f"{path}/orders", json=orders, headers={"If-Match": version})
        return f"{answer.status_code} {answer.text}"

    @contextmanager
    def enemys_luck(self) -> Iterator[None]:
        """What is drawn meanwhile is drawn for the other side: ids and keys of the watched seat stay its own."""
        self.drawing[0] = "enemy"
        yield
        self.drawing[0] = "watched"

    def handles(self) -> list[str]:
        """The contacts that the watched seat was ever told of."""
        return [str(one["handle"]) for one in self.client.get(f"{self.api}/contacts").json()["contacts"]]

    def addresses(self, route: str, units: list[str], handles: list[str]) -> list[str]:
        """The addresses of a route that are fetched, of these units and contacts."""
        path = route.replace("{match_id}", MATCH).replace("{seat}", self.seat)
        wanted = [path]
        if path.endswith("/destinations"):
            wanted = [f"{path}?unit={unit}" for unit in units] + [f"{path}?unit={unit}&unit=E1" for unit in units[:1]]
            wanted += [f"{path}?{'&'.join(f'unit={unit}' for unit in units[:2])}"]
        if "{handle}" in path:
            wanted = [path.replace("{handle}", handle) for handle in (*handles, "E999")]
        if "{number}" in path:
            wanted = [path.replace("{number}", number) for number in ("1", "2", "999")]
        if path.endswith("/line-of-sight"):
            wanted = [f"{path}?a={a}&b={b}" for a, b in LINES[self.game.info.name]]
        if path.endswith("/history"):
            wanted += [f"{path}?{query}" for query in ("at=1&hex=0808", "at=9999", "since=1", "stop=1")]
        return wanted

    def readable(self, part: slice = ALL) -> Iterator[tuple[str, str]]:
        """Each address that the watched seat can fetch now, with what it is answered; of all of them this part.

        What is outside a match is read first: who has looked at a seat last is known when it is looked at.
        """
        for name, path, client in self.outside()[part]:
            yield name, self.fetch(path, client)
        for name, path, headers in self.inside(part):
            yield name, self.fetch(path, **headers)

    def outside(self) -> list[tuple[str, str, TestClient]]:
        """What is read outside a match: the account, its matches and who sits there; also by the link of a seat."""
        places = ("/", "/api/v1/matches", "/api/v1/matches?asked=true", "/api/v1/me", "/api/v1/sessions",
                  "/api/v1/tokens", "/account", f"/matches/{MATCH}", f"/api/v1/matches/{MATCH}")  # fmt: skip
        by_link = ("/", self.page, f"{self.api}/view", "/api/v1/matches")
        return [
            *((place, place, self.client) for place in places),
            *((f"by link {place}", place, self.by_link) for place in by_link),
            *((f"the arbiter {place}", place, self.arbiter) for place in ARBITRATION),
            *((f"the owner of the server {place}", place, self.arbiter) for place in OF_THE_HOUSE),
        ]

    def inside(self, part: slice) -> list[tuple[str, str, dict[str, str]]]:
        """Every route below the seat's path, and what its page fetches by itself: names, addresses and headers."""
        self.has = self.has or header_of(self.fetch(self.page, self.by_link))
        own = self.client.get(f"{self.api}/view").json()["view"]["own"]
        units = [*own] if isinstance(own, dict) else [unit["id"] for unit in own]
        asked, told = units[:: max(1, len(units) // 4)], self.handles()[-2:]
        routes = [address for route in routes_of(self.meter.app)[part]
                  for address in self.addresses(route, asked, told)]  # fmt: skip
        htmx, [*lines, _] = {"HX-Request": "true", HEADER: self.has}, LINES[self.game.info.name]
        offered = self.client.get(f"{self.api}/options").json()["options"]
        weighed = [urlencode(filled_in(one)) for one in offered if one["kind"] in WEIGHED][:3]
        cards = [f"card={one['number']}" for one in self.client.get(f"{self.api}/cards").json()["cards"][-2:]]
        fetched = (
            "live=1&after=0", "others=1", f"unit={units[0]}&looking=1", "letters=1", "log_before=20", *weighed, *cards,
            *(f"target={handle}" for handle in told[:1]), *(f"late={late}" for late in (*LATE, *LATE_WITHIN)),
        )  # fmt: skip
        alone = [
            *((f"{self.page} {query}", f"{self.page}?{query}", htmx) for query in fetched),
            (f"{self.page} without", f"{self.page}?live=1&after=0", {"HX-Request": "true"}),
            (f"{self.page} past", f"{self.page}/history?stop=1&sliding=1", htmx),
            *((f"{self.page} {unit}", f"{self.page}?unit={unit}&a={a}&b={b}", {})
              for unit, (a, b) in zip(units[:2], cycle(lines), strict=False)),
        ]  # fmt: skip
        return [*((address, address, {}) for address in routes), *alone[part]]

    def at_a_glance(self, past: int = 1) -> Iterator[tuple[str, str]]:
        """What changes first where something leaks: view, log, dice, what a nudged page fetches, what is outside.

        Each address with what it is answered, fetched when it is looked at.
        """
        had, htmx = self.has, {"HX-Request": "true"}
        for place in ("/", "/api/v1/matches", f"/matches/{MATCH}", f"/api/v1/matches/{MATCH}"):
            yield place, self.fetch(place)
        said = self.fetch(self.page, self.by_link)
        self.has = header_of(said)
        yield f"by link {self.page}", said
        told = ("view", "log", "cards", "letters", "options", "standing-orders", "dice", "export", "history")
        for what in (*told, f"history?at={past}"):
            yield what, self.fetch(f"{self.api}/{what}")
        yield "live", self.fetch(f"{self.page}?live=1&after=0", **htmx)
        yield "nudged", self.fetch(f"{self.page}?live=1&after=0", **htmx, **{HEADER: had})


WEIGHED = ("declare-ground-combat", "declare-attack", "defend", "fire", "shoot", "retreat", "advance")
FILLED_IN = ("choice", "range", "places")


def filled_in(option: dict[str, Any]) -> dict[str, str]:
    """What a page asks about an order that is being filled in, with the last or most of everything on offer."""
    said = {"weigh": option["kind"], "kind": option["kind"], "unit": "".join(option["subjects"][:1])}
    said["fixed"] = json.dumps(option["fixed"])
    for name, domain in option["fields"].items():
        value = domain.get("most") if domain["domain"] == "range" else (domain.get("values") or domain["places"])[-1]
        if domain["domain"] in FILLED_IN:
            said[f"{domain['domain']}:{name}"] = json.dumps(value) if domain["domain"] == "choice" else str(value)
    return said


def searched(answer: Any, where: str) -> None:
    """No name of a hidden unit stands anywhere in what the watched seat is answered."""
    said = f"{answer.headers}\n{answer.text}"
    if CANARY in said:
        at = said.index(CANARY)
        raise Leak(f"{where}: {said[max(0, at - 100) : at + 100]!r}")


def folder_in(folder: Path, name: object) -> Path:
    """A new folder of this name."""
    (made := folder / f"{name}").mkdir()
    return made


@contextmanager
def listening(house: House) -> Iterator[tuple[Any, Any, Any, Any]]:
    """The sockets of the watched seat: its log's, its page's, that of its holder's list of matches, and their
    account's stream."""
    version = house.client.get(f"{house.api}/view").headers["etag"].strip('"')
    path = f"{house.api}/live"
    with (
        house.client.websocket_connect(f"{path}?after={version}") as log,
        house.client.websocket_connect(f"{path}/page?after={version}") as page,
        house.client.websocket_connect("/api/v1/live/page") as lists,
        house.client.websocket_connect("/api/v1/live") as account,
    ):
        yield log, page, lists, account


def same_houses(
    a: House, b: House, where: str, *, glance: bool = False, past: int = 1, part: slice = ALL
) -> None:  # fmt: skip
    """Every byte of every answer is the same in both; at a `glance`, of those that would change first.

    A glance goes back to entry `past` of the log: to another than that at which the other side has looked before.
    `part`: of all addresses these. One is asked after the other, up to the first that differs.
    """
    looks = [house.at_a_glance(past) if glance else house.readable(part) for house in (a, b)]
    for (address, text), (other, said) in zip_longest(*looks, fillvalue=("", "")):
        if address != other:
            raise Leak(f"{where}: other addresses: {address} / {other}")
        parted(text, said, f"{where}: {address}")


def alike(a: House, b: House, method: str, path: str, **sent: Any) -> int:
    """The same request of the watched seat to both, answered alike in every byte and with as much work; the status."""
    (status, left), (_, right) = (house.ask(method, path, **sent) for house in (a, b))
    parted(left, right, f"{method} {path} {sent}")
    return status


def parted(left: str, right: str, where: str) -> None:
    """Raises Leak where two answers part."""
    if left == right:
        return
    pairs = zip(left.splitlines(), right.splitlines(), strict=False)
    shown = next(((x, y) for x, y in pairs if x != y), ("", ""))
    at = next((i for i, (x, y) in enumerate(zip(*shown, strict=False)) if x != y), 0)
    part = slice(max(0, at - 150), at + 150)
    raise Leak(f"{where} differs: {shown[0][part]!r} / {shown[1][part]!r}")


def as_wire(game: AnyGame, orders: list[Any]) -> list[dict[str, Any]]:
    """Orders as a client sends them."""
    return [json.loads(json.dumps(codec(game).converter.unstructure(order))) for order in orders]
