"""Passengers of whom their owner has left open which of the fleets that lie together carries them (C76-PBM-08).

They count as aboard the fleet that they were put on, until one of these fleets is struck and the enemy says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from service.engine.events import Event
from service.games.campaign1776.known.passengers import LeftOpen, stowed
from service.games.campaign1776.known.room import capacity, load
from service.games.campaign1776.printed.naval import Damage
from service.games.campaign1776.printed.pieces import Pool, Ship
from service.games.campaign1776.truth.events import PoolSet
from service.games.campaign1776.truth.state import State, Strike


@dataclass(frozen=True, eq=False)
class Berths:
    """The passengers that are left open aboard a fleet and those beside it, and the room that each has for them."""

    state: State
    ship: Ship

    @property
    def pools(self) -> list[Pool]:
        return [pool for pool in self.state.pools.values() if self.ship.id in pool.among]

    @property
    def rooms(self) -> dict[str, int]:
        """By fleet, the one that is struck left out: what it has, who was named as aboard it being counted."""
        return {id: self.room(self.state.ships[id]) for id in self._fleets() if id != self.ship.id}

    def room(self, ship: Ship) -> int:
        rules, open_ones = self.state.rules, {pool.id for pool in self.pools}
        named = [
            (self.state.kind(pool), pool.number) for pool in self.state.pools.values()
            if pool.aboard == ship.id and pool.id not in open_ones
        ]  # fmt: skip
        return capacity(rules, ship) - load(rules, self.state.settings.transport, named)

    def _fleets(self) -> list[str]:
        return sorted({id for pool in self.pools for id in pool.among}, key=lambda id: (len(id), id))


def left_open(state: State, ship: Ship, damage: Damage) -> LeftOpen | None:
    """Who may be aboard a fleet that is struck; None where there is nothing for its enemy to say."""
    berths = Berths(state, ship)
    if not berths.pools:
        return None
    units, aboard = dict[str, int](), dict[str, int]()
    for pool in berths.pools:
        units[pool.kind] = units.get(pool.kind, 0) + pool.number
        aboard[pool.kind] = aboard.get(pool.kind, 0) + (pool.number if pool.aboard == ship.id else 0)
    found = LeftOpen(at=ship.at, of=ship.kind, damage=damage, units=units, aboard=aboard, room=berths.room(ship),
                     rest=tuple(berths.rooms.values()))  # fmt: skip
    varies = any(len(found.numbers(state.rules, state.settings.transport, kind)) > 1 for kind in units)
    return found if varies else None


def berthed(state: State, strike: Strike) -> Iterator[Event]:
    """Whoever was left open is now aboard the fleet that is struck, or one beside it, as it was said."""
    ship = state.ships[strike.ship]
    berths, wanted = Berths(state, ship), dict(strike.left.aboard)
    rooms, others = berths.rooms, list[Pool]()
    parts = list[tuple[str, Pool]]()
    for pool in sorted(berths.pools, key=lambda one: one.aboard != ship.id):
        goes = min(pool.number, wanted[pool.kind])
        wanted[pool.kind] -= goes
        if goes:
            parts.append((ship.id, replace(pool, number=goes)))
        if goes < pool.number:
            others.append(replace(pool, number=pool.number - goes))
    parts += stowed(state.rules, state.settings.transport, rooms, others) or ()
    named = set[str]()
    for fleet, pool in parts:
        id = state.next_id(pool.kind) if pool.id in named else pool.id
        named.add(pool.id)
        yield PoolSet(pool=replace(pool, id=id, aboard=fleet, among=()))


def close_berths(state: State) -> Iterator[Event]:
    """What was left open stays so only while all fleets that it was left open among lie together."""
    for pool in [one for one in state.pools.values() if one.among]:
        places = {state.ships[id].at if id in state.ships else None for id in pool.among}
        if pool.aboard not in pool.among or len(places) > 1:
            yield PoolSet(pool=replace(pool, among=()))
