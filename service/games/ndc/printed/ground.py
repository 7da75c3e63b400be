"""The map: terrain, roads and rivers by hexside, sectors, and what chart 9.7 makes of them for a step or an attack.

Only what is printed on the map is in here: weather, gas, interdiction and zones of control come on top, in the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

from service.engine.hexes import Grid, Hex, adjacent, column_and_row, hexside, is_hex, named
from service.engine.tables import Datum
from service.games.ndc.printed.charts import Chart
from service.games.ndc.printed.combat_charts import Sectors
from service.games.ndc.printed.tables import Tables


@dataclass(frozen=True, slots=True)
class EntryCost:
    """What one hex costs to enter: points, and whether it is entered by road or autobahn.

    `whole_allowance`: an unbridged major river is crossed, for which a unit must begin its phase next to it and spend
    its whole allowance, whatever `cost` (that of the terrain) says (3.17).
    """

    cost: int
    by_road: bool = False
    whole_allowance: bool = False


@dataclass(frozen=True, eq=False)
class Board:
    """A map. Hexsides go by their names ("1208-1308"), terrain by the codes of chart 9.7, sectors by letter and number.

    `roads` and `autobahn` are the hexsides that they cross; `road_ends` the hexes in which a road of either kind ends,
    with whether it is an autobahn. KeyError for a hex off the map; frm and to are always adjacent hexes of it.
    """

    grid: Grid
    terrain: Mapping[Hex, str]
    places: Mapping[Hex, str]
    roads: frozenset[str]
    autobahn: frozenset[str]
    minor_river: frozenset[str]
    major_river: frozenset[str]
    bridges: frozenset[str]
    road_ends: Mapping[Hex, bool]
    sectors: Mapping[Hex, str]
    river_names: Mapping[str, str]
    hex_metres: int

    def place(self, hex: Hex) -> str:
        """A hex as players say it: its number, with the name of the place if it has one."""
        return f"{hex} {self.places[hex]}" if hex in self.places else hex

    # ---- sectors (5.2)

    def sector_of(self, hex: Hex) -> str:
        """The sector in which a hex lies, such as "C2"."""
        return self.sectors[hex]

    def hexes_of(self, sector: str) -> tuple[Hex, ...]:
        """The hexes of a sector by name; KeyError if there is no such sector."""
        return self._by_sector[sector]

    @property
    def sector_names(self) -> tuple[str, ...]:
        return tuple(self._by_sector)

    @cached_property
    def _by_sector(self) -> dict[str, tuple[Hex, ...]]:
        names = sorted(set(self.sectors.values()))
        return {name: tuple(hex for hex in self.grid if self.sectors[hex] == name) for name in names}

    # ---- movement (3.16, 3.17)

    def by_road(self, frm: Hex, to: Hex) -> bool:
        """Whether a road or an autobahn joins two adjacent hexes."""
        side = hexside(frm, to)
        return side in self.autobahn or side in self.roads

    def crosses_unbridged_major(self, frm: Hex, to: Hex) -> bool:
        """Whether a major river without a bridge lies between two adjacent hexes."""
        side = hexside(frm, to)
        return side in self.major_river and side not in self.bridges

    def step_cost(self, tables: Tables, cls: str, mode: str, amphibious: bool, frm: Hex, to: Hex) -> EntryCost | None:
        """What entering an adjacent hex costs by terrain, roads and rivers alone; None where such a unit cannot go.

        Across an unbridged major river only the units and modes of 3.17 can go; see `Step.whole_allowance`.
        """
        side = hexside(frm, to)
        if side in self.autobahn:
            return EntryCost(tables.road_cost(cls, mode, autobahn=True), by_road=True)
        if side in self.roads:
            return EntryCost(tables.road_cost(cls, mode), by_road=True)
        cost = tables.entry_cost(cls, self.terrain[to])
        if cost is None:
            return None
        if side in self.bridges:
            return EntryCost(cost)
        if side in self.major_river:
            able = tables.may_ford_major(cls, amphibious) and mode in tables.chart.major_river.crossing_modes
            return EntryCost(cost, whole_allowance=True) if able else None
        return EntryCost(cost + tables.minor_river_cost(cls)) if side in self.minor_river else EntryCost(cost)

    def entry_cost(self, tables: Tables, cls: str, mode: str, hex: Hex) -> EntryCost | None:
        """What entering the map in this hex costs, by road if one ends there (3.37); None where such a unit cannot."""
        if hex in self.road_ends:
            return EntryCost(tables.road_cost(cls, mode, autobahn=self.road_ends[hex]), by_road=True)
        cost = tables.entry_cost(cls, self.terrain[hex])
        return None if cost is None else EntryCost(cost)

    def enterable(self, tables: Tables, cls: str, amphibious: bool, frm: Hex, to: Hex) -> bool:
        """Whether terrain and hexside let such a unit retreat or advance into an adjacent hex, whatever its mode."""
        if self.by_road(frm, to):
            return True
        if tables.entry_cost(cls, self.terrain[to]) is None:
            return False
        return tables.may_ford_major(cls, amphibious) or not self.crosses_unbridged_major(frm, to)

    # ---- attack and defence (3.16)

    def may_attack(self, tables: Tables, type: str, frm: Hex, to: Hex) -> bool:
        """Whether the hexside lets a unit of this type attack across it: armor not over an unbridged major river."""
        return type not in tables.chart.major_river.no_attack_across or not self.crosses_unbridged_major(frm, to)

    def attack_effect(self, tables: Tables, type: str, frm: Hex, to: Hex) -> int:
        """The attacker's terrain line (NDC-ATM-03): everything of their column in chart 9.7 that applies."""
        chart, side = tables.chart, hexside(frm, to)
        effect = chart.attack.into.get(type, {}).get(self.terrain[to], 0)
        high = chart.attack.high_ground
        if self.terrain[frm] in high and self.terrain[to] not in high:
            effect += chart.attack.from_high_ground
        bridged = side in self.bridges
        if side in self.major_river:
            effect += chart.major_river.attack_over_bridge if bridged else chart.major_river.attack_across
        if side in self.minor_river:
            effect += chart.minor_river.attack_over_bridge if bridged else chart.minor_river.attack_across
        return effect

    def defence_effect(self, tables: Tables, hex: Hex) -> int:
        """The defender's terrain line (NDC-DFM-03)."""
        return tables.chart.terrain[self.terrain[hex]].defence


@lru_cache(maxsize=256)
def steps(board: Board, tables: Tables, cls: str, mode: str, amphibious: bool) -> Mapping[Hex, Mapping[Hex, EntryCost]]:
    """Every step that such a unit can make on the map, as `Board.step_cost` has it: by the hex left, then entered."""
    return {
        frm: {
            to: step
            for to in board.grid.neighbours(frm)
            if (step := board.step_cost(tables, cls, mode, amphibious, frm, to)) is not None
        }
        for frm in board.grid
    }


# ---- reading a map

_ENTRIES = (
    "hex_metres", "columns", "rows", "terrain", "autobahn", "roads", "rivers", "major_river", "minor_river", "bridges",
    "places",
)  # fmt: skip


def on_map(datum: Datum, grid: Grid, name: object = None) -> Hex:
    """A hex of the map (the datum's own value, or the name under which it stands)."""
    hex = datum.text() if name is None else name
    if not is_hex(hex):
        raise datum.fault(f"{hex!r} is no hex")
    if hex not in grid:
        raise datum.fault(f"{hex} is off the map")
    return Hex(str(hex))


def _hexsides(datum: Datum, grid: Grid) -> frozenset[str]:
    sides: list[str] = []
    for there in datum.items():
        first, _, second = there.text().partition("-")
        frm, to = on_map(there, grid, first), on_map(there, grid, second)
        if not adjacent(frm, to):
            raise there.fault(f"{frm} and {to} are not adjacent")
        sides.append(hexside(frm, to))
    if len(set(sides)) < len(sides):
        raise datum.fault("a hexside stands twice")
    return frozenset(sides)


def _along(datum: Datum, frm: Hex, to: Hex) -> list[Hex]:
    """The hexes from one to another straight along a row or a column, the first left out."""
    (column, row), (last_column, last_row) = column_and_row(frm), column_and_row(to)
    if frm != to and row == last_row:
        step = 1 if last_column > column else -1
        return [named(there, row) for there in range(column + step, last_column + step, step)]
    if frm != to and column == last_column:
        step = 1 if last_row > row else -1
        return [named(column, there) for there in range(row + step, last_row + step, step)]
    if adjacent(frm, to):
        return [to]
    raise datum.fault(f"the road jumps from {frm} to {to}: they share neither row nor column and are not adjacent")


def _roads(datum: Datum, grid: Grid) -> tuple[frozenset[str], list[Hex]]:
    """The hexsides that roads cross, and the hexes in which they end."""
    sides: set[str] = set()
    ends: list[Hex] = []
    for road in datum.items():
        corners = [on_map(there, grid) for there in road.items()]
        if len(corners) < 2:
            raise road.fault("a road needs two ends")
        path = corners[:1]
        for corner in corners[1:]:
            path += _along(road, path[-1], corner)
        sides.update(hexside(frm, to) for frm, to in pairwise(path))
        ends += [path[0], path[-1]]
    return frozenset(sides), ends


def _terrain(datum: Datum, grid: Grid, chart: Chart) -> dict[Hex, str]:
    rows = datum.items()
    if len(rows) != grid.rows:
        raise datum.fault(f"has {len(rows)} rows for a map of {grid.rows}")
    terrain: dict[Hex, str] = {}
    for row, line in enumerate(rows, start=1):
        codes = line.text()
        if len(codes) != grid.columns:
            raise line.fault(f"has {len(codes)} hexes for a map of {grid.columns} columns")
        for column, code in enumerate(codes, start=1):
            if code not in chart.terrain:
                raise line.fault(f"{code!r} in hex {named(column, row)} is no terrain of chart 9.7")
            terrain[named(column, row)] = code
    return {hex: terrain[hex] for hex in grid}


def _sectors(datum: Datum, grid: Grid, sectors: Sectors) -> dict[Hex, str]:
    if grid.columns > sectors.columns * len(sectors.letters) or grid.rows > sectors.rows * len(sectors.numbers):
        raise datum.fault("the map is larger than all sectors together")
    of: dict[Hex, str] = {}
    for hex in grid:
        column, row = column_and_row(hex)
        of[hex] = f"{sectors.letters[(column - 1) // sectors.columns]}{sectors.numbers[(row - 1) // sectors.rows]}"
    return of


def _named_places(entries: Iterable[tuple[str, Datum]], grid: Grid) -> dict[Hex, str]:
    return {on_map(there, grid, name): there.text() for name, there in entries}


def read_board(datum: Datum, tables: Tables) -> Board:
    """The map of a scenario, every hex and hexside on it; DataFault."""
    entries = datum.entries_for(_ENTRIES)
    grid = Grid(entries["columns"].integer(1, 99), entries["rows"].integer(1, 99))
    autobahn, autobahn_ends = _roads(entries["autobahn"], grid)
    roads, ends = _roads(entries["roads"], grid)
    major, minor = _hexsides(entries["major_river"], grid), _hexsides(entries["minor_river"], grid)
    if both := major & minor:
        raise entries["minor_river"].fault(f"{min(both)} is a major river already")
    bridges = _hexsides(entries["bridges"], grid)
    crossings = (roads | autobahn) & (major | minor)
    if idle := bridges - crossings:
        raise entries["bridges"].fault(f"at {min(idle)} no road crosses a river")
    if missing := crossings - bridges:
        raise entries["bridges"].fault(f"at {min(missing)} a road crosses a river without a bridge")
    return Board(
        grid=grid,
        terrain=_terrain(entries["terrain"], grid, tables.chart),
        places=_named_places(entries["places"].entries().items(), grid),
        roads=roads,
        autobahn=autobahn,
        minor_river=minor,
        major_river=major,
        bridges=bridges,
        road_ends={**dict.fromkeys(ends, False), **dict.fromkeys(autobahn_ends, True)},
        sectors=_sectors(datum, grid, tables.sectors),
        river_names={kind: there.text() for kind, there in entries["rivers"].entries_for(("major", "minor")).items()},
        hex_metres=entries["hex_metres"].integer(low=1),
    )
