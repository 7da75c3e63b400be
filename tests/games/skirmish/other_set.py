"""A second set of data for Skirmish, made out of the shipped one: other figures, a larger map, sides of other names."""

from __future__ import annotations

from typing import Any

import yaml

from service.engine.data import DataSet
from service.games.skirmish.game import SKIRMISH, skirmish_of

SIDES = {"allied": "northern", "german": "southern"}
TITLES = {"allied": "Northern", "german": "Southern"}
SCENARIO = "scenarios/moulin-basset.yaml"
MORE_COLUMNS, MORE_ROWS = 3, 2


def renamed(value: Any) -> Any:
    """What a file holds, with the sides called by their other names."""
    if isinstance(value, dict):
        return {SIDES.get(key, key): renamed(there) for key, there in value.items()}
    if isinstance(value, list):
        return [renamed(there) for there in value]
    return SIDES.get(value, value) if isinstance(value, str) else value


def other_set() -> DataSet:
    """Squads of twice the firepower that move further, a base that holds longer, and the farm on a larger map."""
    assert SKIRMISH.data is not None
    files = {path: yaml.safe_load(text) for path, text in SKIRMISH.data.files.items()}
    squad = files["bases.yaml"]["classes"]["squad"]
    squad.update(title="rifle group", firepower=8, normal=5)
    files["fire.yaml"]["base"] += 1
    files["fire.yaml"]["modifiers"]["advanced fire"] = 3
    files["support.yaml"]["artillery"]["fires_for_effect"] = 3
    files["morale.yaml"]["quality_bonus"] += 1
    files["morale.yaml"].update(always=3, never=11)
    files["bases.yaml"]["stacking"]["single"] = 2
    files["terrain.yaml"]["terrain"]["open"]["title"] = "heath"
    files["weather.yaml"]["heavy_rain_visibility"] = 9
    files["windows.yaml"]["live_pause"] += 5
    given = renamed(files[SCENARIO])
    for side, other in SIDES.items():
        given["sides"][other]["title"] = TITLES[side]
    given["title"], given["turns"] = "Across the heath", 6
    given["map"] = [row + "." * MORE_COLUMNS for row in given["map"]]
    given["map"] += ["." * len(given["map"][0])] * MORE_ROWS
    given["grid"].update(columns=20 + MORE_COLUMNS, rows=14 + MORE_ROWS)
    given["names"]["2216"] = "the far pool"
    given["weather"]["precipitation"] = "heavy"
    given["setup_zones"][SIDES["german"]]["columns"] = "09-23"
    files[SCENARIO] = given
    return DataSet.of({path: yaml.safe_dump(file, sort_keys=False) for path, file in files.items()})


HEATH = skirmish_of(other_set(), name="heath")
"""The game by this set, under a name of its own on the shelf."""
