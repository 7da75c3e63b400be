"""A world behind the whole service: everything that one seat can fetch, page for page and route for route."""

from __future__ import annotations

import atexit
import hashlib
import json
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from itertools import count, cycle
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlencode

from anyio.from_thread import BlockingPortal, start_blocking_portal
from fastapi.routing import iter_route_contexts
from starlette.testclient import TestClient

from service.app import create_app
from service.engine.dice import Seeds
from service.engine.ruleset import Ruleset
from service.engine.umpire import Entry, Outcome
from service.matches import AtSeat, Desk, make_guest, seat_cookie, seat_link
from service.matches.gate import Gate
from service.settings import Settings
from service.store import Store
from service.store.saved import MatchFacts
from tests.random_play import codec
from tests.secrecy.work import Metered
from tests.secrecy.worlds import Leak, World

MATCH = "twoworldsmatch00"
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
CANARY = "CANARY"
"""What names and ids of the enemy begin with that were changed in the second world of a pair."""
CHANGING = {"date"}
"""Headers that tell of the clock on the wall and of nothing else."""
ROOT = re.compile(r"""("root": ?"|data-root>)([0-9a-f]{64})""")
ROOTS = re.compile(r"""("roots": ?\{)([^}]*)""")
"""Roots, which differ with every hidden roll: of each only the length is compared, and when it comes."""


LINES = {
    "ndc": (("0105", "0805"), ("0105", "9999")),
    "skirmish": (("0808", "1308"), ("0808", "1007"), ("0906", "1106"), ("1308", "1106"), ("0513", "9999")),
}
"""Lines of sight that are asked for; on the last of each game there is no such hex."""


class Table(Protocol):
    """A match on the table, of either game."""

    truth: Any
    opening: Any
    logs: dict[str, list[Entry]]


@lru_cache(maxsize=1)
def portal() -> BlockingPortal:
    """One event loop for all houses: to start another for each request costs as much as many a request."""
    open_ = start_blocking_portal("asyncio")
    atexit.register(open_.__exit__, None, None, None)
    return open_.__enter__()


ROUTES: list[str] = []
"""Every GET route below a seat's path, in the API and among the pages; those of one house are those of all."""


def routes_of(app: Any) -> list[str]:
    if not ROUTES:
        pages = [r for r in iter_route_contexts(app.routes) if (r.path or "").startswith("/matches/{match}/{seat}")]
        ROUTES.extend(p for p, verbs in app.openapi()["paths"].items() if "{seat}" in p and "get" in verbs)
        ROUTES.extend(str(r.path) for r in pages if "GET" in (getattr(r, "methods", None) or ()))
    return ROUTES


@dataclass
class House:
    """One world served, and a browser that is signed in to the watched seat. `now` is what its clock says.

    `meter` has the work done for each of its requests (`work`).
    """

    client: TestClient
    meter: Metered
    desk: Desk
    rules: Ruleset
    seat: str
    other: str
    cookies: dict[str, str]
    now: list[datetime]

    @property
    def api(self) -> str:
        return f"/api/v1/matches/{MATCH}/seats/{self.seat}"

    @property
    def page(self) -> str:
        return f"/matches/{MATCH}/{self.seat}"

    def fetch(self, path: str, **headers: str) -> str:
        """Everything of one answer: status, headers and body."""
        answer = self.client.get(path, headers=headers)
        searched(answer, path)
        kept = sorted((k, v) for k, v in answer.headers.items() if k not in CHANGING)
        return f"{path} {headers} {answer.status_code} {kept}\n{masked(answer.text)}"

    def post(self, seat: str, orders: list[dict[str, Any]]) -> str:
        """Orders from either seat; everything of the answer."""
        path = f"/api/v1/matches/{MATCH}/seats/{seat}"
        self.client.cookies.set(seat_cookie(MATCH, seat), self.cookies[seat])
        version = self.client.get(f"{path}/view").headers["etag"]
        answer = self.client.post(f"{path}/orders", json=orders, headers={"If-Match": version})
        if seat != self.seat:
            self.client.cookies.delete(seat_cookie(MATCH, seat))
        else:
            searched(answer, path)
        return f"{answer.status_code} {answer.text}"

    def handles(self) -> list[str]:
        """The contacts that the watched seat was ever told of."""
        return [str(one["handle"]) for one in self.client.get(f"{self.api}/contacts").json()["contacts"]]

    def readable(self) -> dict[str, str]:
        """All bytes that the watched seat can fetch now, by address."""
        units = [u["id"] for u in self.client.get(f"{self.api}/view").json()["view"]["own"]]
        read: dict[str, str] = {}
        for route in routes_of(self.meter.app):
            path = route.replace("{match_id}", MATCH).replace("{match}", MATCH).replace("{seat}", self.seat)
            wanted = [path.replace("{unit}", unit) for unit in units] if "{unit}" in path else [path]
            if "{handle}" in path:
                wanted = [path.replace("{handle}", handle) for handle in (*self.handles()[-2:], "E999")]
            if "{number}" in path:
                wanted = [path.replace("{number}", number) for number in ("1", "2", "999")]
            if path.endswith("/line-of-sight"):
                wanted = [f"{path}?a={a}&b={b}" for a, b in LINES[self.rules.name]]
            if path.endswith(("/history", "/review")):
                wanted += [f"{path}?{query}" for query in ("at=1&hex=0808", "at=9999", "since=1", "stop=1", "step=1")]
            read |= {address: self.fetch(address) for address in wanted}
        htmx, [*lines, _] = {"HX-Request": "true"}, LINES[self.rules.name]
        for query in ("live=1&after=0", "others=1", f"unit={units[0]}&looking=1"):
            read[f"{self.page} {query}"] = self.fetch(f"{self.page}?{query}", **htmx)
        read[f"{self.page} past"] = self.fetch(f"{self.page}/history?stop=1&sliding=1", **htmx)
        for unit, (a, b) in zip(units[:4], cycle(lines), strict=False):
            read[f"{self.page} {unit}"] = self.fetch(f"{self.page}?unit={unit}&a={a}&b={b}")
        for option in [o for o in self.client.get(f"{self.api}/options").json()["options"] if o["order"] in WEIGHED][
            :3
        ]:
            query = urlencode(filled_in(option))
            read[f"{self.page} {query}"] = self.fetch(f"{self.page}?{query}", **htmx)
        return read

    def at_a_glance(self) -> dict[str, str]:
        """What changes first where something leaks: view, log, dice, and what a nudged page fetches."""
        below = [self.fetch(f"{self.api}/{what}") for what in ("view", "log", "letters", "options", "dice", "export")]
        live = self.fetch(f"{self.page}?live=1&after=0", **{"HX-Request": "true"})
        outside = [self.fetch(f"/api/v1/matches/{MATCH}"), self.fetch("/api/v1/matches"), self.fetch("/")]
        return {text.split(" ", 1)[0]: text for text in (*below, live, *outside)}


WEIGHED = ("declare-ground-combat", "defend", "fire", "shoot")
HOLDS = {"choice": "choice", "range": "number", "hexes": "hex"}


def filled_in(option: dict[str, Any]) -> dict[str, str]:
    """What a page asks about an order that is being filled in, with the last or most of everything on offer."""
    said = {"weigh": option["order"], "kind": option["order"], "unit": option["subject"] or ""}
    said["fixed"] = json.dumps(option["fixed"])
    for name, domain in option["fields"].items():
        value = domain.get("most") if domain["domain"] == "range" else (domain.get("values") or domain["hexes"])[-1]
        if domain["domain"] in HOLDS:
            said[f"{HOLDS[domain['domain']]}:{name}"] = (
                json.dumps(value) if domain["domain"] == "choice" else str(value)
            )
    return said


def searched(answer: Any, where: str) -> None:
    """No name of a hidden unit stands anywhere in what the watched seat is answered."""
    said = f"{answer.headers}\n{answer.text}"
    if CANARY in said:
        at = said.index(CANARY)
        raise Leak(f"{where}: {said[max(0, at - 100) : at + 100]!r}")


def masked(text: str) -> str:
    """A body without what roots say."""
    text = ROOT.sub(lambda found: found[1] + "#" * len(found[2]), text)
    return ROOTS.sub(lambda found: found[1] + re.sub("[0-9a-f]{64}", "#" * 64, found[2]), text)


def house_of(world: World, table: Table, seat: str, empty_database: Path, folder: Path) -> House:
    """Serve a world. Ids, tokens and clock are the same in every house, so that bytes can be compared.

    The match opened with the world's own truth, and with what the watched seat knew when the table was laid.
    """
    folder.mkdir()
    file = shutil.copyfile(empty_database, folder / "sitrep.db")
    numbers, now, rules = count(), [NOON], world.secrets.rules

    def secret(length: int) -> bytes:
        return hashlib.shake_256(str(next(numbers)).encode()).digest(length)

    settings = Settings(database_url=f"sqlite:///{file}")
    gate = Gate({"orders": "1000000 per minute"})
    desk = Desk(Store(settings.url, {rules.name: rules}), gate=gate, clock=lambda: now[0], secret=secret)
    accounts = {name: make_guest(desk).id for name in rules.seats}
    seeds = Seeds(b"\1" * 32, world.hidden_seed, 100)
    chosen = dict(getattr(world.state, "options", {}))
    facts = MatchFacts(MATCH, rules, world.state.scenario, chosen, rules.version, seeds, accounts[seat], NOON)
    first = copy(world.state)
    first.pictures = {**world.state.pictures, seat: table.opening.pictures[seat]}
    opening = desk.store.codec(rules.name).opening(first)
    with desk.store.work() as work:
        work.matches.open(facts, opening, Outcome(world.state, [], table.logs), accounts)
    cookies = {name: seat_link(desk, AtSeat(MATCH, name, accounts[name])) for name in rules.seats}
    meter = Metered(create_app(settings, desk))
    client = TestClient(meter)
    client.portal = portal()
    client.headers["Accept-Encoding"] = "identity"  # a root, which may differ, takes more or less room compressed
    client.cookies.set(seat_cookie(MATCH, seat), cookies[seat])
    return House(client, meter, desk, rules, seat, world.state.other(seat), cookies, now)


@contextmanager
def listening(house: House) -> Iterator[tuple[Any, Any]]:
    """Both sockets of the watched seat: its log's, and its page's."""
    version = house.client.get(f"{house.api}/view").headers["etag"].strip('"')
    path = f"{house.api}/live"
    with (
        house.client.websocket_connect(f"{path}?after={version}") as log,
        house.client.websocket_connect(f"{path}/page?after={version}") as page,
    ):
        yield log, page


def same_houses(a: House, b: House, where: str, *, glance: bool = False) -> None:
    """Every byte of every answer is the same in both; at a `glance`, of those that would change first."""
    left, right = (house.at_a_glance() if glance else house.readable() for house in (a, b))
    if list(left) != list(right):
        raise Leak(f"{where}: other addresses: {sorted(set(left) ^ set(right))}")
    for address, text in left.items():
        if text != right[address]:
            pairs = zip(text.splitlines(), right[address].splitlines(), strict=False)
            shown = next(((x, y) for x, y in pairs if x != y), ("", ""))
            at = next((i for i, (x, y) in enumerate(zip(*shown, strict=False)) if x != y), 0)
            part = slice(max(0, at - 150), at + 150)
            raise Leak(f"{where}: {address} differs: {shown[0][part]!r} / {shown[1][part]!r}")


def as_wire(world: World, orders: list[Any]) -> list[dict[str, Any]]:
    """Orders as a client sends them."""
    rules = world.secrets.rules
    return [json.loads(json.dumps(codec(rules).converter.unstructure(order))) for order in orders]
