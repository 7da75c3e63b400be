"""The terrain chart: what it costs to enter a hex and to cross a side (C76-MAP-04, 15)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from service.games.campaign1776.printed.reading import table_file


@dataclass(frozen=True)
class Terrain:
    """A kind of hex: its code on the map, the points to enter it, and what the sides of a water hex are."""

    name: str
    code: str
    cost: int | None
    sides: Literal["river/lake", "coastal"] | None
    sea_lane: bool


@dataclass(frozen=True)
class TerrainChart:
    """The chart. `hexes` go by the code on the map; the rest are points on top for crossing a side."""

    hexes: Mapping[str, Terrain]
    rivers: Mapping[str, int]
    frozen: Mapping[str, int]
    ferry: int


def read_terrain(data: str) -> TerrainChart:
    """The terrain chart of the set of data of this id. Raises DataFault."""
    file = table_file(data, "terrain", ("hexes", "hexsides"))
    hexes: dict[str, Terrain] = {}
    for name, line in file["hexes"].entries().items():
        code, cost, sides = line["code"].text(), line.get("cost"), line.get("sides")
        if len(code) != 1 or code in hexes:
            raise line["code"].fault("a code is one letter, and no other terrain's")
        if (cost is None) == (sides is None):
            raise line.fault("land has a cost, water has sides")
        kind = sides.text(("river/lake", "coastal", "none")) if sides is not None else None
        hexes[code] = Terrain(
            name=name, code=code, cost=cost.integer(1) if cost is not None else None,
            sides=None if kind in (None, "none") else kind,  # type: ignore[arg-type]
            sea_lane=kind == "none",
        )  # fmt: skip
    costs = file["hexsides"].entries_for(("class_1", "class_2", "frozen", "ferry"))
    return TerrainChart(
        hexes=hexes, rivers={name: costs[name].integer(0) for name in ("class_1", "class_2")},
        frozen={
            name: there.integer(0)
            for name, there in costs["frozen"].entries_for(("class_1", "class_2", "river/lake")).items()
        },
        ferry=costs["ferry"].integer(0),
    )  # fmt: skip
