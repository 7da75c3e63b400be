"""The resources outside a seat's path: shelf, accounts, tokens, matches, invitations; and their description."""

from __future__ import annotations

import json

from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from tests.client import TestClient
from tests.service_fixtures import Table


def test_the_shelf(client: TestClient):
    [line] = client.get("/api/v1/games").json()
    assert (line["name"], line["seats"]) == ("toy", ["north", "south"])
    game = client.get("/api/v1/games/toy").json()
    assert game["outline"][0] == "Hide and seek"
    assert {"kind": "hide", "about": "Hide in a hex."} in game["orders"]
    yard = client.get("/api/v1/games/toy/scenarios/yard").json()
    assert (yard["turns"], yard["facts"]) == (4, {})
    for path in ("/api/v1/games/go", "/api/v1/games/toy/scenarios/moon"):
        assert client.get(path).status_code == 404


def test_two_people_come_together_over_the_api_alone(client: TestClient):
    def person(name: str) -> dict[str, str]:
        who = {"name": name, "password": "a long password"}
        assert client.post("/api/v1/accounts", json=who).status_code == 201
        token = client.post("/api/v1/tokens", json={**who, "label": "laptop"}).json()["token"]
        return {"Authorization": f"Bearer {token}"}

    anna, ben = person("Anna"), person("Ben")
    assert client.get("/api/v1/me", headers=anna).json()["name"] == "Anna"
    body = {"game": "toy", "scenario": "yard", "seat": "north"}
    opened = client.post("/api/v1/matches", json=body, headers=anna)
    assert opened.status_code == 201
    match_id, invitation = opened.json()["match_id"], opened.json()["invitations"]["south"]
    invited = client.post(f"/api/v1/matches/{match_id}/invitations", json={"seat": "south"}, headers=anna)
    assert invited.status_code == 201
    assert client.get(f"/api/v1/invitations/{invitation}").json()["seat"] == "south"
    taken = client.post(f"/api/v1/matches/{match_id}/seats/south", json={"invitation": invitation}, headers=ben)
    assert taken.json() == {"match_id": match_id, "seat": "south"}
    late = {"invitation": invited.json()["invitation"]}
    assert client.post(f"/api/v1/matches/{match_id}/seats/south", json=late, headers=anna).status_code == 409
    [line] = client.get("/api/v1/matches", headers=ben).json()
    assert (line["match_id"], line["seat"], line["asked"]) == (match_id, "south", True)


def test_signing_in_too_often_is_429(client: TestClient):
    guess = {"name": "Anna", "password": "guess"}
    answers = [client.post("/api/v1/tokens", json=guess) for _ in range(11)]
    assert [answer.status_code for answer in answers] == [401] * 10 + [429]
    assert int(answers[-1].headers["retry-after"]) > 0


def test_a_list_of_matches_shows_one_s_own_seats_only(table: Table):
    lines = table.north.client.get("/api/v1/matches", headers=table.north.headers).json()
    assert [line["seat"] for line in lines] == ["north"]


def test_the_description_is_valid_and_names_every_order_and_problem(client: TestClient):
    description = client.get("/api/v1/openapi.json").json()
    validate(description)
    schemas = description["components"]["schemas"]
    assert schemas["toy.Hide"]["description"] == "Hide in a hex."
    assert "toy.View" in schemas and "NudgeFrame" in schemas
    orders = description["paths"]["/api/v1/matches/{match_id}/seats/{seat}/orders"]["post"]
    assert set(orders["responses"]) == {
        "202", "400", "401", "403", "404", "408", "409", "412", "413", "415", "422", "428", "429", "500", "503"
    }  # fmt: skip
    assert "HTTPValidationError" not in json.dumps(description)


def test_the_description_of_orders_fits_orders(client: TestClient):
    description = client.get("/api/v1/openapi.json").json()
    schema = {"$ref": "#/components/schemas/toy.Order", "components": description["components"]}
    orders = Draft202012Validator(schema)
    assert orders.is_valid({"kind": "creep", "path": ["12"]})
    assert not orders.is_valid({"kind": "creep", "path": "12"})
    assert not orders.is_valid({"kind": "creep", "path": ["12"], "unit": "x"})
