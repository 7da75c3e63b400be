"""Killed at any moment, the service has every acknowledged order once and only once, and every view as before."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.bots.random_player import RandomPlayer
from service.engine import recording
from service.engine.events import OrdersTakenUp
from service.engine.reports import OrdersAccepted
from service.games.shelf import GAMES
from service.matches.playing import digest_of
from tests.durability.serving import Saved, Served
from tests.service_fixtures import PATIENCE

JSON = dict[str, Any]
READ = ("view", "log", "letters", "standing-orders", "dice")


@dataclass
class Sent:
    """A request for orders, and the answer, if there was one."""

    seat: str
    body: Any
    headers: dict[str, str]
    answer: bytes | None = None

    @property
    def key(self) -> str:
        return self.headers["Idempotency-Key"]


@dataclass
class Notes:
    """What the players of one match remember: all they sent, and what they last read, with the version of then.

    `stopped`: by what each stopped last.
    """

    match_id: str
    seats: tuple[str, ...]
    sent: list[Sent] = field(default_factory=list)
    read: dict[tuple[str, str], tuple[str, bytes]] = field(default_factory=dict)
    stopped: dict[str, str] = field(default_factory=dict)


class Rememberer(RandomPlayer):
    """Plays at random, and notes what it sent, what was acknowledged and what it read."""

    notes: Notes

    def post(self, orders: list[JSON], headers: Any) -> httpx.Response:
        sent = Sent(self.seat, orders, dict(headers))
        self.notes.sent.append(sent)
        answer = self.http.post(f"{self.path}/orders", json=orders, headers=sent.headers)
        if answer.status_code == 202:
            sent.answer = answer.content
        else:
            self.notes.sent.remove(sent)
        return answer

    def remember(self) -> None:
        """Read all; what was read while more was told is not remembered, for no version belongs to it."""
        read = {what: self.get(f"/{what}") for what in READ}
        tag = self.get("/view").headers["ETag"]
        if read["view"].headers["ETag"] == tag:
            self.notes.read |= {(self.seat, what): (tag, answer.content) for what, answer in read.items()}


def play(served: Saved, notes: Notes, seat: str, seed: int) -> None:
    """Until the server is gone, or the match is over."""
    with served.http() as http:
        player = Rememberer(http, notes.match_id, seat, seed=seed)
        player.notes = notes
        notes.stopped.pop(seat, None)
        try:
            while not player.ended:
                if not player.act():
                    player.remember()
        except httpx.TransportError as gone:
            notes.stopped[seat] = repr(gone)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    served = Served(tmp_path)
    yield served
    served.close()


def settled(served: Saved, notes: Notes) -> None:
    """What the database says after a kill, before anybody serves it: whole, and each request there once."""
    context = served.context()
    with context.store.look() as look:
        match = look.matches.saved(notes.match_id)
        assert match is not None
        game, state = match.game, match.state
        opening, journal = look.matches.opening(notes.match_id, game), look.matches.journal(notes.match_id, game)
        assert len(journal) == match.journal_length
        assert recording.fold(opening, journal) == state
        answered = 0
        for seat in notes.seats:
            log = look.matches.log(notes.match_id, seat, game, 0, 10**9)
            assert [entry.number for entry in log] == list(range(1, state.log_lengths[seat] + 1))
            taken = {entry.number: entry.report.orders for entry in log if isinstance(entry.report, OrdersAccepted)}
            places = set()
            for sent in notes.sent:
                answer = look.matches.answer(notes.match_id, seat, sent.key) if sent.seat == seat else None
                if sent.seat != seat or (answer is None and sent.answer is None):
                    continue
                assert answer is not None, f"acknowledged and lost: {sent}"
                assert sent.answer in (None, b'{"version":%d}' % answer.accepted)
                assert digest_of(context, match, taken[answer.accepted]) == answer.asked
                assert answer.accepted not in places, f"two requests with one effect: {sent}"
                places.add(answer.accepted)
            answered += len(places)
        waiting = [(one.seat, one.entry) for one in look.queue.waiting(notes.match_id, game)]
        worked = [(event.seat, event.entry) for event in journal if isinstance(event, OrdersTakenUp)]
        assert match.version == 1 + len(worked), "each request moved the match on once, and nothing else did"
        assert len({*waiting, *worked}) == len(waiting) + len(worked), "none was worked twice, or is to be"
        assert len(waiting) + len(worked) == answered or state.ended, "each was worked, or will be"
    context.store.close()


def repeated(served: Saved, notes: Notes, since: int) -> tuple[int, int]:
    """Over HTTP: every reading as it was, unless more was told since; every request again with the same answer.

    How many readings were as before, and how many requests were in doubt.
    """
    same = doubtful = 0
    with served.http() as http:
        path = f"/api/v1/matches/{notes.match_id}/seats"
        for (seat, what), (tag, content) in notes.read.items():
            again = http.get(f"{path}/{seat}/{what}")
            # asked after the reading: what was acknowledged before the kill may be worked at any moment from here on
            if tag == http.get(f"{path}/{seat}/view").headers["ETag"]:
                assert again.content == content, f"{what} of {seat} reads otherwise than before"
                same += 1
            elif what == "log":
                told, now = json.loads(content)["entries"], again.json()["entries"]
                for entry in (*told, *now):
                    del entry["text"]  # which calls things by the names that the seat has for them now
                assert now[: len(told)] == told, f"the log of {seat} is no longer as it was told"
                same += 1
        for sent in notes.sent[since:]:
            again = http.post(f"{path}/{sent.seat}/orders", json=sent.body, headers=sent.headers)
            if sent.answer is None:
                doubtful += 1
                assert again.status_code in (202, 409, 412), again.text
                sent.answer = again.content if again.status_code == 202 else None
            else:
                assert (again.status_code, again.content) == (202, sent.answer), f"acknowledged {sent}, now {again}"
    return same, doubtful


def begun(notes: Notes, since: int) -> None:
    """Wait, however busy the machine is, until something was sent and something read: now there is what to lose."""
    deadline = time.monotonic() + PATIENCE
    while not (notes.read and len(notes.sent) > since):
        assert time.monotonic() < deadline, f"nobody plays: {notes.stopped}"
        time.sleep(0.01)


def kill_again_and_again(served: Served, kills: int, seed: int, game: str) -> None:
    rng, seats = random.Random(seed), GAMES[game].info.seats
    notes = Notes(served.new_match(game), seats)
    same = doubtful = orders = 0
    since = 0
    served.start()
    for kill in range(kills):
        threads = [threading.Thread(target=play, args=(served, notes, seat, seed + kill)) for seat in notes.seats]
        for thread in threads:
            thread.start()
        begun(notes, since)
        time.sleep(rng.uniform(0, 0.4))
        served.kill()
        for thread in threads:
            thread.join(PATIENCE)
            assert not thread.is_alive()
        settled(served, notes)
        served.start()
        counted = repeated(served, notes, since)
        same, doubtful, orders = same + counted[0], doubtful + counted[1], orders + len(notes.sent) - since
        since = len(notes.sent)
        with served.http() as http:
            if http.get(f"/api/v1/matches/{notes.match_id}/seats/{seats[0]}/view").json()["where"]["ended"]:
                settled(served, notes)
                notes, since = Notes(served.new_match(game), seats), 0
    settled(served, notes)
    print(f"{kills} kills, {orders} requests, {doubtful} in doubt, {same} readings as before")
    assert same and orders
    assert "a fault" not in served.said()


@pytest.mark.soak
@pytest.mark.parametrize("game", ["ndc", "korsun", "campaign1776"])
def test_four_kills_while_two_bots_play(served: Served, game: str):
    kill_again_and_again(served, 4, 1, game)


@pytest.mark.soak
@pytest.mark.parametrize("game", ["ndc", "korsun", "campaign1776"])
def test_a_hundred_kills_while_two_bots_play(served: Served, game: str):
    kill_again_and_again(served, 100, random.SystemRandom().randrange(10**6), game)


@pytest.mark.soak
def test_killed_while_the_orders_of_many_matches_are_written_together(served: Served):
    """Each match has what was acknowledged in it, once, and of what was not either all or nothing."""
    of_matches = [Notes(served.new_match("ndc"), GAMES["ndc"].info.seats) for _ in range(8)]
    served.start()
    threads = [threading.Thread(target=attend, args=(served, notes)) for notes in of_matches]
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + PATIENCE
    while min(len(notes.sent) for notes in of_matches) < 5:
        assert time.monotonic() < deadline, [notes.stopped for notes in of_matches]
        time.sleep(0.01)
    served.kill()
    for thread in threads:
        thread.join(PATIENCE)
    for notes in of_matches:
        settled(served, notes)
    served.start()
    for notes in of_matches:
        repeated(served, notes, 0)
    assert "a fault" not in served.said()


def attend(served: Served, notes: Notes) -> None:
    """Say again and again how one side will be present, until the service is gone."""
    seat = notes.seats[0]
    path = f"/api/v1/matches/{notes.match_id}/seats/{seat}"
    with served.http() as http:
        try:
            for k in range(10_000):
                version = http.get(f"{path}/view").headers["etag"]
                headers = {"If-Match": version, "Idempotency-Key": f"k{k}"}
                body = [{"kind": "attend", "attendance": ("standing", "present")[k % 2]}]
                notes.sent.append(sent := Sent(seat, body, headers))
                answer = http.post(f"{path}/orders", json=body, headers=headers)
                if answer.status_code == 202:
                    sent.answer = answer.content
                else:  # something was told between the two
                    notes.sent.remove(sent)
        except httpx.TransportError as gone:
            notes.stopped[seat] = repr(gone)
