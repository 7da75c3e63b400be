"""`SITREP_WORKERS=2`: one of them is killed again and again while both sides play and listen. Nothing is lost or done
twice, and whoever listened there calls once more.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from service.games.shelf import GAMES
from service.store.leases import LEAD
from tests.durability.serving import Saved, Served
from tests.durability.test_kills import Notes, Rememberer, repeated, settled
from tests.service_fixtures import PATIENCE

pytestmark = pytest.mark.postgres


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setenv("SITREP_WORKERS", "2")
    monkeypatch.setenv("SITREP_LEASE", "2")
    served = Served(tmp_path)
    yield served
    served.close()


def workers(served: Served) -> list[int]:
    """The processes that serve, the oldest first."""
    found = subprocess.run(["ps", "--ppid", str(served.pid), "-o", "pid="], capture_output=True, text=True, check=False)
    return sorted(map(int, found.stdout.split()))


def serving(served: Saved) -> int:
    """How many have their place among those who serve."""
    context = served.context()
    with context.store.look() as look:
        found = len(look.leases.serving(look.leases.moment()))
    context.store.close()
    return found


def is_led(served: Saved) -> bool:
    """Whether one of those who serve has the lead."""
    context = served.context()
    with context.store.look() as look:
        at = look.leases.moment()
        holder, until = look.leases.holder(LEAD) or ("", at)
        found = until > at and holder in look.leases.serving(at)
    context.store.close()
    return found


def both_serve(served: Served) -> None:
    deadline = time.monotonic() + PATIENCE
    while not (len(workers(served)) == 2 and serving(served) == 2 and is_led(served)):
        assert time.monotonic() < deadline, served.said()
        time.sleep(0.05)


class Ear(threading.Thread):
    """Listens at a seat, and calls again where it is cut off, as a client does: after the last entry that it has."""

    def __init__(self, served: Saved, match_id: str, seat: str) -> None:
        super().__init__(daemon=True)
        self.served, self.path = served, f"/api/v1/matches/{match_id}/seats/{seat}"
        self.heard: list[int] = []
        self.calls = 0
        self.stopping = False

    def run(self) -> None:
        asyncio.run(self.listen())

    async def listen(self) -> None:
        url = self.served.url.replace("http://", "ws://")
        headers = {"Authorization": f"Bearer {self.served.token}"}
        while not self.stopping:
            after = self.heard[-1] if self.heard else 0
            with suppress(WebSocketException, OSError):
                async with connect(
                    f"{url}{self.path}/live?after={after}",
                    additional_headers=headers,
                    proxy=None,
                    open_timeout=PATIENCE,
                ) as socket:
                    self.calls += 1
                    while not self.stopping:
                        with suppress(TimeoutError):
                            self.heard.append(json.loads(await asyncio.wait_for(socket.recv(), 0.5))["number"])


def play(served: Saved, notes: Notes, seat: str, stopping: threading.Event) -> None:
    """Play, and go on at the other process where the one that was asked is gone."""
    while not stopping.is_set():
        with suppress(httpx.TransportError), served.http() as http:
            player = Rememberer(http, notes.match_id, seat, seed=len(notes.sent))
            player.notes = notes
            while not (player.ended or stopping.is_set()):
                if not player.act():
                    player.remember()


def more_is_sent(notes: Notes) -> None:
    sent, deadline = len(notes.sent), time.monotonic() + PATIENCE
    while len(notes.sent) < sent + 5:
        assert time.monotonic() < deadline, "nobody plays"
        time.sleep(0.01)


@pytest.mark.parametrize(("matches", "kills"), [(1, 2), pytest.param(4, 5, marks=pytest.mark.soak)])
def test_kills_of_one_of_two_workers_lose_nothing(served: Served, matches: int, kills: int):
    """Of many kills each few have a match of their own, since one that is played at random is over before the last."""
    rng = random.Random(1)
    for _ in range(matches):
        killed_while_both_play(served, kills, rng)


def killed_while_both_play(served: Served, kills: int, rng: random.Random) -> None:
    seats = GAMES["ndc"].info.seats
    notes, stopping = Notes(served.new_match(), seats), threading.Event()
    served.start()
    both_serve(served)
    playing = [(served, notes, seat, stopping) for seat in seats]
    players = [threading.Thread(target=play, args=args, daemon=True) for args in playing]
    ears = [Ear(served, notes.match_id, seat) for seat in (*seats, *seats)]
    for thread in (*players, *ears):
        thread.start()
    for kill in range(kills):
        more_is_sent(notes)
        time.sleep(rng.uniform(0, 0.3))
        before = [ear.calls for ear in ears]
        os.kill(workers(served)[kill % 2], signal.SIGKILL)
        both_serve(served)
        more_is_sent(notes)
        assert all(ear.calls <= was + 1 for ear, was in zip(ears, before, strict=True)), "it took more than one call"
    stopping.set()
    for thread in players:
        thread.join(PATIENCE)
    with served.http() as http:
        for ear in ears:
            has_heard_all(ear, http)
    left = workers(served)
    served.kill()
    until_gone(left)
    for ear in ears:
        ear.stopping = True
    settled(served, notes)
    served.start()
    same, doubtful = repeated(served, notes, 0)
    print(f"{kills} kills, {len(notes.sent)} requests, {doubtful} in doubt, {same} readings as before")
    assert sum(ear.calls for ear in ears) > len(ears), "nobody who listened was cut off"
    assert "a fault" not in served.said()
    left = workers(served)
    served.kill()
    until_gone(left)


def has_heard_all(ear: Ear, http: httpx.Client) -> None:
    """Every entry of the log, each once and in order."""
    deadline = time.monotonic() + PATIENCE
    while True:
        length = int(http.get(f"{ear.path}/view").json()["version"])
        if ear.heard == list(range(1, length + 1)):
            return
        assert time.monotonic() < deadline, (length, ear.heard[-5:])
        time.sleep(0.05)


def until_gone(processes: list[int]) -> None:
    """Those whose parent was killed end by themselves."""
    deadline = time.monotonic() + PATIENCE
    while any(Path(f"/proc/{pid}").exists() for pid in processes):
        assert time.monotonic() < deadline
        time.sleep(0.05)
