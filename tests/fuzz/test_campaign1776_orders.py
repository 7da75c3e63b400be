"""Orders of 1776 with something else in each of their fields, over HTTP: a clean answer, no fault."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service.games.campaign1776.game import CAMPAIGN1776
from tests.client import TestClient
from tests.fuzz.odd_fields import kinds_of, served, spoilt
from tests.fuzz.test_bodies import HOSTILE

LONG = ('["OO31"' + ', "OO31"' * 900 + "]", '["BR1"' + ', "BR1"' * 300 + "]", '["BR1", "CA1"]', '["ZZZ99", "A0"]')
IDS = ('"BR1"', '"CA1"', '"OO32"', '"MM35/NN35"', '"port Wilmington"', '"north box"', '"E1"', '"TR1"', '"WD"')
LAWFUL: dict[str, Any] = {
    "unit": "BR1", "units": ["BR1"], "number": 1, "hex": "OO32", "path": ["OO31"], "inside": False, "ship": "TR1",
    "ships": ["TR1"], "entry": "north box", "to": "NN36", "nation": "British", "by_port": False, "card": "FA",
    "supply": "rule", "continuous": 0, "planned": False, "when": "any", "round": 1, "odds": "1:1", "lost": 3,
    "size": "few", "does": "fight", "faced": False, "alone": False, "list": "battles", "place": 0,
}  # fmt: skip


@pytest.fixture(scope="module")
def seat(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, str]]:
    """A first evening served, and the path of the British side."""
    folder = tmp_path_factory.mktemp("campaign1776")
    with served(CAMPAIGN1776, "brandywine-1777", "British", empty_database, folder) as at:
        yield at


@pytest.mark.parametrize(
    ("kind", "every"),
    [*((kind, 96) for kind in kinds_of(CAMPAIGN1776)[::6]),
     *(pytest.param(kind, 1, marks=pytest.mark.soak) for kind in kinds_of(CAMPAIGN1776))],
)  # fmt: skip
def test_each_field_of_an_order_with_something_else_in_it(seat: tuple[TestClient, str], kind: str, every: int):
    """In the suite a few of them in every sixth kind, in the soak all in each field of all."""
    spoilt(seat, CAMPAIGN1776, kind, LAWFUL, (*HOSTILE, *LONG, *IDS), every)
