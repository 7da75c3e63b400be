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
