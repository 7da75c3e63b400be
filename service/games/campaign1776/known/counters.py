"""How many counters there are (21), as far as orders are bound by it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from service.engine.places import Place
from service.games.campaign1776.known.picture import Picture
from service.games.campaign1776.printed.pieces import DUE


@lru_cache(maxsize=1024)
def ones(size: int, worth: tuple[int, ...]) -> int:
    """The fewest counters of one point with which a pool can be laid, over all ways to lay it."""
    larger = [one for one in worth if one > 1]
    reached = {0}
    for total in range(1, size + 1):
        if any(total - one in reached for one in larger):
            reached.add(total)
    return size - max(reached)


def of_kind(picture: Picture, kind: str) -> list[int]:
    """The sizes of the own pools of a kind."""
    return [pool.number for pool in picture.own.values() if pool.kind == kind and pool.at != DUE]


def by_place(picture: Picture, kind: str) -> dict[tuple[Place, bool, str], int]:
    """How many of a kind lie in each place, in a fort, or aboard: units of one kind in one place are laid together."""
    found: dict[tuple[Place, bool, str], int] = {}
    for pool in picture.own.values():
        if pool.kind == kind and pool.at != DUE:
            where = pool.at, pool.inside, pool.aboard
            found[where] = found.get(where, 0) + pool.number
    return found


def laid(picture: Picture, kind: str, hex: Place, *, inside: bool) -> int:
    """How many of a kind lie in a hex, or in the fort of it."""
    return by_place(picture, kind).get((hex, inside, ""), 0)


def sizes_but(picture: Picture, kind: str, hex: Place, *, inside: bool) -> list[int]:
    """How many of a kind lie in each place but one."""
    return [number for where, number in by_place(picture, kind).items() if where != (hex, inside, "")]


def fits(picture: Picture, kind: str, sizes: Sequence[int]) -> bool:
    """Whether pools of these sizes can be laid with the counters that there are (C76-MSC-09)."""
    tables = picture.rules.tables
    limit = tables.counter_mix.one_point.get(kind)
    if not picture.settings.counter_limits or limit is None:
        return True
    return sum(ones(size, tables.units.denominations) for size in sizes) <= limit
