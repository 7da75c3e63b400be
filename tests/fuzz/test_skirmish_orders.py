"""Orders of a skirmish with something else in each of their fields, over HTTP: a clean answer, no fault."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service.games.skirmish.game import SKIRMISH
from tests.client import TestClient
from tests.fuzz.odd_fields import kinds_of, served, spoilt
from tests.fuzz.test_bodies import HOSTILE

LONG = (
    '["0101"' + ', "0101"' * 900 + "]",
    '["A-SQ1"' + ', "A-SQ1"' * 60 + "]",
    '["G-HMG", "G-D1"]',
    '["2199", "0000"]',
)
PLANS = ("[" + ", ".join(["{}"] * 60) + "]", '[{"bases": ["A-SQ1"' + ', "A-SQ1"' * 300 + "]}]", '[{"range_min": 1e30}]',
         '[{"bases": ["G-HMG"]}]', '[{"then": "run"}]')  # fmt: skip
IDS = ('"G-HMG"', '"G-D1"', '"A-SQ1"', '"9999"', '"E1"')
LAWFUL: dict[str, Any] = {
    "base": "A-SQ1", "leader": "A-L1", "target": "1", "weapon": "small arms", "path": ["0505"], "hex": "0505",
    "group": "A-R1", "zone": "north", "battery": "A-BTY", "number": 1, "heading": 2, "watch": True, "lines": [],
}  # fmt: skip


ODD = (*HOSTILE, *LONG, *PLANS, *IDS)


@pytest.fixture(scope="module")
def seat(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, str]]:
    """A match of skirmish served, and the path of the side that is asked first."""
    folder = tmp_path_factory.mktemp("skirmish")
    with served(SKIRMISH, "moulin-basset", "allied", empty_database, folder) as at:
        yield at


@pytest.mark.parametrize(
    ("kind", "every"), [(kind, every) if every > 1 else pytest.param(kind, every, marks=pytest.mark.soak)
                        for every in (16, 1) for kind in kinds_of(SKIRMISH)]
)  # fmt: skip
def test_each_field_of_an_order_with_something_else_in_it(seat: tuple[TestClient, str], kind: str, every: int):
    spoilt(seat, SKIRMISH, kind, LAWFUL, ODD, every)
