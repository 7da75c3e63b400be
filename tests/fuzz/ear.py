"""A server with a match in contact, in which everything that the enemy hides bears a random word; and an ear for it.

Every byte that leaves goes through `Ear.heard`: no fault, and none of the words that its reader must not have.
"""

from __future__ import annotations

import base64
import random
import secrets
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from service.games.ndc.sections.movement import Move
from service.matches import SESSION_COOKIE, AtSeat, make_guest, open_session, put_sheet
from service.matches.context import hashed
from service.store import SavedAccount
from tests.secrecy.house_building import house_of
from tests.secrecy.houses import MATCH, House
from tests.secrecy.ndc_worlds import contact_table, renamed
from tests.secrecy.worlds import World

SEAT = "US"


@dataclass
class Ear:
    """A client that listens to its own answers. `token` says who it is; without one it is nobody."""

    house: House
    words: dict[str, str]
    token: str | None = None
    session: str | None = None
    statuses: Counter[int] = field(default_factory=Counter)
    slowest: dict[str, float] = field(default_factory=dict)
    """Seconds of the slowest answer at each path."""

    @property
    def headers(self) -> dict[str, str]:
        """Both ways to say who asks: a token for the API, a session for the pages."""
        if self.token is None:
            return {}
        return {"Authorization": f"Bearer {self.token}", "Cookie": f"{SESSION_COOKIE}={self.session}"}

    def ask(self, method: str, path: str, **what: Any) -> httpx.Response:
        what["headers"] = {**self.headers, **what.get("headers", {})}
        began = time.perf_counter()
        answer: Any = self.house.client.request(method, path, follow_redirects=False, **what)
        asked = f"{method} {path[:80]}"
        self.slowest[asked] = max(self.slowest.get(asked, 0.0), time.perf_counter() - began)
        self.heard(f"{method} {path}", answer)
        return answer

    def heard(self, asked: str, answer: Any) -> None:
        """No fault, nothing that must not be in a header, and no word of the enemy's."""
        self.statuses[answer.status_code] += 1
        assert answer.status_code < 500, f"{asked}: {answer.status_code} {answer.text}"
        for name, value in answer.headers.items():
            assert value.isprintable(), f"{asked}: {name}: {value!r}"
        self.search(asked, f"{answer.headers}\n".encode() + answer.content)

    def search(self, where: str, said: bytes) -> None:
        for what, word in self.words.items():
            assert word.encode() not in said, f"{where}: {what} is there"


def a_house(empty_database: Path, folder: Path) -> tuple[House, Ear]:
    """The server, and the ear of somebody who is nobody; `ears` gives those of others."""
    table = contact_table(heading="movement", phasing="us", turn=3)
    world = World(table.truth)
    random_words = random.Random(secrets.randbits(64))
    renamed(world, SEAT, random_words)
    world.hidden_seed = secrets.token_bytes(32)
    house = house_of(world, table, SEAT, empty_database, folder)
    house.context.rate_limits.admit = lambda *_: None  # type: ignore[method-assign]
    plan = Move(unit=f"PLAN{secrets.token_hex(8)}", path=("CANARYHX",))
    put_sheet(house.context, AtSeat(MATCH, house.other, ""), [plan])
    with house.context.store.look() as look:
        facts = look.matches.facts(MATCH)
    assert facts is not None
    words = {
        **{f"unit {old}": new for new, old in world.renamed.items()},
        "the plan": plan.unit,
        "the path": "CANARYHX",
        **as_texts("the hidden seed", facts.seeds.hidden),
        **as_texts("the chain's end", facts.seeds.chain_end),
        "his cookie": house.cookies[house.other],
    }
    return house, Ear(house, words)


def as_texts(what: str, secret: bytes) -> dict[str, str]:
    return {f"{what} in hex": secret.hex(), f"{what} in base64": base64.b64encode(secret).decode()[:40]}


def ears(nobody: Ear) -> dict[str, Ear]:
    """The three who ask: nobody, the owner of a seat, and somebody who has an account and no seat."""
    context = nobody.house.context
    nobody.house.client.cookies.clear()
    with context.store.look() as look:
        holder = look.matches.holder(MATCH, SEAT)
    assert holder is not None and holder[0] is not None
    found = {"nobody": nobody}
    for name, account in (("owner", holder[0]), ("stranger", make_guest(context).id)):
        token = context.new_token()
        with context.store.work() as work:
            work.accounts.name(SavedAccount(account, f"The {name}", None, owner=name == "owner"), f"the {name}")
            work.accounts.add_token(hashed(token), account, "test", context.clock())
        found[name] = Ear(nobody.house, nobody.words, token, open_session(context, account))
    return found
