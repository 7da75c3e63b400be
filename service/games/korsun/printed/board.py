"""The map: terrain, roads, rail, rivers and bridges (25.1), as a scenario's area cuts it out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from service.engine.grids import SheetGround
from service.engine.hexes import Grid, Hex, adjacent, column_and_row, hexes_beside, hexside, is_hex, named
from service.engine.places import Place
from service.engine.tables import Datum
from service.games.korsun.printed.tables import Tables
from service.games.korsun.printed.terrain_tables import Crossing, Terrain

ENTRIES = (
    "size", "rows", "names", "korsun_airfield", "roads", "rail", "river", "stream", "bridges", "rail_bridges",
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Board:
    """A map. Hexsides go by their names ("0812-0813"); `bridges` has the type of each bridge that is printed.

    KeyError for a hex that is not on it.
    """

    grid: Grid
    terrain: Mapping[Hex, Terrain]
    names: Mapping[Hex, str]
    airfield: Hex
    roads: frozenset[Place]
    rail: frozenset[Place]
    river: frozenset[Place]
    stream: frozenset[Place]
    bridges: Mapping[Place, str]
    crossings: Mapping[str, Crossing]

    @cached_property
    def ground(self) -> SheetGround:
        """The hexes in play, water included, as places, and the hexsides at which a bridge stands or can be built."""
        hexes = {hex: hex for hex in self.grid if hex in self.land or self._water(hex)}
        sides = (side for side in {*self.river, *self.stream, *self.bridges} if {*hexes_beside(side)} <= hexes.keys())
        return SheetGround(self.grid, hexes, sides)

    def _water(self, hex: Hex) -> bool:
        return self.terrain[hex].name == "water"

    @cached_property
    def land(self) -> frozenset[Hex]:
        """The hexes that something can stand in."""
        return frozenset(hex for hex, terrain in self.terrain.items() if terrain.land)

    @cached_property
    def land_in_order(self) -> tuple[Hex, ...]:
        """The same, in the order of their numbers."""
        return tuple(sorted(self.land))

    @cached_property
    def hills(self) -> frozenset[Hex]:
        """The hill hexes, from which one sees farther (fog 4.2)."""
        return frozenset(hex for hex, terrain in self.terrain.items() if terrain.name == "hill")

    @cached_property
    def _beside(self) -> dict[Hex, tuple[Hex, ...]]:
        return {hex: tuple(there for there in self.grid.neighbours(hex) if there in self.land) for hex in self.land}

    def beside(self, hex: Hex) -> tuple[Hex, ...]:
        """The adjacent hexes that something can stand in."""
        return self._beside[hex]

    @cached_property
    def _by_road(self) -> dict[Hex, tuple[Hex, ...]]:
        return {
            hex: tuple(there for there in self.beside(hex) if hexside(hex, there) in self.roads) for hex in self.land
        }

    def by_road(self, hex: Hex) -> tuple[Hex, ...]:
        """The adjacent hexes that a road leads to."""
        return self._by_road[hex]

    @cached_property
    def road_hexes(self) -> frozenset[Hex]:
        """The hexes with a road in them."""
        return frozenset(hex for hex in self.land if self.by_road(hex)) | {
            hex for hex in self.land if self._touched(hex, self.roads)
        }

    def _touched(self, hex: Hex, sides: frozenset[str]) -> bool:
        return any(hexside(hex, there) in sides for there in self.grid.neighbours(hex))

    @cached_property
    def edge(self) -> frozenset[Hex]:
        """The hexes at the edge of what is in play."""
        inside = {hex for hex, terrain in self.terrain.items() if terrain.name != "out_of_play"}
        return frozenset(
            hex for hex in self.land if len([there for there in self.grid.neighbours(hex) if there in inside]) < 6
        )

    def by_rail(self, hex: Hex) -> tuple[Hex, ...]:
        """The adjacent hexes that the rail line leads to."""
        return tuple(there for there in self.beside(hex) if hexside(hex, there) in self.rail)

    def crossing(self, a: Hex, b: Hex) -> Crossing | None:
        """The stream or river between two adjacent hexes, if there is one."""
        side = hexside(a, b)
        kind = "river" if side in self.river else "stream" if side in self.stream else None
        return None if kind is None else self.crossings[kind]

    def is_river(self, a: Hex, b: Hex) -> bool:
        return hexside(a, b) in self.river

    def place(self, hex: Hex) -> str:
        """A hex as players say it: its number, with the name of the place if it has one."""
        return f"{hex} {self.names[hex]}" if hex in self.names else hex


def read_board(file: Mapping[str, Datum], tables: Tables, area: tuple[Datum, Datum] | None = None) -> Board:
    """The map of map.yaml; hexes outside the area, two bands of columns and rows, are out of play. Raises DataFault."""
    columns, rows = (there.integer(1, 99) for there in file["size"].items())
    grid = Grid(columns, rows)
    across, down = ((1, columns), (1, rows)) if area is None else (_ends(area[0], columns), _ends(area[1], rows))
    lines = file["rows"].items()
    if len(lines) != rows:
        raise file["rows"].fault(f"has {len(lines)} rows, and the map {rows}")
    terrain: dict[Hex, Terrain] = {}
    outside = tables.terrain_named("out_of_play")
    for row, line in enumerate(lines, start=1):
        codes = line.text()
        if len(codes) != columns:
            raise line.fault(f"has {len(codes)} hexes, and the map {columns} columns")
        for column, code in enumerate(codes, start=1):
            if code not in tables.terrain.hexes:
                raise line.fault(f"{code!r} in column {column:02} is no code of the terrain effects chart")
            inside = across[0] <= column <= across[1] and down[0] <= row <= down[1]
            terrain[named(column, row)] = tables.terrain.hexes[code] if inside else outside
    names = {on_grid(file["names"], grid, name): there.text() for name, there in file["names"].entries().items()}
    roads = [side for road in file["roads"].entries().values() for side in _chain(road, grid)]
    rail = list(_chain(file["rail"], grid))
    whole = frozenset(hex for hex, kind in terrain.items() if kind is not outside)
    river, stream = _sides(file["river"], grid, whole), _sides(file["stream"], grid, whole)
    bridges = dict.fromkeys(_sides(file["bridges"], grid, whole), "printed")
    bridges |= dict.fromkeys(_sides(file["rail_bridges"], grid, whole), "rail")
    for side in bridges:
        if side not in river | stream:
            raise file["bridges"].fault(f"{side} has a bridge, and neither river nor stream")
    return Board(
        grid=grid, terrain=terrain, names={hex: name for hex, name in names.items() if hex in whole},
        airfield=on_grid(file["korsun_airfield"], grid, file["korsun_airfield"].text()),
        roads=_within(roads, whole), rail=_within(rail, whole), river=river, stream=stream, bridges=bridges,
        crossings=tables.terrain.hexsides,
    )  # fmt: skip


def _ends(datum: Datum, most: int) -> tuple[int, int]:
    first, last = (there.integer(1, most) for there in datum.items())
    return first, last


def on_grid(datum: Datum, grid: Grid, name: str) -> Hex:
    """The hex of this name. Raises DataFault where it is none of the map."""
    if not is_hex(name) or Hex(name) not in grid:
        raise datum.fault(f"{name!r} is not a hex of the map")
    return named(*column_and_row(Hex(name)))


def _chain(datum: Datum, grid: Grid) -> Iterator[Place]:
    """The hexsides that a road or rail line crosses."""
    hexes = [on_grid(there, grid, there.text()) for there in datum.items()]
    for a, b in pairwise(hexes):
        if not adjacent(a, b):
            raise datum.fault(f"{a} and {b} are not adjacent")
        yield hexside(a, b)


def _sides(datum: Datum, grid: Grid, whole: frozenset[Hex]) -> frozenset[Place]:
    sides: list[Place] = []
    for there in datum.items():
        a, _, b = there.text().partition("-")
        ends = on_grid(there, grid, a), on_grid(there, grid, b)
        if not adjacent(*ends) or hexside(*ends) != there.value:
            raise there.fault("is no hexside: two adjacent hexes, the lower first")
        sides.append(hexside(*ends))
    return _within(sides, whole)


def _within(sides: Iterable[Place], whole: frozenset[Hex]) -> frozenset[Place]:
    """Those of the hexsides that lie between two hexes of the area."""
    return frozenset(side for side in sides if all(hex in whole for hex in hexes_beside(side)))
