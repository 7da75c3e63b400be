"""New units, as far as there are counters for them (C76-MSC-09)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from service.engine.events import Event, Told
from service.engine.places import Place
from service.engine.seats import Seat
from service.games.campaign1776.known.reports import UnitsLost
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.printed.pieces import DUE, Pool, Within
from service.games.campaign1776.truth.events import DueSet, PoolSet
from service.games.campaign1776.truth.state import State

_SORTS = {"supply": "supply", "artillery": "artillery", "magazine": "magazines"}


def room(state: State, kind: str) -> int | None:
    """For how many more units of a kind there are counters; None where nothing limits them."""
    own = state.rules.kind(kind)
    sort = _SORTS.get(own.role)
    if sort is None or not state.settings.counter_limits:
        return None
    there = sum(
        pool.number for pool in state.pools.values()
        if (found := state.kind(pool)).nation == own.nation and found.role == own.role
    )  # fmt: skip
    most: int = getattr(state.rules.tables.counter_mix, sort)[own.nation]
    return max(0, most - there)


def limited(state: State, seat: Seat, kind: str, number: int) -> tuple[int, list[Event]]:
    """How many of a number of new units there are counters for, and what their owner is told of the others."""
    left = room(state, kind)
    if left is None or number <= left:
        return number, []
    return left, [Told(seat=seat, report=UnitsLost(units={kind: number - left}, why="counters"))]


def raised(state: State, seat: Seat, kind: str, number: int, hexes: Sequence[Hex]) -> Iterator[Event]:
    """So many new units of a kind, which their owner places in one of these hexes; without any they are lost."""
    if number <= 0:
        return
    if not hexes:
        yield Told(seat=seat, report=UnitsLost(units={kind: number}, why="nowhere"))
        return
    number, told = limited(state, seat, kind, number)
    yield from told
    if number:
        id = state.next_id(kind)
        yield PoolSet(pool=Pool(id=id, kind=kind, number=number, at=DUE))
        yield DueSet(pool=id, hexes=tuple(hexes))


def brought(state: State, kind: str, number: int, at: Place, aboard: str = "") -> Event:
    """New units that stand somewhere, or are aboard a vessel there."""
    within: Within = "aboard" if aboard else ""
    return PoolSet(pool=Pool(id=state.next_id(kind), kind=kind, number=number, at=at, began=at, aboard=aboard,
                             within=within))  # fmt: skip
