"""Which supply units and magazines can support troops in a hex (10)."""

from __future__ import annotations

from service.games.campaign1776.known.field import Field
from service.games.campaign1776.printed.lettered import Hex, distance, side
from service.games.campaign1776.printed.pieces import Pool


def sources(field: Field, hex: Hex, *, inside: bool) -> list[Pool]:
    """What can support troops in a hex, in its fort or outside, that which is taken first coming first.

    A magazine that covers the hex is never used up; then the supply unit outside, then that inside (C76-FORT-07).
    """
    units = [
        pool
        for pool in field.own.values()
        if pool.at == hex and not (pool.aboard or pool.idle) and _role(field, pool) == "supply"
    ]
    magazines = [
        pool for pool in field.own.values() if _role(field, pool) == "magazine" and covers(field, pool, hex, inside)
    ]
    return [*magazines, *sorted(units, key=lambda pool: pool.inside)]


def covers(field: Field, magazine: Pool, hex: Hex, inside: bool) -> bool:
    """Whether a magazine supplies troops in a hex: in its own, or next to it and not across open water."""
    here = magazine.at
    if here == hex:
        return True
    if hex not in field.rules.board.land or distance(Hex(here), hex) > field.rules.tables.works.magazine.covers:
        return False
    besieged = here in field.enemies and field.forts.get(Hex(here)) == field.seat
    if besieged or (inside and hex in field.enemies):
        return False  # C76-FORT-11, 12
    between = side(Hex(here), hex)
    return between in field.vessels or not field.rules.land.needs_ferry(between, ice=field.winter)


def _role(field: Field, pool: Pool) -> str:
    return field.rules.kind(pool.kind).role
