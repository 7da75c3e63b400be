"""What anybody may know of a scenario: its map, its turns, what it is fought for, and the order of battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from service.games.korsun.printed.scenario import Scenario
from service.games.korsun.printed.units import Counter


def scenario_facts(rules: Scenario) -> Mapping[str, Any]:
    """The public facts of a scenario as plain values; where units stand, and when they come, is no part of them.

    `ground` is the terrain of each hex in play, `roads`, `river` and `stream` are hexsides, `markers` the supply
    markers with their sources, `units` what is printed on the counters, strengths by step; `places` are worth so
    much to the Soviet side at the end.
    """
    board = rules.board
    return {
        "title": rules.title,
        "summary": rules.summary,
        "turns": rules.turns,
        "ground": {hex: board.terrain[hex].name for hex in sorted(board.land)},
        "roads": sorted(board.roads),
        "river": sorted(board.river),
        "stream": sorted(board.stream),
        "names": dict(board.names),
        "airfield": board.airfield,
        "markers": {
            command: {"side": marker.side, "source": rules.sources.get(marker.source, "")}
            for command, marker in rules.markers.items()
        },
        "units": {id: counter_facts(counter) for id, counter in rules.counters.items()},
        "places": {hex: float(worth) for hex, worth in rules.victory["Soviet"].control_at_end.items()},
        "pocket": list(rules.pocket),
        "breakout_from": rules.breakout_from,
        "levels": {str(band): level for band, level in zip(rules.levels.bands, rules.levels.values, strict=True)},
    }


def counter_facts(counter: Counter) -> Mapping[str, Any]:
    """What is printed on a counter."""
    printed = counter.profile
    return {
        "side": counter.side, "command": counter.command, "type": printed.type, "class": printed.cls, "ma": printed.ma,
        "size": printed.size, "attack": printed.atk, "defense": printed.defense, "armor": printed.armor,
        "ap": printed.ap, "aa": printed.aa, "support": printed.fs, "range": printed.range,
        "engineer": printed.engineer,
    }  # fmt: skip
