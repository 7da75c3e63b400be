"""The server of `docs/compose/compose.workers.yaml`: two processes on PostgreSQL behind Caddy, as its settings have it.

Without a container engine each service runs as a process of this machine, by the command of its image and the
environment of its service; names of containers become ports of 127.0.0.1.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from service import matches
from service.matches import AtSeat
from tests.durability.serving import LIMITS, PACE, Saved
from tests.durability.test_kills import Notes, repeated, settled
from tests.live.test_proxies import free_ports, running, wait_until_it_listens
from tests.machine import ROOT
from tests.service_fixtures import PATIENCE
from tests.several.both_sides import more_is_sent, playing, serve_and_are_led

pytestmark = [pytest.mark.proxies, pytest.mark.postgres]
COMPOSE = ROOT / "docs" / "compose"
WORKERS = ("sitrep", "sitrep-two")
FASTER_THAN_PEOPLE = {"SITREP_LIMITS": LIMITS, "SITREP_LISTS_WAITING_PER_SEAT": "1000", "SITREP_PACE": PACE}
"""What the file does not set, and players have otherwise who play without a pause."""
LOST = (httpx.codes.BAD_GATEWAY, httpx.codes.GATEWAY_TIMEOUT)


def said_by_the_image(word: str) -> list[str]:
    """A command of the last stage of the Dockerfile, such as what it serves by."""
    found = re.findall(rf"^{word} (\[.+\])$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    command: list[str] = json.loads(found[-1])
    return command


class Composed(Saved):
    """The services of the file, but the database, which is the test's; `ports`: of the two processes, and outside."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        found = yaml.safe_load((COMPOSE / "compose.workers.yaml").read_text())
        self.services: dict[str, Any] = found["services"]
        [network] = found["networks"]["default"]["ipam"]["config"]
        self.proxies: str = network["subnet"]
        *inside, self.outside = free_ports(len(WORKERS) + 1)
        self.ports = dict(zip(WORKERS, inside, strict=True))
        self.url = f"http://127.0.0.1:{self.outside}"
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def environment(self, service: str) -> dict[str, str]:
        """What the file sets for a service, where nothing else is set beside it; and the places that are others here:
        the database, the folder that is the volume, and where the proxy comes from.
        """
        own: Mapping[str, str] = self.services[service]["environment"]
        settings = {name: re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", value) for name, value in own.items()}
        assert settings.pop("DATABASE_URL").endswith("@database/sitrep")
        assert settings.pop("SITREP_TRUSTED_PROXIES") == self.proxies
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("SITREP_", "DATABASE_"))}
        here = {"DATABASE_URL": self.database_url, "SITREP_TRUSTED_PROXIES": "127.0.0.1", **FASTER_THAN_PEOPLE}
        return {**kept, **settings, **here, "SITREP_DATA": str(self.folder), "PYTHONPATH": str(ROOT)}

    def command(self, service: str) -> list[str]:
        """The image's command, or the service's own, at the service's port."""
        assert said_by_the_image("ENTRYPOINT") == ["sitrep"]
        given: list[str] = self.services[service].get("command") or said_by_the_image("CMD")
        here = {"0.0.0.0": "127.0.0.1", "8000": str(self.ports.get(service))}
        return [sys.executable, "-m", "service", *(here.get(word, word) for word in given)]

    def migrate(self) -> None:
        done = subprocess.run(
            self.command("migrate"), env=self.environment("migrate"), cwd=self.folder, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self, service: str) -> None:
        with (self.folder / "said.txt").open("a") as said:
            self.running[service] = subprocess.Popen(
                self.command(service), env=self.environment(service), cwd=self.folder, stdout=said, stderr=said
            )

    def kill(self, service: str) -> None:
        self.running[service].kill()
        assert self.running[service].wait(PATIENCE) == -signal.SIGKILL

    def start_again(self, service: str) -> None:
        """What `restart: unless-stopped` does with a container that has ended."""
        assert self.services[service]["restart"] == "unless-stopped"
        self.start(service)

    def caddy(self) -> list[str]:
        """Caddy with the file's own text, at a port of this test, to which it is bound."""
        program = shutil.which("caddy")
        assert program, "caddy is not here; `.ci/with-proxies` installs it"
        text = (COMPOSE / "Caddyfile.workers").read_text()
        changes = {"\n:8000 {": f"\n:{self.outside} {{\n\tbind 127.0.0.1"}
        changes |= {f" {service}:8000": f" 127.0.0.1:{port}" for service, port in self.ports.items()}
        for old, new in changes.items():
            assert text.count(old) == 1, f"Caddyfile.workers has no {old!r}, or more than one"
            text = text.replace(old, new)
        file = self.folder / "Caddyfile"
        file.write_text(f"{{\n\tadmin off\n}}\n{text}")
        return [program, "run", "--adapter", "caddyfile", "--config", str(file)]

    def both_serve(self) -> None:
        """Wait until both have their place, one of them leads, and the server says that it is ready."""
        context, deadline = self.context(), time.monotonic() + PATIENCE
        while not (serve_and_are_led(context, len(WORKERS)) and self.is_ready()):
            assert time.monotonic() < deadline, self.said()
            time.sleep(0.1)
        context.store.close()

    def is_ready(self) -> bool:
        asked = [f"http://127.0.0.1:{port}/readyz" for port in self.ports.values()]
        with suppress(httpx.TransportError), super().http() as http:
            return all(http.get(url).status_code == 200 for url in asked)
        return False

    def http(self) -> httpx.Client:
        """As if there were no answer where the proxy says that it got none: whoever asked does not know what came."""

        def is_lost(answer: httpx.Response) -> None:
            if answer.status_code in LOST:
                raise httpx.RemoteProtocolError(f"the proxy says {answer.status_code}", request=answer.request)

        http = super().http()
        http.event_hooks = {"response": [is_lost]}
        return http

    def said(self) -> str:
        return (self.folder / "said.txt").read_text()

    def close(self) -> None:
        for process in self.running.values():
            process.terminate()
        for process in self.running.values():
            process.wait(PATIENCE)
        super().close()


class Looker(threading.Thread):
    """Looks at the page of a seat, by its link, again and again; each answer's code is kept."""

    def __init__(self, house: Composed, match_id: str, seat: str) -> None:
        super().__init__(daemon=True)
        context = house.context()
        cookie = matches.seat_cookie(match_id, seat)
        token = matches.seat_link(context, AtSeat(match_id, seat, house.account.id))
        context.store.close()
        self.http = httpx.Client(base_url=house.url, cookies={cookie: token}, timeout=PATIENCE)
        self.path = f"/matches/{match_id}/{seat}"
        self.codes: list[int] = []
        self.stopping = False

    def run(self) -> None:
        with self.http:
            while not self.stopping:
                answer = self.http.get(self.path)
                assert 'hx-ws:connect="' in answer.text or answer.status_code != 200
                self.codes.append(answer.status_code)
                time.sleep(0.1)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Composed]:
    house = Composed(tmp_path)
    with ExitStack() as held:
        held.callback(house.close)
        house.migrate()
        for service in WORKERS:
            house.start(service)
        said = held.enter_context(running(house.caddy(), tmp_path, HOME=str(tmp_path)))
        wait_until_it_listens(house.outside, said)
        house.both_serve()
        yield house


def test_either_of_two_processes_behind_the_proxy_may_be_killed_while_they_are_played_at(house: Composed):
    """Through the proxy pages come always, and orders and sockets go on; nothing is lost or done twice."""
    notes = Notes(house.new_match(), ("Soviet", "US"))
    lookers = [Looker(house, notes.match_id, seat) for seat in notes.seats]
    with playing(house, notes) as sides:
        for looker in lookers:
            looker.start()
        for service in WORKERS:
            more_is_sent(notes)
            house.kill(service)
            more_is_sent(notes)  # by the other one alone
            house.start_again(service)
            house.both_serve()
            more_is_sent(notes)
        sides.hear()
    for looker in lookers:
        looker.stopping = True
    for one in (*sides.ears, *lookers):
        one.join(PATIENCE)
    assert sides.calls > len(sides.ears), "nobody who listened was cut off"
    for looker in lookers:
        assert looker.codes and set(looker.codes) == {200}, looker.codes
    settled(house, notes)
    same, doubtful = repeated(house, notes, 0)
    print(f"{len(notes.sent)} requests, {doubtful} in doubt, {same} readings as before")
    assert "a fault" not in house.said()
