"""`SITREP_WORKERS=2`: one of them is killed again and again while both sides play and listen. Nothing is lost or done
twice, and whoever listened there calls once more.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.games.shelf import GAMES
from tests.durability.serving import Served
from tests.durability.test_kills import Notes, repeated, settled
from tests.service_fixtures import PATIENCE
from tests.several.both_sides import more_is_sent, playing, serve_and_are_led

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
    asked = ["ps", "--ppid", str(served.pid), "-o", "pid=", "--sort=start_time"]
    return [int(pid) for pid in subprocess.run(asked, capture_output=True, text=True, check=False).stdout.split()]


def both_serve(served: Served) -> None:
    context, deadline = served.context(), time.monotonic() + PATIENCE
    while not (len(workers(served)) == 2 and serve_and_are_led(context, 2)):
        assert time.monotonic() < deadline, served.said()
        time.sleep(0.05)
    context.store.close()


@pytest.mark.parametrize(("matches", "kills"), [(1, 2), pytest.param(4, 5, marks=pytest.mark.soak)])
def test_kills_of_one_of_two_workers_lose_nothing(served: Served, matches: int, kills: int):
    """Of many kills each few have a match of their own, since one that is played at random is over before the last."""
    rng = random.Random(1)
    for _ in range(matches):
        killed_while_both_play(served, kills, rng)


def killed_while_both_play(served: Served, kills: int, rng: random.Random) -> None:
    seats = GAMES["ndc"].info.seats
    notes = Notes(served.new_match(), seats)
    served.start()
    both_serve(served)
    with playing(served, notes) as sides:
        for kill in range(kills):
            more_is_sent(notes)
            time.sleep(rng.uniform(0, 0.3))
            # The two that everybody called at first, so that nobody who listens is spared; then the younger and the
            # elder.
            os.kill(workers(served)[0 if kill < 2 else (kill + 1) % 2], signal.SIGKILL)
            both_serve(served)
            more_is_sent(notes)
        sides.hear()
    assert max(ear.calls for ear in sides.ears) <= 1 + kills, "where one is cut off, one call more is enough"
    left = workers(served)
    served.kill()
    until_gone(left)
    settled(served, notes)
    served.start()
    same, doubtful = repeated(served, notes, 0)
    print(f"{kills} kills, {len(notes.sent)} requests, {doubtful} in doubt, {same} readings as before")
    assert sides.calls > len(sides.ears), "nobody who listened was cut off"
    assert "a fault" not in served.said()
    left = workers(served)
    served.kill()
    until_gone(left)


def until_gone(processes: list[int]) -> None:
    """Those whose parent was killed end by themselves."""
    deadline = time.monotonic() + PATIENCE
    while any(Path(f"/proc/{pid}").exists() for pid in processes):
        assert time.monotonic() < deadline
        time.sleep(0.05)
