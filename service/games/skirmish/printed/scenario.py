"""A scenario: map, order of battle, what each side is given, and what it is fought for.

`scenario(data, name)` reads it from a set of data. Who plays reaches it by the position or the picture, as
`state.rules`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from service.data_files import read
from service.engine.data import data_set
from service.engine.grids import MapSheet, PointySheet, SquareSheet
from service.engine.hexes import Hex, named
from service.engine.tables import Band, Datum
from service.games.skirmish.printed.bases import SHORT
from service.games.skirmish.printed.checks import check_scenario
from service.games.skirmish.printed.figures import Terrain
from service.games.skirmish.printed.profiles import OfAKind, Profile
from service.games.skirmish.printed.tables import Tables, load


@dataclass(frozen=True, kw_only=True)
class SideSetup:
    """`friendly_edge` is where its routed bases leave the map for good."""

    title: str
    colour: str
    headquarters: Hex
    friendly_edge: str
    first: bool = False


@dataclass(frozen=True, kw_only=True)
class UnitSetup:
    """A base as the scenario gives it; without a hex it comes later. `short` is what its counter says."""

    id: str
    side: str
    kind: str
    name: str
    quality: int
    hex: Hex | None = None
    type: str | None = None
    rating: int = 0
    heading: int = 0
    weapon: str | None = None
    smoke_rounds: int = 0
    short: str = ""


@dataclass(frozen=True, kw_only=True)
class DummySetup:
    """A counter with nothing under it."""

    id: str
    side: str
    hex: Hex


@dataclass(frozen=True, kw_only=True)
class GroupSetup:
    """Reinforcements: from a turn on, by one of several zones."""

    id: str
    title: str
    side: str
    from_turn: int
    zones: dict[str, tuple[Hex, ...]]
    units: tuple[UnitSetup, ...]


@dataclass(frozen=True, kw_only=True)
class BatterySetup:
    id: str
    title: str
    side: str
    observer: str
    from_turn: int
    contact_number: int
    missions: int


@dataclass(frozen=True, kw_only=True)
class AirSetup:
    """A strike comes on this number or less, so many times at the most."""

    side: str
    from_turn: int
    number: int
    most: int


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """How a match ends; the winner is None in a draw."""

    title: str
    winner: str | None = None


@dataclass(frozen=True, kw_only=True)
class Sudden:
    """A side that holds all these hexes in an Admin Phase from a turn on has won."""

    side: str
    hexes: tuple[Hex, ...]
    from_turn: int
    title: str


@dataclass(frozen=True, kw_only=True)
class Zone:
    """Columns such as "01-05", and hexes beside."""

    columns: Band | None = None
    hexes: tuple[Hex, ...] = ()

    def __contains__(self, hex: object) -> bool:
        if not isinstance(hex, str):
            return False
        return hex in self.hexes or (self.columns is not None and int(hex[:2]) in self.columns)


@dataclass(frozen=True, kw_only=True)
class Weather:
    """Precipitation, wind (the direction that it blows towards) and how many hexes one can see."""

    precipitation: str
    wind_speed: str
    wind_direction: int
    visibility: int


@dataclass(frozen=True, eq=False, kw_only=True)
class Scenario:
    """A scenario as it is before the first turn, with the tables by which it is played.

    Heights are in levels; `printed` is the file as it stands.
    """

    name: str
    tables: Tables
    title: str
    summary: str
    provenance: str
    turns: int
    sheet: MapSheet
    columns: int
    rows: int
    ground: dict[Hex, str]
    levels: dict[Hex, int]
    names: dict[Hex, str]
    entrenchments: tuple[Hex, ...]
    weather: Weather
    smoke: dict[Hex, int]
    fires: tuple[Hex, ...]
    sides: dict[str, SideSetup]
    options: dict[str, str]
    replenish_number: int
    setup_zones: dict[str, Zone]
    units: tuple[UnitSetup, ...]
    dummies: tuple[DummySetup, ...]
    concealed_at_start: tuple[str, ...]
    reinforcements: tuple[GroupSetup, ...]
    artillery: tuple[BatterySetup, ...]
    air: tuple[AirSetup, ...]
    objectives: dict[Hex, int]
    held_at_start_by: str
    scorer: str
    worth: dict[str, int]
    captured_factor: int
    outcomes: dict[Band, Verdict]
    sudden: Sudden | None
    printed: Mapping[str, Any]

    @property
    def first(self) -> str:
        return next(side for side, given in self.sides.items() if given.first)

    @cached_property
    def everybody(self) -> dict[str, UnitSetup]:
        """All bases by id, those that come later too."""
        return {unit.id: unit for unit in (*self.units, *(u for group in self.reinforcements for u in group.units))}

    @cached_property
    def short_names(self) -> dict[str, str]:
        """What the counter of a base says, by the name that it is told by."""
        return {unit.name: unit.short for unit in self.everybody.values() if unit.short}

    def short_name(self, name: str) -> str:
        """What a counter says of a base with this name: where its file has nothing, the name itself if it is as short,
        else the first letters of its words."""
        initials = "".join(word[0] for word in name.split())
        return self.short_names.get(name) or (name if len(name) <= SHORT else initials)

    def profile(self, one: OfAKind) -> Profile:
        """The printed figures of a base, or of what was seen of one."""
        return self.tables.bases.profile(one)

    def terrain(self, hex: Hex) -> Terrain:
        """The printed terrain of a hex."""
        return self.tables.ground.terrain[self.ground[hex]]

    def edge(self, hex: Hex, edge: str) -> bool:
        """Whether a hex lies on an edge of the map: west, east, north or south."""
        column, row = int(hex[:2]), int(hex[2:])
        return {"west": column == 1, "east": column == self.columns, "north": row == 1, "south": row == self.rows}[edge]


def scenarios(data: str) -> tuple[Scenario, ...]:
    """All scenarios of the set of data of this id, by the names of their files."""
    return tuple(scenario(data, name) for name in data_set(data).below("scenarios"))


@lru_cache(maxsize=64)
def scenario(data: str, name: str) -> Scenario:
    """A scenario of the set of data of this id by the name of its file, read once.

    DataFault for what is wrong with it or with the tables.
    """
    return parsed(name, read(data_set(data), f"scenarios/{name}.yaml"), load(data))


def parsed(name: str, data: Datum, tables: Tables) -> Scenario:
    """A scenario from its file, everything in it checked against the map and the tables."""
    grid = data["grid"]
    columns, rows = grid["columns"].integer(1, 99), grid["rows"].integer(1, 99)
    square = grid["kind"].text(("hex", "square")) == "square"
    sheet: MapSheet = SquareSheet(columns, rows) if square else PointySheet(columns, rows)
    ground = read_ground(data["map"], columns, rows, tables)
    victory = data["victory"]
    sudden, fires = victory.get("sudden"), data.get("fires")
    found = Scenario(
        name=name,
        tables=tables,
        title=data["title"].text(),
        summary=data["summary"].text().strip(),
        provenance=data["provenance"].text(),
        turns=data["turns"].integer(1),
        sheet=sheet,
        columns=columns,
        rows=rows,
        ground=ground,
        levels=read_levels(data.get("level_1"), sheet),
        names={Hex(hex): there.text() for hex, there in data["names"].entries().items()},
        entrenchments=tuple(hex_on(there, ground) for there in data["entrenchments"].items()),
        weather=data["weather"].record(Weather),
        smoke=read_smoke(data.get("smoke"), ground, tables.weather.smoke.densest),
        fires=tuple(hex_on(there, ground) for there in fires.items()) if fires else (),
        sides={side: there.record(SideSetup) for side, there in data["sides"].entries().items()},
        options={option: there.text() for option, there in data["options"].entries().items()},
        replenish_number=data["replenish_number"].integer(2, 12),
        setup_zones={side: there.record(Zone) for side, there in data["setup_zones"].entries().items()},
        units=tuple(there.record(UnitSetup) for there in data["units"].items()),
        dummies=tuple(there.record(DummySetup) for there in data["dummies"].items()),
        concealed_at_start=tuple(there.text() for there in data["concealed_at_start"].items()),
        reinforcements=tuple(there.record(GroupSetup) for there in data["reinforcements"].items()),
        artillery=tuple(there.record(BatterySetup) for there in data["artillery"].items()),
        air=tuple(there.record(AirSetup) for there in data["air"].items()),
        objectives={Hex(hex): there.integer() for hex, there in victory["hexes"].entries().items()},
        held_at_start_by=victory["held_at_start_by"].text(),
        scorer=victory["scorer"].text(),
        worth={men: there.integer() for men, there in victory["enemy"].entries().items()},
        captured_factor=victory["captured_factor"].integer(1),
        outcomes={band: there.record(Verdict) for band, there in victory["outcomes"].entries_by_band().items()},
        sudden=sudden.record(Sudden) if sudden else None,
        printed={name: there.value for name, there in data.entries().items()},
    )
    check_scenario(found, data)
    return found


def read_ground(rows_given: Datum, columns: int, rows: int, tables: Tables) -> dict[Hex, str]:
    """The terrain of every hex, from one letter each."""
    letters = {terrain.letter: kind for kind, terrain in tables.ground.terrain.items()}
    lines = rows_given.items()
    if len(lines) != rows:
        raise rows_given.fault(f"has {len(lines)} rows, not {rows}")
    ground = {}
    for row, line in enumerate(lines, start=1):
        text = line.text()
        if len(text) != columns or not set(text) <= letters.keys():
            raise line.fault(f"is not {columns} letters out of {''.join(letters)}")
        for column, letter in enumerate(text, start=1):
            ground[named(column, row)] = letters[letter]
    return dict(sorted(ground.items()))


def read_levels(given: Datum | None, sheet: MapSheet) -> dict[Hex, int]:
    """The hexes that lie on level 1."""
    blocks = [(block["columns"].band(), block["rows"].band()) for block in given.items()] if given else []
    return {
        hex: 1 for hex in sheet if any(int(hex[:2]) in columns and int(hex[2:]) in rows for columns, rows in blocks)
    }


def read_smoke(given: Datum | None, ground: dict[Hex, str], densest: int) -> dict[Hex, int]:
    """The densities of the smoke that is there from the beginning."""
    found = {Hex(hex): there.integer(1, densest) for hex, there in given.entries().items()} if given else {}
    for hex in found:
        if given and hex not in ground:
            raise given.fault(f"{hex!r} is off the map")
    return found


def hex_on(there: Datum, ground: dict[Hex, str]) -> Hex:
    return Hex(there.text(ground))
