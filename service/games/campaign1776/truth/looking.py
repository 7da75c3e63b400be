"""Who sees whom: a side looks, and is told what it sees otherwise than it was told before.

The side in turn looks after every step; the other one looks when a letter is written, at things as they stand then. A
contact is an enemy place under a handle, which it keeps while the place is watched.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from service.engine.contacts import differing
from service.engine.cursor import address_of
from service.engine.events import Event, Told
from service.engine.places import Place
from service.games.campaign1776.known.picture import HANDLES, Contact
from service.games.campaign1776.known.reports import EnemySeen, OwnForce, PublicTold
from service.games.campaign1776.printed.lettered import DIRECTIONS, Hex, coordinates, named, stepped
from service.games.campaign1776.printed.reading import SEATS, Seat
from service.games.campaign1776.truth.state import ContactsNoted, State

_LOOKS = ("level", "entrenched", "size", "guns", "units")
"""What of a contact, if it is otherwise, is worth a report."""
Spot = tuple[Place, bool]
"""A hex, and whether the fort in it is meant."""


def settle(state: State, seats: Iterable[Seat]) -> Iterator[Event]:
    """Let sides look, and tell each what has changed of its own and of what both know."""
    for seat in seats:
        yield from _look(state, seat)
        yield from _tell_own(state, seat)


def settle_all(state: State) -> Iterator[Event]:
    yield from settle(state, SEATS)


def _tell_own(state: State, seat: Seat) -> Iterator[Event]:
    picture, own = state.pictures[seat], state.of(seat)
    pools = tuple(replace(pool) for id, pool in own.items() if picture.own.get(id) != pool)
    gone = tuple(id for id in picture.own if id not in own)
    due = {id: hexes for id, hexes in state.due.items() if id in own}
    entrenched = tuple(sorted(hex for hex, owner in state.entrenched.items() if owner == seat))
    if pools or gone or due != picture.due or list(entrenched) != picture.entrenched:
        report = OwnForce(pools=pools, gone=gone, due=due, entrenched=entrenched)
        yield Told(seat=seat, report=report)
    if (public := state.public()) != picture.public:
        yield Told(seat=seat, report=PublicTold(public=public))


def level_at(state: State, seat: Seat, hex: Hex, *, inside: bool = False) -> int:
    """How well a side sees a hex now, or the fort in it; 0 where it does not.

    In a battle it sees those who fight in it: whoever is inside is left out while others stand outside.
    """
    intel = state.rules.tables.intel
    if state.settings.visibility == "open":
        return intel.levels.full
    if hex in state.battles and inside != bool(state.strength(state.other(seat), hex, inside=False)):
        return intel.levels.composition
    if state.strength(seat, hex):
        return intel.levels.estimate
    near = within(hex, intel.sees.land)
    return intel.levels.presence if any(state.strength(seat, there) for there in near) else 0


def within(hex: Hex, radius: int) -> frozenset[Hex]:
    """The hexes at this distance or nearer, on the map or off it."""
    found = {coordinates(hex)}
    for _ in range(radius):
        found |= {stepped(at, direction) for at in found for direction in DIRECTIONS}
    return frozenset(named(*at) for at in found if at[0] > 0)


def _sights(state: State, seat: Seat) -> dict[Spot, Contact]:
    """What a side sees now, by place, without handles; in their order on the map."""
    enemy = state.other(seat)
    found: dict[Spot, Contact] = {}
    spots = {(pool.at, pool.inside) for pool in state.of(enemy).values() if not pool.aboard}
    for hex, inside in sorted(spots):
        if hex not in state.rules.board.land or not (level := level_at(state, seat, hex, inside=inside)):
            continue
        contact = _seen(state, enemy, hex, inside, level)
        if contact is not None:
            found[hex, inside] = contact
    return found


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
    now, eyes = _sights(state, seat), state.eyes.get(seat, {})
    told = {(one.hex, one.inside): one for one in eyes.values()}
    handles = state.handles.get(seat, 0)
    seen_now = {hex: level_at(state, seat, hex) > 0 for hex, _ in told}
    empty = [one.handle for spot, one in told.items() if spot not in now and seen_now[spot[0]]]
    unwatched = [one.handle for spot, one in told.items() if not seen_now[spot[0]] and one.in_sight]
    contacts: list[Contact] = []
    for spot, seen in now.items():
        before = told.get(spot)
        if before is not None and not before.in_sight:
            empty.append(before.handle)
            before = None
        if before is None:
            handles += 1
            seen.handle = HANDLES.written(handles)
        else:
            seen.handle = before.handle
        if before is None or differing(before, seen, _LOOKS):
            contacts.append(replace(seen, turn=state.turn, address=address_of(state.cursor)))
    if contacts or empty or unwatched:
        yield ContactsNoted(
            seat=seat, contacts=tuple(contacts), empty=tuple(empty), unwatched=tuple(unwatched), handles=handles
        )
        report = EnemySeen(
            contacts=tuple(contacts), empty=tuple(empty), unwatched=tuple(unwatched), sightings=handles
        )  # fmt: skip
        yield Told(seat=seat, report=report)
