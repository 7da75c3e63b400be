"""The map: hexes by row, rivers, coasts, ports, towns and exits, as a file of it says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

from service.engine.tables import Datum
from service.games.campaign1776.printed.lettered import (
    DIRECTIONS,
    Coordinates,
    Hex,
    Side,
    around,
    beside,
    both_sides,
    coordinates,
    ends,
    meet,
    named,
    row_number,
    side,
    stepped,
)
from service.games.campaign1776.printed.reading import hex_named, side_named, table_file
from service.games.campaign1776.printed.terrain import Terrain, TerrainChart

Area = Literal["N", "M", "C", "S", "D"]
AREAS: tuple[Area, ...] = get_args(Area)
SideClass = Literal["class_1", "class_2", "river/lake", "coastal"]
"""What a hexside is; the last two are class 3 (C76-MAP-01)."""
Coast = Literal["north", "east", "south"]
COASTS: tuple[Coast, ...] = get_args(Coast)
_CLASSES: Mapping[int, SideClass] = {1: "class_1", 2: "class_2", 3: "river/lake"}

ENTRIES = (
    "id", "version", "rows", "hexsides", "coastal", "shoals", "gaps", "split_hexes", "impassable_in_one_piece", "ports",
    "strategic_towns", "towns", "exits", "border_frozen", "unfrozen", "map_edge_class3", "towns_required",
)  # fmt: skip


@dataclass(frozen=True)
class Split:
    """A hex of several pieces of land: the neighbours of each, and the piece in which its port lies (C76-MAP-17)."""

    pieces: Mapping[str, frozenset[Hex]]
    port_piece: str

    def piece_towards(self, neighbour: Hex) -> str:
        """The piece from which a neighbour is reached."""
        return next(name for name, there in self.pieces.items() if neighbour in there)


@dataclass(frozen=True)
class Port:
    """A port: its hex, and the one side by which fleets come in and go out (C76-PRT-01)."""

    name: str
    hex: Hex
    entrance: Side


@dataclass(frozen=True, eq=False)
class Board:
    """A map. KeyError for a hex that is not on it."""

    id: str
    version: str
    terrain: Mapping[Hex, Terrain]
    area: Mapping[Hex, Area]
    sides: Mapping[Side, SideClass]
    rivers: Mapping[Side, str]
    shoals: frozenset[Side]
    gaps: frozenset[frozenset[Side]]
    split: Mapping[Hex, Split]
    impassable: frozenset[Side]
    ports: Mapping[str, Port]
    strategic_towns: Mapping[Area, Mapping[str, Hex]]
    towns: Mapping[str, Hex]
    exits: Mapping[Coast, tuple[Hex, ...]]
    st_lawrence: Side | None
    unfrozen: frozenset[Side]
    border_frozen: frozenset[Side]
    towns_required: int

    # ---- hexes

    @cached_property
    def land(self) -> frozenset[Hex]:
        """The hexes that land units can stand in, half hexes and mountains too (C76-MAP-10, 15)."""
        return frozenset(hex for hex, terrain in self.terrain.items() if terrain.cost is not None)

    @cached_property
    def sea_lanes(self) -> frozenset[Hex]:
        return frozenset(hex for hex, terrain in self.terrain.items() if terrain.sea_lane)

    @cached_property
    def _neighbours(self) -> dict[Hex, tuple[Hex, ...]]:
        on_map = {coordinates(hex): hex for hex in self.terrain}
        return {
            hex: tuple(on_map[there] for way in DIRECTIONS if (there := stepped(at, way)) in on_map)
            for at, hex in on_map.items()
        }

    def neighbours(self, hex: Hex) -> tuple[Hex, ...]:
        """The adjacent hexes of the map, clockwise from the north-east."""
        return self._neighbours[hex]

    @cached_property
    def names(self) -> Mapping[Hex, str]:
        """The towns by their hexes, strategic ones first."""
        strategic = {hex: name for towns in self.strategic_towns.values() for name, hex in towns.items()}
        return {**{hex: name for name, hex in self.towns.items()}, **strategic}

    def place(self, hex: Hex) -> str:
        """A hex as players say it: its name, with that of its town if it has one."""
        return f"{hex} {self.names[hex]}" if hex in self.names else hex

    # ---- sides

    @cached_property
    def class_3(self) -> frozenset[Side]:
        """The sides that fleets and bateaus lie on."""
        return frozenset(side for side, kind in self.sides.items() if kind in ("river/lake", "coastal"))

    @cached_property
    def _meeting(self) -> dict[Side, tuple[Side, ...]]:
        at: dict[object, list[Side]] = {}
        for one in sorted(self.class_3):
            for vertex in ends(one):
                at.setdefault(vertex, []).append(one)
        return {
            one: tuple(
                there for vertex in ends(one) for there in at[vertex]
                if there != one and frozenset((one, there)) not in self.gaps
            )
            for one in self.class_3
        }  # fmt: skip

    def meeting(self, side: Side) -> tuple[Side, ...]:
        """The class 3 sides that share a vertex with one, but for those across a gap (C76-MAP-09)."""
        return self._meeting[side]


# ---- reading


def read_board(data: str, name: str, chart: TerrainChart) -> Board:
    """The map of this name of the set of data of this id. Raises DataFault."""
    file = table_file(data, f"maps/{name}", ENTRIES)
    if file["id"].text() != name:
        raise file["id"].fault(f"the file is {name}.yaml, and the map in it {file['id'].value!r}")
    terrain, area = _rows(file["rows"], chart)
    reader = _Reader(terrain, area)
    sides, rivers = reader.sides(file)
    split = {
        reader.land(file["split_hexes"], hex): reader.split(one) for hex, one in file["split_hexes"].entries().items()
    }
    board = Board(
        id=name, version=file["version"].text(), terrain=terrain, area=area, sides=sides, rivers=rivers,
        shoals=frozenset(reader.of_class(there, sides, "coastal") for there in file["shoals"].items()),
        gaps=frozenset(reader.gap(there, sides) for there in file["gaps"].items()), split=split,
        impassable=frozenset(
            side_named(there) for hex, listed in file["impassable_in_one_piece"].entries().items()
            if hex not in split for there in listed.items()
        ),
        ports={name: reader.port(name, there, sides) for name, there in file["ports"].entries().items()},
        strategic_towns=reader.strategic(file["strategic_towns"]),
        towns={name: reader.land(there) for name, there in file["towns"].entries().items()},
        exits=reader.exits(file["exits"]), st_lawrence=reader.st_lawrence(file["exits"]["st_lawrence"], sides),
        unfrozen=frozenset(reader.of_class(there, sides, "river/lake") for there in file["unfrozen"].items()),
        border_frozen=frozenset(reader.of_class(there, sides, "river/lake") for there in file["border_frozen"].items()),
        towns_required=file["towns_required"].integer(1),
    )  # fmt: skip
    edge = {one for one in board.class_3 if ":" in one}
    if edge != {side_named(there) for there in file["map_edge_class3"].items()}:
        raise file["map_edge_class3"].fault(f"the class 3 sides on the edge of the map are {', '.join(sorted(edge))}")
    if both := board.unfrozen & board.border_frozen:
        raise file["border_frozen"].fault(f"{min(both)} is listed as unfrozen, too")
    if board.towns_required > sum(len(board.strategic_towns.get(area, {})) for area in AREAS if area != "C"):
        raise file["towns_required"].fault("there are fewer strategic towns outside Canada")
    return board


def _rows(datum: Datum, chart: TerrainChart) -> tuple[dict[Hex, Terrain], dict[Hex, Area]]:
    """The hexes row by row, with terrain and, of those that have one, area."""
    terrain: dict[Hex, Terrain] = {}
    area: dict[Hex, Area] = {}
    for line in datum.items():
        entries = line.entries_for(("row", "first", "terrain", "area"))
        try:
            row = row_number(entries["row"].text())
        except ValueError as error:
            raise entries["row"].fault(str(error)) from None
        codes, first = entries["terrain"].text(), entries["first"].integer(1, 99 - len(entries["terrain"].text()))
        areas = list(_runs(entries["area"]))
        if len(areas) != len(codes):
            raise entries["area"].fault(f"speaks of {len(areas)} hexes, and the row has {len(codes)}")
        for number, (code, of) in enumerate(zip(codes, areas, strict=True), start=first):
            if code not in chart.hexes:
                raise entries["terrain"].fault(f"{code!r} is no code of the terrain chart")
            if (hex := named(row, number)) in terrain:
                raise entries["row"].fault(f"{hex} stands twice")
            terrain[hex] = chart.hexes[code]
            if (of is None) == (chart.hexes[code].cost is not None):
                raise entries["area"].fault(
                    f"{hex} is {chart.hexes[code].name}: land has an area, and nothing else has"
                )
            if of is not None:
                area[hex] = of
    return terrain, area


def _runs(datum: Datum) -> Iterator[Area | None]:
    for run in datum.text().split():
        code, times = run[0], run[1:]
        if (code not in AREAS and code != "-") or not times.isdecimal():
            raise datum.fault(f"{run!r} is no run of an area, such as N8")
        for _ in range(int(times)):
            yield None if code == "-" else code  # type: ignore[misc]


@dataclass(frozen=True)
class _Reader:
    """Reads what stands on the hexes of a map."""

    terrain: Mapping[Hex, Terrain]
    areas: Mapping[Hex, Area]

    @cached_property
    def on_map(self) -> dict[Coordinates, Hex]:
        return {coordinates(hex): hex for hex in self.terrain}

    def hex(self, datum: Datum, text: str | None = None) -> Hex:
        hex = hex_named(datum, text)
        if hex not in self.terrain:
            raise datum.fault(f"{hex} is not on the map")
        return hex

    def land(self, datum: Datum, text: str | None = None) -> Hex:
        hex = self.hex(datum, text)
        if self.terrain[hex].cost is None:
            raise datum.fault(f"{hex} is no land hex")
        return hex

    def side(self, datum: Datum) -> Side:
        """A side between two hexes of the map, or on its edge."""
        found = side_named(datum)
        inside = [at for at in both_sides(found) if at in self.on_map]
        if len(inside) != (1 if ":" in found else 2):
            raise datum.fault(f"{found} is no side of this map")
        if any(self.terrain[hex].sea_lane for hex in beside(found)):
            raise datum.fault(f"{found} is the side of a sea-lane hex, along which nothing runs (C76-MAP-08)")
        return found

    def sides(self, file: Mapping[str, Datum]) -> tuple[dict[Side, SideClass], dict[Side, str]]:
        """The class of every side that has one (C76-MAP-02), and the names of those that are parts of a river."""
        found: dict[Side, SideClass] = {}
        rivers: dict[Side, str] = {}
        for line in file["hexsides"].items():
            entries = line.entries_for(("name", "class", "sides"))
            kind = _CLASSES[entries["class"].integer(1, 3)]
            for there in entries["sides"].items():
                if (one := self.side(there)) in found:
                    raise there.fault(f"{one} is listed as a part of {rivers[one]}, too")
                found[one], rivers[one] = kind, entries["name"].text()
        for there in file["coastal"].items():
            if (one := self.side(there)) in found:
                raise there.fault(f"{one} is listed as {found[one]}, too")
            found[one] = "coastal"
        for hex, terrain in self.terrain.items():
            if terrain.sides is None:
                continue
            for at in around(coordinates(hex)) & self.on_map.keys():
                if self.terrain[self.on_map[at]].sea_lane:
                    continue
                one = side(hex, self.on_map[at])
                if found.setdefault(one, terrain.sides) != terrain.sides:
                    raise file["rows"].fault(f"{one} is the side of {terrain.name}, and listed as {found[one]}")
        return found, rivers

    def of_class(self, datum: Datum, sides: Mapping[Side, SideClass], kind: SideClass) -> Side:
        found = self.side(datum)
        if sides.get(found) != kind:
            raise datum.fault(f"{found} is not {kind}")
        return found

    def gap(self, datum: Datum, sides: Mapping[Side, SideClass]) -> frozenset[Side]:
        pair = [self.side(there) for there in datum.items()]
        if len(pair) != 2 or not meet(*pair) or any(sides.get(one) not in ("river/lake", "coastal") for one in pair):
            raise datum.fault("a gap lies between two class 3 sides that share a vertex")
        return frozenset(pair)

    def split(self, datum: Datum) -> Split:
        entries = datum.entries_for(("pieces", "port_piece"))
        pieces = {
            name: frozenset(self.land(hex) for hex in there.items())
            for name, there in entries["pieces"].entries().items()
        }
        if sum(map(len, pieces.values())) != len(frozenset().union(*pieces.values())):
            raise entries["pieces"].fault("a neighbour is reached from one piece only")
        return Split(pieces, entries["port_piece"].text(pieces))

    def port(self, name: str, datum: Datum, sides: Mapping[Side, SideClass]) -> Port:
        entries = datum.entries_for(("hex", "entrance"))
        hex, entrance = self.land(entries["hex"]), self.side(entries["entrance"])
        if hex not in beside(entrance) or sides.get(entrance) not in ("river/lake", "coastal"):
            raise entries["entrance"].fault(f"{entrance} is no class 3 side of {hex} (C76-PRT-01)")
        return Port(name, hex, entrance)

    def strategic(self, datum: Datum) -> dict[Area, dict[str, Hex]]:
        found: dict[Area, dict[str, Hex]] = {}
        for area, towns in datum.entries().items():
            if area not in AREAS:
                raise towns.fault(f"{area!r} is no area")
            found[area] = {name: self.land(there) for name, there in towns.entries().items()}
            for name, hex in found[area].items():
                if self.areas[hex] != area:
                    raise towns.fault(f"{name} lies in {self.areas[hex]}")
        return found

    def exits(self, datum: Datum) -> dict[Coast, tuple[Hex, ...]]:
        entries = datum.entries_for((*COASTS, "st_lawrence"))
        found: dict[Coast, tuple[Hex, ...]] = {}
        for coast in COASTS:
            for there in entries[coast].items():
                hex = self.hex(there)
                inland = around(coordinates(hex)) <= self.on_map.keys()
                if not self.terrain[hex].sea_lane or inland:
                    raise there.fault(f"{hex} is no sea-lane hex on the edge of the map")
                found[coast] = (*found.get(coast, ()), hex)
        return found

    def st_lawrence(self, datum: Datum, sides: Mapping[Side, SideClass]) -> Side | None:
        return None if datum.value is None else self.of_class(datum, sides, "river/lake")
