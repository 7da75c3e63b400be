"""The printed tables, a record a file; `load(data)` reads and checks them all, or raises DataFault."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeVar

from service.engine.tables import BandedScale, Datum
from service.games.korsun.printed.reading import (
    CLASSES,
    HEAVY,
    SIDES,
    Condition,
    MovementClass,
    Side,
    Visibility,
    costs,
    fraction,
    on,
    pair,
    table_file,
)

R = TypeVar("R")
CARRIED = (*CLASSES, HEAVY)


# ---- terrain effects (9.2)


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


def _terrain(data: str) -> TerrainChart:
    file = _file(data, "terrain", TerrainChart)
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


# ---- weather and air (5, 6)


@dataclass(frozen=True)
class Weather:
    """Ground, visibility and air availability. Dice are keys as they are written: "1" to "6"."""

    ground: dict[str, int]
    ground_modifier: dict[str, int]
    visibility: dict[str, dict[str, str]]
    storm: dict[str, int]
    air_modifiers: dict[str, int]
    air_availability: dict[str, dict[str, tuple[int, ...]]]
    missions_in_a_combat: int

    @property
    def tracks(self) -> tuple[str, ...]:
        """The combat air support tracks, in the order of their throws (6.1)."""
        return tuple(self.air_availability)

    def missions(self, track: str, modified: int, ground: Condition) -> int:
        """What a modified throw gives, below and above the table's ends as at them."""
        lines = self.air_availability[track]
        rolls = sorted(map(int, lines))
        return lines[str(min(max(modified, rolls[0]), rolls[-1]))][ground == "mud"]


def _weather(data: str) -> Weather:
    file = _file(data, "weather", Weather)
    die = [str(face) for face in range(1, 7)]
    for name, throw in file["visibility"].entries_for(("first", "second")).items():
        for line in throw.entries_for(die).values():
            line.text(("clear", "overcast") if name == "first" else ("overcast", "storm"))
    file["storm"].entries_for(("movement_allowance", "artillery_range_max"))
    file["ground"].entries_for(("frozen_from",))
    file["air_modifiers"].entries_for(("clear", "overcast", "storm", "operation_wanda"))
    for track in file["air_availability"].entries().values():
        for cell in track.entries_by_band().values():
            for missions in pair(cell):
                missions.integer(0, 9)
    return _record(file, Weather)


# ---- movement (7, 9 to 11)


@dataclass(frozen=True)
class Intercept:
    """The armor intercept (9.11)."""

    success: dict[str, int]
    mud: int
    overcast: int
    sees_within: int
    hexes: int
    allowance: Fraction


@dataclass(frozen=True)
class Movement:
    """Stacking, zones, modes of movement, and what the other side can do about them."""

    stacking: int
    zone_of_control: dict[str, int]
    zone_of_influence: dict[str, int]
    strategic: Mapping[str, Fraction]
    entry: dict[str, int]
    rail: dict[str, int]
    reserve_units: int
    allowance: Mapping[str, Fraction]
    intercept: Intercept
    overrun: dict[str, int]
    demolition: dict[str, int]


_ALLOWANCES = ("oos1", "oos1_least", "oos2", "oos2_most", "disorganized", "reserve")


def _movement(data: str) -> Movement:
    file = _file(data, "movement", Movement)
    file["zone_of_control"].entries_for(("from_defense", "enter"))
    file["zone_of_influence"].entries_for(("enter",))
    file["entry"].entries_for(("units_a_turn", "within"))
    file["rail"].entries_for(("hexes", "units"))
    file["overrun"].entries_for(("attack", "points", "up_to", "up_to_in_town"))
    file["demolition"].entries_for(("engineer", "other", "alarm"))
    file["intercept"]["success"].entries_for(SIDES)
    file["stacking"].integer(low=1)
    return _record(
        file, Movement,
        strategic={of: fraction(there) for of, there in file["strategic"].entries_for(CLASSES).items()},
        allowance={name: fraction(there) for name, there in file["allowance"].entries_for(_ALLOWANCES).items()},
        intercept=file["intercept"].record(Intercept, allowance=fraction(file["intercept"]["allowance"])),
    )  # fmt: skip


# ---- combat (12)

_CELL = re.compile(r"(?:(?P<as>\d)?(?P<am>[dD])?|-)/(?:(?P<ds>\d)?(?P<dm>[dD])?(?:R(?P<r>\d))?(?P<b>B)?|-)")


@dataclass(frozen=True, slots=True)
class Result:
    """A cell of the combat results table (12.2): steps lost, marks ("d" one unit, "D" all), hexes of retreat."""

    text: str
    attacker_steps: int
    attacker_mark: str
    defender_steps: int
    defender_mark: str
    retreat: int
    breakthrough: bool


NO_RESULT = Result("-/-", 0, "", 0, "", 0, False)


def _cell(datum: Datum) -> Result:
    found = _CELL.fullmatch(datum.text())
    if found is None:
        raise datum.fault(f"{datum.value!r} is no combat result")
    number = {name: int(found[name] or 0) for name in ("as", "ds", "r")}
    return Result(
        text=datum.text(), attacker_steps=number["as"], attacker_mark=found["am"] or "",
        defender_steps=number["ds"], defender_mark=found["dm"] or "", retreat=number["r"],
        breakthrough=found["b"] is not None,
    )  # fmt: skip


@dataclass(frozen=True)
class ArmorCombat:
    """Armor against armor and anti-tank guns, before the die of the combat (12.12.1)."""

    engages_from: int
    target: dict[str, int]
    screened: int
    storm: int
    shaken: int
    steps: BandedScale[int]


@dataclass(frozen=True)
class CombatTables:
    """The combat results table and what shifts its columns. `odds` are the columns, lowest first, as ratios."""

    columns: Mapping[str, tuple[Result, ...]]
    shifts_at_most: int
    supported: Mapping[str, Fraction]
    enemy_zone: Fraction
    disorganized: Mapping[str, Fraction]
    regroup: Mapping[str, Fraction]
    artillery: BandedScale[int]
    division: dict[str, int]
    combined_arms_attack: int
    armor_superiority: dict[str, int]
    armor_combat: ArmorCombat
    minefield: dict[str, int]
    no_retreat: dict[str, int]
    breakthrough_units: int
    breakthrough_types: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The columns by their names, lowest first."""
        return tuple(self.columns)

    def column(self, attack: Fraction, defense: Fraction) -> int:
        """The highest column that a ratio reaches, counted from 0; below the lowest the lowest (2.2)."""
        if defense <= 0:
            return len(self.columns) - 1
        reached = [i for i, name in enumerate(self.columns) if attack / defense >= ratio(name)]
        return max(reached, default=0)


def ratio(column: str) -> Fraction:
    """A column such as "3:2" as a number."""
    attack, _, defense = column.partition(":")
    return Fraction(int(attack), int(defense))


def _combat(data: str) -> CombatTables:
    file = _file(data, "combat", CombatTables)
    columns: dict[str, tuple[Result, ...]] = {}
    for name, cells in file["columns"].entries().items():
        if re.fullmatch(r"[1-9]\d?:[1-9]\d?", name) is None:
            raise cells.fault(f"{name!r} is no ratio")
        if columns and ratio(name) <= ratio(next(reversed(columns))):
            raise cells.fault("the columns stand in no order")
        if len(cells.items()) != 6:
            raise cells.fault(f"has {len(cells.items())} results for the six faces of a die")
        columns[name] = tuple(_cell(there) for there in cells.items())
    factors = {
        name: {who: fraction(there) for who, there in file[name].entries_for(("attack", "defense")).items()}
        for name in ("supported", "disorganized", "regroup")
    }
    for name, needed in (
        ("division", ("attack", "defense")), ("armor_superiority", ("points", "times")),
        ("minefield", ("left", "with_engineers")), ("no_retreat", ("hexes_at_most",)),
    ):  # fmt: skip
        file[name].entries_for(needed)
    file["armor_combat"]["target"].entries_for(("L", "M", "H"))
    return _record(
        file, CombatTables, columns=columns, enemy_zone=fraction(file["enemy_zone"]),
        artillery=file["artillery"].scale(lambda there: there.integer()), **factors,
        armor_combat=file["armor_combat"].record(
            ArmorCombat, steps=file["armor_combat"]["steps"].scale(lambda there: there.integer(low=0)),
        ),
    )  # fmt: skip


# ---- supply, replacements, engineering, fog, breakout


@dataclass(frozen=True)
class Replacements:
    """What steps cost and what is taken in for them (8.0, 8.6)."""

    cost: dict[str, int]
    other: int
    from_artillery: int
    from_alarm: int
    from_cadre: int
    rebuilding: int
    from_marker: int
    from_korsun: int


@dataclass(frozen=True)
class SupplyTables:
    """Supply points, drops, flights, Operation Wanda and replacements (8, 13, 14, 16.3)."""

    kept_at_korsun: int
    extended: dict[str, int]
    supported_combat: int
    soviet_air_drop: dict[str, int]
    german_air_drop: dict[str, int]
    covered: tuple[str, ...]
    korsun_landing: dict[str, int]
    stock_at_most: int
    wanda: dict[str, int]
    release: dict[str, int]
    replacements: Replacements


def _supply(data: str) -> SupplyTables:
    file = _file(data, "supply", SupplyTables)
    for name, needed in (
        ("extended", ("times", "points")), ("soviet_air_drop", ("clear", "overcast", "enemy_adjacent")),
        ("german_air_drop", ("clear", "overcast", "enemy_adjacent", "covered")),
        ("korsun_landing", ("clear", "overcast", "mud", "enemy_within", "enemy_near")),
        ("wanda", ("supply", "stages", "from_turn", "reserve")), ("release", ("from", "isolated")),
    ):  # fmt: skip
        file[name].entries_for(needed)
    return _record(file, SupplyTables)


@dataclass(frozen=True)
class Engineering:
    """Bridges, minefields and improved positions (15)."""

    destroy: dict[str, int]
    repair: int
    construct: dict[str, int]
    minefield: int
    clear_minefield: int
    improved_position: dict[str, int]


def _engineering(data: str) -> Engineering:
    file = _file(data, "engineering", Engineering)
    file["destroy"].entries_for(("engineer", "other"))
    file["construct"].entries_for(("S", "J", "K"))
    file["improved_position"].entries_for(("points", "die", "engineer", "mud"))
    return _record(file, Engineering)


@dataclass(frozen=True)
class Fog:
    """How far units see, in hexes (fog 4.2)."""

    identified: int
    contact: dict[str, int]
    hill_bonus: int
    small_at_most: int

    def reach(self, visibility: Visibility, on_hill: bool) -> int:
        """How far a combat unit sees that somebody is there."""
        return self.contact[visibility] + (self.hill_bonus if on_hill and visibility != "storm" else 0)


def _fog(data: str) -> Fog:
    file = _file(data, "fog", Fog)
    file["contact"].entries_for(("clear", "overcast", "storm"))
    return _record(file, Fog)


@dataclass(frozen=True)
class Breakout:
    """The breakout (16.5). A sum that `steps` has no band for eliminates."""

    hexes: Mapping[str, tuple[int | None, int | None]]
    mud: int
    overcast: int
    storm: int
    steps: BandedScale[int]

    def steps_lost(self, total: int) -> int | None:
        """Steps lost by the modified die; None: the unit is eliminated."""
        try:
            return self.steps.at(total)
        except LookupError:
            return None


def _breakout(data: str) -> Breakout:
    file = _file(data, "breakout", Breakout)
    return _record(file, Breakout, hexes={of: costs(there) for of, there in file["hexes"].entries_for(CLASSES).items()})


@dataclass(frozen=True)
class Barrages:
    """Artillery divisions' barrage units and their special attacks (17.1)."""

    points: int
    together: int
    size: int
    range: int
    covered: tuple[str, ...]
    covered_die: int
    levels: BandedScale[int]
    suppresses_from: int
    shatters_from: int
    turns_away: int


def _barrage(data: str) -> Barrages:
    file = _file(data, "barrage", Barrages)
    return _record(file, Barrages, levels=file["levels"].scale(lambda there: there.integer(1, 3)))


@dataclass(frozen=True)
class OptionTables:
    """The boundary of the Fronts (22.11), and the optional rules (15.5, 15.6, 18.1, 18.2)."""

    boundary: dict[str, int]
    partisans: dict[str, int]
    reliability: dict[str, int]
    airfield: dict[str, int]
    depot: dict[str, int]


def _options(data: str) -> OptionTables:
    file = _file(data, "options", OptionTables)
    for name, needed in (
        ("boundary", ("inside", "rows", "differ")), ("partisans", ("hexes", "removed_from", "returns_from")),
        ("reliability", ("hexes", "fails_up_to", "cost")), ("airfield", ("points", "enemy_within")),
        ("depot", ("points", "takes")),
    ):  # fmt: skip
        for figure in file[name].entries_for(needed).values():
            figure.integer(low=0)
    return _record(file, OptionTables)


# ---- all of them


@dataclass(frozen=True)
class Tables:
    """Every printed table of a set of data."""

    terrain: TerrainChart
    weather: Weather
    movement: Movement
    combat: CombatTables
    supply: SupplyTables
    engineering: Engineering
    fog: Fog
    breakout: Breakout
    barrage: Barrages
    options: OptionTables

    def terrain_named(self, name: str) -> Terrain:
        return next(terrain for terrain in self.terrain.hexes.values() if terrain.name == name)


@lru_cache(maxsize=64)
def load(data: str) -> Tables:
    """The tables of the set of data of this id, read once. Raises DataFault."""
    return Tables(
        terrain=_terrain(data), weather=_weather(data), movement=_movement(data), combat=_combat(data),
        supply=_supply(data), engineering=_engineering(data), fog=_fog(data), breakout=_breakout(data),
        barrage=_barrage(data), options=_options(data),
    )  # fmt: skip


def _file(data: str, name: str, cls: Any) -> dict[str, Datum]:
    return table_file(data, name, [field.name for field in fields(cls)])


def _record(file: dict[str, Datum], cls: type[R], **given: object) -> R:
    """A record of a file's entries, those that are given having been read already."""
    file = {name: datum for name, datum in file.items() if name != "provenance"}
    some = next(iter(file.values()))
    whole = Datum(some.file, "", {name: datum.value for name, datum in file.items()})
    return whole.record(cls, **given)  # type: ignore[type-var]


def other(side: Side) -> Side:
    """The other side."""
    return SIDES[1 - SIDES.index(side)]
