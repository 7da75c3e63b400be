"""Letters: what one side must tell the other, and what its own units tell each side.

A letter is written at a Dispatch. It holds the declarations that were posted, the movements that intelligence reports
oblige the sender to tell, the located units where what the reader was told differs from what they are owed now
(NDC-REP-02), and, in the sender's own turn, withdrawals (NDC-REP-20). Sightings are drawn in the order of what the
reader is told, hex first, so that handles tell nothing of the units behind them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Literal

from service.engine.contacts import differing
from service.engine.dice import Dice
from service.engine.events import Event, Told
from service.engine.hexes import Hex
from service.engine.state import duplicate
from service.engine.telling import deliver_post, empty_post
from service.games.ndc.known.picture import HANDLES, Contact, Picture
from service.games.ndc.known.reports import (
    AttackDeclared,
    ContactWithdrawn,
    EnemyLost,
    FireDeclared,
    MovementSighted,
    OwnAccountReported,
    OwnUnitGone,
    OwnUnitReported,
    PhaseOpened,
    SectorsDeclared,
    UnitLocated,
    WeatherDetermined,
)
from service.games.ndc.printed.units import Account, Side, Unit, UnitId
from service.games.ndc.truth.state import MoveSeen, Revealed, State, Trace


@dataclass(frozen=True, kw_only=True)
class Traced(Event):
    """A side's contact stands for this unit, in this one of its hexes."""

    kind: Literal["traced"] = "traced"
    side: Side
    handle: str
    trace: Trace

    def change(self, state: State) -> None:
        state.traces.setdefault(self.side, {})[self.handle] = self.trace


@dataclass(frozen=True, kw_only=True)
class TraceLost(Event):
    """A side's contact stands for no unit any longer."""

    kind: Literal["trace-lost"] = "trace-lost"
    side: Side
    handle: str

    def change(self, state: State) -> None:
        state.traces.get(self.side, {}).pop(self.handle, None)


@dataclass(frozen=True, kw_only=True)
class ExposuresTold(Event):
    """The hexes that rules declare to a side have been told to it without a letter, as its phase closed."""

    kind: Literal["exposures-told"] = "exposures-told"
    to: Side

    def change(self, state: State) -> None:
        state.exposed = [exposed for exposed in state.exposed if exposed.to != self.to]


@dataclass(frozen=True, kw_only=True)
class DeclarationsSent(Event):
    """What waited to be declared to a side has gone into its letter."""

    kind: Literal["declarations-sent"] = "declarations-sent"
    to: Side

    def change(self, state: State) -> None:
        sender = state.other(self.to)
        state.moves_seen = [seen for seen in state.moves_seen if not of_side(state, seen, sender)]
        state.exposed = [exposed for exposed in state.exposed if exposed.to != self.to]
        state.reveals[sender] = []
        if self.to == state.non_phasing:
            state.phase_told = True


def of_side(state: State, seen: MoveSeen, side: Side) -> bool:
    """Whether a reported movement is this side's; a unit that is gone since moved in its own side's phase."""
    unit = state.units.get(seen.unit)
    return (unit.side if unit else state.phasing) == side


LETTER_EVENTS: tuple[type[Event], ...] = (Traced, TraceLost, ExposuresTold, DeclarationsSent)

BEFORE_SIGHTINGS = (WeatherDetermined, SectorsDeclared)
AFTER_SIGHTINGS = (AttackDeclared, FireDeclared)


def write(state: State, to: Side, dice: Dice) -> Iterator[Event]:
    """The letter that the sequence of play sends to a side now: the only way of a declaration (NDC-MAIL-01).

    All that is due goes in this one (NDC-MAIL-02): after a Movement Segment moves and combats (NDC-MAIL-03), after
    the resolution its results (NDC-MAIL-04).
    """
    waited = yield from empty_post(state, to)
    if to == state.non_phasing and state.segment and not state.phase_told:
        yield Told(seat=to, report=PhaseOpened(own=False))
        yield from tell_own(state, to)
    yield from (one for one in waited if isinstance(one.report, BEFORE_SIGHTINGS))
    yield from declare_movements(state, to)
    yield from (one for one in waited if not isinstance(one.report, (*BEFORE_SIGHTINGS, *AFTER_SIGHTINGS)))
    yield from locate(state, to)
    yield from (one for one in waited if isinstance(one.report, AFTER_SIGHTINGS))
    if to == state.non_phasing:
        yield from withdraw(state, to)
    else:
        yield from tell_own(state, to)
    yield DeclarationsSent(to=to)


def settle_account(state: State, to: Side) -> Iterator[Event]:
    """NDC-MOV-04: a phase ends without a resolution letter; its player hears now how their last moves ended."""
    yield from deliver_post(state, to)
    for claim in in_order(owed_by_rule(state, to)):
        yield from tell_claim(state, to, claim)
    yield ExposuresTold(to=to)
    yield from tell_own(state, to)


# ---- movements seen


def declare_movements(state: State, to: Side) -> Iterator[Event]:
    """NDC-MAC-01, NDC-REP-04: the hexes entered, in order; a unit followed from a reported hex keeps its handle.

    NDC-REP-14: each report is of a unit on the move, and none says how many follow in its tracks.
    """
    sender = state.other(to)
    seen = [move for move in state.moves_seen if of_side(state, move, sender)]
    for move in sorted(seen, key=lambda move: (move.path, move.followed, name_of(state, move))):
        handle = (followed_handle(state, to, move) if move.followed else None) or state.contacts_of(to).new()
        yield Told(seat=to, report=MovementSighted(handle=handle, path=move.path))
        if move.unit not in state.units:
            # It ran into interdiction or gas: an end is told like any T/O loss, above level None (parent 3.7).
            yield Told(seat=to, report=EnemyLost(handle=handle, steps=1, eliminated=True))
        elif move.followed:
            yield Traced(side=to, handle=handle, trace=Trace(unit=move.unit, hex=move.path[-1]))


def name_of(state: State, move: MoveSeen) -> str:
    """What breaks a tie between units that were seen to go the same way, whatever their inner ids."""
    unit = state.units.get(move.unit)
    return unit.designation if unit is not None else ""


def followed_handle(state: State, to: Side, move: MoveSeen) -> str | None:
    """The contact in the hex from which a followed movement sets out, where the reader had it there."""
    there = Trace(unit=move.unit, hex=move.start)
    found = state.contacts_of(to).where(lambda seen, trace: trace == there and move.start in seen.hexes)
    return found[0] if found else None


def lose_sight(state: State, unit: UnitId, picture: Picture) -> Iterator[Event]:
    """A unit leaves its hex unreported: contacts that merely passed for it there stand for no unit any longer.

    `picture` is the observer's. A known contact keeps its trace, for its owner still has to withdraw it (NDC-REP-20).
    """
    for handle, trace in list(state.traces.get(picture.side, {}).items()):
        if trace.unit == unit and (handle not in picture.contacts or not picture.contacts[handle].known):
            yield TraceLost(side=picture.side, handle=handle)


# ---- located units


@dataclass(frozen=True)
class Owed:
    """What a side is owed about a unit in one hex, or in all hexes of its zone."""

    unit: Unit
    hexes: tuple[Hex, ...]
    because: Literal["intelligence", "stop", "contact", "combat", "revealed"]
    type: bool = False
    designation: bool = False
    mode: bool = False
    to: bool = False
    zone: bool = False
    hex: bool = True


def owed_by_level(state: State, unit: Unit) -> list[Owed]:
    """NDC-REP-01: what a unit's level obliges its owner to tell of it where it stands.

    From level 2 on its hex (NDC-REP-06, NDC-REP-09, NDC-REP-13). A unit spread over a zone looks like one in each of
    its hexes (NDC-REP-18), until at level 4 it is told as one, with its zone mode (NDC-REP-19).
    """
    level, least = unit.level, state.tables.reports
    if level < least.hex or unit.hex is None:
        return []
    told = {
        "type": level >= least.type,  # NDC-REP-08
        "designation": level >= least.designation,  # NDC-REP-10
        "mode": level >= least.mode,  # NDC-REP-11
        "to": level >= least.to,  # NDC-REP-12
    }
    if level >= least.one_unit_though_spread:
        return [Owed(unit, unit.hexes, "intelligence", **told, zone=True)]
    return [Owed(unit, (hex,), "intelligence", **told) for hex in sorted(unit.hexes)]


def owed_by_rule(state: State, to: Side) -> list[Owed]:
    """NDC-ZOC-06 and the contacts and combats of the parent rules: hexes that are declared, and nothing else."""
    return [
        Owed(unit, (entry.hex,), entry.because)
        for entry in state.exposed
        if entry.to == to
        and (unit := state.units.get(entry.unit)) is not None
        and entry.hex in unit.hexes
        and not state.holds_known(to, unit, entry.hex)
    ]


def owed_by_word(state: State, revealed: list[Revealed]) -> list[Owed]:
    """NDC-REP-15: what a unit's owner chose to tell, with the values that are true now.

    A hex told so is known like any other (NDC-REP-16), and the unit's level stays as it is (NDC-REP-17).
    """
    owed = []
    for word in revealed:
        unit = state.units.get(word.unit)
        if unit is None or unit.hex is None:
            continue
        items = {name: name in word.items for name in ("type", "designation", "mode", "to", "hex")}
        owed.append(Owed(unit, (unit.hex,), "revealed", **items))
        if items["hex"]:
            # A unit spread over a zone goes on looking like several (NDC-REP-18).
            owed += [Owed(unit, (hex,), "revealed", type=items["type"]) for hex in unit.spread]
    return [claim for claim in owed if claim.unit.level < state.tables.reports.one_unit_though_spread]


def in_order(owed: list[Owed]) -> list[Owed]:
    """By hex, then by what is told of them: never by anything that their reader may not know, ties aside."""
    return sorted(owed, key=lambda c: (c.hexes, c.unit.type if c.type else "", c.because, c.unit.designation))


def locate(state: State, to: Side) -> Iterator[Event]:
    """Tell what differs between what the reader was told of each unit and what they are owed now (NDC-REP-02)."""
    sender = state.other(to)
    owed = [claim for unit in state.on_map(sender) for claim in owed_by_level(state, unit)]
    owed += owed_by_rule(state, to) + owed_by_word(state, state.reveals.get(sender, []))
    for claim in in_order(owed):
        yield from tell_claim(state, to, claim)


def tell_claim(state: State, to: Side, claim: Owed) -> Iterator[Event]:
    """One located unit, unless the reader has it so already."""
    unit, contacts = claim.unit, state.contacts_of(to)
    here = HANDLES.in_order(
        contacts.where(
            lambda seen, trace: trace.unit == unit.id and trace.hex in claim.hexes and trace.hex in seen.hexes
        )
    )
    merged = tuple(here[1:]) if claim.zone else ()
    if here and not merged and told_already(contacts.told[here[0]], claim):
        return
    handle = here[0] if here else contacts.new()
    yield Told(
        seat=to,
        report=UnitLocated(
            handle=handle,
            hexes=claim.hexes if claim.hex else (),
            because=claim.because,
            type=unit.type if claim.type else None,
            designation=unit.designation if claim.designation else None,
            mode=unit.mode if claim.mode else None,
            to=unit.to if claim.to else None,
            zone=unit.zone if claim.zone else None,
            replaces=merged,
        ),
    )
    yield Traced(side=to, handle=handle, trace=Trace(unit=unit.id, hex=claim.hexes[0]))
    for old in merged:
        yield TraceLost(side=to, handle=old)


def told_already(seen: Contact, claim: Owed) -> bool:
    """Whether a contact shows all that is owed, at its present value."""
    owed = [name for name in ("type", "designation", "zone", "mode", "to") if getattr(claim, name)]
    there = not claim.hex or (seen.known and set(seen.hexes) == set(claim.hexes))
    return there and not differing(seen, claim.unit, owed)


# ---- withdrawals


def withdraw(state: State, to: Side) -> Iterator[Event]:
    """NDC-REP-20: in the sender's own turn, what was told and no longer holds is withdrawn, without the new value."""
    contacts, traces = state.pictures[to].contacts, state.traces.get(to, {})
    for handle in HANDLES.in_order(traces):
        seen, unit = contacts.get(handle), state.units.get(traces[handle].unit)
        if seen is None:
            yield TraceLost(side=to, handle=handle)
            continue
        if unit is None or not set(seen.hexes) <= set(unit.hexes):
            if seen.known:
                yield Told(seat=to, report=ContactWithdrawn(handle=handle, items=("hex",), hexes=seen.hexes))
            yield TraceLost(side=to, handle=handle)
            continue
        told = [name for name in ("mode", "to", "zone") if getattr(seen, name) is not None]
        changed = differing(seen, unit, told)
        if changed:
            yield Told(seat=to, report=ContactWithdrawn(handle=handle, items=changed))


# ---- what own units tell

_OF_ACCOUNT, _OF_UNIT = ([field.name for field in fields(of)] for of in (Account, Unit))


def tell_own(state: State, side: Side) -> Iterator[Event]:
    """Each own unit, and the side's own account, where they differ from what their owner believes."""
    picture = state.pictures[side]
    for unit_id in [u for u in picture.own if u not in state.units]:
        gone = picture.own[unit_id]
        fell = next((lost for lost in state.lost_on_the_way.get(unit_id, ()) if not lost.left), None)
        report = OwnUnitGone(
            unit=unit_id, designation=gone.designation, how=how_gone(state, gone),
            cause=fell.marker if fell is not None else "", hex=fell.hex if fell is not None else None,
        )  # fmt: skip
        yield Told(seat=side, report=report)
    for unit in sorted((u for u in state.units.values() if u.side == side), key=lambda u: u.id):
        yield from tell_own_unit(state, unit)
    account, believed = state.accounts[side], picture.account
    changed = differing(believed, account, _OF_ACCOUNT)
    if changed:
        yield Told(seat=side, report=OwnAccountReported(account=duplicate(account), changed=changed))


def tell_own_unit(state: State, unit: Unit) -> Iterator[Event]:
    """One own unit to its owner, where it differs from their belief."""
    believed = state.pictures[unit.side].own.get(unit.id)
    if unit == believed:
        return
    changed = differing(believed, unit, _OF_UNIT)
    lost = state.lost_on_the_way.get(unit.id, ()) if believed is not None else ()
    not_told = tuple(one for one in lost if believed is not None and one.left < believed.to)
    yield Told(seat=unit.side, report=OwnUnitReported(unit=duplicate(unit), changed=changed, on_the_way=not_told))


def how_gone(state: State, unit: Unit) -> Literal["eliminated", "broken-down", "recombined"]:
    """Whether a unit that is no more was broken down, recombined or eliminated."""
    if any(u.detached_from == unit.id for u in state.units.values()):
        return "broken-down"
    if unit.detached_from is not None and unit.detached_from in state.units:
        return "recombined"
    return "eliminated"
