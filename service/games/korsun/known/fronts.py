"""The boundary between two Soviet Fronts (22.11): whose zone a hex lies in, and how deep in the other's.

It is the Soviet side's own affair, and the German side is told nothing of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from service.engine.hexes import Grid, Hex, column_and_row, distance
from service.games.korsun.printed.scenario import Boundary


def west_of(hex: Hex, columns: Sequence[int]) -> bool:
    """Whether a hex lies in the western Front's zone: in the boundary's column of its row, or west of it."""
    column, row = column_and_row(hex)
    return column <= columns[row - 1]


def front_of(hex: Hex, columns: Sequence[int], boundary: Boundary) -> str:
    """The Front in whose zone a hex lies."""
    return boundary.western if west_of(hex, columns) else boundary.eastern


def depth(grid: Grid, columns: Sequence[int], boundary: Boundary, front: str, hex: Hex) -> int:
    """How many hexes inside the other Front's zone a hex lies for this one; 0 in its own zone."""
    return _depths(grid, tuple(columns), front == boundary.western)[hex]


@lru_cache(maxsize=256)
def _depths(grid: Grid, columns: tuple[int, ...], western: bool) -> dict[Hex, int]:
    own = [hex for hex in grid if west_of(hex, columns) == western]
    edge = [hex for hex in own if any(west_of(there, columns) != western for there in grid.neighbours(hex))]
    return {
        hex: 0 if west_of(hex, columns) == western else min((distance(hex, there) for there in edge), default=99)
        for hex in grid
    }  # fmt: skip


def smooth(columns: Sequence[int], step: int) -> bool:
    """Whether neighbouring rows differ by at most so many columns."""
    return all(abs(a - b) <= step for a, b in pairwise(columns))
