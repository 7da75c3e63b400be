"""Orders of Korsun with something else in each of their fields, over HTTP: a clean answer, no fault."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service.games.korsun.game import KORSUN
from tests.client import TestClient
from tests.fuzz.odd_fields import kinds_of, served, spoilt
from tests.fuzz.test_bodies import HOSTILE

LONG = ('["0812"' + ', "0812"' * 900 + "]", '["21"' + ', "21"' * 300 + "]", '["79PG", "BAKE"]', '["2118", "0000"]')
IDS = ('"79PG"', '"21"', '"KORSUN"', '"III"', '"6TA"', '"0812"', '"9999"', '"0812-0813"', '"E1"', '"1UF"', '"2UF"')
LAWFUL: dict[str, Any] = {
    "unit": "21", "units": ["21"], "command": "6TA", "hex": "0812", "path": ["0911"], "to": "0911", "front": "1UF",
    "bridge": "0812-0813", "missions": 0, "points": 1, "target": "marker", "row": 8, "column": 8, "place": 0,
    "lines": "intercepts", "does": "try", "barrage": "BAR", "commands": ["6TA"], "other": "22GTB", "work": "lay-mines",
    "plan": "supply",
}  # fmt: skip


@pytest.fixture(scope="module")
def seat(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, str]]:
    """A first evening served, and the path of the Soviet side."""
    folder = tmp_path_factory.mktemp("korsun")
    with served(KORSUN, "korsun-first", "Soviet", empty_database, folder) as at:
        yield at


@pytest.mark.parametrize(
    ("kind", "every"),
    [*((kind, 96) for kind in kinds_of(KORSUN)[::6]),
     *(pytest.param(kind, 1, marks=pytest.mark.soak) for kind in kinds_of(KORSUN))],
)  # fmt: skip
def test_each_field_of_an_order_with_something_else_in_it(seat: tuple[TestClient, str], kind: str, every: int):
    """In the suite a few of them in every sixth kind, in the soak all in each field of all."""
    spoilt(seat, KORSUN, kind, LAWFUL, (*HOSTILE, *LONG, *IDS), every)
