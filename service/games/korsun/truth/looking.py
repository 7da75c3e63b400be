"""Who sees whom (fog 4): after everything that happens each side looks, and is told what it sees otherwise.

A contact is an enemy hex under a handle. It keeps the handle while the hex is watched; one that was identified, lost
from sight and is seen again as a mere contact gets a new one (4.5). New handles are given in the order of the hexes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from service.engine.contacts import differing
from service.engine.cursor import address_of
from service.engine.events import Event
from service.engine.hexes import Grid, Hex
from service.engine.reports import Report
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
from service.games.korsun.printed.tables import other
from service.games.korsun.printed.units import Stores, Unit
from service.games.korsun.truth.state import ContactsNoted, PositionNoted, State

_LOOKS = ("hex", "level", "large", "units", "marker", "improved", "building")
"""What of a contact, if it is otherwise, is worth a report."""


@lru_cache(maxsize=8192)
def within(grid: Grid, hex: Hex, radius: int) -> frozenset[Hex]:
    return frozenset(grid.within(hex, radius))


def settle(state: State, seats: Iterable[Side] = SIDES) -> Iterator[Event]:
    """Let sides look, and tell each what has changed of its own and of what both know."""
    for side in seats:
        yield from look_of(state, side)
        if side == GERMAN:
            yield from watch_partisans(state)
    for side in seats:
        yield from tell_own(state, side)


def tell_own(state: State, side: Side) -> Iterator[Event]:
    """Tell a side, unless it is held, what of its own has changed: it is told that, and nothing of the enemy."""
    if side in state.held:
        return
    picture = state.pictures[side]
    own = state.of(side)
    units = tuple(replace(unit) for id, unit in own.items() if picture.own.get(id) != unit)
    gone = tuple(id for id in picture.own if id not in own)
    if units or gone:
        yield tell(state, side, OwnForce(units=units, gone=gone))
    sdms = tuple(replace(sdm) for command, sdm in state.sdms_of(side).items() if picture.sdms.get(command) != sdm)
    if sdms:
        yield tell(state, side, OwnSupply(sdms=sdms))
    improved = state.improved if side == GERMAN else []
    stores = kept_and_felt(state, side)
    if picture.stores != stores or picture.improved != improved:
        yield tell(state, side, OwnStores(stores=stores, improved=tuple(improved)))
    if side == GERMAN and picture.mines != state.found_mines:
        yield tell(state, side, MinesFound(hexes=tuple(state.found_mines)))
    if picture.public != state.public:
        yield tell(state, side, PublicTold(public=duplicate(state.public)))


def watch_partisans(state: State) -> Iterator[Event]:
    """The German side sees partisans next to its units, and otherwise has them where it saw them last (fog 4.3)."""
    there = state.stores[SOVIET].partisans
    if not there and not state.seen_partisans:
        return
    beside = {
        hex for unit in state.of(GERMAN).values() if unit.hex is not None
        for hex in within(state.rules.board.grid, unit.hex, state.tables.fog.identified)
    }  # fmt: skip
    seen = {hex for hex in state.seen_partisans if hex not in beside} | (beside & set(there))
    if seen != set(state.seen_partisans):
        yield PositionNoted(entries={"seen_partisans": sorted(seen)})
        yield tell(state, GERMAN, PartisansSeen(hexes=tuple(sorted(seen))))


def kept_and_felt(state: State, side: Side) -> Stores:
    """A side's stores as it is told them; the German side knows the barrage markers on its own units (fog 4.1)."""
    stores = duplicate(state.stores[side])
    if side == GERMAN:
        held = {unit.hex for unit in state.of(side).values()} | {sdm.hex for sdm in state.sdms_of(side).values()}
        felt = state.stores[other(GERMAN)].effects
        stores.effects = {hex: level for hex, level in felt.items() if hex in held}
    return stores


def tell_both(state: State, report: Report) -> Iterator[Event]:
    """Tell both sides; one that is held hears of it when it is released."""
    for side in SIDES:
        yield tell(state, side, report)


def in_view(state: State, viewer: Side) -> tuple[frozenset[Hex], frozenset[Hex]]:
    """The hexes in which a side identifies whoever is there, and those in which it sees that somebody is (4.2)."""
    fog, board, visibility = state.tables.fog, state.rules.board, state.public.visibility
    near: set[Hex] = set()
    far: set[Hex] = set()
    for unit in state.of(viewer).values():
        if unit.hex is None:
            continue
        near |= within(board.grid, unit.hex, fog.identified)
        if state.profile(unit.id).is_combat:
            on_hill = board.terrain[unit.hex].name == "hill"
            far |= within(board.grid, unit.hex, fog.reach(visibility, on_hill))
    for sdm in state.sdms_of(viewer).values():
        if sdm.hex is not None:
            near |= within(board.grid, sdm.hex, fog.identified)
    concealing = state.tables.terrain.concealing
    open_to_sight = {hex for hex in far if board.terrain[hex].name not in concealing}
    return frozenset(near), frozenset(near | open_to_sight)


def sights(state: State, viewer: Side, near: frozenset[Hex], view: frozenset[Hex]) -> dict[Hex, Contact]:
    """What a side sees now, by hex, without handles."""
    enemy = other(viewer)
    stacks: dict[Hex, list[Unit]] = {}
    for unit in state.of(enemy).values():
        if unit.hex is not None and unit.hex in view:
            stacks.setdefault(unit.hex, []).append(unit)
    barrages = {unit.hex for unit in state.stores[enemy].barrages.values() if unit.hex is not None and unit.hex in view}
    markers = barrages | {sdm.hex for sdm in state.sdms_of(enemy).values() if sdm.hex is not None and sdm.hex in view}
    works = sorted(state.stores[enemy].works)
    found: dict[Hex, Contact] = {}
    for hex in sorted({*stacks, *markers}):
        units = stacks.get(hex, [])
        size = sum(state.profile(unit.id).size for unit in units)
        large = size > state.tables.fog.small_at_most
        if hex not in near:
            found[hex] = Contact(handle="", hex=hex, level=CONTACT, large=large)
            continue
        fought = state.engaged.get(viewer, [])
        seen = tuple(identified(unit, closely=unit.id in fought) for unit in sorted(units, key=lambda one: one.id))
        found[hex] = Contact(
            handle="", hex=hex, level=ENGAGED if any(one.id in fought for one in seen) else IDENTIFIED, large=large,
            units=seen, marker=hex in markers, improved=hex in state.improved and enemy == GERMAN,
            building=tuple(bridge for bridge in works if hex in bridge.split("-")),
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
    handles = state.handles.get(viewer, 0)
    contacts: list[Contact] = []
    empty = [contact.handle for hex, contact in told.items() if hex in view and hex not in now]
    unwatched = [contact.handle for hex, contact in told.items() if hex not in view and contact.in_sight]
    at = address_of(state.cursor)
    for hex, seen in now.items():
        before = told.get(hex)
        if before is not None and seen.level == CONTACT and before.level > CONTACT:
            if before.in_sight and before.large == seen.large:
                continue  # watched without a break, it is still those who were identified
            empty.append(before.handle)
            before = None
        if before is None:
            handles += 1
            seen = replace(seen, handle=HANDLES.written(handles))
        else:
            seen = replace(seen, handle=before.handle)
        if before is None or not before.in_sight or differing(before, seen, _LOOKS):
            contacts.append(replace(seen, turn=state.turn, at=at))
    if not (contacts or empty or unwatched):
        return
    yield ContactsNoted(
        side=viewer, contacts=tuple(contacts), empty=tuple(empty), unwatched=tuple(unwatched), handles=handles,
    )  # fmt: skip
    report = EnemySeen(
        contacts=tuple(contacts), empty=tuple(empty), unwatched=tuple(unwatched), sightings=handles,
    )  # fmt: skip
    yield tell(state, viewer, report)
