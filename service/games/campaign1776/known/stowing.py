"""Whether so many units find room: in holds that take some of them, each as much as it has room for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from service.games.campaign1776.printed.pieces import PoolId


@dataclass(frozen=True)
class Hold:
    """The room of a voyage, and who can be on it."""

    room: int
    takes: frozenset[PoolId]


@dataclass(frozen=True)
class Load:
    """So many units, and what room one of them takes."""

    id: PoolId
    number: int
    size: int


def stows(loads: Sequence[Load], holds: Sequence[Hold], needed: int) -> bool:
    """Whether so many of some units find room. Of the larger ones as many as can be are tried in each hold in turn."""
    if needed <= 0:
        return True
    large = max(loads, key=lambda one: one.size, default=None)
    if large is None or sum(one.number for one in loads) < needed:
        return False
    if large.size == min(one.size for one in loads):
        return most(loads, holds) >= needed
    return _placed(large, [one for one in loads if one is not large], holds, needed, 0)


def _placed(large: Load, others: Sequence[Load], holds: Sequence[Hold], needed: int, first: int) -> bool:
    """Whether it can be done with some units of a large kind in the holds from the first one on."""
    if stows(others, holds, needed):
        return True
    if not large.number:
        return False
    fits = [n for n in range(first, len(holds)) if large.id in holds[n].takes and holds[n].room >= large.size]
    return any(
        _placed(
            replace(large, number=large.number - 1), others,
            [replace(hold, room=hold.room - large.size) if n == at else hold for n, hold in enumerate(holds)],
            needed - 1, at,
        )
        for at in fits
    )  # fmt: skip


def most(loads: Sequence[Load], holds: Sequence[Hold]) -> int:
    """How many units of one size find room, unit by unit."""
    taken: list[list[int]] = [[] for _ in holds]

    def finds(source: int, tried: set[int]) -> bool:
        for sink, hold in enumerate(holds):
            if sink in tried or loads[source].id not in hold.takes:
                continue
            tried.add(sink)
            if len(taken[sink]) < hold.room // loads[source].size:
                taken[sink].append(source)
                return True
            for index, other in enumerate(taken[sink]):
                if other != source and finds(other, tried):
                    taken[sink][index] = source
                    return True
        return False

    return sum(finds(source, set()) for source, one in enumerate(loads) for _ in range(one.number))
