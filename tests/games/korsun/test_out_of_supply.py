"""What being out of supply, or in extended supply alone, does to a unit (13.5, 14.7)."""

from __future__ import annotations

import pytest

from service.games.korsun.sections.replacements import Replace
from tests.games.korsun.table import position


@pytest.mark.parametrize(
    ("unit", "points"),
    [
        ("16PZ", {"": 12, "oos1": 8, "oos2": 3, "disorganized": 6, "oos1 disorganized": 4}),
        ("DG112", {"": 6, "oos1": 4, "oos2": 3, "disorganized": 3, "oos1 disorganized": 2}),
        ("ART188", {"": 5, "oos1": 3, "oos2": 2}),
    ],
)  # fmt: skip
def test_a_march_is_a_third_shorter_oos1_and_half_as_long_oos2(unit: str, points: dict[str, int]):
    """On wheels and tracks 3 at most as OOS2; disorder halves what is left."""
    most = {}
    for state in points:
        things = (f"{unit} at 1014 {state}", "21 at 0107")
        table = position(*things, heading="F movement", scenario="korsun-full", turn=10)
        most[state] = max(way.cost for way in table.ways("ge", unit))
    assert most == points


@pytest.mark.rule("KOR-SRR-03")
@pytest.mark.parametrize(
    ("state", "may"),
    [("", True), ("extended", False), ("oos1", False), ("oos2", False), ("regroup", False), ("disorganized", False)],
)  # fmt: skip
def test_only_who_is_in_order_and_in_supply_by_a_normal_path_regains_a_step(state: str, may: bool):
    table = position(
        f"42 at 0409 lost 1 {state}", "DG112 at 0705", "marker 27A at 0409 sp 4", heading="E replacements",
        scenario="korsun-intro", turn=8, soviet={"points": {"1UF": 1, "2UF": 0}},
    )  # fmt: skip
    if may:
        assert table.order("so", Replace(unit="42")).unit("42").lost == 0
    else:
        assert table.refused("so", Replace(unit="42")).rule == "KOR-SRR-03"
        assert not table.options("so", "replace")
