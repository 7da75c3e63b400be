"""A fault of ours is a 500 of its own type, written down once with its place and no value; what passes is a 503."""

from __future__ import annotations

import json
import re
import sqlite3
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from service.api.problems import Faults, problem_of
from service.api.write_limit import WriteLimit
from service.app import create_app
from service.matches import Context, errors
from service.settings import Settings
from service.store import Unavailable
from service.store.database import passes
from tests.client import TestClient
from tests.service_fixtures import PATIENCE, Table, serving

CANARY = "canary-3b77"
KEPT = {"kind": "hide", "hex": "12"}

pytestmark = pytest.mark.faults


def fails(*_: Any, **__: Any) -> Any:
    raise ZeroDivisionError(CANARY)


def written(capfd: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """The lines of the log; nothing else may stand on either stream."""
    out, err = capfd.readouterr()
    assert not out and CANARY not in err
    return [json.loads(line) for line in err.splitlines() if "completing handshake" not in line]  # uvicorn, of a denial


@pytest.fixture
def app(settings: Settings, context: Context) -> FastAPI:
    return create_app(settings, context)


def test_a_fault_is_a_500_that_claims_nothing(table: Table, capfd, monkeypatch):
    monkeypatch.setattr("service.matches.playing.umpire.accept", fails)
    answer = table.north.send(KEPT, version=1, key="k")
    assert answer.status_code == 500 and answer.headers["content-type"] == "application/problem+json"
    assert answer.json() == {
        "type": "/api/problems/fault",
        "title": "Something went wrong on this server. It has been written down for its owner.",
        "status": 500,
        "rule": "SITREP-FAULT",
    }
    assert "retry-after" not in answer.headers
    assert answer.headers["x-content-type-options"] == "nosniff", "and it goes through all that an answer goes through"
    [line] = written(capfd)
    assert (line["event"], line["fault"]) == ("a fault", "ZeroDivisionError")
    assert re.fullmatch(r"tests\.api\.test_faults\.fails:\d+", line["where"][-1])


def test_a_page_says_so_in_words_and_is_no_invitation_to_try_again(table: Table, monkeypatch):
    monkeypatch.setattr("web.parts.dependencies.at_seat", fails)
    for headers in ({}, {"HX-Request": "true"}):
        answer = table.north.client.get(f"/matches/{table.match_id}/north", headers=headers)
        assert answer.status_code == 500 and "Something went wrong here" in answer.text
        assert "Try again" not in answer.text and "Nothing was done" not in answer.text and CANARY not in answer.text


def test_a_served_house_writes_a_fault_down_once_and_without_its_message(
    app: FastAPI, table: Table, capfd, monkeypatch
):
    """The server itself would write the message too, and messages hold values."""
    monkeypatch.setattr("service.matches.read", fails)
    with serving(app) as address:
        answer = httpx.get(
            f"{address}{table.north.path}/view", headers=table.north.headers, timeout=PATIENCE, verify=False
        )
    assert answer.status_code == 500
    assert [line["event"] for line in written(capfd)] == ["a fault"]


def calling(place: str, table: Table) -> Any:
    return connect(place, additional_headers=table.north.headers, proxy=None, open_timeout=PATIENCE)


@pytest.mark.parametrize(("what", "read"), [("live", "service.matches.log"), ("live/page", "service.api.live.Frames")])
def test_a_socket_is_told_of_a_fault_too(app: FastAPI, table: Table, capfd, monkeypatch, what: str, read: str):
    """Before it is accepted by the answer to its handshake, afterwards by how it is closed."""
    with serving(app) as address:
        place = f"{address.replace('http', 'ws')}{table.north.path}/{what}"
        with monkeypatch.context() as patch:
            patch.setattr("service.matches.at_seat", fails)
            with pytest.raises(InvalidStatus) as denied:
                calling(place, table)
            assert denied.value.response.status_code == 500
            assert json.loads(denied.value.response.body or b"")["type"] == "/api/problems/fault"
        with monkeypatch.context() as patch:
            patch.setattr(read, fails)
            with calling(place, table) as socket:
                with pytest.raises(ConnectionClosed):
                    socket.recv(PATIENCE)
                assert socket.close_code == 1011
    assert [(line["event"], line["fault"]) for line in written(capfd)] == [("a fault", "ZeroDivisionError")] * 2


def test_a_fault_that_is_a_runtime_error_is_not_taken_for_a_client_that_went(app: FastAPI, table: Table, monkeypatch):
    def too_deep(*_: Any) -> Any:
        raise RecursionError(CANARY)

    monkeypatch.setattr("service.matches.log", too_deep)
    with serving(app) as address:
        place = f"{address.replace('http', 'ws')}{table.north.path}/live"
        with calling(place, table) as socket:
            with pytest.raises(ConnectionClosed):
                socket.recv(PATIENCE)
            assert socket.close_code == 1011


async def test_who_goes_before_he_is_answered_is_no_fault(capfd):
    """A phone that lets go of a socket while it is being accepted: the server says so by an error of the system's."""

    async def accepts(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})

    async def gone(message: Any) -> None:
        raise BrokenPipeError

    await Faults(accepts)({"type": "websocket", "path": "/", "headers": []}, gone, gone)  # type: ignore[arg-type]
    assert not written(capfd)


# ---- what passes, and what does not


def test_what_passes_is_a_503_that_claims_nothing_either(table: Table, monkeypatch):
    """A connection that is lost at the commit leaves open whether it was done."""

    def lost(*_: object) -> None:
        raise Unavailable("server closed the connection unexpectedly")

    monkeypatch.setattr("service.store.queue.Queue.accept", lost)
    answer = table.north.send(KEPT, version=1, key="k")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
    assert answer.json()["type"] == "/api/problems/busy" and "othing was done" not in answer.text


async def test_who_found_no_turn_is_told_that_nothing_was_done(app: FastAPI):
    """They were not let in."""
    said: list[Any] = []

    async def never(*_: Any) -> None:
        raise AssertionError("he was let in")

    async def send(message: Any) -> None:
        said.append(message)

    await WriteLimit(never, at_a_time=0, patience=0.01)({"type": "http", "method": "POST", "path": "/api/"}, None, send)  # type: ignore[arg-type]
    assert said[0]["status"] == 503 and b"Nothing was done." in said[1]["body"]


@pytest.mark.parametrize("statement", ["SELECT * FROM no_such_table", "SELEC", "SELECT no_such_column FROM account"])
@pytest.mark.usefixtures("database")
def test_a_statement_that_is_wrong_is_no_lock(context: Context, statement: str):
    """SQLite names both by one kind of error."""
    with pytest.raises(Exception, match=r"no such|syntax") as wrong, context.store.look() as look:
        look.session.execute(text(statement))
    assert not isinstance(wrong.value, Unavailable) and isinstance(problem_of(wrong.value), errors.Fault)


@pytest.mark.parametrize(
    ("code", "passing"),
    [
        (sqlite3.SQLITE_BUSY, True), (sqlite3.SQLITE_BUSY_SNAPSHOT, True), (sqlite3.SQLITE_FULL, True),
        (sqlite3.SQLITE_IOERR_FSYNC, True), (sqlite3.SQLITE_CANTOPEN, True), (sqlite3.SQLITE_ERROR, False),
        (sqlite3.SQLITE_CORRUPT, False), (sqlite3.SQLITE_CONSTRAINT_UNIQUE, False), (sqlite3.SQLITE_MISUSE, False),
    ],
)  # fmt: skip
def test_of_what_sqlite_says_locks_and_disks_pass(code: int, passing: bool):
    fault = sqlite3.OperationalError("in some words")
    fault.sqlite_errorcode = code  # type: ignore[misc]
    assert passes(OperationalError("", None, fault)) is passing


def test_every_problem_is_of_one_list_and_only_what_passes_says_when_to_come_again():
    kinds = {kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.Problem)}
    assert kinds - {errors.Problem} == set(errors.PROBLEMS)
    assert [kind.name for kind in errors.PROBLEMS if kind.status >= 500] == ["fault", "busy"]
    assert errors.Fault().retry_after is None and errors.Busy().retry_after == 1


def test_the_client_of_the_tests_sees_faults_as_the_world_does(app: FastAPI, table: Table, monkeypatch):
    """It raises what a server would write down with its message: here nothing is left to raise."""
    monkeypatch.setattr("service.matches.read", fails)
    with TestClient(app) as client:
        assert client.get(f"{table.north.path}/view", headers=table.north.headers).status_code == 500
