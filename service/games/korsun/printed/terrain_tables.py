"""The terrain effects chart (9.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from service.engine.tables import Datum
from service.games.korsun.printed.reading import (
    CLASSES,
    HEAVY,
    Condition,
    MovementClass,
    costs,
    file_of,
    fraction,
    on,
    pair,
)

CARRIED = (*CLASSES, HEAVY)


@dataclass(frozen=True)
class Terrain:
    """A kind of hex: its code on the map, what it costs to enter, and the factor of whoever defends there."""

    name: str
    code: str
    cost: Mapping[MovementClass, tuple[int | None, int | None]]
    defense: tuple[Fraction, Fraction]
    armor_defense: tuple[Fraction, Fraction] | None
    supply_in_mud: bool

    def points(self, of: MovementClass, ground: Condition) -> int | None:
        return on(ground, self.cost[of])

    @property
    def land(self) -> bool:
        """Whether anything can ever stand in it."""
        return any(points is not None for pair in self.cost.values() for points in pair)


@dataclass(frozen=True)
class Crossing:
    """A stream or river hexside: the points on top for crossing it, and the factor of an attack across it (12.5)."""

    cost: Mapping[str, tuple[int | None, int | None]]
    attack: Fraction
    attack_over_bridge: Fraction


@dataclass(frozen=True)
class TerrainChart:
    """The terrain effects chart. `hexes` go by the code on the map, lists of terrain by its names."""

    hexes: Mapping[str, Terrain]
    road: Mapping[MovementClass, tuple[int | None, int | None]]
    hexsides: Mapping[str, Crossing]
    bridges: Mapping[str, frozenset[str]]
    improved_position: Fraction
    minefield: Mapping[str, int]
    concealing: tuple[str, ...]
    no_armor_superiority: tuple[str, ...]
    no_combined_arms: tuple[str, ...]
    no_retreat: tuple[str, ...]
    assaulted_by_engineers: tuple[str, ...]
    screens_armor: tuple[str, ...]


_TERRAIN_LISTS = (
    "concealing", "no_armor_superiority", "no_combined_arms", "no_retreat", "assaulted_by_engineers", "screens_armor",
)  # fmt: skip


def terrain_chart(data: str) -> TerrainChart:
    file = file_of(data, "terrain", TerrainChart)
    hexes: dict[str, Terrain] = {}
    for name, line in file["hexes"].entries().items():
        code = line["code"].text()
        if len(code) != 1 or code in hexes:
            raise line["code"].fault("a code is one letter, and no other terrain's")
        hexes[code] = Terrain(
            name=name, code=code, cost={of: costs(line[of]) for of in CLASSES}, defense=_factors(line["defense"]),
            armor_defense=_factors(armor) if (armor := line.get("armor_defense")) is not None else None,
            supply_in_mud=mud.flag() if (mud := line.get("supply_in_mud")) is not None else True,
        )  # fmt: skip
    names = [terrain.name for terrain in hexes.values()]
    return TerrainChart(
        hexes=hexes,
        road={of: costs(there) for of, there in file["road"].entries_for(CLASSES).items()},  # type: ignore[misc]
        hexsides={
            name: Crossing(
                cost={of: costs(line[of]) for of in CARRIED},
                attack=fraction(line["attack"]), attack_over_bridge=fraction(line["attack_over_bridge"]),
            )
            for name, line in file["hexsides"].entries_for(("stream", "river")).items()
        },
        bridges={
            name: frozenset(there.text(CARRIED) for there in line.items())
            for name, line in file["bridges"].entries_for(("printed", "S", "J", "K", "rail")).items()
        },
        improved_position=fraction(file["improved_position"]),
        minefield={of: there.integer(low=0) for of, there in file["minefield"].entries_for(CLASSES).items()},
        **{name: tuple(there.text(names) for there in file[name].items()) for name in _TERRAIN_LISTS},
    )  # fmt: skip


def _factors(datum: Datum) -> tuple[Fraction, Fraction]:
    frozen, mud = pair(datum)
    return fraction(frozen), fraction(mud)
