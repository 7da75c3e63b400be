"""A server behind nginx and behind Caddy, by the files of `docs/serving`, over TLS."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import socket
import sqlite3
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from tests.machine import ROOT
from tests.service_fixtures import PATIENCE

pytestmark = pytest.mark.proxies
LINK = re.compile(r"(/seat/\S+)$", re.MULTILINE)


def free_ports(count: int) -> list[int]:
    listening = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in listening]
    for one in listening:
        one.close()
    return ports


def altered(name: str, *changes: tuple[str, str]) -> str:
    """An example with what each machine has otherwise; whatever is to be altered has to be there."""
    text = (ROOT / "docs" / "serving" / name).read_text()
    for old, new in changes:
        assert old in text, f"{name} has no {old!r}"
        text = text.replace(old, new)
    return text


@contextmanager
def running(command: list[str], folder: Path, **environment: str) -> Iterator[Path]:
    """A process and the file of all that it says; it is asked to stop at the end."""
    said = folder / f"{Path(command[0]).name}.said"
    with said.open("w") as out:
        process = subprocess.Popen(
            command, stdout=out, stderr=subprocess.STDOUT, cwd=folder, env={**os.environ, **environment}
        )
    try:
        yield said
    finally:
        process.terminate()
        process.wait(PATIENCE)


def wait_until_it_listens(port: int, said: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            assert time.monotonic() < deadline, said.read_text()
            time.sleep(0.05)


def certified(folder: Path) -> ssl.SSLContext:
    """A certificate and its key, in files of the names that our examples have; and what trusts it."""
    certificate, key = folder / "fullchain.pem", folder / "privkey.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(certificate)],
        check=True, capture_output=True,
    )  # fmt: skip
    return ssl.create_default_context(cafile=certificate)


@dataclass
class Proxied:
    """A server behind a proxy: its address outside, the seats' links, and what trusts the proxy's certificate."""

    port: int
    plain_port: int | None
    links: list[str]
    data: Path
    trust: ssl.SSLContext

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=f"https://localhost:{self.port}", verify=self.trust, timeout=PATIENCE)


@pytest.fixture(params=["nginx", "caddy"], scope="module")
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    tmp_path = tmp_path_factory.mktemp(request.param)
    program = shutil.which(request.param, path=f"{os.environ['PATH']}:/usr/sbin")
    assert program, f"{request.param} is not here; `.ci/with-proxies` installs it"
    trust = certified(tmp_path)
    inside, outside, plain = free_ports(3)
    if request.param == "nginx":
        command = nginx(program, tmp_path, inside, outside, plain)
    else:
        command = caddy(program, tmp_path, inside, outside)
    serving = [sys.executable, "-m", "service", "serve", "--port", str(inside)]
    settings = {
        "SITREP_DATA": str(tmp_path / "data"), "DATABASE_URL": "", "PYTHONPATH": str(ROOT),
        "HOME": str(tmp_path), "PYTHONUNBUFFERED": "1",
        "SITREP_URL": f"https://localhost:{outside}", "SITREP_SECURE_COOKIES": "true",
        "SITREP_LIMITS": '{"sign-in-from": "1 per hour", "account": "3 per hour"}',
    }  # fmt: skip
    with running(serving, tmp_path, **settings) as said, running(command, tmp_path, HOME=str(tmp_path)) as proxy:
        deadline = time.monotonic() + PATIENCE
        while len(links := LINK.findall(said.read_text())) < 3:
            assert time.monotonic() < deadline, said.read_text()
            time.sleep(0.05)
        wait_until_it_listens(outside, proxy)
        yield Proxied(outside, plain if request.param == "nginx" else None, links, tmp_path / "data", trust)


def nginx(program: str, folder: Path, inside: int, outside: int, plain: int) -> list[str]:
    """Our example in a file of its own that nginx reads as root's main file would."""
    site = altered(
        "nginx.conf",
        ("listen 80;", f"listen 127.0.0.1:{plain};"), ("    listen [::]:80;\n", ""),
        ("listen 443 ssl http2;", f"listen 127.0.0.1:{outside} ssl http2;"), ("    listen [::]:443 ssl http2;\n", ""),
        ("sitrep.example", "localhost"), ("/etc/letsencrypt/live/localhost", str(folder)),
        ("/var/log/nginx/sitrep.log", str(folder / "error.log")), ("127.0.0.1:8000", f"127.0.0.1:{inside}"),
    )  # fmt: skip
    paths = "".join(
        f"{name}_temp_path {folder / name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    main = folder / "nginx.conf"
    user = "user root;\n" if os.geteuid() == 0 else ""  # who can look into a test's folder
    general = f"{user}daemon off;\npid {folder / 'pid'};\nerror_log stderr;\nevents {{}}\n"
    main.write_text(f"{general}http {{\n{paths}{site}\n}}\n")
    return [program, "-p", str(folder), "-c", str(main)]


def caddy(program: str, folder: Path, inside: int, outside: int) -> list[str]:
    """Our example with a certificate that lies here, for nobody signs one for this machine."""
    tls = f"\ttls {folder}/fullchain.pem {folder}/privkey.pem\n"
    site = altered(
        "Caddyfile",
        ("sitrep.example {", f"https://localhost:{outside} {{\n{tls}\tbind 127.0.0.1"),
        ("127.0.0.1:8000", f"127.0.0.1:{inside}"),
    )  # fmt: skip
    file = folder / "Caddyfile"
    file.write_text(f"{{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}}\n{site}")
    return [program, "run", "--adapter", "caddyfile", "--config", str(file)]


def test_a_seat_is_taken_and_played_over_tls(house: Proxied):
    with house.client() as client:
        page = client.get(house.links[0])
        assert page.status_code == 303 and "; secure" in page.headers["set-cookie"].lower()
        page = client.get(page.headers["location"])
        assert page.status_code == 200
        assert page.headers["strict-transport-security"] == "max-age=31536000"
        assert "http://" not in re.sub(r'"http://www\.w3\.org/[^"]*"', "", page.text)
        assert page.headers["content-encoding"] == "gzip" or "gzip" not in client.headers["accept-encoding"]
        too_much = client.post("/api/v1/tokens", content=b"x" * 1_500_000, headers={"Content-Type": "application/json"})
        assert too_much.status_code == 413 and too_much.headers["content-type"] == "application/problem+json"


def test_the_address_of_whoever_asks_is_passed_on_and_nothing_that_they_say_of_it(house: Proxied):
    """The limit of an address is that of the one that reached the proxy, whatever a request claims."""
    with house.client() as client:
        attempts = [
            client.post(
                "/api/v1/tokens",
                json={"name": f"Nobody {n}", "password": "a long password"},
                headers={"X-Forwarded-For": f"192.0.2.{n}", "X-Forwarded-Proto": "http"},
            ).status_code
            for n in range(2)
        ]
    assert attempts == [401, 429]


def test_a_live_socket_goes_through(house: Proxied):
    with house.client() as client:
        *_, match, seat = client.get(house.links[0]).headers["location"].split("/")
        cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())

    async def is_answered() -> None:
        async with connect(
            f"wss://localhost:{house.port}/api/v1/matches/{match}/seats/{seat}/live?after=0",
            additional_headers={"Cookie": cookies}, ssl=house.trust, proxy=None, open_timeout=PATIENCE,
            origin=f"https://localhost:{house.port}",  # type: ignore[arg-type]
        ) as live:  # fmt: skip
            await asyncio.wait_for(await live.ping(), PATIENCE)

    asyncio.run(is_answered())


def test_events_go_through_one_by_one(house: Proxied):
    """The first comes while the stream goes on: nothing on the way waits for more of them."""
    with house.client() as client, house.client() as other:
        *_, match, seat = client.get(house.links[0]).headers["location"].split("/")
        other.cookies.update(client.cookies)
        with client.stream("GET", "/api/v1/live/events") as stream:
            said = other.post(f"/api/v1/matches/{match}/seats/{seat}/notes", json={"text": "To myself"})
            assert said.status_code == 201
            assert other.put(f"/api/v1/matches/{match}/seats/{seat}/sheet", json=[]).status_code == 200
            talk = other.post(f"/api/v1/matches/{match}/seats/{seat}/talk", json={"text": "Hello"})
            assert talk.status_code == 201, talk.text
            assert next(line for line in stream.iter_lines() if line.startswith("data:")).count(seat)


def accounts_and_matches(house: Proxied) -> tuple[int, int]:
    with closing(sqlite3.connect(house.data / "sitrep.db")) as database:
        [[accounts, matches]] = database.execute("SELECT (SELECT count(*) FROM account), (SELECT count(*) FROM match)")
    return accounts, matches


def test_a_stranger_does_not_fill_a_house_that_is_closed(house: Proxied):
    """They may practise as a visitor, as often as the bound of the server has it, wherever they claim to come from;
    every other form and operation that they can send is refused, and what is refused leaves nothing behind.
    """
    start = accounts_and_matches(house)
    practise = {"scenario": "skirmish/moulin-basset", "opponent": "practice"}
    opened = list[int]()
    for number in range(5):
        with house.client() as client:
            client.headers["X-Forwarded-For"] = f"198.51.100.{number}"
            opened.append(client.post("/matches", data=practise).status_code)
    assert opened == [303, 303, 303, 429, 429]
    before = accounts_and_matches(house)
    assert before == (start[0] + 3, start[1] + 3)
    form = {"name": "Nobody", "password": "a long password", "scenario": "skirmish/moulin-basset", "seat": "german",
            "opponent": "computer", "guided": "1", "called": "Nobody"}  # fmt: skip
    with house.client() as client:
        for path in ("/sign-up", "/sign-up/none", "/matches", "/invitations/none", "/seat/none", "/way-in/none",
                     "/matches/none/take", "/password/none"):  # fmt: skip
            status = client.post(path, data=form).status_code
            assert status >= 400, (path, status)
        for path in ("accounts", "tokens", "matches", "matches/none/seats/german", "ways-back"):
            assert client.post(f"/api/v1/{path}", json=form).status_code >= 400, path
    after = accounts_and_matches(house)
    assert after == before, "whom it let in, by which form?"


def test_whoever_comes_without_tls_is_led_to_it(house: Proxied):
    if house.plain_port is None:
        pytest.skip("Caddy does this by itself, at port 80")
    answer = httpx.get(f"http://localhost:{house.plain_port}/games", timeout=PATIENCE)
    assert answer.status_code == 308 and answer.headers["location"] == "https://localhost/games"
