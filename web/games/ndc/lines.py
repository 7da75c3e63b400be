"""How the borders of sectors run, between the hexes."""

from __future__ import annotations

from collections.abc import Mapping

from service.engine.hexes import Grid, Hex, side_ends
from web.drawing.svg import SIZE, points


def borders(grid: Grid, groups: Mapping[Hex, str]) -> str:
    """The hexsides between hexes of different groups."""
    return "".join(
        f"M{points(*side_ends(hex, beyond, SIZE))}"
        for hex in grid
        for beyond in grid.neighbours(hex)
        if hex < beyond and groups[hex] != groups[beyond]
    )
