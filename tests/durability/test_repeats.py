"""Sent twice, in another order, from two tabs, at a locked database or a full disk: one effect and the same answer."""

from __future__ import annotations

import resource
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import event

from service.app import create_app
from service.bots.player import ask
from service.games.shelf import GAMES
from service.matches import AtSeat, Context, make_guest, open_match, seat_cookie, seat_link
from service.settings import Settings
from service.store import Store
from tests.durability.serving import Served
from tests.service_fixtures import PATIENCE, Player, bearer, caller, serving, sit_down

HIDE, DONE = {"kind": "hide", "hex": "12"}, {"kind": "done"}


@pytest.fixture
def north(context: Context, house: str) -> Iterator[Player]:
    """At a seat, over real HTTP."""
    with caller(house) as http:
        yield sit_down(context, http)["north"]


def at_once(*doings: Callable[[], Any]) -> list[Any]:
    """What each gives; they begin together."""
    begin = threading.Barrier(len(doings))

    def run(doing: Callable[[], Any]) -> Any:
        begin.wait(PATIENCE)
        return doing()

    with ThreadPoolExecutor(len(doings)) as threads:
        return [running.result(PATIENCE) for running in [threads.submit(run, doing) for doing in doings]]


# ---- again, in another order, at once


def test_a_request_sent_many_times_at_once_has_one_effect_and_one_answer(north: Player):
    answers = at_once(*[lambda: north.send(HIDE, version=1, key="k")] * 12)
    assert {(answer.status_code, answer.content) for answer in answers} == {(202, b'{"version":2}')}
    assert north.version() == 2


def test_requests_that_overtook_each_other_are_done_in_their_own_order(north: Player):
    """The second cannot have seen what it claims; sent again after the first, both have had their effect once."""
    second = {"kind": "hide", "hex": "13"}
    assert north.send(second, version=2, key="b").status_code == 412
    assert north.send(HIDE, version=1, key="a").json() == {"version": 2}
    assert north.send(second, version=2, key="b").json() == {"version": 3}
    assert north.send(HIDE, version=1, key="a").json() == {"version": 2}
    assert north.send(second, version=2, key="b").json() == {"version": 3}
    assert north.view()["view"]["hex"] == "13" and north.version() == 3


def test_of_many_different_requests_for_one_version_one_is_taken(north: Player):
    answers = at_once(*[
        lambda hex=hex: north.send({"kind": "hide", "hex": hex}, version=1, key=f"k{hex}")
        for hex in ("11", "12", "13", "21", "22", "23")
    ])  # fmt: skip
    assert sorted(answer.status_code for answer in answers) == [202] + [412] * 5
    assert north.version() == 2


def test_a_key_used_at_once_for_two_bodies_belongs_to_one_of_them(north: Player):
    answers = at_once(
        *[lambda hex=hex: north.send({"kind": "hide", "hex": hex}, version=1, key="k") for hex in ("12", "13") * 3]
    )
    assert {answer.status_code for answer in answers} <= {202, 422} and north.version() == 2
    taken = [answer for answer in answers if answer.status_code == 202]
    assert len(taken) == 3, "the same body three times"


# ---- two tabs


@pytest.fixture
def pages(context_with_ndc: Context) -> FastAPI:
    return create_app(Settings(database_url="sqlite://"), context_with_ndc)


@pytest.fixture
def context_with_ndc(settings: Settings) -> Iterator[Context]:
    context = Context(Store(settings.url, GAMES))
    yield context
    context.store.close()


@pytest.mark.parametrize("one_key", [True, False])
def test_two_tabs_that_send_the_same_sheet_send_it_once(context_with_ndc: Context, pages: FastAPI, one_key: bool):
    """A form sent twice has one key; two tabs have one each, and the later is told that the picture moved on."""
    context = context_with_ndc
    account = make_guest(context)
    match = open_match(context, account, "ndc", "kaltenbach")
    at = AtSeat(match.match_id, "US", account.id)
    cookies = {seat_cookie(at.match_id, at.seat): seat_link(context, at)}
    before = context.store.read(at.match_id)
    with serving(pages) as address, caller(address, cookies=cookies) as http:
        form = {"done": "1", "orders": "[]", "version": str(before.state.log_lengths["US"])}
        answers = at_once(*[
            lambda tab=tab: http.post(
                f"/matches/{at.match_id}/US/orders", data={**form, "key": "k" if one_key else f"tab-{tab}"}
            )
            for tab in range(4)
        ])  # fmt: skip
    statuses = sorted(answer.status_code for answer in answers)
    assert statuses == ([303] * 4 if one_key else [303, 412, 412, 412])
    assert context.store.read(at.match_id).version == before.version + 1


# ---- locked


def test_a_database_that_is_locked_for_long(north: Player, context: Context, database: Path):
    """Who writes is answered 503 and may come again; who reads does not wait for it; then all is as if never locked."""

    @event.listens_for(context.store.writer, "checkout")
    def soon_tired(connection: Any, *_: object) -> None:
        connection.execute("PRAGMA busy_timeout = 100")

    lock = sqlite3.connect(database, isolation_level=None)
    lock.execute("BEGIN IMMEDIATE")
    with ThreadPoolExecutor(3) as threads:
        first = threads.submit(north.send, HIDE, version=1, key="k")
        patient = threads.submit(
            ask, north.client, "POST", f"{north.path}/orders", json=[HIDE],
            headers={**north.headers, "If-Match": '"1"', "Idempotency-Key": "patient"},
        )  # fmt: skip
        for what in ("view", "options", "log", "letters", "dice", "sheet"):
            assert north.get(what).status_code == 200
        answer = first.result(PATIENCE)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
        assert not patient.done(), "he comes again as long as it takes"
        lock.execute("ROLLBACK")
        assert patient.result(PATIENCE).json() == {"version": 2}
    assert north.send(HIDE, version=2, key="k").json() == {"version": 3}
    assert [entry["number"] for entry in north.get("log").json()["entries"]] == [1, 2, 3]
    lock.close()


def test_those_who_wait_to_write_do_not_take_the_place_of_those_who_read(
    north: Player, context: Context, database: Path
):
    """Sixty orders wait for a lock, more than there are threads: whoever reads is answered before any of them."""

    @event.listens_for(context.store.writer, "checkout")
    def patient(connection: Any, *_: object) -> None:
        connection.execute(f"PRAGMA busy_timeout = {PATIENCE * 1000}")

    lock = sqlite3.connect(database, isolation_level=None)
    lock.execute("BEGIN IMMEDIATE")
    with ThreadPoolExecutor(60) as threads:
        orders = [threads.submit(north.send, HIDE, version=1, key=f"k{n}") for n in range(60)]
        while sum(order.running() for order in orders) < 60:
            assert not any(order.done() for order in orders)
        for _ in range(5):
            assert north.get("view").status_code == 200
        assert not any(order.done() for order in orders)
        lock.execute("ROLLBACK")
        lock.close()
        statuses = sorted(order.result(PATIENCE).status_code for order in orders)
    assert statuses.count(202) == 1 and set(statuses) <= {202, 412, 503}


# ---- full


def test_a_full_database_takes_nothing_and_loses_nothing(north: Player, context: Context, database: Path):
    before, stood = north.get("view").content, context.store.read(north.match_id)
    full = [True]

    @event.listens_for(context.store.writer, "checkout")
    def no_page_more(connection: Any, *_: object) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0] if full[0] else 2**30
        connection.execute(f"PRAGMA max_page_count = {pages}")

    taken = 0
    for number in range(100):
        answer = north.send(HIDE, version=1 + number, key=f"k{number}")
        if answer.status_code == 503:
            break
        taken += 1
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
    assert north.version() == 1 + taken and context.store.read(north.match_id).version == stood.version + taken
    if not taken:
        assert north.get("view").content == before
    full[0] = False
    again = north.send(HIDE, version=1 + taken, key=f"k{taken}")
    assert (again.status_code, again.json()) == (202, {"version": 2 + taken})


@pytest.mark.usefixtures("database")
def test_a_disk_that_is_full_at_the_commit_takes_nothing_and_loses_nothing(north: Player, tmp_path: Path):
    """No file may become longer than the longest is: the log cannot be written on. Then it may again."""
    view = north.get("view")
    longest = max(file.stat().st_size for file in tmp_path.glob("sitrep.db-wal"))
    most, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (longest, hard))
    try:
        refused = north.send(HIDE, version=1, key="k")
        seen = north.get("view")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "1")
    assert seen.content == view.content
    taken = north.send(HIDE, version=1, key="k")
    assert taken.status_code == 202
    assert north.send(HIDE, version=1, key="k").content == taken.content


@pytest.mark.soak
@pytest.mark.usefixtures("database")
def test_a_full_disk_under_the_command_as_it_is_served(tmp_path: Path):
    """The same with the limit on a process of its own, which nothing but the command runs in."""
    served = Served(tmp_path)
    match_id = served.new_match()
    try:
        served.start()
        with served.http() as http:
            path = f"/api/v1/matches/{match_id}/seats/US"
            view = http.get(f"{path}/view")
            asked = {
                "json": [{"kind": "attend", "attendance": "standing"}],
                "headers": {"If-Match": view.headers["ETag"], "Idempotency-Key": "k"},
            }
            longest = max(file.stat().st_size for file in tmp_path.glob("sitrep.db-wal"))
            _, hard = resource.prlimit(served.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(served.pid, resource.RLIMIT_FSIZE, (longest, hard))
            refused = http.post(f"{path}/orders", **asked)
            assert (refused.status_code, refused.headers["Retry-After"]) == (503, "1")
            assert http.get(f"{path}/view").content == view.content
            resource.prlimit(served.pid, resource.RLIMIT_FSIZE, (hard, hard))
            taken = http.post(f"{path}/orders", **asked)
            assert taken.status_code == 202
            assert http.post(f"{path}/orders", **asked).content == taken.content
    finally:
        served.close()


def test_whoever_asks_at_the_same_moment_for_a_seat_gets_it_alone(context: Context, house: str):
    """Two who follow one invitation: one sits, the other is told that there is nothing here."""
    opened = open_match(context, make_guest(context), "toy", "yard", seat="north")
    body = {"invitation": opened.invitations["south"]}
    with caller(house) as http:
        guests = [bearer(context, make_guest(context)) for _ in range(4)]
        answers = at_once(*[
            lambda headers=headers: http.post(
                f"/api/v1/matches/{opened.match_id}/seats/south", json=body, headers=headers
            )
            for headers in guests
        ])  # fmt: skip
    assert sorted(answer.status_code for answer in answers)[0] == 200
    assert [answer.status_code for answer in answers].count(200) == 1
