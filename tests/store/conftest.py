"""What tests of files may rely on: an honest one, and a server that never saw its match."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from service.engine.game import AnyGame
from tests.store.files import HONEST, File, House, going_on


@pytest.fixture
def honest(request: pytest.FixtureRequest) -> File:
    """An honest file of a match that goes on, for this test alone."""
    if not HONEST:
        HONEST.append(json.dumps(going_on(request.getfixturevalue("context"))))
    file: File = json.loads(HONEST[0])
    return file


@pytest.fixture
def elsewhere(empty_database: Path, tmp_path: Path, games: Mapping[str, AnyGame]) -> Iterator[House]:
    house = House(empty_database, tmp_path / "elsewhere.db", games)
    yield house
    house.context.store.close()
