"""Who sees whom (fog 4): after everything that happens each side looks, and is told what it sees otherwise.

A contact is an enemy hex under a handle. It keeps the handle while the hex is watched; one that was identified, lost
from sight and is seen again as a mere contact gets a new one (4.5). New handles are given in the order of the hexes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import replace
from functools import lru_cache
from operator import attrgetter

from service.engine.cursor import address_of
from service.engine.events import Event
from service.engine.hexes import Grid, Hex, hexes_beside
from service.engine.state import duplicate
from service.engine.telling import tell
from service.games.korsun.known.picture import CONTACT, ENGAGED, HANDLES, IDENTIFIED, Contact, Seen
from service.games.korsun.known.reports import (
    EnemySeen,
    MinesFound,
    OwnForce,
    OwnStores,
    OwnSupply,
    PartisansSeen,
    PublicTold,
)
from service.games.korsun.printed.reading import GERMAN, SIDES, SOVIET, Side
from service.games.korsun.printed.scenario import scenario
from service.games.korsun.printed.tables import other
from service.games.korsun.printed.units import Stores, Unit
from service.games.korsun.truth.state import ContactsNoted, PositionNoted, State

_looks = attrgetter("hex", "level", "large", "units", "marker", "improved", "building")
"""What of a contact, if it is otherwise, is worth a report."""
_id = attrgetter("id")


@lru_cache(maxsize=8192)
def within(grid: Grid, hex: Hex, radius: int) -> frozenset[Hex]:
    return frozenset(grid.within(hex, radius))


def settle(
    state: State, seats: Iterable[Side] = SIDES, *, eyes: Iterable[Side] | None = None
) -> Iterator[Event]:  # fmt: skip
    """Let sides look, and tell each what has changed of its own and of what both know.

    `eyes`: those who look, where others of them can have nothing new to see.
    """
    for side in seats if eyes is None else eyes:
        yield from look_of(state, side)
        if side == GERMAN:
            yield from watch_partisans(state)
    for side in seats:
        yield from tell_own(state, side)


def tell_own(state: State, side: Side) -> Iterator[Event]:
    """Tell a side, unless it is held, what of its own has changed: it is told that, and nothing of the enemy.

    Enough by itself where nothing that anybody sees has changed (`test_looks.py` says where); a look costs much more.
    """
    if side in state.held:
        return
    picture = state.pictures[side]
    own = state.of(side)
    told = picture.own
    units = tuple([replace(unit) for id, unit in own.items() if told.get(id) != unit])
    gone = tuple([id for id in told if id not in own])
    if units or gone:
        yield tell(state, side, OwnForce(units=units, gone=gone))
    sdms = tuple([replace(sdm) for command, sdm in state.sdms_of(side).items() if picture.sdms.get(command) != sdm])
    if sdms:
        yield tell(state, side, OwnSupply(sdms=sdms))
    improved = state.improved if side == GERMAN else []
    stores = kept_and_felt(state, side)
    if picture.stores != stores or picture.improved != improved:
        yield tell(state, side, OwnStores(stores=duplicate(stores), improved=tuple(improved)))
    if side == GERMAN and picture.mines != state.found_mines:
        yield tell(state, side, MinesFound(hexes=tuple(state.found_mines)))
    if picture.public != state.public:
        yield tell(state, side, PublicTold(public=duplicate(state.public)))


def watch_partisans(state: State) -> Iterator[Event]:
    """The German side sees partisans next to its units, and otherwise has them where it saw them last (fog 4.3)."""
    there = state.stores[SOVIET].partisans
    if not there and not state.seen_partisans:
        return
    held, near = {unit.hex for unit in state.of(GERMAN).values()}, state.tables.fog.identified
    grid = state.rules.board.grid
    beside = {hex for hex in {*there, *state.seen_partisans} if not held.isdisjoint(within(grid, hex, near))}
    seen = {hex for hex in state.seen_partisans if hex not in beside} | (beside & set(there))
    if seen != set(state.seen_partisans):
        yield PositionNoted(entries={"seen_partisans": sorted(seen)})
        yield tell(state, GERMAN, PartisansSeen(hexes=tuple(sorted(seen))))


def kept_and_felt(state: State, side: Side) -> Stores:
    """A side's stores as it is told them; the German side knows the barrage markers on its own units (fog 4.1).

    What lies in them is still the state's.
    """
    stores = state.stores[side]
    if side == GERMAN and (stores.effects or state.stores[SOVIET].effects):
        stores = copy(stores)
        held = {unit.hex for unit in state.of(side).values()} | {sdm.hex for sdm in state.sdms_of(side).values()}
        felt = state.stores[other(GERMAN)].effects
        stores.effects = {hex: level for hex, level in felt.items() if hex in held}
    return stores


def in_view(state: State, viewer: Side) -> tuple[frozenset[Hex], frozenset[Hex]]:
    """The hexes in which a side identifies whoever is there, and those in which it sees that somebody is (4.2)."""
    rules, visibility = state.rules, state.public.visibility
    fog, hills, counters = rules.tables.fog, rules.board.hills, rules.counters
    reach = {on_hill: fog.reach(visibility, on_hill) for on_hill in (False, True)}
    watching = {
        (unit.hex, reach[unit.hex in hills] if counters[id].profile.is_combat else 0)
        for id, unit in state.of(viewer).items() if unit.hex is not None
    }  # fmt: skip
    watching |= {(sdm.hex, 0) for sdm in state.sdms_of(viewer).values() if sdm.hex is not None}
    return watched_from(state.data, state.scenario, frozenset(watching))


@lru_cache(maxsize=64)
def watched_from(
    data: str, name: str, watching: frozenset[tuple[Hex, int]]
) -> tuple[frozenset[Hex], frozenset[Hex]]:  # fmt: skip
    """What is seen from these hexes, out of each as far as this: most events move nobody of one of the sides."""
    rules = scenario(data, name)
    board, fog, concealing = rules.board, rules.tables.fog, rules.tables.terrain.concealing
    near = frozenset[Hex]().union(*(within(board.grid, hex, fog.identified) for hex, _ in watching))
    far = frozenset[Hex]().union(*(within(board.grid, hex, reach) for hex, reach in watching if reach))
    return near, near | {hex for hex in far if board.terrain[hex].name not in concealing}


def sights(state: State, viewer: Side, near: frozenset[Hex], view: frozenset[Hex]) -> dict[Hex, Contact]:
    """What a side sees now, by hex, without handles."""
    enemy = other(viewer)
    stacks: dict[Hex, list[Unit]] = {}
    for unit in state.of(enemy).values():
        if unit.hex in view:
            stacks.setdefault(unit.hex, []).append(unit)
    barrages = {unit.hex for unit in state.stores[enemy].barrages.values() if unit.hex is not None and unit.hex in view}
    markers = barrages | {sdm.hex for sdm in state.sdms_of(enemy).values() if sdm.hex is not None and sdm.hex in view}
    works, fought = sorted(state.stores[enemy].works), state.engaged.get(viewer, [])
    counters, small, found = state.rules.counters, state.tables.fog.small_at_most, dict[Hex, Contact]()
    for hex in sorted({*stacks, *markers}):
        units = stacks.get(hex, [])
        large = sum([counters[unit.id].profile.size for unit in units]) > small
        if hex not in near:
            found[hex] = Contact(handle="", hex=hex, level=CONTACT, large=large)
            continue
        engaged = [unit.id for unit in units if unit.id in fought] if fought else []
        found[hex] = Contact(
            handle="", hex=hex, level=ENGAGED if engaged else IDENTIFIED, large=large,
            units=tuple([identified(unit, closely=unit.id in engaged) for unit in sorted(units, key=_id)]),
            marker=hex in markers, improved=hex in state.improved and enemy == GERMAN,
            building=tuple([bridge for bridge in works if hex in hexes_beside(bridge)]),
        )  # fmt: skip
    return found


def identified(unit: Unit, *, closely: bool) -> Seen:
    """An enemy unit as it is shown: more of one that was fought (level 3)."""
    seen = Seen(id=unit.id, lost=unit.lost, order=unit.order, breakthrough=unit.breakthrough)
    return replace(seen, supply=unit.supply, no_fire=unit.no_fire, ammo=unit.ammo) if closely else seen


def look_of(state: State, viewer: Side) -> Iterator[Event]:
    """Let one side look, and tell it what is new, changed, gone or out of sight."""
    near, view = in_view(state, viewer)
    now, eyes = sights(state, viewer, near, view), state.eyes.get(viewer, {})
    told = {contact.hex: contact for contact in eyes.values()}
    sightings = state.sightings.get(viewer, 0)
    contacts: list[Contact] = []
    empty = [contact.handle for hex, contact in told.items() if hex in view and hex not in now]
    unwatched = [contact.handle for hex, contact in told.items() if hex not in view and contact.in_sight]
    address = address_of(state.cursor)
    for hex, seen in now.items():
        before = told.get(hex)
        if before is not None and seen.level == CONTACT and before.level > CONTACT:
            if before.in_sight and before.large == seen.large:
                continue  # watched without a break, it is still those who were identified
            empty.append(before.handle)
            before = None
        if before is None:
            sightings += 1
        if before is None or not before.in_sight or _looks(before) != _looks(seen):
            handle = HANDLES.written(sightings) if before is None else before.handle
            contacts.append(replace(seen, handle=handle, turn=state.turn, address=address))
    if not (contacts or empty or unwatched):
        return
    yield ContactsNoted(
        seat=viewer, contacts=tuple(contacts), empty=tuple(empty), unwatched=tuple(unwatched), sightings=sightings,
    )  # fmt: skip
    report = EnemySeen(
        contacts=tuple(contacts), empty=tuple(empty), unwatched=tuple(unwatched), sightings=sightings,
    )  # fmt: skip
    yield tell(state, viewer, report)
