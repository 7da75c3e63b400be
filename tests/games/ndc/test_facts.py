"""What is public of a scenario: the map and the aims, and of the order of battle no more than names."""

from __future__ import annotations

import json

from service.games.ndc.printed.facts import scenario_facts
from tests.shipped import KALTENBACH


def test_the_printed_map_is_public():
    facts = scenario_facts(KALTENBACH)
    assert (facts["columns"], facts["rows"], len(facts["terrain"])) == (20, 16, 320)
    assert facts["terrain"]["0508"] == "U" and facts["places"]["1208"] == "Erlenbruck"
    assert "1208-1308" in facts["autobahn"] and "1208-1308" in facts["bridges"] and facts["sectors"]["1208"] == "C2"
    assert {"hex": "0508", "points": 8, "name": "Kaltenbach"} in facts["objectives"]
    assert [turn["time_of_day"] for turn in facts["turns"]][:3] == ["Morning", "Afternoon", "Night"]
    assert facts["first_player"] == "Soviet" and facts["victory"]["scorer"] == "Soviet"


def test_of_the_order_of_battle_neither_ids_nor_hexes_nor_strengths_are_told():
    facts = scenario_facts(KALTENBACH)
    lines = [line for side in facts["order_of_battle"].values() for line in side]
    assert len(lines) == len(KALTENBACH.units)
    assert all(set(line) == {"designation", "type", "under", "turn"} for line in lines)
    text = json.dumps(facts)
    assert not any(f'"{unit.id}"' in text for unit in KALTENBACH.units)
