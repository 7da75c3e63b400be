"""What clients of any making may expect: HEAD, `Allow`, 415, CORS, `next`, problems that can be looked up."""

from __future__ import annotations

import pytest

from service.matches.errors import PROBLEMS
from tests.service_fixtures import Table

ELSEWHERE = {"Origin": "https://elsewhere.example", "Sec-Fetch-Site": "cross-site"}


def test_head_says_what_get_would_without_a_body(table: Table):
    for path in ("/api/v1/games", f"{table.north.path}/view"):
        whole = table.north.client.get(path, headers=table.north.headers)
        head = table.north.client.head(path, headers=table.north.headers)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers.get("etag") == whole.headers.get("etag")


def test_a_method_that_is_not_there_is_told_what_is(client):
    answer = client.delete("/api/v1/tokens")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD, POST, OPTIONS")
    options = client.options("/api/v1/games")
    assert (options.status_code, options.headers["allow"]) == (204, "GET, HEAD, OPTIONS")
    assert "access-control-allow-methods" not in options.headers


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "text/plain", "application/xml"])
def test_a_body_of_another_type_is_refused_as_that(table: Table, kind: str):
    answer = table.north.post("orders", b"kind=hide", Content_Type=kind, If_Match='"1"')
    assert (answer.status_code, answer.json()["rule"]) == (415, "SITREP-UNSUPPORTED-TYPE")
    lines = table.north.post("sheet/lines", b'["done"]', Content_Type="application/json")
    assert lines.status_code == 415
    assert table.north.post("sheet/lines", b"done", Content_Type="text/plain; charset=utf-8").status_code == 200


def test_pages_of_other_sites_ask_with_a_token_and_never_with_cookies(table: Table):
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization,if-match"}
    before = table.north.client.options(f"{table.north.path}/orders", headers={**ELSEWHERE, **asked})
    assert before.status_code == 204 and "POST" in before.headers["access-control-allow-methods"]
    assert {"Authorization", "If-Match"} <= set(before.headers["access-control-allow-headers"].split(", "))
    sent = table.north.post("sheet/preview", [], **ELSEWHERE)
    read = table.north.get("view")
    for answer in (before, sent, read):
        assert answer.headers["access-control-allow-origin"] == "*"
        assert "access-control-allow-credentials" not in answer.headers
    assert sent.status_code == 200 and "ETag" in read.headers["access-control-expose-headers"]
    no_token = table.north.client.post(
        f"{table.north.path}/sheet/preview", json=[], headers={**ELSEWHERE, "Cookie": "sitrep=x"}
    )
    assert no_token.status_code == 403


def test_the_type_of_each_problem_is_an_address_that_says_what_it_is(client):
    for kind in PROBLEMS:
        answer = client.get(f"/api/problems/{kind.name}")
        assert answer.status_code == 200 and kind.title in answer.text and str(kind.status) in answer.text
    refused = client.get("/api/v1/me").json()
    assert client.get(refused["type"]).status_code == 200
    assert client.get("/api/problems/none-of-ours").status_code == 404


def test_a_long_log_says_where_it_goes_on(table: Table):
    table.north.order({"kind": "hide", "hex": "12"})
    first = table.north.get("log?limit=1")
    link = first.json()["next"]
    assert first.headers["link"] == f'<{link}>; rel="next"'
    second = table.north.client.get(link, headers=table.north.headers).json()
    assert second["entries"][0]["number"] == 2
    last = table.north.get("log")
    assert last.json()["next"] is None and "link" not in last.headers


WHOLE = {
    "/games": "as many as the shelf has", "/games/{game}": "", "/games/{game}/rules": "",
    "/games/{game}/scenarios/{scenario}": "",
    "/matches/{match_id}": "seats and commitments", "/matches/{match_id}/arbitration": "one match's rulings, a few",
    "/matches/{match_id}/moderation": "one match's corrections", "/me/notices": "matches set apart by hand",
    "/me/browsers": "a bounded number of browsers",
}  # fmt: skip
"""Below /api/v1: what has a list in it that no play makes grow without end, or that is one thing."""
OF_A_SEAT = {
    "": "its company", "/browsers": "bounded", "/notices": "bounded", "/contacts": "as many as there are units",
    "/contacts/{handle}": "one contact", "/destinations": "places of the map", "/line-of-sight": "", "/options": "",
    "/sheet": "bounded by a request", "/standing-orders": "", "/standing-orders/rehearsal": "", "/end": "",
    "/cards": "back to the last orders, or `after`", "/letters/{number}": "one letter",
    "/history": "one moment, with the numbers that one can go to", "/review": "one moment, with the same",
    "/dice": "the proof of a match, which is checked whole", "/export": "a file, which is checked whole",
}  # fmt: skip
"""The same below a seat's path."""


def test_each_list_that_can_grow_is_paged(app):
    """By `Link` in every list, and by `next` where the answer has room for it; all others are known by name."""
    described = app.openapi()
    schemas = described["components"]["schemas"]
    whole = {f"/api/v1{path}" for path in WHOLE} | {
        f"/api/v1/matches/{{match_id}}/seats/{{seat}}{path}" for path in OF_A_SEAT
    }
    whole.add("/api/v1/matches/{match_id}/moderation/review")
    paged = set()
    for path, operations in described["paths"].items():
        answer = operations.get("get", {}).get("responses", {}).get("200", {})
        schema = answer.get("content", {}).get("application/json", {}).get("schema", {})
        named = schemas.get(schema.get("$ref", "").rpartition("/")[2], schema)
        members = named.get("properties", {})
        if named.get("type") != "array" and not any(one.get("type") == "array" for one in members.values()):
            continue
        if "Link" not in answer.get("headers", {}):
            assert path in whole, f"{path} can grow, and has no next page"
            continue
        assert path not in whole and (not members or "next" in members), path
        paged.add(path.removeprefix("/api/v1").removeprefix("/matches/{match_id}/seats/{seat}"))
    assert paged == {
        "/arbitrations", "/matches", "/moderations", "/open-seats", "/sessions", "/tokens", "/wishes", "/letters",
        "/log", "/notes", "/seat-changes", "/talk",
    }  # fmt: skip


def pages(table: Table, what: str, **query: object):
    """All pages of a list of north's, by the header, one after the other."""
    answer = table.north.get(what, params=query)
    while True:
        assert answer.status_code == 200, answer.text
        yield answer.json()
        further = answer.links.get("next", {}).get("url")
        if further is None:
            return
        answer = table.north.client.get(further, headers=table.north.headers)


def test_a_list_goes_on_behind_its_last_line_whatever_comes_or_goes_meanwhile(table: Table):
    for number in range(5):
        assert table.north.post("notes", {"text": f"note {number}"}).status_code == 201
    assert [one["number"] for page in pages(table, "notes", limit=2) for one in page] == [1, 2, 3, 4, 5]
    several = pages(table, "notes", limit=2)
    assert len(next(several)) == 2
    assert table.north.post("notes/2", None, method="DELETE").status_code == 204
    assert [one["number"] for page in several for one in page] == [3, 4, 5], "the line it went on behind has gone"
    for wrong in ("behind=second", "limit=0", "limit=101"):
        assert table.north.get(f"notes?{wrong}").status_code == 422


def test_one_s_seats_come_in_pages_too(table: Table):
    headers = table.north.headers
    for _ in range(3):
        asked = {"game": "toy", "scenario": "yard", "opponent": "practice"}
        assert table.north.client.post("/api/v1/matches", json=asked, headers=headers).status_code == 201
    whole = table.north.client.get("/api/v1/matches", headers=headers)
    assert len(whole.json()) == 7 and "link" not in whole.headers
    address, found = "/api/v1/matches?limit=2", []
    while address:
        answer = table.north.client.get(address, headers=headers)
        found += answer.json()
        address = answer.links.get("next", {}).get("url")
    assert found == whole.json()


def test_talk_and_letters_go_back_from_the_latest(table: Table, monkeypatch):
    monkeypatch.setattr("service.matches.talk.MOST_MESSAGES", 2)
    for number in range(5):
        assert table.south.post("talk", {"text": f"said {number}"}).status_code == 201
    said = [[one["text"] for one in page["messages"]] for page in pages(table, "talk")]
    assert said == [["said 3", "said 4"], ["said 1", "said 2"], ["said 0"]]
    assert [[one["text"] for one in page["messages"]] for page in pages(table, "talk", after=2)] == [
        ["said 3", "said 4"], ["said 2"],
    ]  # fmt: skip


def test_the_house_serves_the_description_of_its_sockets(client):
    described = client.get("/api/v1/asyncapi.json").json()
    assert described["asyncapi"].startswith("3.") and described["servers"]["sitrep"]["host"] == "testserver"
    for message in described["components"]["messages"].values():
        assert message["payload"]["type"] == "object"


def test_no_operation_takes_a_secret_in_its_query(client):
    """Tokens of invitations and links stand in paths, which no log of ours holds; a query goes further."""
    secrets = ("token", "password", "secret", "key", "link", "invitation")
    for path, item in client.get("/api/v1/openapi.json").json()["paths"].items():
        for operation in item.values():
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "query":
                    assert not any(word in parameter["name"].lower() for word in secrets), (path, parameter["name"])
