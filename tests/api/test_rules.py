"""The rules of a game over the API: the same for everybody, under the ids that refusals cite."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from service import matches
from service.engine.game import AnyGame
from service.games.ndc.game import NDC
from service.matches import Context
from tests.client import TestClient
from tests.toy import TOY


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"toy": TOY, "ndc": NDC}


def test_the_rules_are_read_by_id(client: TestClient, context: Context):
    answer = client.get("/api/v1/games/ndc/rules")
    account = matches.make_account(context, "Anna", "a long password")
    token = matches.new_token(context, account)
    assert client.get("/api/v1/games/ndc/rules", headers={"Authorization": f"Bearer {token}"}).content == answer.content
    cases = {case["id"]: case for section in answer.json()["sections"] for case in section["cases"]}
    assert set(cases) >= NDC.rulebook().rules
    assert cases["NDC-ZOC-02"]["url"] == "/games/ndc/rules#NDC-ZOC-02"
    assert "stopped" in cases["NDC-ZOC-02"]["text"]
    assert client.get("/api/v1/games/toy/rules").json()["sections"] == []
    assert client.get("/api/v1/games/go/rules").status_code == 404


def test_a_refusal_says_where_its_rule_can_be_read(client: TestClient, context: Context):
    """Where the game has a book; what the server itself refuses has no such page."""
    account = matches.make_account(context, "Anna", "a long password")
    headers = {"Authorization": f"Bearer {matches.new_token(context, account)}"}
    for game, scenario, seat, order, at in (
        ("ndc", "kaltenbach", "US", {"kind": "finish", "unit": "U-A1"}, "/games/ndc/rules#NDC-MAC-02"),
        ("toy", "yard", "north", {"kind": "search", "hex": "12"}, None),
    ):
        opened = matches.open_match(context, account, game, scenario, seat=seat)
        here = f"/api/v1/matches/{opened.match_id}/seats/{seat}"
        seen = {**headers, "If-Match": client.get(f"{here}/view", headers=headers).headers["ETag"]}
        refused = client.post(f"{here}/orders", json=[order], headers=seen)
        assert refused.status_code == 409, refused.text
        assert refused.json().get("rule_url") == at
