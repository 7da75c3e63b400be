"""The first page: to a visitor what this is, to a player what needs them and since when, and which match is which."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from threading import Event
from typing import Any

import pytest
from playwright.async_api import Browser, Route, expect
from starlette.websockets import WebSocketDisconnect

from service import matches
from service.api import live_lists
from service.api.live import NUDGE
from service.api.problems import POLICY
from service.engine.game import AnyGame
from service.engine.orders import Done
from service.games.ndc.game import NDC
from service.games.ndc.sections.intelligence import AllotIntelligence
from service.matches import Account, AtSeat, Context, ending, talk
from service.settings import Settings
from service.store import Store
from service.store.clocks import ClockTerms
from tests.client import TestClient
from tests.toy import TOY
from tests.web.browser import PHONE, until, window
from web.house.home import LATEST_OVER

HERO = "You see what your reconnaissance earned"
PASSWORD = "a long password"
LISTENS = 'hx-ws:connect="/api/v1/live/page"'


class Clock:
    """A clock that a test turns on."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 22, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def turn_on(self, **time: int) -> None:
        self.now += timedelta(**time)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def games() -> dict[str, Any]:
    return {"ndc": NDC, "toy": TOY}


@pytest.fixture
def context(settings: Settings, games: Mapping[str, AnyGame], clock: Clock) -> Iterator[Context]:
    context = Context(Store(settings.url, games), open_sign_up=True, clock=clock)
    yield context
    context.store.close()


def cards(page: str) -> list[tuple[str, list[str]]]:
    """The lists of the page, each with the words of its cards."""
    found = []
    for title, rest in re.findall(r'id="list-\d"[^>]*>(.*?)</h\d>(.*?)</section>', page, re.S):
        words = [re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", card)) for card in re.findall(r"<li.*?</li>", rest, re.S)]
        found.append((title, words))
    return found


def anna(context: Context) -> Account:
    return matches.make_account(context, "Anna", PASSWORD)


def sign_in(visitor: TestClient) -> None:
    visitor.post("/sign-in", data={"name": "Anna", "password": PASSWORD})


def test_a_visitor_is_told_what_this_is_and_plays_a_guided_game_without_an_account(visitor: TestClient):
    page = visitor.get("/").text
    assert HERO in page and "No account" in page
    assert page.count('name="guided"') == 2, "of the games here one has a coach, at either side"
    played = visitor.post(
        "/matches", data={"scenario": "ndc/kaltenbach", "seat": "Soviet", "opponent": "computer", "guided": "1"}
    )
    assert played.status_code == 200 and '<strong class="coach-title">Coach:' in played.text
    mine = visitor.get("/").text
    assert HERO not in mine and "You play as a guest" in mine


def test_the_owner_and_whoever_has_an_account_do_not_see_what_visitors_are_told(visitor: TestClient, context: Context):
    link = matches.set_up_link(context)
    visitor.post(f"/sign-up/{link}", data={"name": "Anna", "password": PASSWORD})
    page = visitor.get("/").text
    assert HERO not in page
    assert "You have no match yet" in page and "This server is yours" in page


def test_what_has_waited_longest_stands_first_then_what_waits_for_others(
    visitor: TestClient, context: Context, clock: Clock
):
    me, ben = anna(context), matches.make_account(context, "Ben", PASSWORD)
    first = matches.open_match(context, me, "toy", "yard", seat="north", name="Return match")
    clock.turn_on(days=2)
    second = matches.open_match(context, me, "toy", "yard", seat="south")
    matches.take_seat(context, ben, second.match_id, "north", second.invitations["north"])
    clock.turn_on(hours=3)
    handicap = {"double_intelligence": "US"}
    matches.open_match(context, me, "ndc", "kaltenbach", seat="Soviet", options=handicap)
    sign_in(visitor)
    (needing, asked), (waiting, others) = cards(visitor.get("/").text)
    assert (needing, waiting) == ("2 of your matches need you", "Waiting for another side")
    assert ["Return match" in card for card in asked] == [True, False], "the longest first"
    assert re.search(r"asked 2 days ago .*against nobody yet .*Opened 2 days ago", asked[0])
    assert re.search(r"asked 3 hours ago You play south against Ben .*Opened 3 hours ago", asked[1])
    assert "Double intelligence: US" in others[0] and "Kaltenbach" in others[0]

    at = AtSeat(first.match_id, "north", me.id)
    clock.turn_on(hours=1)
    matches.take_orders(context, at, [Done()], version=matches.version(context, at))
    (needing, asked), (_, others) = cards(visitor.get("/").text)
    assert needing == "1 of your matches needs you" and "Ben" in asked[0]
    assert any("Return match" in card for card in others)


def test_a_card_says_until_when_what_is_unread_and_how_it_ended(visitor: TestClient, context: Context, clock: Clock):
    me, ben = anna(context), matches.make_account(context, "Ben", PASSWORD)
    opened = matches.open_match(context, me, "toy", "yard", seat="north", clock=ClockTerms("step", 2))
    at, ben_at = (AtSeat(opened.match_id, seat, one.id) for seat, one in (("north", me), ("south", ben)))
    matches.take_seat(context, ben, opened.match_id, "south", opened.invitations["south"])
    sign_in(visitor)
    for text in ("Hello", "Are you there?"):
        talk.say_to_others(context, ben_at, text)
    clock.turn_on(hours=4)
    [(_, [asked])] = cards(visitor.get("/").text)
    lobby = visitor.get(f"/matches/{opened.match_id}").text
    assert "Hand the seat over" in lobby and LISTENS in lobby
    assert "You have until Tue 24 Nov 2026, 12:00 UTC, in 44 hours" in asked and "2 new messages" in asked
    [line] = visitor.get("/api/v1/matches").json()
    assert (line["ends_at"], line["unread"]) == ("2026-11-24T12:00:00Z", 2)
    clock.turn_on(days=2)
    assert "Your time ran out on Tue 24 Nov 2026, 12:00 UTC" in visitor.get("/").text
    ending.resign(context, at)
    [(over, [card])] = cards(visitor.get("/").text)
    assert over == "Over" and "Victory for the south side: the north side resigned." in card
    assert "You have until" not in card and "ran out" not in card
    assert LISTENS not in visitor.get("/").text, "a socket would be refused: nothing goes on"
    lobby = visitor.get(f"/matches/{opened.match_id}").text
    assert "Go to your seat" in lobby and "Hand the seat over" not in lobby and LISTENS not in lobby


def test_of_matches_that_are_over_the_latest_are_shown_until_all_are_asked_for(visitor: TestClient, context: Context):
    me = anna(context)
    for _ in range(LATEST_OVER + 2):
        opened = matches.open_match(context, me, "toy", "yard", seat=None)
        ending.resign(context, AtSeat(opened.match_id, "north", me.id))
    sign_in(visitor)
    page = visitor.get("/").text
    [(_, shown)] = cards(page)
    assert len(shown) == LATEST_OVER and "All matches that are over, 14 more" in page
    [(_, shown)] = cards(visitor.get("/?over=all").text)
    assert len(shown) == 2 * (LATEST_OVER + 2)


def test_a_match_has_a_name_that_is_text_and_no_longer_than_fits(visitor: TestClient, context: Context):
    anna(context)
    sign_in(visitor)
    form = {"scenario": "toy/yard", "seat": "north", "opponent": "invitation"}
    lobby = visitor.post("/matches", data={**form, "name": " <b>Ours</b> "})
    assert "<h1 hx-ignore>&lt;b&gt;Ours&lt;/b&gt;</h1>" in lobby.text
    assert "Opened by <span hx-ignore>Anna</span>" in lobby.text
    match = re.search(r"/matches/\w+", str(lobby.url))
    assert match
    said = visitor.get(f"/api/v1{match[0]}").json()
    assert (said["name"], said["opened_by"]) == ("<b>Ours</b>", {"kind": "named", "name": "Anna", "bot": False})
    [line] = visitor.get("/api/v1/matches").json()
    assert line["name"] == "<b>Ours</b>" and line["asked_at"] == "2026-11-22T12:00:00Z"
    for name in ("x" * 61, "\u202eodd"):
        answer = visitor.post("/matches", data={**form, "name": name})
        assert answer.status_code == 422 and "The name of a match has" in answer.text


def test_a_line_of_the_list_changes_only_with_what_its_own_seat_is_told(visitor: TestClient, context: Context):
    """The page looks for its list by itself; what the other side does unseen changes no byte of it."""
    me, ben = anna(context), matches.make_account(context, "Ben", PASSWORD)
    opened = matches.open_match(context, me, "ndc", "kaltenbach", seat="Soviet")
    matches.take_seat(context, ben, opened.match_id, "US", opened.invitations["US"])
    sign_in(visitor)

    def listed() -> str:
        found = re.search(r'<div id="matches" data-live.*?</section>', visitor.get("/").text, re.S)
        assert found
        return found[0]

    us, soviet = AtSeat(opened.match_id, "US", ben.id), AtSeat(opened.match_id, "Soviet", me.id)
    before = listed()
    seen = []
    for orders in ([AllotIntelligence(air=0, signal=3, coverage=3, sectors=("D2",))], [Done()]):
        told = matches.version(context, soviet)
        matches.take_orders(context, us, orders, version=matches.version(context, us))
        seen.append((matches.version(context, soviet) != told, listed() != before))
    assert seen == [(False, False), (True, True)], "unseen first, and then asked"


def test_the_lists_listen_at_all_seats_by_one_socket(visitor: TestClient, context: Context):
    """It nudges when the own socket of one of the seats would, with frames that are all alike."""
    me, ben = anna(context), matches.make_account(context, "Ben", PASSWORD)
    sign_in(visitor)
    assert "hx-ws:connect" not in visitor.get("/").text, "nothing to listen for"
    yard, alone = (matches.open_match(context, me, "toy", "yard", seat="north") for _ in range(2))
    matches.take_seat(context, ben, yard.match_id, "south", yard.invitations["south"])
    for page in ("/", f"/matches/{yard.match_id}"):
        assert re.findall('hx-ws:connect="(.*?)"', visitor.get(page).text) == ["/api/v1/live/page"]
    north, south = (AtSeat(yard.match_id, seat, who.id) for seat, who in (("north", me), ("south", ben)))
    with (
        visitor.websocket_connect("/api/v1/live/page") as lists,
        visitor.websocket_connect(
            f"/api/v1/matches/{yard.match_id}/seats/north/live/page?after={matches.version(context, north)}"
        ) as seat,
    ):
        matches.take_orders(context, north, [Done()], version=matches.version(context, north))
        assert lists.receive_text() == seat.receive_text() == NUDGE
        matches.take_seat(context, ben, alone.match_id, "south", alone.invitations["south"])
        assert lists.receive_text() == NUDGE, "a match of which no page is open"
    assert matches.version(context, south) > 0


def test_what_is_told_as_soon_as_the_socket_of_the_lists_stands_is_nudged(
    visitor: TestClient, context: Context, monkeypatch: pytest.MonkeyPatch
):
    """However long it takes to look at the seats for the first time: that is done before the socket is called in."""
    me, ben = anna(context), matches.make_account(context, "Ben", PASSWORD)
    sign_in(visitor)
    yard = matches.open_match(context, me, "toy", "yard", seat="north")
    told, look_at = Event(), live_lists.look_at

    def slowly(*asked: Any) -> Any:
        told.wait(0.3)
        return look_at(*asked)

    monkeypatch.setattr(live_lists, "look_at", slowly)
    with visitor.websocket_connect("/api/v1/live/page") as lists:
        matches.take_seat(context, ben, yard.match_id, "south", yard.invitations["south"])
        told.set()
        assert lists.receive_text() == NUDGE


def test_a_socket_of_the_lists_ends_with_the_session(visitor: TestClient, context: Context):
    me = anna(context)
    sign_in(visitor)
    matches.open_match(context, me, "toy", "yard", seat="north")
    with visitor.websocket_connect("/api/v1/live/page") as lists:
        [session] = matches.sessions(context, me)
        matches.revoke_session(context, me, session.id)
        with pytest.raises(WebSocketDisconnect) as gone:
            lists.receive_text()
    assert gone.value.code == POLICY


HTMX_HAS_BEGUN = "() => new Promise((said) => setTimeout(() => said(Boolean(window.htmx))))"


# A device that has a badge for its apps, and a sheet to send links on; what it is told of them stands at the page.
DEVICE = """
navigator.setAppBadge = async (many) => { document.documentElement.dataset.badge = many; };
navigator.share = async ({ url }) => { document.documentElement.dataset.shared = url; };
"""


@pytest.mark.browser
async def test_the_list_and_the_lobby_follow_without_a_reload(browser: Browser, context: Context, address: str):
    """As long as somebody looks at them: who has taken a seat, and where one is asked; late as its sockets come."""
    me, ben = anna(context), matches.make_account(context, "Ben", PASSWORD)
    opened = matches.open_match(context, me, "toy", "yard", seat="south")
    async with window(browser, anew=True, **PHONE) as hers:
        await hers.add_init_script(DEVICE)
        home, lobby = await hers.new_page(), await hers.new_page()

        async def after_htmx(route: Route) -> None:
            await until(lambda: home.evaluate(HTMX_HAS_BEGUN))
            await route.continue_()

        await home.route("**/hx-ws.min.js", after_htmx)
        await home.goto(f"{address}/sign-in")
        await home.fill("[name=name]", "Anna")
        await home.fill("[name=password]", PASSWORD)
        await home.locator("main button[type=submit]").click()
        await home.wait_for_url(f"{address}/")
        await lobby.goto(f"{address}/matches/{opened.match_id}")
        for page in (home, lobby):
            await expect(page.locator("[data-live]")).to_contain_text(re.compile("nobody yet|Nobody has joined yet"))
        await expect(lobby.get_by_text("Delete this match")).to_be_visible()
        await asyncio.to_thread(matches.take_seat, context, ben, opened.match_id, "north", opened.invitations["north"])
        for page in (home, lobby):
            await expect(page.locator("[data-live]")).to_contain_text("Ben")
        await expect(lobby.get_by_text("Delete this match")).to_have_count(0)
        north = AtSeat(opened.match_id, "north", ben.id)
        await asyncio.to_thread(matches.take_orders, context, north, [Done()], version=matches.version(context, north))
        await expect(home.locator("#list-1")).to_have_text("1 of your matches needs you")
        await expect(home).to_have_title(re.compile(r"^\(1\) "))
        await expect(home.locator("html")).to_have_attribute("data-badge", "1")

        # A link is sent on by what the device has for that.
        await lobby.goto(f"{address}/matches/new")
        await lobby.get_by_role("button", name="Open the match").tap()
        await lobby.get_by_role("button", name="Share it").tap()
        await expect(lobby.locator("html")).to_have_attribute("data-shared", re.compile("/invitations/"))


@pytest.mark.browser
async def test_whoever_is_signed_out_calls_no_more(browser: Browser, context: Context, address: str):
    """A socket that would be refused for ever goes from the page, on the list of matches and in the lobby."""
    me = anna(context)
    opened = matches.open_match(context, me, "toy", "yard", seat="south")
    async with window(browser, **PHONE) as hers:
        home, lobby = await hers.new_page(), await hers.new_page()
        await home.request.post(f"{address}/sign-in", form={"name": "Anna", "password": PASSWORD})
        calls = []
        for page, path in ((home, "/"), (lobby, f"/matches/{opened.match_id}")):
            page.on("websocket", lambda socket: calls.append(socket.url))
            async with page.expect_websocket():
                await page.goto(f"{address}{path}")
            await expect(page.locator(r"[hx-ws\:connect]")).to_have_count(1)
        [session] = matches.sessions(context, me)
        await asyncio.to_thread(matches.revoke_session, context, me, session.id)
        for page in (home, lobby):
            await expect(page.locator(r"[hx-ws\:connect]")).to_have_count(0)
        assert len(calls) < 20, "it tries again a few times before the page has looked"
