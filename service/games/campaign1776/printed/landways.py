"""What land units pay to go from hex to hex, and where they cannot.

A hex of several pieces is left only by the neighbours of the piece that was entered (C76-MAP-17, 18), so what a way
runs over is not hexes but footings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from service.engine.paths import Route, cheapest
from service.games.campaign1776.printed.board import Board
from service.games.campaign1776.printed.lettered import Hex, Side, side
from service.games.campaign1776.printed.terrain import TerrainChart
from service.games.campaign1776.printed.winter import Winter


class Footing(NamedTuple):
    """Where a unit stands: a hex, and in a hex of several pieces the one that it came to; none where it began there."""

    hex: Hex
    piece: str = ""


@dataclass(frozen=True, eq=False)
class LandWays:
    """The land of a map. `ferry` below: whether a vessel lies on a side and carries units over it."""

    board: Board
    chart: TerrainChart
    winter: Winter

    def entered(self, here: Hex, there: Hex) -> Footing:
        """The footing of a unit that comes to a hex out of a neighbour."""
        split = self.board.split.get(there)
        return Footing(there, split.piece_towards(here) if split is not None else "")

    def landed(self, hex: Hex) -> Footing:
        """The footing of a unit that debarks in the port of a hex (C76-MAP-19)."""
        split = self.board.split.get(hex)
        return Footing(hex, split.port_piece if split is not None else "")

    @cached_property
    def _beside(self) -> dict[Footing, tuple[Footing, ...]]:
        found: dict[Footing, tuple[Footing, ...]] = {}
        for hex in self.board.land:
            land = [there for there in self.board.neighbours(hex) if there in self.board.land]
            found[Footing(hex)] = tuple(self.entered(hex, there) for there in land)
            for piece, reached in self.board.split[hex].pieces.items() if hex in self.board.split else ():
                found[Footing(hex, piece)] = tuple(self.entered(hex, there) for there in land if there in reached)
        return found

    def neighbours(self, footing: Footing) -> tuple[Footing, ...]:
        """The land that adjoins a footing, whatever runs between; none in a box off the map."""
        return self._beside.get(footing, ())

    def needs_ferry(self, one: Side, *, ice: bool) -> bool:
        """Whether a side is crossed only by ferry: an open river or lake of class 3, or a shoal (C76-MAP-16)."""
        if one in self.board.shoals:
            return True
        return self.board.sides.get(one) == "river/lake" and not (ice and self.winter.frozen(self.board, one))

    def cost(self, here: Hex, there: Hex, *, ice: bool = False, ferry: bool = False) -> int | None:
        """The points to enter a hex out of its neighbour; None where that cannot be done. `ice`: it is winter."""
        step = here, there, ice, ferry
        if step not in self._costs:
            self._costs[step] = self._cost(*step)
        return self._costs[step]

    @cached_property
    def _costs(self) -> dict[tuple[Hex, Hex, bool, bool], int | None]:
        """Those that have been asked for: they never change."""
        return {}

    def _cost(self, here: Hex, there: Hex, ice: bool, ferry: bool) -> int | None:
        one = side(here, there)
        entering = self.board.terrain[there].cost
        if entering is None or one in self.board.impassable:
            return None
        if self.needs_ferry(one, ice=ice):
            return entering + self.chart.ferry if ferry else None
        kind = self.board.sides.get(one)
        if kind is None or kind == "coastal":
            return entering
        frozen = ice and self.winter.frozen(self.board, one)
        return entering + (self.chart.frozen[kind] if frozen else self.chart.rivers[kind])

    def ways(
        self,
        start: Footing,
        budget: int | None = None,
        *,
        ice: bool = False,
        ferries: Callable[[Side], bool] = lambda one: False,
    ) -> Iterator[Route[Footing, int]]:
        """The cheapest ways over land that nobody holds, nearest first."""

        def price(so_far: Route[Footing, int], there: Footing) -> int | None:
            here = so_far.node.hex
            return self.cost(here, there.hex, ice=ice, ferry=ferries(side(here, there.hex)))

        return cheapest(start, self.neighbours, price, budget)

    def distance(self, start: Hex, goal: Hex) -> int | None:
        """The points from one hex to another in summer without a ferry; None where there is no such way."""
        return next((way.cost for way in self.ways(Footing(start)) if way.node.hex == goal), None)
