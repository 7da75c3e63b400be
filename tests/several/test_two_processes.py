"""Two processes of one server on PostgreSQL: whatever is done at one, whoever listens at the other hears of it."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import create_engine, text
from websockets.exceptions import ConnectionClosed

from service import matches
from service.matches import Account, AtSeat, Context, Credentials, handover, housekeeping, talk
from service.matches.between import Between
from service.matches.bounds import set_bound
from service.settings import Settings
from tests.databases import address_of
from tests.live.test_live import frames, listening, order, silent, token_of
from tests.service_fixtures import PATIENCE, Player, Table, bearer, caller, sit_down

pytestmark = pytest.mark.postgres
HIDE, DONE = {"kind": "hide", "hex": "12"}, {"kind": "done"}
JSON = dict[str, Any]


@pytest.fixture
def pace() -> float | None:
    return 0.05


@pytest.fixture
def served(context: Context, houses: tuple[str, str]) -> Iterator[Table]:
    """North plays at the first process, south at the second."""
    with caller(houses[0]) as client, caller(houses[1]) as other:
        players = sit_down(context, client)
        players["south"].client = other
        yield Table(context, players["north"].match_id, players["north"], players["south"])


def until(true: Callable[[], bool], said: str = "it never came to that") -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline, said
        time.sleep(0.01)


def nothing_waits(context: Context) -> bool:
    with context.store.look() as look:
        return not look.queue.matches_waiting()


def elsewhere(player: Player, client: Any) -> Player:
    return Player(client, player.match_id, player.seat, player.headers)


def without_waiting(view: JSON) -> JSON:
    """A view, but for how long it is until what was sent is worked."""
    return {name: value for name, value in view.items() if name != "settles"}


# ---- orders


def test_a_match_is_played_from_two_processes(served: Table):
    """Each sees at once what the other has taken: a picture that it kept is read anew."""
    other = elsewhere(served.north, served.south.client)
    served.hide()
    until(lambda: served.context.store.read(served.match_id).state.turn == 1)
    for n in range(6):
        at = served.north if n % 2 else other
        at.order({"kind": "creep", "path": ["13" if n % 2 == 0 else "12"]})
        until(lambda: nothing_waits(served.context))
        assert without_waiting(other.view()) == without_waiting(served.north.view())


def test_a_request_that_is_sent_to_both_at_once_has_one_effect_and_one_answer(served: Table):
    here, there = served.north, elsewhere(served.north, served.south.client)
    begin = threading.Barrier(12)

    def send(n: int) -> tuple[int, bytes]:
        begin.wait(PATIENCE)
        answer = (here, there)[n % 2].send(HIDE, version=1, key="k")
        return answer.status_code, answer.content

    with ThreadPoolExecutor(12) as threads:
        assert set(threads.map(send, range(12))) == {(202, b'{"version":2}')}
    assert here.send(DONE, version=2, key="k").status_code == there.send(DONE, version=2, key="k").status_code == 422


def test_of_different_orders_sent_to_both_at_once_one_is_taken(served: Table):
    here, there = served.north, elsewhere(served.north, served.south.client)
    begin = threading.Barrier(8)

    def send(n: int) -> int:
        begin.wait(PATIENCE)
        return int((here, there)[n % 2].send({"kind": "hide", "hex": "12"}, version=1, key=f"k{n}").status_code)

    with ThreadPoolExecutor(8) as threads:
        assert sorted(threads.map(send, range(8))) == [202] + [412] * 7


# ---- who listens


async def test_what_is_told_reaches_the_sockets_of_both(served: Table):
    other = elsewhere(served.north, served.south.client)
    async with listening(served.north, "live?after=1") as here, listening(other, "live?after=1") as there:
        await order(served.north, HIDE, DONE)
        await order(served.south, HIDE, DONE)
        assert await frames(here, 3) == await frames(there, 3)


async def test_nothing_is_sent_to_a_seat_whose_log_has_not_grown(served: Table):
    async with listening(served.south, "live/page?after=1") as enemy, listening(served.north, "live?after=1") as mine:
        await order(served.north, HIDE)
        await frames(mine, 1)
        assert await silent(enemy)


def revoke(context: Context, account: Account) -> None:
    for token in matches.tokens(context, account):
        matches.revoke_token(context, account, token.id)


def hand_over(context: Context, account: Account) -> None:
    [(match_id, seat)] = seats_of(context, account)
    token = matches.hand_over(context, account, match_id, seat)
    matches.take_seat(context, matches.make_guest(context), match_id, seat, token)


def block(context: Context, account: Account) -> None:
    housekeeping.block(context, None, account.name or "")


def sign_out(context: Context, account: Account) -> None:
    for session in matches.sessions(context, account):
        matches.revoke_session(context, account, session.id)


def use_up_a_link(context: Context, account: Account) -> None:
    """Which leads a guest back to the seat, and signs their other browsers out."""
    [(match_id, seat)] = seats_of(context, account)
    with context.store.work() as work:
        link = handover.make_way_in(context, work, match_id, seat, None)
    handover.come_in(context, link)


def seats_of(context: Context, account: Account) -> list[tuple[str, str]]:
    with context.store.look() as look:
        return [(one.match_id, one.seat) for one in look.matches.seats_of(account.id)]


@pytest.mark.parametrize("end", [revoke, hand_over, block, sign_out, use_up_a_link], ids=lambda one: one.__name__)
async def test_what_ends_at_one_process_closes_the_socket_at_the_other_one(
    context: Context, other_process: Context, houses: tuple[str, str], end: Callable[[Context, Account], None]
):
    """At once, and with nothing said to it; that of the other side, which hears the same word, stays."""
    guest = end is use_up_a_link
    account = (
        matches.make_guest(context)
        if guest
        else matches.make_account(context, "Alois Brenner", "a long pass phrase of his")
    )
    south = matches.make_guest(context)
    opened = matches.open_match(context, account, "toy", "yard", seat="north")
    matches.take_seat(context, south, opened.match_id, "south", opened.invitations["south"])
    at = AtSeat(opened.match_id, "north", account.id)
    cookie = (
        f"{matches.SESSION_COOKIE}={matches.open_session(context, account.id)}"
        if end is sign_out
        else f"{matches.seat_cookie(opened.match_id, 'north')}={matches.seat_link(context, at)}"
    )
    by = bearer(context, account) if end in (revoke, block, hand_over) else {"Cookie": cookie}
    with caller(houses[0]) as client:
        leaving = Player(client, opened.match_id, "north", by)
        staying = Player(client, opened.match_id, "south", bearer(context, south))
        version = await asyncio.to_thread(leaving.version)
        beside = matches.signs(context, at).beside
        async with (
            listening(leaving, f"live/page?after={version}&beside={beside}") as goes,
            listening(staying, f"live/page?after=1&beside={beside}") as stays,
        ):
            await asyncio.to_thread(end, other_process, account)
            with pytest.raises(ConnectionClosed) as closed:
                await asyncio.wait_for(goes.recv(), PATIENCE)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008
            await asyncio.to_thread(talk.say_to_others, other_process, AtSeat(opened.match_id, "south", south.id), "!")
            assert (await frames(stays, 1))[0] == {"type": "nudge"}


async def test_a_line_that_was_cut_is_taken_up_again_and_nothing_is_missed(served: Table, settings: Settings):
    """The server ends every connection that listens; what was said meanwhile is found by looking at all."""
    async with listening(served.south, "live?after=1") as socket:
        assert await silent(socket, 0.1)
        server = create_engine(address_of(None), isolation_level="AUTOCOMMIT")
        with server.connect() as connection:
            ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
            assert connection.execute(text(ended)).rowcount >= 2
        server.dispose()
        await order(served.north, HIDE, DONE)
        await order(served.south, HIDE, DONE)
        assert [one["number"] for one in await frames(socket, 2)] == [2, 3]


# ---- what processes know of each other


def test_a_bound_that_is_set_at_one_holds_at_both(context: Context, other_process: Context, houses: tuple[str, str]):
    owner = Account("", None, owner=True)
    set_bound(context, owner, "most sockets", "3")
    until(lambda: other_process.most.sockets == 3)
    set_bound(context, owner, "most sockets", "")
    until(lambda: other_process.most.sockets == 12)


def test_what_a_page_shows_at_one_is_known_at_both(context: Context, other_process: Context, houses: tuple[str, str]):
    """So that whoever leads lets a mail of it wait."""
    context.hub.tell("seen", "m", "north", "7")
    until(lambda: other_process.presence.seen("m", "north") == 7)


def test_the_matches_are_shared_and_one_leads(context: Context, other_process: Context, houses: tuple[str, str]):
    until(lambda: len(context.shares.serving or ()) == len(other_process.shares.serving or ()) == 2)
    assert {context.shares.is_mine(f"m{n}") != other_process.shares.is_mine(f"m{n}") for n in range(50)} == {True}


def test_no_word_says_more_than_names(served: Table, context: Context, other_process: Context, houses):
    """Whatever is done: matches, seats and accounts, and numbers of entries that a page has shown."""
    heard: list[list[str]] = []
    line = Between(other_process, lambda: None)
    line.hear = lambda word: heard.append(list(word))  # type: ignore[method-assign]
    line.signals.hear = line.hear
    line.signals.start()
    assert line.signals.listens.wait(PATIENCE)
    account = matches.who(context, Credentials(bearer=token_of(served.north), only_looks=True))
    served.hide()
    talk.say_to_others(context, AtSeat(served.match_id, "north", account.id), "a secret of ours")
    revoke(context, account)
    until(lambda: ["account", account.id] in heard)
    line.signals.stop()
    known = {"match", "seat", "account", "all", "members", served.match_id, "north", "south", account.id}
    assert {part for word in heard for part in word} <= known
    assert "secret" not in json.dumps(heard)
