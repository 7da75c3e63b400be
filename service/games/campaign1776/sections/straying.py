"""Militia that has come ashore out of its area, and is eliminated when the movement phase ends (3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from service.engine.events import Event
from service.engine.seats import Seat
from service.engine.telling import tell
from service.games.campaign1776.known.militia import is_abroad
from service.games.campaign1776.known.reports import UnitsLost
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.sections.capture import give_up_works
from service.games.campaign1776.truth.events import PointsLost, PoolGone, PoolSet
from service.games.campaign1776.truth.state import State


def lose_the_strayed(state: State, seat: Seat) -> Iterator[Event]:
    """Militia of a side that is ashore out of its area is lost, and its owner is told; who is at home stays there."""
    lost: dict[str, int] = {}
    for pool in [one for one in state.of(seat).values() if one.home and not one.aboard]:
        if not is_abroad(state.rules, pool, pool.at):
            yield PoolSet(pool=replace(pool, home=""))
            continue
        lost[pool.kind] = lost.get(pool.kind, 0) + pool.number
        yield PointsLost(of=pool.kind, number=pool.number)
        yield PoolGone(pool=pool.id)
        yield from give_up_works(state, seat, Hex(pool.at))
    if lost:
        yield tell(state, seat, UnitsLost(units=lost, why="abroad"))
