"""The log and the figures: what came of each request, and no word of what was said in it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import text

from service.app import TooManyWorkers, create_app
from service.matches import Context
from service.settings import Settings
from tests.client import TestClient
from tests.service_fixtures import Table

CANARY = "canary-8d1f"


@pytest.fixture
def settings(database) -> Settings:
    return Settings(database_url=f"sqlite:///{database}", log="debug", metrics_token="for prometheus")


@pytest.fixture
def app(settings: Settings, context: Context) -> FastAPI:
    """The app with its pages, and a route on which everything goes wrong."""
    app = create_app(settings, context)

    @app.get("/fault/{word}")
    def fault(word: str) -> None:
        secret = f"{word} {CANARY}"
        try:
            with context.store.writer.begin() as connection:
                connection.execute(text("INSERT INTO account VALUES (:secret)"), {"secret": secret})
        except Exception as error:
            raise KeyError(secret) from error

    return app


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    out, err = capsys.readouterr()
    assert not out
    return [json.loads(line) for line in err.splitlines()]


def test_a_request_is_one_line_with_the_route_and_not_the_address(table: Table, capsys):
    capsys.readouterr()
    table.north.get("view")
    [line] = lines(capsys)
    assert line["event"] == "request" and line["method"] == "GET" and line["status"] == 200
    assert line["route"] == "/api/v1/matches/{match_id}/seats/{seat}/view"
    assert len(line["request"]) == 16 and 0 <= line["seconds"] < 60
    assert table.match_id not in json.dumps(line)


@pytest.mark.faults
def test_secrets_stay_out_of_the_log(app: FastAPI, table: Table, capsys):
    capsys.readouterr()
    with TestClient(app) as client:
        client.cookies.set("sitrep_session", CANARY)
        headers = {"Authorization": f"Bearer {CANARY}", "Idempotency-Key": CANARY, "If-Match": CANARY}
        body = {"name": CANARY, "password": CANARY}
        for path in (
            f"/seat/{CANARY}", f"/api/v1/invitations/{CANARY}", f"/api/v1/matches/{CANARY}", f"/{CANARY}",
            f"/static/{CANARY}", f"/api/v1/matches?asked={CANARY}", f"/sign-in?next=/{CANARY}", f"/fault/{CANARY}",
        ):  # fmt: skip
            client.get(path, headers=headers)
            client.get(path)
        for path in ("/api/v1/accounts", "/api/v1/tokens", f"{table.north.path}/orders", "/sign-in", "/sign-up"):
            client.post(path, json=body, headers=headers)
            client.post(path, data=body)
            client.post(path, content=CANARY.encode())
        assert client.get("/fault/x").status_code == 500
    said = capsys.readouterr()
    assert CANARY not in said.out + said.err
    faults = [json.loads(line) for line in said.err.splitlines() if '"a fault"' in line]
    assert {fault["fault"] for fault in faults} == {"KeyError from OperationalError"}
    requests = [json.loads(line) for line in said.err.splitlines() if '"event": "request"' in line]
    assert {fault["request"] for fault in faults} < {line["request"] for line in requests}
    assert len(faults) == len({fault["request"] for fault in faults}) == 3, "each is written down once"
    assert re.fullmatch(r"tests\.api\.test_access_log\.fault:\d+", faults[0]["where"][-1])


def test_figures_are_for_whoever_has_the_token(client: TestClient, table: Table):
    route = "/api/v1/games/{game}"
    client.get("/api/v1/games/toy")
    nothing = client.get("/nowhere-at-all", headers={"Accept": "text/html"})
    for headers in ({}, {"Authorization": "Bearer wrong"}, table.north.headers):
        answer = client.get("/metrics", headers=headers)
        assert (answer.status_code, answer.content) == (404, nothing.content)
    figures = client.get("/metrics", headers={"Authorization": "Bearer for prometheus"}).text
    assert f'sitrep_requests_total{{method="GET",route="{route}",status="200"}} 1.0' in figures
    assert f'sitrep_request_seconds_count{{method="GET",route="{route}"}} 1.0' in figures
    assert "sitrep_database_up 1.0" in figures and "sitrep_matches_going_on 1.0" in figures
    assert re.search(r"^sitrep_disk_free_bytes \d", figures, re.MULTILINE)


def test_figures_tell_nothing_of_what_is_done_at_a_match(client: TestClient, table: Table):
    """Whoever has the token may play against them: what the other side reads, writes and hears changes no figure."""
    headers = {"Authorization": "Bearer for prometheus"}
    client.get("/metrics", headers=headers)  # counted itself, from the next time on

    def figures() -> str:
        said = client.get("/metrics", headers=headers).text
        return re.sub(r'(?m)^.*route="/metrics".*$|^sitrep_(database_seconds|disk_free_bytes) .*$', "", said)

    before = figures()
    for what in ("view", "options", "log", "sheet"):
        table.south.get(what)
    table.south.client.put(f"{table.south.path}/sheet", json=[], headers=table.south.headers)
    table.south.client.get("/", headers=table.south.headers)
    table.south.client.get("/api/v1/matches", headers=table.south.headers)
    with client.websocket_connect(f"{table.south.path}/live", headers=table.south.headers):
        assert figures() == before
    assert figures() == before


def test_without_a_token_in_the_settings_there_are_no_figures(database, context: Context):
    with TestClient(create_app(Settings(database_url=f"sqlite:///{database}"), context)) as client:
        for headers in ({}, {"Authorization": "Bearer "}):
            assert client.get("/metrics", headers=headers).status_code == 404


@pytest.mark.parametrize("name", ["SITREP_WORKERS", "WEB_CONCURRENCY"])
def test_more_than_one_worker_is_refused(database, context: Context, monkeypatch, name: str):
    monkeypatch.setenv(name, "2")
    with pytest.raises(TooManyWorkers, match="one process"):
        create_app(Settings(database_url=f"sqlite:///{database}"), context)


def test_a_process_that_a_supervisor_of_workers_has_made_refuses_too(database, context: Context, monkeypatch):
    monkeypatch.setattr("multiprocessing.parent_process", lambda: object())
    with pytest.raises(TooManyWorkers):
        create_app(Settings(database_url=f"sqlite:///{database}"), context)
