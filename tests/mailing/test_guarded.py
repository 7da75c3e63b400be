"""What users name as an address is asked on the open internet and nowhere else."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from service import guarded
from service.guarded import MOST_READ, NotAsked, is_open, place_of, post

TEST_NET = "93.184.215.14"


class Hook(BaseHTTPRequestHandler):
    """Notes what it is asked, and answers as the path says."""

    server: Any

    def do_POST(self) -> None:
        content = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.asked.append((self.headers["Host"], self.path, content, dict(self.headers)))
        if self.path == "/slow":
            time.sleep(0.6)
        status = int(self.path.rpartition("/")[2]) if self.path[1:].isdigit() else 200
        self.send_response(status)
        if status == 302:
            self.send_header("Location", "https://localhost/inside")
        self.end_headers()
        self.wfile.write(b"x" * (10 * MOST_READ if self.path == "/huge" else 2))

    def log_message(self, *_: Any) -> None:
        pass


class Quiet(ThreadingHTTPServer):
    """Keeps to itself that somebody has hung up."""

    daemon_threads = True

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.asked: list[Any] = []

    def handle_error(self, *_: Any) -> None:
        pass


@contextmanager
def hook(certificate: tuple[Path, Path]) -> Iterator[Quiet]:
    """A server on this machine that shows itself to be `localhost`."""
    with Quiet(("127.0.0.1", 0), Hook) as server:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def here(
    certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Quiet, Callable[[str], str]]]:
    """A hook that may be asked though it is on this machine, at any port."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
    monkeypatch.setattr(guarded, "is_open", lambda address: address.is_loopback)
    with hook(certificate) as server:
        monkeypatch.setattr(guarded, "PORT", server.server_address[1])
        yield server, lambda path: f"https://localhost{path}"


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
     "255.255.255.255", "::1", "fe80::1", "fc00::1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::1", "::10.0.0.1",
     "ff02::1", "2001:db8::1"],
)  # fmt: skip
def test_no_address_of_a_net_of_one_s_own_is_asked(address: str, monkeypatch: pytest.MonkeyPatch):
    """Neither by its number nor by a name that stands for it, alone or beside an open one."""
    assert not is_open(guarded.ip_address(address))
    rows = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, 443)) for one in (TEST_NET, address)]
    monkeypatch.setattr(guarded.socket, "getaddrinfo", lambda *_, **__: rows)
    monkeypatch.setattr(guarded.socket, "create_connection", connects_to_nobody)
    with pytest.raises(NotAsked, match="open internet") as refused:
        post("https://chat.example/hooks/1", b"{}", {})
    assert refused.value.for_good


def connects_to_nobody(*_: Any) -> None:
    raise AssertionError("it was asked")


def test_a_name_is_resolved_once_and_what_was_judged_is_asked(monkeypatch: pytest.MonkeyPatch):
    """A name that stands for another address at the next question gains nothing by it."""
    answers, connected = [TEST_NET, "127.0.0.1"], list[Any]()

    def rebinding(host: str, port: int, **_: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (answers.pop(0), port))]

    def connecting(to: Any, *_: Any) -> None:
        connected.append(to)
        raise ConnectionRefusedError

    monkeypatch.setattr(guarded.socket, "getaddrinfo", rebinding)
    monkeypatch.setattr(guarded.socket, "create_connection", connecting)
    with pytest.raises(NotAsked, match="cannot be reached"):
        post("https://chat.example/hooks/1", b"{}", {})
    assert connected == [(TEST_NET, 443)] and answers == ["127.0.0.1"]


@pytest.mark.parametrize(
    "url",
    ["http://chat.example/", "https://anna:word@chat.example/", "https://chat.example:8443/", "https:///x", "ftp://a/",
     "https://chat.example/a b", "https://chat.example/\nHost: a", "https://chat.example:x/", "https://[::1",
     "https://a/" + "x" * 2000, "https://ch\u0430t.example/"],
)  # fmt: skip
def test_an_address_that_looks_wrong_is_refused(url: str):
    with pytest.raises(ValueError):
        place_of(url)


def test_what_is_sent_comes_whole_and_redirects_lead_nowhere(here: Any):
    server, at = here
    answer = post(at("/hooks/1?wait=true"), b'{"a": 1}', {"Content-Type": "application/json"})
    assert (answer.status, answer.body) == (200, b"xx")
    host, path, content, headers = server.asked[0]
    assert host.startswith("localhost") and path == "/hooks/1?wait=true" and content == b'{"a": 1}'
    assert headers["Content-Type"] == "application/json"
    assert post(at("/302"), b"", {}).status == 302 and len(server.asked) == 2
    assert len(post(at("/huge"), b"", {}).body) == MOST_READ


def test_who_takes_long_is_cut_off(here: Any, monkeypatch: pytest.MonkeyPatch):
    _, at = here
    monkeypatch.setattr(guarded, "SECONDS", 0.2)
    with pytest.raises(NotAsked, match="too long"):
        post(at("/slow"), b"", {})


def test_a_name_that_nobody_answers_for_is_not_waited_for(monkeypatch: pytest.MonkeyPatch):
    asked = threading.Event()
    monkeypatch.setattr(guarded, "SECONDS", 0.1)
    monkeypatch.setattr(guarded.socket, "getaddrinfo", lambda *_, **__: [asked.wait(60)][1:])
    try:
        with pytest.raises(NotAsked, match="too long") as refused:
            post("https://chat.example/hooks/1", b"{}", {})
        assert not refused.value.for_good
    finally:
        asked.set()


def test_who_cannot_show_who_they_are_is_sent_nothing(here: Any, monkeypatch: pytest.MonkeyPatch):
    server, at = here
    monkeypatch.delenv("SSL_CERT_FILE")
    with pytest.raises(NotAsked, match="not safe"):
        post(at("/hooks/1"), b"{}", {})
    assert server.asked == []
