"""A load balancer or a monitor can ask whether the service lives and can work."""

import pytest


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
