"""How many matches one may open: by account, by address, and how many may go on; and what no honest player meets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from fastapi import FastAPI

from service import matches
from service.app import context_for, create_app
from service.matches import Account, Context
from service.matches.errors import TooMany, TooOften
from service.matches.rate_limits import LIMITS, Most, RateLimits
from service.settings import Settings
from tests.client import TestClient
from tests.service_fixtures import bearer

NEW = {"game": "toy", "scenario": "yard", "seat": "north", "opponent": "computer"}


def open_one(context: Context, account: Account, client_address: str = "somewhere") -> str:
    return matches.open_match(context, account, "toy", "yard", client_address=client_address).match_id


def test_an_account_opens_so_many_in_an_hour_and_another_is_not_kept_from_it(context: Context):
    context = replace(context, rate_limits=RateLimits({"match": "3 per hour"}))
    anna, ben = (matches.make_account(context, name, "a long password") for name in ("Anna", "Ben"))
    for _ in range(3):
        open_one(context, anna)
    with pytest.raises(TooOften):
        open_one(context, anna, client_address="elsewhere")
    open_one(context, ben)
    assert len(matches.matches_of(context, anna)) == 6, "nothing is left of the one that was refused"


def test_from_one_address_so_many_are_opened_whoever_asks(context: Context):
    """A visitor who throws their cookies away is another guest each time, at the same address."""
    context = replace(context, rate_limits=RateLimits({"match-from": "3 per hour"}))
    for _ in range(3):
        open_one(context, matches.make_guest(context))
    with pytest.raises(TooOften):
        open_one(context, matches.make_guest(context))
    open_one(context, matches.make_guest(context), client_address="elsewhere")


@pytest.mark.parametrize("name", ["", "Anna"])
def test_so_many_may_go_on_of_those_that_one_has_opened(context: Context, name: str):
    context = replace(context, most=Most(matches=3, guest_matches=2))
    me = matches.make_account(context, name, "a long password") if name else matches.make_guest(context)
    for _ in range(3 if name else 2):
        open_one(context, me)
    with pytest.raises(TooMany, match="Play one to its end") as refused:
        open_one(context, me)
    assert ("sign up" in refused.value.detail) == (not name)
    with pytest.raises(TooMany) as refused:
        open_one(replace(context, open_sign_up=False), me)
    assert "sign up" not in refused.value.detail, "in a closed house nobody can"
    with context.store.work() as work:
        first = matches.matches_of(context, me)[-1].match_id
        for seat in ("north", "south"):
            work.session.connection().exec_driver_sql(
                "UPDATE seat SET ended = true WHERE match_id = '" + first + "' AND seat = '" + seat + "'"
            )
    open_one(context, me)


def test_seats_that_others_offer_do_not_count(context: Context):
    context = replace(context, most=Most(matches=1))
    anna, ben = (matches.make_account(context, name, "a long password") for name in ("Anna", "Ben"))
    for _ in range(3):
        opened = matches.open_match(context, anna, "toy", "yard", seat="north")
        matches.take_seat(context, ben, opened.match_id, "south", opened.invitations["south"])
    open_one(context, ben)


def test_the_house_itself_opens_what_it_needs(context: Context):
    context = replace(
        context, rate_limits=RateLimits({"match": "0 per hour", "match-from": "0 per hour"}), most=Most(guest_matches=0)
    )
    assert matches.practice_links(context, "toy", "yard") and matches.practice_against_bot(context, "toy", "yard")


# ---- over HTTP


@pytest.fixture
def app(settings: Settings, context: Context) -> FastAPI:
    return create_app(settings, replace(context, rate_limits=RateLimits({"match": "4 per hour"})))


def test_pages_and_api_count_the_same_attempts(app: FastAPI, context: Context, client: TestClient):
    anna = matches.make_account(context, "Anna", "a long password")
    headers = bearer(context, anna)
    client.cookies.set(matches.SESSION_COOKIE, matches.open_session(context, anna.id))
    form = {"scenario": "toy/yard", "seat": "north", "opponent": "computer"}
    for _ in range(2):
        assert client.post("/api/v1/matches", json=NEW, headers=headers).status_code == 201
        assert client.post("/matches", data=form, follow_redirects=False).status_code == 303
    refused = client.post("/api/v1/matches", json=NEW, headers=headers)
    assert refused.status_code == 429 and 0 < int(refused.headers["retry-after"]) <= 3600
    page = client.post("/matches", data=form)
    assert page.status_code == 429 and "At most 4 times an hour one account may open matches." in page.text


def test_a_page_says_that_too_many_go_on_and_keeps_its_form(settings: Settings, context: Context):
    with TestClient(create_app(settings, replace(context, most=Most(guest_matches=1)))) as visitor:
        form: dict[str, Any] = {"scenario": "toy/yard", "seat": "north", "opponent": "computer"}
        assert visitor.post("/matches", data=form).status_code == 200
        page = visitor.post("/matches", data=form)
        assert page.status_code == 409 and "1 may be in progress at a time." in page.text
        assert 'action="/matches"' in page.text


def test_a_busy_player_meets_none_of_them(context: Context):
    """An evening of short games: one every three minutes, each against somebody else; the server's own figures."""
    now = [0.0]
    context = replace(context, rate_limits=RateLimits({}, clock=lambda: now[0]))
    anna = matches.make_account(context, "Anna", "a long password")
    for game in range(40):
        now[0] = game * 180.0
        open_one(context, anna)
    assert LIMITS["match"] == "30 per hour"


def test_what_a_house_sets_is_what_holds(settings: Settings):
    made = context_for(settings.model_copy(update={"matches_per_account": 7, "sockets_per_seat": 3}))
    assert (made.most.matches, made.most.sockets) == (7, 3)
    made.store.close()
