"""Notices over the API: the address of an account is set, tested and taken away; who has no mail says so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service import matches
from service.app import create_app
from service.mail import MailHouse
from service.matches import Context
from service.settings import Settings
from tests.client import TestClient
from tests.service_fixtures import bearer

WISHED = {
    "address": "anna@mail.example",
    "password": "fifteen herons",
    "pace": "daily",
    "hour": 7,
    "zone": "Europe/Paris",
}


@pytest.fixture
def context(context: Context) -> Context:
    return replace(context, mail=MailHouse("https://sitrep.example", "Sitrep", "sitrep@sitrep.example"))


def test_an_address_is_set_and_taken_away(client: TestClient, context: Context):
    anna = matches.make_account(context, "Anna", "fifteen herons")
    headers = bearer(context, anna)
    none = client.get("/api/v1/me/notices", headers=headers).json()
    assert (none["sends"], none["address"], none["state"]) == (True, None, "none")
    found = client.put("/api/v1/me/notices", json=WISHED, headers=headers).json()
    assert (found["address"], found["state"], found["pace"], found["hour"]) == (
        "anna@mail.example", "unconfirmed", "daily", 7,
    )  # fmt: skip
    match = matches.open_match(context, anna, "toy", "yard", seat="north").match_id
    found = client.put(f"/api/v1/me/notices/matches/{match}", json={"pace": "silent"}, headers=headers).json()
    assert found["matches"] == [{"match_id": match, "pace": "silent"}]
    assert client.post("/api/v1/me/notices/test", headers=headers).status_code == 202
    assert client.delete("/api/v1/me/notices", headers=headers).status_code == 204
    assert client.get("/api/v1/me/notices", headers=headers).json()["address"] is None
    assert client.post("/api/v1/me/notices/test", headers=headers).status_code == 404


def test_an_address_that_is_none_is_refused_with_its_reason(client: TestClient, context: Context):
    headers = bearer(context, matches.make_account(context, "Anna", "fifteen herons"))
    answer = client.put("/api/v1/me/notices", json={**WISHED, "address": "anna"}, headers=headers)
    assert answer.status_code == 422 and answer.json()["errors"][0]["place"] == ["address"]


def test_a_house_without_mail_refuses_an_address(settings: Settings, context: Context):
    with TestClient(create_app(settings, replace(context, mail=None), with_pages=False)) as client:
        headers = bearer(context, matches.make_account(context, "Anna", "fifteen herons"))
        assert client.get("/api/v1/me/notices", headers=headers).json()["sends"] is False
        answer = client.put("/api/v1/me/notices", json=WISHED, headers=headers)
        assert (answer.status_code, answer.json()["title"]) == (409, "This server sends no mail.")
