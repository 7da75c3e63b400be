"""What each side hears of the other's units in a combat (NDC-RES-14, NDC-CBF-09, NDC-REP-20, parent 3.14).

A contact goes by what its reader had been told: if they knew an enemy in the hex, then that is whom they fought there,
whoever it really was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from service.engine.contacts import Contacts
from service.engine.events import Event
from service.engine.hexes import Hex
from service.engine.state import duplicate
from service.engine.telling import tell
from service.games.ndc.known.picture import HANDLES, Contact, Picture
from service.games.ndc.known.reports import (
    ContactWithdrawn,
    EnemyLost,
    EnemyRetreated,
    EngagedByUs,
    HexFoundEmpty,
    UnitLocated,
)
from service.games.ndc.printed.units import Side, UnitId
from service.games.ndc.truth.letters import Traced, TraceLost, lose_sight
from service.games.ndc.truth.state import Combat, State, Trace


def foreseen(state: State, to: Side) -> Picture:
    """A side's picture as it will be once what is posted to it has been read: its next report is written from there."""
    picture = state.pictures[to]
    if state.hears_by_letter(to) and state.post.get(to):
        picture = duplicate(picture)
        for posted in state.post[to]:
            posted.report.teach(picture)
    return picture


def handle_in(state: State, to: Side, unit: UnitId, hex: Hex) -> str | None:
    """The contact that stands for a unit in a hex in a side's picture; of several the oldest."""
    return standing_for(state.contacts_of(to, foreseen(state, to)), unit, hex)


def standing_for(contacts: Contacts[Contact, Trace], unit: UnitId, hex: Hex) -> str | None:
    """That contact of these."""
    return HANDLES.oldest(contacts.where(lambda seen, trace: trace.unit == unit and hex in seen.hexes))


def outdated(contacts: Contacts[Contact, Trace], hex: Hex, there: Iterable[UnitId]) -> str | None:
    """A contact known in a hex that stands for none of those truly there; its reader takes it for one of them."""
    of_those = contacts.where(lambda seen, trace: trace.unit in there)
    return contacts.taken_for(lambda handle, seen: seen.known and hex in seen.hexes and handle not in of_those)


def locate(
    state: State,
    to: Side,
    unit: UnitId,
    hex: Hex,
    because: Literal["stop", "contact", "combat"],
    there: Iterable[UnitId] | None = None,
) -> Iterator[Event]:
    """An enemy's hex is declared by rule, unless the reader knows them there already.

    `there`: all that truly are; one whom the reader knows there, and who has left, is then taken for this one.
    """
    contacts = state.contacts_of(to, foreseen(state, to))
    handle = standing_for(contacts, unit, hex)
    if handle is None and there is not None:
        handle = outdated(contacts, hex, there)
    if handle is None or not contacts.told[handle].known:
        handle = handle or contacts.new()
        yield tell(state, to, UnitLocated(handle=handle, hexes=(hex,), because=because))
    yield from trace(state, to, handle, unit, hex)


def trace(state: State, to: Side, handle: str, unit: UnitId, hex: Hex) -> Iterator[Event]:
    if state.traces.get(to, {}).get(handle) != Trace(unit=unit, hex=hex):
        yield Traced(side=to, handle=handle, trace=Trace(unit=unit, hex=hex))


# ---- the phasing side hears of the units that it fought


def tell_of_defenders(state: State, combat: Combat) -> Iterator[Event]:
    """NDC-RES-14: that there was somebody; retreats and losses only of units whose level is high enough."""
    assert combat.defender is not None
    yield from locate(state, combat.side, combat.defender, combat.target, "combat", combat.before)
    for unit in combat.before:
        if combat.levels[unit] >= state.tables.reports.losses:
            yield from tell_of_one(state, combat, unit, losses=True)
        elif combat.paths.get(unit):
            yield from lose_sight(state, unit, foreseen(state, combat.side))
    handle = handle_in(state, combat.side, combat.defender, combat.target)
    if handle is not None and combat.outcome != "abort":  # an aborted attack engages nobody but the attacker (3.29)
        yield tell(state, combat.side, EngagedByUs(handle=handle, unit=combat.unit or ""))


def tell_of_fire(state: State, combat: Combat) -> Iterator[Event]:
    """NDC-CBF-09: presence and hex as the target's level requires, its T/O level at level 4 alone.

    An end is told at level 1 too, like any (parent 3.7).
    """
    for unit in combat.before:
        level, least = combat.levels[unit], state.tables.reports
        if level >= least.hex:
            yield from tell_of_one(state, combat, unit, losses=level >= least.to)
        elif unit not in state.units and level >= least.losses:
            yield from tell_of_end(state, combat.side, handle_in(state, combat.side, unit, combat.target))
        elif combat.paths.get(unit):
            yield from lose_sight(state, unit, foreseen(state, combat.side))


def tell_of_one(state: State, combat: Combat, unit: UnitId, *, losses: bool) -> Iterator[Event]:
    """A unit's way out of its hex and its loss; nothing of one that the reader has no contact with there."""
    to, path = combat.side, combat.paths.get(unit, ())
    handle = handle_in(state, to, unit, combat.target)
    if handle is None:
        return
    gone = unit not in state.units
    loss = combat.before[unit] - (0 if gone else state.units[unit].to)
    if path:
        others = other_hexes(state, combat, unit, handle)
        displaced = combat.kind == "counter-battery"
        yield tell(state, to, EnemyRetreated(handle=handle, path=path, displaced=displaced))
        yield from trace(state, to, handle, unit, path[-1])
        contacts = foreseen(state, to).contacts
        for other in others:
            left = ContactWithdrawn(handle=other, items=("hex",), hexes=contacts[other].hexes)
            yield tell(state, to, left)
            yield TraceLost(side=to, handle=other)
    if gone:
        yield from tell_of_end(state, to, handle, loss if losses else 0)
    elif losses and loss:
        yield tell(state, to, EnemyLost(handle=handle, steps=loss, eliminated=False))


def tell_of_end(state: State, to: Side, handle: str | None, steps: int = 0) -> Iterator[Event]:
    """A contact's unit is eliminated; nothing is told of one with which the reader has no contact."""
    if handle is not None:
        yield tell(state, to, EnemyLost(handle=handle, steps=steps, eliminated=True))
        yield TraceLost(side=to, handle=handle)


def other_hexes(state: State, combat: Combat, unit: UnitId, handle: str) -> list[str]:
    """Contacts in the other hexes of a zone, shown by its level, that the unit has now left."""
    if combat.levels[unit] < state.tables.reports.hex:
        return []
    contacts = state.contacts_of(combat.side, foreseen(state, combat.side))
    return sorted({*contacts.where(lambda seen, trace: trace.unit == unit and seen.known)} - {handle})


def tell_of_empty_hex(state: State, to: Side, hex: Hex) -> Iterator[Event]:
    """A side's own unit holds the hex, or nobody was in it: contacts there are gone."""
    if any(hex in contact.hexes for contact in foreseen(state, to).contacts.values()):
        yield tell(state, to, HexFoundEmpty(hex=hex))


# ---- the non-phasing side hears of the attacker


def tell_of_attacker(state: State, combat: Combat) -> Iterator[Event]:
    """The hex of a ground combat, the attacker's retreat or advance, and their end if the result brought it about."""
    assert combat.unit is not None and combat.origin is not None
    to = state.other(combat.side)
    there = {combat.unit, *(unit.id for unit in state.units_at(combat.origin))}
    yield from locate(state, to, combat.unit, combat.origin, "combat", there)
    handle = handle_in(state, to, combat.unit, combat.origin)
    if handle is None:
        return
    if combat.attacker_path:
        yield tell(state, to, EnemyRetreated(handle=handle, path=combat.attacker_path))
        yield from trace(state, to, handle, combat.unit, combat.attacker_path[-1])
    elif combat.advanced:
        yield tell(state, to, UnitLocated(handle=handle, hexes=(combat.target,), because="combat"))
        yield from trace(state, to, handle, combat.unit, combat.target)
    if combat.attacker_fell:
        yield from tell_of_end(state, to, handle, combat.attacker_loss)


def tell_of_occupation(state: State, combat: Combat) -> Iterator[Event]:
    """NDC-RES-17: an assault that found nobody is declared to hold the hex, and so known there; or its end is told."""
    assert combat.unit is not None and combat.origin is not None
    to = state.other(combat.side)
    handle = handle_in(state, to, combat.unit, combat.origin)
    if combat.attacker_fell:
        yield from tell_of_end(state, to, handle)
    elif combat.advanced and combat.unit in state.units:
        if handle is None:
            yield from locate(state, to, combat.unit, combat.target, "combat", [combat.unit])
        else:
            yield tell(state, to, UnitLocated(handle=handle, hexes=(combat.target,), because="combat"))
            yield from trace(state, to, handle, combat.unit, combat.target)
