"""A load balancer or a monitor can ask whether the service lives and can work."""

import pytest
from sqlalchemy import event

from service.matches import vitals
from service.store.instance_lock import Claim


def test_it_lives_and_is_ready(client):
    assert client.get("/healthz").text == "alive\n"
    assert client.get("/readyz").text == "ready\n"


@pytest.mark.faults
def test_it_is_not_ready_without_its_database(client, context):
    with context.store.writer.connect() as connection:
        connection.exec_driver_sql("DROP TABLE account")
        connection.commit()
    assert client.get("/healthz").status_code == 200
    assert client.get("/readyz").status_code == 500, "a table that is missing does not come back by itself"


def test_it_is_not_ready_with_a_full_disk(client, monkeypatch):
    monkeypatch.setattr(vitals, "disk_free", lambda context: 2**20)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.text) == (503, "not ready: disk\n")


def test_it_says_when_its_bots_or_its_claim_are_gone(client, context):
    client.app.state.bots_run = lambda: False
    assert client.get("/readyz").text == "ready, without its bots\n"
    context.store.claim = Claim()
    assert client.get("/readyz").status_code == 200
    context.store.claim.is_held = False
    assert client.get("/readyz").text == "not ready: claim\n"


@pytest.mark.faults
def test_a_full_disk_is_written_down_as_that(client, context, capsys):
    """SQLite is let have no page more; what was asked is answered 503, and the log names the disk."""
    with context.store.writer.connect() as connection:
        [[pages]] = connection.exec_driver_sql("PRAGMA page_count")

    def no_more(connection, _):
        connection.execute(f"PRAGMA max_page_count={pages}")

    event.listen(context.store.writer, "connect", no_more)
    context.store.writer.dispose()
    context.rate_limits.set_limit("account", "1000 per hour")
    answer = None
    for number in range(200):
        answer = client.post("/api/v1/accounts", json={"name": f"Player {number}", "password": "a long password"})
        if answer.status_code != 201:
            break
    assert answer is not None and answer.status_code == 503, answer.text
    assert "the disk of the database is full" in capsys.readouterr().err
