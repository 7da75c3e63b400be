"""Map sheets other than the flat-topped one of `hexes.py`: pointy-topped hexes, and squares.

A place is named CCRR on every sheet. Directions are whole numbers, clockwise: 0 to 5 on hexes (0 the north-east, 1 the
east), 0 to 7 on squares (0 the north). All that is measured here is measured in whole numbers, so that every client
gets the same answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Protocol

from service.engine import hexes
from service.engine.hexes import Grid, Hex, column_and_row, named
from service.engine.places import Ground, Place, Point, folded

HexLine = tuple[Hex, ...]
Vector = tuple[int, int]


class MapSheet(Protocol):
    """A map sheet of any kind."""

    @property
    def headings(self) -> int:
        """How many directions there are: 6 or 8."""
        ...

    def __contains__(self, place: object) -> bool: ...

    def __hash__(self) -> int: ...

    def __iter__(self) -> Iterator[Hex]: ...

    def neighbours(self, place: Hex) -> tuple[Hex, ...]:
        """The neighbouring places on the sheet, clockwise from direction 0."""
        ...

    def step(self, place: Hex, heading: int) -> Hex | None:
        """The next place in a direction; None where the sheet ends."""
        ...

    def heading(self, a: Hex, b: Hex) -> int | None:
        """The direction from a place to its neighbour; None if they are none."""
        ...

    def distance(self, a: Hex, b: Hex) -> int:
        """The least number of steps."""
        ...

    def lines(self, a: Hex, b: Hex) -> tuple[HexLine, HexLine]:
        """The places strictly between two, the line drawn twice: nudged to its one side, and to the other."""
        ...

    def within_sixty(self, a: Hex, heading: int, b: Hex) -> int:
        """Whether b is seen from a less than 60 degrees off a direction (1), just so (0), or further off it (-1)."""
        ...


@lru_cache(maxsize=16_384)  # so that each is kept once, however many lines it lies on
def transposed(place: Hex) -> Hex:
    """The place whose column is this one's row."""
    return Hex(place[2:] + place[:2])


# A pointy-topped sheet is a flat-topped one mirrored at the diagonal, which turns the directions' order round.
_MIRRORED = (4, 3, 2, 1, 0, 5)
"""The flat direction (of `hexes.DIRECTIONS`) that becomes each pointy one: NE is SW mirrored, E is S, and so on."""


@dataclass(frozen=True)
class PointySheet:
    """Pointy-topped hexes; every second row, counted from 02, lies half a hex further east."""

    columns: int
    rows: int

    @property
    def headings(self) -> int:
        return 6

    @cached_property
    def _flat(self) -> Grid:
        return Grid(self.rows, self.columns)

    @cached_property
    def _places(self) -> tuple[Hex, ...]:
        return tuple(named(column, row) for column in range(1, self.columns + 1) for row in range(1, self.rows + 1))

    @cached_property
    def _neighbours(self) -> dict[Hex, tuple[Hex, ...]]:
        return {place: tuple(filter(None, (self.step(place, h) for h in range(6)))) for place in self._places}

    def __contains__(self, place: object) -> bool:
        return isinstance(place, str) and len(place) == 4 and transposed(Hex(place)) in self._flat

    def __iter__(self) -> Iterator[Hex]:
        return iter(self._places)

    def neighbours(self, place: Hex) -> tuple[Hex, ...]:
        return self._neighbours[place]

    def step(self, place: Hex, heading: int) -> Hex | None:
        there = hexes.neighbour(transposed(place), hexes.DIRECTIONS[_MIRRORED[heading % 6]])
        return transposed(there) if there is not None and there in self._flat else None

    def heading(self, a: Hex, b: Hex) -> int | None:
        towards = hexes.direction(transposed(a), transposed(b))
        return None if towards is None else _MIRRORED.index(hexes.DIRECTIONS.index(towards))

    def distance(self, a: Hex, b: Hex) -> int:
        return _pointy_distance(a, b)

    def lines(self, a: Hex, b: Hex) -> tuple[HexLine, HexLine]:
        return _hex_lines(self._flat, transposed(a), transposed(b))

    def within_sixty(self, a: Hex, heading: int, b: Hex) -> int:
        (x, y), (u, v) = _from(a, b), _POINTY_WAYS[heading % 6]
        return _sixty(x * u + 3 * y * v, (x * x + 3 * y * y) * (u * u + 3 * v * v))


@lru_cache(maxsize=100_000)
def _pointy_distance(a: Hex, b: Hex) -> int:
    return hexes.distance(transposed(a), transposed(b))


# East and south, in half hexes and in rows; a row is the square root of 3 times as high as half a hex is wide.
_POINTY_WAYS: tuple[Vector, ...] = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))


def _from(a: Hex, b: Hex) -> Vector:
    (ac, ar), (bc, br) = column_and_row(a), column_and_row(b)
    return 2 * (bc - ac) + ((br + 1) % 2 - (ar + 1) % 2), br - ar


def _sixty(dot: int, squares: int) -> int:
    """The angle between two vectors, of which the product and the squared lengths are known, against 60 degrees."""
    least = 4 * dot * dot - squares
    return -1 if dot <= 0 or least < 0 else (1 if least > 0 else 0)


@lru_cache(maxsize=65_536)
def _hex_lines(flat: Grid, a: Hex, b: Hex) -> tuple[HexLine, HexLine]:
    between = hexes.sight_steps(flat, a, b)[1:-1]
    return tuple(transposed(step[0]) for step in between), tuple(transposed(step[-1]) for step in between)


_SQUARE_WAYS: tuple[Vector, ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))


@dataclass(frozen=True)
class SquareSheet:
    """Squares with eight neighbours."""

    columns: int
    rows: int

    @property
    def headings(self) -> int:
        return 8

    @cached_property
    def _places(self) -> dict[Hex, Vector]:
        return {named(c, r): (c, r) for c in range(1, self.columns + 1) for r in range(1, self.rows + 1)}

    @cached_property
    def _neighbours(self) -> dict[Hex, tuple[Hex, ...]]:
        return {place: tuple(filter(None, (self.step(place, h) for h in range(8)))) for place in self._places}

    def __contains__(self, place: object) -> bool:
        return place in self._places

    def __iter__(self) -> Iterator[Hex]:
        return iter(self._places)

    def neighbours(self, place: Hex) -> tuple[Hex, ...]:
        return self._neighbours[place]

    def step(self, place: Hex, heading: int) -> Hex | None:
        (column, row), (east, south) = self._places[place], _SQUARE_WAYS[heading % 8]
        if 1 <= column + east <= self.columns and 1 <= row + south <= self.rows:
            return named(column + east, row + south)
        return None

    def heading(self, a: Hex, b: Hex) -> int | None:
        (ac, ar), (bc, br) = self._places[a], self._places[b]
        way = (bc - ac, br - ar)
        return _SQUARE_WAYS.index(way) if way in _SQUARE_WAYS else None

    def distance(self, a: Hex, b: Hex) -> int:
        (ac, ar), (bc, br) = self._places[a], self._places[b]
        return max(abs(bc - ac), abs(br - ar))

    def lines(self, a: Hex, b: Hex) -> tuple[HexLine, HexLine]:
        (ac, ar), (bc, br) = self._places[a], self._places[b]
        steps = self.distance(a, b)
        drawn: tuple[list[Hex], list[Hex]] = ([], [])
        for step in range(1, steps):
            xs = hexes.nearest(ac * steps + step * (bc - ac), steps)
            ys = hexes.nearest(ar * steps + step * (br - ar), steps)
            for line, nudge in zip(drawn, (0, -1), strict=True):
                line.append(named(xs[nudge], ys[nudge]))
        return tuple(drawn[0]), tuple(drawn[1])

    def within_sixty(self, a: Hex, heading: int, b: Hex) -> int:
        (ac, ar), (bc, br), (u, v) = self._places[a], self._places[b], _SQUARE_WAYS[heading % 8]
        x, y = bc - ac, br - ar
        return _sixty(x * u + y * v, (x * x + y * y) * (u * u + v * v))


# ---- as the ground of a game


class SheetGround(Ground):
    """The places of a map sheet. `names`: those that a game gives its hexes; a hex without one is not on the map.

    `sides` are hexsides at which something can stand: places too, though none of those that are listed and drawn one
    by one. Of a map that is cut out of its sheet the drawing begins where its own places do.
    """

    def __init__(
        self, sheet: Grid | MapSheet, names: Mapping[Hex, Place] | None = None, sides: Iterable[Place] = ()
    ) -> None:
        self.sheet = sheet
        self.sides = frozenset(sides)
        self._names = {hex: hex for hex in sheet} if names is None else dict(names)
        self._hexes = {place: hex for hex, place in self._names.items()}
        self._begins = (
            (0.0, 0.0) if names is None or not isinstance(sheet, Grid) else first_corner(self._hexes.values())
        )
        super().__init__(
            {
                place: [self._names[there] for there in sheet.neighbours(hex) if there in self._names]
                for hex, place in self._names.items()
            },
            noun="square" if isinstance(sheet, SquareSheet) else "hex",
            nouns="squares" if isinstance(sheet, SquareSheet) else "hexes",
        )

    def __contains__(self, place: object) -> bool:
        return super().__contains__(place) or place in self.sides

    @cached_property
    def _written(self) -> dict[str, Place]:
        return super()._written | {folded(side): side for side in self.sides}

    def neighbours(self, place: Place) -> tuple[Place, ...]:
        """What adjoins a place; a hexside adjoins the hexes that it lies between. KeyError for none of this map."""
        return hexes.hexes_beside(place) if place in self.sides else super().neighbours(place)

    def distance(self, a: Place, b: Place) -> int:
        """The steps between two places as they lie on the sheet, whether or not those between them are on the map."""
        sheet = hexes if isinstance(self.sheet, Grid) else self.sheet
        return min(sheet.distance(one, other) for one in self._beside(a) for other in self._beside(b))

    def _beside(self, place: Place) -> tuple[Hex, ...]:
        return hexes.hexes_beside(place) if place in self.sides else (self._hexes[place],)

    def at(self, place: Place) -> Point:
        if place in self.sides:
            (x, y), (u, v) = map(self.at, hexes.hexes_beside(place))
            return (x + u) / 2, (y + v) / 2
        hex = self._hexes[place]
        if not isinstance(self.sheet, Grid):
            return centre(self.sheet, hex, 1)
        (x, y), (left, top) = hexes.centre(hex, 1), self._begins
        return x - left, y - top

    def corners(self, place: Place) -> tuple[Point, ...]:
        if place in self.sides:
            return ()
        hex = self._hexes[place]
        if not isinstance(self.sheet, Grid):
            return corners(self.sheet, hex, 1)
        left, top = self._begins
        return tuple((x - left, y - top) for x, y in hexes.corners(hex, 1))


def first_corner(group: Iterable[Hex]) -> Point:
    """Where a drawing of these hexes begins, to the west and to the north, in sizes of a hex."""
    around = [corner for hex in group for corner in hexes.corners(hex, 1)]
    return min((x for x, _ in around), default=0.0), min((y for _, y in around), default=0.0)


@lru_cache(maxsize=64)
def ground_of(sheet: Grid | MapSheet) -> SheetGround:
    """The ground of a sheet whose places go by column and row; made once for all sheets of one kind and size."""
    return SheetGround(sheet)


# ---- drawing


def centre(sheet: MapSheet, place: Hex, size: float) -> Point:
    """The middle of a place, x to the east and y to the south, its corners being `size` away from it."""
    if isinstance(sheet, PointySheet):
        x, y = hexes.centre(transposed(place), size)
        return y, x
    column, row = column_and_row(place)
    side = size * 2**0.5
    return side * (column - 0.5), side * (row - 0.5)


def corners(sheet: MapSheet, place: Hex, size: float) -> tuple[Point, ...]:
    """Its corners in order round it."""
    if isinstance(sheet, PointySheet):
        return tuple((y, x) for x, y in hexes.corners(transposed(place), size))
    x, y = centre(sheet, place, size)
    half = size * 2**0.5 / 2
    return ((x + half, y + half), (x - half, y + half), (x - half, y - half), (x + half, y - half))
