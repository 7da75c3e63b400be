"""What tests of the bots may rely on."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture
def said() -> Iterator[list[str]]:
    """What is logged, each entry as it would be printed, with its traceback."""
    found: list[str] = []
    handler, formatter = logging.Handler(), logging.Formatter()
    handler.emit = lambda record: found.append(formatter.format(record))  # type: ignore[method-assign]
    logging.getLogger().addHandler(handler)
    yield found
    logging.getLogger().removeHandler(handler)
