"""Winter: its months, the ice, and what it takes of an army."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from service.games.campaign1776.printed.board import AREAS, Area, Board
from service.games.campaign1776.printed.lettered import Side, beside
from service.games.campaign1776.printed.reading import fraction, month_of_year, table_file

_REDUCED = ("N", "M", "C")


@dataclass(frozen=True)
class Winter:
    """The season and its rules. `reduction` goes by area, `variable` by year and area."""

    months: frozenset[int]
    northern: frozenset[Area]
    divided_by: int
    rounds: int
    no_forced_march_in: Area
    reduction: Mapping[str, Fraction]
    variable: Mapping[int, Mapping[str, Fraction]]

    def is_winter(self, month: int) -> bool:
        """Whether a month, counted as in `reading.month`, is one of winter."""
        return month_of_year(month) in self.months

    def frozen(self, board: Board, side: Side) -> bool:
        """Whether a hexside freezes: a river or lake of the north, be it only on its border (C76-WIN-03, 08).

        So does one between two hexes of water, if the map does not list it.
        """
        kind = board.sides.get(side)
        if kind in (None, "coastal") or side in board.unfrozen:
            return False
        areas = [board.area.get(hex) for hex in beside(side)]
        return all(area is None for area in areas) or any(area in self.northern for area in areas)


def read_winter(data: str) -> Winter:
    """The rules of winter of the set of data of this id. Raises DataFault."""
    names = ("months", "northern", "movement_divided_by", "rounds_of_combat", "no_forced_march_in", "reduction",
             "variable_reduction")  # fmt: skip
    file = table_file(data, "winter", names)
    variable: dict[int, dict[str, Fraction]] = {}
    for name, line in file["variable_reduction"].entries().items():
        if not name.isdecimal():
            raise line.fault(f"{name!r} is no year")
        variable[int(name)] = {area: fraction(there) for area, there in line.entries_for(_REDUCED).items()}
    reduction = file["reduction"].entries_for(("N", "M", "all_towns_british", "C"))
    return Winter(
        months=frozenset(there.integer(1, 12) for there in file["months"].items()),
        northern=frozenset(there.text(AREAS) for there in file["northern"].items()),  # type: ignore[misc]
        divided_by=file["movement_divided_by"].integer(1), rounds=file["rounds_of_combat"].integer(1),
        no_forced_march_in=file["no_forced_march_in"].text(AREAS),  # type: ignore[arg-type]
        reduction={name: fraction(there) for name, there in reduction.items()}, variable=variable,
    )  # fmt: skip
