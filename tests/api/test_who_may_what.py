"""Every route and method, of the API and of the pages, as everybody who may try.

The routes are read from the app, so a new one is asked here by itself: under a seat's path it has to answer strangers
as for a match that does not exist, and elsewhere it is protected, or stands in the list of what is open to all.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.routing import APIWebSocketRoute, iter_route_contexts
from starlette.testclient import WebSocketDenialResponse

from service import matches
from service.matches import AtSeat
from service.matches.seat_transfers import pass_on
from tests.api.knocking import (
    API_OPEN,
    BODIES,
    METHODS,
    NOT_YET,
    NOWHERE,
    SEAT,
    TELLS,
    House,
    api_routes,
    at_a_seat,
    filled,
    house,
    leads_above,
    of_a_match,
    page_routes,
    persona,
    whole,
)

__all__ = ["house"]


# ---- nobody learns whether a match exists


@pytest.mark.parametrize(
    ("who", "others"),
    [
        ("stranger", 1), ("anonymous", 0), ("strange reader", 0),
        *(pytest.param(who, len(METHODS), marks=pytest.mark.soak)
          for who in ("stranger", "both", "anonymous", "revoked", "strange reader")),
    ],
)  # fmt: skip
def test_a_match_is_to_others_as_if_it_did_not_exist(house: House, who: str, others: int):
    """The same bytes and headers for every route and method, and so many `others` that a path does not have.

    Of these at the next path the following ones.
    """
    api, pages = of_a_match(api_routes(house.app)), of_a_match(page_routes(house.app))
    assert len(api) >= 15 and len(pages) >= 7, "the routes are not found"
    for number, path in enumerate(sorted({path for _, path in api + pages})):
        there_are = sorted({method for method, of in api + pages if of == path})
        lacking = [method for method in METHODS if method not in there_are]
        if leads_above(house.app, path):
            lacking.remove("GET")
        for method in (*there_are, *(lacking[number % max(1, len(lacking)) :] + lacking)[: min(others, len(lacking))]):
            key = f"{method} {path}"
            real, none = (filled(path, match, "north") for match in (house.match, NOWHERE))
            there, elsewhere = (whole(house.ask(who, method, to, key=key)) for to in (real, none))
            if not path.startswith("/api/") and there[0] == 401:  # it leads back to the address that was asked for
                there, elsewhere = without(there, real), without(elsewhere, none)
            assert there == elsewhere, key
            assert there[0] in (401, 403, 404, 405, 422), (key, there[0])


def without(answer: tuple[int, dict[str, str], bytes], address: str) -> tuple[int, dict[str, str], bytes]:
    """An answer, but for an address in it and what that does to its length."""
    status, headers, content = answer
    return status, {**headers, "content-length": ""}, content.replace(address.encode(), b"")


@pytest.mark.parametrize("who", ["owner", pytest.param("opponent", marks=pytest.mark.soak), "bot"])
def test_the_enemy_s_seat_is_as_one_that_does_not_exist(house: House, who: str):
    other = "north" if who == "opponent" else "south"
    pages = page_routes(house.app) if who != "bot" else []  # it asks none
    for method, path in at_a_seat(api_routes(house.app) + pages):
        key = f"{method} {path}"
        if key == "POST /api/v1/matches/{match_id}/seats/{seat}" and who == "bot":
            continue
        answers = [
            whole(house.ask(who, method, filled(path, match, seat), key=key))
            for match, seat in ((house.match, other), (house.match, "nobody"), (NOWHERE, other))
        ]
        assert answers[0] == answers[1] == answers[2], key
        assert answers[0][0] == 404, key


def test_what_is_missing_is_answered_with_the_same_bytes_everywhere(house: House):
    seen = {
        whole(house.ask("stranger", method, filled(path, house.match, "north")))[2]
        for method, path in at_a_seat(api_routes(house.app))
        if path.startswith(SEAT)
    }
    assert len(seen) == 1
    assert json.loads(seen.pop())["rule"] == "SITREP-NOT-FOUND"


@pytest.mark.parametrize(
    ("who", "theirs"), [("vera", "/matches/{match_id}/arbitration"), ("mona", "/matches/{match_id}/moderation")]
)
def test_arbiter_and_moderator_have_pages_of_their_own_and_are_let_in_at_no_seat(house: House, who: str, theirs: str):
    """Nor on the page on which its sides meet; nor do those pages exist to the sides, or to the other of the two."""
    for method, path in of_a_match(api_routes(house.app)) + of_a_match(page_routes(house.app)):
        key = f"{method} {path}"
        if theirs in path:
            body = {"do": "agree"} if key.startswith("POST /matches") else None
            asked = {
                one: house.ask(one, method, filled(path, house.match, "north"), key=key, body=body).status_code
                for one in ("vera", "mona", "owner", "opponent", "stranger")
            }
            assert asked.pop(who) in (200, 204, 303, 409), key
            assert set(asked.values()) == {404}, key
            continue
        for seat in ("north", "south"):
            real, none = (filled(path, match, seat) for match in (house.match, NOWHERE))
            there, elsewhere = (whole(house.ask(who, method, to, key=key)) for to in (real, none))
            assert there == elsewhere and there[0] in (404, 422), key


# ---- who has to be somebody


def test_every_route_of_the_api_is_protected_or_listed_as_open(house: House):
    for method, path in api_routes(house.app):
        key = f"{method} {path}"
        anonymous, revoked = (
            whole(house.ask(who, method, filled(path, house.match, "north"), key=key))
            for who in ("anonymous", "revoked")
        )
        assert anonymous == revoked, key
        assert (anonymous[0] == 401) == (key not in API_OPEN), key


def test_pages_of_a_match_and_of_an_account_take_a_cookie_that_still_counts(house: House):
    for method, path in page_routes(house.app):
        if path.startswith(("/matches/{match_id}", "/account")):
            for who in ("anonymous", "revoked"):
                answer = house.ask(who, method, filled(path, house.match, "north"))
                assert answer.status_code == 401, (method, path, who)


# ---- who may


@pytest.mark.parametrize(
    ("who", "seats"),
    [
        ("owner", ["north"]), pytest.param("opponent", ["south"], marks=pytest.mark.soak),
        ("both", ["south"]), pytest.param("both", ["north", "south"], marks=pytest.mark.soak),
    ],
)  # fmt: skip
def test_whoever_sits_there_is_let_in(house: House, who: str, seats: list[str]):
    match = house.practice if who == "both" else house.match
    for seat in seats:
        for method, path in at_a_seat(api_routes(house.app) + page_routes(house.app)):
            key = f"{method} {path}"
            status = house.ask(who, method, filled(path, match, seat), key=key).status_code
            if path.endswith(NOT_YET):
                assert status == 404, (key, status)
                continue
            assert status < 500 and status not in (401, 403, 405), (key, status)
            assert status != 404, key
            if method == "GET":
                assert status == 200, key


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/api/v1/matches/{match_id}/invitations"), ("POST", "/matches/{match_id}/invitations"),
        ("PUT", "/api/v1/matches/{match_id}/open-seats"), ("POST", "/matches/{match_id}/open-seats"),
        ("DELETE", "/api/v1/matches/{match_id}"), ("POST", "/matches/{match_id}/delete"),
    ],
)  # fmt: skip
def test_only_who_opened_a_match_lets_others_in_or_deletes_it(house: House, method: str, path: str):
    """To them it is said that somebody sits there already; to others there is no such match."""
    asked = {
        who: house.ask(who, method, filled(path, house.match, "north"), key=f"{method} {path}").status_code
        for who in ("owner", "opponent", "stranger")
    }
    assert asked == {"owner": 409, "opponent": 404, "stranger": 404}


@pytest.mark.parametrize("who", ["stranger", "opponent", "both"])
def test_a_seat_that_is_held_is_open_to_nobody(house: House, who: str):
    for path in ("/api/v1/matches/{match_id}/seats/{seat}", "/matches/{match_id}/take"):
        BODIES["POST /api/v1/matches/{match_id}/seats/{seat}"] = {"invitation": None}
        answer = house.ask(who, "POST", filled(path, house.match, "north"), key=f"POST {path}")
        BODIES["POST /api/v1/matches/{match_id}/seats/{seat}"] = {"invitation": "x"}
        assert answer.status_code == (303 if who == "opponent" and "take" in path else 404), path


def test_the_seat_of_a_player_who_has_gone_is_refused_to_all_who_have_a_hand_in_the_match(house: House):
    """A second account of the opponent, a former holder, a guest, arbiter and moderator, by the pages and over the API.

    Anybody else with a name is to be confirmed by the owner of the server. Nobody gets anything of the seat.
    """
    context, match, of_north = house.context, house.match, house.accounts["owner"]
    before, second, walter = (
        matches.make_account(context, name, "a long password") for name in ("Bert", "Second", "Walter")
    )
    back = matches.hand_over(context, of_north, match, "north")
    matches.take_seat(context, before, match, "north", back)
    matches.take_seat(context, matches.make_account(context, "Carl", "a long password"), match, "north",
                      matches.hand_over(context, before, match, "north"))  # fmt: skip
    with context.store.work() as work:
        pass_on(
            work, match, "south", was=house.accounts["opponent"].id, to=None, by=house.accounts["opponent"].id,
            kind="left", at=context.clock(),
        )  # fmt: skip
    invited = matches.invite(context, of_north, match, "south")
    coming = {"former holder": before, "second account": second, "guest": matches.make_guest(context), "Walter": walter}
    house.people.update({who: persona(context, who, account) for who, account in coming.items()})
    with context.store.look() as look:
        of_carl = AtSeat(match, "north", look.matches.holders(match)["north"] or "")
    matches.came_by_link(context, second, matches.seat_by_link(context, matches.seat_link(context, of_carl)))
    BODIES["POST /api/v1/matches/{match_id}/seats/{seat}"] = {"invitation": invited}
    seat, key = f"/api/v1/matches/{match}/seats/south", "POST /api/v1/matches/{match_id}/seats/{seat}"
    for who in ("former holder", "second account", "guest", "vera", "mona", "owner", "Walter"):
        rule = "SITREP-OWNER-ASKED" if who == "Walter" else "SITREP-SEAT-NOT-FOR-YOU"
        over_api = house.ask(who, "POST", seat, key=key)
        assert over_api.json()["rule"] == rule, (who, over_api.text)
        page = house.ask(who, "POST", f"/invitations/{invited}")
        assert page.status_code == over_api.status_code >= 400, who
        assert house.ask(who, "POST", f"/matches/{match}/take", body={"seat": "south"}).status_code == 404, who
        assert house.ask(who, "GET", f"{seat}/view").status_code == 404, who
    BODIES[key] = {"invitation": "x"}
    assert not matches.match_card(context, of_north, match).seats["south"]


OF_THE_HOUSE = (
    "POST /api/v1/password-links", "GET /api/v1/wishes", "POST /api/v1/wishes/{wish}", "DELETE /api/v1/wishes/{wish}",
    "PUT /api/v1/pause",
)  # fmt: skip
"""What the owner of the server alone may ask of the API; of the pages, what begins with /account/house."""


FORMS_OF_THE_HOUSE = {
    "pause": {"do": "pause-all"}, "accounts": {"do": "block", "name": "stranger"},
    "bounds": {"do": "set", "name": "sign-up", "value": "open"},
}  # fmt: skip
"""What the forms of the owner's pages send."""


def test_what_is_the_owner_s_of_the_house_is_to_others_as_if_it_did_not_exist(house: House):
    """Whoever owns a match owns no server; the one who does is let in."""
    matches.become_owner(house.context, house.accounts["both"], matches.set_up_link(house.context) or "")
    pages = [(method, path) for method, path in page_routes(house.app) if path.startswith("/account/house")]
    assert pages
    forms = {**FORMS_OF_THE_HOUSE, "matches": {"do": "go-on", "match": house.match}}  # after the pause of all
    for method, path in [*pages, *(tuple(key.split(" ")) for key in OF_THE_HOUSE)]:
        key = f"{method} {path}"
        asked = path.replace("{wish}", a_wish(house))
        body = BODIES.get(key) or forms.get(path.rpartition("/")[2], {"name": "opponent"})
        answers = {who: house.ask(who, method, asked, key=key, body=body) for who in ("owner", "opponent", "both")}
        assert answers["owner"].status_code == answers["opponent"].status_code == 404, key
        assert answers["both"].status_code in (200, 201, 204, 303), key


def a_wish(house: House) -> str:
    """What the owner of the server is asked for: to let a guest in again."""
    opened = matches.open_match(house.context, house.accounts["owner"], "toy", "yard", seat="north")
    guest = matches.make_guest(house.context)
    matches.take_seat(house.context, guest, opened.match_id, "south", opened.invitations["south"])
    matches.ask_for_way_in(house.context, house.accounts["owner"], opened.match_id, "south")
    return matches.wishes(house.context, replace(house.accounts["both"], owner=True))[-1].id


@pytest.mark.parametrize("who", ["reader", "strange reader"])
def test_a_token_to_read_only_reads(house: House, who: str):
    for method, path in api_routes(house.app):
        key = f"{method} {path}"
        if key in API_OPEN:
            continue
        status = house.ask(who, method, filled(path, house.match, "north"), key=key).status_code
        assert (status == 403) == (method != "GET"), (key, status)


def test_a_bot_s_token_plays_its_seats_and_does_nothing_else(house: House):
    """Nor does it set the address of the account that sits there, to which a new password could be sent."""
    for method, path in api_routes(house.app):
        key = f"{method} {path}"
        if key in API_OPEN or method == "GET":
            continue
        status = house.ask("bot", method, filled(path, house.match, "north"), key=key).status_code
        plays = path.startswith(SEAT) and not path.removeprefix(SEAT).startswith(TELLS)
        assert (status == 403) != plays, (key, status)


# ---- sockets


def sockets(app: FastAPI) -> list[str]:
    """The paths of the sockets, which the description does not have."""
    return [
        route.path or ""
        for route in iter_route_contexts(app.routes)
        if isinstance(route.original_route, APIWebSocketRoute)
    ]


def handshake(house: House, headers: Mapping[str, str], path: str) -> Any:
    """The answer to a handshake, or None where it is accepted."""
    house.client.cookies.clear()
    try:
        with house.client.websocket_connect(path, headers=dict(headers)):
            return None
    except WebSocketDenialResponse as denied:
        return whole(denied)


def test_the_socket_of_ones_lists_goes_by_cookies_to_whoever_sits_somewhere(house: House):
    """By an account or by the link of a seat; a token of any scope has sockets of its own seats."""
    path = "/api/v1/live/page"
    assert path in sockets(house.app)
    for who, somebody in house.people.items():
        cookie = "; ".join(f"{name}={value}" for name, value in somebody.cookies.items())
        answers = [handshake(house, headers, path) for headers in (somebody.headers, {"Cookie": cookie})]
        assert answers[0] is not None, who
        assert (answers[1] is None) == (who not in ("anonymous", "revoked", "vera", "mona")), who


def test_the_stream_of_an_account_goes_to_whoever_sits_somewhere(house: House):
    """By a token of any scope that still counts, by an account, or by the link of a seat; and as events alike."""
    path = "/api/v1/live"
    assert path in sockets(house.app)
    for who, somebody in house.people.items():
        cookie = "; ".join(f"{name}={value}" for name, value in somebody.cookies.items())
        nobody = who in ("anonymous", "revoked", "vera", "mona")
        for headers in (somebody.headers, {"Cookie": cookie}):
            assert (handshake(house, headers, path) is not None) == (nobody or not any(headers.values())), who
        if nobody:
            assert house.ask(who, "GET", f"{path}/events").status_code == 401, who


def test_sockets_let_nobody_else_in_and_tell_nobody_that_a_match_exists(house: House):
    of_seats = [path for path in sockets(house.app) if "{seat}" in path]
    assert of_seats
    for path in of_seats:
        for who, somebody in house.people.items():
            answers = [
                handshake(house, somebody.headers, filled(path, match, seat))
                for match, seat in ((house.match, "south"), (NOWHERE, "south"))
            ]
            if who == "opponent":
                assert answers[0] is None
            else:
                assert answers[0] == answers[1] and answers[0] is not None, who
