"""Where the tests keep their matches: SQLite files, or databases on the PostgreSQL server that is named."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache

from sqlalchemy import URL, create_engine, make_url

from service.store import Store

SERVER = os.environ.get("SITREP_TEST_POSTGRES", "")
"""A server on which the tests may make and drop databases, such as postgresql://postgres@127.0.0.1:5433/postgres.

`.ci/with-postgres` starts a private one and sets this.
"""


@contextmanager
def postgres_database(template: str | None = None) -> Iterator[str]:
    """A database of its own on the server, a copy of the template's where one is named; its address."""
    name = f"sitrep_test_{uuid.uuid4().hex}"
    copied = f" TEMPLATE {make_url(template).database}" if template else ""
    server = create_engine(address_of(None), isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}{copied}")
        try:
            yield address_of(name).render_as_string(hide_password=False)
        finally:
            connection.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")
    server.dispose()


def kept_database(template: str | None = None) -> str:
    """The address of a database that stays as long as the server, which the tests have to themselves."""
    held = postgres_database(template)
    _KEPT.append(held)
    return held.__enter__()


_KEPT: list[AbstractContextManager[str]] = []


@cache
def empty_template() -> str:
    """The address of a database with its tables made and nothing in them, to be copied and not used."""
    address = kept_database()
    made = Store(address, {})
    made.migrate()
    made.close()
    return address


def address_of(name: str | None) -> URL:
    url = make_url(SERVER).set(drivername="postgresql+psycopg")
    return url.set(database=name) if name else url
