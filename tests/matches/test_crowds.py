"""How many matches one may open: by account, by address, and how many may go on; and what no honest player meets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from service import matches
from service.app import create_app, desk_for
from service.matches import Account, Desk
from service.matches.errors import TooMany, TooOften
from service.matches.gate import LIMITS, Gate, Most
from service.settings import Settings
from tests.service_fixtures import bearer

NEW = {"game": "toy", "scenario": "yard", "seat": "north", "opponent": "bot"}


def open_one(desk: Desk, account: Account, knocker: str = "somewhere") -> str:
    return matches.open_match(desk, account, "toy", "yard", knocker=knocker).match_id


def test_an_account_opens_so_many_in_an_hour_and_another_is_not_kept_from_it(desk: Desk):
    desk = replace(desk, gate=Gate({"match": "3 per hour"}))
    anna, ben = (matches.make_account(desk, name, "password-1") for name in ("Anna", "Ben"))
    for _ in range(3):
        open_one(desk, anna)
    with pytest.raises(TooOften):
        open_one(desk, anna, knocker="elsewhere")
    open_one(desk, ben)
    assert len(matches.matches_of(desk, anna)) == 6, "nothing is left of the one that was refused"


def test_from_one_address_so_many_are_opened_whoever_asks(desk: Desk):
    """A visitor who throws his cookies away is another guest each time, at the same address."""
    desk = replace(desk, gate=Gate({"match-from": "3 per hour"}))
    for _ in range(3):
        open_one(desk, matches.make_guest(desk))
    with pytest.raises(TooOften):
        open_one(desk, matches.make_guest(desk))
    open_one(desk, matches.make_guest(desk), knocker="elsewhere")


@pytest.mark.parametrize("name", ["", "Anna"])
def test_so_many_may_go_on_of_those_that_one_has_opened(desk: Desk, name: str):
    desk = replace(desk, most=Most(matches=3, guest_matches=2))
    me = matches.make_account(desk, name, "password-1") if name else matches.make_guest(desk)
    for _ in range(3 if name else 2):
        open_one(desk, me)
    with pytest.raises(TooMany, match="Play one to its end") as refused:
        open_one(desk, me)
    assert ("sign up" in refused.value.detail) == (not name)
    with pytest.raises(TooMany) as refused:
        open_one(replace(desk, open_sign_up=False), me)
    assert "sign up" not in refused.value.detail, "in a closed house nobody can"
    with desk.store.work() as work:
        first = matches.matches_of(desk, me)[-1].match_id
        for seat in ("north", "south"):
            work.session.connection().exec_driver_sql(
                "UPDATE seat SET ended = true WHERE match_id = '" + first + "' AND seat = '" + seat + "'"
            )
    open_one(desk, me)


def test_seats_that_others_offer_do_not_count(desk: Desk):
    desk = replace(desk, most=Most(matches=1))
    anna, ben = (matches.make_account(desk, name, "password-1") for name in ("Anna", "Ben"))
    for _ in range(3):
        opened = matches.open_match(desk, anna, "toy", "yard", seat="north")
        matches.take_seat(desk, ben, opened.match_id, "south", opened.invitations["south"])
    open_one(desk, ben)


def test_the_house_itself_opens_what_it_needs(desk: Desk):
    desk = replace(desk, gate=Gate({"match": "0 per hour", "match-from": "0 per hour"}), most=Most(guest_matches=0))
    assert matches.practice_links(desk, "toy", "yard") and matches.practice_against_bot(desk, "toy", "yard")


# ---- at the doors


@pytest.fixture
def app(settings: Settings, desk: Desk) -> FastAPI:
    return create_app(settings, replace(desk, gate=Gate({"match": "4 per hour"})))


def test_both_doors_count_the_same_knocks(app: FastAPI, desk: Desk, client: TestClient):
    anna = matches.make_account(desk, "Anna", "password-1")
    headers = bearer(desk, anna)
    client.cookies.set(matches.SESSION_COOKIE, matches.open_session(desk, anna.id))
    form = {"scenario": "toy/yard", "seat": "north", "opponent": "bot"}
    for _ in range(2):
        assert client.post("/api/v1/matches", json=NEW, headers=headers).status_code == 201
        assert client.post("/matches", data=form, follow_redirects=False).status_code == 303
    refused = client.post("/api/v1/matches", json=NEW, headers=headers)
    assert refused.status_code == 429 and 0 < int(refused.headers["retry-after"]) <= 3600
    page = client.post("/matches", data=form)
    assert page.status_code == 429 and "At most 4 times an hour one account may open matches." in page.text


def test_a_page_says_that_too_many_go_on_and_keeps_its_form(settings: Settings, desk: Desk):
    with TestClient(create_app(settings, replace(desk, most=Most(guest_matches=1)))) as visitor:
        form: dict[str, Any] = {"scenario": "toy/yard", "seat": "north", "opponent": "bot"}
        assert visitor.post("/matches", data=form).status_code == 200
        page = visitor.post("/matches", data=form)
        assert page.status_code == 409 and "Of the matches that you have opened, 1 may go on at a time." in page.text
        assert 'action="/matches"' in page.text


def test_a_busy_player_meets_none_of_them(desk: Desk):
    """An evening of short games: one every three minutes, each against somebody else; the house's own figures."""
    now = [0.0]
    desk = replace(desk, gate=Gate({}, clock=lambda: now[0]))
    anna = matches.make_account(desk, "Anna", "password-1")
    for game in range(40):
        now[0] = game * 180.0
        open_one(desk, anna)
    assert LIMITS["match"] == "30 per hour"


def test_what_a_house_sets_is_what_holds(settings: Settings):
    made = desk_for(settings.model_copy(update={"matches_per_account": 7, "sockets_per_seat": 3}))
    assert (made.most.matches, made.most.sockets) == (7, 3)
    made.store.close()
