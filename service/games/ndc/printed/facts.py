"""What of a scenario is public to everybody: the map, the turns, what they are fought for, and who is to come.

Of the order of battle only which battalions and headquarters there are, of what type and from which turn on: no ids,
no hexes, no strengths, since those are what intelligence is for.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from service.games.ndc.printed.order_of_battle import UnitSetup
from service.games.ndc.printed.scenario import Scenario


def scenario_facts(rules: Scenario) -> dict[str, Any]:
    """The printed map and the public part of a scenario, as plain values that do not change during a match."""
    board = rules.board
    return {
        "summary": rules.summary,
        "first_player": rules.first,
        "second_player": rules.second,
        "columns": board.grid.columns,
        "rows": board.grid.rows,
        "hex_metres": board.hex_metres,
        "terrain": dict(board.terrain),
        "places": dict(board.places),
        "roads": sorted(board.roads),
        "autobahn": sorted(board.autobahn),
        "minor_river": sorted(board.minor_river),
        "major_river": sorted(board.major_river),
        "bridges": sorted(board.bridges),
        "sectors": dict(board.sectors),
        "turns": [{"number": turn.number, "name": turn.name, "time_of_day": turn.time_of_day} for turn in rules.turns],
        "objectives": [asdict(objective) for objective in rules.objectives],
        "victory": victory(rules),
        "order_of_battle": {
            side: [listed(rules, unit) for unit in rules.order_of_battle(side)] for side in rules.sides
        },
    }


def victory(rules: Scenario) -> dict[str, Any]:
    """Whose points are counted, and for what besides the objectives."""
    terms = rules.victory
    return {
        "scorer": terms.scorer,
        "objectives_held_by": terms.objectives_held_by,
        "enemy_level_lost": terms.enemy_level_lost,
        "own_level_lost": terms.own_level_lost,
        "hq_levels_count": terms.hq_levels_count,
    }


def listed(rules: Scenario, unit: UnitSetup) -> dict[str, Any]:
    """A line of the public order of battle."""
    return {
        "designation": unit.designation,
        "type": unit.type,
        "under": rules.unit(unit.parent).designation if unit.parent is not None else None,
        "turn": unit.turn,
    }
