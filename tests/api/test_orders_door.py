"""A plain list of orders goes past the routes, and is answered byte for byte as the route answers it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from fastapi import FastAPI

from service.api import orders_door
from tests.service_fixtures import Table

HIDE = {"kind": "hide", "hex": "12"}
TAG = {"If_Match": '"1"'}
SENT: dict[str, tuple[Any, dict[str, str]]] = {
    "accepted": ([HIDE], {**TAG, "Idempotency_Key": "k"}),
    "an older version": ([HIDE], {"If_Match": '"7"'}),
    "no version": ([HIDE], {}),
    "no list": (HIDE, TAG),
    "an empty list": ([], TAG),
    "no such kind": ([{"kind": "fly"}], TAG),
    "against the rules": ([{"kind": "hide", "hex": "99"}], TAG),
    "no order of now, by a name too many": ([{**HIDE, "more": 1}], TAG),
    "a key that is none": ([HIDE], {**TAG, "Idempotency_Key": "a b"}),
    "a key too long": ([HIDE], {**TAG, "Idempotency_Key": "x" * 129}),
}


def by_the_route(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orders_door, "PATH", re.compile("nowhere"))


def said(answer: Any) -> tuple[int, list[tuple[str, str]], bytes]:
    return answer.status_code, sorted(answer.headers.items()), answer.content


@pytest.mark.parametrize("what", SENT)
def test_door_and_route_answer_alike(table: Table, what: str, monkeypatch: pytest.MonkeyPatch):
    body, headers = SENT[what]
    at_the_door = said(table.north.post("orders", body, **headers))
    by_the_route(monkeypatch)
    assert said(table.north.post("orders", body, **headers)) == at_the_door
    assert (at_the_door[0] == 202) == (what == "accepted")


def test_who_may_not_is_told_alike(table: Table, monkeypatch: pytest.MonkeyPatch):
    """Another's seat, a seat that there is not, a match that there is not, and nobody."""

    def all_said() -> list[Any]:
        client, path = table.north.client, f"/api/v1/matches/{table.match_id}/seats"
        north = {**table.north.headers, "If-Match": '"1"'}
        paths = (f"{path}/south/orders", f"{path}/east/orders", "/api/v1/matches/x/seats/north/orders")
        found = [client.post(one, json=[HIDE], headers=north) for one in paths]
        return [said(one) for one in (*found, client.post(f"{path}/north/orders", json=[HIDE]))]

    at_the_door = all_said()
    by_the_route(monkeypatch)
    assert all_said() == at_the_door
    assert at_the_door[0] == at_the_door[1] == at_the_door[2]
    assert [status for status, *_ in at_the_door] == [404, 404, 404, 401]


def test_no_route_is_looked_for(table: Table, app: FastAPI, monkeypatch: pytest.MonkeyPatch):
    def nobody(*_: Any) -> None:
        raise AssertionError("the route was taken")

    monkeypatch.setattr(app.router, "app", nobody)
    assert table.north.post("orders", [HIDE], **TAG).status_code == 202
