"""What came from afar, as reports of before have it."""

from __future__ import annotations

import pytest

from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.reports import FireSuffered
from tests.random_play import codec


@pytest.mark.parametrize(
    ("weapon", "fell"), [("an air attack", "bombs"), ("artillery fire", "shells"), ("machine guns", None)]
)
def test_a_report_of_before_says_by_its_weapon_alone_what_fell(weapon: str, fell: str | None):
    told = {"kind": "fire-suffered", "base": "A-SQ1", "weapon": weapon, "suppressions": 1}
    assert codec(SKIRMISH).converter.structure(told, FireSuffered).fell == fell
