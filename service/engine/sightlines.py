"""What a player may ask of the map: whether one sees from one hex to another."""

from __future__ import annotations

from dataclasses import dataclass

from service.engine.hexes import Hex


@dataclass(frozen=True, kw_only=True)
class SightLine:
    """The line of sight from hex `a` to hex `b` as far as a seat knows the ground; `distance` is in hexes.

    `hindrances` and `smoke` are what it passes through, `cover` what the ground of b gives against fire from a; all
    three are added to the dice of such fire. `why` says in a few words what blocks a line that is not open.
    """

    a: Hex
    b: Hex
    open: bool
    distance: int
    hindrances: int = 0
    smoke: int = 0
    cover: int = 0
    why: str = ""
    rule: str = ""
