"""A world behind the whole service: everything that one seat can fetch, page for page and route for route."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from copy import copy
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

from fastapi.routing import iter_route_contexts
from starlette.testclient import TestClient

from service.app import create_app
from service.engine.dice import Seeds
from service.engine.umpire import Outcome
from service.games.ndc.rules import RULES
from service.matches import AtSeat, Desk, make_guest, seat_cookie, seat_link
from service.matches.gate import Gate
from service.settings import Settings
from service.store import Store
from service.store.saved import MatchFacts
from tests.positions import Table
from tests.secrecy.worlds import Leak, World

MATCH = "twoworldsmatch00"
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
CHANGING = {"date"}
"""Headers that tell of the clock on the wall and of nothing else."""
ROOT = re.compile(r"""("root": ?"|data-root>)([0-9a-f]{64})""")
ROOTS = re.compile(r"""("roots": ?\{)([^}]*)""")
"""Roots, which differ with every hidden roll: of each only the length is compared, and when it comes."""


@dataclass
class House:
    """One world served, and a browser that is signed in to the watched seat."""

    client: TestClient
    desk: Desk
    seat: str
    other: str
    cookies: dict[str, str]

    @property
    def api(self) -> str:
        return f"/api/v1/matches/{MATCH}/seats/{self.seat}"

    @property
    def page(self) -> str:
        return f"/matches/{MATCH}/{self.seat}"

    def fetch(self, path: str, **headers: str) -> str:
        """Everything of one answer: status, headers and body."""
        answer = self.client.get(path, headers=headers)
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
        return f"{answer.status_code} {answer.text}"

    def routes(self) -> list[str]:
        """Every GET route below the seat's path, in the API and among the pages."""
        app: Any = self.client.app
        below = [p for p, verbs in app.openapi()["paths"].items() if "{seat}" in p and "get" in verbs]
        pages = [r for r in iter_route_contexts(app.routes) if (r.path or "").startswith("/matches/{match}/{seat}")]
        return below + [str(r.path) for r in pages if "GET" in (getattr(r, "methods", None) or ())]

    def handles(self) -> list[str]:
        """The contacts that the watched seat was ever told of."""
        return [str(one["handle"]) for one in self.client.get(f"{self.api}/contacts").json()["contacts"]]

    def readable(self) -> dict[str, str]:
        """All bytes that the watched seat can fetch now, by address."""
        units = [u["id"] for u in self.client.get(f"{self.api}/view").json()["view"]["own"]]
        read: dict[str, str] = {}
        for route in self.routes():
            path = route.replace("{match_id}", MATCH).replace("{match}", MATCH).replace("{seat}", self.seat)
            wanted = [path.replace("{unit}", unit) for unit in units] if "{unit}" in path else [path]
            if "{handle}" in path:
                wanted = [path.replace("{handle}", handle) for handle in (*self.handles()[-2:], "E999")]
            if "{number}" in path:
                wanted = [path.replace("{number}", number) for number in ("1", "2", "999")]
            if path.endswith("/line-of-sight"):
                wanted = [f"{path}?a=0105&b={far}" for far in ("0805", "1308", "9999")]
            if path.endswith(("/history", "/review")):
                wanted += [f"{path}?{query}" for query in ("at=1", "at=9999", "stop=1", "step=1")]
            read |= {address: self.fetch(address) for address in wanted}
        read[f"{self.page} live"] = self.fetch(f"{self.page}?live=1&after=0", **{"HX-Request": "true"})
        read[f"{self.page} past"] = self.fetch(f"{self.page}/history?stop=1&sliding=1", **{"HX-Request": "true"})
        for unit in units[:4]:
            read[f"{self.page} {unit}"] = self.fetch(f"{self.page}?unit={unit}")
        return read


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
    numbers = count()

    def secret(length: int) -> bytes:
        return hashlib.shake_256(str(next(numbers)).encode()).digest(length)

    settings = Settings(database_url=f"sqlite:///{file}")
    gate = Gate({"orders": "1000000 per minute"})
    desk = Desk(Store(settings.url, {"ndc": RULES}), gate=gate, clock=lambda: NOON, secret=secret)
    accounts = {name: make_guest(desk).id for name in RULES.seats}
    seeds = Seeds(b"\1" * 32, world.hidden_seed, 100)
    facts = MatchFacts(MATCH, RULES, "kaltenbach", {}, RULES.version, seeds, accounts[seat], NOON)
    first = copy(world.state)
    first.pictures = {**world.state.pictures, seat: table.opening.pictures[seat]}
    opening = desk.store.codec("ndc").opening(first)
    with desk.store.work() as work:
        work.matches.open(facts, opening, Outcome(world.state, [], table.logs), accounts)
    cookies = {name: seat_link(desk, AtSeat(MATCH, name, accounts[name])) for name in RULES.seats}
    client = TestClient(create_app(settings, desk))
    client.headers["Accept-Encoding"] = "identity"  # a root, which may differ, takes more or less room compressed
    client.cookies.set(seat_cookie(MATCH, seat), cookies[seat])
    return House(client, desk, seat, world.state.other(seat), cookies)


def same_houses(a: House, b: House, where: str) -> None:
    """Every byte of every answer is the same in both."""
    left, right = a.readable(), b.readable()
    if list(left) != list(right):
        raise Leak(f"{where}: other addresses: {sorted(set(left) ^ set(right))}")
    for address, text in left.items():
        if text != right[address]:
            pairs = zip(text.splitlines(), right[address].splitlines(), strict=False)
            shown = next(((x, y) for x, y in pairs if x != y), ("", ""))
            raise Leak(f"{where}: {address} differs: {shown[0][:400]!r} / {shown[1][:400]!r}")


def as_wire(world: World, orders: list[Any]) -> list[dict[str, Any]]:
    """Orders as a client sends them."""
    from tests.random_play import codec

    return [json.loads(json.dumps(codec(RULES).converter.unstructure(order))) for order in orders]
