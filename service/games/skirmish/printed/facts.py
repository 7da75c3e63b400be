"""What anybody may know of a scenario: map, turns, what it is fought for, and the public order of battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from service.games.skirmish.printed.scenario import Scenario


def scenario_facts(given: Scenario) -> Mapping[str, Any]:
    """The public facts of a scenario as plain values. Where the bases stand is nobody's business but their owner's."""
    return {
        "title": given.title,
        "summary": given.summary,
        "provenance": given.provenance,
        "turns": given.turns,
        "columns": given.columns,
        "rows": given.rows,
        "ground": {hex: kind for hex, kind in given.ground.items() if kind != "open"},
        "levels": dict(given.levels),
        "names": dict(given.names),
        "sides": {
            side: {"title": setup.title, "headquarters": setup.headquarters} for side, setup in given.sides.items()
        },
        "objectives": dict(given.objectives),
        "outcomes": {str(band): level.title for band, level in given.outcomes.items()},
    }
