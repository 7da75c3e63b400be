"""Places: wherever something can be on a map. Only a game's `Ground` knows how they are written.

A hex such as 0908 or KKK46, a hexside, a port, a box beside the map, a town on a road: to everybody else a place is a
name that is handed on as it is, and what it is made of means nothing.
"""

from __future__ import annotations

from typing import NewType

Place = NewType("Place", str)
Point = tuple[float, float]
