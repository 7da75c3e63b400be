"""Both sides of a match play and listen at a server of several processes, of which any may be gone in a moment."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from service.matches import Context
from service.store.leases import LEAD
from tests.durability.serving import Saved
from tests.durability.test_kills import Notes, Rememberer
from tests.service_fixtures import PATIENCE


def serve_and_are_led(context: Context, many: int) -> bool:
    """Whether so many have their place among those who serve, and one of them the lead."""
    with context.store.look() as look:
        at = look.leases.moment()
        serving = look.leases.serving(at)
        holder, until = look.leases.holder(LEAD) or ("", at)
    return len(serving) == many and until > at and holder in serving


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


class BothSides:
    """Each side of a match with one who plays and two who listen."""

    def __init__(self, served: Saved, notes: Notes) -> None:
        self.served, self.stopping = served, threading.Event()
        playing = [(served, notes, seat, self.stopping) for seat in notes.seats]
        self.players = [threading.Thread(target=play, args=args, daemon=True) for args in playing]
        self.ears = [Ear(served, notes.match_id, seat) for seat in (*notes.seats, *notes.seats)]

    def start(self) -> None:
        """Return once everybody who listens is answered."""
        for thread in (*self.players, *self.ears):
            thread.start()
        deadline = time.monotonic() + PATIENCE
        while not all(ear.calls for ear in self.ears):
            assert time.monotonic() < deadline, "somebody who listens is not answered"
            time.sleep(0.01)

    @property
    def calls(self) -> int:
        """How often those who listen have called in all."""
        return sum(ear.calls for ear in self.ears)

    def hear(self) -> None:
        """Let them play no more, and wait until all who listen have heard every entry."""
        self.stopping.set()
        for thread in self.players:
            thread.join(PATIENCE)
        with self.served.http() as http:
            for ear in self.ears:
                has_heard_all(ear, http)

    def stop(self) -> None:
        """Let nobody go on, whatever came of it: a thread that is left fails whichever test comes next."""
        self.stopping.set()
        for ear in self.ears:
            ear.stopping = True


@contextmanager
def playing(served: Saved, notes: Notes) -> Iterator[BothSides]:
    """Both sides while they play and listen."""
    sides = BothSides(served, notes)
    try:
        sides.start()
        yield sides
    finally:
        sides.stop()


def has_heard_all(ear: Ear, http: httpx.Client) -> None:
    """Every entry of the log, each once and in order."""
    deadline = time.monotonic() + PATIENCE
    while True:
        length = int(http.get(f"{ear.path}/view").json()["version"])
        if ear.heard == list(range(1, length + 1)):
            return
        assert time.monotonic() < deadline, (length, ear.heard[-5:])
        time.sleep(0.05)
