"""Capture of guns, supply and magazines, and works that nobody is left behind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from service.engine.events import Event
from service.engine.seats import Seat
from service.engine.telling import tell
from service.games.campaign1776.known.reports import Captured
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.printed.pieces import Pool
from service.games.campaign1776.printed.reading import BRITISH
from service.games.campaign1776.truth.state import EntrenchmentGone, PoolGone, PoolSet, State


def capture_in(state: State, captor: Seat, hex: Hex) -> Iterator[Event]:
    """What non-combat units a side takes in a hex: it has strength points outside a fort there, and its enemy none.

    A garrison inside does not shield what stands outside the walls (C76-FORT-06).
    """
    enemy = state.other(captor)
    if not state.strength(captor, hex, inside=False) or state.strength(enemy, hex, inside=False):
        return
    for pool in state.on_land(enemy, hex, inside=False):
        yield from take(state, captor, hex, pool)
    yield from give_up_works(state, enemy, hex)


def take(state: State, captor: Seat, hex: Hex, pool: Pool, *, inside: bool = False) -> Iterator[Event]:
    """A non-combat unit changes sides, as far as there are counters for it; both sides are told."""
    yield PoolGone(pool=pool.id)
    kind, number = becomes(state, captor, hex, pool)
    taken = min(number, free_counters(state, kind))
    if taken:
        new = state.next_id(kind)
        yield PoolSet(
            pool=Pool(id=new, kind=kind, number=taken, at=hex, inside=inside, began=hex, stopped=True, bound=True)
        )  # fmt: skip
    told = Captured(at=hex, number=pool.number, was=pool.kind, becomes=kind, by_us=True)
    for seat in state.seats:
        yield tell(state, seat, replace(told, by_us=seat == captor))


def becomes(state: State, captor: Seat, hex: Hex, pool: Pool) -> tuple[str, int]:
    """What a captured pool is to its captor: guns are guns; of supply and magazines each is supply."""
    role = state.kind(pool).role
    number = pool.number * state.rules.tables.works.magazine.reduced_to if role == "magazine" else pool.number
    wanted = "supply" if role == "magazine" else role
    nations = {state.kind(one).nation for one in state.on_land(captor, hex, inside=False) if state.kind(one).combat}
    nation = "French" if nations == {"French"} else "British" if captor == BRITISH else "American"
    kinds = state.rules.tables.units.kinds.items()
    return next(code for code, kind in kinds if (kind.role, kind.nation) == (wanted, nation)), number


def free_counters(state: State, kind: str) -> int:
    """How many counters of guns or supply there still are; a captured unit without one is removed."""
    sort = state.rules.kind(kind)
    mix = state.rules.tables.counter_mix
    limit = (mix.artillery if sort.role == "artillery" else mix.supply)[sort.nation]
    used = sum(pool.number for pool in state.pools.values() if pool.kind == kind)
    return max(0, limit - used)


def give_up_works(state: State, seat: Seat, hex: Hex) -> Iterator[Event]:
    """An entrenchment goes when no strength point of its side is left in the hex outside a fort."""
    if state.entrenched.get(hex) == seat and not state.strength(seat, hex, inside=False):
        yield EntrenchmentGone(hex=hex)
