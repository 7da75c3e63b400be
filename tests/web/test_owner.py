"""The owner's pages: people, matches, bounds, and what is wrong with the settings."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from fastapi import FastAPI

from service import matches
from service.app import create_app
from service.matches import Context, vitals
from service.settings import Settings
from tests.client import TestClient

PASSWORD = "a long password"


@pytest.fixture
def app(settings: Settings, context: Context, tmp_path: Path) -> FastAPI:
    return create_app(settings, replace(context, site="https://sitrep.example", archive=tmp_path / "archive"))


@pytest.fixture
def owner(context: Context, visitor: TestClient) -> TestClient:
    visitor.post(f"/sign-up/{matches.set_up_link(context)}", data={"name": "Olga", "password": PASSWORD})
    return visitor


def test_the_owner_blocks_lets_in_and_removes(context: Context, app: FastAPI, owner: TestClient):
    matches.make_account(context, "Ben", PASSWORD)
    page = owner.post("/account/house/accounts", data={"name": "Ben", "do": "block"}).text
    assert "blocked since" in page and "Let in again" in page
    with TestClient(app) as ben:
        refused = ben.post("/sign-in", data={"name": "Ben", "password": PASSWORD})
        assert refused.status_code == 403 and "has blocked this account" in refused.text
    assert "blocked since" not in owner.post("/account/house/accounts", data={"name": "Ben", "do": "unblock"}).text
    unsure = owner.post("/account/house/accounts", data={"name": "Ben", "do": "remove", "seats": "open"})
    assert unsure.status_code == 422 and ">Ben<" in unsure.text
    gone = owner.post("/account/house/accounts", data={"name": "Ben", "do": "remove", "seats": "open", "sure": "1"})
    assert gone.status_code == 200 and ">Ben<" not in gone.text


def test_the_owner_keeps_the_matches(context: Context, owner: TestClient):
    anna, guest = matches.make_account(context, "Anna", PASSWORD), matches.make_guest(context)
    lonely = matches.open_match(context, anna, "toy", "yard", seat="north").match_id
    opened = matches.open_match(context, anna, "toy", "yard", seat="north", name="Secret name of theirs")
    at = matches.take_seat(context, guest, opened.match_id, "south", opened.invitations["south"])
    page = owner.get("/account/house/matches").text
    assert "A hand-over is due" in page and "Nobody else has joined yet" in page
    assert not {"Anna", "Secret name"} & {word for word in ("Anna", "Secret name") if word in page}
    there = owner.post("/account/house/matches", data={"do": "way-in", "match": at.match_id, "seat": "south"}).text
    assert "https://sitrep.example/way-in/" in there
    assert lonely not in owner.post("/account/house/matches", data={"do": "delete", "match": lonely}).text
    begun = owner.post("/account/house/matches", data={"do": "delete", "match": at.match_id})
    assert begun.status_code == 409 and "it has begun" in begun.text
    matches.ending.resign(context, at)
    assert "every side" in owner.post("/account/house/matches", data={"do": "archive", "match": at.match_id}).text
    early = owner.post("/account/house/matches", data={"do": "prune", "match": at.match_id})
    assert early.status_code == 409 and "less than 30 days" in early.text
    assert "Matches put away: 0" in owner.post("/account/house/matches", data={"do": "prune-all"}).text


def test_a_bound_is_set_on_the_page_and_the_form_says_what_is_wrong(app: FastAPI, owner: TestClient):
    wrong = owner.post("/account/house/bounds", data={"name": "sign-in", "value": "seldom", "do": "set"})
    assert wrong.status_code == 422 and "10 per minute" in wrong.text
    set_ = owner.post("/account/house/bounds", data={"name": "sign-up", "value": "closed", "do": "set"}).text
    assert "Who may sign up (set here)" in set_
    with TestClient(app) as stranger:
        assert "you need a link" in stranger.get("/sign-up").text
    owner.post("/account/house/bounds", data={"name": "sign-up", "do": "unset"})
    assert "(set here)" not in owner.get("/account/house/bounds").text


def test_the_check_says_what_the_command_says(owner: TestClient):
    page = owner.get("/account/house/check").text
    assert "SITREP_URL is not set" in page and "GB are free" in page


def test_the_owner_reads_that_the_disk_is_nearly_full_where_a_player_is_only_asked_to_try_again(
    context: Context, app: FastAPI, owner: TestClient, monkeypatch: pytest.MonkeyPatch
):
    assert "on the disk of this server" not in owner.get("/").text
    monkeypatch.setattr(vitals, "disk_free", lambda context: 2**20)
    for page in ("/", "/account/house"):
        assert "1 MB are free on the disk of this server." in owner.get(page).text
    matches.make_account(context, "Ben", PASSWORD)
    with TestClient(app) as ben:
        ben.post("/sign-in", data={"name": "Ben", "password": PASSWORD})
        assert "on the disk of this server" not in ben.get("/").text


def test_links_bear_the_address_of_the_house_and_never_that_of_all_of_them(
    settings: Settings, context: Context, owner: TestClient
):
    """With SITREP_URL all links bear it; without, a server that was asked as 0.0.0.0 says what leads back to it."""
    made = owner.post("/account/sign-up-links").text
    assert 'value="https://sitrep.example/sign-up/' in made
    with TestClient(create_app(settings, context), base_url="http://0.0.0.0:8000") as nowhere:
        nowhere.post("/sign-in", data={"name": "Olga", "password": PASSWORD})
        made = nowhere.post("/account/sign-up-links").text
    assert 'value="http://127.0.0.1:8000/sign-up/' in made and "0.0.0.0" not in made
