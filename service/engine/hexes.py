"""Hexes as players name them, and what can be measured on them.

A hex is written CCRR: column, then row, both from 01 to 99, "0104" being column 1, row 4. The hexes are flat-topped;
an odd column lies half a hex further north than its even neighbours. No game is in here; what terrain costs and blocks
comes from the caller.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Literal

from service.engine.places import Place, Point

Hex = Place
"""A place of a sheet, by its column and row."""
Direction = Literal["N", "NE", "SE", "S", "SW", "NW"]

DIRECTIONS: tuple[Direction, ...] = ("N", "NE", "SE", "S", "SW", "NW")

_LARGEST = 99
_ROOT_3 = math.sqrt(3)
# One step in each direction on the two slanting axes (q eastward along the columns, r southward).
_STEPS: dict[Direction, tuple[int, int]] = {
    "N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0),
}  # fmt: skip
# The two corners, counted clockwise from the eastern one, that bound the side towards each direction.
_SIDE_CORNERS: dict[Direction, tuple[int, int]] = {
    "N": (4, 5), "NE": (5, 0), "SE": (0, 1), "S": (1, 2), "SW": (2, 3), "NW": (3, 4),
}  # fmt: skip


# ---- one hex


@cache
def column_and_row(hex: Hex) -> tuple[int, int]:
    """The column and the row in a hex's name, each 1 to 99; ValueError if it is no hex name."""
    if len(hex) == 4 and hex.isascii() and hex.isdigit():
        column, row = int(hex[:2]), int(hex[2:])
        if column and row:
            return column, row
    raise ValueError(f"{hex!r} is not a hex: a hex is four digits, column then row, each from 01 to 99")


@cache
def named(column: int, row: int) -> Hex:
    """The name of the hex in a column and a row; ValueError outside 1 to 99."""
    if 1 <= column <= _LARGEST and 1 <= row <= _LARGEST:
        return Hex(f"{column:02}{row:02}")
    raise ValueError(f"There is no hex in column {column}, row {row}: both run from 1 to {_LARGEST}")


def hexes_named(*names: str) -> tuple[Hex, ...]:
    """The hexes of these names, such as a path; ValueError if one is no hex name."""
    return tuple(named(*column_and_row(Hex(name))) for name in names)


def is_hex(name: object) -> bool:
    """Whether this is the name of a hex at all (of any map)."""
    try:
        return isinstance(name, str) and bool(column_and_row(Hex(name)))
    except ValueError:
        return False


@cache
def _axes(hex: Hex) -> tuple[int, int]:
    column, row = column_and_row(hex)
    return column - 1, row - 1 - (column - 1) // 2


def _off_axes(q: int, r: int) -> Hex | None:
    column, row = q + 1, r + 1 + q // 2
    return named(column, row) if 1 <= column <= _LARGEST and 1 <= row <= _LARGEST else None


@cache
def neighbour(hex: Hex, direction: Direction) -> Hex | None:
    """The next hex in a direction, None where the names end (before 01 or after 99)."""
    (q, r), (step_q, step_r) = _axes(hex), _STEPS[direction]
    return _off_axes(q + step_q, r + step_r)


# ---- two hexes


def distance(a: Hex, b: Hex) -> int:
    """The least number of steps from one hex to another."""
    (aq, ar), (bq, br) = _axes(a), _axes(b)
    dq, dr = bq - aq, br - ar
    return max(abs(dq), abs(dr), abs(dq + dr))


def adjacent(a: Hex, b: Hex) -> bool:
    """Whether two hexes have a side in common."""
    return distance(a, b) == 1


@cache
def direction(origin: Hex, hex: Hex) -> Direction | None:
    """The direction from a hex to its neighbour; None if they are not adjacent."""
    (aq, ar), (bq, br) = _axes(origin), _axes(hex)
    step = (bq - aq, br - ar)
    return next((towards for towards in DIRECTIONS if _STEPS[towards] == step), None)


@cache
def directly_away(origin: Hex, hex: Hex) -> Hex | None:
    """The hex that carries on the straight line from `origin` through `hex`.

    They must be adjacent, or two apart on an exact line of hexes; otherwise, or where the names end, None.
    """
    (aq, ar), (bq, br) = _axes(origin), _axes(hex)
    dq, dr = bq - aq, br - ar
    apart = max(abs(dq), abs(dr), abs(dq + dr))
    if apart not in (1, 2) or dq % apart or dr % apart:
        return None
    return _off_axes(bq + dq // apart, br + dr // apart)


@cache
def hexside(a: Hex, b: Hex) -> Place:
    """The name of the side between two hexes, "1109-1209", lower name first; ValueError unless they are adjacent."""
    if not adjacent(a, b):
        raise ValueError(f"{a} and {b} have no hexside in common")
    return Place(f"{a}-{b}" if a < b else f"{b}-{a}")


def hexes_beside(side: str) -> tuple[Hex, Hex]:
    """The two hexes that a hexside lies between, by its name as `hexside` gives it."""
    a, b = side.split("-")
    return Hex(a), Hex(b)


# ---- a map


@dataclass(frozen=True)
class Grid:
    """A map sheet: every hex from 0101 to its last column and row, in the order of their names."""

    columns: int
    rows: int

    def __post_init__(self) -> None:
        if not (1 <= self.columns <= _LARGEST and 1 <= self.rows <= _LARGEST):
            raise ValueError(f"A grid has 1 to {_LARGEST} columns and rows, not {self.columns} by {self.rows}")

    @cached_property
    def _neighbours(self) -> dict[Hex, tuple[Hex, ...]]:
        names = [named(column, row) for column in range(1, self.columns + 1) for row in range(1, self.rows + 1)]
        on_map = frozenset(names)
        return {
            hex: tuple(there for towards in DIRECTIONS if (there := neighbour(hex, towards)) in on_map and there)
            for hex in names
        }

    def __contains__(self, hex: object) -> bool:
        return hex in self._neighbours

    def __iter__(self) -> Iterator[Hex]:
        return iter(self._neighbours)

    def __len__(self) -> int:
        return self.columns * self.rows

    def neighbours(self, hex: Hex) -> tuple[Hex, ...]:
        """The adjacent hexes on the map, from the north clockwise; KeyError for a hex off the map."""
        return self._neighbours[hex]

    def on_edge(self, hex: Hex) -> bool:
        """Whether a hex of the map lies at its edge."""
        column, row = column_and_row(hex)
        return hex in self and (column in (1, self.columns) or row in (1, self.rows))

    @cached_property
    def edge(self) -> tuple[Hex, ...]:
        """The hexes of the map at its edge, by name."""
        return tuple(hex for hex in self if self.on_edge(hex))

    def ring(self, hex: Hex, radius: int) -> tuple[Hex, ...]:
        """The hexes of the map at exactly this distance, clockwise from the north; radius 0 is the hex itself."""
        return _ring(self, hex, radius)

    def within(self, hex: Hex, radius: int) -> tuple[Hex, ...]:
        """The hexes of the map at this distance or nearer, the hex itself first, then ring by ring."""
        return tuple(there for nearer in range(radius + 1) for there in _ring(self, hex, nearer))

    def line(self, a: Hex, b: Hex) -> tuple[Hex, ...]:
        """The hexes from one hex to another, both included, as straight as hexes allow; the same both ways.

        Where the line runs exactly between two hexes it takes the lower name that is on the map.
        """
        return tuple(min(there for there in step if there in self) for step in sight_steps(self, a, b))


@lru_cache(maxsize=65_536)
def _ring(grid: Grid, hex: Hex, radius: int) -> tuple[Hex, ...]:
    if radius < 0:
        raise ValueError(f"A radius is 0 or more, not {radius}")
    q, r = _axes(hex)
    if radius == 0:
        return (hex,) if hex in grid else ()
    q, r = q, r - radius
    around: list[Hex] = []
    side: Direction
    for side in ("SE", "S", "SW", "NW", "N", "NE"):
        step_q, step_r = _STEPS[side]
        for _ in range(radius):
            there = _off_axes(q, r)
            if there is not None and there in grid:
                around.append(there)
            q, r = q + step_q, r + step_r
    return tuple(around)


def sight_steps(grid: Grid, a: Hex, b: Hex) -> list[tuple[Hex, ...]]:
    """Each step of the line between two hexes: one hex, or the two between which the line runs exactly.

    Of two, the first always lies to the same side of the line.
    """
    for end in (a, b):
        if end not in grid:
            raise ValueError(f"{end} is not on the map")
    (aq, ar), (bq, br) = _axes(a), _axes(b)
    steps = distance(a, b)
    if steps == 0:
        return [(a,)]
    found = []
    dq, dr = bq - aq, br - ar
    for step in range(steps + 1):
        # In whole numbers, so that a tie is a tie: one of the three axes moves by exactly one each step.
        if abs(dq) == steps:
            whole = aq + step * dq // steps
            places = [(whole, r) for r in nearest(ar * steps + step * dr, steps)]
        elif abs(dr) == steps:
            whole = ar + step * dr // steps
            places = [(q, whole) for q in nearest(aq * steps + step * dq, steps)]
        else:
            whole = aq + ar + step * (dq + dr) // steps
            places = [(q, whole - q) for q in nearest(aq * steps + step * dq, steps)]
        found.append(tuple(there for q, r in places if (there := _off_axes(q, r)) is not None and there in grid))
    return found


def nearest(numerator: int, denominator: int) -> tuple[int, ...]:
    """The whole number nearest to a fraction, or the two that are equally near, the lower first."""
    below, rest = divmod(numerator, denominator)
    if 2 * rest == denominator:
        return below, below + 1
    return (below,) if 2 * rest < denominator else (below + 1,)


# ---- drawing


def centre(hex: Hex, size: float) -> Point:
    """Where the middle of a hex lies (x to the east, y to the south), its corners being `size` away from it.

    The map begins at (0, 0): its westmost corners touch x = 0, and the upper sides of odd columns y = 0.
    """
    column, row = column_and_row(hex)
    lower = 0 if column % 2 else 0.5
    return size * (1 + 1.5 * (column - 1)), size * _ROOT_3 * (row - 0.5 + lower)


def corners(hex: Hex, size: float) -> tuple[Point, ...]:
    """The six corners of a hex, clockwise from the eastern one."""
    x, y = centre(hex, size)
    half, height = size / 2, size * _ROOT_3 / 2
    return (
        (x + size, y),
        (x + half, y + height),
        (x - half, y + height),
        (x - size, y),
        (x - half, y - height),
        (x + half, y - height),
    )


def side_ends(a: Hex, b: Hex, size: float) -> tuple[Point, Point]:
    """The two ends of the side between two hexes, in either order the same; ValueError unless they are adjacent."""
    first, second = min(a, b), max(a, b)
    towards = direction(first, second)
    if towards is None:
        raise ValueError(f"{a} and {b} have no hexside in common")
    around, (start, end) = corners(first, size), _SIDE_CORNERS[towards]
    return around[start], around[end]
