"""Who sees whom: a side looks, and is told what it sees otherwise than it was told before.

The side in turn looks after every step; the other one looks when a letter is written, at things as they stand then. A
contact is an enemy place under a handle, which it keeps while the place is watched.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property

from service.engine.contacts import differing
from service.engine.cursor import address_of
from service.engine.events import Event, Told
from service.engine.places import Place
from service.games.campaign1776.known.picture import HANDLES, Contact
from service.games.campaign1776.known.reports import EnemySeen, OwnForce, PublicTold
from service.games.campaign1776.printed.lettered import (
    DIRECTIONS,
    ROWS,
    Hex,
    beside,
    coordinates,
    is_side,
    named,
    stepped,
)
from service.games.campaign1776.printed.pieces import PoolId, Tasks
from service.games.campaign1776.printed.reading import SEATS, Seat
from service.games.campaign1776.printed.waterways import port_of
from service.games.campaign1776.truth.abandoning import abandon
from service.games.campaign1776.truth.events import ContactsNoted
from service.games.campaign1776.truth.expelling import expel
from service.games.campaign1776.truth.leaving_open import close_berths
from service.games.campaign1776.truth.state import State

_LOOKS = ("level", "entrenched", "size", "guns", "units", "ships")
"""What of a contact, if it is otherwise, is worth a report."""
Spot = tuple[Place, bool]
"""A hex, and whether the fort in it is meant."""


def settle(state: State, seats: Iterable[Seat]) -> Iterator[Event]:
    """Let sides look, and tell each what has changed of its own and of what both know."""
    yield from expel(state)
    yield from abandon(state)
    yield from close_berths(state)
    for seat in seats:
        yield from _look(state, seat)
        yield from _tell_own(state, seat)


def settle_all(state: State) -> Iterator[Event]:
    yield from settle(state, SEATS)


def _tell_own(state: State, seat: Seat) -> Iterator[Event]:
    picture, own = state.pictures[seat], state.of(seat)
    pools = tuple(replace(pool) for id, pool in own.items() if picture.own.get(id) != pool)
    gone = tuple(id for id in picture.own if id not in own)
    fleet = state.fleet(seat)
    ships = tuple(replace(ship) for id, ship in fleet.items() if picture.ships.get(id) != ship)
    lost = tuple(id for id in picture.ships if id not in fleet)
    due = {id: hexes for id, hexes in state.due.items() if id in own}
    entrenched = tuple(sorted(hex for hex, owner in state.entrenched.items() if owner == seat))
    tasks = state.tasks.get(seat, Tasks())
    otherwise = due != picture.due or list(entrenched) != picture.entrenched or tasks != picture.tasks
    if pools or gone or ships or lost or otherwise:
        report = OwnForce(pools=pools, gone=gone, ships=ships, lost_ships=lost, due=due, entrenched=entrenched,
                          tasks=tasks)  # fmt: skip
        yield Told(seat=seat, report=report)
    if (public := state.public()) != picture.public:
        yield Told(seat=seat, report=PublicTold(public=public))


def tell_of_own(state: State, seat: Seat, pools: Iterable[PoolId], ships: Iterable[str]) -> Iterator[Event]:
    """Tell a side of these units and ships of its own, as they are now, and of nothing else that it has not heard."""
    picture, own, fleet = state.pictures[seat], state.of(seat), state.fleet(seat)
    report = OwnForce(
        pools=tuple(replace(own[id]) for id in pools if id in own and picture.own.get(id) != own[id]),
        gone=tuple(id for id in pools if id in picture.own and id not in own),
        ships=tuple(replace(fleet[id]) for id in ships if id in fleet and picture.ships.get(id) != fleet[id]),
        due=dict(picture.due), entrenched=tuple(picture.entrenched), tasks=picture.tasks,
    )  # fmt: skip
    if report.pools or report.gone or report.ships:
        yield Told(seat=seat, report=report)


@dataclass(frozen=True, eq=False)
class Lookout:
    """What a side can see from as things stand: made anew for each look."""

    state: State
    seat: Seat

    @cached_property
    def armed(self) -> frozenset[Place]:
        """The hexes in which the side has strength points, in forts or outside."""
        kinds = self.state.kinds
        return frozenset(
            pool.at for pool in self.state.of(self.seat).values()
            if pool.number and not pool.aboard and kinds[pool.kind].combat
        )  # fmt: skip

    @cached_property
    def afloat(self) -> frozenset[Hex]:
        """The land that its fleets and bateaus see: the hexes along their sides, and of their ports."""
        fleet = self.state.fleet(self.seat).values()
        return frozenset(hex for ship in fleet for hex in coasts(self.state, ship.at))

    def level_at(self, hex: Hex, *, inside: bool = False) -> int:
        """How well it sees a hex now, or the fort in it; 0 where it does not.

        In a battle it sees those who fight in it: whoever is inside is left out while others stand outside.
        """
        state, seat = self.state, self.seat
        intel = state.rules.tables.intel
        if state.settings.visibility == "open":
            return intel.levels.full
        if hex not in state.rules.board.terrain:
            return 0
        if hex in state.battles and inside != bool(state.strength(state.other(seat), hex, inside=False)):
            return intel.levels.composition
        if hex in self.armed:
            return intel.levels.estimate
        seen = hex in self.afloat or not self.armed.isdisjoint(within(hex, intel.sees.land))
        return intel.levels.presence if seen else 0

    def sees_ships(self, place: Place) -> bool:
        """Whether it sees enemy fleets and bateaus in a place (23); its passengers see nothing."""
        state, intel = self.state, self.state.rules.tables.intel
        if state.settings.visibility == "open" or place in state.rules.tables.off_board.boxes:
            return True
        sees = intel.sees.sea_lane if place in state.rules.board.sea_lanes else intel.sees.sides_and_ports
        near = {there for hex in coasts(state, place) for there in within(hex, sees)}
        return not (near.isdisjoint(self.afloat) and near.isdisjoint(self.armed))


def coasts(state: State, place: Place) -> tuple[Hex, ...]:
    """The hexes of a place on the water: along a side, of a port, or the sea lane itself; none off the map."""
    if is_side(place):
        return beside(place)
    ports = state.rules.board.ports
    if (name := port_of(place)) is not None:
        return (ports[name].hex,) if name in ports else ()
    return (Hex(place),) if place in state.rules.board.sea_lanes else ()


@cache
def within(hex: Hex, radius: int) -> frozenset[Hex]:
    """The hexes at this distance or nearer, on the map or off it."""
    found = {coordinates(hex)}
    for _ in range(radius):
        found |= {stepped(at, direction) for at in found for direction in DIRECTIONS}
    return frozenset(named(*at) for at in found if 0 < at[0] <= ROWS)


def _sights(state: State, seat: Seat) -> dict[Spot, Contact]:
    """What a side sees now, by place, without handles; in their order on the map."""
    lookout, enemy = Lookout(state, seat), state.other(seat)
    found: dict[Spot, Contact] = {}
    spots = {(pool.at, pool.inside) for pool in state.of(enemy).values() if not pool.aboard}
    for hex, inside in sorted(spots):
        if hex not in state.rules.board.land or not (level := lookout.level_at(hex, inside=inside)):
            continue
        contact = _seen(state, enemy, hex, inside, level)
        if contact is not None:
            found[hex, inside] = contact
    for place in sorted(state.sailed(enemy)):
        if lookout.sees_ships(place):
            found[place, False] = _afloat(state, enemy, place)
    return found


def _afloat(state: State, enemy: Seat, place: Place) -> Contact:
    """Enemy fleets and bateaus in a place, by kind; their passengers in open play alone."""
    levels, ships = state.rules.tables.intel.levels, [one for one in state.fleet(enemy).values() if one.at == place]
    seen = Contact(
        handle="", hex=place, inside=False, level=levels.presence, ships=dict(Counter(s.kind for s in ships))
    )
    if state.settings.visibility == "open":
        seen.level, seen.units = levels.full, {}
        for pool in state.of(enemy).values():
            if pool.aboard in {ship.id for ship in ships}:
                seen.units[pool.kind] = seen.units.get(pool.kind, 0) + pool.number
    return seen


def _seen(state: State, enemy: Seat, hex: Hex, inside: bool, level: int) -> Contact | None:
    """What is seen of the enemy in a hex, or in the fort of it; without strength points nothing below level 4."""
    levels, points = state.rules.tables.intel.levels, state.strength(enemy, hex, inside=inside)
    if not points and level < levels.full:
        return None
    pools = state.on_land(enemy, hex, inside=inside)
    contact = Contact(
        handle="", hex=hex, inside=inside, level=level, entrenched=not inside and state.entrenched.get(hex) == enemy
    )
    if level >= levels.estimate and points:
        contact.size = state.rules.tables.intel.sizes.at(points)
        contact.guns = any(state.kind(pool).role == "artillery" for pool in pools)
    if level >= levels.composition:
        contact.units = {}
        for pool in pools:
            if level < levels.full and not (state.kind(pool).combat or state.kind(pool).role == "artillery"):
                continue
            contact.units[pool.kind] = contact.units.get(pool.kind, 0) + pool.number
    return contact


def _look(state: State, seat: Seat) -> Iterator[Event]:
    now, eyes, lookout = _sights(state, seat), state.eyes.get(seat, {}), Lookout(state, seat)
    told = {(one.hex, one.inside): one for one in eyes.values()}
    sightings = state.sightings.get(seat, 0)
    watched = {one.hex: lookout.sees_ships(one.hex) for one in eyes.values() if one.ships is not None}
    seen_now = {hex: watched[hex] if hex in watched else lookout.level_at(Hex(hex)) > 0 for hex, _ in told}
    empty = [one.handle for spot, one in told.items() if spot not in now and seen_now[spot[0]]]
    unwatched = [one.handle for spot, one in told.items() if not seen_now[spot[0]] and one.in_sight]
    contacts: list[Contact] = []
    for spot, seen in now.items():
        before = told.get(spot)
        if before is not None and not before.in_sight:
            empty.append(before.handle)
            before = None
        if before is None:
            sightings += 1
            seen.handle = HANDLES.written(sightings)
        else:
            seen.handle = before.handle
        if before is None or differing(before, seen, _LOOKS):
            contacts.append(replace(seen, turn=state.turn, address=address_of(state.cursor)))
    if contacts or empty or unwatched:
        yield ContactsNoted(
            seat=seat, contacts=tuple(contacts), empty=tuple(empty), unwatched=tuple(unwatched), sightings=sightings
        )
        report = EnemySeen(
            contacts=tuple(contacts), empty=tuple(empty), unwatched=tuple(unwatched), sightings=sightings
        )  # fmt: skip
        yield Told(seat=seat, report=report)
