"""The live socket, over a real server: a seat's own log, from any number on, and not a frame more."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from service import matches
from service.api.looks import Looks
from service.matches import Account, AtSeat, Context, make_guest, talk
from tests.service_fixtures import PATIENCE, Player, Table, caller, serving, sit_down

HIDE = {"kind": "hide", "hex": "12"}
DONE = {"kind": "done"}


@pytest.fixture(
    params=[pytest.param(None, id="worked at once", marks=pytest.mark.soak), pytest.param(0.05, id="worked after")]
)
def pace(request: pytest.FixtureRequest) -> float | None:
    """As a server has it, with its worker; and as other tests have it, in the long run."""
    found: float | None = request.param
    return found


@pytest.fixture
def served(context: Context, houses: tuple[str, str]):
    """A match at a real server, whose players post from threads of their own; on PostgreSQL each at another process."""
    with caller(houses[0]) as client, caller(houses[1]) as other:
        players = sit_down(context, client)
        players["south"].client = other
        yield Table(context, players["north"].match_id, players["north"], players["south"])


def address(player: Player, what: str = "live?after=0") -> str:
    base = str(player.client.base_url).replace("http://", "ws://").rstrip("/")
    return f"{base}{player.path}/{what}"


@asynccontextmanager
async def listening(player: Player, what: str = "live?after=0", **headers: str) -> AsyncIterator[ClientConnection]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    async with connect(
        address(player, what), additional_headers={**player.headers, **named}, proxy=None, open_timeout=PATIENCE
    ) as socket:
        yield socket


async def frames(socket: ClientConnection, count: int) -> list[dict[str, Any]]:
    return [json.loads(await asyncio.wait_for(socket.recv(), PATIENCE)) for _ in range(count)]


async def silent(socket: ClientConnection, seconds: float = 0.2) -> bool:
    try:
        await asyncio.wait_for(socket.recv(), seconds)
    except TimeoutError:
        return True
    return False


def token_of(player: Player) -> str:
    return player.headers["Authorization"].removeprefix("Bearer ")


async def order(player: Player, *orders: dict[str, Any]) -> int:
    return await asyncio.to_thread(player.order, *orders)


async def hidden(served: Table) -> None:
    """Both have hidden, and all that came of it is told."""
    await asyncio.to_thread(served.hide)
    async with asyncio.timeout(PATIENCE):
        while served.context.store.read(served.match_id).state.turn == 0:
            await asyncio.sleep(0.01)


async def test_a_socket_sends_what_the_log_has_and_then_what_it_gets(served: Table):
    async with listening(served.north) as socket:
        [first] = await frames(socket, 1)
        assert (first["type"], first["number"], first["kind"]) == ("entry", 1, "heading-opened")
        await order(served.north, HIDE, DONE)
        [accepted] = await frames(socket, 1)
        said = {"kind": "orders-accepted", "orders": [HIDE, DONE], "answered_for": False}
        assert (accepted["number"], accepted["report"]) == (2, said)
        await order(served.south, HIDE, DONE)
        assert [frame["number"] for frame in await frames(socket, 2)] == [3, 4]
        entries = (await asyncio.to_thread(served.north.get, "log")).json()["entries"]
        assert {**first, "type": "entry"} == {**entries[0], "type": "entry"}


async def test_it_goes_on_from_the_number_that_the_client_has(served: Table):
    """As a phone does that was asleep: nothing is missed, and nothing comes twice."""
    async with listening(served.north) as socket:
        await frames(socket, 1)
    await hidden(served)
    async with listening(served.north, "live?after=1") as socket:
        assert [frame["number"] for frame in await frames(socket, 3)] == [2, 3, 4]
        assert await silent(socket)


async def test_nothing_is_sent_to_a_seat_whose_log_has_not_grown(served: Table):
    await hidden(served)
    south = served.south.version
    async with (
        listening(served.south, f"live?after={await asyncio.to_thread(south)}") as entries,
        listening(served.south, f"live/page?after={await asyncio.to_thread(south)}") as page,
        listening(served.north, "live?after=4") as mine,
    ):
        await order(served.north, {"kind": "creep", "path": ["13"]})
        await frames(mine, 1)
        assert await silent(entries) and await silent(page)
        await order(served.north, DONE)
        assert (await frames(entries, 1))[0]["kind"] == "letter-arrived"


async def test_a_socket_is_closed_when_what_it_came_in_by_ends(served: Table):
    """At once, and nobody else's: the other side's socket hears nothing of it, and is told what comes later."""
    context = served.context
    account = matches.who(context, matches.Credentials(bearer=token_of(served.north)))
    session, other = (matches.open_session(context, account.id) for _ in range(2))
    cookie = {"Cookie": f"{matches.SESSION_COOKIE}={session}", "Authorization": ""}
    async with (
        listening(served.north, "live/page?after=1", **cookie) as leaving,
        listening(served.north, "live/page?after=1") as staying,
        listening(served.south, "live/page?after=1") as enemy,
    ):
        await asyncio.to_thread(matches.sign_out, context, session)
        with pytest.raises(ConnectionClosed) as closed:
            await asyncio.wait_for(leaving.recv(), PATIENCE)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008
        await asyncio.to_thread(matches.sign_out, context, other)
        await hidden(served)
        assert await frames(staying, 1) == await frames(enemy, 1) == [{"type": "nudge"}]


async def test_a_page_is_nudged_in_the_same_bytes_each_time(served: Table):
    async with listening(served.north, "live/page?after=1") as socket:
        assert await silent(socket), "the page shows all there is"
        await order(served.north, HIDE, DONE)
        first = await asyncio.wait_for(socket.recv(), PATIENCE)
        await order(served.south, HIDE, DONE)
        second = await asyncio.wait_for(socket.recv(), PATIENCE)
        assert first == second == '{"type":"nudge"}'
        assert await silent(socket), "two entries, one nudge"


async def test_a_page_says_what_it_shows_to_the_house_alone(served: Table, context: Context):
    """It lets a mail wait; a client that is no page is not heard, and nobody is told."""
    north, seen = served.north, lambda: context.presence.seen(served.match_id, "north")
    async with (
        listening(north, "live?after=99") as client, listening(north, "live/page?after=99") as page,
        listening(served.south, "live/page?after=99") as other,
    ):  # fmt: skip
        for socket, said in (client, "seen 5"), (page, "seen 4"), (page, "seen 3"), (page, "seen x"), (page, "?"):
            await socket.send(said)
        assert await frames(page, 1) == [{"type": "here"}]
        assert seen() == 4
        assert await silent(other, 0.01) and await silent(client, 0.01)


async def test_a_page_that_comes_back_is_nudged_at_once_if_it_missed_something(served: Table):
    await order(served.north, HIDE)
    async with listening(served.north, "live/page?after=1") as socket:
        assert await asyncio.wait_for(socket.recv(), PATIENCE) == '{"type":"nudge"}'


async def test_many_listen_at_once(served: Table):
    async with (
        listening(served.north) as first,
        listening(served.north) as second,
        listening(served.south) as third,
    ):
        await hidden(served)
        for socket, count in ((first, 4), (second, 4), (third, 3)):
            numbers = [frame["number"] for frame in await frames(socket, count)]
            assert numbers == list(range(1, count + 1))


async def test_what_a_client_sends_is_thrown_away_and_too_much_of_it_ends_the_talk(served: Table):
    async with listening(served.north) as socket:
        await frames(socket, 1)
        for _ in range(100):
            await socket.send('{"kind":"hide"}')
        assert await silent(socket)
        with pytest.raises(ConnectionClosed) as closed:
            for _ in range(100):
                await socket.send("x")
            await asyncio.wait_for(socket.recv(), PATIENCE)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008


# ---- who may listen


async def test_a_token_that_is_revoked_hears_nothing_more(served: Table):
    with served.context.store.look() as look:
        held = look.matches.holder(served.match_id, "south")
    assert held and held[0]
    account = Account(held[0], None)
    await hidden(served)
    async with listening(served.south, f"live?after={await asyncio.to_thread(served.south.version)}") as socket:
        [token] = matches.tokens(served.context, account)
        await asyncio.to_thread(matches.revoke_token, served.context, account, token.id)
        with pytest.raises(ConnectionClosed) as closed:
            await asyncio.wait_for(socket.recv(), PATIENCE)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008


async def test_of_two_sockets_at_a_seat_the_one_whose_token_has_ended_hears_nothing_of_what_the_other_is_told(
    served: Table, monkeypatch
):
    """They are told by one look: it ends there also where nobody has said meanwhile that the token was revoked."""
    with served.context.store.look() as look:
        held = look.matches.holder(served.match_id, "north")
    assert held and held[0]
    account = Account(held[0], None)
    [kept] = matches.tokens(served.context, account)
    ended = matches.new_token(served.context, account)
    monkeypatch.setattr(type(served.context.hub), "look_again", lambda hub, account_id: None)
    async with (
        listening(served.north, "live?after=1") as stays,
        listening(elsewhere(served.north, headers={"Authorization": f"Bearer {ended}"}), "live?after=1") as goes,
    ):
        [other] = [one for one in matches.tokens(served.context, account) if one.id != kept.id]
        await asyncio.to_thread(matches.revoke_token, served.context, account, other.id)
        await order(served.north, HIDE)
        assert (await frames(stays, 1))[0]["number"] == 2
        with pytest.raises(ConnectionClosed) as closed:
            await asyncio.wait_for(goes.recv(), PATIENCE)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008


async def test_what_a_seat_has_read_is_told_to_its_own_page_at_once_and_not_as_the_enemy_orders(served: Table):
    """Else it would be told at that moment, and with it that the enemy has ordered something."""
    with served.context.store.look() as look:
        holders = look.matches.holders(served.match_id)
    north, south = (AtSeat(served.match_id, seat, holders[seat] or "") for seat in ("north", "south"))
    async with listening(served.south, "live/page?after=1") as socket:
        await asyncio.to_thread(talk.say_to_others, served.context, north, "Good evening")
        assert (await frames(socket, 1)) == [{"type": "nudge"}]
        await asyncio.to_thread(talk.mark_read, served.context, south, 1)
        assert (await frames(socket, 1)) == [{"type": "nudge"}]
        await order(served.north, HIDE)
        assert await silent(socket)


async def test_the_sockets_of_a_seat_are_told_by_one_look(served: Table, monkeypatch):
    """Whatever their number; those of the other seat by one of their own."""
    looks, answered = list[str](), list[object]()
    signs, news = matches.signs, Looks.news

    async def noted(*asked: Any) -> Any:
        answered.append(answer := await news(*asked))
        return answer

    monkeypatch.setattr(Looks, "news", noted)
    monkeypatch.setattr(matches, "signs", lambda context, at: looks.append(at.seat) or signs(context, at))
    async with AsyncExitStack() as sockets:
        theirs = [await sockets.enter_async_context(listening(served.south, "live?after=1")) for _ in range(2)]
        mine = [await sockets.enter_async_context(listening(served.north, "live?after=1")) for _ in range(6)]
        async with asyncio.timeout(PATIENCE):
            while len(answered) < len(mine) + len(theirs):
                await asyncio.sleep(0.01)
        looks.clear()
        await order(served.north, HIDE, DONE)
        for socket in mine:
            assert (await frames(socket, 1))[0]["number"] == 2
        assert 1 <= looks.count("north") <= 3, "one of the acceptance, and one or two of what came of it"
        assert looks.count("south") <= 3


async def refused(player: Player, what: str = "live?after=0", **headers: str) -> tuple[int, bytes]:
    with pytest.raises(InvalidStatus) as refusal:
        async with listening(player, what, **headers):
            pass
    return refusal.value.response.status_code, bytes(refusal.value.response.body or b"")


def elsewhere(player: Player, **changed: Any) -> Player:
    return Player(**{**player.__dict__, **changed})


async def test_a_seat_that_is_not_yours_is_refused_in_the_bytes_of_one_that_is_not_there(served: Table):
    answers = {
        await refused(elsewhere(served.north, **changed), what)
        for changed in ({"seat": "south"}, {"seat": "west"}, {"match_id": "nowhere"})
        for what in ("live?after=0", "live/page?after=0")
    }
    assert len(answers) == 1
    status, body = answers.pop()
    assert status == 404 and json.loads(body)["rule"] == "SITREP-NOT-FOUND"


async def test_whoever_says_not_who_he_is_hears_nothing(served: Table):
    status, _ = await refused(elsewhere(served.north, headers={}))
    assert status == 401


async def test_whose_token_is_revoked_while_the_call_is_answered_is_not_called_in(served: Table, monkeypatch):
    """It was good when it was first looked at, and nobody listened yet who could have been told that it has ended."""
    context, listening_begins = served.context, served.context.hub.listening
    account = matches.who(context, matches.Credentials(bearer=token_of(served.north)))
    [token] = matches.tokens(context, account)

    def just_too_late(*where: object):
        matches.revoke_token(context, account, token.id)
        return listening_begins(*where)

    monkeypatch.setattr(context.hub, "listening", just_too_late)
    status, _ = await refused(served.north)
    assert status == 401


@pytest.mark.parametrize("query", ["live?after=-1", "live?after=x", f"live?after={10**30}"])
async def test_a_number_that_is_none(served: Table, query: str):
    status, _ = await refused(served.north, query)
    assert status in (403, 422)


async def test_a_page_of_another_site_cannot_listen_with_our_cookie(served: Table):
    links = await asyncio.to_thread(matches.practice_links, served.context, "toy", "yard")
    at = matches.seat_by_link(served.context, links["north"])
    cookie = f"{matches.seat_cookie(at.match_id, 'north')}={links['north']}"
    mine = Player(served.north.client, at.match_id, "north", {"Cookie": cookie})
    here = str(served.north.client.base_url).rstrip("/")
    for origin in ("http://evil.example", "null", here + "0"):
        status, _ = await refused(mine, Origin=origin)
        assert status == 403
    async with listening(mine, Origin=here) as socket:
        assert (await frames(socket, 1))[0]["number"] == 1


# ---- the server's end


async def test_an_open_socket_does_not_keep_the_server_from_stopping(app, context: Context):
    house = serving(app)
    base = await asyncio.to_thread(house.__enter__)
    with caller(base) as client:
        player = sit_down(context, client)["north"]
        async with listening(player) as socket:
            await frames(socket, 1)
            await asyncio.to_thread(house.__exit__)
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(socket.recv(), PATIENCE)


async def test_nobody_is_left_in_the_hub_who_has_gone(served: Table):
    async with listening(served.north) as socket:
        await frames(socket, 1)
        assert served.context.hub.listeners(served.match_id) == 1
    async with asyncio.timeout(PATIENCE):
        while served.context.hub.listeners(served.match_id):
            await asyncio.sleep(0.02)


async def test_who_sits_at_one_match_is_nudged_as_somebody_takes_a_seat_and_not_at_another(
    context: Context, house: str
):
    """All sides may know who plays; nobody is told where they were before."""
    anna, ben = (make_guest(context) for _ in range(2))
    first, other = (matches.open_match(context, anna, "toy", "yard", seat="north") for _ in range(2))
    token = matches.new_token(context, anna)
    base = house.replace("http://", "ws://").rstrip("/")

    def page(match_id: str) -> connect:
        version = matches.version(context, AtSeat(match_id, "north", anna.id))
        path = f"/api/v1/matches/{match_id}/seats/north/live/page?after={version}"
        bearer = {"Authorization": f"Bearer {token}"}
        return connect(f"{base}{path}", additional_headers=bearer, proxy=None, open_timeout=PATIENCE)

    async with page(first.match_id) as of_first, page(other.match_id) as of_other:
        for socket in (of_first, of_other):
            await socket.send("?")
            assert await frames(socket, 1) == [{"type": "here"}]
        take = (context, ben, first.match_id, "south", first.invitations["south"])
        await asyncio.to_thread(matches.take_seat, *take)
        assert await frames(of_first, 1) == [{"type": "nudge"}]
        await asyncio.to_thread(matches.take_seat, *take)  # they have it already
        assert await silent(of_first) and await silent(of_other, 0.01)
