"""The line by which processes hear each other, where the database does not answer; the rest is in tests/several."""

from __future__ import annotations

import sqlite3
from types import SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from service.store import signals as module
from service.store.signals import Signals


@pytest.mark.parametrize(
    "fault",
    [
        PoolTimeoutError("no connection was free in time"),
        OperationalError("", None, sqlite3.OperationalError("no such host")),
        sqlite3.OperationalError("lost as it was set up"),
    ],
    ids=["none is free", "not reached", "lost at once"],
)
def test_a_line_that_cannot_be_had_is_tried_again(fault: Exception, monkeypatch: pytest.MonkeyPatch):
    """Else the process would serve on and never hear another again."""
    monkeypatch.setattr(module, "AGAIN_AFTER", 0.0)
    tried = list[int]()

    def connection() -> Any:
        tried.append(len(tried))
        if len(tried) == 3:
            signals.stop()
        raise fault

    engine = SimpleNamespace(raw_connection=connection, dialect=SimpleNamespace(loaded_dbapi=sqlite3))
    signals = Signals(cast(Engine, engine), lambda word: None)
    signals._threads = []
    signals._kept_up(lambda driver: None)
    assert len(tried) == 3
