"""What scenes of movement have in common."""

from __future__ import annotations

from service.games.ndc.known.reach import destinations
from service.games.ndc.sections.declare import CounterBattery
from service.games.ndc.sections.movement import Move
from tests.positions import Table

GUNS = "su S-1R at 1904 deployed"
FIRE = CounterBattery(target="1609", csps=1)
"""A combat that touches nobody, so that the phase goes on."""
WEST = ("1704", "1604", "1504")
"""Three hexes along the northern road, from 1804."""


def move(unit: str, *path: str) -> Move:
    return Move(unit=unit, path=path)


def next_segment(table: Table) -> Table:
    """Through the resolution to the phasing side's next Movement Segment."""
    return table.done("us").done_until("movement-segment")


def reachable(table: Table, side: str, unit: str) -> dict[str, int]:
    return {found.place: found.cost for found in destinations(table.picture(side), unit)}
