"""The printed tables, a record a file; `load(data)` reads and checks them all, or raises DataFault."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from service.engine.tables import BandedScale
from service.games.korsun.printed.combat_tables import CombatTables, combat_tables
from service.games.korsun.printed.reading import (
    CLASSES,
    SIDES,
    Condition,
    Side,
    Visibility,
    costs,
    file_of,
    fraction,
    pair,
    record_of,
)
from service.games.korsun.printed.terrain_tables import Terrain, TerrainChart, terrain_chart

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
    file = file_of(data, "weather", Weather)
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
    return record_of(file, Weather)


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
    file = file_of(data, "movement", Movement)
    file["zone_of_control"].entries_for(("from_defense", "enter"))
    file["zone_of_influence"].entries_for(("enter",))
    file["entry"].entries_for(("units_a_turn", "within"))
    file["rail"].entries_for(("hexes", "units"))
    file["overrun"].entries_for(("attack", "points", "up_to", "up_to_in_town"))
    file["demolition"].entries_for(("engineer", "other", "alarm"))
    file["intercept"]["success"].entries_for(SIDES)
    file["stacking"].integer(low=1)
    return record_of(
        file, Movement,
        strategic={of: fraction(there) for of, there in file["strategic"].entries_for(CLASSES).items()},
        allowance={name: fraction(there) for name, there in file["allowance"].entries_for(_ALLOWANCES).items()},
        intercept=file["intercept"].record(Intercept, allowance=fraction(file["intercept"]["allowance"])),
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
    file = file_of(data, "supply", SupplyTables)
    for name, needed in (
        ("extended", ("times", "points")), ("soviet_air_drop", ("clear", "overcast", "enemy_adjacent")),
        ("german_air_drop", ("clear", "overcast", "enemy_adjacent", "covered")),
        ("korsun_landing", ("clear", "overcast", "mud", "enemy_within", "enemy_near")),
        ("wanda", ("supply", "stages", "from_turn", "reserve")), ("release", ("from", "isolated")),
    ):  # fmt: skip
        file[name].entries_for(needed)
    return record_of(file, SupplyTables)


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
    file = file_of(data, "engineering", Engineering)
    file["destroy"].entries_for(("engineer", "other"))
    file["construct"].entries_for(("S", "J", "K"))
    file["improved_position"].entries_for(("points", "die", "engineer", "mud"))
    return record_of(file, Engineering)


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
    file = file_of(data, "fog", Fog)
    file["contact"].entries_for(("clear", "overcast", "storm"))
    return record_of(file, Fog)


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
    file = file_of(data, "breakout", Breakout)
    return record_of(
        file, Breakout, hexes={of: costs(there) for of, there in file["hexes"].entries_for(CLASSES).items()}
    )


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
    file = file_of(data, "barrage", Barrages)
    return record_of(file, Barrages, levels=file["levels"].scale(lambda there: there.integer(1, 3)))


@dataclass(frozen=True)
class OptionTables:
    """The boundary of the Fronts (22.11), and the optional rules (15.5, 15.6, 18.1, 18.2)."""

    boundary: dict[str, int]
    partisans: dict[str, int]
    reliability: dict[str, int]
    airfield: dict[str, int]
    depot: dict[str, int]


def _options(data: str) -> OptionTables:
    file = file_of(data, "options", OptionTables)
    for name, needed in (
        ("boundary", ("inside", "rows", "differ")), ("partisans", ("hexes", "removed_from", "returns_from")),
        ("reliability", ("hexes", "fails_up_to", "cost")), ("airfield", ("points", "enemy_within")),
        ("depot", ("points", "takes")),
    ):  # fmt: skip
        for figure in file[name].entries_for(needed).values():
            figure.integer(low=0)
    return record_of(file, OptionTables)


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
        terrain=terrain_chart(data), weather=_weather(data), movement=_movement(data), combat=combat_tables(data),
        supply=_supply(data), engineering=_engineering(data), fog=_fog(data), breakout=_breakout(data),
        barrage=_barrage(data), options=_options(data),
    )  # fmt: skip


def other(side: Side) -> Side:
    """The other side."""
    return SIDES[1 - SIDES.index(side)]
