"""Requests that are half sent, and connections that are too many: whoever does nothing holds nothing for long."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import httpx
import pytest
import uvicorn
from websockets.sync.client import connect

from service.cli import config_of
from service.matches import Context
from service.settings import Settings
from tests.service_fixtures import PATIENCE, Table, serving

HALF = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
WHOLE = HALF + b"\r\n"


@pytest.fixture
def settings(database_url: str, request: pytest.FixtureRequest) -> Settings:
    asked = getattr(request, "param", {})
    return Settings(database_url=database_url, open_sign_up=True, trusted_proxies="192.0.2.1", **asked)


class as_the_command_does(serving):
    """A server as `sitrep serve` runs it; `pause`: seconds between two requests, where not its own."""

    def __init__(self, settings: Settings, context: Context, pause: float | None = None) -> None:
        super().__init__(None)  # type: ignore[arg-type]
        config = config_of(settings, context)
        if pause is not None:
            config.timeout_keep_alive = pause  # type: ignore[assignment]
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.listener]}, daemon=True)


@pytest.fixture
def pause() -> float | None:
    return None


@pytest.fixture
def address(settings: Settings, context: Context, pause: float | None) -> Iterator[tuple[str, int]]:
    with as_the_command_does(settings, context, pause) as address:
        yield "127.0.0.1", int(address.rpartition(":")[2])


def called(address: tuple[str, int], data: bytes = b"") -> socket.socket:
    line = socket.create_connection(address, timeout=30)
    line.sendall(data)
    return line


def answer(line: socket.socket) -> bytes:
    """All that comes, until the other end closes."""
    found = b""
    while more := line.recv(4096):
        found += more
    return found


def is_answered(line: socket.socket) -> bool:
    """Whether an answer comes, whole; the line stays."""
    found = b""
    while not found.endswith(b"alive\n") and (more := line.recv(4096)):
        found += more
    return found.startswith(b"HTTP/1.1 200") and found.endswith(b"alive\n")


@pytest.mark.parametrize("settings", [{"headers_within": 0.3}], indirect=True)
@pytest.mark.parametrize("sent", [b"", b"G", HALF], ids=["nothing", "a letter", "half"])
def test_headers_that_never_end_are_not_waited_for(address: tuple[str, int], sent: bytes):
    with called(address, sent) as line:
        assert answer(line).startswith(b"HTTP/1.1 408 Request Timeout")


@pytest.mark.parametrize(("settings", "pause"), [({"headers_within": 0.3}, 0.3)], indirect=["settings"])
def test_nor_those_that_come_half_behind_a_request(address: tuple[str, int]):
    """They are waited for as long as a pause between two requests may be."""
    with called(address, WHOLE + HALF) as line:
        assert b"alive" in answer(line), "what was whole was answered"


@pytest.mark.parametrize("settings", [{"headers_within": 1.0}], indirect=True)
def test_a_request_a_socket_and_a_pause_between_two_requests_are_no_half_sent_ones(
    address: tuple[str, int], table: Table
):
    """Longer than headers may take, each."""
    place = f"ws://127.0.0.1:{address[1]}{table.north.path}/live"
    with connect(place, additional_headers=table.north.headers, proxy=None) as live, called(address, WHOLE) as line:
        assert live.recv(PATIENCE)
        assert is_answered(line)
        with pytest.raises(TimeoutError):
            live.recv(2.5)
        live.ping().wait(PATIENCE)
        line.sendall(WHOLE)
        assert is_answered(line)


@pytest.mark.parametrize("settings", [{"body_within": 0.3}], indirect=True)
def test_a_body_that_never_ends_is_a_408(address: tuple[str, int], table: Table):
    head = "".join(f"{name}: {value}\r\n" for name, value in {**table.north.headers, "If-Match": '"1"'}.items())
    request = f"POST {table.north.path}/orders HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n{head}\r\n[{{"
    with called(address, request.encode()) as line:
        said = answer(line)
    assert said.startswith(b"HTTP/1.1 408") and b"/api/problems/too-slow" in said and b"Nothing was done" in said


@pytest.mark.parametrize("settings", [{"connections": 5}, {"connections_per_address": 5}], indirect=True, ids=str)
def test_a_connection_too_many_is_closed_and_none_of_the_others_is(address: tuple[str, int]):
    lines = [called(address) for _ in range(5)]
    try:
        with called(address, WHOLE) as one_more, suppress(ConnectionResetError):
            assert answer(one_more) == b""
        for line in lines:
            line.sendall(WHOLE)
            assert is_answered(line)
        lines.pop().close()
        assert httpx.get(f"http://127.0.0.1:{address[1]}/healthz", verify=False).text == "alive\n"
    finally:
        for line in lines:
            line.close()


@pytest.mark.parametrize("settings", [{"connections_per_address": 3}], indirect=True)
def test_an_open_socket_is_no_open_request_of_its_address(address: tuple[str, int], table: Table):
    place = f"ws://127.0.0.1:{address[1]}{table.north.path}/live"
    with ExitStack() as stack:
        sockets = [
            stack.enter_context(connect(place, additional_headers=table.north.headers, proxy=None)) for _ in range(5)
        ]
        assert httpx.get(f"http://127.0.0.1:{address[1]}/healthz", verify=False).text == "alive\n"
        assert all(live.recv(PATIENCE) for live in sockets)
