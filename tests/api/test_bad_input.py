"""Whatever is sent: a clean 4xx that repeats nothing, and nothing changed."""

from __future__ import annotations

import json

import pytest

from service.api.problems import problem_of
from tests.client import TestClient
from tests.service_fixtures import Table

BAD_ORDERS = {
    "NaN": b'[{"kind":"hide","hex":NaN}]',
    "infinity": b'[{"kind":"hide","hex":-Infinity}]',
    "1e400": b'[{"kind":"hide","hex":1e400}]',
    "lone surrogate": b'[{"kind":"hide","hex":"\\ud800"}]',
    "lone surrogate in a name": b'[{"kind":"hide","hex":"12","\\udfff":1}]',
    "NUL": b'[{"kind":"hide","hex":"1\\u00002"}]',
    "raw NUL": b'[{"kind":"hide","hex":"1\x002"}]',
    "not UTF-8": b'[{"kind":"hide","hex":"\xff"}]',
    "number for text": b'[{"kind":"hide","hex":12}]',
    "number for true": b'[{"kind":"answer-in-advance","low":1}]',
    "text for true": b'[{"kind":"answer-in-advance","low":"yes"}]',
    "null": b'[{"kind":"hide","hex":null}]',
    "text for list": b'[{"kind":"creep","path":"12"}]',
    "list in list": b'[{"kind":"creep","path":[["12"]]}]',
    "missing field": b'[{"kind":"hide"}]',
    "field too many": b'[{"kind":"hide","hex":"12","unit":"x"}]',
    "name twice": b'[{"kind":"hide","hex":"12","hex":"13"}]',
    "kind twice": b'[{"kind":"hide","kind":"done","hex":"12"}]',
    "unknown kind": b'[{"kind":"surrender"}]',
    "no kind": b'[{"hex":"12"}]',
    "kind is no text": b'[{"kind":["hide"],"hex":"12"}]',
    "base class": b'[{"kind":"order"}]',
    "no object": b"[1]",
    "true": b"true",
    "empty list": b"[]",
    "empty": b"",
    "no JSON": b"{",
    "two values": b"[] []",
    "deep": b"[" * 50_000 + b"]" * 50_000,
    "long path": json.dumps([{"kind": "creep", "path": ["12"] * 5_000}]).encode(),
    "long text": json.dumps([{"kind": "hide", "hex": "x" * 5_000}]).encode(),
    "many orders": json.dumps([{"kind": "done"}] * 201).encode(),
    "big number": b'[{"kind":"hide","hex":' + b"9" * 5_000 + b"}]",
}


@pytest.mark.parametrize(
    ("content_type", "every"),
    [
        ("application/json", 1), ("application/octet-stream", 5), (None, 4),
        *(pytest.param(other, 1, marks=pytest.mark.soak) for other in ("application/octet-stream", None)),
    ],
)  # fmt: skip
def test_bad_orders(table: Table, content_type: str | None, every: int):
    """Each, or one in so many; orders for the same version are taken after, so it was not moved on."""
    headers = {} if content_type is None else {"Content_Type": content_type}
    for version, (name, body) in enumerate(list(BAD_ORDERS.items())[::every], 1):
        answer = table.north.post("orders", body, If_Match=f'"{version}"', Idempotency_Key=f"k{version}", **headers)
        if content_type == "application/octet-stream" and body:
            assert (answer.status_code, answer.json()["rule"]) == (415, "SITREP-UNSUPPORTED-TYPE"), name
        else:
            assert answer.status_code == 422, f"{name}: {answer.text}"
            assert answer.json()["rule"] == "SITREP-MALFORMED", name
            assert all(error["reason"] for error in answer.json()["errors"]), name
        assert answer.headers["content-type"] == "application/problem+json", name
        assert "surrender" not in answer.text and "99999" not in answer.text, name
        sent = table.north.send({"kind": "hide", "hex": "12"}, version=version, key=f"k{version}")
        assert sent.status_code == 202, f"{name}: the key was not used up"


def test_bad_order_lines(table: Table):
    """The same bytes as text: none of it is an order, and nothing of it is done."""
    for name, body in BAD_ORDERS.items():
        answer = table.north.post("orders/lines", body, If_Match='"1"', Content_Type="text/plain")
        assert answer.status_code == 422, f"{name}: {answer.text}"
        said = answer.json()
        assert said["rule"] in ("SITREP-MALFORMED", "SITREP-TEXT-TOO-LONG", "SITREP-LINES-NOT-UNDERSTOOD"), name
        assert all(one["fault"] or one["refusal"] for one in said.get("lines", ())), name
        assert table.north.post("sheet/lines", body, Content_Type="text/plain").status_code in (200, 422), name
    assert table.north.get("sheet").json()["orders"] == [] and table.north.version() == 1


def test_bad_sheets(table: Table):
    for name in BAD_ORDERS.keys() - {"empty list"}:
        answer = table.north.post("sheet", BAD_ORDERS[name], method="PUT")
        assert answer.status_code == 422, name
        assert table.north.get("sheet").json() == {"version": 0, "orders": [], "left_over": []}, name
    assert table.north.post("sheet", BAD_ORDERS["empty list"], method="PUT").status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        b'{"name":"Anna","password":NaN}',
        b'{"name":"Anna","password":true}',
        b'{"name":12,"password":"a long password"}',
        b'{"name":"Anna","password":"a long password","admin":true}',
        b'{"name":"Anna","name":"Ben","password":"a long password"}',
        b'{"name":"\\ud800\\ud800","password":"a long password"}',
        b'{"name":"An\\u0000na","password":"a long password"}',
        b'{"name":"Anna","password":"short"}',
        b'{"name":"Anna"}',
        b"[]",
        b"null",
        b"",
        b"{",
    ],
)
def test_bad_accounts(client: TestClient, body: bytes):
    answer = client.post("/api/v1/accounts", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert "a long password" not in answer.text


@pytest.mark.parametrize(
    "body",
    [
        {"game": "toy", "scenario": "moon"},
        {"game": "go", "scenario": "yard"},
        {"game": "toy", "scenario": "yard", "seat": "west"},
        {"game": "toy", "scenario": "yard", "options": {"a": [1]}},
        {"game": "toy", "scenario": "yard", "options": {str(n): 1 for n in range(60)}},
    ],
)
def test_bad_matches(table: Table, body: object):
    answer = table.north.client.post("/api/v1/matches", json=body, headers=table.north.headers)
    assert answer.status_code == 422


# ---- size


def test_a_body_beyond_the_limit_is_not_read(table: Table):
    answer = table.north.post("orders", b" " * (256 * 1024 + 1), If_Match='"1"')
    assert (answer.status_code, answer.json()["rule"]) == (413, "SITREP-BODY-TOO-LARGE")


def test_nor_is_one_that_does_not_say_how_long_it_is(table: Table):
    pieces = (b" " * 1024 for _ in range(300))
    answer = table.north.client.post(
        f"{table.north.path}/orders", content=pieces, headers={**table.north.headers, "If-Match": '"1"'}
    )
    assert answer.status_code == 413


# ---- other sites


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "http://testserver"},
        {"Origin": "http://evil.example"},
        {"Origin": "http://testserver.evil.example"},
        {"Origin": "http://testserver:81"},
        {"Origin": "http://["},
        {"Origin": "null"},
    ],
)
def test_what_another_site_makes_a_browser_send_is_refused(client: TestClient, headers: dict[str, str]):
    body = {"name": "Anna", "password": "a long password"}
    answer = client.post("/api/v1/accounts", json=body, headers=headers)
    assert (answer.status_code, answer.json()["rule"]) == (403, "SITREP-FROM-ELSEWHERE")
    assert client.get("/api/v1/games", headers=headers).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": "http://testserver"},
        {"Sec-Fetch-Site": "cross-site", "Authorization": "Bearer guess"},
    ],
)
def test_what_our_pages_and_other_clients_send_is_not(client: TestClient, headers: dict[str, str]):
    body = {"name": "Anna", "password": "a long password"}
    assert client.post("/api/v1/accounts", json=body, headers=headers).status_code == 201


# ---- problems


@pytest.mark.faults
def test_every_failure_is_a_problem_without_inner_text(table: Table, monkeypatch):
    def fails(*_: object) -> None:
        raise ZeroDivisionError("the secret is 42")

    monkeypatch.setattr("service.matches.read", fails)
    answer = table.north.get("view")
    assert answer.status_code == 500
    assert answer.json()["rule"] == "SITREP-FAULT" and "42" not in answer.text


@pytest.mark.faults
def test_the_log_of_a_fault_holds_no_variables(capsys):
    """Neither positions nor passwords: a host who reads their log learns nothing of a match."""

    def fails(password: str) -> None:
        raise ZeroDivisionError

    try:
        fails("".join(["correct", "horse"]))
    except ZeroDivisionError as fault:
        assert problem_of(fault).status == 500
    said = "".join(capsys.readouterr())
    assert "ZeroDivisionError" in said and "fails" in said
    assert "correcthorse" not in said


def test_a_locked_database_is_503_and_the_order_can_be_sent_again(table: Table, monkeypatch):
    from service.store import Unavailable
    from service.store.queue import Queue

    def locked(*_: object) -> None:
        raise Unavailable("database is locked")

    with monkeypatch.context() as patch:
        patch.setattr(Queue, "accept", locked)
        answer = table.north.send({"kind": "hide", "hex": "12"}, version=1, key="k")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
    assert table.north.send({"kind": "hide", "hex": "12"}, version=1, key="k").status_code == 202
    assert table.north.version() == 2


@pytest.mark.parametrize(("method", "path"), [("DELETE", "/api/v1/me"), ("PATCH", "/api/v1/games")])
def test_a_method_that_is_not_there(client: TestClient, method: str, path: str):
    answer = client.request(method, path)
    assert (answer.status_code, answer.json()["rule"]) == (405, "SITREP-METHOD-NOT-ALLOWED")


def test_headers_that_keep_pages_to_themselves(client: TestClient):
    for path in ("/api/v1/games", "/nothing"):
        headers = client.get(path).headers
        assert headers["cache-control"] == "no-store"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert "unsafe" not in headers["content-security-policy"]
