"""What tests of the service may rely on: a context on a fresh database, the app over it, and players at a match.

`context` holds the toy game; a test that wants another overrides the fixture `games`. `table` is a match of it between
two accounts. `house` is the app behind a real server on a port of its own. Where SITREP_TEST_POSTGRES names a server,
the context's database is one of its; a test that asks for the file of the database is SQLite's, and skipped there.
"""

from __future__ import annotations

import asyncio
import random
import shutil
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from pickle import dumps, loads
from typing import Any

import httpx
import pytest
import uvicorn
from fastapi import FastAPI
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher
from sqlalchemy import Engine, create_engine, event
from starlette.routing import BaseRoute

from service import data_files, matches, password_strength, store
from service.api import description
from service.api.socket_protocol import SocketProtocol
from service.app import create_app
from service.engine.game import AnyGame
from service.games.skirmish.game import SKIRMISH
from service.live import Hub, Presence
from service.matches import Account, Context, accounts, passwords
from service.matches.context import hashed
from service.matches.rate_limits import Most, RateLimits, Slots
from service.matches.shares import Shares
from service.settings import Settings
from service.store import Store
from service.store import database as database_engines
from service.store.database import make_engines
from tests.client import PATIENCE, TestClient
from tests.databases import SERVER, postgres_database
from tests.matches.waiting import Hand
from tests.toy import TOY

JSON = dict[str, Any]
CHEAP = PasswordHash((Argon2Hasher(time_cost=1, memory_cost=8, parallelism=1),))


@pytest.fixture(scope="session", autouse=True)
def cheap_passwords() -> Iterator[None]:
    """In tests a guess costs little, and a password is judged in this process; `tests/matches/test_accounts.py` and
    `test_passwords.py` show how it is on a server.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(accounts, "PASSWORDS", CHEAP)
        patch.setattr(passwords, "judged", password_strength.judged)
        yield


@pytest.fixture(scope="session", autouse=True)
def statements_made_once() -> Iterator[None]:
    """What SQLAlchemy makes of our statements is the same for every file: it is kept for the next test's database."""
    made: dict[Any, Any] = {}
    known = create_engine("sqlite://")
    known.connect().close()  # from here on its dialect knows what it speaks to

    def engines_with_what_is_kept(address: str) -> tuple[Engine, Engine]:
        engines = make_engines(address)
        for engine in engines:
            if engine.dialect.name == "sqlite":  # PostgreSQL's dialect is one to read with or one to write with
                engine.dialect = known.dialect
                engine.update_execution_options(compiled_cache=made)
        return engines

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "make_engines", engines_with_what_is_kept)
        yield
    known.dispose()


@pytest.fixture(scope="session", autouse=True)
def files_parsed_once() -> Iterator[None]:
    """What a data file says is the same in every set that holds it: what was parsed is kept, and handed out anew."""
    parsed = data_files.parsed
    kept = lru_cache(maxsize=256)(lambda content, name: dumps(parsed(content, name)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(data_files, "parsed", lambda content, name: loads(kept(content, name)))
        yield


@pytest.fixture(scope="session", autouse=True)
def descriptions_made_once() -> Iterator[None]:
    """Apps of one process have the same routes, with pages or without: these are described once, and what is said of
    the games in addition once for the same games.
    """
    made: dict[Any, tuple[bytes, Any]] = {}
    described, of_routes = description.described, description.get_openapi

    def kept(key: Any, holding: Any, make: Callable[[], Any]) -> Any:
        if key not in made:
            made[key] = dumps(make()), holding  # games that are held keep their ids
        return loads(made[key][0])

    def kept_described(app: FastAPI, games: Mapping[str, AnyGame]) -> Any:
        key = (len(app.routes), tuple((name, id(game)) for name, game in games.items()))
        return kept(key, dict(games), lambda: described(app, games))

    def kept_of_routes(*, routes: Sequence[BaseRoute], **said: Any) -> Any:
        return kept(len(routes), None, lambda: of_routes(routes=routes, **said))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(description, "described", kept_described)
        patch.setattr(description, "get_openapi", kept_of_routes)
        yield


class Hasty:
    """asyncio for a module that should not sleep for long."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(min(seconds, 0.01))


@pytest.fixture(scope="session", autouse=True)
def servers_that_stop_at_once() -> Iterator[None]:
    """A server in this process looks ten times a second whether it is to stop, and as often whether all have gone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(uvicorn.server, "asyncio", Hasty())
        yield


SYNCHRONOUS = database_engines.SYNCHRONOUS
"""What a server waits for at a commit."""


@pytest.fixture(scope="session", autouse=True)
def unsynced_commits() -> Iterator[None]:
    """No power is cut while a test runs, so it does not wait for the disk; a server in a process of its own does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database_engines, "SYNCHRONOUS", "OFF")
        yield


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with its tables made and nothing in them."""
    file = tmp_path_factory.mktemp("database") / "empty.db"
    made = Store(f"sqlite:///{file}", {})
    made.migrate()
    with made.writer.connect() as connection:
        connection.exec_driver_sql("ROLLBACK")
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.exec_driver_sql("BEGIN")
    made.close()
    return file


def is_live_skirmish(request: pytest.FixtureRequest) -> bool:
    """Whether a test is about a live skirmish, in which no step is over before its pages were looked at."""
    return request.node.get_closest_marker("live_skirmish") is not None


@pytest.fixture
def games(request: pytest.FixtureRequest) -> Mapping[str, AnyGame]:
    return {"skirmish": SKIRMISH} if is_live_skirmish(request) else {"toy": TOY}


@pytest.fixture(scope="session")
def empty_postgres() -> Iterator[str]:
    """The address of a database with its tables made and nothing in them."""
    with postgres_database() as address:
        made = Store(address, {})
        made.migrate()
        made.close()
        yield address


@pytest.fixture
def database(empty_database: Path, tmp_path: Path) -> Path:
    if SERVER:
        pytest.skip("of SQLite")
    return Path(shutil.copyfile(empty_database, tmp_path / "sitrep.db"))


@pytest.fixture
def database_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a database with its tables made and nothing in them, for this test alone."""
    if not SERVER:
        yield f"sqlite:///{request.getfixturevalue('database')}"
        return
    with postgres_database(request.getfixturevalue("empty_postgres")) as address:
        yield address


@pytest.fixture
def settings(database_url: str) -> Settings:
    return Settings(database_url=database_url, open_sign_up=True)


@pytest.fixture
def pace() -> float | None:
    """The pace of the context: None, orders are worked at once. A test of what a served house does gives another."""
    return None


def drawn(luck: str) -> Callable[[int], bytes]:
    """A source of secrets that gives the same ones for the same luck: ids, tokens, and the seeds of a match's dice.

    What a test plays at random is so the same match each time, and no test fails by the dice of a day.
    """
    return random.Random(luck).randbytes


@pytest.fixture
def context(
    request: pytest.FixtureRequest, settings: Settings, games: Mapping[str, AnyGame], pace: float | None
) -> Iterator[Context]:
    limits = RateLimits({"orders": "6000 per minute"})  # what is at random orders sooner than any player
    context = Context(
        Store(settings.url, games),
        rate_limits=limits,
        secret=drawn(request.node.nodeid),
        open_sign_up=settings.open_sign_up,
        pace=pace,
    )
    yield replace(context, clock=Hand()) if is_live_skirmish(request) else context
    context.store.close()


@pytest.fixture
def begun(context: Context) -> Iterator[Counter[str]]:
    """How many transactions were begun, that read and that write."""
    found: Counter[str] = Counter()
    engines = {"reads": context.store.reader, "writes": context.store.writer}
    notes = {kind: lambda _, kind=kind: found.update([kind]) for kind in engines}
    for kind, engine in engines.items():
        event.listen(engine, "begin", notes[kind])
    yield found
    for kind, engine in engines.items():
        event.remove(engine, "begin", notes[kind])


@pytest.fixture
def app(settings: Settings, context: Context) -> FastAPI:
    """The app without pages."""
    return create_app(settings, context, with_pages=False)


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    """Somebody with neither token nor cookie."""
    with TestClient(app) as client:
        yield client


def bearer(context: Context, account: Account) -> dict[str, str]:
    """Headers of a client that has a token for this account."""
    token = context.new_token()
    with context.store.work() as work:
        work.accounts.add_token(hashed(token), account.id, "test", context.clock())
    return {"Authorization": f"Bearer {token}"}


@dataclass
class Player:
    """A client at one seat of one match."""

    client: Any
    match_id: str
    seat: str
    headers: dict[str, str]

    @property
    def path(self) -> str:
        return f"/api/v1/matches/{self.match_id}/seats/{self.seat}"

    def get(self, what: str, **options: Any) -> Any:
        return self.client.get(f"{self.path}/{what}", headers=self.headers, **options)

    def view(self) -> JSON:
        answer = self.get("view")
        assert answer.status_code == 200, answer.text
        found: JSON = answer.json()
        return found

    def version(self) -> int:
        return int(self.view()["version"])

    def post(self, what: str, body: Any, *, method: str = "POST", **headers: str) -> Any:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        content = {"content": body} if isinstance(body, bytes | str) else {"json": body}
        return self.client.request(method, f"{self.path}/{what}", headers={**self.headers, **named}, **content)

    def send(self, *orders: JSON, version: int | None = None, key: str | None = None) -> Any:
        """Post orders for the version that the seat has now, or for the one that is given."""
        seen = self.version() if version is None else version
        keyed = {} if key is None else {"Idempotency_Key": key}
        return self.post("orders", list(orders), If_Match=f'"{seen}"', **keyed)

    def order(self, *orders: JSON) -> int:
        """Post orders that are to be accepted; the version just after."""
        answer = self.send(*orders)
        assert answer.status_code == 202, answer.text
        return int(answer.json()["version"])


@dataclass
class Table:
    """A match of the toy game with a player at each seat."""

    context: Context
    match_id: str
    north: Player
    south: Player

    def hide(self, north: str = "12", south: str = "32") -> None:
        """Both hide, and north's first turn begins."""
        self.north.order({"kind": "hide", "hex": north}, {"kind": "done"})
        self.south.order({"kind": "hide", "hex": south}, {"kind": "done"})


def sit_down(context: Context, client: Any, game: str = "toy", scenario: str = "yard") -> dict[str, Player]:
    """A match between two accounts, and a player at each seat."""
    seats = context.games[game].info.seats
    accounts = {seat: matches.make_guest(context) for seat in seats}
    opened = matches.open_match(context, accounts[seats[0]], game, scenario, seat=seats[0])
    for seat, token in opened.invitations.items():
        matches.take_seat(context, accounts[seat], opened.match_id, seat, token)
    return {seat: Player(client, opened.match_id, seat, bearer(context, accounts[seat])) for seat in seats}


@pytest.fixture
def table(context: Context, client: TestClient) -> Table:
    players = sit_down(context, client)
    return Table(context, players["north"].match_id, players["north"], players["south"])


@pytest.fixture
def house(app: FastAPI) -> Iterator[str]:
    """The address of a real server that serves the app."""
    with serving(app) as address:
        yield address


@pytest.fixture
def other_process(settings: Settings, context: Context) -> Iterator[Context]:
    """The context of another process of the same server, with a hub, limits and kept pictures of its own."""
    other = replace(
        context, store=Store(settings.url, context.games), hub=Hub(), presence=Presence(), slots=Slots(),
        rate_limits=RateLimits({"orders": "6000 per minute"}), bell=threading.Event(), shares=Shares(), most=Most(),
        token_uses={}, bounds_of_settings={},
    )  # fmt: skip
    yield other
    other.store.close()


@pytest.fixture
def houses(request: pytest.FixtureRequest, house: str, settings: Settings) -> Iterator[tuple[str, str]]:
    """The addresses of two processes that serve one server, on PostgreSQL; else twice that of the one that there is."""
    if not SERVER:
        yield house, house
        return
    app = create_app(settings, request.getfixturevalue("other_process"), with_pages=False)
    with serving(app) as address:
        yield house, address


def caller(address: str, **options: Any) -> httpx.Client:
    """A client of a real server, over HTTP alone: to read certificates takes longer than many a test."""
    return httpx.Client(base_url=address, verify=False, **{"timeout": PATIENCE, **options})


@contextmanager
def at_both_seats(app: FastAPI, context: Context) -> Iterator[httpx.Client]:
    """A client of a real server, for an account that holds both seats; an answer of 500 or more fails the test."""
    headers = bearer(context, matches.make_guest(context))
    with serving(app) as address, caller(address, headers=headers, event_hooks={"response": [no_fault]}) as client:
        yield client


def no_fault(answer: httpx.Response) -> None:
    """What a client is answered is no fault of the server."""
    assert answer.status_code < 500, f"{answer.request.method} {answer.request.url}: {answer.status_code}"


class serving:
    """A real server for an app, in a thread, on a free port of 127.0.0.1, or on one or a socket that is given.

    `as_others_serve`: it speaks to sockets as a server does that is not ours.
    """

    def __init__(
        self, app: FastAPI, port: int = 0, listener: socket.socket | None = None, *, as_others_serve: bool = False
    ) -> None:
        sockets: dict[str, Any] = {} if as_others_serve else {"ws": SocketProtocol, "ws_per_message_deflate": False}
        config = uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=2, **sockets)
        self.server = uvicorn.Server(config)
        self.listener = listener or socket.socket()
        if listener is None:
            self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self.listener.bind(("127.0.0.1", port))
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.listener]}, daemon=True)

    def __enter__(self) -> str:
        self.thread.start()
        deadline = time.monotonic() + PATIENCE
        while not self.server.started:
            assert time.monotonic() < deadline, "the server did not start"
            time.sleep(0.01)
        return f"http://127.0.0.1:{self.listener.getsockname()[1]}"

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join(timeout=PATIENCE)
        assert not self.thread.is_alive(), "the server did not stop"
