"""Which strategic towns the British control, as both sides know it, and for how many they count (15, 22)."""

from __future__ import annotations

from collections.abc import Collection

from service.games.campaign1776.printed.board import Area
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.printed.scenario import Scenario

CANADA: Area = "C"


def canada_held(rules: Scenario, british: Collection[Hex]) -> bool:
    """Whether Quebec and Montreal are both British controlled."""
    return all(hex in british for hex in rules.board.strategic_towns.get(CANADA, {}).values())


def counted(rules: Scenario, british: Collection[Hex], area: Area) -> int:
    """For how many towns of an area the British count: without Quebec and Montreal never for all (C76-CTL-05)."""
    towns = rules.board.strategic_towns[area].values()
    held = sum(hex in british for hex in towns)
    return held if canada_held(rules, british) else min(held, len(towns) - 1)


def whole_area(rules: Scenario, british: Collection[Hex], area: Area) -> bool:
    """Whether the British count as controlling all towns of an area."""
    return counted(rules, british, area) == len(rules.board.strategic_towns[area])


def towns_counted(rules: Scenario, british: Collection[Hex]) -> int:
    """The strategic towns that count for the British, Quebec and Montreal not among them (C76-CTL-07)."""
    return sum(counted(rules, british, area) for area in rules.recruiting)
