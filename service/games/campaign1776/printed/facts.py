"""What anybody may know of a scenario: its map, its months, and what it is fought for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from service.games.campaign1776.printed.scenario import Scenario


def scenario_facts(rules: Scenario) -> Mapping[str, Any]:
    """The public facts of a scenario as plain values; where units stand, and when they come, is no part of them.

    `map` names the map, with the day of its last change; `ground` is the terrain of each hex in play, `sides` what runs
    along hexsides, `ports` their hexes and entrances, `towns` those that count with their points for the British side;
    in a campaign they are the strategic towns but for Canada's; `regulars_lost_a_point`, how many British regulars lost
    take one of them away, where any do.
    """
    board, score = rules.board, rules.score
    land = rules.land_in_play
    return {
        "title": rules.title,
        "map": {"id": board.id, "version": board.version},
        "summary": rules.summary,
        "months": [rules.tables.calendar.named(rules.month(turn)) for turn in range(1, rules.turns + 1)],
        "ground": {hex: board.terrain[hex].name for hex in sorted(land)},
        "sea_lanes": sorted(rules.sea_in_play),
        "sides": {
            side: kind for side, kind in sorted(board.sides.items()) if any(hex in land for hex in rules.along(side))
        },
        "names": {hex: name for hex, name in board.names.items() if hex in land},
        "ports": {
            port.name: {"hex": port.hex, "entrance": port.entrance} for port in board.ports.values() if port.hex in land
        },
        "towns": dict(score.points) if score is not None else _strategic(rules),
        "win": score.win if score is not None else rules.towns.win if rules.towns is not None else None,
        "draw": score.draw if score is not None else rules.towns.draw if rules.towns is not None else None,
        "regulars_lost_a_point": score.regulars_lost_a_point if score is not None else None,
        "allowances": {code: kind.allowance for code, kind in rules.tables.units.kinds.items()},
    }


def _strategic(rules: Scenario) -> dict[str, int]:
    towns = rules.board.strategic_towns
    return {hex: 1 for area in rules.recruiting for hex in towns[area].values()}
