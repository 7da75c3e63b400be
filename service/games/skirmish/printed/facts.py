"""What anybody may know of a scenario: map, turns, what it is fought for, and the public order of battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from service.games.skirmish.printed.scenario import Scenario


def scenario_facts(rules: Scenario) -> Mapping[str, Any]:
    """The public facts of a scenario as plain values. Where the bases stand is nobody's business but their owner's."""
    return {
        "title": rules.title,
        "summary": rules.summary,
        "provenance": rules.provenance,
        "turns": rules.turns,
        "columns": rules.columns,
        "rows": rules.rows,
        "ground": {hex: kind for hex, kind in rules.ground.items() if kind != "open"},
        "levels": dict(rules.levels),
        "names": dict(rules.names),
        "sides": {
            side: {"title": setup.title, "headquarters": setup.headquarters} for side, setup in rules.sides.items()
        },
        "objectives": dict(rules.objectives),
        "outcomes": {str(band): level.title for band, level in rules.outcomes.items()},
    }
