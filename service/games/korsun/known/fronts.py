"""The boundary between two Soviet Fronts (22.11): whose zone a hex lies in, and how deep in the other's.

It is the Soviet side's own affair, and the German side is told nothing of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from service.engine.hexes import Grid, Hex, column_and_row, distance, named
from service.games.korsun.printed.scenario import Boundary


def west_of(hex: Hex, columns: Sequence[int]) -> bool:
    """Whether a hex lies in the western Front's zone: in the boundary's column of its row, or west of it."""
    column, row = column_and_row(hex)
    return column <= columns[row - 1]


def depth(grid: Grid, columns: Sequence[int], boundary: Boundary, front: str, hex: Hex) -> int:
    """How many hexes inside the other Front's zone a hex lies for this one; 0 in its own zone, 99 where it has none."""
    western = front == boundary.western
    if west_of(hex, columns) == western:
        return 0
    column, _ = column_and_row(hex)
    nearest = (  # of each row, the hex of the own zone that is the fewest columns away
        named(min(column, last) if western else max(column, last + 1), row) for row, last in enumerate(columns, start=1)
    )
    return min((distance(hex, there) for there in nearest if there in grid), default=99)


def smooth(columns: Sequence[int], step: int) -> bool:
    """Whether neighbouring rows differ by at most so many columns."""
    return all(abs(a - b) <= step for a, b in pairwise(columns))
