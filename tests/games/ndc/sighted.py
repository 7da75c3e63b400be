"""What tests of intelligence reports have in common: units that move in each other's sight, and what is told of it."""

from __future__ import annotations

from typing import Any

from service.games.ndc.game import NDC
from service.games.ndc.known.reports import MovementSighted
from service.games.ndc.sections.declare import CounterBattery
from service.games.ndc.sections.movement import Move
from tests.positions import Table, position

GUNS = "su S-1R at 1904 deployed"
FIRE = CounterBattery(target="1609", csps=1)
"""A combat that touches nobody, so that the phase goes on."""
WEST = ("1704", "1604", "1504")
"""Three hexes along the northern road, from 1804."""


def move(unit: str, *path: str) -> Move:
    return Move(unit=unit, path=path)


def next_segment(table: Table) -> Table:
    return table.done("us").done_until("movement-segment")


def paths(table: Table, side: str) -> list[tuple[str, ...]]:
    """The movements told in a side's last letter."""
    return [report.path for report in table.letter(side) if isinstance(report, MovementSighted)]


def seen(table: Table, side: str, hex: str) -> list[Any]:
    """What a side's view shows in a hex."""
    view: Any = NDC.view(table.picture(side))
    return [enemy for enemy in view.contacts if hex in enemy.hexes]


def raised(level: int, unit: str = "su S-I1 at 1804 attack") -> Table:
    """A unit that the search of its own turn has found out to this level; its next letter has gone.

    A US searcher of level 3, with a die that gives the level by table 5.7: no modifier applies in clear ground.
    """
    return position(
        unit, GUNS, heading="search", searched={"us": (3, ("D1",))},
        by_purpose={"NDC-SEA-02 search of Soviet at 1804": [{1: 2, 2: 4, 3: 6}[level]]},
    ).done("su")  # fmt: skip
