"""What a defender may call on in a combat: air missions, and pieces within the range that the weather leaves."""

from __future__ import annotations

import pytest

from service.engine.orders import Done
from service.games.korsun.sections.support import FireArtillery, FlyInDefense
from tests.games.korsun.test_combat import attack, combat, resolved


@pytest.mark.rule("KOR-CBT-10")
def test_two_missions_at_most_defend_in_a_combat_at_once_or_one_by_one():
    things = ("42 at 0610", "DG332 at 0711")
    table = combat(*things, german={"missions": {"German": 3}}, by_purpose={"KOR-CBT-32": [1]})
    attack(table, "so", "0711", "42", planned=True, supported=())
    table.done("so").done_until("combat-air-support-of-the-defender")
    refused = table.refused("ge", FlyInDefense(missions=3))
    assert (refused.rule, refused.reason) == ("KOR-CBT-10", "You can commit at most 2 missions to this combat.")
    table.order("ge", FlyInDefense(missions=1), FlyInDefense(missions=1))
    assert table.refused("ge", FlyInDefense(missions=1)).rule == "KOR-CBT-10"
    assert resolved(table.order("ge", Done())).shifts["air"] == -2
    assert table.truth.stores["German"].missions == {"German": 1}


@pytest.mark.rule("KOR-CBT-12")
@pytest.mark.parametrize(
    ("hex", "visibility", "fires"),
    [("0907", "clear", True), ("0907", "overcast", True), ("0907", "storm", False), ("0709", "storm", True)],
)  # fmt: skip
def test_in_a_storm_no_piece_fires_farther_than_three_hexes(hex: str, visibility: str, fires: bool):
    """ART188 has a range of 5, and 0907 lies five hexes off."""
    table = combat("42 at 0610", "DG332 at 0711", f"ART188 at {hex}", visibility=visibility)
    attack(table, "so", "0711", "42", planned=True, supported=()).done("so").done_until("defender-artillery")
    if fires:
        assert table.order("ge", FireArtillery(units=("ART188",))).unit("ART188").ammo == 1
    else:
        assert table.refused("ge", FireArtillery(units=("ART188",))).rule == "KOR-CBT-12"
        assert not table.options("ge", "fire-artillery")
